import random
from collections import Counter
from itertools import combinations, product

import pytest

from assistant.core.areas import layout_areas
from assistant.core.dominoes import cards_needed, icons_split, tilings
from assistant.core.errors import CardError
from assistant.core.layout import Stage
from assistant.core.pieces import Block, Color
from assistant.games import PYRAMIDO
from assistant.games.pyramido.game import CARDS, cards_left, cards_played, has_lost
from assistant.games.pyramido.marking import (
    Marker,
    best_marks,
    mark_problems,
    marked_areas,
    score_areas,
)
from tests.games.pyramido.marks import (
    COLORS,
    full_layout,
    full_stage,
    near,
    played_marks,
    with_card,
)

# The examples of the manual by icons of the marked areas; three of them need a card.
WORKED = [
    (
        "n1b1t1y1g1/n1b1t1y1g1/n1b1t1y1g1/n1b1t1r1r3",
        [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (3, 4)],
        (3, 3),
        [4, 4, 4, 3, 3, 3],
        24,
    ),
    (
        "y0y8n2n1t4/y3b4b4b8t2/y8b2b0b6t0/g4g1g6g0t9 y0n3n0t9/y3g0g5t2/y9g0g0t4",
        [(0, 1), (0, 3), (1, 0), (1, 2)],
        None,
        [6, 5, 4, 4],
        23,
    ),
    (
        "y1y1n0n6t0/y3b0bCb8t0/y2b3b0b2tA/g4g1g1g5t0 y0nAn1t8/y4b8b0t0/y4g8g6tA y1n3t0/y1g5t2",
        [(0, 0), (0, 1), (1, 1), (1, 2)],
        (1, 2),
        [7, 6, 6, 5],
        29,
    ),
    (
        "b4g0g0b9/b2n9g9b9/g1g8n0b0/n8b4g8y6/b1g1g8y0 n6y8n1/g0y3b0/y8b8g4/g5y0b1"
        " b9y0/b0b3/b2n8 b0/b9",
        [(1, 0)],
        None,
        [7],
        14,
    ),
    (
        "y1n1g0g0n3/g1r4g3nAn4/y8y2y0g0r2/r1g2n5n0n3 n2g8r8n2/y5g0n2y8/y4r1r0n6 y4y3r0/y1g2n4 y8n3",
        [(0, 0), (0, 1)],
        (0, 0),
        [8, 7],
        22,
    ),
]


@pytest.mark.parametrize(("text", "cells", "card", "icons", "points"), WORKED)
def test_the_examples_of_the_manual(
    text: str,
    cells: list[tuple[int, int]],
    card: tuple[int, int] | None,
    icons: list[int],
    points: int,
) -> None:
    layout = PYRAMIDO.parse(text)
    number, stage = len(layout.stages), layout.stages[-1]
    areas = layout_areas(layout)
    markers = [Marker(number, *cell) for cell in cells]
    score = score_areas(marked_areas(layout, areas, markers))
    assert sorted((areas[area].icons for area in score.marked), reverse=True) == icons
    assert (score.points, score.bonus) == (points, min(icons))
    assert mark_problems(layout, markers) == ()
    cards = [(number, *card)] if card else []
    assert PYRAMIDO.problems(layout, cards) == ()
    assert best_marks(layout, cards)[1].points >= points
    if number > 1:
        assert frozenset(cells) in played_marks(stage, [card] if card else [])


TOWER = "/".join(["n0" * 5] * 4) + " " + "/".join(["n0" * 4] * 3) + " n0n0n0/n0n0n0 "
BASE = "r1b1g1n1y1/r1b1g1n1y1/r1b1g1n1y1/r1b1g1n1y1"


def test_a_card_is_known_by_its_face() -> None:
    layout = PYRAMIDO.parse(BASE)
    assert cards_played(layout, []) == ()
    assert cards_played(layout, [(1, 0, 0), (1, 3, 3)]) == (
        (Color.RED, Color.GREEN),
        (Color.BROWN, Color.BLUE),
    )
    assert sorted(cards_played(layout, [(1, 0, 4), (1, 0, 1), (1, 0, 2)])) == sorted(CARDS)
    assert [cards_left(layout, [(1, 0, n) for n in range(0, k, 2)]) for k in (0, 1)] == [3, 2]


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        ([(1, 0, 0), (1, 1, 0)], "The red/green card lies on the pyramid twice"),
        ([(1, 0, 1), (1, 0, 3)], "The brown/blue card lies on the pyramid twice"),
        ([(1, 0, 1), (1, 0, 1)], "lies on the pyramid twice"),
        ([(1, 0, 0), (1, 0, 1), (1, 0, 4), (1, 1, 1)], "lies on the pyramid twice"),
        ([(2, 0, 0)], "There is no block for a card at stage 2, row 1, column 1"),
        ([(0, 0, 0)], "There is no block for a card"),
        ([(1, -1, 0)], "There is no block for a card"),
        ([(1, 0, 5)], "There is no block for a card"),
        ([(1, 3, 0)], "There is no block for a card"),
        ([(1, 4, 0)], "There is no block for a card"),
        ([(1, 3, 1)], "Stage 1, row 4, column 2 has 2 icons; a single-block card has one"),
    ],
)
def test_cards_that_cannot_lie_like_that_are_refused(
    places: list[tuple[int, int, int]], reason: str
) -> None:
    layout = PYRAMIDO.parse(BASE[:-10] + "--b3g1n1y1")
    with pytest.raises(CardError, match=reason):
        cards_played(layout, places)


def test_which_cards_a_layout_has_is_a_matching_of_faces() -> None:
    """Any places with one icon and colours of different cards, and no others."""
    rng = random.Random(1)
    for _ in range(100):
        layout = full_layout(rng, 1)
        places = rng.sample([(s, r, c) for s, r, c, _ in layout.blocks()], rng.randint(1, 4))
        blocks = [layout.stages[0][r, c] for _, r, c in places]
        assert all(isinstance(block, Block) for block in blocks)
        fits = all(isinstance(b, Block) and b.icon_count == 1 for b in blocks) and not any(
            {a.color, b.color} <= set(card)
            for a, b in combinations(blocks, 2)
            for card in CARDS
            if isinstance(a, Block) and isinstance(b, Block)
        )
        if fits:
            assert len(set(cards_played(layout, places))) == len(places)
        else:
            with pytest.raises(CardError):
                cards_played(layout, places)


def test_who_cannot_fill_the_holes_has_lost() -> None:
    full = PYRAMIDO.parse(BASE)
    holes = PYRAMIDO.parse(BASE.replace("r1", "--", 1).replace("y1", "--", 1))
    assert not has_lost(full, 0)
    assert [has_lost(holes, left) for left in (0, 1, 2, 3)] == [True, True, False, False]
    assert not has_lost(holes.with_stage(2, full_stage(random.Random(1), [*COLORS], 4, 3)), 0)


def plainly_needed(stage: Stage) -> int | None:
    """The fewest cards for which some cells let the stage be laid, trying all of them."""
    ones = [(r, c) for r, c, b in stage.places() if isinstance(b, Block) and b.icon_count == 1]
    for count in range(4):
        if any(played_marks(stage, cells) for cells in combinations(ones, count)):
            return count
    return None


@pytest.mark.parametrize(("stages", "times"), [(2, 6), (3, 120), (4, 60)])
def test_the_fewest_cards_equal_trying_them_all(stages: int, times: int) -> None:
    rng = random.Random(stages)
    found = set()
    for _ in range(times):
        layout = full_layout(rng, stages)
        for _ in range(rng.randint(0, 3)):
            layout, _ = with_card(rng, layout, COLORS)
        stage = layout.stages[-1]
        needed = plainly_needed(stage)
        found.add(needed)
        for most in range(4):
            expected = needed if needed is not None and needed <= most else None
            assert cards_needed(stage, most) == expected, stage
    assert {0, 1} <= found


def stage_with_holes_filled(rng: random.Random) -> tuple[Stage, list[tuple[int, int]]]:
    """Stage 2 or 3 whose last domino did not fit, and the two cards in its holes."""
    columns, rows = rng.choice([(4, 3), (3, 4), (3, 2), (2, 3)])
    cells = list(product(range(rows), range(columns)))
    while True:
        holes = rng.sample(cells, 2)
        layings = tilings(columns, rows, frozenset(holes))
        if layings and not near(*holes):
            break
    blocks = {hole: Block(color, 1) for hole, color in zip(holes, COLORS, strict=False)}
    for domino in rng.choice(layings):
        icons = rng.choice((0, 2))
        blocks[domino.first] = Block(Color.RED, (0, 1, 3)[icons])
        blocks[domino.second] = Block(Color.RED, (0, 1, 3)[2 - icons])
    return Stage(columns, rows, tuple(blocks[cell] for cell in cells)), holes


def test_two_cards_may_fill_the_holes_where_no_domino_fitted() -> None:
    rng = random.Random(7)
    needs = Counter[int | None]()
    for _ in range(150):
        stage, holes = stage_with_holes_filled(rng)
        assert icons_split(stage, holes)
        needed = cards_needed(stage, 3)
        assert needed == plainly_needed(stage)
        needs[needed] += 1
        if needed == 2:
            assert cards_needed(stage, 1) is None
    assert needs[2] > 50


def test_cards_do_not_fill_holes_side_by_side_where_a_domino_fits() -> None:
    top = PYRAMIDO.parse(TOWER + "r1b1").stages[3]
    assert icons_split(top)
    assert icons_split(top, {(0, 0)})
    assert not icons_split(top, {(0, 0), (0, 1)})


def test_the_fewest_cards_of_any_stage_equal_trying_them_all() -> None:
    rng = random.Random(9)
    found = Counter[int | None]()
    for _ in range(400):
        columns, rows = rng.choice([(3, 2), (2, 3), (2, 1), (1, 2)])
        blocks = (Block(Color.RED, rng.choice((0, 1, 1, 1, 3))) for _ in range(columns * rows))
        stage = Stage(columns, rows, tuple(blocks))
        needed = cards_needed(stage, 3)
        assert needed == plainly_needed(stage), stage
        found[needed] += 1
    assert min(found[needed] for needed in (None, 0, 1, 2, 3)) > 5, found


def test_a_stage_with_its_cards_can_be_laid() -> None:
    rng = random.Random(3)
    for _ in range(300):
        layout, cell = with_card(rng, full_layout(rng, rng.randint(1, 4)), COLORS)
        stage = layout.stages[-1]
        assert icons_split(stage, {cell})
        assert cards_needed(stage, 3) in (0, 1)


ONLY_IF = "The icons of stage 1 can be right only if single-block cards lie on it"
NEVER = "The icons of stage 1 cannot be right"


def icon_problems(text: str, cards: object = None) -> list[str]:
    found = PYRAMIDO.problems(PYRAMIDO.parse(text), cards)  # type: ignore[arg-type]
    return [str(problem) for problem in found if str(problem).startswith("The icons")]


def test_icons_that_cards_explain_are_wrong_only_if_none_were_played() -> None:
    odd = BASE.replace("r1", "r3", 1)
    (remark,) = icon_problems(odd)
    assert remark.startswith(f"{ONLY_IF} (1 or more)")
    assert icon_problems(odd, 1) == icon_problems(odd, 3) == []
    assert icon_problems(odd, {(1, 0, 1)}) == []
    for cards in (0, set(), {(1, 3, 4)}, {(2, 0, 1)}):
        (problem,) = icon_problems(odd, cards)
        assert problem.startswith(NEVER)


def test_icons_that_no_cards_explain_are_certainly_wrong() -> None:
    (problem,) = icon_problems(BASE.replace("b1", "b0"))
    assert problem.startswith(NEVER)
    assert icon_problems(BASE.replace("b1", "b0"), 3) == [problem]


def test_cards_explain_each_stage_only_once() -> None:
    """One card explains either stage, but not both."""
    text = f"{BASE.replace('r1', 'r3', 1)} r1b1g1n1/r1b1g1n3/r1b1g1n1"
    assert len(icon_problems(text)) == 2
    assert icon_problems(text, 2) == []
    (problem,) = icon_problems(text, 1)
    assert problem.startswith("The icons of stage 2 cannot be right")


def test_gaps_are_pointed_out_since_cards_must_fill_them() -> None:
    """Two gaps of different colours of the chessboard, so that dominoes can leave them."""
    layout = PYRAMIDO.parse("--b1g1n1y1/r1b1g1n1y1/r1b1g1n1y1/--b1g1n1y1")
    (problem,) = PYRAMIDO.problems(layout)
    assert str(problem).startswith("Stage 1 has gaps: single-block cards must fill them")
    assert problem.places == ((1, 0, 0), (1, 3, 0))
