"""The dominoes of a game where they are known: how each can lie, and what a stage says of them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from assistant.core.dominoes import stage_tilings
from assistant.core.geometry import turn_mask
from assistant.core.layout import Stage
from assistant.core.pieces import Block, Domino

Pair = tuple[Block, Block]
"""A domino's two blocks: the left one first, or the upper one."""


@lru_cache(maxsize=8)
def lying(dominoes: tuple[Pair, ...], *, down: bool) -> tuple[Pair, ...]:
    """Every way in which the dominoes, given from left to right, can lie across or down."""
    found = []
    for left, right in dominoes:
        if down:
            found.append((_turned(left, 1), _turned(right, 1)))
            found.append((_turned(right, 3), _turned(left, 3)))
        else:
            found.append((left, right))
            found.append((_turned(right, 2), _turned(left, 2)))
    return tuple(found)


def _turned(block: Block, quarters: int) -> Block:
    mask = block.icons or 0
    for _ in range(quarters):
        mask = turn_mask(mask)
    return replace(block, icons=mask)


def foreign_blocks(
    stage: Stage,
    dominoes: tuple[Pair, ...],
    cards: Collection[tuple[int, int]] = (),
    spare: int = 0,
) -> tuple[tuple[int, int], ...]:
    """Cells (row, column) that no domino of the game explains, in the laying that leaves fewest.

    All blocks must be known. A single-block card hides a block of its domino: it may be anything.

    Args:
        stage: the stage.
        dominoes: those of the game, from left to right.
        cards: cells of the stage on which cards lie.
        spare: how many cards may lie on it besides, at places that nobody told.
    """
    ways = {down: frozenset(lying(dominoes, down=down)) for down in (False, True)}
    best: tuple[tuple[int, int], ...] | None = None
    for laying in stage_tilings(stage):
        foreign = _foreign(stage, laying, ways, cards)
        if len(foreign) <= spare:
            return ()
        if best is None or len(foreign) < len(best) / 2:
            best = tuple(cell for domino in foreign for cell in (domino.first, domino.second))
    return best or ()


def _foreign(
    stage: Stage,
    laying: Iterable[Domino],
    ways: dict[bool, frozenset[Pair]],
    cards: Collection[tuple[int, int]],
) -> Sequence[Domino]:
    """The dominoes of a laying that the game does not have."""
    found = []
    for domino in laying:
        if domino.first in cards or domino.second in cards:
            continue
        pair = stage[domino.first], stage[domino.second]
        if pair not in ways[domino.first[1] == domino.second[1]]:
            found.append(domino)
    return found
