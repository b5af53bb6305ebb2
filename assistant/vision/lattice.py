"""Find the lattice of quadrants in a photo: straight seams, two vanishing points, one pitch.

The seams of a pyramid are two families of parallel, evenly spaced lines, whatever the art. So
line segments (LSD: Grompone von Gioi et al., IPOL 2012) vote for two vanishing points; these and
an assumed focal length undo the perspective (Hartley and Zisserman, 2nd ed., 8.6); and a comb
along either axis gives spacing and position, as a periodogram does.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.profile import LocateSettings
from assistant.vision.rectify import Floats, project

_CANDIDATES = 60
"""Longest segments that propose vanishing points."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Straight segments of a picture.

    ends: (n, 2, 2) pixels; middle: (n, 2); direction: (n, 2) unit vectors; weight: (n,).
    """

    ends: Floats
    middle: Floats
    direction: Floats
    weight: Floats

    def only(self, chosen: NDArray[np.bool_]) -> "Segments":
        """The segments of a mask (n,)."""
        return Segments(
            self.ends[chosen], self.middle[chosen], self.direction[chosen], self.weight[chosen]
        )


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A lattice of unit squares in a picture.

    homography: float64 (3, 3), lattice to pixels; its origin is at the middle of the search.
    across, down: the segments along the lattice's x and y lines.
    strength: how well the spacing fits, 0 to 1.
    """

    homography: Floats
    across: Segments
    down: Segments
    strength: float


def find_segments(grey: NDArray[np.uint8], region: NDArray[np.uint8], shortest: float) -> Segments:
    """Segments of a grey picture; those whose middle lies outside ``region`` count little."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(grey)[0]
    ends = np.zeros((0, 2, 2)) if found is None else found.reshape(-1, 2, 2).astype(np.float64)
    along = ends[:, 1] - ends[:, 0]
    length = np.hypot(along[:, 0], along[:, 1])
    keep = length > shortest
    ends, along, length = ends[keep], along[keep], length[keep]
    middle = ends.mean(axis=1)
    height, width = grey.shape
    places = np.clip(middle.round().astype(int), 0, [width - 1, height - 1])
    inside = region[places[:, 1], places[:, 0]] > 0
    weight = np.minimum(length, 0.06 * max(height, width)) * np.where(inside, 1.0, 0.05)
    return Segments(ends, middle, along / length[:, None], weight)


def find_lattices(
    grey: NDArray[np.uint8], region: NDArray[np.uint8], settings: LocateSettings
) -> list[Lattice]:
    """Lattices that fit the seams inside ``region`` (uint8 mask): of the best pitch and near it.

    Art whose block seams are much stronger than its crosses makes the comb see blocks; so half
    and double the best pitch are offered as well. Empty if there are too few lines.
    """
    segments = find_segments(grey, region, settings.shortest)
    rows, columns = np.nonzero(region)
    if len(segments.weight) < 8 or not len(rows):
        return []
    centre = np.array([columns.mean(), rows.mean()])
    size = np.array(grey.shape[::-1])
    scale = size.max() / 2
    families = _families(segments, centre, scale, settings.parallel)
    if families is None:
        return []
    (first, across), (second, down) = families
    focal = 2 * settings.focal
    plane = _metric_plane(first, second, focal, ((size - 1) / 2 - centre) / scale)
    plane = np.array([[scale, 0, centre[0]], [0, scale, centre[1]], [0, 0, 1]]) @ plane
    back = np.linalg.inv(plane)
    x, y = project(back, down.middle)[:, 0], project(back, across.middle)[:, 1]
    unit = _unit_length(plane)
    low, high = settings.pitch
    pitches = np.geomspace(low, high, 240) / unit
    strength = _widened(_comb(x, down.weight, pitches)) * _widened(_comb(y, across.weight, pitches))
    flat_top = strength > strength.max() * (1 - 1e-6)
    best = float(np.exp(np.log(pitches[flat_top]).mean()))
    lattices = []
    for pitch in (best, best / 2, best * 2):
        step_x, shift_x = _sharpen(x, down.weight, pitch)
        step_y, shift_y = _sharpen(y, across.weight, pitch)
        steps = np.array([[step_x, 0, shift_x], [0, step_y, shift_y], [0, 0, 1]])
        lattices.append(Lattice(plane @ steps, across, down, float(strength.max())))
    return lattices


def _families(
    segments: Segments, centre: Floats, scale: float, tolerance: float
) -> tuple[tuple[Floats, Segments], tuple[Floats, Segments]] | None:
    """The vanishing points of the lattice's x and y lines, with their segments.

    Points are homogeneous, in ``scale`` pixels around ``centre``, and turned so that they lie
    towards +x and +y; the x lines are those nearer to level.
    """
    middle = (segments.middle - centre) / scale
    across = segments.direction
    lines = np.c_[
        -across[:, 1], across[:, 0], across[:, 1] * middle[:, 0] - across[:, 0] * middle[:, 1]
    ]
    limit = np.sin(np.deg2rad(tolerance))
    points = _proposals(lines, across, segments.weight)
    if not len(points):
        return None
    fits = np.clip(1 - (_misses(points, middle, across) / limit) ** 2, 0, 1)
    scores = (fits * segments.weight).sum(axis=1)
    toward = points[:, :2] / np.linalg.norm(points[:, :2], axis=1, keepdims=True)
    best = int(scores.argmax())
    apart = np.abs(toward[:, 0] * toward[best, 1] - toward[:, 1] * toward[best, 0])
    other = int(np.where(apart > np.sin(np.deg2rad(50)), scores, -1).argmax())
    families = []
    for point in (points[best], points[other]):
        for _ in range(3):
            misses = _misses(point[None], middle, across)[0]
            weight = segments.weight * np.clip(1 - (misses / limit) ** 2, 0, 1)
            point = np.linalg.eigh((lines * weight[:, None]).T @ lines)[1][:, 0]
        own = _misses(point[None], middle, across)[0] < limit
        families.append((point, segments.only(own)))
    families.sort(key=lambda family: -abs(family[0][0]) / np.hypot(*family[0][:2]))
    (first, level), (second, upright) = families
    return (first * np.sign(first[0]), level), (second * np.sign(second[1]), upright)


def _proposals(lines: Floats, direction: Floats, weight: Floats) -> Floats:
    """Where pairs of the strongest, roughly parallel lines meet, well outside the pyramid."""
    strongest = np.argsort(-weight)[:_CANDIDATES]
    first, second = np.triu_indices(len(strongest), 1)
    first, second = strongest[first], strongest[second]
    turn = np.abs(
        direction[first, 0] * direction[second, 1] - direction[first, 1] * direction[second, 0]
    )
    alike = turn < np.sin(np.deg2rad(30))
    points = np.cross(lines[first[alike]], lines[second[alike]])
    size = np.linalg.norm(points, axis=1)
    points = points[size > 1e-9] / size[size > 1e-9, None]
    far = np.hypot(points[:, 0], points[:, 1]) > 2 * np.abs(points[:, 2])
    return np.asarray(points[far])


def _misses(points: Floats, middle: Floats, direction: Floats) -> Floats:
    """(points, segments): sine of the angle between a segment and the way to a point."""
    way = points[:, None, :2] - points[:, None, 2:] * middle[None]
    way /= np.linalg.norm(way, axis=2, keepdims=True) + 1e-12
    return np.abs(way[..., 0] * direction[:, 1] - way[..., 1] * direction[:, 0])


def _metric_plane(first: Floats, second: Floats, focal: float, principal: Floats) -> Floats:
    """Plane-to-picture homography whose axes run to two vanishing points, in equal units."""
    camera = np.array([[focal, 0, principal[0]], [0, focal, principal[1]], [0, 0, 1]])
    back = np.linalg.inv(camera)
    axes = [back @ point for point in (first, second)]
    origin = back @ np.array([0, 0, 1.0])
    columns = [axis / np.linalg.norm(axis) for axis in axes] + [origin]
    return np.asarray(camera @ np.stack(columns, axis=1))


def _unit_length(plane: Floats) -> float:
    """Pixels that one unit of the plane takes at its origin."""
    slope = plane[:2, :2] - np.outer(plane[:2, 2], plane[2, :2]) / plane[2, 2]
    return float(np.sqrt(abs(np.linalg.det(slope))) / abs(plane[2, 2]))


def _comb(position: Floats, weight: Floats, pitches: Floats) -> NDArray[Any]:
    """Complex (pitches,): how well positions repeat at each pitch, and with which phase."""
    turns = np.exp(2j * np.pi * position[None] / pitches[:, None])
    return np.asarray((turns * weight).sum(axis=1) / (weight.sum() + 1e-9))


def _widened(comb: NDArray[Any]) -> Floats:
    """Strength of a comb with room for axes whose units differ by a few percent."""
    strength = np.abs(comb).astype(np.float32)[None]
    return np.asarray(cv2.dilate(strength, np.ones((1, 11), np.uint8))[0], np.float64)


def _sharpen(position: Floats, weight: Floats, pitch: float) -> tuple[float, float]:
    """Best pitch within 7 % and the position of a line."""
    pitches = pitch * np.linspace(0.93, 1.07, 57)
    comb = _comb(position, weight, pitches)
    best = int(np.abs(comb).argmax())
    return float(pitches[best]), float(np.angle(comb[best]) / (2 * np.pi) * pitches[best])
