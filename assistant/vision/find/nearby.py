"""Find the pyramid that a person pointed at, where a photo shows several."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.find.locate import Found, locate, unlike_table
from assistant.vision.find.pose import Floats, Pixels, project, shrunk
from assistant.vision.profile import LocateSettings

_CLOSINGS = (0.04, 0.012)
"""Gaps that are closed to make one thing of a pyramid, as shares of the longest side."""
_MARGIN = 0.25
"""Table that is left around a thing, as a share of its size."""
_WINDOWS = (0.35, 0.55)
"""Sides of the squares around the point that are searched too, as shares of the longest side."""
_SMALLEST = 1 / 500
"""Share of the picture under which a thing is no pyramid."""
_SHARE = 0.2
"""The same of the largest thing; a domino has a tenth of a pyramid's blocks."""
_SECOND = 0.25
"""Share of a pyramid's size from which a thing beside it may be another one."""
_PAINTED = 1.06
"""How far around a pyramid the picture is painted over when another one is looked for."""
_ALIKE = 3.0
"""How many times larger or smaller the second pyramid may be."""
_DISTANCE = 0.1
"""Score that a pyramid loses a width between it and the point."""

Box = tuple[int, int, int, int]


def locate_near(picture: Pixels, point: Floats, settings: LocateSettings) -> Found | None:
    """The best place for the pyramid at, or nearest to, a point (2,) of a BGR picture.

    The picture is searched with all but one thing taken away, first the thing nearest to the
    point, then squares around it. None if nothing there has a lattice of lines.
    """
    best: tuple[tuple[bool, float], Found] | None = None
    for part, (left, top) in _parts(picture, point, settings):
        found = locate(part, settings)
        if found is None:
            continue
        move = np.array([[1.0, 0, left], [0, 1, top], [0, 0, 1]])
        found = replace(found, pose=found.pose.moved(move))
        away = _away(found, point)
        meant = not away and found.score > settings.doubt
        fit = meant, found.score - _DISTANCE * away
        if best is None or fit > best[0]:
            best = fit, found
        if meant and found.score > settings.accept:
            break
    return best[1] if best else None


def another(picture: Pixels, found: Found, settings: LocateSettings) -> bool:
    """Whether a second pyramid of about the same size lies in a BGR picture."""
    if found.rest < _SECOND:
        return False
    corners = found.pose.corners()
    middle = corners.mean(axis=0)
    around = np.rint(middle + _PAINTED * (corners - middle)).astype(np.int32)
    painted = picture.copy()
    ring = np.zeros(picture.shape[:2], np.uint8)
    cv2.polylines(ring, [around], True, 1, 5)
    table = np.median(picture[ring > 0], axis=0) if ring.any() else np.zeros(3)
    cv2.fillConvexPoly(painted, around, table.tolist())
    second = locate(painted, settings)
    if second is None or second.score < settings.doubt:
        return False
    sizes = [cv2.contourArea(each.astype(np.float32)) for each in (corners, second.pose.corners())]
    apart = cv2.pointPolygonTest(
        corners.astype(np.float32), tuple(map(float, second.pose.corners().mean(axis=0))), False
    )
    return bool(apart < 0 and 1 / _ALIKE < sizes[1] / max(sizes[0], 1.0) < _ALIKE)


def _away(found: Found, point: Floats) -> float:
    """How far outside a pyramid a point is, in widths of it; 0 inside."""
    x, y = project(np.linalg.inv(found.pose.base), point)
    width, height = 2.0 * found.pose.columns, 2.0 * found.pose.rows
    outside = max(-x, x - width, -y, y - height, 0.0)
    return float(outside / width)


def _parts(
    picture: Pixels, point: Floats, settings: LocateSettings
) -> Iterator[tuple[Pixels, tuple[int, int]]]:
    """Parts of the picture that may hold the pyramid meant, each with its left top corner."""
    small, factor = shrunk(picture, settings.overview)
    unlike = (unlike_table(small, settings) > 1).astype(np.uint8)
    mask = cv2.morphologyEx(unlike, cv2.MORPH_OPEN, _disc(0.008 * max(unlike.shape)))
    spot = np.clip(point * factor, 0, np.array(mask.shape[::-1]) - 1)
    boxes: list[Box] = []
    for share in _CLOSINGS:
        disc = _disc(share * max(mask.shape))
        closed = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, disc), np.uint8)
        thing = _nearest_thing(closed, spot)
        if thing is None:
            continue
        box = _box_around(thing, factor, picture.shape)
        if box not in boxes:
            boxes.append(box)
            yield _alone(picture, closed, thing, box), box[:2]
    for share in _WINDOWS:
        half = share * max(picture.shape[:2]) / 2
        left, top, right, bottom = _clipped(point - half, point + half, picture.shape)
        yield picture[top:bottom, left:right], (left, top)


def _nearest_thing(closed: NDArray[np.uint8], spot: Floats) -> NDArray[np.uint8] | None:
    """The mask of the connected part nearest to a spot (2,), without specks."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    sizes = stats[:, cv2.CC_STAT_AREA]
    large = sizes > max(_SMALLEST * closed.size, _SHARE * sizes[1:].max(initial=0))
    large[0] = False
    y, x = np.nonzero(large[labels])
    if not len(x):
        return None
    nearest = int(np.hypot(x - spot[0], y - spot[1]).argmin())
    return np.asarray(labels == labels[y[nearest], x[nearest]], np.uint8)


def _box_around(thing: NDArray[np.uint8], factor: float, shape: tuple[int, ...]) -> Box:
    """The box of a mask, with some table around it, in pixels of the picture."""
    x, y, width, height = cv2.boundingRect(thing)
    margin = _MARGIN * max(width, height)
    low, high = np.array([x, y]) - margin, np.array([x + width, y + height]) + margin
    return _clipped(low / factor, high / factor, shape)


def _clipped(low: Floats, high: Floats, shape: tuple[int, ...]) -> Box:
    limit = np.array(shape[1::-1])
    left, top = np.clip(low, 0, limit - 8).astype(int).tolist()
    right, bottom = np.clip(high, [left + 8, top + 8], limit).astype(int).tolist()
    return left, top, right, bottom


def _alone(
    picture: Pixels, closed: NDArray[np.uint8], thing: NDArray[np.uint8], box: Box
) -> Pixels:
    """The part ``box`` of the picture, with other things in it painted over as table."""
    left, top, right, bottom = box
    part = picture[top:bottom, left:right].copy()
    disc = _disc(0.02 * max(thing.shape))
    near = cv2.dilate(thing, disc).astype(bool)
    other = cv2.dilate(closed - thing, disc).astype(bool) & ~near
    foreign, anything = (
        _enlarged(mask, picture.shape)[top:bottom, left:right]
        for mask in (other, closed.astype(bool))
    )
    table = part[~anything][::97]
    if len(table):
        part[foreign] = np.median(table, axis=0)
    return part


def _enlarged(mask: NDArray[np.bool_], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """A mask at the size of the picture."""
    large = cv2.resize(mask.astype(np.uint8), shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(large, bool)


def _disc(diameter: float) -> NDArray[np.uint8]:
    size = max(3, round(diameter)) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)
