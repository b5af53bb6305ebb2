"""Tilings of a stage by dominoes (golden counts 95 / 11 / 3 / 1 for the four full stages)."""

from collections.abc import Iterator
from functools import lru_cache

from assistant.core.layout import Blank, Stage
from assistant.core.pieces import Block, Domino

ICONS_PER_DOMINO = 2


@lru_cache(maxsize=512)
def tilings(
    columns: int, rows: int, holes: frozenset[tuple[int, int]] = frozenset()
) -> tuple[tuple[Domino, ...], ...]:
    """All ways to cover the cells that are not ``holes`` ((row, column)) with dominoes."""
    free = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in holes]
    return tuple(_cover(free))


def _cover(free: list[tuple[int, int]]) -> Iterator[tuple[Domino, ...]]:
    if not free:
        yield ()
        return
    row, column = first = free[0]
    for second in ((row, column + 1), (row + 1, column)):
        if second in free:
            rest = [cell for cell in free if cell not in (first, second)]
            for others in _cover(rest):
                yield (Domino(first, second), *others)


def gaps(stage: Stage) -> frozenset[tuple[int, int]]:
    """(row, column) of the gaps of a stage."""
    return frozenset((row, column) for row, column, cell in stage.places() if cell is Blank.GAP)


def stage_tilings(stage: Stage) -> tuple[tuple[Domino, ...], ...]:
    """All ways in which the cells of a stage that are no gaps can be dominoes."""
    return tilings(stage.columns, stage.rows, gaps(stage))


def icons_split(stage: Stage) -> bool:
    """Whether the stage can be dominoes with exactly two icons each; its blocks must be known."""

    def count(place: tuple[int, int]) -> int:
        cell = stage[place]
        return cell.icon_count if isinstance(cell, Block) else 0

    return any(
        all(count(d.first) + count(d.second) == ICONS_PER_DOMINO for d in tiling)
        for tiling in stage_tilings(stage)
    )
