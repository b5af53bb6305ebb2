"""How a game went, in one value for everything that tells others: text, picture, files, records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from assistant.core.errors import N_
from assistant.service.table import HOUSE, Table

THE_LEGEND = N_("THE Legend")
LONGEST = timedelta(hours=12)
"""A game that lay longer than this was put aside: how long it was played is not known."""


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How a player did.

    Attributes:
        name: as on the pad; `THE_LEGEND` for him.
        stages: the points of each stage scored so far.
        rank: 1 is best; None before the end.
        winner: whether the player won, alone or with others.
        starts: whether the player began the game.
        legend: whether this is THE Legend.
    """

    name: str
    stages: tuple[int, ...]
    rank: int | None = None
    winner: bool = False
    starts: bool = False
    legend: bool = False

    @property
    def total(self) -> int:
        """All points."""
        return sum(self.stages)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """How a game went.

    Attributes:
        code, game, title: the table, and the game by name and as on the box.
        created: when it began, as stored.
        minutes: how long it was played; None: not known.
        players: in seating order, THE Legend last.
        finished: whether it is over and all that decides is known.
    """

    code: str
    game: str
    title: str
    created: str
    minutes: int | None
    players: tuple[PlayerSummary, ...]
    finished: bool

    @property
    def winners(self) -> tuple[PlayerSummary, ...]:
        """Who won; several share the victory."""
        return tuple(player for player in self.players if player.winner)


def summary(table: Table) -> GameSummary:
    """How the game at a table went, or has gone so far."""
    players = _against_the_legend(table) if table.solo else _players(table)
    return GameSummary(
        code=table.code,
        game=table.game.name,
        title=table.game.title,
        created=table.record.created,
        minutes=_minutes(table),
        players=players,
        finished=_is_decided(table),
    )


def stage_points(table: Table, seat: int) -> tuple[int, ...]:
    """The points of a seat, stage by stage, up to the first that has none."""
    points = []
    for stage in range(1, table.game.stage_count + 1):
        written = table.scores.get((seat, stage))
        if written is None:
            break
        points.append(written.points)
    return tuple(points)


def _is_decided(table: Table) -> bool:
    if table.solo:
        return table.solo.state.result is not None
    return table.over and not table.needs_left()


def _players(table: Table) -> tuple[PlayerSummary, ...]:
    found = table.standings() if _is_decided(table) else None
    ranks = {standing.name: standing.rank for standing in found.ranking} if found else {}
    winners = found.winners if found else ()
    return tuple(
        PlayerSummary(
            name=name,
            stages=stage_points(table, seat),
            rank=ranks.get(name),
            winner=name in winners,
            starts=name == table.seats.starter,
        )
        for seat, name in enumerate(table.seating)
    )


def _against_the_legend(table: Table) -> tuple[PlayerSummary, ...]:
    assert table.solo is not None
    state = table.solo.state
    won = None if state.result is None else state.result.won
    legend = tuple(score.points for score in state.legend_scores)
    ranks: Sequence[int | None] = {None: (None, None), True: (1, 2), False: (2, 1)}[won]
    return (
        PlayerSummary(table.seating[0], stage_points(table, 0), ranks[0], won is True, starts=True),
        PlayerSummary(THE_LEGEND, legend, ranks[1], won is False, legend=True),
    )


def _minutes(table: Table) -> int | None:
    played = [step.at for step in table.record.steps if step.kind != HOUSE and step.at]
    if not played:
        return None
    try:
        lasted = datetime.fromisoformat(max(played)) - datetime.fromisoformat(table.record.created)
    except (TypeError, ValueError):
        return None
    return round(lasted.total_seconds() / 60) if timedelta(0) <= lasted <= LONGEST else None
