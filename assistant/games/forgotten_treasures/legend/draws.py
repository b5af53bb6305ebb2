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
    gems_of,
    shuffled_deck,
    supply,
)
from assistant.games.forgotten_treasures.legend.play import (
    apply,
    check_choice,
    check_due,
    decided,
    player_takes,
    without,
)
from assistant.games.forgotten_treasures.legend.state import SoloState, becomes_due
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    Expecting,
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
        domino: whether the icons of the domino that THE Legend takes are not known.
    """

    drawn: int = 0
    bag_draw: bool = False
    pile_from: bool = False
    domino: bool = False


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
    if isinstance(step, Correction):
        return _judged(state, step)
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


def _judged(state: SoloState, step: Correction) -> Correction:
    """The correction with THE Legend's extra draw judged again, if no turn was played since.

    What is judged is written into the step, so that games of earlier versions replay as they were.
    """
    after = apply(state, step)
    at_start = after.phase in (Expecting.PLAYER_TURN, Expecting.BECOME_DRAW) and after.turn == 0
    if not at_start or after.stage == 1 or step.phase is not None:
        return step
    drawn = gems_of((after.extra_draw,) if after.extra_draw else ())
    if not after.legend.covers(drawn):
        return step
    due = becomes_due(replace(after, legend=after.legend.minus(drawn)))
    if after.extra_draw:
        return step if due else replace(step, extra_draw_back=True)
    phase = Expecting.BECOME_DRAW if due else Expecting.PLAYER_TURN
    return step if phase is after.phase else replace(step, phase=phase)


def _needs_of_player(state: SoloState, step: PlayerTurn) -> Needs:
    check_choice(state.area, step)
    after = without(state.area, player_takes(step), step.space)
    emptied = not after[step.space].gems
    return Needs(
        drawn=min(GEMS_PER_AREA, state.drawable) if emptied else 0,
        pile_from=after[step.space].pile == 0,
    )


def _needs_of_legend(state: SoloState) -> Needs:
    turn = decided(state)
    bag_draw = turn.bag_draw > 0 and state.drawable > 0
    if state.last_turn_played:
        return Needs(bag_draw=bag_draw)
    return Needs(
        drawn=min(GEMS_PER_AREA * len(turn.refill), state.drawable),
        bag_draw=bag_draw,
        pile_from=without(state.area, turn.taken, turn.domino_from)[turn.domino_from].pile == 0,
        domino=state.area[turn.domino_from].icons is None,
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
