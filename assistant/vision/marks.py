"""Find the gems that stand on blocks of the newest stage.

A bare block shows plain stone and a dark cross, but for its icons, which stay clear of the cross.
So the middle of every block is foretold from its own stone and from the outer ends of its own
cross, which share its light, blur and noise; where the middle is otherwise (the cross is gone,
facets are lighter and darker than the stone) something stands on the block.
"""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.core.problems import Place
from assistant.core.reading import BlockReading
from assistant.vision.profile import MarkSettings
from assistant.vision.rectify import Floats, Pixels, Pose, warp

FEATURES = ("unlike", "lighter", "darker", "cross", "strength")
"""Names of the columns of `gem_features`."""
SIDE = 32
"""Pixels a block."""
_GREY = 30.0
"""Added to the sum of the channels before logs, so that noise in the dark stays small."""
_SMALLEST = 0.01
"""Added before logs of sizes."""
_FLAT = 0.01
"""Squared darkness of a cross under which it says little that it is gone."""

_steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
_across, _down = np.meshgrid(_steps, _steps)
_radius = np.hypot(_across, _down)
_from_icon = np.hypot(np.abs(_across) - 0.25, np.abs(_down) - 0.25)
_outside = (_radius > 0.24) & (_from_icon >= 0.19)
_outside &= np.maximum(np.abs(_across), np.abs(_down)) <= 0.42
_STONE = _outside & (np.minimum(np.abs(_across), np.abs(_down)) > 0.06)
_MIDDLE = _radius < 0.16
_WIDE = _radius < 0.19
_PLANE = np.stack([np.ones_like(_across), _across, _down], axis=2)
_BAND = slice(SIDE // 2 - SIDE // 8, SIDE // 2 + SIDE // 8)
_ARMS = np.r_[SIDE // 16 : SIDE // 4, SIDE - SIDE // 4 : SIDE - SIDE // 16]


def gem_chances(
    picture: Pixels, pose: Pose, stage: int, settings: MarkSettings
) -> dict[Place, float]:
    """The chance of a gem on every block of the newest stage; none if gems mark no blocks.

    picture: uint8 (height, width, 3) BGR.
    """
    if not settings.weights:
        return {}
    columns, rows = pose.columns - stage + 1, pose.rows - stage + 1
    box = (stage - 1, stage - 1, 2 * columns, 2 * rows)
    view = warp(picture, pose.homography(stage), box, SIDE)
    features = gem_features(_blocks(view, columns, rows))
    odds = np.clip(features @ np.array(settings.weights) + settings.bias, -50, 50)
    chances = (1 / (1 + np.exp(-odds))).tolist()
    return {(stage, n // columns, n % columns): chance for n, chance in enumerate(chances)}


def propose_marks(
    blocks: tuple[BlockReading, ...], chances: Mapping[Place, float], settings: MarkSettings
) -> tuple[tuple[BlockReading, ...], tuple[Place, ...]]:
    """The blocks, doubtful where a gem hides part of them, and the marks.

    There is one gem of each colour: of several blocks of a colour the likeliest is marked, and
    all of them are doubtful.
    """
    likely = [
        block
        for block in blocks
        if block.color and chances.get(_place(block), 0.0) > settings.propose
    ]
    hidden = {_place(block) for block in likely}
    likeliest = {
        block.color: _place(block)
        for block in sorted(likely, key=lambda block: chances[_place(block)])
    }
    doubtful = tuple(
        replace(block, confidence=min(block.confidence, settings.confidence), uncertain=True)
        if _place(block) in hidden
        else block
        for block in blocks
    )
    return doubtful, tuple(sorted(likeliest.values()))


def gem_features(blocks: Pixels) -> Floats:
    """float64 (n, len(FEATURES)): how blocks, uint8 (n, SIDE, SIDE, 3) BGR, look in their middle.

    unlike, lighter, darker: logs of how far the middle is from what is foretold, on average, at
    its lightest and at its darkest, over the same of the rest of the block;
    cross: share of the cross that is gone; strength: log of how far the middle is from foretold.
    """
    grey = _grey(blocks)
    shape = grey - np.tensordot(_stone_plane(grey), _PLANE, axes=(1, 2))
    cross = _foretold_cross(shape)
    left = shape - cross
    rest = _log(np.sqrt((left[:, _outside] ** 2).mean(axis=1)))
    middle, wide, lost = left[:, _MIDDLE], left[:, _WIDE], -cross[:, _MIDDLE]
    strength = _log(np.sqrt((middle**2).mean(axis=1)))
    gone = (lost * middle).sum(axis=1) / ((lost**2).sum(axis=1) + _FLAT)
    columns = [
        strength - rest,
        _log(_upper(wide, 0.95)) - rest,
        _log(_upper(-wide, 0.95)) - rest,
        np.minimum(gone, 2.0),
        strength,
    ]
    return np.asarray(np.stack(columns, axis=1), np.float64)


def _blocks(view: Pixels, columns: int, rows: int) -> Pixels:
    """(rows * columns, SIDE, SIDE, 3): the blocks of a stage's view, averaged down to SIDE."""
    small = cv2.resize(view, (columns * SIDE, rows * SIDE), interpolation=cv2.INTER_AREA)
    parts = small.reshape(rows, SIDE, columns, SIDE, 3).swapaxes(1, 2)
    return np.ascontiguousarray(parts.reshape(-1, SIDE, SIDE, 3), np.uint8)


def _grey(blocks: Pixels) -> Floats:
    """float32 (n, SIDE, SIDE): log brightness, a little blurred."""
    tall = cv2.GaussianBlur(blocks.reshape(-1, SIDE, 3), (0, 0), 0.6)
    total = tall.reshape(blocks.shape).sum(axis=3, dtype=np.float32)
    return np.asarray(np.log(total + _GREY), np.float32)


def _stone_plane(grey: Floats) -> Floats:
    """(n, 3): the plane (constant, x, y) through the plain stone; what is off it is left out."""
    points, values = _PLANE[_STONE], grey[:, _STONE]
    away = np.abs(values - values @ np.linalg.pinv(points).T @ points.T)
    weight = away <= _upper(away, 0.7)[:, None]
    squares = (points[:, :, None] * points[:, None]).reshape(-1, 9)
    normal = (weight @ squares).reshape(-1, 3, 3)
    return np.asarray(np.linalg.solve(normal, (weight * values @ points)[..., None])[..., 0])


def _foretold_cross(shape: Floats) -> Floats:
    """(n, SIDE, SIDE): how dark the cross should be everywhere, from the ends of its arms."""
    upright = np.median(shape[:, _ARMS][:, :, _BAND], axis=1)
    level = np.median(shape[:, _BAND][:, :, _ARMS], axis=2)
    upright = np.minimum(upright - np.median(upright, axis=1, keepdims=True), 0)
    level = np.minimum(level - np.median(level, axis=1, keepdims=True), 0)
    cross = np.zeros_like(shape)
    cross[:, :, _BAND] = upright[:, None]
    cross[:, _BAND] = np.minimum(cross[:, _BAND], level[:, :, None])
    return cross


def _upper(values: NDArray[np.floating], quantile: float) -> Floats:
    """(n,): a quantile of each row, without interpolation."""
    place = int(quantile * (values.shape[1] - 1))
    return np.asarray(np.partition(values, place, axis=1)[:, place])


def _log(sizes: Floats) -> Floats:
    return np.log(np.maximum(sizes, 0) + _SMALLEST)


def _place(block: BlockReading) -> Place:
    return block.stage, block.row, block.column
