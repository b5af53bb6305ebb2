"""The pyramid seen from above: at each quadrant the highest block there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from assistant.core.geometry import Frame, Quadrant
from assistant.core.layout import Blank, Layout
from assistant.core.pieces import ALL_QUADRANTS, QUADRANT_BITS, Block, Color

Place = tuple[int, int, int]

_CORNERS = tuple(
    tuple(corner for corner, bit in enumerate(QUADRANT_BITS) if mask & bit)
    for mask in range(ALL_QUADRANTS + 1)
)
_TABLES = 2000
"""Tables that are kept: most pyramids have no gap, and so the same few."""


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
    """The view of a layout from above (rules: "Top view")."""
    colors: dict[Color, int] = {}
    icons = unknown = 0
    links = []
    for (stage, row, column), seen in seen_from_above(layout).items():
        if not seen:
            continue
        cell = layout.stages[stage - 1][row, column]
        if not isinstance(cell, Block):
            unknown |= seen
            continue
        colors[cell.color] = colors.get(cell.color, 0) | seen
        bits = layout.frame.block_bits(stage, row, column)
        if cell.icons is None:
            unknown |= seen
        elif cell.icons:
            for corner in corners(cell.icons):
                icons |= seen & bits[corner]
        if seen in (bits[0] | bits[3], bits[1] | bits[2]):
            links.append(seen)
    return TopView(layout.frame, tuple(colors.items()), icons, unknown, tuple(links))


def visible_quadrants(layout: Layout) -> Mapping[Place, int]:
    """For each cell that is no gap, which of its own quadrants are seen, as in `Block.icons`.

    Cells that are wholly covered give 0.
    """
    return _own_quadrants(layout.frame, len(layout.stages), gaps(layout))


@lru_cache(_TABLES)
def owners(
    frame: Frame, stages: int, gaps: frozenset[Place] = frozenset()
) -> Mapping[Quadrant, tuple[Place, int]]:
    """Whose each quadrant is, seen from above: a block, and which of its quadrants, 0 to 3.

    Row by row; quadrants at which the table is seen are left out.
    """
    found = {
        bit: (place, corner)
        for place, seen in _seen(frame, stages, gaps).items()
        for corner, bit in enumerate(frame.block_bits(*place))
        if bit & seen
    }
    return MappingProxyType(
        {
            quadrant: found[frame.bit(quadrant.x, quadrant.y)]
            for quadrant in frame.quadrants(sum(found))
        }
    )


def seen_from_above(layout: Layout) -> Mapping[Place, int]:
    """For each cell that is no gap, highest stage first, the mask of its visible quadrants."""
    return _seen(layout.frame, len(layout.stages), gaps(layout))


def gaps(layout: Layout) -> frozenset[Place]:
    """The cells without a block."""
    return frozenset(
        (number, row, column)
        for number, stage in enumerate(layout.stages, start=1)
        for row, column, cell in stage.places()
        if cell is Blank.GAP
    )


@lru_cache(_TABLES)
def _seen(frame: Frame, stages: int, gaps: frozenset[Place]) -> Mapping[Place, int]:
    """At each quadrant the highest block there, and through gaps what lies below.

    Whoever must know what is seen from above asks here.
    """
    seen: dict[Place, int] = {}
    covered = 0
    for stage in range(stages, 0, -1):
        columns, rows = frame.stage_shape(stage)
        own = 0
        for row in range(rows):
            for column in range(columns):
                if (stage, row, column) not in gaps:
                    mask = frame.block_mask(stage, row, column)
                    seen[stage, row, column] = mask & ~covered
                    own |= mask
        covered |= own
    return MappingProxyType(seen)


@lru_cache(_TABLES)
def _own_quadrants(frame: Frame, stages: int, gaps: frozenset[Place]) -> Mapping[Place, int]:
    own = {}
    for place, seen in _seen(frame, stages, gaps).items():
        bits = zip(QUADRANT_BITS, frame.block_bits(*place), strict=True)
        own[place] = sum(quadrant for quadrant, bit in bits if bit & seen)
    return MappingProxyType(own)


def corners(mask: int) -> tuple[int, ...]:
    """The quadrants, 0 to 3, of a block's mask such as `Block.icons`."""
    return _CORNERS[mask]
