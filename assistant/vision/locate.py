"""Find the pyramid: lay a lattice over the photo and see which 10 x 8 quadrants are stones."""

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.core.geometry import BASE_SHAPES
from assistant.vision.lattice import Lattice, find_lattices
from assistant.vision.profile import LocateSettings
from assistant.vision.rectify import Floats, Pixels, Pose, project, scaled, shrunk, warp

_FIELD = 30
"""Quadrants a side of the field that is searched around the middle of the lattice."""
_CELL = 6
"""Pixels a quadrant of that field."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A pyramid that was found, and how well its place fits, 0 to 1.

    cropped: whether it reaches out of the part of the picture that was searched.
    """

    pose: Pose
    score: float
    cropped: bool = False


def locate(picture: Pixels, settings: LocateSettings) -> Found | None:
    """The best place for a pyramid in a BGR picture, its pose in pixels of that picture.

    Regions that may hold it are tried in turn until one fits well. None if the picture has no
    lattice of lines at all.
    """
    small, factor = shrunk(picture, settings.overview)
    unlike = unlike_table(small, settings)
    best: Found | None = None
    for region in _regions(unlike):
        found = _search(picture, unlike, region, factor, settings)
        if found is not None and found.cropped:
            around = _hull_of(found.pose.moved(scaled(factor)).corners(), unlike.shape)
            again = _search(picture, unlike, around, factor, settings)
            found = again if again is not None and again.score > found.score else found
        if found is not None and (best is None or found.score > best.score):
            best = found
        if best is not None and best.score > settings.accept:
            break
    return best


def _search(
    picture: Pixels,
    unlike: Floats,
    region: NDArray[np.uint8],
    factor: float,
    settings: LocateSettings,
) -> Found | None:
    """The best place within a region, seen in a close-up of it.

    unlike, region: maps of the picture at scale ``factor``.
    """
    x, y, width, height = cv2.boundingRect(region)
    margin = settings.margin * max(width, height)
    left, top = max(x - margin, 0.0), max(y - margin, 0.0)
    right = min(x + width + margin, float(region.shape[1]))
    bottom = min(y + height + margin, float(region.shape[0]))
    zoom = min(settings.side / (max(right - left, bottom - top)), 1 / factor)
    size = max(round((right - left) * zoom), 8), max(round((bottom - top) * zoom), 8)
    to_overview = np.array(
        [
            [(right - left) / size[0], 0, left - 0.5 + (right - left) / size[0] / 2],
            [0, (bottom - top) / size[1], top - 0.5 + (bottom - top) / size[1] / 2],
            [0, 0, 1.0],
        ]
    )
    to_picture = scaled(1 / factor) @ to_overview
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    inner = picture[
        int(top / factor) : int(bottom / factor) + 1, int(left / factor) : int(right / factor) + 1
    ]
    grey = cv2.cvtColor(inner, cv2.COLOR_BGR2GRAY)
    close = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    maps = [
        cv2.warpAffine(part, to_overview[:2], size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for part in (unlike, region)
    ]
    places = [
        place
        for lattice in find_lattices(close, np.asarray(maps[1], np.uint8), settings)
        for place in _placements(lattice, maps[0])
    ]
    if not places:
        return None
    best = max(places, key=lambda found: found.score)
    corners = best.pose.corners()
    cropped = bool((corners < 0).any() or (corners > np.array(size)).any())
    return Found(best.pose.moved(to_picture), best.score, cropped)


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


def _regions(unlike: Floats) -> list[NDArray[np.uint8]]:
    """Masks of hulls that may hold the pyramid, likeliest first, a little widened.

    First the largest thing unlike the table with its holes closed; then what is left of it when
    strips narrower than a block are cut off (dominoes that touch it); then the next largest.
    """
    side = max(unlike.shape)
    mask = (unlike > 1).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(side * 0.008))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _disc(side * 0.04))
    parts = _components(closed)
    regions = parts[:1]
    for part in parts[:1]:
        block = math.sqrt(float(part.sum()) / 20)
        regions += _components(cv2.morphologyEx(part, cv2.MORPH_OPEN, _disc(block * 1.15)))[:1]
    whole = np.ones(unlike.shape, np.uint8)
    return [_hull(part) for part in (*regions, *parts[1:2])] + [whole]


def _disc(diameter: float) -> NDArray[np.uint8]:
    size = max(3, round(diameter)) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _components(mask: NDArray[Any]) -> list[NDArray[np.uint8]]:
    """The connected parts of a mask, largest first, without specks."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    area = stats[1:, cv2.CC_STAT_AREA]
    order = [number for number in np.argsort(-area)[:3] if area[number] > mask.size / 500]
    return [(labels == 1 + number).astype(np.uint8) for number in order]


def _hull_of(corners: Floats, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Mask of a quadrilateral, as far as it lies in the picture."""
    region = np.zeros(shape, np.uint8)
    limits = np.array(shape[::-1]) * 2.0
    cv2.fillConvexPoly(region, np.clip(corners, -limits, limits).round().astype(np.int32), 1)
    return region if region.any() else np.ones(shape, np.uint8)


def _hull(part: NDArray[np.uint8]) -> NDArray[np.uint8]:
    region = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(region, cv2.convexHull(cv2.findNonZero(part)), 1)
    return np.asarray(cv2.dilate(region, _disc(max(part.shape) * 0.014)), np.uint8)


def _placements(lattice: Lattice, unlike: Floats) -> list[Found]:
    """The best place of either shape of stage 1 on a lattice.

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
    stone = np.clip(unlike / 1.5, 0, 1).astype(np.float32)
    field = warp(stone, centred, (0, 0, _FIELD, _FIELD), _CELL)
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
