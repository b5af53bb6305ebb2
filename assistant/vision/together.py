"""Several readings of one pyramid, from photos of any side, as one: the surer reading wins.

A reflection, a finger or a blur spoils other blocks in another photo, so what one photo leaves in
doubt another one often shows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from assistant.core.errors import Message
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import Block
from assistant.core.problems import Place
from assistant.core.reading import BlockReading, Reading
from assistant.core.remarks import NO_ICONS, NO_TILING
from assistant.core.topview import visible_quadrants
from assistant.vision.reconcile import QUARTERS, turned_reading
from assistant.vision.verdict import layout_warnings

_SURE_GAP = 0.97
"""Confidence of a gap that a reading does not list as doubtful, at least."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """A visible cell as one photo shows it."""

    cell: Cell
    confidence: float

    def agrees(self, other: "_Cell", visible: int) -> bool:
        """Whether two photos show the same, as far as it can be seen."""
        if not isinstance(self.cell, Block) or not isinstance(other.cell, Block):
            return self.cell is other.cell
        icons = (self.cell.icons or 0) ^ (other.cell.icons or 0)
        return self.cell.color is other.cell.color and not icons & visible


def together(readings: Sequence[Reading], uncertain: float) -> Reading:
    """One reading of all, in the rows and columns, and with the corners, of the first.

    Readings that have no side in which their shape fits the first one are left out.

    Args:
        readings: of the same game and stage, at least one.
        uncertain: confidence under which a block is marked.
    """
    return reduce(lambda first, second: _merged(first, second, uncertain), readings)


def _merged(first: Reading, second: Reading, uncertain: float) -> Reading:
    sides = [turned_reading(second, turns) for turns in range(QUARTERS)]
    fitting = [side for side in sides if side.layout.frame == first.layout.frame]
    if not fitting:
        return first
    best = max(fitting, key=lambda side: _agreement(first, side))
    ours, theirs = _cells(first), _cells(best)
    visible = visible_quadrants(first.layout)
    chosen: dict[Place, _Cell] = {}
    for place in ours.keys() | theirs.keys():
        own, other = ours.get(place), theirs.get(place)
        if own and other:
            chosen[place] = _surer(own, other, visible.get(place) or 15)
        else:
            chosen[place] = own or other or _Cell(Blank.UNKNOWN, 0.0)
    layout = _layout(first.layout, chosen)
    told: list[Message] = []
    for warning in (*first.warnings, *best.warnings):
        if warning.template not in (NO_ICONS, NO_TILING) and warning not in told:
            told.append(warning)
    return replace(
        first,
        layout=layout,
        blocks=tuple(_blocks(chosen, layout, uncertain)),
        warnings=(*told, *layout_warnings(layout)),
        marks=tuple(sorted({*first.marks, *best.marks})),
        looks_like=first.looks_like if first.looks_like == best.looks_like else None,
    )


def _surer(own: _Cell, other: _Cell, visible: int) -> _Cell:
    """The surer of two views; what both show is surer than either, what they dispute less."""
    a, b = own.confidence, other.confidence
    if own.agrees(other, visible):
        both = 1 - (1 - a) * (1 - b)
        return replace(own if a >= b else other, confidence=(both + max(a, b)) / 2)
    surer, less = (own, other) if a >= b else (other, own)
    high, low = surer.confidence, less.confidence
    weight = high * (1 - low)
    share = weight / (weight + low * (1 - high)) if weight else 0.0
    return replace(surer, confidence=high * share)


def _cells(reading: Reading) -> dict[Place, _Cell]:
    """Every visible cell with its confidence; gaps that are not doubtful are sure."""
    told = {(b.stage, b.row, b.column): b.confidence for b in reading.blocks}
    found = {}
    visible = visible_quadrants(reading.layout)
    for number, stage in enumerate(reading.layout.stages, start=1):
        for row, column, cell in stage.places():
            place = number, row, column
            if cell is Blank.GAP:
                found[place] = _Cell(cell, told.get(place, _SURE_GAP))
            elif cell is not Blank.UNKNOWN and visible.get(place):
                found[place] = _Cell(cell, told.get(place, 0.0))
    return found


def _agreement(first: Reading, second: Reading) -> float:
    ours, theirs = _cells(first), _cells(second)
    visible = visible_quadrants(first.layout)
    total = 0.0
    for place in ours.keys() & theirs.keys():
        own, other = ours[place], theirs[place]
        weight = own.confidence * other.confidence
        total += weight if own.agrees(other, visible.get(place) or 15) else -weight
    return total


def _layout(frame: Layout, chosen: dict[Place, _Cell]) -> Layout:
    stages = []
    for number, stage in enumerate(frame.stages, start=1):
        cells = tuple(
            chosen[place].cell if (place := (number, row, column)) in chosen else cell
            for row, column, cell in stage.places()
        )
        stages.append(Stage(stage.columns, stage.rows, cells))
    return Layout(tuple(stages))


def _blocks(chosen: dict[Place, _Cell], layout: Layout, uncertain: float) -> Iterator[BlockReading]:
    visible = visible_quadrants(layout)
    for place, each in sorted(chosen.items()):
        doubtful = each.confidence < uncertain
        if isinstance(each.cell, Block) and visible.get(place):
            icons = (each.cell.icons or 0) & visible[place]
            yield BlockReading(*place, each.cell.color, icons, each.confidence, doubtful)
        elif each.cell is Blank.GAP and doubtful:
            yield BlockReading(*place, None, 0, each.confidence, True)
