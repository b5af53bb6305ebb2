"""A complete stage, the extra draw judged again, the last turn, and games stored before them."""

from dataclasses import replace

import pytest

from assistant.core.errors import InputError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.draws import Needs, needs
from assistant.games.forgotten_treasures.legend.exploration import Space
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import becomes_due
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    Expecting,
    LegendMove,
    LegendScore,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageComplete,
    StageEnd,
)
from tests.games.forgotten_treasures.legend.solo_table import check, check_whole, played
from tests.games.forgotten_treasures.legend.test_play import AREA, at_stage_end, hand, started

BLUE, GREEN, RED = Color.BLUE, Color.GREEN, Color.RED
BECOME = SoloRules(become_the_legend=True)


# ---- a complete stage


def test_a_complete_stage_ends_all_its_turns_at_once() -> None:
    game = started(turn=6).play(StageComplete())
    assert (game.state.turn, game.state.expecting) == (10, Expecting.STAGE_END)
    assert str(game.titles()[-1]) == "Stage 1, turn 7: your stage is complete"


def test_under_the_house_rule_he_plays_the_turns_that_are_left() -> None:
    game = started(SoloRules(acts_after_lost_turn=True), turn=7).play(StageComplete())
    acted = 0
    while game.state.expecting is Expecting.LEGEND_TURN:
        need = needs(game.state, LegendMove())
        bag = (RED,) * need.drawn
        domino = (RED, GREEN) if need.domino else None
        game = game.play(
            LegendMove(drawn=bag, domino=domino, bag_draw=RED if need.bag_draw else None)
        )
        acted += 1
    assert (acted, game.state.turn, game.state.expecting) == (3, 10, Expecting.STAGE_END)
    after = game.play(StageEnd(5))
    assert (after.state.complete, after.state.expecting) == (False, Expecting.PLAYER_TURN)


def test_another_turn_told_opens_a_complete_stage_again() -> None:
    game = started(SoloRules(acts_after_lost_turn=True), turn=7).play(StageComplete())
    game = game.play(Correction(turn=7, phase=Expecting.PLAYER_TURN))
    assert not game.state.complete


# ---- his extra draw


def test_a_correction_before_the_first_turn_brings_the_extra_draw() -> None:
    game = at_stage_end(1, BECOME, legend=hand("mmmmmm")).play(StageEnd(9))
    assert game.state.expecting is Expecting.PLAYER_TURN
    game = game.play(Correction(legend=hand("mmmmmmm")))
    assert game.state.expecting is Expecting.BECOME_DRAW
    game = game.play(BecomeDraw(BLUE))
    assert (game.state.legend, game.state.expecting) == (
        hand("mmmmmmmb"),
        Expecting.PLAYER_TURN,
    )
    assert SoloGame.of(game.steps) == game


@pytest.mark.parametrize(("bag", "due"), [(1, True), (0, False)])
def test_the_extra_gem_needs_one_to_draw(bag: int, due: bool) -> None:
    state = at_stage_end(1, BECOME, legend=hand("mmmmmmm")).state
    taken = state.player.plus(state.bag).plus(state.discards).minus(Inventory.of({BLUE: bag}))
    state = replace(state, player=taken, discards=Inventory())
    assert state.drawable == bag
    assert becomes_due(state) is due


def test_a_correction_takes_a_draw_that_is_not_due_off_again() -> None:
    game = at_stage_end(1, BECOME, legend=hand("mmmmmmm")).play(StageEnd(9))
    assert game.state.expecting is Expecting.BECOME_DRAW
    assert game.play(Correction(legend=hand("mmmmmm"))).state.expecting is Expecting.PLAYER_TURN


@pytest.mark.parametrize(
    ("drawn", "told", "left"),
    [
        ("b", "mmmmmmb", "mmmmmm"),
        ("m", "mmmmmmm", "mmmmmm"),
        ("m", "mmmmmmmm", "mmmmmmmm"),
        ("b", "mmmmmmmb", "mmmmmmmb"),
    ],
)
def test_an_extra_gem_that_was_not_due_goes_back(drawn: str, told: str, left: str) -> None:
    game = at_stage_end(1, BECOME, legend=hand("mmmmmmmm")).play(StageEnd(9))
    game = game.play(BecomeDraw(next(iter(hand(drawn)))[0]))
    game = game.play(Correction(legend=hand(told)))
    assert game.state.legend == hand(left)
    assert game.state.expecting is Expecting.PLAYER_TURN
    assert SoloGame.of(game.steps) == game


def test_after_the_first_turn_the_extra_draw_is_not_judged_again() -> None:
    game = at_stage_end(1, BECOME).play(StageEnd(9))
    game = game.play(PlayerTurn(1, RED, 1)).play(Correction(legend=hand("mmmmmmmm")))
    assert game.state.expecting is Expecting.LEGEND_TURN


def test_a_stored_correction_of_earlier_versions_draws_nothing() -> None:
    """It was stored without a word about the draw, and turns were played after it."""
    game = at_stage_end(1, BECOME).play(StageEnd(9))
    old = (*game.steps, Correction(legend=hand("mmmmmmm")), PlayerTurn(1, RED, 1))
    assert SoloGame.of(old).state.turn == 1


# ---- his domino


def test_the_icons_of_the_domino_that_he_takes_rule_his_next_turn() -> None:
    bare = tuple(Space(space.face_up, space.gems) for space in AREA)
    game = SoloGame().play(SetUp(icons=(RED, BLUE), spaces=bare)).play(PlayerTurn(5, GREEN, 2))
    assert needs(game.state, LegendMove()) == Needs(domino=True)
    game = game.play(LegendMove(domino=(GREEN, GREEN)))
    assert (game.state.icons, game.state.expecting) == ((GREEN, GREEN), Expecting.PLAYER_TURN)


def test_a_domino_whose_icons_are_known_shows_no_others() -> None:
    game = started().play(PlayerTurn(5, GREEN, 2))
    assert needs(game.state, LegendMove()) == Needs()
    with pytest.raises(InputError, match="shows red, green: correct the table"):
        game.play(LegendMove(domino=(BLUE, BLUE)))
    assert game.play(LegendMove(domino=(GREEN, RED))).state.icons == (RED, GREEN)


# ---- the last turn


def test_after_the_last_turn_nothing_is_drawn_asked_or_warned_of() -> None:
    *_, before, after, _ = played(3, by_app=True)
    assert before.state.last_turn_played
    assert needs(before.state, LegendMove()) in (Needs(), Needs(bag_draw=True))
    step = after.steps[-1]
    assert isinstance(step, LegendMove)
    assert (step.drawn, step.icons) == ((), None)
    assert after.state.area.face_up != before.state.area.face_up
    assert after.state.warnings == ()


# ---- games of earlier versions


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_that_told_every_flip_are_played_to_their_end(seed: int) -> None:
    for game in played(seed, by_app=False, tells_flips=True):
        check(game.state)
    check_whole(game)


def test_a_last_turn_stored_with_its_refill_and_flip_still_counts() -> None:
    scores = tuple(LegendScore(stage, 0, 0) for stage in (1, 2, 3))
    lone = (Space(True, (RED,), (RED, GREEN)), *AREA[1:])
    game = started(stage=4, turn=0, player_points=(1, 1, 1), legend_scores=scores, spaces=lone)
    game = game.play(PlayerTurn(3, BLUE, 2))
    old = LegendMove(icons=(RED, RED), drawn=(RED, RED, GREEN))
    after = SoloGame.of((*game.steps, old)).state
    assert (after.expecting, after.area[1].gems) == (Expecting.STAGE_END, (RED, RED, GREEN))
