import random
from fractions import Fraction
from itertools import product

import pytest

from assistant.core.dominoes import cards_needed, gaps, icons_split, stage_tilings, tilings
from assistant.core.layout import Stage
from assistant.core.pieces import Block, Color
from bench.positions import random_stage
from tests.core.samples import parsed

Cell = tuple[int, int]
SHAPES = [(5, 4), (4, 5), (4, 3), (3, 4), (3, 2), (2, 3), (2, 1), (1, 2)]


def determinant(matrix: list[list[Fraction]]) -> Fraction:
    """By Gaussian elimination, exactly."""
    rows = [list(row) for row in matrix]
    result = Fraction(1)
    for step in range(len(rows)):
        pivot = next((row for row in range(step, len(rows)) if rows[row][step]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != step:
            rows[step], rows[pivot] = rows[pivot], rows[step]
            result = -result
        result *= rows[step][step]
        for row in range(step + 1, len(rows)):
            factor = rows[row][step] / rows[step][step]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[step], strict=True)]
    return result


def broken_profile_count(columns: int, rows: int, holes: frozenset[Cell]) -> int:
    """Tilings counted cell by cell: for each set of cells filled ahead, in how many ways."""
    ways = {frozenset[Cell](): 1}
    for cell in product(range(rows), range(columns)):
        row, column = cell
        after: dict[frozenset[Cell], int] = {}
        for ahead, count in ways.items():
            if cell in holes or cell in ahead:
                nexts = [ahead - {cell}] if not (cell in holes and cell in ahead) else []
            else:
                near = ((row, column + 1), (row + 1, column))
                nexts = [
                    ahead | {other}
                    for other in near
                    if other[0] < rows and other[1] < columns and other not in holes | ahead
                ]
            for following in nexts:
                after[following] = after.get(following, 0) + count
        ways = after
    return ways.get(frozenset(), 0)


def full_count(columns: int, rows: int) -> int:
    """Kasteleyn's theorem: a determinant, the signs of vertical edges alternating by column."""
    black = [c for c in product(range(rows), range(columns)) if sum(c) % 2 == 0]
    white = [c for c in product(range(rows), range(columns)) if sum(c) % 2 == 1]
    matrix = [
        [
            Fraction(0) if abs(r - s) + abs(c - d) != 1 else Fraction(1 if r == s else (-1) ** c)
            for s, d in white
        ]
        for r, c in black
    ]
    return abs(int(determinant(matrix)))


@pytest.mark.parametrize(
    ("columns", "rows", "count"),
    [(5, 4, 95), (4, 5, 95), (4, 3, 11), (3, 4, 11), (3, 2, 3), (2, 3, 3), (2, 1, 1), (1, 2, 1)],
)
def test_full_stages_have_the_known_numbers_of_tilings(columns: int, rows: int, count: int) -> None:
    assert len(tilings(columns, rows)) == count
    assert full_count(columns, rows) == count


@pytest.mark.parametrize(("columns", "rows"), SHAPES)
def test_tilings_beside_gaps_equal_an_independent_count(columns: int, rows: int) -> None:
    rng = random.Random(columns * 10 + rows)
    cells = list(product(range(rows), range(columns)))
    for size in [0, 1, 2, 2, 2, 3, 4, 4, 4, 4, 6, 6, 8] * 4:
        holes = frozenset(rng.sample(cells, min(size, len(cells))))
        assert len(tilings(columns, rows, holes)) == broken_profile_count(columns, rows, holes)


@pytest.mark.parametrize(("columns", "rows"), SHAPES)
def test_each_tiling_covers_every_cell_once_and_no_two_are_equal(columns: int, rows: int) -> None:
    cells = sorted(product(range(rows), range(columns)))
    found = tilings(columns, rows)
    assert len({frozenset(tiling) for tiling in found}) == len(found)
    for tiling in found:
        assert sorted(cell for d in tiling for cell in (d.first, d.second)) == cells
        for domino in tiling:
            (r, c), (s, d) = domino.first, domino.second
            assert (s - r, d - c) in ((0, 1), (1, 0))


def test_nothing_to_cover_is_one_tiling() -> None:
    assert tilings(2, 1, frozenset({(0, 0), (0, 1)})) == ((),)


def test_the_gaps_of_a_stage_are_its_gaps_only() -> None:
    stage = parsed("--r0??b?b0/b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0--").stages[0]
    assert gaps(stage) == {(0, 0), (3, 4)}
    assert len(stage_tilings(stage)) == broken_profile_count(5, 4, gaps(stage))


def test_a_single_hole_is_explained_by_no_cards() -> None:
    """Dominoes and the holes of those that did not fit leave an even number of places."""
    stage = parsed("--r1b1g1p1/r1b1g1p1o1/r1b1g1p1o1/r1b1g1p1o1").stages[0]
    assert cards_needed(stage, 3) is None


def test_what_was_laid_domino_by_domino_splits_into_two_icons_each() -> None:
    rng = random.Random(1)
    for columns, rows in SHAPES * 40:
        assert icons_split(random_stage(rng, columns, rows))


def test_the_icon_split_equals_trying_every_tiling() -> None:
    rng = random.Random(2)
    answers = []
    for _ in range(600):
        columns, rows = rng.choice(SHAPES[2:])
        places = list(product(range(rows), range(columns)))
        counts = {place: rng.choice((0, 1, 1, 1, 2)) for place in places}
        masks = {0: 0, 1: 4, 2: 9}
        stage = Stage(
            columns, rows, tuple(Block(Color.RED, masks[counts[place]]) for place in places)
        )
        expected = splits(frozenset(places), counts)
        assert icons_split(stage) is expected
        answers.append(expected)
    assert 50 < sum(answers) < 550


def splits(free: frozenset[Cell], counts: dict[Cell, int]) -> bool:
    """Whether dominoes of two icons each can cover the free cells: plain search."""
    if not free:
        return True
    row, column = first = min(free)
    return any(
        counts[first] + counts[second] == 2 and splits(free - {first, second}, counts)
        for second in ((row, column + 1), (row + 1, column))
        if second in free
    )
