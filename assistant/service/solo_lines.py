"""What the hands move in THE Legend's turn and after the app has drawn: one line for each thing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.core.errors import N_, Message
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.draws import dealt, needs
from assistant.games.forgotten_treasures.legend.exploration import GEMS_PER_AREA, gems_of, listed
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    LegendMove,
    PlayerTurn,
    SetUp,
)
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, Taken

DOMINO, FLIP = "domino", "flip"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that the hands do.

    Attributes:
        text: what to do, in words.
        gems: the gems that it is about, drawn beside the words.
        sign: `DOMINO` or `FLIP` if it is about a domino or a pile.
    """

    text: Message
    gems: tuple[Color, ...] = ()
    sign: str = ""

    @property
    def counted(self) -> Inventory:
        """The gems, each kind with its number."""
        return gems_of(self.gems)

    def __str__(self) -> str:
        """The line in words alone."""
        return f"{self.text} {', '.join(self.gems)}".rstrip()


def line(template: str, gems: Sequence[Color] = (), sign: str = "", **details: object) -> Line:
    """A line of a translatable sentence."""
    return Line(Message(template, details), tuple(gems), sign)


def foretold(state: SoloState) -> LegendMove:
    """His move with the gems that the app will draw for it, for the lines to name them."""
    step = dealt(state, LegendMove())
    assert isinstance(step, LegendMove)
    return step


def legend_lines(state: SoloState, turn: LegendTurn) -> tuple[Line, ...]:
    """What to do in his turn; gems that are drawn by hand are asked for and have no line."""
    step, need = foretold(state), needs(state, LegendMove())
    lines = [*_gem_lines(turn, need.bag_draw, step.bag_draw)]
    lines.append(
        line(N_("domino of space %(space)d onto his pile"), sign=DOMINO, space=turn.domino_from)
    )
    lines += bag_lines(state, need.drawn + need.bag_draw)
    if state.last_turn_played:
        return tuple(lines)
    lines += _refill_lines(turn, need.drawn, step.drawn)
    if need.pile_from:
        lines.append(
            line(
                N_("Pile %(pile)d is empty: lay the bottom half of another pile there."),
                sign=DOMINO,
                pile=turn.flip,
            )
        )
    lines.append(line(N_("flip pile %(pile)d"), sign=FLIP, pile=turn.flip))
    return tuple(lines)


def bag_lines(state: SoloState, count: int) -> tuple[Line, ...]:
    """How to draw so many gems when the bag does not hold them: the discards go back first."""
    inside, beside = state.bag.total, state.discards.total
    if count <= inside or not beside:
        return ()
    if not inside:
        return (
            line(
                N_("The bag is empty: put the %(beside)d discards into it, then draw %(rest)d."),
                beside=beside,
                rest=count,
            ),
        )
    return (
        line(
            N_(
                "The bag runs empty: draw %(inside)d, put the %(beside)d discards into the bag,"
                " draw %(rest)d more."
            ),
            inside=inside,
            beside=beside,
            rest=count - inside,
        ),
    )


def refilled(spaces: Sequence[int], drawn: int) -> tuple[tuple[int, int], ...]:
    """(space, gems it gets) when so many gems refill these spaces, the leftmost first."""
    left = [drawn - GEMS_PER_AREA * at for at in range(len(spaces))]
    return tuple(
        (space, min(GEMS_PER_AREA, count))
        for space, count in zip(spaces, left, strict=True)
        if count > 0
    )


def laid_out(game: SoloGame) -> tuple[Line, ...]:
    """What the app drew or settled in the last step and the table does not show yet."""
    match game.steps[-1:]:
        case [SetUp(gems_by_app=gems, dominoes_by_app=dominoes)] if gems or dominoes:
            return (line(N_("Lay everything out as it is drawn here.")),)
        case [PlayerTurn(space=space, drawn=drawn)] if drawn and game.state.gems_by_app:
            before = SoloGame.of(game.steps[:-1]).state
            return (
                *bag_lines(before, len(drawn)),
                line(N_("from the bag into space %(space)d"), drawn, space=space),
            )
        case [BecomeDraw(gem=gem)] if gem and game.state.gems_by_app:
            return (line(N_("from the bag to THE Legend"), [gem]),)
        case [*_, Correction(extra_draw_back=True)]:
            before = SoloGame.of(game.steps[:-1]).state
            return _extra_draw_back(before.extra_draw)
    return ()


def would_do(turn: LegendTurn) -> Message:
    """A turn that he would do, in one line."""
    domino = Message(N_("the domino of space %(space)d"), {"space": turn.domino_from})
    if not turn.taken:
        return Message(N_("no gem; %(domino)s, and 1 gem from the bag"), {"domino": domino})
    return Message(N_("%(gems)s; %(domino)s"), {"gems": _taken(turn.taken), "domino": domino})


def _extra_draw_back(gem: Color | None) -> tuple[Line, ...]:
    if gem is None:
        return ()
    return (
        line(
            N_(
                "He had fewer than 7 mythical gems when the stage began: his extra gem goes back"
                " into the bag."
            ),
            [gem],
        ),
    )


def _gem_lines(turn: LegendTurn, draws: bool, drawn: Color | None) -> Iterator[Line]:
    """The gems he takes, those of one space together."""
    for space in dict.fromkeys(taken.space for taken in turn.taken):
        gems = [taken.gem for taken in turn.taken if taken.space == space]
        yield line(N_("from space %(space)d to him"), gems, space=space)
    if turn.taken:
        return
    if not draws:
        yield line(N_("He finds no gem, and the bag is empty."))
    elif drawn is None:
        yield line(N_("He finds no gem: draw 1 from the bag for him."))
    else:
        yield line(N_("from the bag to him: he finds no gem"), [drawn])


def _refill_lines(turn: LegendTurn, count: int, drawn: Sequence[Color]) -> Iterator[Line]:
    """One line a space: the gems that the app draws, or that there are none."""
    told = refilled(turn.refill, count)
    if drawn:
        for at, (space, own) in enumerate(told):
            gems = drawn[GEMS_PER_AREA * at : GEMS_PER_AREA * at + own]
            yield line(N_("from the bag into space %(space)d"), gems, space=space)
    for space in turn.refill[len(told) :]:
        yield line(N_("Space %(space)d stays empty: there are no gems left."), space=space)


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
