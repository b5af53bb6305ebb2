"""What is wrong with a layout, everything at once, for the correction screen.

A layout with problems can still be scored; each problem names the cells to look at.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.core.dominoes import gaps, icons_split, stage_tilings
from assistant.core.errors import N_, Message
from assistant.core.layout import Blank, Layout, Stage
from assistant.core.pieces import Block, Color

MAX_ICONS = 2
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Problem:
    """One thing that the rules do not allow, and the (stage, row, column) cells it is about."""

    message: Message
    places: tuple[Place, ...] = ()

    def __str__(self) -> str:
        return str(self.message)


def _problem(template: str, places: Iterable[Place], **details: Any) -> Problem:
    return Problem(Message(template, details), tuple(places))


@dataclass(frozen=True)
class DeckLimits:
    """How many blocks and icons of each colour the dominoes of a game hold in all."""

    blocks: Mapping[Color, int]
    icons: Mapping[Color, int]


def problems(layout: Layout, limits: DeckLimits | None = None) -> tuple[Problem, ...]:
    """Everything in a layout that breaks a rule, in the order of the stages."""
    found: list[Problem] = []
    for number, stage in enumerate(layout.stages, start=1):
        found += _crowded_blocks(number, stage)
        found += _gap_problems(number, stage)
        found += _icon_problems(number, stage)
    if limits:
        found += _deck_problems(layout, limits)
    return tuple(found)


def _crowded_blocks(number: int, stage: Stage) -> Iterator[Problem]:
    for row, column, cell in stage.places():
        if isinstance(cell, Block) and cell.icon_count > MAX_ICONS:
            yield _problem(
                N_(
                    "Stage %(stage)d, row %(row)d, column %(column)d has %(count)d icons;"
                    " a block has at most 2."
                ),
                ((number, row, column),),
                stage=number,
                row=row + 1,
                column=column + 1,
                count=cell.icon_count,
            )


def _gap_problems(number: int, stage: Stage) -> Iterator[Problem]:
    holes = gaps(stage)
    if not holes:
        return
    room = sorted(
        (cell, neighbour)
        for cell in holes
        for neighbour in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if neighbour in holes
    )
    if room:
        places = tuple((number, *cell) for cell in sorted({c for pair in room for c in pair}))
        yield _problem(
            N_("Stage %(stage)d has two gaps side by side: a domino still fits there."),
            places,
            stage=number,
        )
    if not stage_tilings(stage):
        yield _problem(
            N_("The blocks of stage %(stage)d cannot be laid with dominoes: check its gaps."),
            tuple((number, *cell) for cell in sorted(holes)),
            stage=number,
        )
    if number == 1 and not _connected(stage):
        yield _problem(
            N_("The dominoes of stage 1 must be connected to each other: check its gaps."),
            tuple((number, *cell) for cell in sorted(holes)),
        )


def _connected(stage: Stage) -> bool:
    todo = {(row, column) for row, column, cell in stage.places() if cell is not Blank.GAP}
    stack = [todo.pop()] if todo else []
    while stack:
        row, column = stack.pop()
        for near in ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)):
            if near in todo:
                todo.remove(near)
                stack.append(near)
    return not todo


def _icon_problems(number: int, stage: Stage) -> Iterator[Problem]:
    blocks = [(row, column, cell) for row, column, cell in stage.places() if cell is not Blank.GAP]
    known = all(isinstance(cell, Block) and cell.icons is not None for _, _, cell in blocks)
    if known and stage_tilings(stage) and not icons_split(stage):
        yield _problem(
            N_(
                "The icons of stage %(stage)d cannot be right: each domino carries exactly two,"
                " and no laying of dominoes gives that. Check its icons."
            ),
            tuple((number, row, column) for row, column, _ in blocks),
            stage=number,
        )


def _deck_problems(layout: Layout, limits: DeckLimits) -> Iterator[Problem]:
    blocks = list(layout.blocks())
    for color, most in limits.blocks.items():
        own = [(stage, row, column) for stage, row, column, b in blocks if b.color is color]
        if len(own) > most:
            yield _problem(
                N_("%(count)d %(color)s blocks: the game has only %(most)d."),
                tuple(own),
                count=len(own),
                color=color,
                most=most,
            )
    for color, most in limits.icons.items():
        count = sum(b.icon_count for *_, b in blocks if b.color is color)
        if count > most:
            yield _problem(
                N_("%(count)d %(color)s icons: the game has only %(most)d."),
                tuple((s, r, c) for s, r, c, b in blocks if b.color is color),
                count=count,
                color=color,
                most=most,
            )
