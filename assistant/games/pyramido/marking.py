"""Marked areas: gems that lie on blocks of the newest stage, their points, the best there were.

In this way of scoring a gem marks a block of its own colour with an icon, when the domino of the
block is laid; the stage scores the icons of all marked areas, and the smallest of them once more.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from assistant.core.areas import Area, layout_areas
from assistant.core.dominoes import laid
from assistant.core.errors import N_, MarkerError, Message
from assistant.core.layout import Blank, Layout, Stage
from assistant.core.pieces import QUADRANT_BITS, Block, Color, Domino
from assistant.core.problems import Problem
from assistant.core.topview import visible_quadrants

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Marker:
    """A gem on a block; the stage counts from 1, row and column from 0."""

    stage: int
    row: int
    column: int

    @property
    def place(self) -> tuple[int, int, int]:
        """(stage, row, column)."""
        return self.stage, self.row, self.column


@dataclass(frozen=True, slots=True)
class MarkScore:
    """What marked areas are worth.

    Attributes:
        marked: ids of the marked areas, in the order of their markers.
        icons: icons of all of them.
        bonus: the icons of the smallest of them once more (the Mino bonus).
    """

    marked: tuple[int, ...]
    icons: int
    bonus: int

    @property
    def points(self) -> int:
        """Points of the stage."""
        return self.icons + self.bonus


def score_areas(marked: Iterable[Area]) -> MarkScore:
    """The points of these marked areas.

    A single marked area counts twice, being the smallest; none is worth 0 (rules: "Stage score").
    """
    areas = tuple(marked)
    icons = [area.icons for area in areas]
    return MarkScore(tuple(area.id for area in areas), sum(icons), min(icons, default=0))


def marked_areas(
    layout: Layout, areas: Iterable[Area], markers: Iterable[Marker]
) -> tuple[Area, ...]:
    """The area that each marker lies in; all different, since their colours are.

    Args:
        layout: the pyramid at the end of a stage.
        areas: its areas.
        markers: at most one a colour, on blocks that can be seen.

    Raises:
        MarkerError: a marker lies where none can lie, or a colour has two.
    """
    areas = tuple(areas)
    masks = check_markers(layout, markers)
    return tuple(next(area for area in areas if area.mask & mask) for mask in masks)


def check_markers(layout: Layout, markers: Iterable[Marker]) -> tuple[int, ...]:
    """The visible quadrants of each marked block, which all lie in one area.

    The pyramid need not be complete; raises as `marked_areas`.
    """
    visible = visible_quadrants(layout)
    masks = []
    marked: dict[Color, Marker] = {}
    for marker in markers:
        masks.append(_seen_mask(layout, marker, visible))
        color = _marked_block(layout, marker).color
        if color in marked:
            raise MarkerError(
                N_("%(first)s and %(second)s are both marked in %(color)s: there is one gem each."),
                first=_where(marked[color]),
                second=_where(marker),
                color=color,
            )
        marked[color] = marker
    return tuple(masks)


def mark_problems(layout: Layout, markers: Iterable[Marker]) -> tuple[Problem, ...]:
    """Marks that the rules do not allow; they are scored all the same.

    Raises:
        MarkerError: a marker lies off the board or on a gap.
    """
    return tuple(problem for marker in markers for problem in _doubts(layout, marker))


def best_marks(
    layout: Layout, cards: Collection[tuple[int, int, int]] = ()
) -> tuple[tuple[Marker, ...], MarkScore]:
    """The marks of the newest stage that would have scored most, and their score.

    Marks are counted that could have been made had the same stage been laid in the best order:
    one gem a colour, on blocks with an icon, one on a domino; and a domino must be marked if any
    gem still fits it. (Whether stage 1 stays connected on the way is not asked.)

    Choices of an area or none for each colour are tried from the most points down, so the first
    that some laying allows is the best. A stage that cannot have been laid, being misread or
    having cards at places nobody told, is taken block by block.

    Args:
        layout: the pyramid at the end of a stage.
        cards: (stage, row, column) of single-block cards; a card, laid on a domino already
            marked, can be marked too, unless it fills a hole.

    Raises:
        LayoutError: a block or an icon that can be seen is not known.
    """
    number, stage = len(layout.stages), layout.stages[-1]
    colors = {
        (row, column): cell.color
        for row, column, cell in stage.places()
        if isinstance(cell, Block) and cell.icons
    }
    search = _Search(stage, colors, {place[1:] for place in cards if place[0] == number})
    return next(
        (tuple(Marker(number, *cell) for cell in cells), score_areas(area for area, _ in choice))
        for choice in _choices(layout, colors)
        if (cells := search.marks([cells for _, cells in choice])) is not None
    )


Choice = tuple[tuple[Area, tuple[Cell, ...]], ...]
"""At most one area a colour, each with the cells a gem could lie on."""


def _choices(layout: Layout, colors: Mapping[Cell, Color]) -> list[Choice]:
    """All choices, most points first; of equal ones first those with large areas."""
    frame, number = layout.frame, len(layout.stages)
    options: dict[Color, list[tuple[Area, tuple[Cell, ...]] | None]] = {}
    for area in sorted(layout_areas(layout), key=lambda area: -area.icons):
        own = (cell for cell in colors if area.mask & frame.block_mask(number, *cell))
        if cells := tuple(cell for cell in own if colors[cell] is area.color):
            options.setdefault(area.color, []).append((area, cells))
    choices = [
        tuple(filter(None, picked)) for picked in product(*([*o, None] for o in options.values()))
    ]
    return sorted(choices, key=lambda c: score_areas(a for a, _ in c).points, reverse=True)


@dataclass(frozen=True, slots=True)
class _Ground:
    """A way the stage was laid, with what can be marked on it.

    Attributes:
        unit_of: for each cell that can be marked its unit, of which one cell can be: a domino,
            or a block laid alone.
        carded: the other block and the card of each domino with a card; two units, since the
            card comes later.
    """

    unit_of: Mapping[Cell, int]
    carded: tuple[tuple[Cell, Cell], ...] = ()


class _Search:
    """Looks for cells to mark, on any laying of a stage."""

    def __init__(self, stage: Stage, colors: Mapping[Cell, Color], cards: Collection[Cell]) -> None:
        self._colors = colors
        self._grounds = _grounds(stage, cards)
        self._usable: dict[frozenset[Color], list[tuple[_Ground, frozenset[int]]]] = {}

    def marks(self, sets: list[tuple[Cell, ...]]) -> tuple[Cell, ...] | None:
        """One cell of each set, so that the rules allow all these marks and no further one."""
        marked = frozenset(self._colors[cells[0]] for cells in sets)
        if marked not in self._usable:
            self._usable[marked] = [
                (ground, self._must(ground, marked)) for ground in self._grounds
            ]
        found = (
            cells
            for ground, must in self._usable[marked]
            for cells in _picks(sets, ground.unit_of, must)
            if self._in_order(ground, cells)
        )
        return next(found, None)

    def _must(self, ground: _Ground, marked: Collection[Color]) -> frozenset[int]:
        """The units that must be marked.

        They have an icon of a colour whose gem lies nowhere, so it was in hand when they were
        laid. Other units can be laid after the gems that would fit them.
        """
        return frozenset(
            ground.unit_of[cell]
            for cell, color in self._colors.items()
            if color not in marked and cell in ground.unit_of
        )

    def _in_order(self, ground: _Ground, cells: tuple[Cell, ...]) -> bool:
        """Whether the marked dominoes with cards can follow each other.

        The other block is marked first, if a gem fits, then the card: so what is left unmarked
        waits for a gem of its colour to lie elsewhere.
        """
        waiting = [pair for pair in ground.carded if not set(pair).isdisjoint(cells)]
        held = {cell for pair in waiting for cell in pair}
        used = {self._colors[cell] for cell in cells if cell not in held}
        while waiting:
            ready = [pair for pair in waiting if self._wants(pair, cells) <= used]
            if not ready:
                return False
            used |= {self._colors[cell] for pair in ready for cell in pair if cell in cells}
            waiting = [pair for pair in waiting if pair not in ready]
        return True

    def _wants(self, pair: tuple[Cell, Cell], cells: tuple[Cell, ...]) -> set[Color]:
        """The colours whose gems must lie before a domino with a card is laid."""
        wants = {self._colors[cell] for cell in pair if cell in self._colors and cell not in cells}
        return wants - {self._colors[cell] for cell in pair[:1] if cell in cells}


def _picks(
    sets: list[tuple[Cell, ...]],
    unit_of: Mapping[Cell, int],
    must: frozenset[int],
    used: frozenset[int] = frozenset(),
) -> Iterator[tuple[Cell, ...]]:
    """A cell of each set, no two in one unit, with one in each unit that must have one."""
    if len(must - used) > len(sets):
        return
    if not sets:
        yield ()
        return
    for cell in sets[0]:
        unit = unit_of.get(cell)
        if unit is not None and unit not in used:
            for rest in _picks(sets[1:], unit_of, must, used | {unit}):
                yield (cell, *rest)


def _grounds(stage: Stage, cards: Collection[Cell]) -> list[_Ground]:
    blocks = [(row, column) for row, column, cell in stage.places() if isinstance(cell, Block)]
    alone = _Ground({cell: number for number, cell in enumerate(blocks)})
    return [_ground(dominoes, cards) for dominoes in laid(stage, cards)] or [alone]


def _ground(dominoes: Iterable[Domino], cards: Collection[Cell]) -> _Ground:
    unit_of, carded = {}, []
    for number, domino in enumerate(dominoes):
        other, card = sorted((domino.first, domino.second), key=lambda cell: cell in cards)
        unit_of[other] = 2 * number
        unit_of[card] = 2 * number + (card in cards)
        if card in cards:
            carded.append((other, card))
    return _Ground(unit_of, tuple(carded))


def _doubts(layout: Layout, marker: Marker) -> Iterator[Problem]:
    cell = _marked_cell(layout, marker)
    if marker.stage < len(layout.stages):
        yield _doubt(
            N_("%(where)s is marked, but gems lie only on blocks of the newest stage."), marker
        )
    if isinstance(cell, Block) and cell.icons == 0:
        yield _doubt(N_("%(where)s is marked, but has no icon."), marker)


def _doubt(template: str, marker: Marker) -> Problem:
    return Problem(Message(template, {"where": _where(marker)}), (marker.place,))


def _seen_mask(layout: Layout, marker: Marker, visible: Mapping[tuple[int, int, int], int]) -> int:
    _marked_block(layout, marker)
    seen = visible[marker.place]
    if not seen:
        raise MarkerError(
            N_("%(where)s is marked, but other blocks cover it."), where=_where(marker)
        )
    bits = layout.frame.block_bits(*marker.place)
    return sum(bit for bit, quadrant in zip(bits, QUADRANT_BITS, strict=True) if seen & quadrant)


def _marked_block(layout: Layout, marker: Marker) -> Block:
    cell = _marked_cell(layout, marker)
    if isinstance(cell, Block):
        return cell
    raise MarkerError(
        N_("%(where)s is marked, but its block is not entered yet."), where=_where(marker)
    )


def _marked_cell(layout: Layout, marker: Marker) -> Block | Blank:
    stages = layout.stages
    stage = stages[marker.stage - 1] if 1 <= marker.stage <= len(stages) else None
    if not (stage and 0 <= marker.row < stage.rows and 0 <= marker.column < stage.columns):
        raise MarkerError(
            N_("%(where)s is marked, but the pyramid has no such place."), where=_where(marker)
        )
    cell = stage[marker.row, marker.column]
    if cell is Blank.GAP:
        raise MarkerError(
            N_("%(where)s is marked, but there is a gap: a gem lies on a block."),
            where=_where(marker),
        )
    return cell


def _where(marker: Marker) -> Message:
    return Message(
        N_("Stage %(stage)d, row %(row)d, column %(column)d"),
        {"stage": marker.stage, "row": marker.row + 1, "column": marker.column + 1},
    )
