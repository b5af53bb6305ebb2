"""What a step of a solo game still has to say, and what the app draws for it.

The same moment of a game always draws the same gems: the generator is seeded with the game's
seed and the number of gems drawn before. So undo cannot be used to draw again.
"""

from dataclasses import dataclass, replace
from random import Random

from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import (
    FACE_UP_AT_SETUP,
    GEMS_PER_AREA,
    NO_GEMS,
    SPACE_COUNT,
    Space,
    dealt_piles,
    drawn_gems,
    shuffled_deck,
    supply,
)
from assistant.games.forgotten_treasures.legend.play import (
    check_choice,
    check_due,
    decided,
    player_takes,
    without,
)
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    LegendMove,
    PlayerTurn,
    SetUp,
    Step,
)


@dataclass(frozen=True, slots=True)
class Needs:
    """What a turn has to say besides the choices.

    Attributes:
        drawn: how many gems are drawn for emptied areas.
        bag_draw: whether THE Legend draws a gem from the bag for himself.
        pile_from: whether a pile is known to be emptied, so that another has to refill it.
        icons: whether what the flip shows is not known; it may be left out.
    """

    drawn: int = 0
    bag_draw: bool = False
    pile_from: bool = False
    icons: bool = False


def needs(state: SoloState, step: Step) -> Needs:
    """What this step has to say at this moment; its own answers are not looked at.

    Raises:
        InputError: the player's choice is not possible.
        OrderError: it is not THE Legend's turn, or his icons are not known.
    """
    if isinstance(step, PlayerTurn):
        return _needs_of_player(state, step)
    if isinstance(step, LegendMove):
        return _needs_of_legend(state)
    return Needs(bag_draw=isinstance(step, BecomeDraw) and state.drawable > 0)


def dealt(state: SoloState, step: Step) -> Step:
    """The step with what the app draws, where the app draws and the step does not say.

    Raises:
        OrderError: the step is not due now.
        InputError: the player's choice is not possible.
    """
    check_due(state, step)
    if isinstance(step, SetUp):
        return _dealt_set_up(step)
    if not state.gems_by_app:
        return step
    if isinstance(step, PlayerTurn) and not step.drawn:
        return replace(step, drawn=_draw(state, needs(state, step).drawn))
    if isinstance(step, LegendMove):
        need = needs(state, step)
        if need.drawn and not step.drawn:
            return replace(step, drawn=_draw(state, need.drawn))
        if need.bag_draw and step.bag_draw is None:
            return replace(step, bag_draw=_draw(state, 1)[0])
    if isinstance(step, BecomeDraw) and step.gem is None and state.drawable:
        return replace(step, gem=_draw(state, 1)[0])
    return step


def _needs_of_player(state: SoloState, step: PlayerTurn) -> Needs:
    check_choice(state.area, step)
    after = without(state.area, player_takes(step), step.space)
    emptied = not after[step.space].gems
    return Needs(
        drawn=min(GEMS_PER_AREA, state.drawable) if emptied else 0,
        pile_from=after[step.space].pile == 0,
        icons=after[step.reveal].icons is None and not state.dominoes_by_app,
    )


def _needs_of_legend(state: SoloState) -> Needs:
    turn = decided(state)
    after = without(state.area, turn.taken, turn.domino_from)[turn.domino_from]
    return Needs(
        drawn=min(GEMS_PER_AREA * len(turn.refill), state.drawable),
        bag_draw=turn.bag_draw > 0 and state.drawable > 0,
        pile_from=after.pile == 0,
        icons=after.icons is None and not state.dominoes_by_app,
    )


def _draw(state: SoloState, count: int) -> tuple[Color, ...]:
    rng = Random(f"{state.seed}/{state.draws}")
    return drawn_gems(state.bag, state.discards, count, rng)


def _dealt_set_up(step: SetUp) -> SetUp:
    """The set-up with gems, dominoes or both dealt by the app (rules: set-up).

    A wrong number of spaces is left for the set-up itself to refuse.
    """
    if step.spaces and len(step.spaces) != SPACE_COUNT:
        return step
    rng = Random(f"{step.seed}/set-up")
    spaces, icons = step.spaces, step.icons
    if step.dominoes_by_app and icons is None:
        first, *rest = shuffled_deck(rng)
        gems = [space.gems for space in spaces] or [()] * SPACE_COUNT
        icons = first
        spaces = tuple(
            replace(pile, gems=lying) for pile, lying in zip(dealt_piles(rest), gems, strict=True)
        )
    if not spaces:
        spaces = tuple(Space(number + 1 in FACE_UP_AT_SETUP) for number in range(SPACE_COUNT))
    if step.gems_by_app and not any(space.gems for space in spaces):
        count = GEMS_PER_AREA * len(spaces)
        gems_drawn = drawn_gems(supply(step.rules.spare_gems), NO_GEMS, count, rng)
        spaces = tuple(
            replace(space, gems=gems_drawn[GEMS_PER_AREA * at : GEMS_PER_AREA * (at + 1)])
            for at, space in enumerate(spaces)
        )
    return replace(step, icons=icons, spaces=spaces)
