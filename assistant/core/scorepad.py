"""The score pad: totals, who won and why, who begins the next stage."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.errors import N_, StandingsError
from assistant.core.geometry import STAGE_COUNT

BEST_STAGE = "best_stage"
SHARED = "shared"


@dataclass(frozen=True, slots=True)
class PlayerScores:
    """A column of the pad: points stage by stage and what is left in hand at the end.

    ``left`` counts what breaks ties first: gems after stage 4, or unused cards; None: not known.
    """

    name: str
    stages: tuple[int, ...]
    left: int | None = None

    @property
    def total(self) -> int:
        """Points of all stages."""
        return sum(self.stages)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's total and rank; rank 1 is best, equal ranks are shared."""

    name: str
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Where everybody stands.

    Attributes:
        ranking: one entry a player, in the order given.
        winners: who won; empty until the last stage is scored.
        tie_break: what decided between the leaders: None if nothing had to, else the name of
            the first tie-break, ``best_stage``, or ``shared`` if nothing could.
        next_starter: who begins the next stage; None after the last.
    """

    ranking: tuple[Standing, ...]
    winners: tuple[str, ...]
    tie_break: str | None
    next_starter: str | None


def standings(
    players: Sequence[PlayerScores],
    turn_order: Sequence[str],
    *,
    first_tie_break: str | None,
    stage_count: int = STAGE_COUNT,
) -> Standings:
    """Ranking, winners, tie-break and next starter after a finished stage.

    Args:
        players: all with the same number of finished stages, 0 to 4.
        turn_order: the names in the turn order of the finished stage.
        first_tie_break: what ``left`` counts, ``gems_left`` or ``cards_left``, or None if
            nothing is counted; then the best single stage decides, then the victory is shared
            (rules: "Final ties").
        stage_count: stages of the whole game. With a single one no stage can be better than
            another of equal totals, so ties are shared unless something is left.

    Raises:
        StandingsError: players, stages or turn order do not fit together.
    """
    finished = _check(players, turn_order, stage_count)
    final = finished == stage_count

    def strength(player: PlayerScores) -> tuple[int, ...]:
        if not final:
            return (player.total,)
        return player.total, player.left or 0, max(player.stages)

    strengths = [strength(player) for player in players]
    ranking = tuple(
        Standing(player.name, player.total, 1 + sum(other > own for other in strengths))
        for player, own in zip(players, strengths, strict=True)
    )
    if not final:
        starter = next_starter(players, turn_order) if finished else None
        return Standings(ranking, (), None, starter)
    winners = tuple(entry.name for entry in ranking if entry.rank == 1)
    return Standings(ranking, winners, _tie_break(strengths, first_tie_break), None)


def next_starter(players: Sequence[PlayerScores], turn_order: Sequence[str]) -> str:
    """The lowest score of the last stage; tied: whoever came first in that stage's turn order."""
    last = {player.name: player.stages[-1] for player in players}
    return min(turn_order, key=last.__getitem__)


def turn_order_from(seating: Sequence[str], starter: str) -> tuple[str, ...]:
    """The seating, clockwise, beginning with ``starter``."""
    at = seating.index(starter)
    return (*seating[at:], *seating[:at])


def _tie_break(strengths: list[tuple[int, ...]], first: str | None) -> str | None:
    """The criterion that left the fewest leaders, or `SHARED`."""
    used = None
    for criterion, name in enumerate((None, first, BEST_STAGE)):
        best = max(strengths)[: criterion + 1]
        used = name
        if sum(own[: criterion + 1] == best for own in strengths) == 1:
            return used
    return SHARED


def _check(players: Sequence[PlayerScores], turn_order: Sequence[str], stage_count: int) -> int:
    """The number of finished stages."""
    names = [player.name for player in players]
    if not names:
        raise StandingsError(N_("There are no players."))
    if len(set(names)) < len(names):
        raise StandingsError(N_("Two players have the same name: tell them apart."))
    if sorted(turn_order) != sorted(names):
        raise StandingsError(N_("The turn order must name every player once."))
    counts = {len(player.stages) for player in players}
    if len(counts) > 1:
        raise StandingsError(N_("Not every player has the same number of stage scores."))
    finished = counts.pop()
    if finished > stage_count:
        raise StandingsError(
            N_("%(count)d scores a player are too many: the game has %(most)d."),
            count=finished,
            most=stage_count,
        )
    for player in players:
        if min(player.stages, default=0) < 0 or (player.left or 0) < 0:
            raise StandingsError(
                N_("%(name)s has a number below zero: scores start at 0."), name=player.name
            )
    return finished
