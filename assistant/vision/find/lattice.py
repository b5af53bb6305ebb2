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

from assistant.vision.find.pose import Floats, project
from assistant.vision.profile import LocateSettings

_FEWEST = 8
"""Segments without which there is no lattice."""
_SINGULAR = 1e-6
"""Determinant under which two vanishing points do not span a plane (columns have length one)."""
_ALIKE = 0.95
"""Share of the strongest comb from which another pitch is as good."""
_CANDIDATES = 40
"""Longest segments that propose vanishing points."""
_JUDGES = 200
"""Longest segments that choose between the proposals."""


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
    """

    homography: Floats
    across: Segments
    down: Segments


def find_segments(
    grey: NDArray[np.uint8], to_picture: Floats, hull: Floats, shortest: float
) -> Segments:
    """Segments of a grey close-up, in pixels of the picture.

    to_picture: (3, 3), a scaling from the close-up; hull: (n, 2), where the pyramid may be;
    segments outside it count little; shortest: in pixels of the close-up.
    """
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(grey)[0]
    ends: Floats = np.zeros((0, 2, 2))
    if found is not None:
        ends = found.reshape(-1, 2, 2).astype(np.float64)
    along = ends[:, 1] - ends[:, 0]
    length = np.hypot(along[:, 0], along[:, 1])
    keep = length > shortest
    ends, along, length = project(to_picture, ends[keep]), along[keep], length[keep]
    middle = ends.mean(axis=1)
    weight = np.minimum(length, 0.06 * max(grey.shape))
    weight *= np.where(_inside(middle, hull, 0.03), 1.0, 0.05)
    return Segments(ends, middle, along / length[:, None], weight)


def _inside(points: Floats, hull: Floats, margin: float) -> NDArray[np.bool_]:
    """(n,): which points (n, 2) lie in a convex hull (k, 2), widened by a share of its size."""
    centre = hull.mean(axis=0)
    start = centre + (hull - centre) * (1 + 2 * margin)
    edge = np.roll(start, -1, axis=0) - start
    away = points[:, None] - start[None]
    side = edge[:, 0] * away[..., 1] - edge[:, 1] * away[..., 0]
    return np.asarray((side >= 0).all(axis=1) | (side <= 0).all(axis=1))


def find_lattices(
    segments: Segments, camera: Floats, centre: Floats, reach: float, settings: LocateSettings
) -> list[Lattice]:
    """Lattices that fit the seams: of the best pitch, and of half and double that.

    Art whose block seams are much stronger than its crosses makes the comb see blocks, so the
    other two are offered as well. Empty if there are too few lines.

    camera: (3, 3) assumed calibration matrix; centre: (2,) about the middle of the pyramid;
    reach: about its size in pixels.
    """
    if len(segments.weight) < _FEWEST:
        return []
    families = _families(segments, centre, reach, settings.parallel)
    if families is None:
        return []
    (first, across), (second, down) = families
    frame = np.array([[reach, 0, centre[0]], [0, reach, centre[1]], [0, 0, 1]])
    plane = _metric_plane(first, second, np.linalg.inv(frame) @ camera)
    if abs(np.linalg.det(plane)) < _SINGULAR:
        return []
    plane = frame @ plane
    back = np.linalg.inv(plane)
    x, y = project(back, down.middle)[:, 0], project(back, across.middle)[:, 1]
    low, high = settings.pitch
    pitches = np.geomspace(low * reach, high * reach, 240) / _unit_length(plane)
    strength = _widened(_comb(x, down.weight, pitches)) * _widened(_comb(y, across.weight, pitches))
    best = _longest_pitch(pitches, strength)
    lattices = []
    for pitch in (best, best / 2, best * 2):
        step_x, shift_x = _sharpen(x, down.weight, pitch)
        step_y, shift_y = _sharpen(y, across.weight, pitch)
        steps = np.array([[step_x, 0, shift_x], [0, step_y, shift_y], [0, 0, 1]])
        lattices.append(Lattice(plane @ steps, across, down))
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
    judges = np.argsort(-segments.weight)[:_JUDGES]
    fits = 1 - (_misses(points, middle[judges], across[judges]) / limit) ** 2
    scores = np.maximum(fits, 0) @ segments.weight[judges]
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
    x = points[:, :1] - points[:, 2:] * middle[:, 0]
    y = points[:, 1:2] - points[:, 2:] * middle[:, 1]
    return np.abs(x * direction[:, 1] - y * direction[:, 0]) / np.sqrt(x * x + y * y + 1e-24)


def _metric_plane(first: Floats, second: Floats, camera: Floats) -> Floats:
    """Plane-to-picture homography whose axes run to two vanishing points, in equal units."""
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


def _longest_pitch(pitches: Floats, strength: Floats) -> float:
    """The longest of the pitches that are about the strongest: halves of it fit as well."""
    strong = np.flatnonzero(strength >= _ALIKE * strength.max())
    start = strong[-1]
    while start - 1 in strong:
        start -= 1
    hump = slice(start, strong[-1] + 1)
    flat_top = strength[hump] > strength[hump].max() * (1 - 1e-6)
    return float(np.exp(np.log(pitches[hump][flat_top]).mean()))


def _sharpen(position: Floats, weight: Floats, pitch: float) -> tuple[float, float]:
    """Best pitch within 7 % and the position of a line."""
    pitches = pitch * np.linspace(0.93, 1.07, 57)
    comb = _comb(position, weight, pitches)
    best = int(np.abs(comb).argmax())
    return float(pitches[best]), float(np.angle(comb[best]) / (2 * np.pi) * pitches[best])
