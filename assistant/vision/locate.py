"""Find the pyramid: lay a lattice over the photo and see which 10 x 8 quadrants are stones."""

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
    """A pyramid that was found, and how well its place fits, 0 to 1."""

    pose: Pose
    score: float


def locate(picture: Pixels, settings: LocateSettings) -> Found | None:
    """The best place for a pyramid in a BGR picture, its pose in pixels of that picture.

    None if the picture has no lattice of lines at all.
    """
    small, factor = shrunk(picture, settings.side)
    unlike = unlike_table(small, settings)
    region = _main_region(unlike)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    places = [
        place
        for lattice in find_lattices(grey, region, settings)
        for place in _placements(lattice, unlike)
    ]
    if not places:
        return None
    best = max(places, key=lambda found: found.score)
    return Found(best.pose.moved(scaled(1 / factor)), best.score)


def unlike_table(picture: Pixels, settings: LocateSettings) -> Floats:
    """How unlike the table each pixel is, float32 (height, width); 1 is the dividing line.

    The table is what the frame of the picture shows, as a few colours; the line is Otsu's.
    """
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    lab = cv2.cvtColor(soft.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    lab *= np.array([settings.lightness, 1, 1], np.float32)
    height, width = lab.shape[:2]
    band = max(3, int(settings.border * max(height, width)))
    parts = (lab[:band], lab[-band:], lab[:, :band], lab[:, -band:])
    border = np.concatenate([part.reshape(-1, 3) for part in parts])[::7].copy()
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
    line, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(distance * (255 / top / max(line, 1.0)), np.float32)


def _main_region(unlike: Floats) -> NDArray[np.uint8]:
    """Mask of the hull of the largest thing that is unlike the table, a little widened."""
    mask = (unlike > 1).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (25, 25))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, round_)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return np.ones(unlike.shape, np.uint8)
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    hull = cv2.convexHull(cv2.findNonZero((labels == largest).astype(np.uint8)))
    region = np.zeros(unlike.shape, np.uint8)
    cv2.fillConvexPoly(region, hull, 1)
    return np.asarray(cv2.dilate(region, np.ones((9, 9), np.uint8)), np.uint8)


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
