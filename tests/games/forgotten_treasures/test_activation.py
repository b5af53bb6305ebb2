import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product

import pytest

from assistant.core.areas import Area
from assistant.core.errors import PaymentError
from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.activation import (
    KEEP_LIMIT,
    Activation,
    Plan,
    best_cut,
    best_plan,
    frontier,
    own_plan,
    price_plan,
)
from bench.integer_program import solve
from bench.positions import random_inventory, random_position
from tests.core.oracles import (
    COLORS,
    Gems,
    every_outcome,
    literal_outcomes,
    optimum,
    pareto_front,
)
from tests.core.samples import PALETTE, areas_of, gems_of, rough_position

STAGES = (1, 2, 3, 4)


def worth(plan: Plan) -> tuple[int, int, int]:
    """What plans are compared by."""
    return plan.points, plan.kept.total, plan.kept[Color.MYTHICAL]


def counts(inventory: Inventory) -> Gems:
    return tuple(inventory[color] for color in COLORS)


def reached(areas: Iterable[Area], inventory: Inventory) -> list[tuple[Gems, int]]:
    return [(counts(entry.kept), entry.points) for entry in frontier(areas, inventory)]


def table_positions(stage: int, count: int) -> Iterator[tuple[tuple[Area, ...], Inventory]]:
    """Positions of the game, every other one with the most gems that there can be."""
    rng = random.Random(stage)
    most = FORGOTTEN_TREASURES.most_gems(stage)
    for number in range(count):
        gems = rng.randint(0, most) if number % 2 else most
        position = random_position(rng, stage, gems)
        yield position.areas, position.inventory


def rough_positions(seed: int, count: int) -> Iterator[tuple[tuple[Area, ...], Inventory]]:
    rng = random.Random(seed)
    for _ in range(count):
        yield rough_position(rng, rng.randint(0, 11))


# Worked cases: areas; gems; most points; gems left; why.
WORKED = [
    (
        "green 2, blue 3, purple 3, red 4, orange 5",
        "1 green, 1 blue, 1 red, 2 orange, 5 mythical",
        *(23, 1, "the example of the rulebook"),
    ),
    ("red 1", "2 mythical", 2, 2, "two mythicals kept beat one icon"),
    ("red 2", "2 mythical", 2, 2, "equal points: keep the gems"),
    ("red 4", "6 mythical", 8, 4, "equal points: single keeps four gems"),
    ("red 5", "6 mythical", 10, 0, "mythicals alone can double"),
    ("red 6, red 2, red 1", "3 red", 12, 0, "one doubled beats three single"),
    ("red 4, red 3, red 3", "3 red", 10, 0, "three single beat one doubled"),
    ("red 0, blue 0", "2 red, 1 blue, 1 mythical", 1, 4, "nothing to score: spend nothing"),
    ("red 5", "6 red", 10, 3, "an area is activated once: three gems stay"),
    ("green 7", "4 red, 2 blue, 1 mythical", 1, 7, "foreign gems and one mythical cannot pay"),
    ("blue 0", "2 red, 7 mythical", 7, 9, "the example of the summary"),
    ("red 6, blue 6", "1 red, 2 blue, 4 mythical", 20, 2, "one pair to double, one kept"),
    ("red 8, red 1", "2 red, 2 mythical", 16, 0, "a pair doubles rather than stays"),
    ("red 5, red 4", "2 red, 2 mythical", 11, 2, "a pair stays rather than doubles"),
    (
        "orange 4, green 3, purple 2, red 8, blue 6",
        "1 orange, 1 purple, 2 red, 1 blue, 4 mythical",
        *(31, 0, "pairs compete between colours"),
    ),
    (
        "red 3, red 3, blue 5, green 1, purple 0",
        "1 red, 3 blue, 1 green, 3 mythical",
        *(18, 1, "areas of one colour are paid one by one"),
    ),
    ("red 9", "5 mythical", 12, 3, "five mythicals cannot double"),
    ("", "1 red, 1 blue", 0, 2, "no areas"),
    ("", "", 0, 0, "nothing at all"),
]


@pytest.mark.parametrize(
    ("areas", "gems", "points", "left"),
    [case[:4] for case in WORKED],
    ids=[str(case[4]) for case in WORKED],
)
def test_worked_cases(areas: str, gems: str, points: int, left: int) -> None:
    plan = best_plan(areas_of(areas), gems_of(gems))
    assert (plan.points, plan.kept.total) == (points, left)


def test_the_oracle_equals_every_combination_of_payments() -> None:
    rng = random.Random(1)
    for _ in range(40):
        areas, inventory = rough_position(rng, rng.randint(0, 7))
        few = list(areas[:4])
        assert every_outcome(few, inventory) == literal_outcomes(few, inventory)


@pytest.mark.parametrize("stage", STAGES)
def test_the_best_plan_is_the_optimum_of_all_payments_on_positions_of_the_game(stage: int) -> None:
    for areas, inventory in table_positions(stage, 800):
        assert worth(best_plan(areas, inventory)) == optimum(areas, inventory), (areas, inventory)


def test_the_best_plan_is_the_optimum_of_all_payments_for_areas_of_any_size() -> None:
    for areas, inventory in rough_positions(2, 1500):
        assert worth(best_plan(areas, inventory)) == optimum(areas, inventory), (areas, inventory)


def test_the_best_plan_equals_an_exact_integer_program() -> None:
    positions = [*table_positions(1, 60), *table_positions(2, 60), *rough_positions(3, 60)]
    for areas, inventory in positions:
        assert worth(best_plan(areas, inventory)) == solve(areas, inventory), (areas, inventory)


def test_the_integer_program_can_tell_a_worse_plan() -> None:
    assert solve(areas_of("red 5"), gems_of("6 mythical")) == (10, 0, 0)
    assert solve(areas_of("red 2"), gems_of("2 mythical")) == (2, 2, 2)


def test_a_plan_is_what_its_activations_come_to() -> None:
    for areas, inventory in rough_positions(4, 500):
        plan = best_plan(areas, inventory)
        assert plan == price_plan(areas, inventory, plan.activations)
        assert plan.mythical_points == plan.kept[Color.MYTHICAL]


def test_areas_without_icons_are_never_activated() -> None:
    for areas, inventory in rough_positions(5, 500):
        empty = {area.id for area in areas if not area.icons}
        plans = [best_plan(areas, inventory), *frontier(areas, inventory)]
        assert not any(activation.area in empty for p in plans for activation in p.activations)


def test_equal_points_and_gems_keep_the_mythicals() -> None:
    plan = best_plan(areas_of("red 3, blue 3"), gems_of("1 red, 1 blue, 1 mythical"))
    assert plan.kept == gems_of("1 mythical")
    for areas, inventory in rough_positions(6, 300):
        points, gems, mythicals = optimum(areas, inventory)
        assert best_plan(areas, inventory).kept[Color.MYTHICAL] == mythicals
        assert best_plan(areas, inventory).kept.total == gems
        assert best_plan(areas, inventory).points == points


def test_activations_come_in_the_order_of_the_areas() -> None:
    areas = areas_of("red 1, blue 5, red 7, green 2")
    plan = best_plan(areas, gems_of("4 red, 1 blue, 1 green"))
    assert [activation.area for activation in plan.activations] == [0, 1, 2, 3]


def test_nothing_depends_on_the_order_of_the_areas() -> None:
    rng = random.Random(7)
    for areas, inventory in rough_positions(7, 100):
        mixed = rng.sample(areas, len(areas))
        assert worth(best_plan(mixed, inventory)) == worth(best_plan(areas, inventory))
        assert reached(mixed, inventory) == reached(areas, inventory)


@pytest.mark.parametrize("stage", STAGES)
def test_the_frontier_is_the_pareto_set_of_all_payments(stage: int) -> None:
    for areas, inventory in table_positions(stage, 60):
        assert set(reached(areas, inventory)) == pareto_front(areas, inventory), (areas, inventory)


def test_the_frontier_is_the_pareto_set_for_areas_of_any_size() -> None:
    for areas, inventory in rough_positions(8, 120):
        assert set(reached(areas, inventory)) == pareto_front(areas, inventory), (areas, inventory)


def test_the_frontier_of_few_gems_is_the_pareto_set_of_all_payments() -> None:
    rng = random.Random(9)
    for _ in range(700):
        areas, inventory = rough_position(rng, rng.randint(0, 6))
        assert set(reached(areas, inventory)) == pareto_front(areas, inventory), (areas, inventory)


def test_frontier_entries_are_distinct_best_first_and_undominated() -> None:
    rng = random.Random(10)
    for stage in STAGES:
        for _ in range(15):
            position = random_position(rng, stage)
            entries = reached(position.areas, position.inventory)
            points = [worth for _, worth in entries]
            assert points == sorted(points, reverse=True)
            assert len({kept for kept, _ in entries}) == len(entries)
            for (one, more), (other, less) in combinations(entries, 2):
                assert more >= less
                assert not all(map(int.__ge__, one, other))


def test_frontier_activations_score_its_points_and_leave_what_it_keeps() -> None:
    for areas, inventory in [*table_positions(2, 60), *rough_positions(11, 200)]:
        for entry in frontier(areas, inventory):
            plan = price_plan(areas, inventory, entry.activations)
            assert plan.points == entry.points
            assert plan.kept.covers(entry.kept)
            assert entry.kept.total <= KEEP_LIMIT


def test_a_kept_gem_is_not_paid() -> None:
    """Keeping the blue gem means paying with a pair of mythicals."""
    entries = {
        entry.kept: entry for entry in frontier(areas_of("blue 5"), gems_of("1 blue, 2 mythical"))
    }
    kept_blue = entries[gems_of("1 blue")]
    assert kept_blue.points == 5
    assert kept_blue.activations == (Activation(0, 1, gems_of("2 mythical")),)


def test_the_frontier_begins_with_the_most_points() -> None:
    for areas, inventory in rough_positions(12, 200):
        assert frontier(areas, inventory)[0].points == best_plan(areas, inventory).points


def test_without_gems_the_frontier_is_one_entry_of_nothing() -> None:
    (entry,) = frontier(areas_of("red 3"), Inventory())
    assert (entry.kept, entry.points, entry.activations) == (Inventory(), 0, ())


def test_a_person_may_pay_in_any_way_the_rules_allow() -> None:
    areas = areas_of("red 5")
    hand = gems_of("3 red, 6 mythical, 1 blue")
    for multiplier, pay in [
        (1, "1 red"),
        (1, "2 mythical"),
        (2, "3 red"),
        (2, "2 red, 2 mythical"),
        (2, "1 red, 4 mythical"),
        (2, "6 mythical"),
    ]:
        plan = price_plan(areas, hand, [Activation(0, multiplier, gems_of(pay))])
        left = hand.minus(gems_of(pay))
        assert plan.kept == left
        assert plan.mythical_points == left[Color.MYTHICAL]
        assert plan.points == 5 * multiplier + left[Color.MYTHICAL]


def test_every_other_payment_is_refused() -> None:
    areas = areas_of("red 5")
    hand = Inventory.of(dict.fromkeys(Color, 9))
    allowed = {(1, 1, 0), (1, 0, 2), (2, 3, 0), (2, 2, 2), (2, 1, 4), (2, 0, 6)}
    for multiplier, red, mythical in product(range(4), range(5), range(8)):
        pay = Inventory.of({Color.RED: red, Color.MYTHICAL: mythical})
        activation = Activation(0, multiplier, pay)
        if (multiplier, red, mythical) in allowed:
            price_plan(areas, hand, [activation])
        else:
            with pytest.raises(PaymentError):
                price_plan(areas, hand, [activation])


@pytest.mark.parametrize(
    ("activations", "reason"),
    [
        ([(7, 1, "1 red")], "no area 7"),
        ([(0, 1, "1 red"), (0, 1, "1 red")], "red area is activated twice"),
        ([(0, 3, "3 red")], "once or twice, not 3 times"),
        ([(0, 1, "1 blue")], "A blue gem cannot pay for the red area"),
        ([(0, 1, "1 mythical")], "in pairs: 1 is not even"),
        ([(0, 1, "2 red")], r"the red area x1 takes the worth of 1 gems, not 2"),
        ([(0, 2, "2 red")], r"the red area x2 takes the worth of 3 gems, not 2"),
        ([(0, 2, "3 red"), (1, 1, "1 red")], "more red gems than the 3 in hand"),
        ([(0, 2, "6 mythical")], "more mythical gems than the 5 in hand"),
        ([(2, 1, "1 green")], "more green gems than the 0 in hand"),
    ],
)
def test_a_refused_payment_says_why(activations: list[tuple[int, int, str]], reason: str) -> None:
    plan = [Activation(area, times, gems_of(pay)) for area, times, pay in activations]
    with pytest.raises(PaymentError, match=reason):
        price_plan(areas_of("red 4, red 2, green 1"), gems_of("3 red, 1 blue, 5 mythical"), plan)


def test_five_gems_or_fewer_need_no_cut() -> None:
    hand = gems_of("2 red, 3 mythical")
    assert best_cut(areas_of("red 9"), hand) == hand


def test_cuts_that_score_the_same_keep_the_mythicals() -> None:
    areas = areas_of("blue 3, purple 3, red 3, orange 1")
    hand = gems_of("1 orange, 1 blue, 3 red, 2 mythical")
    assert best_cut(areas, hand) == gems_of("1 orange, 1 blue, 1 red, 2 mythical")


def test_the_best_cut_scores_most_on_the_same_areas() -> None:
    rng = random.Random(13)
    for _ in range(25):
        areas, _ = rough_position(rng, 0)
        hand = random_inventory(rng, rng.randint(6, 8))
        gems = [color for color, count in hand for _ in range(count)]
        cuts = {
            Inventory.of((c, cut.count(c)) for c in (*PALETTE, Color.MYTHICAL))
            for cut in combinations(gems, KEEP_LIMIT)
        }
        best = max((optimum(areas, cut)[0], cut[Color.MYTHICAL]) for cut in cuts)
        chosen = best_cut(areas, hand)
        assert chosen in cuts
        assert (optimum(areas, chosen)[0], chosen[Color.MYTHICAL]) == best


# ---- a person's own plan


def payments(area: Area, multiplier: int) -> list[Activation]:
    units = {1: 1, 2: 3}[multiplier]
    return [
        Activation(
            area.id,
            multiplier,
            Inventory.of({area.color: units - pairs, Color.MYTHICAL: 2 * pairs}),
        )
        for pairs in range(units + 1)
    ]


def test_an_own_plan_is_paid_in_the_way_that_leaves_most_points() -> None:
    """Against every way to pay for the same areas."""
    rng = random.Random(7)
    outcomes = []
    for areas, inventory in rough_positions(70, 60):
        chosen = rng.sample(areas, min(len(areas), rng.randint(0, 3)))
        times = {area.id: rng.choice((1, 2)) for area in chosen}
        possible = []
        for ways in product(*(payments(area, times[area.id]) for area in chosen)):
            try:
                possible.append(price_plan(areas, inventory, ways).points)
            except PaymentError:
                continue
        outcomes.append(bool(possible))
        if possible:
            assert own_plan(areas, inventory, times).points == max(possible)
        else:
            with pytest.raises(PaymentError):
                own_plan(areas, inventory, times)
    assert {True, False} == set(outcomes)
