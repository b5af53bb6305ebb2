import random

import pytest

from assistant.core.layout import Layout
from assistant.core.pieces import Color
from assistant.core.problems import DeckLimits, Problem, problems
from assistant.games import FORGOTTEN_TREASURES
from bench.positions import random_layout
from tests.core.samples import PALETTE, parsed

# Every block has one icon: any two of them can be a domino.
BASE = "r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1"
GAPPED = "r1b1g1o1p1/r1--g1o1p1/r1b1g1--p1/r1b1g1o1p1"


def only(layout: Layout, limits: DeckLimits | None = None) -> Problem:
    (problem,) = problems(layout, limits)
    return problem


@pytest.mark.parametrize(
    "text",
    [
        BASE,
        GAPPED,
        f"{BASE} r1b1g1o1/r1--g1o1/r1b1g1--",
        f"{BASE} r1b1g1o1/r1b1g1o1/r1b1g1o1 r0b9g1/r6b0g1 r9b0",
        "r1b1g1??p?/r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p0",
    ],
)
def test_a_layout_that_breaks_no_rule_has_no_problems(text: str) -> None:
    assert problems(parsed(text), FORGOTTEN_TREASURES.deck) == ()


def test_what_is_laid_domino_by_domino_has_problems_with_its_connections_only() -> None:
    rng = random.Random(1)
    for _ in range(100):
        layout = random_layout(rng, rng.randint(1, 4))
        found = [str(problem) for problem in problems(layout)]
        assert all("must be connected" in text for text in found)


def test_more_than_two_icons_on_a_block_are_named_with_their_place() -> None:
    problem = next(iter(problems(parsed(BASE.replace("o1", "o7", 1)))))
    assert str(problem) == "Stage 1, row 1, column 4 has 3 icons; a block has at most 2."
    assert problem.places == ((1, 0, 3),)


def test_two_gaps_side_by_side_leave_room_for_a_domino() -> None:
    across = only(parsed(BASE.replace("g1o1", "----", 1)))
    assert str(across) == "Stage 1 has two gaps side by side: a domino still fits there."
    assert across.places == ((1, 0, 2), (1, 0, 3))
    upright = only(parsed(f"{BASE} --b1g1o1/--b1g1o1/r1b1g1o1"))
    assert upright.places == ((2, 0, 0), (2, 1, 0))


def test_gaps_at_a_corner_or_across_the_edge_leave_no_room() -> None:
    assert problems(parsed("r1b1--o1p1/r1b1g1--p1/r1b1g1o1p1/--b1--o1p1")) == ()
    assert problems(parsed("r1b1g1o1--/--b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1")) == ()


def test_gaps_that_dominoes_cannot_leave_are_named() -> None:
    one = only(parsed(BASE.replace("r1", "--", 1)))
    assert str(one) == "The blocks of stage 1 cannot be laid with dominoes: check its gaps."
    assert one.places == ((1, 0, 0),)
    # Two gaps of one colour of the chessboard.
    two = only(parsed(f"{BASE} --b1g1o1/r1--g1o1/r1b1g1o1"))
    assert str(two) == "The blocks of stage 2 cannot be laid with dominoes: check its gaps."
    assert two.places == ((2, 0, 0), (2, 1, 1))


def test_stage_1_must_be_connected_and_higher_stages_need_not() -> None:
    """A column of gaps cuts the stage in two, and leaves room besides."""
    cut = "/".join(["r1b1--o1p1"] * 4)
    room, apart = problems(parsed(cut))
    assert "side by side" in str(room)
    assert str(apart) == "The dominoes of stage 1 must be connected to each other: check its gaps."
    assert apart.places == tuple((1, row, 2) for row in range(4))
    higher = only(parsed("/".join(["r1b1g1o1"] * 5) + " " + "/".join(["r1--g1"] * 4)))
    assert "side by side" in str(higher)


def test_icons_that_no_laying_gives_are_certainly_misread() -> None:
    problem = only(parsed(BASE.replace("r1", "r0", 1)))
    assert str(problem).startswith("The icons of stage 1 cannot be right")
    assert len(problem.places) == 20
    assert problems(parsed(BASE.replace("r1b1", "r0b3", 1))) == ()


def test_icons_that_are_not_all_known_are_not_judged() -> None:
    assert problems(parsed(BASE.replace("r1", "r0", 1).replace("p1", "p?", 1))) == ()
    assert problems(parsed(BASE.replace("r1", "r0", 1).replace("p1", "??", 1))) == ()


def test_more_blocks_or_icons_of_a_colour_than_the_game_has_are_counted() -> None:
    blocks = DeckLimits(blocks=dict.fromkeys(PALETTE, 3), icons={})
    found = problems(parsed(BASE), blocks)
    assert [str(problem) for problem in found] == [
        f"4 {color} blocks: the game has only 3." for color in PALETTE
    ]
    assert found[-1].places == tuple((1, row, 0) for row in range(4))
    icons = DeckLimits(blocks={}, icons=dict.fromkeys(PALETTE, 3))
    assert [str(problem) for problem in problems(parsed(BASE), icons)] == [
        f"4 {color} icons: the game has only 3." for color in PALETTE
    ]
    exact = DeckLimits(blocks=dict.fromkeys(PALETTE, 4), icons=dict.fromkeys(PALETTE, 4))
    assert problems(parsed(BASE), exact) == ()


def test_all_stages_count_together_against_the_deck() -> None:
    layout = parsed(f"{BASE} r1b1g1o1/r1b1g1o1/r1b1g1o1")
    problem = only(layout, DeckLimits(blocks={Color.RED: 6}, icons={Color.PURPLE: 4}))
    assert str(problem) == "7 red blocks: the game has only 6."
    assert problem.places[3:5] == ((1, 3, 0), (2, 0, 0))


def test_everything_wrong_is_listed_at_once_in_the_order_of_the_stages() -> None:
    text = "r1b1g1o7p1/r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1 ----g1o1/r1b1g1o1/r1b1g1o1 --b1g1/r1b1g1"
    starts = [str(problem)[:25] for problem in problems(parsed(text))]
    assert starts == [
        "Stage 1, row 1, column 4 ",
        "The icons of stage 1 cann",
        "Stage 2 has two gaps side",
        "The blocks of stage 3 can",
    ]


def test_only_what_needs_all_icons_waits_for_them() -> None:
    unfinished = parsed("o0r0r0g0o0/p0o0g0r0p0/g0b0o0g0o0/o0g0o0r0g0")
    (problem,) = problems(unfinished)
    assert problem.of_all_icons
    crowded = parsed("oFr0r0g0o0/p0o0g0r0p0/g0b0o0g0o0/o0g0o0r0g0")
    assert [problem.of_all_icons for problem in problems(crowded)] == [False, True]
