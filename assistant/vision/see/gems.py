"""Find the gems that stand on blocks of the newest stage.

In the middle of a bare block two thin lines of its cross meet on plain stone, whatever its art;
icons stay clear of it. A gem is a large blot of light and dark facets there, and the lines are
gone. So rings about the middle are compared with the block's own plain stone, which shares its
light, blur and noise.
"""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.core.problems import Place
from assistant.core.reading import BlockReading
from assistant.vision.find.pose import Floats, Pixels, Pose, warp
from assistant.vision.profile import MarkSettings

FEATURES = ("spread", "centre", "lightest", "rough_0", "rough_1", "rough_2", "rim")
"""Names of the columns of `gem_features`."""
SIDE = 32
"""Pixels a block."""
_GREY = 30.0
"""Added to the sum of the channels before logs, so that noise in the dark stays small."""
_SMALLEST = 0.01
"""Added before logs of sizes."""
_LEAST = 0.03
"""Added to the variation of the stone (of log brightness), so that smooth stone is not endless."""
_SOFT = 1.2
"""Pixels of blur that thin lines do not outlast."""

_steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
_across, _down = np.meshgrid(_steps, _steps)
_radius = np.hypot(_across, _down)
_from_icon = np.hypot(np.abs(_across) - 0.25, np.abs(_down) - 0.25)
_plain = (_radius > 0.24) & (_from_icon >= 0.19)
_plain &= np.maximum(np.abs(_across), np.abs(_down)) <= 0.42
_STONE = _plain & (np.minimum(np.abs(_across), np.abs(_down)) > 0.06)
_RINGS = [
    (_radius >= low) & (_radius < high) for low, high in ((0, 0.05), (0.05, 0.09), (0.09, 0.13))
]
_RIM = (_radius >= 0.17) & (_radius < 0.21)
_MIDDLE = _radius < 0.13
_WIDE = _radius < 0.19
_PLANE = np.stack([np.ones_like(_across), _across, _down], axis=2)


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

    All against the block's plain stone, in log brightness. spread: log of the variation of the
    middle after more blur; centre and rim: how much lighter the innermost ring and the one at a
    gem's edge are; lightest: log of the lightest of the middle; rough: logs of the variation
    inside three rings. All but spread are over the variation of the stone.
    """
    grey = _grey(blocks)
    shape = np.asarray(grey - np.tensordot(_stone_plane(grey), _PLANE, axes=(1, 2)), np.float32)
    stone = np.sqrt((shape[:, _STONE] ** 2).mean(axis=1)) + _LEAST
    soft = cv2.GaussianBlur(shape.reshape(-1, SIDE), (0, 0), _SOFT).reshape(shape.shape)
    columns = [
        _log(soft[:, _MIDDLE].std(axis=1)),
        shape[:, _RINGS[0]].mean(axis=1) / stone,
        _log(_upper(shape[:, _WIDE], 0.97)) - np.log(stone),
        *(_log(shape[:, ring].std(axis=1)) - np.log(stone) for ring in _RINGS),
        shape[:, _RIM].mean(axis=1) / stone,
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


def _upper(values: NDArray[np.floating], quantile: float) -> Floats:
    """(n,): a quantile of each row, without interpolation."""
    place = int(quantile * (values.shape[1] - 1))
    return np.asarray(np.partition(values, place, axis=1)[:, place])


def _log(sizes: Floats) -> Floats:
    return np.log(np.maximum(sizes, 0) + _SMALLEST)


def _place(block: BlockReading) -> Place:
    return block.stage, block.row, block.column
