"""Whole random solo games keep every invariant and replay to the same state."""

from dataclasses import replace

import pytest

from assistant.games.forgotten_treasures.legend.advice import what_if
from assistant.games.forgotten_treasures.legend.draws import needs
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloResult
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Expecting,
    LegendMove,
    PlayerTurn,
    Step,
)
from tests.games.forgotten_treasures.legend.solo_table import (
    biggest_pile,
    check,
    check_whole,
    played,
)


@pytest.mark.parametrize("by_app", [False, True])
@pytest.mark.parametrize("block", range(4))
def test_whole_games_keep_every_invariant(block: int, by_app: bool) -> None:
    for seed in range(60 * block, 60 * (block + 1)):
        tells = seed % 3 == 0
        for game in played(seed, by_app=by_app, greedy=seed % 10 == 0, tells_flips=tells):
            check(game.state)
        check_whole(game)


def test_the_same_choice_once_more_draws_the_same_gems() -> None:
    for game in played(5, by_app=True):
        if len(game.steps) > 1:
            assert SoloGame.of(game.steps[:-1]).play(bare(game.steps[-1])) == game


def bare(step: Step) -> Step:
    """The step without what the app drew for it."""
    match step:
        case PlayerTurn():
            return replace(step, drawn=())
        case LegendMove():
            return replace(step, drawn=(), bag_draw=None)
        case BecomeDraw():
            return BecomeDraw()
    return step


@pytest.mark.parametrize("seed", range(12))
def test_what_if_foretells_his_turn(seed: int) -> None:
    """Certain answers come true; the others depend on the refill of a face-up space."""
    certain = 0
    for game in played(seed, by_app=True):
        if game.state.expecting is not Expecting.PLAYER_TURN:
            continue
        for answer in what_if(game.state):
            choice = PlayerTurn(answer.space, answer.gem, answer.reveal)
            need = needs(game.state, choice)
            if need.pile_from:
                choice = replace(choice, pile_from=biggest_pile(game.state, choice.space))
            after = game.play(choice).state.legend_turn
            assert after
            if answer.turn:
                certain += 1
                assert (answer.turn.taken, answer.turn.flip) == (after.taken, after.flip)
            else:
                assert need.drawn
                assert answer.reveal == answer.space
    assert certain > 100


@pytest.mark.parametrize(("player", "legend", "margin"), [(22, 20, 2), (20, 22, -2), (7, 7, 0)])
def test_only_more_points_win_and_the_lead_may_be_below_zero(
    player: int, legend: int, margin: int
) -> None:
    result = SoloResult(player, legend, become_the_legend=False)
    assert (result.margin, result.won) == (margin, margin > 0)
