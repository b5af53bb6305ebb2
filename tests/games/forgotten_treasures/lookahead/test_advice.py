import random
from dataclasses import replace
from math import sqrt
from typing import cast

import pytest

from assistant.core.areas import layout_areas
from assistant.core.errors import LayoutError
from assistant.core.layout import Layout, Stage
from assistant.core.pieces import Block, Color, Inventory
from assistant.games.forgotten_treasures.activation import (
    FrontierEntry,
    best_cut,
    best_plan,
    frontier,
)
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS
from assistant.games.forgotten_treasures.lookahead.advice import (
    ALTERNATIVES,
    FINALISTS,
    SAMPLES,
    KeepAdvice,
    _Candidate,
    _carry,
    advise,
)
from assistant.games.forgotten_treasures.lookahead.foresight import StageEnd
from assistant.games.forgotten_treasures.lookahead.hands import unpack
from assistant.games.forgotten_treasures.lookahead.simulation import play_game
from bench.positions import random_position
from tests.core.samples import gems_of, parsed

FEW = 8


def position(seed: int, stage: int) -> tuple[Layout, Inventory]:
    """A stage end of a simulated game, with nothing kept from before."""
    game = play_game(seed)
    return Layout(game.layout.stages[:stage]), unpack(game.ends[stage - 1].gained)


@pytest.mark.parametrize("seed", range(10))
def test_at_stage_4_the_advice_is_the_best_plan(seed: int) -> None:
    game = random_position(random.Random(seed), 4)
    plan = best_plan(game.areas, game.inventory)
    advice = advise(game.layout, game.inventory)
    assert advice.best is advice.greedy
    assert advice.samples == 0
    assert advice.alternatives == ()
    assert (advice.best.points_now, advice.best.expected_total) == (plan.points, plan.points)
    assert (advice.best.kept, advice.best.activations) == (plan.kept, plan.activations)


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_every_hand_of_the_frontier_is_an_option(stage: int) -> None:
    layout, gems = position(1, stage)
    areas = layout_areas(layout)
    advice = advise(layout, gems, samples=FEW)
    entries = {(entry.kept, entry.points) for entry in frontier(areas, gems)}
    assert {(option.kept, option.points_now) for option in advice.options} == entries
    assert len(advice.options) == len(entries)
    plan = best_plan(areas, gems)
    assert advice.greedy.points_now == plan.points
    assert advice.greedy.kept == best_cut(areas, plan.kept)
    assert advice.greedy.gain == 0
    assert advice.best in advice.options
    assert advice.best not in advice.alternatives
    assert len(advice.alternatives) <= ALTERNATIVES
    assert all(1 <= option.samples <= FEW == advice.samples for option in advice.options)


def test_activations_lead_to_the_points_and_gems_told() -> None:
    layout, gems = position(2, 1)
    icons = {area.id: area.icons for area in layout_areas(layout)}
    for option in advise(layout, gems, samples=FEW).options:
        left = gems
        for activation in option.activations:
            left = left.minus(activation.pay)
        scored = sum(icons[each.area] * each.multiplier for each in option.activations)
        assert option.points_now == scored + left[Color.MYTHICAL]
        assert left.covers(option.kept)
        assert option.kept.total == min(left.total, 5)


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_the_same_seed_gives_the_same_answer(stage: int) -> None:
    layout, gems = position(3, stage)
    first, again, other = (advise(layout, gems, seed=seed, samples=FEW) for seed in (7, 7, 8))
    assert first == again
    assert first.best.expected_total != other.best.expected_total


def test_the_search_ends_when_it_is_told_to_with_the_best_so_far() -> None:
    layout, gems = position(4, 1)
    asked = iter([True, True, False])
    advice = advise(layout, gems, keep_going=lambda: next(asked))
    assert advice.samples == 3
    assert advice == advise(layout, gems, keep_going=iter([True, True, False]).__next__)
    assert {option.samples for option in advice.options} == {3}


def test_one_future_is_looked_at_anyhow() -> None:
    layout, gems = position(4, 2)
    assert advise(layout, gems, keep_going=lambda: False).samples == 1
    assert advise(layout, gems, samples=0).samples == 1


def test_those_that_fall_behind_are_dropped_but_the_best_and_greedy_are_not() -> None:
    layout, gems = position(5, 2)
    advice = advise(layout, gems)
    assert advice.samples == SAMPLES[1]
    full = [option for option in advice.options if option.samples == advice.samples]
    assert len(full) <= max(FINALISTS, len(advice.options) // 3) + 1 < len(advice.options)
    assert advice.best in full
    assert advice.greedy in full
    assert advice.best.expected_total == max(option.expected_total for option in full)


@pytest.mark.parametrize("seed", range(3))
def test_other_colours_for_the_same_pyramid_are_advised_alike(seed: int) -> None:
    layout, gems = position(seed, 2)
    colors = dict(zip(GEM_COLORS, (*GEM_COLORS[2:], *GEM_COLORS[:2]), strict=True))
    mirrored = advise(recolored(layout, colors), swapped(gems, colors), samples=FEW)
    advice = advise(layout, gems, samples=FEW)
    assert mirrored.best.kept == swapped(advice.best.kept, colors)
    assert outcome(mirrored) == outcome(advice)


def recolored(layout: Layout, colors: dict[Color, Color]) -> Layout:
    def turn(stage: Stage) -> Stage:
        cells = (
            replace(cell, color=colors[cell.color]) if isinstance(cell, Block) else cell
            for cell in stage.cells
        )
        return Stage(stage.columns, stage.rows, tuple(cells))

    return Layout(tuple(map(turn, layout.stages)))


def swapped(gems: Inventory, colors: dict[Color, Color]) -> Inventory:
    return Inventory.of((colors.get(color, color), count) for color, count in gems)


def outcome(advice: KeepAdvice) -> list[tuple[float, ...]]:
    return sorted(
        (option.expected_total, option.error, option.points_now, option.kept.total)
        for option in advice.options
    )


@pytest.mark.parametrize("gem", [*GEM_COLORS, Color.MYTHICAL])
def test_more_gems_never_lower_the_expected_total(gem: Color) -> None:
    layout, gems = position(6, 2)
    fewer = advise(layout, gems, samples=24).best
    more = advise(layout, gems.plus(Inventory.of({gem: 1})), samples=24).best
    assert more.expected_total > fewer.expected_total - 3 * sqrt(more.error**2 + fewer.error**2)


@pytest.mark.parametrize(("stage", "gems"), [(1, "3 red"), (2, "1 blue"), (3, "2 green"), (3, "")])
def test_with_nothing_worth_keeping_it_is_greedy(stage: int, gems: str) -> None:
    """The largest red area is never as large again, and no other colour is ever seen."""
    advice = advise(red_pyramid(stage), gems_of(gems), samples=FEW)
    assert advice.best is advice.greedy


def red_pyramid(stages: int) -> Layout:
    """All icons in one red area; what is coming can only cover them or leave them."""
    shapes = [(5, 4), (4, 3), (3, 2), (2, 1)][:stages]
    return parsed(
        " ".join("/".join("r3" * columns for _ in range(rows)) for columns, rows in shapes)
    )


def test_mythicals_are_kept_where_they_score_again() -> None:
    """No area has an icon worth two mythicals: kept, each scores at every stage end."""
    layout = parsed("/".join(["r0b0r0b0r0", "b0r0b0r0b0"] * 2))
    best = advise(layout, gems_of("4 mythical"), samples=FEW).best
    assert best.kept == gems_of("4 mythical")
    assert best.points_now == 4
    assert best.expected_total >= 16


def test_what_is_seen_must_be_known() -> None:
    with pytest.raises(LayoutError, match="is not known"):
        advise(parsed("/".join(["??r0r0r0r0"] * 4)), Inventory())


class Worths:
    """A future in which each hand is worth its own number."""

    scenarios = 2

    def __getitem__(self, hand: int) -> int:
        return 2 * hand


def test_who_falls_behind_meets_fewer_futures_and_the_best_meets_all() -> None:
    entry = FrontierEntry(Inventory(), 0, ())
    candidates = [_Candidate(entry, hand, hand == 0) for hand in range(30)]
    _carry(candidates, lambda: cast(StageEnd, Worths()), 64, lambda: True)
    seen = [len(candidate.totals) for candidate in candidates]
    assert seen[0] == seen[29] == 64
    assert seen[1:] == sorted(seen[1:])
    assert seen[1] == 8
    assert sum(count == 64 for count in seen) == FINALISTS + 1
