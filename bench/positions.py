"""Seeded random positions of Forgotten Treasures, laid domino by domino as at the table."""

import random
from dataclasses import dataclass

from assistant.core.areas import Area, layout_areas
from assistant.core.geometry import BASE_SHAPES, STAGE_COUNT, Frame
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import QUADRANT_BITS, Block, Color, Inventory
from assistant.games import FORGOTTEN_TREASURES


@dataclass(frozen=True)
class Position:
    """A pyramid at the end of a stage and the gems in hand."""

    layout: Layout
    inventory: Inventory
    areas: tuple[Area, ...]


def random_position(rng: random.Random, stage: int, gems: int | None = None) -> Position:
    """A position at the end of ``stage`` with so many gems (None: the most there can be)."""
    layout = random_layout(rng, stage)
    most = FORGOTTEN_TREASURES.most_gems(stage)
    inventory = random_inventory(rng, most if gems is None else gems)
    return Position(layout, inventory, layout_areas(layout))


def random_positions(seed: int, each: int) -> list[Position]:
    """``each`` positions of every stage, with the most gems there can be."""
    rng = random.Random(seed)
    return [random_position(rng, stage) for stage in range(1, STAGE_COUNT + 1) for _ in range(each)]


def random_layout(rng: random.Random, stages: int) -> Layout:
    """A pyramid of so many stages; where the last domino did not fit there are gaps."""
    frame = Frame(*rng.choice(BASE_SHAPES))
    return Layout(
        tuple(random_stage(rng, *frame.stage_shape(number)) for number in range(1, stages + 1))
    )


def random_stage(rng: random.Random, columns: int, rows: int) -> Stage:
    """Dominoes laid at random until none fits."""
    cells: dict[tuple[int, int], Cell] = {
        (row, column): Blank.GAP for row in range(rows) for column in range(columns)
    }
    joints = [
        (cell, near)
        for cell in cells
        for near in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if near in cells
    ]
    rng.shuffle(joints)
    for first, second in joints:
        if cells[first] is cells[second] is Blank.GAP:
            cells[first], cells[second] = random_domino(rng)
    return Stage(columns, rows, tuple(cells.values()))


def random_domino(rng: random.Random) -> tuple[Block, Block]:
    """Two blocks with two icons in all."""
    icons = rng.choice((0, 1, 1, 2))
    return _random_block(rng, icons), _random_block(rng, 2 - icons)


def random_inventory(rng: random.Random, gems: int) -> Inventory:
    """So many gems out of the full bag."""
    bag = [color for color, count in FORGOTTEN_TREASURES.supply.items() for _ in range(count)]
    hand = rng.sample(bag, gems)
    return Inventory.of((color, hand.count(color)) for color in Color)


def _random_block(rng: random.Random, icons: int) -> Block:
    mask = sum(rng.sample(QUADRANT_BITS, icons))
    return Block(rng.choice(FORGOTTEN_TREASURES.palette), mask)
