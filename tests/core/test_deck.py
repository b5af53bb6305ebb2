"""The dominoes of Pyramido as the game's data, and what a stage says of them."""

import random
from collections import Counter

import pytest

from assistant.core.deck import foreign_blocks, lying
from assistant.core.dominoes import tilings
from assistant.core.layout import Layout, Stage
from assistant.core.pieces import Block
from assistant.core.problems import unlike_the_dominoes
from assistant.games import FORGOTTEN_TREASURES, PYRAMIDO

DECK = PYRAMIDO.deck
DOMINOES = DECK.dominoes


def laid(seed: int) -> Stage:
    """Stage 1 in a random tiling of dominoes of the game, each turned somehow."""
    rng = random.Random(seed)
    cells: dict[tuple[int, int], Block] = {}
    for domino in rng.choice(tilings(5, 4)):
        down = domino.first[1] == domino.second[1]
        cells[domino.first], cells[domino.second] = rng.choice(lying(DOMINOES, down=down))
    return Stage(5, 4, tuple(cells[row, column] for row in range(4) for column in range(5)))


def test_there_are_ninety_dominoes_with_the_blocks_and_icons_of_the_game() -> None:
    blocks = [block for pair in DOMINOES for block in pair]
    assert len(DOMINOES) == 90
    assert Counter(block.color for block in blocks) == Counter(DECK.blocks)
    icons: Counter[object] = Counter()
    for block in blocks:
        icons[block.color] += block.icon_count
    assert icons == Counter(DECK.icons)
    assert all(left.icon_count + right.icon_count == 2 for left, right in DOMINOES)


def test_a_domino_lies_in_four_ways() -> None:
    one = PYRAMIDO.parse("b1n2" + "b0b0b0" + "/b0b0b0b0b0" * 3).stages[0]
    pair = (one[0, 0], one[0, 1])
    assert all(isinstance(block, Block) for block in pair)
    ways = lying((pair,), down=False) + lying((pair,), down=True)  # type: ignore[arg-type]
    told = ["".join(f"{b.color.letter}{b.icons:X}" for b in way) for way in ways]
    assert told == ["b1n2", "n4b8", "b2n8", "n1b4"]


@pytest.mark.parametrize("seed", range(6))
def test_what_the_dominoes_can_make_is_no_problem(seed: int) -> None:
    stage = laid(seed)
    assert foreign_blocks(stage, DOMINOES) == ()
    assert unlike_the_dominoes(Layout((stage,)), DECK, cards=0) == ()


def test_a_block_that_no_domino_has_there_is_named_unless_a_card_explains_it() -> None:
    stage = laid(1)
    cells = list(stage.cells)
    cells[7] = Block(DOMINOES[-1][0].color, 15)
    wrong = Stage(5, 4, tuple(cells))
    (problem,) = unlike_the_dominoes(Layout((wrong,)), DECK, cards=0)
    assert (1, 1, 2) in problem.places
    assert len(problem.places) == 2
    assert "cannot be laid with the dominoes" in str(problem)
    assert unlike_the_dominoes(Layout((wrong,)), DECK, cards=frozenset({(1, 1, 2)})) == ()
    assert unlike_the_dominoes(Layout((wrong,)), DECK, cards=1) == ()


def test_a_game_whose_dominoes_are_not_known_has_no_such_problem() -> None:
    layout = FORGOTTEN_TREASURES.parse("o0o0o0o0o0/" * 3 + "o0o0o0o0o0")
    assert unlike_the_dominoes(layout, FORGOTTEN_TREASURES.deck) == ()
