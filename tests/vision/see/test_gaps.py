"""Choosing gaps from their odds."""

import numpy as np

from assistant.vision.see.gaps import choose_gaps

CELLS = np.array([(1, row, column) for row in range(4) for column in range(5)])


def odds_with(values: dict[tuple[int, int], float]) -> np.ndarray:
    return np.array([values.get((row, column), -4.0) for _, row, column in CELLS.tolist()])


def chosen(values: dict[tuple[int, int], float], top: int = 1) -> list[tuple[int, int]]:
    found = CELLS[choose_gaps(odds_with(values), CELLS, top)]
    return [(row, column) for _, row, column in found.tolist()]


def test_unlikely_gaps_are_none() -> None:
    assert chosen({}) == []


def test_gaps_come_in_pairs_on_the_top_stage() -> None:
    """A sure gap draws the likeliest other cell along."""
    assert chosen({(0, 0): 9.0, (3, 3): -1.0}) == [(0, 0), (3, 3)]


def test_a_weak_gap_alone_is_given_up() -> None:
    """A single gap cannot be: it falls if nothing else is likely."""
    assert chosen({(0, 0): 1.0}) == []


def test_lower_stages_may_hide_the_other_gap() -> None:
    assert chosen({(0, 0): 1.0}, top=2) == [(0, 0)]


def test_gaps_are_never_side_by_side() -> None:
    """Where two cells lack side by side a domino would have fitted."""
    assert chosen({(0, 0): 9.0, (0, 1): 8.0, (2, 2): 3.0}) == [(0, 0), (2, 2)]
