"""The rules once more, written as plainly as they are told, to check the fast code against.

Nothing here is shared with what it checks but the values that go in.
"""

from collections.abc import Iterable, Iterator
from itertools import product

from assistant.core.areas import Area
from assistant.core.layout import Layout
from assistant.core.pieces import Block, Color, Inventory

Place = tuple[int, int]
Gems = tuple[int, ...]

# What a colour of gems costs an area: (multiplier, coloured gems, mythicals).
PAYMENTS = ((1, 1, 0), (1, 0, 2), (2, 3, 0), (2, 2, 2), (2, 1, 4), (2, 0, 6))
COLORS = tuple(Color)
MYTHICAL = COLORS.index(Color.MYTHICAL)


def seen_quadrants(layout: Layout) -> dict[Place, tuple[Color, bool, tuple[int, int, int]]]:
    """For each (x, y) that is not table: colour, icon or not, and which block it is."""
    seen = {}
    for number, stage in enumerate(layout.stages, start=1):
        for row in range(stage.rows):
            for column in range(stage.columns):
                block = stage.cells[row * stage.columns + column]
                if not isinstance(block, Block):
                    continue
                assert block.icons is not None
                x, y = number - 1 + 2 * column, number - 1 + 2 * row
                for bit, place in enumerate([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]):
                    icon = bool(block.icons >> bit & 1)
                    seen[place] = block.color, icon, (number, row, column)
    return seen


def plain_areas(layout: Layout) -> list[tuple[Color, int, frozenset[Place]]]:
    """(colour, icons, quadrants) by flood fill: along edges, and within one block anyhow."""
    todo = seen_quadrants(layout)
    areas = []
    while todo:
        start = min(todo, key=lambda place: (place[1], place[0]))
        color, *_ = todo[start]
        area, stack = {start: todo.pop(start)}, [start]
        while stack:
            x, y = place = stack.pop()
            edges = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            for other in list(todo):
                joined = other in edges or todo[other][2] == area[place][2]
                if joined and todo[other][0] is color:
                    area[other] = todo.pop(other)
                    stack.append(other)
        areas.append((color, sum(icon for _, icon, _ in area.values()), frozenset(area)))
    return areas


def every_outcome(areas: Iterable[Area], inventory: Inventory) -> dict[Gems, int]:
    """For each hand that some plan leaves, the most icons scored: all payments of all areas."""
    outcomes = {tuple(inventory[color] for color in COLORS): 0}
    for area in areas:
        own = COLORS.index(area.color)
        for gems, icons in list(outcomes.items()):
            for multiplier, coloured, mythicals in PAYMENTS:
                if gems[own] >= coloured and gems[MYTHICAL] >= mythicals:
                    left = list(gems)
                    left[own] -= coloured
                    left[MYTHICAL] -= mythicals
                    scored = icons + area.icons * multiplier
                    if scored > outcomes.get(tuple(left), -1):
                        outcomes[tuple(left)] = scored
    return outcomes


def literal_outcomes(areas: list[Area], inventory: Inventory) -> dict[Gems, int]:
    """The same without any shortcut: every combination of payments there is."""
    outcomes: dict[Gems, int] = {}
    for chosen in product((None, *PAYMENTS), repeat=len(areas)):
        left = [inventory[color] for color in COLORS]
        icons = 0
        for area, payment in zip(areas, chosen, strict=True):
            if payment:
                multiplier, coloured, mythicals = payment
                left[COLORS.index(area.color)] -= coloured
                left[MYTHICAL] -= mythicals
                icons += area.icons * multiplier
        if min(left) >= 0:
            outcomes[tuple(left)] = max(icons, outcomes.get(tuple(left), 0))
    return outcomes


def optimum(areas: Iterable[Area], inventory: Inventory) -> tuple[int, int, int]:
    """Most points; then most gems kept; then most mythicals kept."""
    return max(
        (icons + left[MYTHICAL], sum(left), left[MYTHICAL])
        for left, icons in every_outcome(areas, inventory).items()
    )


def pareto_front(areas: Iterable[Area], inventory: Inventory) -> set[tuple[Gems, int]]:
    """(kept, points) of every hand of at most 5 gems that no other pair is as good as."""
    points: dict[Gems, int] = {}
    for left, icons in every_outcome(areas, inventory).items():
        for kept in hands_within(left, 5):
            points[kept] = max(icons + left[MYTHICAL], points.get(kept, 0))
    return {
        (kept, worth)
        for kept, worth in points.items()
        if not any(
            other != kept and more >= worth and all(map(int.__ge__, other, kept))
            for other, more in points.items()
        )
    }


def hands_within(gems: Gems, most: int) -> Iterator[Gems]:
    """All hands out of these gems with at most so many in all."""
    if not gems:
        yield ()
        return
    for count in range(min(gems[0], most) + 1):
        for rest in hands_within(gems[1:], most - count):
            yield (count, *rest)
