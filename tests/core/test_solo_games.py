"""Whole random solo games keep every invariant and replay to the same state."""

import json

import pytest

from assistant.core.solo_game import SoloGame
from tests.core.solo_table import check, check_whole, played


@pytest.mark.parametrize("by_app", [False, True])
@pytest.mark.parametrize("block", range(4))
def test_whole_games_keep_every_invariant(block: int, by_app: bool) -> None:
    for seed in range(250 * block, 250 * (block + 1)):
        for game in played(seed, by_app=by_app, greedy=seed % 10 == 0):
            check(game.state)
        check_whole(game)
        if seed % 10 == 0:
            stored = json.loads(json.dumps(game.to_json()))
            assert SoloGame.from_json(stored) == game
