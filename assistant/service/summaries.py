"""Tables in short, as lists of games show them: kept with each table, so that lists fold none.

A summary says of which version of its table it is. Where that has changed since, or where this app
says more than the one that wrote it, the table is folded once and the new summary kept.
"""

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from assistant.core.errors import InputError, UnkeptError
from assistant.games import CardGame, Game, any_game_named
from assistant.games.forgotten_treasures.legend.state import SoloResult
from assistant.plain import Codec
from assistant.service.ports import Store
from assistant.service.records import SummaryRecord
from assistant.service.table import Table, fold_readable


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table as lists of games show it.

    Attributes:
        code: the table's code.
        game_name: the game's name.
        seating: the players' names.
        created: when it was opened.
        totals: the points of each player so far.
        finished_stages: how many stages everybody has a score for.
        over: whether the game has ended.
        winners: who has won, if it is over and nothing is missing to tell.
        legend_total: the points of THE Legend, where one plays against him.
        result: how the game against him ended; None: not yet, or given up.
    """

    code: str
    game_name: str
    seating: tuple[str, ...]
    created: str
    totals: tuple[int, ...]
    finished_stages: int
    over: bool
    winners: tuple[str, ...] = ()
    legend_total: int | None = None
    result: SoloResult | None = None

    @property
    def game(self) -> Game | CardGame:
        """The game that is played."""
        return any_game_named(self.game_name)

    @property
    def plays_stages(self) -> bool:
        """Whether the game has stages that are scored one by one."""
        return isinstance(self.game, Game)

    @property
    def solo(self) -> bool:
        """Whether one plays against THE Legend."""
        return self.legend_total is not None


CODEC = Codec(omit_defaults=True)


class Summaries:
    """Use cases of lists of tables."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def some(self, codes: Collection[str]) -> list[TableSummary]:
        """Those of these tables that are there and can be read, last changed first."""
        return self._read(self._store.summaries(codes))

    def solo(self) -> list[TableSummary]:
        """All tables at which one plays against THE Legend, last changed first."""
        return self._read(self._store.summaries(None))

    def _read(self, records: Collection[SummaryRecord]) -> list[TableSummary]:
        found = {each.code: summary for each in records if (summary := _kept(each))}
        stale = [each.code for each in records if each.code not in found]
        if stale:
            found |= self._made(stale)
        return [found[each.code] for each in records if each.code in found]

    def _made(self, codes: Collection[str]) -> dict[str, TableSummary]:
        tables = fold_readable(self._store.tables(codes))
        made = {table.code: summarised(table) for table in tables}
        with suppress(UnkeptError):  # it is made again the next time
            self._store.keep_summaries(
                SummaryRecord(
                    table.code,
                    table.record.version,
                    json.dumps(CODEC.to_plain(made[table.code])),
                )
                for table in tables
            )
        return made


def summarised(table: Table) -> TableSummary:
    """A table in short."""
    told = table.over and table.plays_stages and not table.solo and not table.needs_left()
    return TableSummary(
        code=table.code,
        game_name=table.game.name,
        seating=table.seating,
        created=table.record.created,
        totals=tuple(map(table.total, range(len(table.seating)))),
        finished_stages=table.finished_stages,
        over=table.over,
        winners=table.standings().winners if told else (),
        legend_total=table.solo.state.legend_total if table.solo else None,
        result=table.solo.state.result if table.solo else None,
    )


def _kept(record: SummaryRecord) -> TableSummary | None:
    """The summary that is kept; None if there is none of this version and of this app."""
    try:
        found: TableSummary = CODEC.from_plain(TableSummary, json.loads(record.text))
    except (ValueError, RecursionError, InputError):
        return None
    return found
