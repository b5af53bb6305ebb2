"""Tell quadrants with an icon from plain stone.

Whatever an icon looks like, it has outlines. Its quadrant is compared with the plain stone of the
same colour in the same photo, which has the same blur, noise and mottling; features are logs, so
that light cancels. Two Student t distributions, plain and icon, give log odds: their heavy tails
keep a strange quadrant (a reflection, a gem) from being certain.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.blocks import CORE, ICON, STONE
from assistant.vision.profile import IconClass, IconSettings
from assistant.vision.rectify import Floats, Pixels

FEATURES = ("outline", "outline_peak", "deviation", "deviation_peak", "core")
"""Names of the columns of `icon_features`."""
_SMALLEST = 0.004
"""Added before logs: about one grey level."""


def icon_features(patches: Pixels) -> Floats:
    """float64 (n, len(FEATURES)): logs of five measures of an icon in patches (n, side, side, 3).

    outline and its peak: mean and 90th percentile of the gradient inside the icon's disc;
    deviation and its peak: mean and 80th percentile of the distance to the plain stone's colour;
    core: that distance of the disc's middle.
    """
    soft = np.stack([cv2.GaussianBlur(patch, (0, 0), 0.8) for patch in patches])
    values = soft.astype(np.float32) / 255
    stone = np.median(values[:, STONE], axis=1)
    right = values[:, 1:-1, 2:] - values[:, 1:-1, :-2]
    down = values[:, 2:, 1:-1] - values[:, :-2, 1:-1]
    gradient = np.sqrt((right**2 + down**2).sum(axis=-1))[:, ICON[1:-1, 1:-1]]
    away = np.sqrt(((values - stone[:, None, None]) ** 2).sum(axis=-1))[:, ICON]
    core = np.linalg.norm(np.median(values[:, CORE], axis=1) - stone, axis=1)
    columns = [
        gradient.mean(axis=1),
        np.quantile(gradient, 0.9, axis=1),
        away.mean(axis=1),
        np.quantile(away, 0.8, axis=1),
        core,
    ]
    return np.asarray(np.log(np.stack(columns, axis=1) + _SMALLEST), np.float64)


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

    plain_shift, icon_shift: (n, d), what each quadrant's colour adds to the classes' means.
    """
    icon = _log_density(relative - icon_shift, settings.icon, settings.freedom)
    plain = _log_density(relative - plain_shift, settings.plain, settings.freedom)
    return (icon - plain) * settings.tempering + settings.bias


def _log_density(features: Floats, kind: IconClass, freedom: float) -> Floats:
    """Log density (n,) of a multivariate t distribution, up to a constant."""
    covariance = np.array(kind.covariance)
    away = features - np.array(kind.mean)
    distance = np.einsum("ij,jk,ik->i", away, np.linalg.inv(covariance), away)
    size = len(kind.mean)
    spread = np.linalg.slogdet(covariance)[1]
    return np.asarray(-(freedom + size) / 2 * np.log1p(distance / freedom) - spread / 2)
