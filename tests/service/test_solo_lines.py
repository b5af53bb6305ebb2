"""What is said to move: one line for each thing, and all that is to be moved."""

from dataclasses import replace
from typing import Any

import pytest

from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.exploration import Space, supply
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    Expecting,
    LegendMove,
    LegendScore,
    PlayerTurn,
    SetUp,
    SoloRules,
)
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, Taken
from assistant.service.solo_lines import bag_lines, laid_out, legend_lines, would_do
from tests.games.forgotten_treasures.legend.solo_table import played

RED, BLUE, GREEN, MYTHICAL = Color.RED, Color.BLUE, Color.GREEN, Color.MYTHICAL


def his_turn(*gems: tuple[Color, ...], piles: int = 18, **changes: Any) -> SoloState:
    """His turn with icons red and blue; spaces 1, 3 and 5 are face up."""
    state = SoloState(
        phase=Expecting.LEGEND_TURN,
        turn=1,
        icons=(RED, BLUE),
        seed=4,
    )
    spaces = tuple(Space(number % 2 == 0, lying, pile=piles) for number, lying in enumerate(gems))
    return replace(state, area=replace(state.area, spaces=spaces), **changes)


def said(state: SoloState) -> list[str]:
    turn = state.legend_turn
    assert turn
    return list(map(str, legend_lines(state, turn)))


@pytest.mark.parametrize(
    ("gems", "lines"),
    [
        (
            ((RED, GREEN), (), (GREEN,), (), (BLUE, GREEN)),
            [
                "from space 1 to him red",
                "from space 5 to him blue",
                "domino of space 5 onto his pile",
                "flip pile 5",
            ],
        ),
        (
            ((RED, RED, GREEN), (), (GREEN,), (), (GREEN,)),
            ["from space 1 to him red, red", "domino of space 1 onto his pile", "flip pile 1"],
        ),
        (
            ((RED,), (), (BLUE,), (), (GREEN,)),
            [
                "from space 1 to him red",
                "from space 3 to him blue",
                "domino of space 3 onto his pile",
                "flip pile 3",
            ],
        ),
        (
            ((GREEN,), (), (GREEN,), (), (GREEN,)),
            [
                "He finds no gem: draw 1 from the bag for him.",
                "domino of space 1 onto his pile",
                "flip pile 1",
            ],
        ),
    ],
)
def test_a_line_for_each_thing_that_is_moved(
    gems: tuple[tuple[Color, ...], ...], lines: list[str]
) -> None:
    assert said(his_turn(*gems)) == lines


def test_gems_of_one_space_go_together_even_if_he_came_back_for_the_second() -> None:
    state = his_turn((MYTHICAL, RED), (), (GREEN,), (), (GREEN,))
    assert said(state)[0] == "from space 1 to him red, mythical"


def test_what_the_app_draws_is_named_before_it_is_drawn_one_line_a_space() -> None:
    state = his_turn((RED,), (), (BLUE,), (), (GREEN,), gems_by_app=True)
    lines = said(state)
    assert [line.rsplit(" ", 3)[0] for line in lines[3:5]] == [
        "from the bag into space 1",
        "from the bag into space 3",
    ]
    assert lines[5] == "flip pile 3"
    nothing = his_turn((GREEN,), (), (GREEN,), (), (GREEN,), gems_by_app=True)
    assert said(nothing)[0].startswith("from the bag to him: he finds no gem ")


def test_an_empty_bag_and_an_empty_pile_are_said() -> None:
    everything = supply().minus(Inventory.of({RED: 1, BLUE: 1, GREEN: 1}))
    state = his_turn((RED,), (), (BLUE,), (), (GREEN,), piles=1, player=everything)
    assert said(state)[3:] == [
        "Space 1 stays empty: there are no gems left.",
        "Space 3 stays empty: there are no gems left.",
        "Pile 3 is empty: lay the bottom half of another pile there.",
        "flip pile 3",
    ]
    everything = supply().minus(Inventory.of({GREEN: 3}))
    nothing = his_turn((GREEN,), (), (GREEN,), (), (GREEN,), player=everything)
    assert said(nothing)[0] == "He finds no gem, and the bag is empty."


def test_the_bag_runs_empty_in_the_middle_of_a_draw() -> None:
    """The issue's own words: draw 1, put the 34 discards into the bag, draw 2 more."""
    beside = Inventory.of({color: 6 for color in Color if supply()[color] == 9} | {MYTHICAL: 4})
    assert beside.total == 34
    player = supply().minus(beside).minus(Inventory.of({RED: 1, GREEN: 1}))
    state = his_turn((RED,), (), (), (), (), discards=beside, player=player)
    assert state.bag.total == 1
    assert list(map(str, bag_lines(state, 3))) == [
        "The bag runs empty: draw 1, put the 34 discards into the bag, draw 2 more."
    ]
    assert bag_lines(state, 1) == ()
    bare = replace(state, player=player.plus(state.bag))
    assert list(map(str, bag_lines(bare, 3))) == [
        "The bag is empty: put the 34 discards into it, then draw 3."
    ]


def test_after_the_last_turn_of_the_game_nothing_is_refilled_or_flipped() -> None:
    state = his_turn((RED,), (), (BLUE,), (), (GREEN,), stage=4, gems_by_app=True)
    assert said(state) == [
        "from space 1 to him red",
        "from space 3 to him blue",
        "domino of space 3 onto his pile",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_the_lines_of_whole_games_name_what_then_happens(seed: int) -> None:
    game = None
    for after in played(seed, by_app=True):
        if game and (turn := game.state.legend_turn):
            step = after.steps[-1]
            assert isinstance(step, LegendMove)
            named = [gem for line in legend_lines(game.state, turn) for gem in line.gems]
            drawn = (*step.drawn, step.bag_draw) if step.bag_draw else step.drawn
            assert sorted(named) == sorted([*(taken.gem for taken in turn.taken), *drawn])
        game = after


def test_what_the_app_drew_is_said_once() -> None:
    game = SoloGame().play(SetUp(SoloRules(True), gems_by_app=True, dominoes_by_app=True, seed=1))
    assert list(map(str, laid_out(game))) == ["Lay everything out as it is drawn here."]
    lone = replace(game.state.area[1], gems=(RED,))
    spaces = (lone, *game.state.area.spaces[1:])
    turned = game.play(Correction(spaces=spaces)).play(PlayerTurn(1, RED, 1))
    drawn = turned.state.area[1].gems
    assert list(map(str, laid_out(turned))) == [f"from the bag into space 1 {', '.join(drawn)}"]
    assert laid_out(turned.play(LegendMove())) == ()
    by_hand = game.play(Correction(gems_by_app=False, spaces=spaces))
    assert laid_out(by_hand.play(PlayerTurn(1, RED, 1, drawn=(RED, RED, BLUE)))) == ()
    late = game.play(
        Correction(
            stage=2,
            phase=Expecting.BECOME_DRAW,
            player_points=(1,),
            legend_scores=(game.state.legend_score,),
        )
    ).play(BecomeDraw())
    assert str(laid_out(late)[0]).startswith("from the bag to THE Legend ")


def test_a_gem_that_he_should_not_have_drawn_is_said_to_go_back() -> None:
    game = SoloGame().play(SetUp(SoloRules(True), gems_by_app=True, dominoes_by_app=True, seed=1))
    scores = (LegendScore(1, 0, 7),)
    seven = Inventory.of({MYTHICAL: 7})
    game = game.play(Correction(stage=2, player_points=(1,), legend_scores=scores, legend=seven))
    assert game.state.expecting is Expecting.BECOME_DRAW
    game = game.play(BecomeDraw())
    gem = game.state.extra_draw
    assert gem
    fewer = Inventory.of({MYTHICAL: 5}).plus(Inventory.of({gem: 1}))
    game = game.play(Correction(legend=fewer))
    assert game.state.legend == Inventory.of({MYTHICAL: 5})
    assert str(laid_out(game)[0]).endswith(f"goes back into the bag. {gem}")


def test_nothing_is_laid_out_before_the_set_up() -> None:
    assert laid_out(SoloGame()) == ()


def test_what_he_would_do_is_one_line() -> None:
    turn = LegendTurn((Taken(2, RED), Taken(4, MYTHICAL)), 4, (), 0, ())
    assert str(would_do(turn)) == (
        "the red gem from space 2, the mythical gem from space 4; the domino of space 4"
    )
    nothing = LegendTurn((), 2, (), 1, ())
    assert str(would_do(nothing)) == "no gem; the domino of space 2, and 1 gem from the bag"
