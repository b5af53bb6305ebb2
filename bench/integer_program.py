"""The optimal activation as an exact integer program for HiGHS, to check and to compare with."""

from collections.abc import Iterable

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from assistant.core.areas import Area
from assistant.core.pieces import Color, Inventory

# (multiplier, coloured gems, mythicals)
PAYMENTS = ((1, 1, 0), (1, 0, 2), (2, 3, 0), (2, 2, 2), (2, 1, 4), (2, 0, 6))
# Weights of points, gems kept and mythicals kept: an inventory holds at most 11 gems.
POINT, GEM, MYTHICAL = 144, 12, 1


def solve(areas: Iterable[Area], inventory: Inventory) -> tuple[int, int, int]:
    """(points, gems kept, mythicals kept) of the optimum."""
    scoring = [area for area in areas if area.icons]
    mythicals = inventory[Color.MYTHICAL]
    choices = [
        (row, area, *payment)
        for row, area in enumerate(scoring)
        for payment in PAYMENTS
        if payment[1] <= inventory[area.color] and payment[2] <= mythicals
    ]
    points = mythicals
    spent = spent_mythicals = 0
    for _, area, multiplier, coloured, mythical in _chosen(choices, len(scoring), inventory):
        points += area.icons * multiplier - mythical
        spent += coloured + mythical
        spent_mythicals += mythical
    return points, inventory.total - spent, mythicals - spent_mythicals


def _chosen(
    choices: list[tuple[int, Area, int, int, int]], areas: int, inventory: Inventory
) -> list[tuple[int, Area, int, int, int]]:
    """The choices that HiGHS takes: at most one an area, no more gems than there are."""
    if not choices:
        return []
    gain = np.empty(len(choices))
    rows = {color: areas + place for place, color in enumerate(Color)}
    used = np.zeros((areas + len(rows), len(choices)))
    most = np.array([1] * areas + [inventory[color] for color in rows])
    for column, (row, area, multiplier, coloured, mythical) in enumerate(choices):
        gain[column] = (
            POINT * (area.icons * multiplier - mythical)
            - GEM * (coloured + mythical)
            - MYTHICAL * mythical
        )
        used[row, column] = 1
        used[rows[area.color], column] = coloured
        used[rows[Color.MYTHICAL], column] = mythical
    result = milp(
        -gain,
        constraints=LinearConstraint(used, -np.inf, most),
        bounds=Bounds(0, 1),
        integrality=np.ones(len(choices)),
        options={"mip_rel_gap": 0},
    )
    if not result.success:
        raise ArithmeticError(result.message)
    return [choice for choice, taken in zip(choices, result.x, strict=True) if taken > 0.5]
