"""What is seen from above, against the drawn cases that the scripts are held to as well."""

import pytest

from assistant.core.areas import label_place
from assistant.core.geometry import Frame, Quadrant
from assistant.core.topview import (
    corners,
    gaps,
    owners,
    seen_from_above,
    top_view,
    visible_quadrants,
)
from tests.seen import CASES, Case

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


@each_case
def test_each_quadrant_belongs_to_the_highest_block_there(case: Case) -> None:
    layout = case.layout
    whose = owners(layout.frame, len(layout.stages), gaps(layout))
    assert {(q.x, q.y): owner for q, owner in whose.items()} == case.owners
    assert list(whose) == sorted(whose, key=lambda q: (q.y, q.x))


@each_case
def test_each_block_shows_the_quadrants_that_are_its_own(case: Case) -> None:
    visible = visible_quadrants(case.layout)
    assert {place: mask for place, mask in visible.items() if mask} == case.visible
    assert set(visible) == set(seen_from_above(case.layout))


@each_case
def test_the_top_view_is_made_of_what_is_seen(case: Case) -> None:
    layout, frame = case.layout, case.layout.frame
    view = top_view(layout)
    told = sum(mask for _, mask in view.colors) | view.unknown
    assert told == sum(frame.bit(x, y) for x, y in case.owners)


def test_the_quadrants_of_a_mask() -> None:
    assert [corners(mask) for mask in (0, 1, 6, 15)] == [(), (0,), (1, 2), (0, 1, 2, 3)]


@pytest.mark.parametrize(
    ("drawn", "icons", "place"),
    [
        (["##", "##"], [], (0, 0)),
        (["##", "##"], [(0, 0), (1, 0)], (0, 1)),
        ([".#.", "###", ".#."], [], (1, 1)),
        ([".#.", "###", ".#."], [(1, 1)], (1, 0)),
        (["#"], [(0, 0)], (0, 0)),
        (["####", "#..."], [], (0, 0)),
    ],
)
def test_a_label_stands_well_inside_its_area_and_on_no_icon_if_it_can(
    drawn: list[str], icons: list[tuple[int, int]], place: tuple[int, int]
) -> None:
    frame = Frame(5, 4)
    mask = sum(
        frame.bit(x, y) for y, row in enumerate(drawn) for x, at in enumerate(row) if at == "#"
    )
    there = label_place(frame, mask, sum(frame.bit(x, y) for x, y in icons))
    assert there == Quadrant(*place)
