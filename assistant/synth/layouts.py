"""Random layouts that a game could lead to: dominoes of two icons, the deck's colours, gaps."""

from __future__ import annotations

from functools import cache

import numpy as np

from assistant.core.dominoes import tilings
from assistant.core.geometry import BASE_SHAPES
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import Block, Color, Domino
from assistant.games import game_named

Place = tuple[int, int]

_ICON_SPLITS = ((1, 1), (1, 1), (1, 1), (2, 0), (0, 2))


def random_layout(
    rng: np.random.Generator,
    game: str,
    stage: int,
    shape: tuple[int, int] | None = None,
    gap_chance: float = 0.15,
) -> Layout:
    """A full pyramid up to `stage`.

    shape: (columns, rows) of stage 1, 5x4 or 4x5; either if None.
    gap_chance: how likely each Forgotten Treasures stage is to have two gaps.
    """
    columns, rows = shape or BASE_SHAPES[int(rng.integers(2))]
    colors = _deck(game, rng)
    stages = []
    for number in range(1, stage + 1):
        gaps = game == "forgotten_treasures" and number < 4 and rng.random() < gap_chance
        stages.append(_random_stage(rng, columns - number + 1, rows - number + 1, colors, gaps))
    return Layout(tuple(stages))


def random_block(rng: np.random.Generator, game: str) -> Block:
    """One block with nought to two icons, as it might lie about the table."""
    counts = game_named(game).deck.blocks
    colors = list(counts)
    weights = np.array(list(counts.values())) / sum(counts.values())
    return _with_icons(rng, colors[int(rng.choice(len(colors), p=weights))], int(rng.integers(3)))


def _deck(game: str, rng: np.random.Generator) -> list[Color]:
    """The colours of all blocks in random order."""
    deck = [color for color, count in game_named(game).deck.blocks.items() for _ in range(count)]
    return [deck[position] for position in rng.permutation(len(deck))]


def _random_stage(
    rng: np.random.Generator, columns: int, rows: int, colors: list[Color], gaps: bool
) -> Stage:
    """A stage of dominoes in a random tiling; takes its colours off the end of `colors`."""
    choices = _gap_tilings(columns, rows) if gaps else tilings(columns, rows)
    cells: list[Cell] = [Blank.GAP] * (columns * rows)
    for domino in choices[int(rng.integers(len(choices)))]:
        split = _ICON_SPLITS[int(rng.integers(len(_ICON_SPLITS)))]
        for (row, column), icons in zip((domino.first, domino.second), split, strict=True):
            cells[row * columns + column] = _with_icons(rng, colors.pop(), icons)
    return Stage(columns, rows, tuple(cells))


def _with_icons(rng: np.random.Generator, color: Color, icons: int) -> Block:
    chosen = rng.choice(4, size=icons, replace=False)
    return Block(color, sum(1 << int(quadrant) for quadrant in chosen))


@cache
def _gap_tilings(columns: int, rows: int) -> tuple[tuple[Domino, ...], ...]:
    """Tilings around two holes that are not side by side, as no domino fits them."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    found: list[tuple[Domino, ...]] = []
    for index, first in enumerate(places):
        for second in places[index + 1 :]:
            if abs(first[0] - second[0]) + abs(first[1] - second[1]) > 1:
                found.extend(tilings(columns, rows, frozenset({first, second})))
    return tuple(found)


def stage_dominoes(stage: Stage, rng: np.random.Generator) -> list[tuple[Place, ...]]:
    """How the blocks of a stage may be joined: a fitting tiling, else lone blocks."""
    known = frozenset(
        (row, column) for row, column, cell in stage.places() if isinstance(cell, Block)
    )
    holes = frozenset((row, column) for row, column, _ in stage.places()) - known
    choices = tilings(stage.columns, stage.rows, holes)
    fitting = [tiling for tiling in choices if all(_two_icons(stage, d) for d in tiling)] or choices
    if not fitting:
        return [(place,) for place in sorted(known)]
    return [(d.first, d.second) for d in fitting[int(rng.integers(len(fitting)))]]


def _two_icons(stage: Stage, domino: Domino) -> bool:
    cells = stage[domino.first], stage[domino.second]
    return sum(cell.icon_count for cell in cells if isinstance(cell, Block)) == 2
