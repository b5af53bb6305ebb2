"""A reading of a pyramid whose lower stages are known already.

The known stages stay as they were entered; the photo adds the new stage. What the photo surely
shows otherwise is told, never taken over silently.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from assistant.core.errors import N_, InputError, Message
from assistant.core.geometry import turn_mask
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import ALL_QUADRANTS, Block
from assistant.core.problems import Place
from assistant.core.reading import BlockReading, Reading
from assistant.core.remarks import OTHERWISE, remark
from assistant.core.topview import visible_quadrants

QUARTERS = 4


def on_known_stages(reading: Reading, below: Layout) -> Reading:
    """The reading in the rows and columns of ``below``, whose blocks it keeps.

    The photo may have been taken from any side: of the quarter turns that fit the shape, the one
    counts in which most of what is seen of the lower stages agrees.

    Raises:
        InputError: ``below`` does not have one stage less than the reading.
    """
    if len(below.stages) != reading.stage - 1:
        raise InputError(
            N_("The layout below stage %(stage)d has %(needed)d stages, not %(count)d."),
            stage=reading.stage,
            needed=reading.stage - 1,
            count=len(below.stages),
        )
    seen = [turned_reading(reading, turns) for turns in range(QUARTERS)]
    fitting = [each for each in seen if each.layout.frame == below.frame]
    best = max(fitting, key=lambda each: _agreement(each, below))
    layout = Layout((*_merged(best.layout, below), best.layout.stages[-1]))
    contradictions = tuple(_contradictions(best, below))
    return replace(
        best,
        layout=layout,
        blocks=tuple(_blocks(best, below, layout)),
        contradictions=contradictions,
        warnings=(*best.warnings, *map(_warning, contradictions)),
    )


def _warning(block: BlockReading) -> Message:
    return remark(OTHERWISE, stage=block.stage, row=block.row + 1, column=block.column + 1)


def turned_reading(reading: Reading, turns: int) -> Reading:
    """The reading as seen after ``turns`` quarter turns clockwise; its corners stay."""
    blocks, marks = reading.blocks, reading.marks
    layout = reading.layout
    for _ in range(turns):
        blocks = tuple(_turned_block(block, layout) for block in blocks)
        marks = tuple(_turned_place(mark, layout) for mark in marks)
        layout = layout.turned()
    turns = (reading.turns + turns) % QUARTERS
    return replace(reading, layout=layout, blocks=blocks, marks=tuple(sorted(marks)), turns=turns)


def _turned_block(block: BlockReading, layout: Layout) -> BlockReading:
    _, row, column = _turned_place((block.stage, block.row, block.column), layout)
    return replace(block, row=row, column=column, icons=turn_mask(block.icons))


def _turned_place(place: Place, layout: Layout) -> Place:
    stage, row, column = place
    return stage, column, layout.stages[stage - 1].rows - 1 - row


def _lower(reading: Reading, below: Layout) -> Iterator[tuple[BlockReading, Cell]]:
    """What was read of the lower stages, each beside what is known there."""
    for block in reading.blocks:
        if block.stage < reading.stage:
            yield block, below.stages[block.stage - 1][block.row, block.column]


def _agreement(reading: Reading, below: Layout) -> float:
    visible = visible_quadrants(reading.layout)
    return sum(
        block.confidence if _agrees(block, known, visible) else -block.confidence
        for block, known in _lower(reading, below)
        if known is not Blank.UNKNOWN
    )


def _agrees(block: BlockReading, known: Cell, visible: Mapping[Place, int]) -> bool:
    """Whether a block was read as it is known, as far as it can be seen."""
    if not isinstance(known, Block):
        return block.color is None
    if block.color is not known.color:
        return False
    seen = visible.get((block.stage, block.row, block.column), ALL_QUADRANTS)
    return known.icons is None or not (block.icons ^ known.icons) & seen


def _contradictions(reading: Reading, below: Layout) -> Iterator[BlockReading]:
    visible = visible_quadrants(reading.layout)
    for block, known in _lower(reading, below):
        if (
            known is not Blank.UNKNOWN
            and not block.uncertain
            and not _agrees(block, known, visible)
        ):
            yield block


def _merged(seen: Layout, below: Layout) -> Iterator[Stage]:
    """The lower stages as known, and as seen where they are not."""
    for known, shown in zip(below.stages, seen.stages, strict=False):
        cells = tuple(map(_merged_cell, known.cells, shown.cells))
        yield Stage(known.columns, known.rows, cells)


def _merged_cell(known: Cell, shown: Cell) -> Cell:
    if known is Blank.UNKNOWN:
        return shown
    if isinstance(known, Block) and known.icons is None and isinstance(shown, Block):
        return Block(known.color, shown.icons)
    return known


def _blocks(reading: Reading, below: Layout, layout: Layout) -> Iterator[BlockReading]:
    """Every visible block: as known where it was known, else as read."""
    read = {(block.stage, block.row, block.column): block for block in reading.blocks}
    visible = visible_quadrants(layout)
    for (stage, row, column), seen in sorted(visible.items()):
        if not seen:
            continue
        known = below.stages[stage - 1][row, column] if stage < reading.stage else Blank.UNKNOWN
        if isinstance(known, Block) and known.icons is not None:
            yield BlockReading(stage, row, column, known.color, known.icons & seen, 1.0, False)
        elif (stage, row, column) in read:
            yield read[stage, row, column]
    for place, block in read.items():
        if place not in visible and block.stage == reading.stage:
            yield block
