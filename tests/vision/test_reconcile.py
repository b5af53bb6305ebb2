"""A photo on known stages: turned to them, kept as entered, contradictions told."""

import random
from dataclasses import replace

import pytest

from assistant.core.errors import InputError
from assistant.core.layout import Blank, Layout
from assistant.core.pieces import Block, Color
from assistant.core.reading import BlockReading, Reading
from assistant.core.topview import visible_quadrants
from assistant.games import FORGOTTEN_TREASURES
from assistant.vision.reconcile import on_known_stages, turned_reading
from tests.core.samples import rough_layout
from tests.service.parts import full_layout

CORNERS = ((0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (0.0, 8.0))


def perfect_reading(layout: Layout, confidence: float = 0.99) -> Reading:
    """What a faultless reader sees of a layout, in the layout's own orientation."""
    visible = visible_quadrants(layout)
    blocks = []
    cells = {}
    for stage, row, column, block in layout.blocks():
        seen = visible[stage, row, column]
        if seen:
            icons = (block.icons or 0) & seen
            blocks.append(BlockReading(stage, row, column, block.color, icons, confidence, False))
            cells[stage, row, column] = Block(block.color, icons)
    shown = tuple(
        replace(
            stage,
            cells=tuple(
                cells.get((number, row, column), Blank.GAP if cell is Blank.GAP else Blank.UNKNOWN)
                for row, column, cell in stage.places()
            ),
        )
        for number, stage in enumerate(layout.stages, start=1)
    )
    return Reading(
        "forgotten_treasures", len(layout.stages), Layout(shown), CORNERS, tuple(blocks), (), (9, 9)
    )


def below_of(layout: Layout) -> Layout:
    return Layout(layout.stages[:-1])


@pytest.mark.parametrize("stage", [2, 3, 4])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_photo_from_any_side_follows_the_known_layout(stage: int, turns: int) -> None:
    layout = rough_layout(random.Random(stage), stage)
    from_there = perfect_reading(layout.turned(-turns))
    found = on_known_stages(from_there, below_of(layout))
    assert found.layout == layout
    assert found.turns == turns
    assert found.contradictions == ()
    assert found.corners == CORNERS
    visible = visible_quadrants(layout)
    assert {(b.stage, b.row, b.column) for b in found.blocks} == {
        p for p, seen in visible.items() if seen
    }
    for block in found.blocks:
        cell = layout.stages[block.stage - 1][block.row, block.column]
        assert isinstance(cell, Block)
        assert cell.icons is not None
        seen = visible[block.stage, block.row, block.column]
        assert (block.color, block.icons) == (cell.color, cell.icons & seen)


def other_color(color: Color) -> Color:
    return next(each for each in FORGOTTEN_TREASURES.palette if each is not color)


def changed(reading: Reading, index: int, **changes: object) -> Reading:
    blocks = list(reading.blocks)
    blocks[index] = replace(blocks[index], **changes)  # type: ignore[arg-type]
    return replace(reading, blocks=tuple(blocks))


def test_a_sure_contradiction_is_told_and_the_layout_stays_as_known() -> None:
    layout = rough_layout(random.Random(7), 2)
    reading = perfect_reading(layout)
    shown = other_color(reading.blocks[0].color or Color.RED)
    found = on_known_stages(changed(reading, 0, color=shown), below_of(layout))
    assert [(b.stage, b.row, b.column, b.color) for b in found.contradictions] == [
        (1, reading.blocks[0].row, reading.blocks[0].column, shown)
    ]
    assert found.layout == layout
    assert not any(block.uncertain for block in found.blocks)


def test_a_doubtful_contradiction_yields_to_what_is_known() -> None:
    layout = rough_layout(random.Random(7), 2)
    reading = perfect_reading(layout)
    shown = other_color(reading.blocks[0].color or Color.RED)
    doubtful = changed(reading, 0, color=shown, uncertain=True, confidence=0.4)
    found = on_known_stages(doubtful, below_of(layout))
    assert found.contradictions == ()
    assert found.layout == layout


def test_an_icon_that_is_shown_otherwise_is_a_contradiction_too() -> None:
    layout = rough_layout(random.Random(9), 2)
    reading = perfect_reading(layout)
    visible = visible_quadrants(layout)
    first = reading.blocks[0]
    flipped = first.icons ^ (visible[first.stage, first.row, first.column] & -1 & 15)
    found = on_known_stages(changed(reading, 0, icons=flipped), below_of(layout))
    assert [b.icons for b in found.contradictions] == [flipped]


def test_unknown_blocks_below_are_taken_from_the_photo() -> None:
    layouts = (rough_layout(random.Random(seed), 2) for seed in range(99))
    layout = next(each for each in layouts if isinstance(each.stages[0][0, 0], Block))
    lower = layout.stages[0]
    unknown = Layout((replace(lower, cells=(Blank.UNKNOWN, *lower.cells[1:])),))
    found = on_known_stages(perfect_reading(layout), unknown)
    corner = found.layout.stages[0][0, 0]
    whole = lower[0, 0]
    assert isinstance(corner, Block)
    assert isinstance(whole, Block)
    assert corner.color is whole.color
    assert found.contradictions == ()


def test_a_layout_of_the_wrong_height_is_refused() -> None:
    layout = rough_layout(random.Random(1), 3)
    with pytest.raises(InputError, match="2 stages, not 1"):
        on_known_stages(perfect_reading(layout), Layout(layout.stages[:1]))


def test_four_quarter_turns_of_a_reading_are_none() -> None:
    reading = perfect_reading(rough_layout(random.Random(3), 4))
    assert turned_reading(reading, 4) == reading


def test_what_the_stages_disagree_on_tells_two_sides_apart() -> None:
    """Both sides agree as much; only from one of them something known is seen otherwise."""
    layout = full_layout(7, 2)
    seen = perfect_reading(layout)
    here, opposite = (1, 0, 0), (1, 3, 4)
    beside, unseen = (1, 0, 1), (1, 3, 3)
    shown = {here: Color.RED, opposite: Color.RED, beside: Color.GREEN}
    blocks = tuple(
        replace(block, color=shown.get((block.stage, block.row, block.column), block.color))
        for block in seen.blocks
        if (block.stage, block.row, block.column) != unseen
    )
    stage = layout.stages[0]
    known = {(0, 0): Block(Color.RED), (0, 1): Block(Color.BLUE)}
    cells = tuple(known.get((row, column), Blank.UNKNOWN) for row, column, _ in stage.places())
    below = Layout((replace(stage, cells=cells),))
    assert on_known_stages(replace(seen, blocks=blocks), below).turns == 2
