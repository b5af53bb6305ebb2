"""Tilings of a stage by dominoes (golden counts 95 / 11 / 3 / 1 for the four full stages)."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import inf

from assistant.core.layout import Blank, Cell, Stage
from assistant.core.pieces import Block, Domino

ICONS_PER_DOMINO = 2
HOLES_OF_A_DOMINO = 2
Place = tuple[int, int]


@lru_cache(maxsize=512)
def tilings(
    columns: int, rows: int, holes: frozenset[Place] = frozenset()
) -> tuple[tuple[Domino, ...], ...]:
    """All ways to cover the cells that are not ``holes`` ((row, column)) with dominoes."""
    free = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in holes]
    return tuple(_cover(free))


def _cover(free: list[Place]) -> Iterator[tuple[Domino, ...]]:
    if not free:
        yield ()
        return
    row, column = first = free[0]
    for second in ((row, column + 1), (row + 1, column)):
        if second in free:
            rest = [cell for cell in free if cell not in (first, second)]
            for others in _cover(rest):
                yield (Domino(first, second), *others)


def gaps(stage: Stage) -> frozenset[Place]:
    """(row, column) of the gaps of a stage."""
    return frozenset((row, column) for row, column, cell in stage.places() if cell is Blank.GAP)


def stage_tilings(stage: Stage) -> tuple[tuple[Domino, ...], ...]:
    """All ways in which the cells of a stage that are no gaps can be dominoes."""
    return tilings(stage.columns, stage.rows, gaps(stage))


def laid(stage: Stage, cards: Collection[Place] = ()) -> Iterator[tuple[Domino, ...]]:
    """All layings in which each domino has two icons in all; the blocks must be known.

    A card hides a block of its domino, whose icons then cannot be counted; or two cards fill
    holes apart from each other, where the last domino of the stage did not fit, and are of none.

    Args:
        stage: the stage.
        cards: (row, column) of its single-block cards.
    """
    for holes in ((), *(pair for pair in combinations(sorted(cards), 2) if not _adjoin(*pair))):
        for dominoes in tilings(stage.columns, stage.rows, gaps(stage).union(holes)):
            hidden = [sum(cell in cards for cell in (d.first, d.second)) for d in dominoes]
            if all(
                under == 1 or (not under and _icons(stage, domino) == ICONS_PER_DOMINO)
                for domino, under in zip(dominoes, hidden, strict=True)
            ):
                yield dominoes


def icons_split(stage: Stage, cards: Collection[Place] = ()) -> bool:
    """Whether the stage can be dominoes with two icons each, and these cards on or beside them."""
    return next(laid(stage, cards), None) is not None


def cards_needed(stage: Stage, most: int) -> int | None:
    """The fewest single-block cards with which the icons fit dominoes; None: more than ``most``.

    A card has one icon, so it lies on a domino that shows another number of icons than two on a
    block with one; or two cards fill holes.
    """
    fewest = _odd_dominoes(stage, stage_tilings(stage))
    if fewest > HOLES_OF_A_DOMINO <= most:
        ones = [(r, c) for r, c, cell in stage.places() if _cell_icons(cell) == 1]
        for pair in combinations(ones, HOLES_OF_A_DOMINO):
            if fewest > HOLES_OF_A_DOMINO and not _adjoin(*pair):
                rest = tilings(stage.columns, stage.rows, gaps(stage).union(pair))
                fewest = min(fewest, HOLES_OF_A_DOMINO + _odd_dominoes(stage, rest))
    return int(fewest) if fewest <= most else None


def _odd_dominoes(stage: Stage, layings: Iterable[tuple[Domino, ...]]) -> float:
    """The fewest dominoes without two icons that a card explains; infinite if one cannot be."""

    def cards(domino: Domino) -> float:
        if _icons(stage, domino) == ICONS_PER_DOMINO:
            return 0
        return 1 if 1 in map(_cell_icons, (stage[domino.first], stage[domino.second])) else inf

    return min((sum(map(cards, dominoes)) for dominoes in layings), default=inf)


def _icons(stage: Stage, domino: Domino) -> int:
    return _cell_icons(stage[domino.first]) + _cell_icons(stage[domino.second])


def _cell_icons(cell: Cell) -> int:
    return cell.icon_count if isinstance(cell, Block) else 0


def _adjoin(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
