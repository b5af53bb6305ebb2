import random
from itertools import product

import pytest

from assistant.core.areas import Area
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS
from assistant.games.forgotten_treasures.lookahead.foresight import (
    Coming,
    StageEnd,
    known_future,
    points_of_units,
)
from assistant.games.forgotten_treasures.lookahead.hands import Hand, hand_of, pack, unpack
from bench.positions import random_inventory
from tests.core.oracles import COLORS, MYTHICAL, every_outcome, hands_within


def coming(rng: random.Random, gems: int) -> Coming:
    """A stage end with a few areas and so many gems gained."""
    areas: list[list[int]] = [[] for _ in GEM_COLORS]
    for _ in range(rng.randint(0, 5)):
        areas[rng.randrange(3)].append(rng.choice((1, 1, 2, 3, 5, 8)))
    return Coming(
        tuple(tuple(sorted(icons, reverse=True)) for icons in areas),
        pack(random_inventory(rng, gems)),
    )


def plain_total(ends: list[Coming], kept: Inventory) -> int:
    """All hands that could be kept at every stage end, each followed to the last stage."""
    if not ends:
        return 0
    end, *later = ends
    areas = [
        Area(0, color, icons)
        for color, own in zip(GEM_COLORS, end.areas, strict=True)
        for icons in own
    ]
    best = 0
    for left, icons in every_outcome(areas, kept.plus(unpack(end.gained))).items():
        for hand in hands_within(left, 5):
            inventory = Inventory.of(zip(COLORS, hand, strict=True))
            best = max(best, icons + left[MYTHICAL] + plain_total(later, inventory))
    return best


@pytest.mark.parametrize("seed", range(25))
def test_the_recursion_is_as_good_as_trying_every_hand(seed: int) -> None:
    rng = random.Random(seed)
    ends = [coming(rng, gems) for gems in (4, 2, 1)[: rng.choice((1, 2, 2, 2, 3))]]
    kept = random_inventory(rng, rng.randint(0, 3))
    assert known_future(ends)[pack(kept)] == plain_total(ends, kept)


@pytest.mark.parametrize("seed", range(25))
def test_the_hand_is_cut_to_five(seed: int) -> None:
    rng = random.Random(seed)
    ends = [coming(rng, 7), coming(rng, 1)]
    assert known_future(ends)[0] == plain_total(ends, Inventory())


def test_of_several_ways_on_the_hand_is_chosen_before_one_is_known() -> None:
    """A gem for a red area now, or kept for a blue or green one that comes half the time."""
    now = Coming(((1,), (), (), (), ()), 0)
    ways = [Coming(((), (6,), (), (), ()), 0), Coming(((), (), (6,), (), ()), 0)]
    hand = hand_of([0, 1, 1, 0, 0, 0])
    assert [known_future([now, way])[hand] for way in ways] == [6, 6]
    blind = StageEnd(now, [StageEnd(way) for way in ways])
    assert (blind[hand], blind.scenarios) == (12, 2)
    pair = hand_of([0, 0, 0, 0, 0, 2])
    assert [known_future([now, way])[pair] for way in ways] == [8, 8]
    assert blind[pair] == 16


@pytest.mark.parametrize("seed", range(10))
def test_not_knowing_is_never_better_and_the_same_way_twice_is_known(seed: int) -> None:
    rng = random.Random(seed)
    now, one, other = coming(rng, 6), coming(rng, 2), coming(rng, 2)
    blind = StageEnd(now, [StageEnd(one), StageEnd(other)])
    twice = StageEnd(now, [StageEnd(one), StageEnd(one)])
    known = [known_future([now, way]) for way in (one, other)]
    assert blind[0] <= known[0][0] + known[1][0]
    assert twice[0] == 2 * known[0][0]


@pytest.mark.parametrize("seed", range(5))
def test_one_more_gem_never_lowers_the_worth(seed: int) -> None:
    rng = random.Random(seed)
    worth = known_future([coming(rng, 4), coming(rng, 2)])
    for counts in product(range(2), repeat=6):
        more = hand_of(counts)
        for kind, count in enumerate(counts):
            if count:
                assert worth[more] >= worth[more - hand_of([0] * kind + [1])]


def test_units_pay_for_the_largest_areas_some_of_them_twice() -> None:
    assert points_of_units((5, 2, 1))[:8] == (0, 5, 7, 10, 12, 13, 14, 15)
    assert set(points_of_units(())) == {0}


@pytest.mark.parametrize("seed", range(5))
def test_hands_are_inventories(seed: int) -> None:
    gems = random_inventory(random.Random(seed), 11)
    assert unpack(pack(gems)) == gems
    order = (*reversed(GEM_COLORS), COLORS[MYTHICAL])
    hand: Hand = pack(gems, order)
    assert unpack(hand, order) == gems
    assert hand == hand_of([gems[color] for color in order])
