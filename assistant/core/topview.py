"""The pyramid seen from above: at each quadrant the highest block there."""

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.core.geometry import Frame
from assistant.core.layout import Blank, Cell, Layout
from assistant.core.pieces import QUADRANT_BITS, Block, Color


@dataclass(frozen=True, slots=True)
class TopView:
    """What is seen from above, as quadrant masks on ``frame``.

    Attributes:
        colors: for each visible colour its quadrants.
        icons: quadrants with a visible icon.
        unknown: quadrants whose block, or whose icon, is visible but not known.
        links: pairs of quadrants that are one block seen on its diagonal only, and so one piece.
    """

    frame: Frame
    colors: tuple[tuple[Color, int], ...]
    icons: int
    unknown: int
    links: tuple[int, ...]


def top_view(layout: Layout) -> TopView:
    """The view of a layout from above (rules: "Top view").

    A gap shows what lies below it, down to the table.
    """
    colors: dict[Color, int] = {}
    icons = unknown = 0
    links = []
    for *_, cell, bits, seen in _seen(layout):
        if not isinstance(cell, Block):
            unknown |= seen
            continue
        colors[cell.color] = colors.get(cell.color, 0) | seen
        if cell.icons is None:
            unknown |= seen
        else:
            icons |= seen & _quadrants_at(bits, cell.icons)
        if seen in (bits[0] | bits[3], bits[1] | bits[2]):
            links.append(seen)
    visible = tuple((color, mask) for color, mask in colors.items() if mask)
    return TopView(layout.frame, visible, icons, unknown, tuple(links))


def visible_quadrants(layout: Layout) -> dict[tuple[int, int, int], int]:
    """For each cell (stage, row, column) that is no gap, the mask of its visible quadrants.

    Bits as in `Block.icons`; cells that are wholly covered give 0.
    """
    return {
        (stage, row, column): sum(
            quadrant for bit, quadrant in zip(bits, QUADRANT_BITS, strict=True) if bit & seen
        )
        for stage, row, column, _, bits, seen in _seen(layout)
    }


def _seen(
    layout: Layout,
) -> Iterator[tuple[int, int, int, Cell, tuple[int, int, int, int], int]]:
    """Highest stage first: stage, row, column, cell, its quadrants' bits, those seen."""
    frame = layout.frame
    covered = 0
    for number in range(len(layout.stages), 0, -1):
        own = 0
        for row, column, cell in layout.stages[number - 1].places():
            if cell is not Blank.GAP:
                bits = frame.block_bits(number, row, column)
                mask = sum(bits)
                own |= mask
                yield number, row, column, cell, bits, mask & ~covered
        covered |= own


def _quadrants_at(bits: tuple[int, int, int, int], icons: int) -> int:
    return sum(bit for bit, quadrant in zip(bits, QUADRANT_BITS, strict=True) if icons & quadrant)
