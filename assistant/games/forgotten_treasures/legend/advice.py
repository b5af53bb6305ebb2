"""What THE Legend would do after each possible choice of the player."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from assistant.core.errors import N_, OrderError
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import (
    GEMS_PER_AREA,
    ExplorationArea,
    Icons,
    Space,
    gems_of,
)
from assistant.games.forgotten_treasures.legend.play import player_takes, without
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import Expecting, PlayerTurn
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, decide


@dataclass(frozen=True, slots=True)
class LegendWhatIf:
    """A choice of the player and THE Legend's turn after it.

    ``turn`` is None when it depends on the gems that would be drawn for the emptied area.
    """

    space: int
    gem: Color | None
    reveal: int
    turn: LegendTurn | None


def what_if(state: SoloState) -> tuple[LegendWhatIf, ...]:
    """What THE Legend would do after each space, gem and pile that the player can choose.

    Raises:
        OrderError: it is not the player's turn, or his icons are not known.
    """
    if state.phase is not Expecting.PLAYER_TURN:
        raise OrderError(
            N_("Now comes %(expected)s, not %(given)s."),
            expected=state.expecting.named,
            given=Expecting.PLAYER_TURN.named,
        )
    if state.icons is None:
        raise OrderError(N_("The icons on top of THE Legend's pile are not known yet: tell them."))
    return tuple(_choices(state, state.icons))


def _choices(state: SoloState, icons: Icons) -> Iterator[LegendWhatIf]:
    for space in state.area.face_up:
        for gem in dict.fromkeys(state.area[space].gems) or (None,):
            takes = player_takes(PlayerTurn(space, gem, space))
            after = without(state.area, takes, space)
            for reveal in after.face_down:
                # The pile may be empty here: its refill shows no gems and no new face-up space.
                shown = after.changed(reveal, face_up=True)
                yield LegendWhatIf(space, gem, reveal, _answer(state, icons, shown, space))


def _answer(
    state: SoloState, icons: Icons, area: ExplorationArea, emptied: int
) -> LegendTurn | None:
    """His turn if it is the same for all gems that could refill the area."""
    turns = [
        decide(icons, area.changed(emptied, gems=gems).spaces, state.rules.per_icon)
        for gems in _contents(state, area[emptied])
    ]
    first, *others = turns
    if any(_moves(turn) != _moves(first) for turn in others):
        return None
    told = all(turn.reasons == first.reasons for turn in others)
    return first if told else replace(first, reasons=())


def _moves(turn: LegendTurn) -> tuple[object, ...]:
    return turn.taken, turn.domino_from, turn.refill


def _contents(state: SoloState, space: Space) -> Iterable[tuple[Color, ...]]:
    """What the gem area may hold when he looks at it: all refills of an empty one."""
    if space.gems or not space.face_up:
        return (space.gems,)
    count = min(GEMS_PER_AREA, state.drawable)
    short = state.bag.total < count
    pool = state.bag.plus(state.discards) if short else state.bag
    kinds = [color for color, _ in pool]
    return (
        gems for gems in combinations_with_replacement(kinds, count) if pool.covers(gems_of(gems))
    )
