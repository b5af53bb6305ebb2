"""The steps of a solo game as plain JSON: as they are stored, and what is refused."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from assistant.core.errors import AssistantError, InputError
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.legend.advice import what_if
from assistant.games.forgotten_treasures.legend.draws import needs
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS, GEM_KINDS, Space
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    End,
    Expecting,
    HisIcons,
    LegendMove,
    LegendScore,
    LostTurn,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageEnd,
    Step,
)
from assistant.service.solo_pad import STEPS, step_from_plain, step_to_plain
from tests.games.forgotten_treasures.legend.solo_table import next_step, played, random_rules
from tests.games.forgotten_treasures.legend.test_play import (
    BLUE,
    GREEN,
    MYTHICAL,
    PURPLE,
    RED,
    gems,
    hand,
)


@pytest.mark.parametrize(
    ("step", "written"),
    [
        (
            PlayerTurn(1, RED, 2, (RED, BLUE), gems("rgm"), 3),
            {
                "step": "player_turn",
                "space": 1,
                "gem": "red",
                "reveal": 2,
                "icons": ["red", "blue"],
                "drawn": ["red", "green", "mythical"],
                "pile_from": 3,
            },
        ),
        (
            PlayerTurn(1, None, 2),
            {"step": "player_turn", "space": 1, "gem": None, "reveal": 2},
        ),
        (LostTurn(), {"step": "lost_turn"}),
        (LegendMove(bag_draw=RED), {"step": "legend_turn", "bag_draw": "red"}),
        (HisIcons((RED, RED)), {"step": "his_icons", "icons": ["red", "red"]}),
        (
            StageEnd(12, hand("rm"), Inventory()),
            {"step": "stage_end", "points": 12, "spent": {"red": 1, "mythical": 1}, "kept": {}},
        ),
        (BecomeDraw(MYTHICAL), {"step": "become_draw", "gem": "mythical"}),
        (
            Correction(
                phase=Expecting.PLAYER_TURN,
                player_points=(3,),
                legend_scores=(LegendScore(1, 2, 3),),
            ),
            {
                "step": "correction",
                "phase": "player_turn",
                "player_points": [3],
                "legend_scores": [{"stage": 1, "colored": 2, "mythicals": 3}],
            },
        ),
        (
            Correction(spaces=(Space(True, gems("r"), (RED, RED), 3, ((RED, BLUE), (BLUE, RED))),)),
            {
                "step": "correction",
                "spaces": [
                    {
                        "face_up": True,
                        "gems": ["red"],
                        "icons": ["red", "red"],
                        "pile": 3,
                        "below": "rb br",
                    }
                ],
            },
        ),
        (SetUp(SoloRules(per_icon=True)), {"step": "set_up", "rules": {"per_icon": True}}),
        (End(), {"step": "end"}),
    ],
)
def test_a_step_is_stored_as_it_always_was(step: Step, written: dict[str, Any]) -> None:
    assert step_to_plain(step) == written
    assert step_from_plain(written) == step


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([], "step must be an object"),
        ({}, "step.step is missing"),
        ({"step": "fly"}, r"step\.step must be one of set_up, .*, not 'fly'"),
        ({"step": "end", "why": 1}, "step.why is unknown here"),
        ({"step": "player_turn", "space": 1, "gem": "red"}, "step.reveal is missing"),
        (
            {"step": "player_turn", "space": True, "gem": "red", "reveal": 1},
            "step.space must be",
        ),
        (
            {"step": "player_turn", "space": 1, "gem": "ruby", "reveal": 1},
            "must be one of orange",
        ),
        ({"step": "his_icons", "icons": None}, "step.icons must be a list"),
        ({"step": "his_icons", "icons": ["red"]}, "step.icons: A domino has two gem icons, not 1"),
        ({"step": "stage_end", "points": -1}, "step.points must be a whole number"),
        ({"step": "stage_end", "points": 2**53 + 1}, "step.points must be a whole number"),
        ({"step": "stage_end", "points": 1, "spent": []}, "step.spent must be an object"),
        ({"step": "player_turn", "space": 1, "gem": "brown", "reveal": 1}, "step.gem must be"),
        ({"step": "his_icons", "icons": ["red", "mythical"]}, "mythical is no gem icon"),
        ({"step": "correction", "phase": "tea"}, "step.phase must be one of set_up"),
        ({"step": "set_up", "gems_by_app": 1}, "step.gems_by_app must be true or false"),
        (
            {"step": "set_up", "spaces": [{"below": "rb r"}]},
            "below: Dominoes are",
        ),
        ({"step": "set_up", "rules": {"cheat": True}}, "step.rules.cheat is unknown here"),
    ],
)
def test_what_is_no_step_is_refused_with_its_place(value: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        step_from_plain(value)


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
    """After any sequence of steps and corrections, some of them taken back."""
    rng = random.Random(seed)
    game = SoloGame().play(SetUp(random_rules(rng), True, True, seed))
    for _ in range(60):
        if rng.random() < 0.2:
            at = rng.randint(1, len(game.steps))
            game = SoloGame.of(game.steps[:at], game.steps[at:])
        elif game.state.expecting is not Expecting.OVER:
            game = game.play(any_step(rng, game.state))
        assert SoloGame.of(stored(game.steps), stored(game.undone)) == game
        assert len(game.titles()) == len(game.steps + game.undone)


def stored(steps: tuple[Step, ...]) -> list[Step]:
    """The steps as they come back from the store."""
    return [step_from_plain(json.loads(json.dumps(step_to_plain(step)))) for step in steps]


@pytest.mark.parametrize("by_app", [False, True])
@pytest.mark.parametrize("seed", range(0, 80, 10))
def test_a_whole_game_comes_back_as_it_was(seed: int, by_app: bool) -> None:
    *_, game = played(seed, by_app=by_app, greedy=True)
    assert SoloGame.of(stored(game.steps)) == game


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
    begun = SoloGame.of(game.steps[:9])
    extra = [random_correction(rng, begun.state) for _ in range(6)]
    source = [step_to_plain(step) for step in begun.steps]
    refused = []
    for _ in range(1500):
        steps = spoilt(rng, [*source, step_to_plain(rng.choice(extra))])
        try:
            state = SoloGame.of(STEPS.from_plain(tuple[Step, ...], steps, "steps")).state
        except AssistantError as error:
            refused.append(str(error))
            continue
        assert isinstance(state.warnings, tuple)
        assert state.legend_turn or state.expecting is not Expecting.LEGEND_TURN
        if state.expecting is Expecting.PLAYER_TURN and state.icons:
            assert what_if(state)
    assert 300 < len(refused) < 1500
    assert not any("%(" in words for words in refused)


def test_a_stored_game_that_told_every_flip_opens_and_goes_on() -> None:
    old = [
        {"step": "set_up", "icons": ["red", "blue"], "spaces": [
            {"face_up": True, "gems": ["red", "green", "orange"], "icons": ["red", "green"]},
            {"gems": ["green", "green", "purple"]},
            {"face_up": True, "gems": ["blue", "blue", "mythical"], "icons": ["blue", "red"]},
            {"gems": ["purple", "purple", "orange"]},
            {"face_up": True, "gems": ["mythical", "green", "green"], "icons": ["red", "red"]},
        ]},
        {"step": "player_turn", "space": 5, "gem": "green", "reveal": 2, "icons": ["blue", "blue"]},
        {"step": "legend_turn", "icons": ["green", "purple"]},
        {"step": "lost_turn"},
    ]  # fmt: skip
    game = SoloGame.of(map(step_from_plain, old))
    assert game.state.icons == (BLUE, RED)
    assert game.state.area[3].icons == (GREEN, PURPLE)
    game = game.play(PlayerTurn(1, GREEN, 4))
    assert needs(game.state, LegendMove()).domino is False
    assert game.state.legend_turn
