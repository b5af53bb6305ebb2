"""The bench measures what it says; no test looks at its times."""

import random

import pytest

from assistant.core.problems import problems
from bench import activation
from bench.figures import Figure, table, timed
from bench.positions import random_inventory, random_layout, random_position, random_positions


def test_a_figure_is_ok_up_to_its_bound_and_without_one() -> None:
    assert Figure("a", 5, "ms", at_most=5).ok
    assert not Figure("a", 5.1, "ms", at_most=5).ok
    assert Figure("a", 100, "x", at_least=100).ok
    assert not Figure("a", 99, "x", at_least=100).ok
    assert Figure("a", 1e9, "us").ok


def test_the_table_shows_target_and_verdict_in_columns() -> None:
    shown = table([Figure("slow one", 7.123456, "ms", at_most=5), Figure("b", 200, "")])
    assert shown.splitlines() == [
        "name      value  unit  target  ok",
        "slow one  7.123  ms    <= 5    NO",
        "b           200",
    ]


def test_the_fastest_run_counts_and_the_result_comes_along() -> None:
    calls: list[int] = []
    result, seconds = timed(lambda number: calls.append(number) or number * 2, 21)
    assert result == 42
    assert len(calls) > 1
    assert seconds >= 0


def test_both_solvers_agree_on_the_positions_of_the_bench() -> None:
    positions = random_positions(activation.SEED, 2)
    figures = {figure.name: figure for figure in activation.compare(positions)}
    same = figures["best plan: same optimum as the program"]
    assert (same.value, same.at_least) == (8, 8)
    assert [figure.at_most for figure in activation.frontiers(positions)] == [5, 5]


def test_positions_are_the_same_for_the_same_seed_only() -> None:
    assert random_positions(1, 2) == random_positions(1, 2)
    assert random_positions(1, 2) != random_positions(2, 2)


@pytest.mark.parametrize(("stage", "most"), [(1, 10), (2, 11), (3, 8), (4, 6)])
def test_positions_have_the_largest_inventory_of_their_stage(stage: int, most: int) -> None:
    position = random_position(random.Random(stage), stage)
    assert len(position.layout.stages) == stage
    assert position.inventory.total == most


def test_random_stages_are_laid_by_the_rules_and_some_have_gaps() -> None:
    rng = random.Random(1)
    layouts = [random_layout(rng, 2) for _ in range(60)]
    assert any("--" in repr(layout) for layout in layouts)
    assert any("--" not in repr(layout) for layout in layouts)
    assert {layout.stages[0].columns for layout in layouts} == {4, 5}
    found = [str(problem) for layout in layouts for problem in problems(layout)]
    assert all("must be connected" in text for text in found)


def test_random_gems_come_out_of_one_bag() -> None:
    rng = random.Random(2)
    for gems in range(12):
        assert random_inventory(rng, gems).total == gems
