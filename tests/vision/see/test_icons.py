"""Icons told from plain stone on drawn quadrants."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.resources import resource_directory
from assistant.vision.profile import load_profile
from assistant.vision.see.icons import FEATURES, against_plain, icon_features, icon_odds
from assistant.vision.see.quadrants import SIDE

GENERIC = load_profile(resource_directory("calibration") / "forgotten_treasures.json").icons
STONES = np.array([[40, 160, 235], [200, 110, 40], [70, 170, 80]])


def quadrants(seed: int, icon_color: tuple[int, int, int], contrast: float) -> tuple:
    """80 mottled quadrants in three colours, a quarter of them with a diamond; the truth too."""
    rng = np.random.default_rng(seed)
    color = rng.integers(0, 3, 80)
    icon = np.zeros(80, bool)
    icon[rng.permutation(80)[:20]] = True
    patches = np.empty((80, SIDE, SIDE, 3))
    for number in range(80):
        patch = np.tile(STONES[color[number]].astype(float), (SIDE, SIDE, 1))
        if icon[number]:
            turn = rng.uniform(0, np.pi)
            middle = SIDE / 2 + rng.uniform(-1, 1, 2)
            points = [
                middle + 9 * np.array([np.cos(turn + k * np.pi / 2), np.sin(turn + k * np.pi / 2)])
                for k in range(4)
            ]
            mask = np.zeros((SIDE, SIDE), np.float32)
            cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), contrast)
            patch += mask[..., None] * (np.array(icon_color) - patch)
        patch[:2] = patch[:, :2] = 25
        grain = cv2.GaussianBlur(rng.normal(0, 14, (SIDE, SIDE)), (0, 0), 1.5)
        patches[number] = cv2.GaussianBlur(patch + grain[..., None], (0, 0), 0.8)
    return np.clip(patches, 0, 255).astype(np.uint8), color, icon


@pytest.mark.parametrize("icon_color", [(255, 255, 255), (20, 20, 20), (60, 220, 250)])
@pytest.mark.parametrize("contrast", [0.9, 0.5])
def test_unknown_icons_are_told_from_stone(
    icon_color: tuple[int, int, int], contrast: float
) -> None:
    """Light, dark or coloured, strong or weak: the odds of all icons exceed those of all stones."""
    patches, color, icon = quadrants(1, icon_color, contrast)
    relative = against_plain(icon_features(patches), color, GENERIC.baseline)
    none = np.zeros_like(relative)
    odds = icon_odds(relative, none, none, GENERIC)
    assert odds[icon].min() > odds[~icon].max()
    assert ((odds > np.log(3)) == icon).mean() > 0.97


def test_features_do_not_care_for_brightness() -> None:
    """Against its own plain stone a quadrant in half the light looks nearly the same."""
    patches, color, _ = quadrants(2, (255, 255, 255), 0.8)
    dim = (patches * 0.6).astype(np.uint8)
    bright, dark = (
        against_plain(icon_features(each), color, GENERIC.baseline)[:, 0] for each in (patches, dim)
    )
    assert np.abs(bright - dark).mean() < 0.1


def test_tints_have_a_sign() -> None:
    """A white icon on orange stone is bluer than it, a dark one darker."""
    white = icon_features(quadrants(3, (255, 255, 255), 0.9)[0])
    black = icon_features(quadrants(3, (0, 0, 0), 0.9)[0])
    _, color, icon = quadrants(3, (0, 0, 0), 0.9)
    orange = icon & (color == 0)
    blue, red = FEATURES.index("tint_blue"), FEATURES.index("tint_red")
    assert (white[orange, blue] > 0).all()
    assert (black[orange, red] < 0).all()


def test_only_named_features_count() -> None:
    """A feature that the profile does not name has no say."""
    patches, color, _ = quadrants(4, (255, 255, 255), 0.8)
    relative = against_plain(icon_features(patches), color, GENERIC.baseline)
    none = np.zeros_like(relative)
    settings = replace(GENERIC, features=("outline", "core"))
    before = icon_odds(relative, none, none, settings)
    relative[:, FEATURES.index("deviation")] += 5
    np.testing.assert_allclose(icon_odds(relative, none, none, settings), before)
