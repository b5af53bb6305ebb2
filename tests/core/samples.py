"""Seeded random inputs and hypothesis strategies for the core."""

import random

from hypothesis import strategies as st

from assistant.core.areas import Area
from assistant.core.geometry import BASE_SHAPES, Frame
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.notation import parse_layout
from assistant.core.pieces import Block, Color, Inventory
from assistant.games import FORGOTTEN_TREASURES, PYRAMIDO
from bench.positions import random_inventory

PALETTE = FORGOTTEN_TREASURES.palette


def parsed(text: str) -> Layout:
    return parse_layout(text, PALETTE)


def plain(letters: str) -> Layout:
    """A layout without icons from a letter a cell, ``-`` being a gap."""
    return parsed("".join({"-": "--", "/": "/", " ": " "}.get(x, x + "0") for x in letters))


def areas_of(text: str) -> tuple[Area, ...]:
    """Areas such as ``red 3, blue 5``."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return tuple(Area(n, Color(color), int(icons)) for n, (color, icons) in enumerate(entries))


def gems_of(text: str) -> Inventory:
    """Gems such as ``2 red, 3 mythical``."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return Inventory.of((Color(color), int(count)) for count, color in entries)


def rough_layout(rng: random.Random, stages: int) -> Layout:
    """A layout of any cells, many of them gaps, that no rule would allow."""
    frame = Frame(*rng.choice(BASE_SHAPES))
    colors = rng.sample(PALETTE, rng.randint(2, 5))

    def cell() -> Cell:
        return Blank.GAP if rng.random() < 0.3 else Block(rng.choice(colors), rng.randrange(16))

    shapes = (frame.stage_shape(number) for number in range(1, stages + 1))
    return Layout(
        tuple(
            Stage(columns, rows, tuple(cell() for _ in range(columns * rows)))
            for columns, rows in shapes
        )
    )


def rough_position(rng: random.Random, gems: int) -> tuple[tuple[Area, ...], Inventory]:
    """Areas as large and as many as chance wants, and so many gems."""
    areas = tuple(
        Area(number, rng.choice(PALETTE), rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 7, 9)))
        for number in rng.sample(range(100), rng.randint(0, 9))
    )
    return areas, random_inventory(rng, gems)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Layouts of either domino game: both shapes, 1 to 4 stages, gaps, unknown cells and icons."""
    game = draw(st.sampled_from((FORGOTTEN_TREASURES, PYRAMIDO)))
    frame = Frame(*draw(st.sampled_from(BASE_SHAPES)))
    blocks = st.builds(Block, st.sampled_from(game.palette), st.none() | st.integers(0, 15))
    cells = st.sampled_from(Blank) | blocks
    stages = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        columns, rows = frame.stage_shape(number)
        size = columns * rows
        drawn = draw(st.lists(cells, min_size=size, max_size=size))
        stages.append(Stage(columns, rows, tuple(drawn)))
    return Layout(tuple(stages))
