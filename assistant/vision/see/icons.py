"""Tell quadrants with an icon from plain stone.

Whatever an icon looks like, it has outlines. Its quadrant is compared with the plain stone of the
same colour in the same photo, which has the same blur, noise and mottling; features are logs, so
that light cancels. Two Student t distributions, plain and icon, give log odds: their heavy tails
keep a strange quadrant (a reflection, a gem) from being certain.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.find.pose import Floats, Pixels
from assistant.vision.profile import IconClass, IconSettings
from assistant.vision.see.quadrants import CORE, ICON, STONE

FEATURES = (
    "outline",
    "outline_peak",
    "deviation",
    "deviation_peak",
    "core",
    "outline_soft",
    "outline_hue",
    "tint_blue",
    "tint_green",
    "tint_red",
)
"""Names of the columns of `icon_features`."""
ICON_SHARE = 0.25
"""Two icons on the eight quadrants of every domino."""
_SMALLEST = 0.004
"""Added before logs: about one grey level."""
_SMALLEST_HUE = 0.01
_FAINT = 0.02
"""Difference between channels, in linear light, that noise makes."""
_TINT_UNIT = 1 / 6
"""Brings tints to the size of the logs."""


def icon_features(patches: Pixels) -> Floats:
    """float64 (n, len(FEATURES)): measures of an icon in patches (n, side, side, 3).

    outline, its peak, and soft: logs of the mean and 90th percentile of the gradient inside the
    icon's disc, and of the mean after more blur, which noise and grain do not reach;
    outline_hue: log of the mean gradient of the differences between channels in linear light, over
    the stone's own differences: white light on top, such as the edge of a reflection, cancels;
    deviation and its peak: logs of the mean and 80th percentile of the distance to the plain
    stone's colour; core: log of that distance at the disc's middle;
    tints: mean difference of the disc from the plain stone, channel by channel.
    """
    values, blurred = _blurred(patches, 0.8), _blurred(patches, 2.0)
    stone = np.median(values[:, STONE], axis=1)
    disc = values[:, ICON]
    gradient = _gradient(values)
    away = np.sqrt(((disc - stone[:, None]) ** 2).sum(axis=-1))
    core = np.linalg.norm(np.median(values[:, CORE], axis=1) - stone, axis=1)
    sizes = [
        gradient.mean(axis=1),
        _upper(gradient, 0.9),
        away.mean(axis=1),
        _upper(away, 0.8),
        core,
        _gradient(blurred).mean(axis=1),
    ]
    tints = (disc.mean(axis=1) - stone) / _TINT_UNIT
    logs = np.log(np.stack(sizes, axis=1) + _SMALLEST)
    hue = np.log(_hue_outline(_blurred(patches, 1.2)) + _SMALLEST_HUE)
    return np.asarray(np.concatenate([logs, hue[:, None], tints], axis=1), np.float64)


def _hue_outline(values: Floats) -> Floats:
    """(n,): mean gradient of channel differences in linear light (about a square) in the disc."""
    light = values * values
    apart = light[..., 1:] - light[..., :-1]
    stone = np.linalg.norm(np.median(apart[:, STONE], axis=1), axis=1)
    return np.asarray(_gradient(apart).mean(axis=1) / (stone + _FAINT))


def _blurred(patches: Pixels, sigma: float) -> Floats:
    """float32 patches, 0 to 1; blurred as one tall picture, which mixes only their seams."""
    tall = patches.reshape(-1, *patches.shape[2:])
    return (
        np.asarray(cv2.GaussianBlur(tall, (0, 0), sigma), np.float32).reshape(patches.shape) / 255
    )


def _upper(values: Floats, quantile: float) -> Floats:
    """(n,): a quantile of each row, without interpolation."""
    place = int(quantile * (values.shape[1] - 1))
    return np.asarray(np.partition(values, place, axis=1)[:, place])


def _gradient(values: Floats) -> Floats:
    """(n, pixels of the disc): gradient over two pixels, all channels."""
    right = values[:, 1:-1, 2:] - values[:, 1:-1, :-2]
    down = values[:, 2:, 1:-1] - values[:, :-2, 1:-1]
    return np.asarray(np.sqrt((right**2 + down**2).sum(axis=-1))[:, ICON[1:-1, 1:-1]])


def against_plain(features: Floats, color: NDArray[np.intp], quantile: float) -> Floats:
    """Features (n, d) less those of the photo's plain stone of the same colour.

    About three quadrants of four are plain, so a low quantile is plain stone; colours with few
    quadrants lean on the whole photo.
    """
    overall = np.quantile(features, quantile, axis=0)
    relative = np.empty_like(features)
    for one in np.unique(color):
        own = color == one
        count = own.sum()
        base = np.quantile(features[own], quantile, axis=0)
        relative[own] = features[own] - (count * base + 4 * overall) / (count + 4)
    return relative


def icon_odds(
    relative: Floats, plain_shift: Floats, icon_shift: Floats, settings: IconSettings
) -> Floats:
    """Log odds (n,) of an icon from features (n, d) of `against_plain`, without any prior.

    The two classes of the profile first meet the photo: a quarter of all quadrants have icons,
    so its own quadrants fall into two clusters (expectation maximisation with the profile's
    classes as prior observations). That is what reads art never seen before.

    plain_shift, icon_shift: (n, d), what each quadrant's colour adds to the classes' means.
    """
    used = [FEATURES.index(name) for name in settings.features]
    as_plain, as_icon = (relative - plain_shift)[:, used], (relative - icon_shift)[:, used]
    known_plain, known_icon = _Class.of(settings.plain, used), _Class.of(settings.icon, used)
    plain, icon = known_plain, known_icon
    for turn in range(settings.rounds + 1):
        odds = icon.log_density(as_icon, settings.freedom)
        odds -= plain.log_density(as_plain, settings.freedom)
        if turn < settings.rounds:
            chance = _share_of(odds, ICON_SHARE) if turn == 0 else _chance(odds)
            plain = known_plain.met(as_plain, 1 - chance, settings)
            icon = known_icon.met(as_icon, chance, settings)
    return odds * settings.tempering + settings.bias


def _chance(odds: Floats) -> Floats:
    """Chance of an icon where one quadrant in four has one."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -50, 50)) * (1 / ICON_SHARE - 1)))


def _share_of(odds: Floats, share: float) -> Floats:
    """Chances (n,) that follow the odds and of which about ``share`` are high."""
    level = min(max(float(np.quantile(odds, 1 - share)), -20.0), 20.0)
    return np.asarray(1 / (1 + np.exp(np.clip(level - odds, -30, 30))))


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """A kind of quadrant: mean (d,) and covariance (d, d) of its features."""

    mean: Floats
    covariance: Floats

    @classmethod
    def of(cls, kind: IconClass, used: list[int]) -> "_Class":
        return cls(np.array(kind.mean)[used], np.array(kind.covariance)[np.ix_(used, used)])

    def met(self, features: Floats, weight: Floats, settings: IconSettings) -> "_Class":
        """The class after it saw features (n, d) that belong to it with a weight (n,)."""
        away = features - self.mean
        weight = weight / (1 + self._distance(away) / settings.freedom / 4)
        count = weight.sum()
        mean = self.mean + (weight @ away) / (count + settings.mean_trust)
        left = features - mean
        spread = (left * weight[:, None]).T @ left
        known = self.covariance * settings.covariance_trust
        return _Class(mean, (known + spread) / (settings.covariance_trust + count))

    def log_density(self, features: Floats, freedom: float) -> Floats:
        """Log density (n,) of a multivariate t distribution, up to a constant."""
        distance = self._distance(features - self.mean)
        size = len(self.mean)
        spread = np.linalg.slogdet(self.covariance)[1]
        return np.asarray(-(freedom + size) / 2 * np.log1p(distance / freedom) - spread / 2)

    def _distance(self, away: Floats) -> Floats:
        inverse = np.linalg.inv(self.covariance)
        return np.asarray(np.einsum("ij,jk,ik->i", away, inverse, away))
