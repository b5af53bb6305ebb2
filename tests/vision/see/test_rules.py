"""The rules of the dominoes as evidence, against counting every possibility."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.dominoes import tilings
from assistant.core.pieces import Color
from assistant.games import PYRAMIDO
from assistant.vision.profile import DecodeSettings
from assistant.vision.see.rules import deck_of, stage_blocks, stage_icons

RULES = DecodeSettings(trust=1 - 1e-9, single=12 / 28)
"""Rules that surely hold, every pair of quadrants being alike."""


def by_counting(odds: np.ndarray, holes: frozenset[tuple[int, int]] = frozenset()) -> np.ndarray:
    """Chance of an icon by going through every tiling and every pair of quadrants."""
    rows, columns, _ = odds.shape
    weight = np.zeros_like(odds)
    total = 0.0
    for tiling in tilings(columns, rows, holes):
        spots = [
            [(*cell, corner) for cell in (domino.first, domino.second) for corner in range(4)]
            for domino in tiling
        ]
        for choice in itertools.product(*(itertools.combinations(eight, 2) for eight in spots)):
            places = [place for pair in choice for place in pair]
            chance = math.exp(sum(odds[place] for place in places))
            total += chance
            for place in places:
                weight[place] += chance
    return weight / total


@settings(max_examples=10, deadline=None)
@given(st.lists(st.floats(-4, 4), min_size=16, max_size=16))
def test_equals_counting_on_two_by_two(values: list[float]) -> None:
    """Both tilings of four blocks, with all 784 layings of icons each."""
    odds = np.array(values).reshape(2, 2, 4)
    chance, _ = stage_icons(odds, 2, 2, frozenset(), RULES)
    np.testing.assert_allclose(chance, by_counting(odds), atol=1e-6)


def test_equals_counting_beside_a_hole() -> None:
    """A stage with two holes is tiled around them."""
    odds = np.random.default_rng(1).normal(0, 2, (2, 3, 4))
    holes = frozenset({(0, 0), (1, 2)})
    chance, _ = stage_icons(odds, 3, 2, holes, RULES)
    expected = by_counting(odds, holes)
    for row, column in ((0, 1), (0, 2), (1, 0), (1, 1)):
        np.testing.assert_allclose(chance[row, column], expected[row, column], atol=1e-6)


def test_a_lone_weak_icon_is_found() -> None:
    """Where one icon of a domino is sure, the likeliest second one is taken."""
    odds = np.full((1, 2, 4), -3.0)
    odds[0, 0, 1] = 8.0
    odds[0, 1, 2] = -0.5
    chance, _ = stage_icons(odds, 2, 1, frozenset(), DecodeSettings(trust=0.95, single=0.4))
    assert (chance > 0.5).sum() == 2
    assert chance[0, 1, 2] > 0.5


def test_sure_icons_are_not_taken_away() -> None:
    """Three sure icons on a domino break the rule; they stay, and the evidence says so."""
    odds = np.full((1, 2, 4), -9.0)
    odds[0, 0, 0] = odds[0, 0, 3] = odds[0, 1, 1] = 9.0
    chance, evidence = stage_icons(odds, 2, 1, frozenset(), DecodeSettings(trust=0.95, single=0.4))
    assert (chance > 0.5).sum() == 3
    assert evidence < -3


def test_hidden_quadrants_may_hold_the_icons() -> None:
    """A rim without icons is no contradiction while quadrants are hidden."""
    odds = np.full((1, 2, 4), -6.0)
    odds[:, :, 2:] = 0.0
    chance, evidence = stage_icons(odds, 2, 1, frozenset(), DecodeSettings(trust=0.95, single=0.4))
    assert (chance[:, :, :2] < 0.1).all()
    assert chance[:, :, 2:].sum() == pytest.approx(2, abs=0.2)
    assert evidence > -1


def test_cells_that_no_domino_covers_stand_alone() -> None:
    """Where no tiling exists the odds decide, one quadrant in four having an icon."""
    odds = np.zeros((1, 1, 4))
    odds[0, 0, 0] = 5.0
    chance, _ = stage_icons(odds, 1, 1, frozenset(), RULES)
    assert chance[0, 0, 0] > 0.9
    assert chance[0, 0, 1] == pytest.approx(0.25)


def test_the_dominoes_of_the_game_tell_a_colour_and_an_icon_that_the_photo_leaves_open() -> None:
    """Green with icons 2 and 4 lies to the left of brown, turquoise or yellow only."""
    palette = PYRAMIDO.palette
    deck = deck_of("pyramido", palette)
    assert deck is not None
    settings = DecodeSettings(trust=0.95, single=0.4, deck=0.9)
    colors = np.full((1, 2, 6), 0.01)
    colors[0, 0, palette.index(Color.GREEN)] = 0.95
    colors[0, 1] = 1 / 6
    odds = np.full((1, 2, 4), -8.0)
    odds[0, 0] = [-8, 8, 8, -8]
    icons, told = stage_blocks(odds, colors, frozenset(), deck, settings)
    allowed = {Color.BROWN, Color.TURQUOISE, Color.YELLOW}
    assert {palette[k] for k in np.flatnonzero(told[0, 1] > 0.2)} == allowed
    assert (icons[0, 0] > 0.9).tolist() == [False, True, True, False]
    assert icons[0, 1].max() < 0.05


def test_blocks_that_are_no_dominoes_of_the_game_stay_as_seen() -> None:
    palette = PYRAMIDO.palette
    deck = deck_of("pyramido", palette)
    assert deck is not None
    settings = DecodeSettings(trust=0.95, single=0.4, deck=0.9)
    colors = np.full((1, 2, 6), 1e-7)
    colors[0, :, palette.index(Color.RED)] = 1
    odds = np.full((1, 2, 4), -12.0)
    odds[0, 0, 0] = odds[0, 0, 1] = 12.0
    icons, told = stage_blocks(odds, colors, frozenset(), deck, settings)
    assert (told.argmax(axis=2) == palette.index(Color.RED)).all()
    assert (icons[0, 0] > 0.9).tolist() == [True, True, False, False]
