"""Where things are: stage frames, quadrants and sets of quadrants as bit masks.

A block is a square of 2 x 2 quadrants; stages are centred on each other, so block corners of
stage k sit on block centres of stage k-1 (rules: "Geometry shared by the two domino games").
The quadrants of the base, at most 10 x 8, fit one int: bit ``y * width + x``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

STAGE_COUNT = 4
BASE_SHAPES = ((5, 4), (4, 5))


@dataclass(frozen=True, slots=True, order=True)
class Quadrant:
    """A quarter of a block, counted from the top-left corner of stage 1."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The quadrant grid of a pyramid whose stage 1 has ``columns`` x ``rows`` blocks."""

    columns: int
    rows: int

    @property
    def width(self) -> int:
        """Quadrants from left to right."""
        return 2 * self.columns

    @property
    def height(self) -> int:
        """Quadrants from top to bottom."""
        return 2 * self.rows

    def stage_shape(self, stage: int) -> tuple[int, int]:
        """(columns, rows) in blocks of stage 1 to 4."""
        return self.columns - stage + 1, self.rows - stage + 1

    def bit(self, x: int, y: int) -> int:
        """The mask with only quadrant (x, y)."""
        return 1 << (y * self.width + x)

    def block_bits(self, stage: int, row: int, column: int) -> tuple[int, int, int, int]:
        """The masks of a block's quadrants: top-left, top-right, bottom-left, bottom-right."""
        return _block_bits(self, stage, row, column)

    def block_mask(self, stage: int, row: int, column: int) -> int:
        """The mask of all four quadrants of a block."""
        return sum(self.block_bits(stage, row, column))

    def quadrants(self, mask: int) -> Iterator[Quadrant]:
        """The quadrants of a mask, row by row."""
        while mask:
            lowest = mask & -mask
            y, x = divmod(lowest.bit_length() - 1, self.width)
            yield Quadrant(x, y)
            mask ^= lowest

    def flood(self, seed: int, within: int) -> int:
        """All of ``within`` that is joined edge to edge with ``seed`` (a part of it)."""
        width = self.width
        not_left, not_right = _side_masks(self)
        reached = seed
        while True:
            wider = (
                reached
                | (reached << width)
                | (reached >> width)
                | ((reached << 1) & not_left)
                | ((reached >> 1) & not_right)
            ) & within
            if wider == reached:
                return reached
            reached = wider


@cache
def _side_masks(frame: Frame) -> tuple[int, int]:
    """Masks of all quadrants but the leftmost, and but the rightmost, column."""
    rows = range(frame.height)
    full = (1 << (frame.width * frame.height)) - 1
    left = sum(frame.bit(0, y) for y in rows)
    return full ^ left, full ^ (left << (frame.width - 1))


@cache
def _block_bits(frame: Frame, stage: int, row: int, column: int) -> tuple[int, int, int, int]:
    x, y = stage - 1 + 2 * column, stage - 1 + 2 * row
    return (
        frame.bit(x, y),
        frame.bit(x + 1, y),
        frame.bit(x, y + 1),
        frame.bit(x + 1, y + 1),
    )


def turn_mask(mask: int) -> int:
    """A block's icon mask after a quarter turn clockwise."""
    return (mask & 4) >> 2 | (mask & 1) << 1 | (mask & 8) >> 1 | (mask & 2) << 2
