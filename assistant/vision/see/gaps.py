"""Find gaps: cells of a stage where no domino fitted and the stage below, or the table, shows.

A block has one colour. Through a gap one sees quadrants of four different blocks, which agree
with the other visible quadrants of those blocks; or the table, which looks like the table
beside the pyramid and has no seam across it. Both readings are compared by their evidence.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.vision.find.pose import Floats, Offsets, Pixels, Pose, warp
from assistant.vision.profile import GapSettings
from assistant.vision.see.light import Light
from assistant.vision.see.quadrants import GAMMA, SIDE, Quadrants, linear

_RING = 2
"""Quadrants around the pyramid that are taken as table."""
_NEAREST = 8


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What lies around the pyramid: (n, 2) places in quadrants, (n, 3) colours in power space."""

    places: NDArray[np.intp]
    colors: Floats


def table_around(picture: Pixels, pose: Pose) -> Table:
    """Median colours of the quadrants around the pyramid."""
    width, height = 2 * pose.columns + 2 * _RING, 2 * pose.rows + 2 * _RING
    side = SIDE // 4
    view = warp(picture, pose.base, (-_RING, -_RING, width, height), side)
    tiles = view.reshape(height, side, width, side, 3).swapaxes(1, 2)
    colors = linear(np.median(tiles.reshape(height, width, -1, 3), axis=2)) ** (1 / GAMMA)
    outside = np.ones((height, width), bool)
    outside[_RING:-_RING, _RING:-_RING] = False
    y, x = np.nonzero(outside)
    return Table(np.stack([x, y], axis=1) - _RING, colors[y, x])


def gap_odds(
    quadrants: Quadrants,
    colors: Floats,
    light: Light,
    table: Table,
    seams: Offsets,
    settings: GapSettings,
) -> Floats:
    """Log odds (m,) that each visible cell is a gap and not a block.

    colors: (n, 3) linear BGR of the quadrants; seams: the offsets measured on stage 1.
    """
    choices = math.log(light.misfit.shape[1])
    rarity = math.log((1 - settings.prior) / settings.prior)
    fit = light.misfit.min(axis=1)
    stone = np.minimum(fit, settings.cap)
    free = np.minimum(light.misfit - fit[:, None], settings.cap)
    bare = np.minimum(_unlike_table(colors, quadrants.place, table, settings), 2 * settings.cap)
    index = {tuple(cell): number for number, cell in enumerate(quadrants.cells.tolist())}
    odds = np.zeros(len(quadrants.cells))
    for number, (stage, _, _) in enumerate(quadrants.cells):
        own = np.flatnonzero(quadrants.block == number)
        block = stone[own].sum() + free[own].sum(axis=0).min() + choices
        if stage == 1:
            cross = _cross_contrast(quadrants.place[own], seams)
            gap = bare[own].sum() + settings.seam * (cross - settings.seam_middle)
        else:
            gap = 0.0
            for one in own:
                lower = index.get(_cell_below(int(stage) - 1, quadrants.place[one]))
                joint = light.evidence[lower] + free[one] if lower is not None else choices
                shown = np.min(joint) - (light.evidence[lower].min() if lower is not None else 0)
                gap += min(stone[one] + shown, bare[one] + rarity)
        odds[number] = block - gap - rarity
    return odds


def choose_gaps(odds: Floats, cells: NDArray[np.intp], top: int) -> NDArray[np.bool_]:
    """Which cells (m, 3) are gaps: the likeliest set of each stage, none side by side.

    Dominoes cover two cells each, so a stage lacks an even number, of which the stages above
    may hide some; where two lack side by side a domino would have fitted.
    """
    chosen = np.zeros(len(odds), bool)
    for stage in np.unique(cells[:, 0]):
        picked: list[int] = []
        best: list[int] = []
        total = best_total = 0.0
        for number in np.argsort(-np.where(cells[:, 0] == stage, odds, -np.inf)):
            if cells[number, 0] != stage or total + odds[number] < best_total - 50:
                break
            if any(np.abs(cells[number] - cells[other]).sum() == 1 for other in picked):
                continue
            picked.append(int(number))
            total += float(odds[number])
            even = stage < top or len(picked) % 2 == 0
            if even and total > best_total:
                best, best_total = list(picked), total
        chosen[best] = True
    return chosen


def _unlike_table(
    colors: Floats, places: NDArray[np.intp], table: Table, settings: GapSettings
) -> Floats:
    """(n,) half the squared distance of linear colours (n, 3) to the table nearby.

    In a gap the table may lie in shadow or under glare, and it varies as it does around.
    """
    apart = ((table.places[None] - places[:, None]) ** 2).sum(axis=2)
    near = table.colors[np.argsort(apart, axis=1)[:, :_NEAREST]]
    middle = np.median(near, axis=1)
    around = near - middle[:, None]
    covariance = (
        settings.table_sd**2 * np.eye(3)
        + np.einsum("nki,nkj->nij", around, around) / _NEAREST
        + settings.table_shade**2 * middle[:, :, None] * middle[:, None]
        + settings.table_haze**2
    )
    away = colors ** (1 / GAMMA) - middle
    return np.asarray(np.einsum("ni,nij,nj->n", away, np.linalg.inv(covariance), away) / 2)


def _cross_contrast(places: NDArray[np.intp], seams: Offsets) -> float:
    """Mean contrast of the seams between the quadrants of one block of stage 1."""
    inside = {tuple(place) for place in places.tolist()}
    found = []
    for x, y in inside:
        for axis, (right, down) in enumerate(((1, 0), (0, 1))):
            if (x + right, y + down) in inside:
                middle = np.array([x + (1 + right) / 2, y + (1 + down) / 2])
                here = (seams.axis == axis) & (np.abs(seams.points - middle).sum(axis=1) < 0.1)
                found += seams.weight[here & (seams.stage == 1)].tolist()
    return float(np.mean(found)) if found else 0.25


def _cell_below(stage: int, place: NDArray[np.intp]) -> tuple[int, int, int]:
    """The cell of a lower stage that has the quadrant (x, y)."""
    x, y = (place - (stage - 1)).tolist()
    return stage, y // 2, x // 2
