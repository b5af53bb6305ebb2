from math import isclose

import pytest

from assistant.core.areas import layout_areas
from assistant.core.layout import Layout
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.activation import frontier
from assistant.games.forgotten_treasures.lookahead.simulation import (
    Totals,
    clairvoyant_total,
    compare,
    play_game,
    share_won,
    spend_greedily,
    total,
)

SEEDS = range(900, 906)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_beats_foresight(seed: int) -> None:
    game = play_game(seed)
    totals = compare(game, seed, samples=8)
    assert totals.clairvoyant == clairvoyant_total(game)
    assert totals.clairvoyant >= totals.plan
    assert totals.clairvoyant >= totals.greedy == total(game, spend_greedily)


@pytest.mark.parametrize("choice", [0, 1, -1])
def test_no_way_to_spend_beats_foresight(choice: int) -> None:
    """Whatever entry of the frontier is taken at every stage end."""

    def spend(layout: Layout, gems: Inventory) -> tuple[int, Inventory]:
        entries = frontier(layout_areas(layout), gems)
        entry = entries[choice % len(entries)]
        return entry.points, entry.kept

    for seed in range(30):
        game = play_game(seed)
        assert total(game, spend) <= clairvoyant_total(game)


def test_greedy_loses_to_foresight_by_far() -> None:
    games = [play_game(seed) for seed in range(40)]
    gap = sum(clairvoyant_total(game) - total(game, spend_greedily) for game in games)
    assert gap / len(games) > 5


def test_looking_ahead_wins_most_of_the_gap() -> None:
    totals = [compare(play_game(seed), seed, samples=8) for seed in SEEDS]
    share, error = share_won(totals)
    assert share > 0.6
    assert 0 < error < 0.3


def test_the_same_seed_is_the_same_game() -> None:
    assert play_game(1) == play_game(1)
    assert len({repr(play_game(seed).layout) for seed in range(10)}) == 10
    assert compare(play_game(2), 2, samples=4) == compare(play_game(2), 2, samples=4)


def test_the_share_is_a_ratio_of_sums() -> None:
    totals = [Totals(50, 60, 60), Totals(70, 75, 80), Totals(60, 60, 60)]
    share, error = share_won(totals)
    assert isclose(share, 15 / 20)
    residuals = [10 - 7.5, 5 - 7.5, 0]
    assert isclose(error, (sum(r * r for r in residuals) * 3 / 2) ** 0.5 / 20)
    assert share_won([Totals(60, 60, 60)]) == (1.0, 0.0)
