import random

import pytest
from hypothesis import given, settings

from assistant.core.errors import LayoutError
from assistant.core.geometry import BASE_SHAPES, Frame, Quadrant, turn_mask
from assistant.core.layout import Blank, Layout, Stage, empty_stage
from assistant.core.pieces import Block, Color
from tests.core.samples import layouts, parsed, plain

every_example = settings(max_examples=150, deadline=None, derandomize=True)


def shapes(layout: Layout) -> list[tuple[int, int]]:
    return [(stage.columns, stage.rows) for stage in layout.stages]


@every_example
@given(layouts())
def test_four_quarter_turns_change_nothing(layout: Layout) -> None:
    across = layout.turned()
    assert shapes(across) == [(rows, columns) for columns, rows in shapes(layout)]
    turned = layout
    for _ in range(4):
        turned = turned.turned()
    assert turned == layout
    assert layout.turned(4) == layout.turned(0) == layout
    assert layout.turned(-1) == layout.turned(3)
    assert layout.turned(2) == across.turned()


def test_a_quarter_turn_takes_the_top_left_to_the_top_right() -> None:
    layout = parsed("r1b2b0b0g4/b0b0b0b0b0/b0b0b0b0b0/p?b0b0b0??")
    turned = layout.turned().stages[0]
    assert (turned.columns, turned.rows) == (4, 5)
    assert turned[0, 3] == Block(Color.RED, 2)  # icon top-left -> top-right
    assert turned[1, 3] == Block(Color.BLUE, 8)  # top-right -> bottom-right
    assert turned[4, 3] == Block(Color.GREEN, 1)  # bottom-left -> top-left
    assert turned[0, 0] == Block(Color.PURPLE, None)
    assert turned[4, 0] is Blank.UNKNOWN


def test_the_mask_turns_with_its_quadrants() -> None:
    assert [turn_mask(1 << bit) for bit in range(4)] == [2, 8, 1, 4]
    for mask in range(16):
        assert turn_mask(mask).bit_count() == mask.bit_count()
        assert turn_mask(mask) == sum(turn_mask(bit) for bit in (1, 2, 4, 8) if mask & bit)


def test_a_layout_is_indexed_by_row_and_column() -> None:
    stage = plain("rbgop/bbbbb/bbbbb/bbbbr").stages[0]
    assert stage[0, 4] == Block(Color.PURPLE)
    assert stage[3, 4] == Block(Color.RED)
    assert list(stage.places())[5] == (1, 0, Block(Color.BLUE))


def test_only_shapes_of_a_pyramid_are_layouts() -> None:
    frame = Frame(5, 4)
    base = empty_stage(frame, 1)
    with pytest.raises(LayoutError, match="1 to 4 stages, not 0"):
        Layout(())
    with pytest.raises(LayoutError, match="5x4 or 4x5 blocks, not 4x4"):
        Layout((Stage(4, 4, (Blank.GAP,) * 16),))
    with pytest.raises(LayoutError, match="Stage 2 must be 4x3"):
        Layout((base, Stage(3, 4, (Blank.GAP,) * 12)))
    with pytest.raises(LayoutError, match="Stage 1 must be 5x4"):
        Layout((Stage(5, 4, (Blank.GAP,) * 19),))
    full = tuple(empty_stage(frame, number) for number in (1, 2, 3, 4))
    assert len(Layout(full).stages) == 4
    with pytest.raises(LayoutError, match="1 to 4 stages, not 5"):
        Layout((*full, full[-1]))


def test_a_stage_is_replaced_or_added_on_top() -> None:
    one = plain("bbbbb/bbbbb/bbbbb/bbbbb")
    second, other = empty_stage(one.frame, 2), empty_stage(one.frame, 2, Blank.GAP)
    assert one.with_stage(2, second).stages == (one.stages[0], second)
    assert one.with_stage(2, second).with_stage(2, other).stages == (one.stages[0], other)
    with pytest.raises(LayoutError):
        one.with_stage(3, empty_stage(one.frame, 3))


@pytest.mark.parametrize("shape", BASE_SHAPES)
def test_every_stage_is_centred_on_the_one_below(shape: tuple[int, int]) -> None:
    frame = Frame(*shape)
    for stage in (1, 2, 3, 4):
        columns, rows = frame.stage_shape(stage)
        covered = 0
        for row in range(rows):
            for column in range(columns):
                mask = frame.block_mask(stage, row, column)
                assert not mask & covered
                covered |= mask
        rim = stage - 1
        inside = {
            Quadrant(x, y)
            for x in range(rim, frame.width - rim)
            for y in range(rim, frame.height - rim)
        }
        assert set(frame.quadrants(covered)) == inside


def test_block_corners_of_a_stage_sit_on_block_centres_below() -> None:
    frame = Frame(5, 4)
    above = frame.block_bits(2, 1, 2)
    below = [frame.block_mask(1, row, column) for row in (1, 2) for column in (2, 3)]
    assert [bool(bit & mask) for bit, mask in zip(above, below, strict=True)] == [True] * 4


@pytest.mark.parametrize("shape", BASE_SHAPES)
def test_a_flood_reaches_what_is_joined_edge_to_edge_and_nothing_else(
    shape: tuple[int, int],
) -> None:
    frame = Frame(*shape)
    rng = random.Random(6)
    for _ in range(200):
        within = sum(
            frame.bit(x, y)
            for x in range(frame.width)
            for y in range(frame.height)
            if rng.random() < 0.6
        )
        places = {(q.x, q.y) for q in frame.quadrants(within)}
        start = rng.choice(sorted(places))
        stack, reached = [start], {start}
        while stack:
            x, y = stack.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in places and near not in reached:
                    reached.add(near)
                    stack.append(near)
        flood = frame.flood(frame.bit(*start), within)
        assert {(q.x, q.y) for q in frame.quadrants(flood)} == reached


def test_quadrants_come_row_by_row() -> None:
    frame = Frame(4, 5)
    mask = frame.bit(7, 0) | frame.bit(0, 1) | frame.bit(3, 9)
    assert list(frame.quadrants(mask)) == [Quadrant(7, 0), Quadrant(0, 1), Quadrant(3, 9)]


def test_blocks_leave_out_gaps_and_unknown_cells() -> None:
    layout = parsed("r0--??b0b0/b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0g1")
    blocks = list(layout.blocks())
    assert len(blocks) == 18
    assert blocks[0] == (1, 0, 0, Block(Color.RED))
    assert blocks[-1] == (1, 3, 4, Block(Color.GREEN, 1))
