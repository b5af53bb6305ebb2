"""Cut the visible quadrants of a pyramid out of a photo and measure their plain stone."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.core.geometry import Frame
from assistant.core.topview import owners
from assistant.vision.find.pose import Floats, Pixels, Pose, warp

SIDE = 32
"""Pixels a quadrant in the patches."""
GAMMA = 2.4
"""Exponent between linear light and the power space in which colours are compared."""

_steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
_across, _down = np.meshgrid(_steps, _steps)
_radius = np.hypot(_across, _down)
_inset = np.maximum(np.abs(_across), np.abs(_down))
STONE = (_radius > 0.40) & (_inset < 0.42)
"""bool (SIDE, SIDE): where a patch shows plain stone even around an icon: inside the seams."""
ICON = _radius < 0.36
"""bool (SIDE, SIDE): where an icon is."""
CORE = _radius < 0.22
"""bool (SIDE, SIDE): the middle of an icon."""


@dataclass(frozen=True, slots=True, eq=False)
class Quadrants:
    """The visible quadrants of a pyramid, n of them, belonging to m blocks.

    cells: int (m, 3), stage from 1, row, column of every block, sorted.
    block: int (n,), index into ``cells``.
    corner: int (n,), 0 top-left, 1 top-right, 2 bottom-left, 3 bottom-right of its block.
    place: int (n, 2), x, y in quadrants of stage 1.
    patches: uint8 (n, SIDE, SIDE, 3), BGR.
    """

    cells: NDArray[np.intp]
    block: NDArray[np.intp]
    corner: NDArray[np.intp]
    place: NDArray[np.intp]
    patches: Pixels


def stage_views(picture: Pixels, pose: Pose, top: int) -> list[Pixels]:
    """The whole footprint seen straight from above on the plane of every stage up to ``top``."""
    box = (0, 0, 2 * pose.columns, 2 * pose.rows)
    return [warp(picture, pose.homography(stage), box, SIDE) for stage in range(1, top + 1)]


def cut_quadrants(
    views: list[Pixels], pose: Pose, gaps: NDArray[np.bool_] | None = None
) -> Quadrants:
    """All quadrants seen from above, from the views of `stage_views`.

    gaps: bool (stages, rows, columns), cells of each stage (from 0) without a block.
    """
    seen = owners(Frame(pose.columns, pose.rows), len(views), _places(gaps))
    x, y = np.array([(quadrant.x, quadrant.y) for quadrant in seen]).reshape(-1, 2).T
    whose = np.array([(*place, corner) for place, corner in seen.values()]).reshape(-1, 4)
    cells, block = np.unique(whose[:, :3], axis=0, return_inverse=True)
    tiles = np.stack([_tiles(view) for view in views])
    patches = tiles[whose[:, 0] - 1, y, x]
    return Quadrants(cells, block.reshape(-1), whose[:, 3], np.stack([x, y], axis=1), patches)


def _places(gaps: NDArray[np.bool_] | None) -> frozenset[tuple[int, int, int]]:
    """(stage from 1, row, column) of what is set in a bool (stages, rows, columns)."""
    found = [] if gaps is None else np.argwhere(gaps).tolist()
    return frozenset((stage + 1, row, column) for stage, row, column in found)


def _tiles(view: Pixels) -> Pixels:
    """(rows, columns, SIDE, SIDE, 3): a view as its quadrants."""
    height, width = view.shape[:2]
    return view.reshape(height // SIDE, SIDE, width // SIDE, SIDE, 3).swapaxes(1, 2)


def linear(values: NDArray[Any]) -> Floats:
    """Linear light 0 to 1 of picture values 0 to 255 (a power of 2.2 for sRGB)."""
    return np.asarray((np.asarray(values, np.float64) / 255) ** 2.2)


def stone_colors(quadrants: Quadrants) -> Floats:
    """float64 (n, 3): median linear BGR of each quadrant's plain stone."""
    return linear(np.median(quadrants.patches[:, STONE], axis=1))
