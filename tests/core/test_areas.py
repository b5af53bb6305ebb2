import random

import pytest

from assistant.core.areas import find_areas, layout_areas
from assistant.core.errors import LayoutError
from assistant.core.geometry import Quadrant
from assistant.core.layout import Layout
from assistant.core.pieces import Color
from assistant.core.topview import top_view, visible_quadrants
from bench.positions import random_layout
from tests.core.oracles import plain_areas, seen_quadrants
from tests.core.samples import parsed, plain, rough_layout


def found(layout: Layout) -> list[tuple[Color, int, frozenset[tuple[int, int]]]]:
    return [
        (
            area.color,
            area.icons,
            frozenset((place.x, place.y) for place in area.quadrants(layout.frame)),
        )
        for area in layout_areas(layout)
    ]


@pytest.mark.parametrize("stages", [1, 2, 3, 4])
def test_areas_equal_a_plain_flood_fill_on_positions_of_the_game(stages: int) -> None:
    rng = random.Random(stages)
    for _ in range(150):
        layout = random_layout(rng, stages)
        assert found(layout) == plain_areas(layout), layout


@pytest.mark.parametrize("stages", [1, 2, 3, 4])
def test_areas_equal_a_plain_flood_fill_among_many_gaps(stages: int) -> None:
    rng = random.Random(stages)
    for _ in range(150):
        layout = rough_layout(rng, stages)
        assert found(layout) == plain_areas(layout), layout


def test_areas_are_numbered_in_reading_order_of_their_first_quadrant() -> None:
    layout = random_layout(random.Random(5), 3)
    areas = layout_areas(layout)
    firsts = [(place.y, place.x) for place in (area.quadrants(layout.frame)[0] for area in areas)]
    assert [area.id for area in areas] == list(range(len(areas)))
    assert firsts == sorted(firsts)


def colored(layout: Layout, color: Color) -> list[tuple[int, int]]:
    """(icons, quadrants) of the areas of one colour."""
    return [
        (area.icons, area.mask.bit_count()) for area in layout_areas(layout) if area.color is color
    ]


def test_blocks_that_touch_at_a_corner_only_are_two_areas() -> None:
    assert colored(plain("rbbbb/brbbb/bbbbb/bbbbb"), Color.RED) == [(0, 4), (0, 4)]


def test_the_right_edge_does_not_join_the_left_edge_one_row_below() -> None:
    assert colored(plain("bbbbr/rbbbb/bbbbb/bbbbb"), Color.RED) == [(0, 4), (0, 4)]


def test_an_area_spans_stages_and_covered_icons_do_not_count() -> None:
    layout = parsed("rFb0b0b0b0/b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0b0 r8p0p0p0/p0p0p0p0/p0p0p0p0")
    assert colored(layout, Color.RED) == [(3 + 1, 3 + 4)]


def test_a_gap_shows_what_lies_below_it_down_to_the_table() -> None:
    """The gap of stage 2 lies above four cells of stage 1, one of them a gap too."""
    layout = plain("bbbbb/bbrgb/bb-ob/bbbbb pppp/pp-p/pppp")
    view = top_view(layout)
    seen = {color: list(view.frame.quadrants(mask)) for color, mask in view.colors}
    assert seen[Color.RED] == [Quadrant(5, 3)]
    assert seen[Color.GREEN] == [Quadrant(6, 3)]
    assert seen[Color.ORANGE] == [Quadrant(6, 4)]
    assert not any(Quadrant(5, 4) in quadrants for quadrants in seen.values())


def test_a_block_seen_on_a_diagonal_only_is_one_piece() -> None:
    """Stage 2 has gaps above the top-left and the bottom-right quadrant of one red block."""
    layout = parsed("b0b0b0b0b0/b0r9b0b0b0/b0b0b0b0b0/b0b0b0b0b0 --p0p0p0/p0--p0p0/p0p0p0p0")
    assert colored(layout, Color.RED) == [(2, 2)]


def test_a_block_seen_on_the_other_diagonal_only_is_one_piece() -> None:
    layout = parsed("b0b0b0b0b0/b0r6b0b0b0/b0b0b0b0b0/b0b0b0b0b0 p0--p0p0/--p0p0p0/p0p0p0p0")
    assert colored(layout, Color.RED) == [(2, 2)]


def test_diagonal_pieces_join_what_touches_either_end() -> None:
    """Two red blocks, each seen on its diagonal, meet along an edge inside a gap of stage 2."""
    layout = plain("bbbbb/brbbb/brbbb/bbbbb -ppp/p-pp/-ppp")
    assert colored(layout, Color.RED) == [(0, 4)]


def test_quadrants_of_two_blocks_on_a_diagonal_are_not_one_piece() -> None:
    layout = plain("bbbbb/brbbb/bbrbb/bbbbb pppp/p-pp/pppp")
    assert colored(layout, Color.RED) == [(0, 1), (0, 1)]


def test_turning_permutes_the_areas() -> None:
    rng = random.Random(9)
    for _ in range(60):
        layout = rough_layout(rng, rng.randint(1, 4))
        height = layout.frame.height
        turned = {
            (color, icons, frozenset((height - 1 - y, x) for x, y in quadrants))
            for color, icons, quadrants in found(layout)
        }
        assert set(found(layout.turned())) == turned


@pytest.mark.parametrize(
    ("text", "x", "y"),
    [
        ("??b0b0b0b0/b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0b0", 0, 0),
        ("b0b0b0b0b0/b0b0b0b0b?/b0b0b0b0b0/b0b0b0b0b0", 8, 2),
        ("b0b0b0b0b0/b0??b0b0b0/b0b0b0b0b0/b0b0b0b0b0 p0p0p0p0/p0--p0p0/p0p0p0p0", 3, 3),
    ],
)
def test_what_is_seen_but_not_known_is_refused_with_its_place(text: str, x: int, y: int) -> None:
    with pytest.raises(LayoutError, match=rf"quadrant x={x}, y={y} is not known"):
        layout_areas(parsed(text))


def test_what_is_wholly_covered_need_not_be_known() -> None:
    text = "b0b0b0b0b0/b0??b0b0b0/b0b0r?b0b0/b0b0b0b0b0 p0p0p0p0/p0p0p0p0/p0p0p0p0"
    assert [area.color for area in layout_areas(parsed(text))] == [Color.BLUE, Color.PURPLE]


def test_unknown_quadrants_are_only_those_seen() -> None:
    text = "b0b0b0b0b0/b0??b0b0b0/b0b0b0b0b0/b0b0b0b0b0 p0p0p0p0/p0--p0p0/p0p0p0p0"
    view = top_view(parsed(text))
    assert [(q.x, q.y) for q in view.frame.quadrants(view.unknown)] == [(3, 3)]
    with pytest.raises(LayoutError):
        find_areas(view)


def test_visible_quadrants_of_every_block_match_the_plain_view() -> None:
    rng = random.Random(3)
    for _ in range(60):
        layout = rough_layout(rng, rng.randint(1, 4))
        seen: dict[tuple[int, int, int], int] = {}
        for (x, y), (*_, block) in seen_quadrants(layout).items():
            number, row, column = block
            bit = (x - (number - 1 + 2 * column)) + 2 * (y - (number - 1 + 2 * row))
            seen[block] = seen.get(block, 0) | 1 << bit
        visible = visible_quadrants(layout)
        assert {block: mask for block, mask in visible.items() if mask} == seen
        assert set(visible) == {(s, r, c) for s, r, c, _ in layout.blocks()}
