import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.areas import Area, layout_areas
from assistant.core.errors import LayoutError, MarkerError
from assistant.core.layout import Layout
from assistant.core.notation import parse_layout
from assistant.core.pieces import Color
from assistant.games.pyramido.marking import (
    Marker,
    MarkScore,
    best_marks,
    mark_problems,
    marked_areas,
    score_areas,
)
from tests.core.oracles import seen_quadrants
from tests.games.pyramido.marks import (
    COLORS,
    color_at,
    full_layout,
    markable,
    plain_points,
    played_marks,
    some_markers,
    with_card,
)


def parsed(text: str) -> Layout:
    return parse_layout(text, COLORS)


def scored(layout: Layout, *markers: Marker) -> MarkScore:
    return score_areas(marked_areas(layout, layout_areas(layout), markers))


def areas(*icons: int) -> list[Area]:
    return [
        Area(number, color, n) for number, (color, n) in enumerate(zip(COLORS, icons, strict=False))
    ]


@pytest.mark.parametrize(
    ("icons", "points"),
    [
        ((4, 4, 3, 4, 3, 3), 24),
        ((6, 5, 4, 4), 23),
        ((7, 6, 6, 5), 29),
        ((7,), 14),
        ((8, 7), 22),
        ((), 0),
        ((1, 10), 12),
        ((0, 5), 5),
    ],
)
def test_the_smallest_marked_area_counts_once_more(icons: tuple[int, ...], points: int) -> None:
    result = score_areas(areas(*icons))
    assert (result.points, result.icons) == (points, sum(icons))
    assert result.bonus == min(icons, default=0)
    assert result.marked == tuple(range(len(icons)))


@pytest.mark.parametrize("stages", [1, 2, 3, 4])
def test_random_positions_equal_a_plain_computation(stages: int) -> None:
    rng = random.Random(stages)
    for _ in range(300):
        layout = full_layout(rng, stages, rng.randint(2, 6))
        found = layout_areas(layout)
        for _ in range(3):
            markers = some_markers(rng, layout)
            result = score_areas(marked_areas(layout, found, markers))
            icons, points = plain_points(layout, markers)
            assert [found[number].icons for number in result.marked] == icons
            assert result.points == points
            assert mark_problems(layout, markers) == ()


BASE = "r1b1g1n1y1/r1b1g1n1y1/r1b0g1n1y1/r1b1g1n1y3"
SECOND = "r1b1g1n1/r1b1g1n1/r1b1g1n1"


def test_marked_areas_come_in_the_order_of_their_markers() -> None:
    result = scored(parsed(BASE), Marker(1, 3, 4), Marker(1, 0, 1))
    assert result == MarkScore(marked=(4, 1), icons=5 + 3, bonus=3)


def test_an_area_may_span_stages_and_covered_icons_do_not_count() -> None:
    """Red: three of stage 2, and of the four below those whose top-left quadrant is seen."""
    layout = parsed(f"{BASE} {SECOND}")
    assert scored(layout, Marker(2, 0, 0)).points == 2 * (3 + 4)


@pytest.mark.parametrize(
    ("marker", "reason"),
    [
        (Marker(0, 0, 0), "Stage 0, row 1, column 1 is marked, but the pyramid has no such place"),
        (Marker(3, 0, 0), "no such place"),
        (Marker(2, -1, 0), "no such place"),
        (Marker(2, 3, 0), "no such place"),
        (Marker(2, 0, 4), "no such place"),
        (Marker(2, 0, -1), "no such place"),
        (Marker(2, 0, 1), "Stage 2, row 1, column 2 is marked, but there is a gap"),
        (Marker(1, 2, 2), "Stage 1, row 3, column 3 is marked, but other blocks cover it"),
    ],
)
def test_a_marker_where_none_can_lie_is_refused(marker: Marker, reason: str) -> None:
    layout = parsed(f"{BASE} {SECOND.replace('b1', '--', 1).replace('g1', '--', 1)}")
    with pytest.raises(MarkerError, match=reason):
        scored(layout, marker)


def test_two_markers_of_a_colour_are_refused() -> None:
    layout = parsed(BASE)
    with pytest.raises(
        MarkerError,
        match="Stage 1, row 1, column 1 and Stage 1, row 2, column 1 are both marked in red",
    ):
        scored(layout, Marker(1, 0, 0), Marker(1, 0, 1), Marker(1, 1, 0))
    with pytest.raises(MarkerError, match="both marked in blue"):
        scored(layout, Marker(1, 0, 1), Marker(1, 0, 1))


def test_marks_that_cannot_be_are_pointed_out_and_scored() -> None:
    layout = parsed(f"{BASE} {SECOND.replace('g1', 'g0', 1)}")
    markers = [Marker(2, 0, 2), Marker(1, 0, 0), Marker(2, 0, 1)]
    icon, stage = mark_problems(layout, markers)
    assert str(icon) == "Stage 2, row 1, column 3 is marked, but has no icon."
    assert icon.places == ((2, 0, 2),)
    assert str(stage) == (
        "Stage 1, row 1, column 1 is marked, but gems lie only on blocks of the newest stage."
    )
    assert stage.places == ((1, 0, 0),)
    assert scored(layout, *markers).points == plain_points(layout, markers)[1]


def test_a_lower_block_is_marked_by_what_is_seen_of_it() -> None:
    rng = random.Random(8)
    for _ in range(200):
        layout = full_layout(rng, rng.randint(2, 4))
        *_, place = rng.choice(list(seen_quadrants(layout).values()))
        marker = Marker(*place)
        assert scored(layout, marker).points == plain_points(layout, [marker])[1]


def optimum(layout: Layout, cards: tuple[tuple[int, int], ...] = ()) -> int:
    """The most points that playing the newest stage can give."""
    number, stage = len(layout.stages), layout.stages[-1]
    return max(
        plain_points(layout, [Marker(number, *cell) for cell in marks])[1]
        for marks in played_marks(stage, cards)
    )


def check_best(layout: Layout, cards: tuple[tuple[int, int], ...] = ()) -> None:
    number = len(layout.stages)
    markers, score = best_marks(layout, {(number, *cell) for cell in cards})
    assert score == scored(layout, *markers)
    assert {(marker.row, marker.column) for marker in markers} in played_marks(
        layout.stages[-1], cards
    )
    assert score.points == optimum(layout, cards)


@pytest.mark.parametrize(("stages", "times"), [(2, 25), (3, 150), (4, 150)])
def test_the_best_marks_are_the_best_of_all_ways_to_lay_the_stage(stages: int, times: int) -> None:
    rng = random.Random(10 + stages)
    for _ in range(times):
        check_best(full_layout(rng, stages, rng.randint(2, 6)))


def test_the_best_marks_of_stage_1_are_the_best_of_all_ways_to_lay_it() -> None:
    """Only stages that can be laid in few ways, which can all be tried."""
    rng = random.Random(1)
    layouts = (full_layout(rng, 1, 2) for _ in range(10_000))
    few = (each for each in layouts if sum(b.icon_count == 1 for *_, b in each.blocks()) < 4)
    for _ in range(2):
        check_best(next(few))


@pytest.mark.parametrize(("stages", "times"), [(2, 15), (3, 100), (4, 50)])
def test_the_best_marks_know_that_a_card_can_be_marked_too(stages: int, times: int) -> None:
    rng = random.Random(20 + stages)
    for _ in range(times):
        layout, cell = with_card(rng, full_layout(rng, stages), COLORS)
        check_best(layout, (cell,))


def test_cards_that_fill_holes_are_not_marked() -> None:
    """Stage 3 without a domino: its two cards lie apart, or each on a domino."""
    rng = random.Random(30)
    for _ in range(60):
        layout, one = with_card(rng, full_layout(rng, 3), COLORS)
        layout, other = with_card(rng, layout, COLORS)
        if one != other and played_marks(layout.stages[-1], (one, other)):
            check_best(layout, (one, other))


def test_one_domino_is_marked_once_and_its_card_once_more() -> None:
    layout = parsed(
        "n0n0n0n0n0/n0n0n0n0n0/n0n0n0n0n0/n0n0n0n0n0 n0n0n0n0/n0n0n0n0/n0n0n0n0 n0n0n0/n0n0n0 r3g1"
    )
    red, green = Marker(4, 0, 0), Marker(4, 0, 1)
    markers, score = best_marks(layout, {(4, 0, 1)})
    assert (set(markers), score.points) == ({red, green}, 4)
    assert best_marks(parsed(repr(layout).replace("r3", "r1")))[1].points == 2


def test_a_domino_must_be_marked_if_a_gem_fits() -> None:
    """Marking red alone would be 8 points, but yellow must be marked: 5 and 1 more."""
    layout = parsed(
        "n0n0n0n0n0/n0n0n0n0n0/n0n0n0n0n0/n0n0n0n0n0 n0n0n0n0/n0n0n0n0/n0n0n0n0 r3r0y1/r3r0y1"
    )
    _, score = best_marks(layout)
    assert (score.icons, score.bonus) == (4 + 2, 2)


def test_without_icons_there_is_nothing_to_mark() -> None:
    assert best_marks(parsed("/".join(["r0b0g0n0y0"] * 4))) == ((), MarkScore((), 0, 0))


def test_a_stage_that_cannot_have_been_laid_is_taken_block_by_block() -> None:
    rng = random.Random(5)
    for _ in range(40):
        layout = full_layout(rng, 3)
        broken = parsed(repr(layout)[:-1] + ("1" if repr(layout)[-1] == "0" else "0"))
        markers, score = best_marks(broken)
        assert not played_marks(broken.stages[-1])
        colors = [color_at(broken, marker) for marker in markers]
        assert set(colors) == {color_at(broken, marker) for marker in markable(broken)}
        assert score.icons == sum(
            max(
                plain_points(broken, [marker])[0][0]
                for marker in markable(broken)
                if color_at(broken, marker) is color
            )
            for color in colors
        )


def test_what_is_not_known_has_no_best_marks() -> None:
    with pytest.raises(LayoutError):
        best_marks(parsed(BASE.replace("r1", "r?", 1)))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 4))
def test_no_marks_that_somebody_made_beat_the_best(seed: int, stages: int) -> None:
    """Lay one way in one order, and mark whatever comes first."""
    rng = random.Random(seed)
    layout = full_layout(rng, stages)
    markers, score = best_marks(layout)
    assert len({color_at(layout, marker) for marker in markers}) == len(markers) <= 6
    assert {marker.stage for marker in markers} == {stages}
    if stages > 2:
        for marks in played_marks(layout.stages[-1]):
            made = [Marker(stages, *cell) for cell in marks]
            assert plain_points(layout, made)[1] <= score.points


def test_turning_the_pyramid_changes_no_best_score() -> None:
    rng = random.Random(6)
    for _ in range(30):
        layout = full_layout(rng, rng.randint(1, 4))
        assert best_marks(layout)[1].points == best_marks(layout.turned())[1].points


def test_colours_of_the_markers_are_those_of_their_areas() -> None:
    layout = parsed(BASE)
    found = layout_areas(layout)
    marked = marked_areas(layout, found, [Marker(1, 0, 2), Marker(1, 0, 3)])
    assert [area.color for area in marked] == [Color.GREEN, Color.BROWN]
