"""Stages and layouts: what lies on the table, whether or not the rules allow it.

A layout that breaks a rule can still be held and shown; `assistant.core.problems` lists what
is wrong with it, all at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from assistant.core.errors import N_, LayoutError
from assistant.core.geometry import BASE_SHAPES, STAGE_COUNT, Frame, turn_mask
from assistant.core.pieces import Block


class Blank(Enum):
    """A cell without a known block."""

    GAP = "--"
    UNKNOWN = "??"

    def __repr__(self) -> str:
        return self.value


Cell = Block | Blank


@dataclass(frozen=True, slots=True)
class Stage:
    """The cells of one stage, row by row from the top left of the view."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        row, column = place
        return self.cells[row * self.columns + column]

    def places(self) -> Iterator[tuple[int, int, Cell]]:
        """(row, column, cell) of every cell."""
        for position, cell in enumerate(self.cells):
            yield *divmod(position, self.columns), cell

    def turned(self) -> "Stage":
        """The stage after a quarter turn clockwise, icons included."""
        return Stage(
            self.rows,
            self.columns,
            tuple(
                _turned_cell(self[self.rows - 1 - column, row])
                for row in range(self.columns)
                for column in range(self.rows)
            ),
        )

    def __repr__(self) -> str:
        rows = (
            self.cells[start : start + self.columns]
            for start in range(0, len(self.cells), self.columns)
        )
        return "/".join("".join(map(repr, row)) for row in rows)


def _turned_cell(cell: Cell) -> Cell:
    if isinstance(cell, Block) and cell.icons is not None:
        return Block(cell.color, turn_mask(cell.icons))
    return cell


@dataclass(frozen=True, slots=True)
class Layout:
    """One to four stages, stage 1 first; its ``repr`` is the notation.

    Raises:
        LayoutError: the stages do not have the shapes of a pyramid.
    """

    stages: tuple[Stage, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.stages) <= STAGE_COUNT:
            raise LayoutError(
                N_("A pyramid has 1 to 4 stages, not %(count)d."), count=len(self.stages)
            )
        if (self.stages[0].columns, self.stages[0].rows) not in BASE_SHAPES:
            raise LayoutError(
                N_("Stage 1 is 5x4 or 4x5 blocks, not %(columns)dx%(rows)d."),
                columns=self.stages[0].columns,
                rows=self.stages[0].rows,
            )
        for number, stage in enumerate(self.stages, start=1):
            columns, rows = self.frame.stage_shape(number)
            if (stage.columns, stage.rows, len(stage.cells)) != (columns, rows, columns * rows):
                raise LayoutError(
                    N_("Stage %(stage)d must be %(columns)dx%(rows)d blocks on this stage 1."),
                    stage=number,
                    columns=columns,
                    rows=rows,
                )

    @property
    def frame(self) -> Frame:
        """The quadrant grid of this pyramid."""
        return Frame(self.stages[0].columns, self.stages[0].rows)

    def blocks(self) -> Iterator[tuple[int, int, int, Block]]:
        """(stage, row, column, block) of every known block, lowest stage first."""
        for number, stage in enumerate(self.stages, start=1):
            for row, column, cell in stage.places():
                if isinstance(cell, Block):
                    yield number, row, column, cell

    def turned(self, quarters: int = 1) -> "Layout":
        """The layout after ``quarters`` quarter turns clockwise."""
        stages = self.stages
        for _ in range(quarters % 4):
            stages = tuple(stage.turned() for stage in stages)
        return Layout(stages)

    def with_stage(self, number: int, stage: Stage) -> "Layout":
        """The layout with stage ``number`` replaced, or added on top."""
        return Layout((*self.stages[: number - 1], stage, *self.stages[number:]))

    def __repr__(self) -> str:
        return " ".join(map(repr, self.stages))


def empty_stage(frame: Frame, number: int, cell: Cell = Blank.UNKNOWN) -> Stage:
    """Stage ``number`` of a pyramid on ``frame`` with the same cell everywhere."""
    columns, rows = frame.stage_shape(number)
    return Stage(columns, rows, (cell,) * (columns * rows))
