"""Pyramids as data for the SVG of the templates: blocks, icons, outlines, label places."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.core.areas import Area, label_place
from assistant.core.geometry import Frame, Quadrant
from assistant.core.layout import Layout
from assistant.core.pieces import ALL_QUADRANTS, Block
from assistant.core.problems import Place
from assistant.core.topview import corners, top_view, visible_quadrants

AREA_MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
UNIT = 10
"""SVG units a quadrant."""
Letters = Mapping[str, str]
"""The letters shown for the colours, by their values."""


@dataclass(frozen=True, slots=True)
class DrawnBlock:
    """A block with its top-left corner and the centres of its icons, in SVG units.

    ``letter_place`` is where the colour's letter can be read, from the block's corner; None if
    nothing of the block is free.
    """

    x: int
    y: int
    stage: int
    color: str
    letter: str
    icons: tuple[tuple[float, float], ...]
    letter_place: tuple[float, float] | None


def drawn_blocks(layout: Layout, letters: Letters) -> list[DrawnBlock]:
    """All known blocks, lower stages first, so that higher ones cover them when drawn."""
    visible = visible_quadrants(layout)
    return [
        DrawnBlock(
            x=UNIT * (stage - 1 + 2 * column),
            y=UNIT * (stage - 1 + 2 * row),
            stage=stage,
            color=block.color.value,
            letter=letters[block.color.value],
            icons=_icon_centres(stage, row, column, block),
            letter_place=_letter_place(visible[stage, row, column], block.icons or 0),
        )
        for stage, row, column, block in layout.blocks()
    ]


def drawn_areas(
    layout: Layout, areas: Iterable[Area], lit: Mapping[int, int], letters: Letters
) -> dict[str, Any]:
    """The pyramid with its areas: outlines of all that have icons, the largest first.

    ``lit`` tells by the areas' ids how many times those score that do; the others are dimmed.
    """
    frame, areas, icons = layout.frame, tuple(areas), top_view(layout).icons
    worthwhile = sorted((area for area in areas if area.icons), key=lambda a: -a.icons)
    return {
        "width": UNIT * frame.width,
        "height": UNIT * frame.height,
        "blocks": drawn_blocks(layout, letters),
        "dim": squares(frame, sum(area.mask for area in areas if area.id not in lit)),
        "outlines": [
            {
                "area": area,
                "mark": AREA_MARKS[position % len(AREA_MARKS)],
                "path": outline(frame, area.mask),
                "squares": squares(frame, area.mask),
                "label": _middle(label_place(frame, area.mask, icons)),
                "multiplier": lit.get(area.id, 0),
            }
            for position, area in enumerate(worthwhile)
        ],
    }


def drawn_marks(layout: Layout, places: Iterable[Place], letters: Letters) -> list[DrawnBlock]:
    """The blocks at these places, in the order of the layout."""
    wanted = set(places)
    blocks = zip(layout.blocks(), drawn_blocks(layout, letters), strict=True)
    return [drawn for (*place, _), drawn in blocks if tuple(place) in wanted]


def squares(frame: Frame, mask: int) -> str:
    """A set of quadrants as the SVG path of its squares."""
    return "".join(
        f"M{q.x * UNIT} {q.y * UNIT}h{UNIT}v{UNIT}h-{UNIT}z" for q in frame.quadrants(mask)
    )


def outline(frame: Frame, mask: int) -> str:
    """The border of a set of quadrants as an SVG path."""
    inside = {(quadrant.x, quadrant.y) for quadrant in frame.quadrants(mask)}
    sides = []
    for x, y in sorted(inside):
        left, top = x * UNIT, y * UNIT
        for (dx, dy), side in (
            ((0, -1), f"M{left} {top}h{UNIT}"),
            ((1, 0), f"M{left + UNIT} {top}v{UNIT}"),
            ((0, 1), f"M{left + UNIT} {top + UNIT}h-{UNIT}"),
            ((-1, 0), f"M{left} {top + UNIT}v-{UNIT}"),
        ):
            if (x + dx, y + dy) not in inside:
                sides.append(side)
    return "".join(sides)


def _middle(quadrant: Quadrant) -> tuple[float, float]:
    return UNIT * (quadrant.x + 0.5), UNIT * (quadrant.y + 0.5)


def _icon_centres(
    stage: int, row: int, column: int, block: Block
) -> tuple[tuple[float, float], ...]:
    x, y = stage - 1 + 2 * column, stage - 1 + 2 * row
    return tuple(
        _middle(Quadrant(x + corner % 2, y + corner // 2)) for corner in corners(block.icons or 0)
    )


def _letter_place(visible: int, icons: int) -> tuple[float, float] | None:
    """The centre of a block that is wholly seen, else of a seen quadrant without icon."""
    if visible == ALL_QUADRANTS:
        return UNIT, UNIT
    for free in corners(visible & ~icons):
        return _middle(Quadrant(free % 2, free // 2))
    return None
