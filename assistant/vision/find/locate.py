"""Find the pyramid: lay a lattice over the photo and see which 10 x 8 quadrants are stones."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.core.geometry import BASE_SHAPES
from assistant.vision.find.lattice import Lattice, Segments, find_lattices, find_segments
from assistant.vision.find.pose import Floats, Pixels, Pose, project, scaled, shrunk, warp
from assistant.vision.profile import LocateSettings

_FIELD = 30
"""Quadrants a side of the field that is searched around the middle of the lattice."""
_SMALLEST = 40.0
"""Pixels a side of the smallest region that is searched."""
_AROUND = 1.15
"""How much of what lies around a pyramid counts as its own when others are looked for."""
_CELL = 6
"""Pixels a quadrant of that field."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A pyramid that was found.

    score: how well its place fits, 0 to 1; support: contrast of the seams where they should be.
    pulled: where the seams would have it, if that is further off than given corners may be;
    moved: whether that was taken in their place.
    rest: the size of the largest thing beside it, as a share of the pyramid's.
    """

    pose: Pose
    score: float
    support: float = 0.0
    pulled: Pose | None = None
    moved: bool = False
    rest: float = 0.0


def locate(picture: Pixels, settings: LocateSettings) -> Found | None:
    """The best place for a pyramid in a BGR picture, its pose in pixels of that picture.

    Regions that may hold it are tried in turn until one fits well. None if the picture has no
    lattice of lines at all.
    """
    small, factor = shrunk(picture, settings.overview)
    unlike = unlike_table(small, settings)
    to_picture = scaled(1 / factor)
    best: Found | None = None
    for hull in _regions(unlike):
        found = _search(picture, unlike, project(to_picture, hull), factor, settings)
        if found is not None and _reaches_out(found.pose, project(to_picture, hull), settings):
            limits = np.array(picture.shape[1::-1], np.float64)
            around = np.clip(found.pose.corners(), 0, limits)
            again = _search(picture, unlike, around, factor, settings)
            found = again if again is not None and again.score > found.score else found
        if found is not None and (best is None or found.score > best.score):
            best = found
        if best is not None and best.score > settings.accept:
            break
    return best and replace(best, rest=_rest(unlike, best.pose.moved(scaled(factor))))


def _rest(unlike: Floats, pose: Pose) -> float:
    """The area of the largest thing beside a pyramid, whose pose is in the map's pixels."""
    corners = pose.corners()
    middle = corners.mean(axis=0)
    around = np.rint(middle + _AROUND * (corners - middle)).astype(np.int32)
    mask = (unlike > 1).astype(np.uint8)
    cv2.fillConvexPoly(mask, around, 0)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(0.02 * max(mask.shape))))
    largest = max((int(part.sum()) for part in _components(mask)), default=0)
    return largest / max(float(cv2.contourArea(corners.astype(np.float32))), 1.0)


def _reaches_out(pose: Pose, hull: Floats, settings: LocateSettings) -> bool:
    """Whether a pyramid lies partly outside the close-up of a hull."""
    margin = settings.margin * np.ptp(hull, axis=0).max()
    corners = pose.corners()
    low, high = hull.min(axis=0) - margin, hull.max(axis=0) + margin
    return bool((corners < low).any() or (corners > high).any())


def _search(
    picture: Pixels, unlike: Floats, hull: Floats, factor: float, settings: LocateSettings
) -> Found | None:
    """The best place within a hull (n, 2), in a close-up of it.

    unlike: map of the picture at scale ``factor``.
    """
    reach = float(np.ptp(hull, axis=0).max())
    if reach < _SMALLEST:
        return None
    segments = _close_up_segments(picture, hull, settings)
    height, width = picture.shape[:2]
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    camera = np.array([[settings.focal, 0, middle[0]], [0, settings.focal, middle[1]], [0, 0, 1.0]])
    camera[:2, :2] *= max(height, width)
    places = [
        place
        for lattice in find_lattices(segments, camera, hull.mean(axis=0), reach, settings)
        for place in _placements(lattice, unlike, scaled(factor))
    ]
    return max(places, key=lambda found: found.score, default=None)


def _close_up_segments(picture: Pixels, hull: Floats, settings: LocateSettings) -> Segments:
    """Line segments in and around a hull, found at the size of a close-up."""
    margin = settings.margin * np.ptp(hull, axis=0).max()
    limit = np.array(picture.shape[1::-1])
    left, top = np.clip(np.floor(hull.min(axis=0) - margin), 0, limit - 8).astype(int)
    right, bottom = np.clip(np.ceil(hull.max(axis=0) + margin), [left + 8, top + 8], limit)
    part = picture[top : int(bottom), left : int(right)]
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    close, factor = shrunk(grey, settings.side)
    to_picture = np.array([[1.0, 0, left], [0, 1, top], [0, 0, 1]]) @ scaled(1 / factor)
    return find_segments(close, to_picture, hull, settings.shortest)


def unlike_table(picture: Pixels, settings: LocateSettings) -> Floats:
    """How unlike the table each pixel is, float32 (height, width); 1 is the dividing line.

    The table is what the frame of the picture shows, as a few colours. The line is Otsu's, or
    lower where the table itself varies little: some blocks are nearly of its colour.
    """
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    lab = cv2.cvtColor(soft.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    lab *= np.array([settings.lightness, 1, 1], np.float32)
    height, width = lab.shape[:2]
    band = max(3, int(settings.border * max(height, width)))
    border = np.concatenate([part.reshape(-1, 3) for part in _frame(lab, band)])[::7].copy()
    cv2.setRNGSeed(0)
    _, labels, centres = cv2.kmeans(
        border,
        settings.table_colors,
        np.zeros((0, 0), np.int32),
        (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 10, 1.0),
        1,
        cv2.KMEANS_PP_CENTERS,
    )
    counts = np.bincount(labels.ravel(), minlength=settings.table_colors)
    distance = np.full((height, width), np.inf, np.float32)
    for centre in centres[counts > 0.06 * counts.sum()]:
        difference = lab - centre
        np.minimum(distance, np.einsum("ijk,ijk->ij", difference, difference), out=distance)
    distance = np.sqrt(distance)
    top = float(np.percentile(distance[::3, ::3], 99)) + 1e-6
    levels = np.clip(distance * (255 / top), 0, 255).astype(np.uint8)
    otsu, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    ground = np.concatenate([part.ravel() for part in _frame(distance, band)])
    otsu *= top / 255
    line = min(max(settings.ground * float(np.quantile(ground, 0.9)), otsu / 4), otsu)
    return np.asarray(distance / max(line, 1e-6), np.float32)


def _frame(picture: NDArray[Any], band: int) -> tuple[NDArray[Any], ...]:
    """The four strips along the edges of a picture."""
    return picture[:band], picture[-band:], picture[:, :band], picture[:, -band:]


def _regions(unlike: Floats) -> Iterator[Floats]:
    """Hulls (n, 2) that may hold the pyramid, likeliest first.

    First the largest thing unlike the table with its holes closed; then what is left of it when
    strips narrower than a block are cut off (dominoes that touch it); then the next largest;
    then the whole picture.
    """
    side = max(unlike.shape)
    mask = (unlike > 1).astype(np.uint8)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(side * 0.008))
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, _disc(side * 0.04))
    parts = _components(closed)
    for part in parts[:1]:
        yield _hull(part)
        block = math.sqrt(float(part.sum()) / math.prod(BASE_SHAPES[0]))
        cut = _components(cv2.morphologyEx(part, cv2.MORPH_OPEN, _disc(block * 1.15)))
        yield from (_hull(rest) for rest in cut[:1])
    yield from (_hull(part) for part in parts[1:2])
    height, width = unlike.shape
    yield np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def _disc(diameter: float) -> NDArray[np.uint8]:
    size = max(3, round(diameter)) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _components(mask: NDArray[Any]) -> list[NDArray[np.uint8]]:
    """The connected parts of a mask, largest first, without specks."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    area = stats[1:, cv2.CC_STAT_AREA]
    order = [number for number in np.argsort(-area)[:3] if area[number] > mask.size / 500]
    return [(labels == 1 + number).astype(np.uint8) for number in order]


def _hull(part: NDArray[np.uint8]) -> Floats:
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(cv2.convexHull(np.concatenate(contours)).reshape(-1, 2), np.float64)


def _placements(lattice: Lattice, unlike: Floats, to_unlike: Floats) -> list[Found]:
    """The best place of either shape of stage 1 on a lattice.

    unlike: map of `unlike_table`; to_unlike: (3, 3), pixels of the picture to those of the map.

    A quadrant speaks for stone by being unlike the table and by having seams on its sides. The
    score is the mean over the pyramid's quadrants less the mean over the ring around it: it
    falls if the pyramid is moved, or if the lattice is too fine or too coarse.
    """
    half = _FIELD // 2
    centred = lattice.homography @ np.array([[1.0, 0, -half], [0, 1, -half], [0, 0, 1]])
    back = np.linalg.inv(centred)
    beside = _covered_edges(project(back, lattice.down.ends), 0)
    above = _covered_edges(project(back, lattice.across.ends), 1).T
    sides = (beside[:, :-1] + beside[:, 1:] + above[:-1] + above[1:]) / 4
    field = warp(unlike, to_unlike @ centred, (0, 0, _FIELD, _FIELD), _CELL)
    field = np.clip(field / 1.5, 0, 1)
    filled = field.reshape(_FIELD, _CELL, _FIELD, _CELL).mean(axis=(1, 3))
    total = cv2.integral((filled + sides) / 2)
    found = []
    for columns, rows in BASE_SHAPES:
        width, height = 2 * columns, 2 * rows
        inner = _box_sums(total, width, height)[1:-1, 1:-1]
        ring = _box_sums(total, width + 2, height + 2) - inner
        ring_size = 2 * (width + height) + 4
        score = inner / (width * height) - ring / ring_size
        y, x = np.unravel_index(int(score.argmax()), score.shape)
        move = np.array([[1.0, 0, x + 1], [0, 1, y + 1], [0, 0, 1]])
        base = centred @ move
        pose = Pose(columns, rows, base / base[2, 2], np.zeros(3))
        found.append(Found(pose, float(score[y, x])))
    return found


def _box_sums(total: NDArray[Any], width: int, height: int) -> Floats:
    """Sums of an integral image over every box of a size."""
    sums = total[height:, width:] - total[:-height, width:]
    return np.asarray(sums - total[height:, :-width] + total[:-height, :-width])


def _covered_edges(ends: Floats, axis: int) -> Floats:
    """(cells, lines): how much of every unit edge on lines across ``axis`` segments cover.

    ends: (n, 2, 2) in lattice units, the lattice running from 0 to the field's size.
    """
    across, along = ends[:, :, axis], np.sort(ends[:, :, 1 - axis], axis=1)
    position = across.mean(axis=1)
    line = np.round(position).astype(int)
    on = (np.abs(position - line) < 0.16) & (np.abs(np.ptp(across, axis=1)) < 0.25)
    on &= (line >= 0) & (line <= _FIELD)
    cells = np.arange(_FIELD)
    overlap = np.minimum(along[on, 1:], cells + 1) - np.maximum(along[on, :1], cells)
    covered = np.zeros((_FIELD + 1, _FIELD))
    np.add.at(covered, line[on], np.clip(overlap, 0, 1))
    return np.minimum(covered, 1).T
