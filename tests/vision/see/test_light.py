"""Light and colours solved together, on colours made under known light."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.resources import resource_directory
from assistant.vision.profile import load_profile
from assistant.vision.see.light import solve_light
from assistant.vision.see.quadrants import linear
from assistant.vision.see.rendition import saturated

PROFILE = load_profile(resource_directory("calibration") / "pyramido.json")
PROTOTYPES = linear(np.array([model.bgr for model in PROFILE.colors.values()]))
SPREAD = np.array([model.spread for model in PROFILE.colors.values()])
BLOCK = np.repeat(np.arange(20), 4)
PLACE = np.array(
    [
        (2 * (number % 5) + corner % 2, 2 * (number // 5) + corner // 2)
        for number in range(20)
        for corner in range(4)
    ],
    float,
)


def shown(labels: np.ndarray, gains: np.ndarray, shade: np.ndarray, haze: np.ndarray) -> np.ndarray:
    """Linear colours of quadrants: the model as it stands in the docstring, nothing else."""
    return shade[:, None] * gains * PROTOTYPES[labels] + haze[:, None]


def all_colors(seed: int) -> np.ndarray:
    labels = np.concatenate([np.arange(6), np.random.default_rng(seed).integers(0, 6, 14)])
    return np.random.default_rng(seed + 1).permutation(labels)


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 1000),
    st.floats(0.75, 1.33),
    st.floats(0.75, 1.33),
    st.floats(0.4, 1.0),
)
def test_labels_under_any_lamp(seed: int, blue: float, red: float, level: float) -> None:
    """Whatever the lamp's colour and strength, every block gets its own colour."""
    labels = all_colors(seed)
    colors = shown(labels[BLOCK], np.array([blue, 1, red]), np.full(80, level), np.zeros(80))
    light = solve_light(colors, BLOCK, PLACE, PROTOTYPES, SPREAD, PROFILE.light)
    assert light.evidence.argmin(axis=1).tolist() == labels.tolist()


def test_haze_is_told_from_colour() -> None:
    """A glare across one side does not change a colour, and its strength is found."""
    labels = all_colors(3)
    haze = 0.2 * np.exp(-((PLACE[:, 0] - 9) ** 2) / 8)
    colors = shown(labels[BLOCK], np.ones(3), np.full(80, 0.7), haze)
    light = solve_light(colors, BLOCK, PLACE, PROTOTYPES, SPREAD, PROFILE.light)
    assert light.evidence.argmin(axis=1).tolist() == labels.tolist()
    near, far = PLACE[:, 0] == 9, PLACE[:, 0] < 4
    assert light.haze[near].mean() > 5 * light.haze[far].mean()


def test_a_shadow_is_not_a_colour() -> None:
    """A shadow over half of the pyramid leaves the labels."""
    labels = all_colors(5)
    shade = np.where(PLACE[:, 0] < 5, 0.35, 0.8)
    colors = shown(labels[BLOCK], np.array([0.9, 1, 1.1]), shade, np.zeros(80))
    light = solve_light(colors, BLOCK, PLACE, PROTOTYPES, SPREAD, PROFILE.light)
    assert light.evidence.argmin(axis=1).tolist() == labels.tolist()


def test_one_strange_quadrant_is_outvoted() -> None:
    """A block with one quadrant under a reflection keeps its colour."""
    labels = all_colors(7)
    colors = shown(labels[BLOCK], np.ones(3), np.full(80, 0.7), np.zeros(80))
    colors[10] = 0.9
    light = solve_light(colors, BLOCK, PLACE, PROTOTYPES, SPREAD, PROFILE.light)
    assert light.evidence.argmin(axis=1).tolist() == labels.tolist()


def test_known_colours_are_kept() -> None:
    """A colour said to be known is never given up, even against the picture."""
    labels = all_colors(9)
    colors = shown(labels[BLOCK], np.ones(3), np.full(80, 0.7), np.zeros(80))
    known = np.full(80, -1)
    known[BLOCK == 0] = (labels[0] + 1) % 6
    light = solve_light(colors, BLOCK, PLACE, PROTOTYPES, SPREAD, PROFILE.light, known)
    found = light.evidence.argmin(axis=1)
    assert found[0] == (labels[0] + 1) % 6
    assert found[1:].tolist() == labels[1:].tolist()


@pytest.mark.parametrize("drift", [-0.05, 0.05])
def test_wide_prototypes_follow_the_photo(drift: float) -> None:
    """Colours of a copy that is off the profile are read, and its own prototypes come out."""
    labels = all_colors(11)
    other = np.clip(PROTOTYPES ** (1 / 2.4) + drift, 0.02, 1) ** 2.4
    colors = 0.7 * other[labels[BLOCK]]
    wide = np.full(6, 0.06)
    light = solve_light(colors, BLOCK, PLACE, PROTOTYPES, wide, PROFILE.light)
    assert light.evidence.argmin(axis=1).tolist() == labels.tolist()


@pytest.mark.parametrize("factor", [1.0, 1.2, 1.4])
def test_a_phone_that_makes_colours_stronger_changes_no_label(factor: float) -> None:
    """Blocks get their colours whatever a phone's saturation, and the factor is about found."""
    labels = all_colors(13)
    plain = shown(labels[BLOCK], np.array([0.9, 1, 1.1]), np.full(80, 0.7), np.zeros(80))
    light = solve_light(saturated(plain, factor), BLOCK, PLACE, PROTOTYPES, SPREAD, PROFILE.light)
    assert light.evidence.argmin(axis=1).tolist() == labels.tolist()
    assert light.saturation == pytest.approx(factor, rel=0.2)


def test_no_profile_claims_less_spread_than_cameras_differ() -> None:
    """A spread under the floor counts as the floor."""
    labels = all_colors(17)
    colors = shown(labels[BLOCK], np.ones(3), np.full(80, 0.7), np.zeros(80))
    tight, floored = (
        solve_light(colors, BLOCK, PLACE, PROTOTYPES, np.full(6, spread), PROFILE.light)
        for spread in (0.001, PROFILE.light.spread_floor)
    )
    assert np.array_equal(tight.evidence, floored.evidence)
