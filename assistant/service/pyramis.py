"""Pyramis at a table: everybody's cards, saved as they are entered, and the score so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.core.errors import N_, AssistantError, ConflictError, InputError, Message, OrderError
from assistant.games.pyramis.cards import EMPTY_PYRAMID, ROW_LENGTHS
from assistant.games.pyramis.scoring import (
    Player,
    PlayerScore,
    check_cards,
    doubts,
    score_players,
    winners,
)
from assistant.games.pyramis.text import format_player, parse_player
from assistant.service.pad import count_from
from assistant.service.ports import Store
from assistant.service.records import EntryRecord, Step
from assistant.service.table import FINISH, HOUSE, Table
from assistant.service.tables import MOST_POINTS, Tables

CARDS = sum(ROW_LENGTHS)
HISTORY_LIMIT = 200
TITLE_LIMIT = 80
SAME_ROW = "same_row"
STAGE = 1


@dataclass(frozen=True)
class CardEntry:
    """A player's cards as entered so far; the history holds lines of text to go back to."""

    seat: int
    version: int
    player: Player
    history: tuple[tuple[str, str], ...] = ()
    cursor: int = 0

    @property
    def finished(self) -> bool:
        """Whether all ten cards lie."""
        return len(self.player.pyramid.cards()) == CARDS

    def state(self) -> dict[str, Any]:
        """As plain JSON, the inverse of `card_entry`; named as the state of a stage entry."""
        return {
            "layout": format_player(self.player),
            "inventory": {},
            "history": list(map(list, self.history)),
            "cursor": self.cursor,
        }


@dataclass(frozen=True)
class CardTable:
    """A table of Pyramis: the entries of all players by seat, and what they are worth now."""

    table: Table
    entries: tuple[CardEntry, ...]

    @property
    def version(self) -> str:
        """Changes with whatever anybody changes."""
        return "-".join(map(str, (self.table.record.version, *(e.version for e in self.entries))))

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody's cards."""
        return tuple(entry.player for entry in self.entries)

    @property
    def same_row(self) -> bool:
        """Whether the house rule holds that zones join in the row only."""
        return bool(self.table.house.get(SAME_ROW))

    @property
    def scores(self) -> tuple[PlayerScore, ...]:
        """What everybody's cards are worth now."""
        return score_players(self.players, same_row=self.same_row)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has most points now."""
        return winners(self.scores)

    @property
    def doubts(self) -> tuple[Message, ...]:
        """What the rules do not allow."""
        return doubts(self.players)

    @property
    def next_seat(self) -> int | None:
        """Who has cards to lay yet, fewest cards first; None if nobody."""
        open_seats = [entry for entry in self.entries if not entry.finished]
        laid = {entry.seat: len(entry.player.pyramid.cards()) for entry in open_seats}
        return min(laid, key=lambda seat: laid[seat], default=None)


class CardTables:
    """Use cases of tables of Pyramis."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables = Tables(store)

    def open(self, code: str) -> CardTable:
        """The table as it stands.

        Raises:
            NotFoundError, InputError: no such table, or it plays another game.
        """
        table = self._tables.get(code)
        if table.plays_stages:
            raise InputError(N_("%(title)s is not played with cards."), title=table.game.title)
        return CardTable(
            table,
            tuple(
                card_entry(seat, name, self._store.entry(table.code, seat, STAGE))
                for seat, name in enumerate(table.seating)
            ),
        )

    def entry(self, code: str, seat: int) -> tuple[CardTable, CardEntry]:
        """The table and the entry of a player; raises as `open`."""
        at = self.open(code)
        if not 0 <= seat < len(at.entries):
            raise InputError(
                N_("There is no player at seat %(seat)d of this table."), seat=seat + 1
            )
        return at, at.entries[seat]

    def save(self, code: str, seat: int, version: int, state: Mapping[str, Any]) -> CardTable:
        """Keep what was entered, if the entry still has ``version``.

        Raises:
            InputError, NotationError, CardError: the cards cannot be.
            OrderError: the result has been written.
            ConflictError: another phone changed the entry; ``current`` is that `CardEntry`.
        """
        with self._store.transaction():
            at, before = self.entry(code, seat)
            if at.table.over:
                raise OrderError(N_("The result is written already: undo it to change cards."))
            entry = card_entry(seat, before.player.name, EntryRecord(version or 1, state))
            for _, text in entry.history:
                parse_player(text, before.player.name)
            check_cards([entry.player, *(e.player for e in at.entries if e.seat != seat)])
            try:
                self._store.save_entry(at.table.code, seat, STAGE, entry.state(), version)
            except ConflictError as error:
                raise ConflictError(error.message, current=before) from None
            return self.open(code)

    def switch(self, code: str, same_row: bool) -> None:
        """Play with the house rule that zones join in the row only, or without."""
        with self._store.transaction():
            at = self.open(code)
            if at.table.over:
                raise OrderError(N_("The result is written already: undo it to change rules."))
            if at.same_row != same_row:
                self._store.add_step(at.table.code, Step(HOUSE, {SAME_ROW: same_row}))

    def type_totals(self, code: str, points: Sequence[int]) -> None:
        """Write totals that were counted by hand as the result.

        Raises:
            InputError: not a total of each player, or more than anybody can have.
            OrderError: the result is written already.
        """
        with self._store.transaction():
            at = self.open(code)
            if len(points) != len(at.entries):
                raise InputError(N_("Enter the total of each player."))
            if max(points) > MOST_POINTS:
                raise InputError(N_("A player has at most %(most)d points."), most=MOST_POINTS)
            self._write(at, points)

    def finish(self, code: str, seen: str) -> None:
        """Write everybody's points as the result.

        Raises:
            ConflictError: something changed since it was seen.
            OrderError: cards are missing, or the result is written already.
        """
        with self._store.transaction():
            at = self.open(code)
            if at.version != seen:
                raise ConflictError(N_("Cards were changed on another phone. Look again first."))
            if at.next_seat is not None:
                raise OrderError(
                    N_("%(name)s has not laid all ten cards yet."),
                    name=at.table.seating[at.next_seat],
                )
            self._write(at, [score.points for score in at.scores])

    def _write(self, at: CardTable, points: Sequence[int]) -> None:
        if at.table.over:
            raise OrderError(N_("The result is written already."))
        self._store.add_step(at.table.code, Step(FINISH, {"points": list(points)}))


def card_entry(seat: int, name: str, record: EntryRecord) -> CardEntry:
    """The entry of a stored record.

    Raises:
        InputError: the state makes no sense.
        NotationError, CardError: its cards cannot be.
    """
    blank = CardEntry(seat, record.version, Player(name, EMPTY_PYRAMID))
    if not record.version:
        return blank
    state = record.state
    try:
        history = tuple(
            (_title(title), str(text)) for title, text in state.get("history", [])[-HISTORY_LIMIT:]
        )
        return replace(
            blank,
            player=parse_player(state["layout"], name),
            history=history,
            cursor=max(0, min(count_from(state.get("cursor", 0)), len(history) - 1)),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, AssistantError):
            raise
        raise InputError(
            N_("What the page sent makes no sense (%(what)s). Reload it."), what=repr(error)[:200]
        ) from error


def _title(title: Any) -> str:
    """A title that can be stored and shown: half a character (a lone surrogate) is none."""
    text = str(title)[:TITLE_LIMIT]
    text.encode()
    return text
