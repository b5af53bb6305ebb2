"""What the hands do at the end of a stage, and what they put back after undo."""

from collections.abc import Iterator, Sequence

from assistant.core.errors import N_
from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.legend.game import START, SoloGame
from assistant.games.forgotten_treasures.legend.play import apply, decided
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    LegendMove,
    PlayerTurn,
    StageEnd,
    Step,
)
from assistant.service.solo_lines import DOMINO, FLIP, Line, line

STAGE_SIZES = ("5 × 4", "4 × 3", "3 × 2", "2 × 1")


def stage_end_lines(game: SoloGame) -> tuple[Line, ...]:
    """What to do now that a stage is over and the next one begins; nothing at other moments."""
    if not game.steps or not isinstance(game.steps[-1], StageEnd) or game.state.player_points == ():
        return ()
    step = game.steps[-1]
    before, after = SoloGame.of(game.steps[:-1]).state, game.state
    if after.stage == before.stage:
        return ()
    return tuple(_stage_end(step, before, after))


def put_back(before: SoloState, step: Step) -> tuple[Line, ...]:
    """What the hands put back when this step, played in the state ``before``, is undone."""
    match step:
        case PlayerTurn():
            return tuple(_player_back(before, step))
        case LegendMove():
            return tuple(_legend_back(before, step))
        case BecomeDraw(gem=gem) if gem:
            return tuple(_into_the_bag(before, (gem,)))
        case StageEnd():
            return tuple(_stage_back(before, apply(before, step)))
    return ()


def put_back_all(steps: Sequence[Step], undone: Sequence[Step]) -> tuple[tuple[Line, ...], ...]:
    """What to put back of each undone step, the last one played first.

    Args:
        steps: those that are still played.
        undone: those taken back, in the order in which they were played.
    """
    state, found = START if not steps else SoloGame.of(steps).state, []
    for step in undone:
        found.append(put_back(state, step))
        state = apply(state, step)
    return tuple(lines for lines in reversed(found) if lines)


def _stage_end(step: StageEnd, before: SoloState, after: SoloState) -> Iterator[Line]:
    cut = before.player.minus(step.spent).minus(after.player)
    yield from _if_any(
        line(N_("his coloured gems, beside the bag"), _each(before.legend.minus(after.legend)))
    )
    yield from _if_any(line(N_("the gems you placed, beside the bag"), _each(step.spent)))
    yield from _if_any(line(N_("those you do not keep, beside the bag"), _each(cut)))
    yield line(N_("you keep"), _each(after.player))
    yield line(N_("he keeps"), _each(after.legend))
    yield line(
        N_(
            "Stage %(stage)d: %(size)s blocks, %(count)d dominoes, on top of stage %(below)d. Each"
            " corner of a domino lies on the centre of a block."
        ),
        sign=DOMINO,
        stage=after.stage,
        size=STAGE_SIZES[after.stage - 1],
        count=FORGOTTEN_TREASURES.turns[after.stage - 1],
        below=after.stage - 1,
    )


def _player_back(before: SoloState, step: PlayerTurn) -> Iterator[Line]:
    yield line(N_("pile %(pile)d: face down again"), sign=FLIP, pile=step.reveal)
    yield from _into_the_bag(before, step.drawn)
    yield from _half_back(step.space, step.pile_from)
    yield line(N_("your domino back on pile %(pile)d, face up"), sign=DOMINO, pile=step.space)
    if step.gem:
        yield line(N_("from you back into space %(space)d"), [step.gem], space=step.space)


def _legend_back(before: SoloState, step: LegendMove) -> Iterator[Line]:
    turn = decided(before)
    if not before.last_turn_played:
        yield line(N_("pile %(pile)d: face down again"), sign=FLIP, pile=turn.flip)
    drawn = (*step.drawn, step.bag_draw) if step.bag_draw else step.drawn
    yield from _into_the_bag(before, drawn)
    yield from _half_back(turn.domino_from, step.pile_from)
    yield line(N_("his domino back on pile %(pile)d, face up"), sign=DOMINO, pile=turn.domino_from)
    for space in dict.fromkeys(taken.space for taken in turn.taken):
        gems = [taken.gem for taken in turn.taken if taken.space == space]
        yield line(N_("from him back into space %(space)d"), gems, space=space)


def _stage_back(before: SoloState, after: SoloState) -> Iterator[Line]:
    yield from _if_any(line(N_("back to you"), _each(before.player.minus(after.player))))
    yield from _if_any(line(N_("back to him"), _each(before.legend.minus(after.legend))))


def _into_the_bag(before: SoloState, drawn: Sequence[Color]) -> Iterator[Line]:
    """The drawn gems; if the discards had to go into the bag, they come out again."""
    if not drawn:
        return
    yield line(N_("back into the bag"), drawn)
    if len(drawn) > before.bag.total and before.discards.total:
        yield line(N_("out of the bag again, beside it"), _each(before.discards))


def _half_back(space: int, pile_from: int | None) -> Iterator[Line]:
    if pile_from is not None:
        yield line(
            N_("all dominoes of pile %(space)d back under pile %(source)d"),
            sign=DOMINO,
            space=space,
            source=pile_from,
        )


def _each(gems: Inventory) -> tuple[Color, ...]:
    return tuple(color for color, count in gems for _ in range(count))


def _if_any(told: Line) -> tuple[Line, ...]:
    return (told,) if told.gems else ()
