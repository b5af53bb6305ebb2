"""Several photos of one pyramid as one reading."""

from dataclasses import replace

import pytest

from assistant.core.layout import Layout
from assistant.core.pieces import Block, Color
from assistant.core.reading import BlockReading, Reading
from assistant.core.remarks import BLURRED, NO_ICONS, remark
from assistant.core.topview import visible_quadrants
from assistant.games import FORGOTTEN_TREASURES
from assistant.vision.reconcile import turned_reading
from assistant.vision.together import together

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 7.0), (0.0, 7.0))
PYRAMID = FORGOTTEN_TREASURES.parse(
    "o8r2r4g0o8/p2o8g8r6p8/g0bCo6g4o2/o8g4o0r1g1 o1b2b8o4/b1p2b8r4/r1o4p1o8"
)
LIMIT = 0.97


def reading(
    layout: Layout, doubts: dict[tuple[int, int, int], float], told: float = 0.99
) -> Reading:
    """A reading of all that is seen, each block with ``told`` but those in doubt."""
    blocks = []
    for (stage, row, column), seen in sorted(visible_quadrants(layout).items()):
        cell = layout.stages[stage - 1][row, column]
        if seen and isinstance(cell, Block):
            chance = doubts.get((stage, row, column), told)
            icons = (cell.icons or 0) & seen
            blocks.append(
                BlockReading(stage, row, column, cell.color, icons, chance, chance < LIMIT)
            )
    return Reading("forgotten_treasures", 2, layout, CORNERS, tuple(blocks), (), (10, 8))


def with_block(layout: Layout, place: tuple[int, int, int], block: Block) -> Layout:
    number, row, column = place
    stage = layout.stages[number - 1]
    cells = list(stage.cells)
    cells[row * stage.columns + column] = block
    return layout.with_stage(number, replace(stage, cells=tuple(cells)))


def seen_of(found: Reading, place: tuple[int, int, int]) -> BlockReading:
    return next(b for b in found.blocks if (b.stage, b.row, b.column) == place)


@pytest.mark.parametrize("turns", [0, 2])
def test_the_surer_reading_of_each_block_counts_from_any_side(turns: int) -> None:
    """Each photo has another block wrong, and in doubt; the second is taken from elsewhere."""
    one, two = (1, 0, 1), (2, 1, 2)
    first = reading(with_block(PYRAMID, one, Block(Color.BLUE, 1)), {one: 0.5})
    second = reading(with_block(PYRAMID, two, Block(Color.ORANGE, 0)), {two: 0.6})
    found = together([first, turned_reading(second, turns)], LIMIT)
    shown = {(b.stage, b.row, b.column): (b.color, b.icons) for b in found.blocks}
    right = {(b.stage, b.row, b.column): (b.color, b.icons) for b in reading(PYRAMID, {}).blocks}
    assert shown == right
    assert found.corners == CORNERS
    assert [b for b in found.blocks if b.uncertain] == []


def test_what_both_are_sure_of_and_dispute_stays_in_doubt() -> None:
    place = (1, 0, 1)
    first = reading(PYRAMID, {})
    second = reading(with_block(PYRAMID, place, Block(Color.BLUE, 2)), {place: 0.98})
    found = together([first, second], LIMIT)
    assert seen_of(found, place).color is Color.RED
    assert seen_of(found, place).uncertain


def test_what_both_doubted_and_both_show_is_surer_than_in_either() -> None:
    place = (2, 0, 0)
    both = reading(PYRAMID, {place: 0.9})
    found = together([both, both], LIMIT)
    assert 0.94 < seen_of(found, place).confidence < 0.98
    strong = reading(PYRAMID, {place: 0.96})
    assert not seen_of(together([strong, strong], LIMIT), place).uncertain


def test_warnings_are_told_once_and_rules_are_asked_of_the_merged_blocks() -> None:
    blurred, icons = remark(BLURRED), remark(NO_ICONS, stage=2)
    first = replace(reading(PYRAMID, {}), warnings=(blurred, icons))
    alone = together([first], LIMIT)
    merged = together([first, first], LIMIT)
    assert alone == first
    assert merged.warnings.count(blurred) == 1
    assert icons not in merged.warnings


def test_a_photo_of_another_shape_is_left_out() -> None:
    first = reading(PYRAMID, {(1, 0, 0): 0.4})
    other = turned_reading(first, 1)
    four_by_five = replace(other, layout=other.layout, turns=0)
    assert together([first, four_by_five], LIMIT).layout == PYRAMID
