import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.errors import CardError
from assistant.games.pyramis.cards import (
    EMPTY_PYRAMID,
    Card,
    CardPyramid,
    Icons,
    Place,
    neighbours,
    on_top_of,
    supports,
)
from assistant.games.pyramis.scoring import Land
from tests.games.pyramis.card_pyramids import PLACES, drawn_pyramid, pyramid, shuffled_deck

CARD = Card(Land.SEA, Icons(1, 0), Icons(0, 2))
places = st.sampled_from(PLACES)


def spot(place: Place) -> tuple[int, int]:
    """Where the middle of a card lies, in half cards from the left and rows from below."""
    row, position = place
    return 2 * position + row, row


@given(places, places)
def test_cards_touch_as_they_lie_on_the_table(one: Place, other: Place) -> None:
    (x, y), (u, v) = spot(one), spot(other)
    beside = y == v and abs(x - u) == 2
    above = v == y + 1 and abs(x - u) == 1
    below = v == y - 1 and abs(x - u) == 1
    assert (other in on_top_of(one)) is above
    assert (other in supports(one)) is below
    assert (other in list(neighbours(one))) is (beside or above or below)
    assert (other in list(neighbours(one, same_row=True))) is beside


def test_only_the_half_that_lies_upper_counts() -> None:
    assert CARD.icons == Icons(1, 0)
    assert CARD.turned().icons == Icons(0, 2)
    assert CARD.turned().turned() == CARD


def test_a_half_counts_nothing_until_it_is_told() -> None:
    upper = Card(Land.SEA, Icons(1, 0))
    assert (upper.told, upper.icons) == (True, Icons(1, 0))
    assert (upper.turned().told, upper.turned().icons) == (False, Icons())
    lower = Card(Land.SEA, None, Icons(0, 1))
    assert (lower.told, lower.icons) == (False, Icons())
    assert (lower.turned().told, lower.turned().icons) == (True, Icons(0, 1))
    table = pyramid("sea:p sea:p - -").turn((0, 0))
    assert table.untold == 1
    assert table.turn((0, 0)).untold == 0


@pytest.mark.parametrize("counts", [(-1, 0), (0, -1)])
def test_counts_below_zero_are_refused(counts: tuple[int, int]) -> None:
    with pytest.raises(CardError, match="fewer icons than none"):
        Icons(*counts)


def rows_of(*lengths: int) -> tuple[tuple[Card, ...], ...]:
    return tuple((CARD,) * length for length in lengths)


@pytest.mark.parametrize(
    ("lengths", "reason"),
    [
        ((4, 3, 2), "not 3 rows"),
        ((4, 3, 2, 1, 1), "4 rows, of 4, 3, 2 and 1 cards, not 5 rows"),
        ((), "not 0 rows"),
        ((5, 3, 2, 1), "Row 1 from below has 4 places, not 5"),
        ((4, 3, 2, 2), "Row 4 from below has 1 places, not 2"),
        ((1, 2, 3, 4), "Row 1 from below has 4 places, not 1"),
    ],
)
def test_ten_cards_lie_in_rows_of_four_to_one(lengths: tuple[int, ...], reason: str) -> None:
    assert len(CardPyramid(rows_of(4, 3, 2, 1)).cards()) == 10
    with pytest.raises(CardError, match=reason):
        CardPyramid(rows_of(*lengths))


@pytest.mark.parametrize("above", [place for place in PLACES if place[0]])
def test_a_card_needs_both_cards_below_it(above: Place) -> None:
    for missing in supports(above):
        rows = [[CARD] * length for length in (4, 3, 2, 1)]
        with pytest.raises(CardError, match=r"from below, card \d stands on a missing card"):
            CardPyramid(
                tuple(
                    tuple(None if (r, n) == missing else c for n, c in enumerate(row))
                    for r, row in enumerate(rows)
                )
            )


def test_the_place_of_a_card_without_supports_is_told() -> None:
    with pytest.raises(CardError, match="Row 2 from below, card 2 stands on a missing card"):
        pyramid("sea: sea: - sea:", "sea: sea: -")


def test_missing_cards_are_allowed_where_nothing_stands_on_them() -> None:
    assert EMPTY_PYRAMID.cards() == {}
    unfinished = pyramid("sea: sea: - city:", "sea: - -")
    assert list(unfinished.cards()) == [(0, 0), (0, 1), (0, 3), (1, 0)]


def test_a_card_may_be_turned_only_with_no_card_on_top() -> None:
    table = pyramid("sea:p/a sea:p/a city:p/a sea:p/a", "sea:p/a - -")
    assert table.turnable(Land.SEA) == ((0, 3), (1, 0))
    assert table.turnable(Land.CITY) == ((0, 2),)
    assert table.turnable(Land.FOREST) == ()
    turned = table.turn((1, 0))
    assert turned[1, 0] == Card(Land.SEA, Icons(1, 0), Icons(0, 1), rotated=True)
    assert turned.turn((1, 0)) == table
    assert turned.with_card((1, 0), None).turnable(Land.SEA) == ((0, 0), (0, 1), (0, 3))
    with pytest.raises(CardError, match="Row 1 from below, card 1 has a card on top of it"):
        table.turn((0, 0))
    for nowhere in [(1, 1), (3, 0), (4, 0), (0, 9)]:
        with pytest.raises(CardError, match="has no card"):
            table.turn(nowhere)


def test_in_a_full_pyramid_only_the_top_can_be_turned() -> None:
    full = CardPyramid(rows_of(4, 3, 2, 1))
    assert full.turnable(Land.SEA) == ((3, 0),)


def test_zones_join_in_the_row_and_upwards_and_downwards() -> None:
    table = pyramid("sea: sea: city: sea:", "city: sea: sea:", "city: sea:", "forest:")
    assert table.zones() == (
        ((0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (2, 1)),
        ((0, 2),),
        ((1, 0), (2, 0)),
        ((3, 0),),
    )
    assert table.zones(same_row=True) == (
        ((0, 0), (0, 1)),
        ((0, 2),),
        ((0, 3),),
        ((1, 0),),
        ((1, 1), (1, 2)),
        ((2, 0),),
        ((2, 1),),
        ((3, 0),),
    )


@pytest.mark.parametrize("same_row", [False, True])
def test_zones_equal_a_plain_computation(same_row: bool) -> None:
    rng = random.Random(same_row)
    for _ in range(400):
        table = drawn_pyramid(rng, shuffled_deck(rng), rng.randint(0, 10))
        assert set(map(frozenset, table.zones(same_row=same_row))) == plain_zones(table, same_row)


def plain_zones(table: CardPyramid, same_row: bool) -> set[frozenset[Place]]:
    """Merge any two zones that touch until none do."""
    zones = [{place} for place in table.cards()]

    def touch(one: Place, other: Place) -> bool:
        (x, y), (u, v) = spot(one), spot(other)
        aside = (abs(x - u), abs(y - v))
        return aside == (2, 0) or (aside == (1, 1) and not same_row)

    def color(place: Place) -> object:
        return table.cards()[place].color

    merged = True
    while merged:
        merged = False
        for one in zones:
            for other in zones:
                joined = any(touch(a, b) and color(a) is color(b) for a in one for b in other)
                if one is not other and joined:
                    one |= other
                    zones.remove(other)
                    merged = True
                    break
            if merged:
                break
    return set(map(frozenset, zones))


def test_cards_are_connected_or_not() -> None:
    assert EMPTY_PYRAMID.connected
    assert pyramid("sea: city: - -", "sea: - -").connected
    assert not pyramid("sea: - city: -").connected
