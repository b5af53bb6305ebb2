"""A pinhole camera above the table.

World: one block is one unit; x to the right, y towards the person (down the picture), z into the
table, so that a height h above the table is z = -h. The pyramid's centre is the origin.
Pixels: x right, y down, pixel centres at whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera and the picture it takes.

    matrix: 3 x 4, world to pixels.
    size: (width, height) of the picture in pixels.
    """

    matrix: Points
    size: tuple[int, int]

    def project(self, points: NDArray[Any]) -> Points:
        """World points (..., 3) as pixels (..., 2)."""
        points = np.asarray(points, np.float64)
        homogeneous = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        pixels: Points = homogeneous[..., :2] / homogeneous[..., 2:]
        return pixels

    def at_height(self, points: NDArray[Any], height: float) -> Points:
        """Points (..., 2) on the plane `height` above the table as pixels (..., 2)."""
        points = np.asarray(points, np.float64)
        return self.project(np.concatenate([points, np.full((*points.shape[:-1], 1), -height)], -1))

    def scale_at(self, point: tuple[float, float], height: float) -> float:
        """About how many pixels one unit covers around a point."""
        around = np.array(point) + 0.5 * np.array([[-1, 0], [1, 0], [0, -1], [0, 1]])
        left, right, up, down = self.at_height(around, height)
        return float((np.hypot(*(right - left)) + np.hypot(*(down - up))) / 2)


def look_at(
    target: tuple[float, float],
    distance: float,
    tilt: float,
    azimuth: float,
    roll: float,
    focal: float,
    size: tuple[int, int],
) -> Camera:
    """A camera `distance` units from a point on the table.

    tilt: degrees from straight above; azimuth: the side it stands on, 0 where the person sits.
    roll: degrees the picture is turned clockwise; focal: focal length in pixels.
    """
    tilt, azimuth, roll = np.radians([tilt, azimuth, roll])
    aim = np.array([*target, 0.0])
    position = aim + distance * np.array(
        [np.sin(tilt) * np.sin(azimuth), np.sin(tilt) * np.cos(azimuth), -np.cos(tilt)]
    )
    forward = (aim - position) / distance
    right = np.cross([0.0, 1.0, 0.0], forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    right, down = (
        np.cos(roll) * right - np.sin(roll) * down,
        np.sin(roll) * right + np.cos(roll) * down,
    )
    rotation = np.stack([right, down, forward])
    width, height = size
    intrinsic = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    return Camera(intrinsic @ np.column_stack([rotation, -rotation @ position]), size)


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion: an undistorted radius r comes from a distorted one by r(1 + k r^2).

    Radii are in halves of the picture's diagonal; k > 0 bends lines inwards (barrel).
    """

    k: float
    size: tuple[int, int]

    def _centre_and_unit(self) -> tuple[Points, float]:
        width, height = self.size
        return np.array([(width - 1) / 2, (height - 1) / 2]), float(np.hypot(width, height) / 2)

    def undistort(self, points: NDArray[Any]) -> Points:
        """Where distorted pixels (..., 2) are in the picture of an ideal lens."""
        centre, unit = self._centre_and_unit()
        offset = (np.asarray(points, np.float64) - centre) / unit
        squared = (offset**2).sum(-1, keepdims=True)
        ideal: Points = centre + unit * offset * (1 + self.k * squared)
        return ideal

    def distort(self, points: NDArray[Any]) -> Points:
        """The inverse of `undistort`."""
        centre, unit = self._centre_and_unit()
        ideal = (np.asarray(points, np.float64) - centre) / unit
        offset = ideal.copy()
        for _ in range(20):
            offset = ideal / (1 + self.k * (offset**2).sum(-1, keepdims=True))
        distorted: Points = centre + unit * offset
        return distorted
