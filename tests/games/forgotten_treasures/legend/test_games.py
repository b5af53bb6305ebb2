"""Whole random solo games keep every invariant and replay to the same state."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from assistant.core.errors import AssistantError
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.legend.advice import what_if
from assistant.games.forgotten_treasures.legend.draws import needs
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS, GEM_KINDS
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    Expecting,
    LegendMove,
    PlayerTurn,
    SetUp,
    Step,
)
from assistant.games.forgotten_treasures.legend.stored import step_to_json
from tests.games.forgotten_treasures.legend.solo_table import (
    biggest_pile,
    check,
    check_whole,
    next_step,
    played,
    random_rules,
)


@pytest.mark.parametrize("by_app", [False, True])
@pytest.mark.parametrize("block", range(4))
def test_whole_games_keep_every_invariant(block: int, by_app: bool) -> None:
    for seed in range(200 * block, 200 * (block + 1)):
        for game in played(seed, by_app=by_app, greedy=seed % 10 == 0):
            check(game.state)
        check_whole(game)
        if seed % 10 == 0:
            stored = json.loads(json.dumps(game.to_json()))
            assert SoloGame.from_json(stored) == game


def random_correction(rng: random.Random, state: SoloState) -> Correction:
    """Some part of the state, as another table might hold it."""
    gems = Inventory.of({rng.choice(GEM_KINDS): rng.randint(1, 4)})
    spaces = list(state.area.spaces)
    at = rng.randrange(len(spaces))
    spaces[at] = replace(spaces[at], gems=tuple(rng.choices(GEM_KINDS, k=rng.randint(1, 3))))
    return rng.choice(
        [
            Correction(spaces=tuple(spaces)),
            Correction(legend=gems),
            Correction(player=gems, discards=Inventory()),
            Correction(icons=(rng.choice(GEM_COLORS), rng.choice(GEM_COLORS))),
            Correction(gems_by_app=not state.gems_by_app),
            Correction(turn=rng.randint(1, state.turns), phase=Expecting.LEGEND_TURN),
            Correction(rules=replace(state.rules, per_icon=not state.rules.per_icon)),
        ]
    )


def any_step(rng: random.Random, state: SoloState) -> Step:
    if rng.random() < 0.1:
        return random_correction(rng, state)
    if not state.gems_by_app:
        return Correction(gems_by_app=True)
    return next_step(rng, state, None, greedy=False)


@pytest.mark.parametrize("seed", range(40))
def test_stored_steps_replay_to_the_live_state(seed: int) -> None:
    """After any sequence of steps, undo, redo and corrections."""
    rng = random.Random(seed)
    game = SoloGame().play(SetUp(random_rules(rng), True, True, seed))
    for _ in range(60):
        action = rng.random()
        if action < 0.15 and game.steps:
            game = game.undo()
        elif action < 0.25 and game.undone:
            game = game.redo()
        elif action < 0.28:
            game = game.at(rng.randint(1, len(game.steps + game.undone)))
        elif not game.steps:
            game = game.redo()
        elif game.state.expecting is not Expecting.OVER:
            game = game.play(any_step(rng, game.state))
        stored = SoloGame.from_json(json.loads(json.dumps(game.to_json())))
        assert stored == game
        assert len(game.titles()) == len(game.steps + game.undone)


def test_undo_and_the_same_choice_draw_the_same_gems() -> None:
    for game in played(5, by_app=True):
        if len(game.steps) > 1:
            assert game.undo().play(bare(game.steps[-1])) == game


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


ODD = [
    None,
    True,
    -1,
    0,
    1,
    3,
    7,
    10**30,
    "",
    "red",
    "mythical",
    "rb",
    [],
    ["red"],
    {},
    {"red": 40},
]


def spoilt(rng: random.Random, value: Any) -> Any:
    """The JSON with something in it replaced or lost."""
    if isinstance(value, dict) and value and rng.random() < 0.95:
        key = rng.choice(list(value))
        rest = {name: item for name, item in value.items() if name != key}
        return rest if rng.random() < 0.1 else value | {key: spoilt(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.95:
        at = rng.randrange(len(value))
        return [*value[:at], spoilt(rng, value[at]), *value[at + 1 :]]
    return rng.choice(ODD)


def test_a_spoilt_file_is_refused_in_words_or_is_a_game_that_goes_on() -> None:
    rng = random.Random(11)
    *_, game = played(11, by_app=True)
    extra = [random_correction(rng, game.at(9).state) for _ in range(6)]
    source = SoloGame.of(game.steps[:9]).to_json()
    refused = []
    for _ in range(1500):
        stored = spoilt(
            rng, source | {"steps": [*source["steps"], step_to_json(rng.choice(extra))]}
        )
        try:
            state = SoloGame.from_json(stored).state
        except AssistantError as error:
            refused.append(str(error))
            continue
        assert isinstance(state.warnings, tuple)
        assert state.legend_turn or state.expecting is not Expecting.LEGEND_TURN
        if state.expecting is Expecting.PLAYER_TURN and state.icons:
            assert what_if(state)
    assert 300 < len(refused) < 1500
    assert not any("%(" in words for words in refused)
