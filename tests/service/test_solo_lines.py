"""What is said to move: never more than three lines, and all that is to be moved."""

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
    PlayerTurn,
    SetUp,
    SoloRules,
)
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, Taken
from assistant.service.solo_lines import laid_out, legend_lines, would_do
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
                "Give him the red gem from space 1, the blue gem from space 5.",
                "Put the domino of space 5 on his pile.",
                "Flip pile 5.",
            ],
        ),
        (
            ((RED, RED, GREEN), (), (GREEN,), (), (GREEN,)),
            [
                "Give him two red gems from space 1.",
                "Put the domino of space 1 on his pile.",
                "Flip pile 1.",
            ],
        ),
        (
            ((RED,), (), (BLUE,), (), (GREEN,)),
            [
                "Give him the red gem from space 1, the blue gem from space 3.",
                "Put the domino of space 3 on his pile.",
                "Refill spaces 1, 3 with 3 gems each, then flip pile 3.",
            ],
        ),
        (
            ((GREEN,), (), (GREEN,), (), (GREEN,)),
            [
                "He finds no gem: draw 1 from the bag for him.",
                "Put the domino of space 1 on his pile.",
                "Flip pile 1.",
            ],
        ),
    ],
)
def test_three_lines_say_all(gems: tuple[tuple[Color, ...], ...], lines: list[str]) -> None:
    assert said(his_turn(*gems)) == lines


def test_what_the_app_draws_is_named_before_it_is_drawn() -> None:
    state = his_turn((RED,), (), (BLUE,), (), (GREEN,), gems_by_app=True)
    lines = said(state)
    assert lines[2].startswith("Refill space 1 with ")
    assert ", space 3 with " in lines[2]
    assert lines[2].endswith(", then flip pile 3.")
    nothing = his_turn((GREEN,), (), (GREEN,), (), (GREEN,), gems_by_app=True)
    assert said(nothing)[0].startswith("He finds no gem: give him ")


def test_an_empty_bag_and_an_empty_pile_are_said() -> None:
    everything = supply().minus(Inventory.of({RED: 1, BLUE: 1, GREEN: 1}))
    state = his_turn((RED,), (), (BLUE,), (), (GREEN,), piles=1, player=everything)
    _, domino, refill = said(state)
    assert domino.endswith("put the bottom half of another pile there.")
    assert refill == "Flip pile 3; there are no gems to refill with."
    everything = supply().minus(Inventory.of({GREEN: 3}))
    nothing = his_turn((GREEN,), (), (GREEN,), (), (GREEN,), player=everything)
    assert said(nothing)[0] == "He finds no gem, and the bag is empty."


@pytest.mark.parametrize("seed", range(6))
def test_the_lines_of_whole_games_name_what_then_happens(seed: int) -> None:
    game = None
    for after in played(seed, by_app=True):
        if game and game.state.legend_turn:
            step = after.steps[-1]
            lines = said(game.state)
            assert isinstance(step, LegendMove)
            assert len(lines) == 3
            assert all(gem.value in lines[2] for gem in step.drawn)
            assert step.bag_draw is None or step.bag_draw.value in lines[0]
        game = after


def test_what_the_app_drew_is_said_once() -> None:
    game = SoloGame().play(SetUp(SoloRules(True), gems_by_app=True, dominoes_by_app=True, seed=1))
    assert str(laid_out(game)) == "Lay everything out as it is drawn here."
    lone = replace(game.state.area[1], gems=(RED,))
    spaces = (lone, *game.state.area.spaces[1:])
    turned = game.play(Correction(spaces=spaces)).play(PlayerTurn(1, RED, 1))
    drawn = turned.state.area[1].gems
    assert str(laid_out(turned)) == f"Refill space 1 with {', '.join(drawn)}."
    assert laid_out(turned.play(LegendMove())) is None
    by_hand = game.play(Correction(gems_by_app=False, spaces=spaces))
    assert laid_out(by_hand.play(PlayerTurn(1, RED, 1, drawn=(RED, RED, BLUE)))) is None
    late = game.play(
        Correction(
            stage=2,
            phase=Expecting.BECOME_DRAW,
            player_points=(1,),
            legend_scores=(game.state.legend_score,),
        )
    ).play(BecomeDraw())
    assert str(laid_out(late)).startswith("Give THE Legend ")


def test_nothing_is_laid_out_before_the_set_up() -> None:
    assert laid_out(SoloGame()) is None


def test_what_he_would_do_is_one_line() -> None:
    turn = LegendTurn((Taken(2, RED), Taken(4, MYTHICAL)), 4, (), 0, ())
    assert str(would_do(turn)) == (
        "the red gem from space 2, the mythical gem from space 4; the domino of space 4"
    )
    nothing = LegendTurn((), 2, (), 1, ())
    assert str(would_do(nothing)) == "no gem; the domino of space 2, and 1 gem from the bag"
