import copy
import pickle
from itertools import product

import pytest

from assistant.core.errors import InventoryError
from assistant.core.pieces import Block, Color, Inventory
from tests.core.samples import gems_of


def test_gems_are_listed_in_the_order_of_the_colours_without_zeros() -> None:
    hand = Inventory.of({Color.MYTHICAL: 2, Color.RED: 0, Color.ORANGE: 1, Color.GREEN: 3})
    assert hand.items == ((Color.ORANGE, 1), (Color.GREEN, 3), (Color.MYTHICAL, 2))
    assert hand.as_dict() == {"orange": 1, "green": 3, "mythical": 2}
    assert repr(hand) == "<1 orange 3 green 2 mythical>"
    assert repr(Inventory()) == "<no gems>"


def test_equal_gems_are_equal_inventories_however_they_were_given() -> None:
    one = Inventory.of([(Color.RED, 1), (Color.BLUE, 2)])
    other = Inventory.of({Color.BLUE: 2, Color.RED: 1, Color.GREEN: 0})
    assert one == other
    assert hash(one) == hash(other)


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(InventoryError, match="-1 red gems cannot be"):
        Inventory.of({Color.RED: -1})


def test_what_is_not_held_counts_zero() -> None:
    hand = gems_of("2 red")
    assert (hand[Color.RED], hand[Color.MYTHICAL], hand.total) == (2, 0, 2)
    assert list(hand) == [(Color.RED, 2)]


def test_sums_and_differences_count_each_kind() -> None:
    for a, b, c, d in product(range(3), repeat=4):
        one = Inventory.of({Color.RED: a, Color.MYTHICAL: b})
        other = Inventory.of({Color.RED: c, Color.MYTHICAL: d})
        assert one.plus(other) == Inventory.of({Color.RED: a + c, Color.MYTHICAL: b + d})
        assert one.covers(other) is (a >= c and b >= d)
        if one.covers(other):
            assert one.minus(other).plus(other) == one
        else:
            with pytest.raises(InventoryError):
                one.minus(other)


def test_gems_of_a_kind_that_is_not_held_cannot_be_taken_away() -> None:
    with pytest.raises(InventoryError):
        gems_of("1 red").minus(gems_of("1 blue"))
    assert not gems_of("1 red").covers(gems_of("1 blue"))


def test_colours_are_their_words_even_as_keys() -> None:
    for color in Color:
        assert Color(color.value) is color
        assert {color: 1}[color.value] == 1  # type: ignore[index]
        assert copy.deepcopy(color) is pickle.loads(pickle.dumps(color)) is color


def test_a_block_counts_the_icons_that_are_known() -> None:
    assert [Block(Color.RED, mask).icon_count for mask in (0, 1, 6, 15)] == [0, 1, 2, 4]
    assert Block(Color.RED, None).icon_count == 0
    assert repr(Block(Color.BROWN, 12)) == "nC"
    assert repr(Block(Color.TURQUOISE, None)) == "t?"
