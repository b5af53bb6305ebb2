"""What to move in THE Legend's turn, in at most three lines, and his other turns in one."""

from collections.abc import Sequence

from assistant.core.errors import N_, Message
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.draws import dealt, needs
from assistant.games.forgotten_treasures.legend.exploration import GEMS_PER_AREA, listed
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    LegendMove,
    PlayerTurn,
    SetUp,
)
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, Taken


def foretold(state: SoloState) -> LegendMove:
    """His move with the gems that the app will draw for it, for the lines to name them."""
    step = dealt(state, LegendMove())
    assert isinstance(step, LegendMove)
    return step


def legend_lines(state: SoloState, turn: LegendTurn) -> tuple[Message, ...]:
    """What to do in his turn: his gems, his domino, and what comes in their place."""
    step, need = foretold(state), needs(state, LegendMove())
    return (
        _gems_line(turn, need.bag_draw, step.bag_draw),
        _domino_line(turn, need.pile_from),
        _refill_line(turn, need.drawn, step.drawn),
    )


def laid_out(game: SoloGame) -> Message | None:
    """What the app drew or dealt in the last step and the table does not show yet."""
    match game.steps[-1:]:
        case [SetUp(gems_by_app=gems, dominoes_by_app=dominoes)] if gems or dominoes:
            return Message(N_("Lay everything out as it is drawn here."))
        case [PlayerTurn(space=space, drawn=drawn)] if drawn and game.state.gems_by_app:
            return Message(
                N_("Refill space %(space)d with %(gems)s."), {"space": space, "gems": listed(drawn)}
            )
        case [BecomeDraw(gem=gem)] if gem and game.state.gems_by_app:
            return Message(N_("Give THE Legend %(gem)s from the bag."), {"gem": gem})
    return None


def would_do(turn: LegendTurn) -> Message:
    """A turn that he would do, in one line."""
    domino = Message(N_("the domino of space %(space)d"), {"space": turn.domino_from})
    if not turn.taken:
        return Message(N_("no gem; %(domino)s, and 1 gem from the bag"), {"domino": domino})
    return Message(N_("%(gems)s; %(domino)s"), {"gems": _taken(turn.taken), "domino": domino})


def _gems_line(turn: LegendTurn, draws: bool, drawn: Color | None) -> Message:
    if turn.taken:
        return Message(N_("Give him %(gems)s."), {"gems": _taken(turn.taken)})
    if not draws:
        return Message(N_("He finds no gem, and the bag is empty."))
    if drawn is None:
        return Message(N_("He finds no gem: draw 1 from the bag for him."))
    return Message(N_("He finds no gem: give him %(gem)s from the bag."), {"gem": drawn})


def _domino_line(turn: LegendTurn, empty: bool) -> Message:
    if empty:
        return Message(
            N_(
                "Put the domino of space %(space)d on his pile. Pile %(space)d is empty then: put"
                " the bottom half of another pile there."
            ),
            {"space": turn.domino_from},
        )
    return Message(
        N_("Put the domino of space %(space)d on his pile."), {"space": turn.domino_from}
    )


def _refill_line(turn: LegendTurn, count: int, drawn: Sequence[Color]) -> Message:
    flip = {"pile": turn.flip}
    if not turn.refill:
        return Message(N_("Flip pile %(pile)d."), flip)
    if not count:
        return Message(N_("Flip pile %(pile)d; there are no gems to refill with."), flip)
    if not drawn:
        one = N_("Refill space %(spaces)s with 3 gems from the bag, then flip pile %(pile)d.")
        more = N_("Refill spaces %(spaces)s with 3 gems each, then flip pile %(pile)d.")
        template = one if len(turn.refill) == 1 else more
        return Message(template, flip | {"spaces": listed(turn.refill)})
    refills = [
        Message(
            N_("space %(space)d with %(gems)s"),
            {
                "space": space,
                "gems": listed(drawn[GEMS_PER_AREA * at : GEMS_PER_AREA * (at + 1)]),
            },
        )
        for at, space in enumerate(turn.refill)
        if len(drawn) > GEMS_PER_AREA * at
    ]
    return Message(
        N_("Refill %(refills)s, then flip pile %(pile)d."), flip | {"refills": listed(refills)}
    )


def _taken(taken: Sequence[Taken]) -> Message:
    if len(taken) > 1 and taken[0] == taken[1]:
        return Message(
            N_("two %(gem)s gems from space %(space)d"),
            {"gem": taken[0].gem, "space": taken[0].space},
        )
    return listed(
        [
            Message(
                N_("the %(gem)s gem from space %(space)d"), {"gem": each.gem, "space": each.space}
            )
            for each in taken
        ]
    )
