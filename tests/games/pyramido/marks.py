"""Seeded stages for marking, and the rules of marking once more: the stage is simply played."""

import random
from collections.abc import Collection, Iterable, Iterator

from assistant.core.dominoes import tilings
from assistant.core.geometry import BASE_SHAPES, Frame
from assistant.core.layout import Layout, Stage
from assistant.core.pieces import QUADRANT_BITS, Block, Color
from assistant.games.pyramido.marking import Marker
from tests.core.oracles import seen_quadrants

COLORS = (Color.BROWN, Color.BLUE, Color.YELLOW, Color.TURQUOISE, Color.GREEN, Color.RED)
Cell = tuple[int, int]
Marks = frozenset[Cell]


def full_layout(rng: random.Random, stages: int, colors: int = 6) -> Layout:
    """A pyramid of full stages, every domino with two icons, of so many colours."""
    frame = Frame(*rng.choice(BASE_SHAPES))
    palette = rng.sample(COLORS, colors)
    return Layout(
        tuple(
            full_stage(rng, palette, *frame.stage_shape(number)) for number in range(1, stages + 1)
        )
    )


def full_stage(rng: random.Random, palette: list[Color], columns: int, rows: int) -> Stage:
    cells: dict[Cell, Block] = {}
    for domino in rng.choice(tilings(columns, rows)):
        icons = rng.choice((0, 1, 1, 2))
        for cell, count in ((domino.first, icons), (domino.second, 2 - icons)):
            cells[cell] = Block(rng.choice(palette), sum(rng.sample(QUADRANT_BITS, count)))
    return Stage(columns, rows, tuple(cells[cell] for cell in sorted(cells)))


def with_card(rng: random.Random, layout: Layout, palette: Iterable[Color]) -> tuple[Layout, Cell]:
    """The layout with a single-block card on a block of its newest stage, and where it lies."""
    stage = layout.stages[-1]
    at = rng.randrange(len(stage.cells))
    card = Block(rng.choice(list(palette)), rng.choice(QUADRANT_BITS))
    cells = (*stage.cells[:at], card, *stage.cells[at + 1 :])
    own = Stage(stage.columns, stage.rows, cells)
    return layout.with_stage(len(layout.stages), own), divmod(at, stage.columns)


def markable(layout: Layout) -> list[Marker]:
    """Every block of the newest stage with an icon."""
    number = len(layout.stages)
    return [
        Marker(number, row, column)
        for row, column, cell in layout.stages[-1].places()
        if isinstance(cell, Block) and cell.icons
    ]


def some_markers(rng: random.Random, layout: Layout) -> list[Marker]:
    """At most one marker a colour on blocks with icons."""
    places = markable(layout)
    rng.shuffle(places)
    by_color = {color_at(layout, marker): marker for marker in places}
    return rng.sample(list(by_color.values()), rng.randint(0, len(by_color)))


def color_at(layout: Layout, marker: Marker) -> Color:
    cell = layout.stages[marker.stage - 1][marker.row, marker.column]
    assert isinstance(cell, Block)
    return cell.color


def plain_points(layout: Layout, markers: Iterable[Marker]) -> tuple[list[int], int]:
    """Icons of the marked areas, each once, and the points: as told in the rules.

    Stages are full: a block is seen whole, on one side, or at one quadrant.
    """
    seen = seen_quadrants(layout)
    icons = []
    for marker in markers:
        start = next(place for place, (*_, block) in seen.items() if block == marker.place)
        area, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if place in seen and seen[place][0] is seen[start][0] and place not in area:
                    area.add(place)
                    todo.append(place)
        icons.append(sum(seen[place][1] for place in area))
    return icons, sum(icons) + (min(icons) if icons else 0)


def played_marks(stage: Stage, cards: Collection[Cell] = ()) -> set[Marks]:
    """All sets of marks that any order of laying the stage gives."""
    blocks = {(row, column): cell for row, column, cell in stage.places()}
    found: set[Marks] = set()
    for holes in [set(), *({a, b} for a in cards for b in cards if a < b and not near(a, b))]:
        for dominoes in coverings(frozenset(blocks) - holes, blocks, cards):
            found |= play(frozenset(dominoes), blocks, cards)
    return found


def near(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def coverings(free: Marks, blocks: dict[Cell, object], cards: Collection[Cell]) -> Iterator[Marks]:
    """All sets of dominoes of two icons that cover the free cells; cards hide what is below."""
    if not free:
        yield frozenset()
        return
    first = min(free)
    for second in free:
        if near(first, second):
            covered = [cell for cell in (first, second) if cell in cards]
            if len(covered) == 1 or (
                not covered and count(blocks[first]) + count(blocks[second]) == 2
            ):
                for rest in coverings(free - {first, second}, blocks, cards):
                    yield rest | {(first, second)}


def count(cell: object) -> int:
    assert isinstance(cell, Block)
    return cell.icon_count


def play(dominoes: Marks, blocks: dict[Cell, object], cards: Collection[Cell]) -> set[Marks]:
    """Lay the dominoes in every order, marking whenever a gem fits."""
    states: set[tuple[Marks, Marks]] = {(dominoes, frozenset())}
    for _ in dominoes:
        states = {
            (left - {domino}, marks)
            for left, before in states
            for domino in left
            for marks in marked(domino, before, blocks, cards)
        }
    return {marks for _, marks in states}


def marked(
    domino: tuple[Cell, Cell], before: Marks, blocks: dict[Cell, object], cards: Collection[Cell]
) -> Iterator[Marks]:
    """The marks after a domino, and then its card if it has one, has been laid and marked."""
    fitting = [cell for cell in domino if cell not in cards and fits(cell, before, blocks)]
    for after in [before | {cell} for cell in fitting] or [before]:
        card = [cell for cell in domino if cell in cards and fits(cell, after, blocks)]
        yield after.union(card)


def fits(cell: Cell, marks: Marks, blocks: dict[Cell, object]) -> bool:
    block = blocks[cell]
    assert isinstance(block, Block)
    return bool(block.icons) and block.color not in {
        other.color for other in map(blocks.get, marks) if isinstance(other, Block)
    }
