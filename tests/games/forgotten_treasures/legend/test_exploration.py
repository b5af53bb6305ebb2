"""The exploration area: piles, gem areas, and what the app deals and draws."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.errors import InputError, OrderError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.exploration import (
    DOMINO_COUNT,
    EMPTY_AREA,
    GEM_COLORS,
    GEM_KINDS,
    ICONS_PER_COLOR,
    ExplorationArea,
    Icons,
    Space,
    dealt_piles,
    drawn_gems,
    gems_of,
    shuffled_deck,
    supply,
)

every_example = settings(max_examples=150, deadline=None, derandomize=True)

icons = st.tuples(st.sampled_from(GEM_COLORS), st.sampled_from(GEM_COLORS))
inventories = st.dictionaries(st.sampled_from(GEM_KINDS), st.integers(0, 9)).map(Inventory.of)


def pile(dominoes: list[Icons], face_up: bool = False) -> Space:
    return Space(face_up, (), dominoes[0], len(dominoes), tuple(dominoes[1:]))


def dominoes_of(space: Space) -> list[Icons]:
    assert space.icons
    assert space.pile == 1 + len(space.below)
    return [space.icons, *space.below]


@every_example
@given(st.lists(icons, min_size=2, max_size=20), st.booleans())
def test_the_bottom_half_rounded_down_refills_an_empty_pile(
    dominoes: list[Icons], face_up: bool
) -> None:
    empty = Space(False, (Color.RED,), pile=0)
    area = ExplorationArea((empty, pile(dominoes, face_up), *[Space()] * 3))
    after = area.with_pile_from(1, 2)
    half = len(dominoes) // 2
    assert dominoes_of(after[2]) == dominoes[:-half]
    assert dominoes_of(after[1]) == dominoes[-half:]
    assert (after[1].face_up, after[2].face_up) == (False, face_up)
    assert after[1].gems == (Color.RED,)


@every_example
@given(st.lists(icons, min_size=2, max_size=20))
def test_taking_the_top_domino_bares_the_back_of_the_next(dominoes: list[Icons]) -> None:
    after = pile(dominoes, True).without_domino()
    assert dominoes_of(after) == dominoes[1:]
    assert not after.face_up


def test_a_pile_of_unknown_size_stays_unknown() -> None:
    assert Space(True).without_domino() == Space()
    assert Space(True).halved() == (Space(True), Space())


def test_an_empty_pile_cannot_be_flipped() -> None:
    area = ExplorationArea((Space(pile=0), *[Space()] * 4))
    with pytest.raises(OrderError, match="Pile 1 is empty"):
        area.flipped(1)


def test_a_flip_keeps_what_the_back_told() -> None:
    told = (Color.RED, Color.BLUE)
    area = ExplorationArea((Space(icons=told), *[Space()] * 4))
    assert area.flipped(1).spaces[0] == Space(True, icons=told)
    assert area.flipped(1, told[::-1]).spaces[0] == Space(True, icons=told)
    with pytest.raises(InputError, match="Pile 1 shows red, blue"):
        area.flipped(1, (Color.RED, Color.RED))


def test_areas_fill_from_the_left_three_gems_each() -> None:
    gems = (Color.RED, Color.BLUE, Color.GREEN, Color.RED)
    area = ExplorationArea().filled((2, 4), gems)
    assert [space.gems for space in area.spaces] == [(), gems[:3], (), gems[3:], ()]


@every_example
@given(inventories, inventories, st.integers(0, 6), st.integers())
def test_draws_come_from_the_bag_first_then_from_the_discards(
    bag: Inventory, discards: Inventory, count: int, seed: int
) -> None:
    drawn = drawn_gems(bag, discards, count, random.Random(seed))
    assert len(drawn) == min(count, bag.total + discards.total)
    first = gems_of(drawn[: bag.total])
    assert bag.covers(first)
    assert discards.covers(gems_of(drawn[bag.total :]))


@every_example
@given(st.integers())
def test_the_app_deals_all_dominoes_in_five_roughly_equal_piles(seed: int) -> None:
    first, *rest = deck = shuffled_deck(random.Random(seed))
    piles = dealt_piles(rest)
    dealt = [first, *(domino for space in piles for domino in dominoes_of(space))]
    assert Counter(dealt) == Counter(deck)
    assert [space.pile for space in piles] == [18, 18, 18, 18, 17]
    assert [space.face_up for space in piles] == [True, False, True, False, True]


def test_the_supply_with_and_without_the_spare_set() -> None:
    assert supply().total == 63
    assert supply(spare_gems=False).total == 57
    assert supply().minus(supply(spare_gems=False)) == gems_of(GEM_KINDS)


def test_the_solo_game_has_the_pieces_of_the_box() -> None:
    assert supply() == Inventory.of(dict.fromkeys(GEM_COLORS, 9) | {Color.MYTHICAL: 18})
    assert (DOMINO_COUNT, ICONS_PER_COLOR, len(GEM_COLORS)) == (90, 36, 5)


@pytest.mark.parametrize("size", [0, 1, 2, 3, None])
def test_the_piles_offered_to_give_are_those_that_are_accepted(size: int | None) -> None:
    """Half of one domino, rounded down, is none."""
    area = EMPTY_AREA.with_space(1, Space(pile=0)).with_space(2, Space(pile=size))
    can = size is None or size >= 2
    assert (2 in area.givers(1)) is can
    if can:
        assert area.with_pile_from(1, 2)[1].pile in (None, 1)
    else:
        with pytest.raises(OrderError, match="no bottom half"):
            area.with_pile_from(1, 2)
    assert 1 not in area.givers(1)
