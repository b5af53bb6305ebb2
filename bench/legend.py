"""THE Legend: his decision, the look ahead for the player, and undo in a whole game."""

import time
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask.testing import FlaskClient

from assistant.games.forgotten_treasures.legend.advice import what_if
from assistant.games.forgotten_treasures.legend.game import START, SoloGame
from assistant.games.forgotten_treasures.legend.play import apply
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Expecting,
    LegendMove,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageEnd,
    Step,
)
from assistant.pooled import PooledReader
from assistant.service.solo import Solo
from assistant.service.solo_pad import LEGEND, step_from_plain, step_to_plain
from assistant.store import SqliteStore
from assistant.web import create_app
from assistant.workers import Workers
from bench.figures import Figure, timed

GAMES = 20
DECISION_MS = 100
UNDO_MS = 200
FIRST_STAGE_STEPS = 21
"""The set-up, and ten turns of each."""


def figures() -> list[Figure]:
    games = [whole_game(seed) for seed in range(GAMES)]
    moments = [state for game in games for state in states(game)]
    decisions = [
        timed(lambda state: state.legend_turn, state)[1]
        for state in moments
        if state.expecting is Expecting.LEGEND_TURN
    ]
    advice = [
        timed(what_if, state)[1] for state in moments if state.expecting is Expecting.PLAYER_TURN
    ]
    stored = [timed(read_again, list(map(step_to_plain, game.steps)))[1] for game in games]
    with TemporaryDirectory() as directory:
        served, taken_back = on_the_server(games[0], Path(directory) / "bench.sqlite3")
    return [
        Figure("THE Legend decides: worst", max(decisions) * 1e3, "ms", at_most=DECISION_MS),
        Figure("THE Legend after every choice: worst", max(advice) * 1e3, "ms"),
        Figure("a stored game read again: worst", max(stored) * 1e3, "ms", at_most=UNDO_MS),
        Figure("his turn from the server: worst", served * 1e3, "ms", at_most=DECISION_MS),
        Figure("undo by the server: worst", taken_back * 1e3, "ms", at_most=UNDO_MS),
    ]


def on_the_server(game: SoloGame, database: Path) -> tuple[float, float]:
    """Worst seconds from a turn sent to his decision shown, and of an undo until the page."""
    store = SqliteStore(database)
    app = create_app({"WTF_CSRF_ENABLED": False}, store=store, reader=PooledReader(Workers()))
    code, client = Solo(store).create("forgotten_treasures", ["Ana"], LEGEND), app.test_client()
    asked, undone, version = [], [], 1
    for step in game.steps[:FIRST_STAGE_STEPS]:
        body = {"version": version, "step": step_to_plain(step)}
        seconds = answered(client, f"/t/{code}/legend/step", json=body)
        if isinstance(step, PlayerTurn):
            asked.append(seconds)
        version += 1
    for left in range(FIRST_STAGE_STEPS - 1, 0, -1):
        form = {"version": version, "count": left}
        undone.append(answered(client, f"/t/{code}/legend/at", data=form, follow_redirects=True))
        version += 1
    store.close()
    return max(asked), max(undone)


def answered(client: FlaskClient, path: str, **what: object) -> float:
    """Seconds until a request is answered."""
    start = time.perf_counter()
    answer = client.post(path, **what)
    assert answer.status_code == 200, answer.text
    return time.perf_counter() - start


def read_again(steps: list[dict[str, Any]]) -> SoloGame:
    """The game of stored steps."""
    return SoloGame.of(map(step_from_plain, steps))


def whole_game(seed: int) -> SoloGame:
    """A game that the app deals; the player always takes the first gem that he may."""
    game = SoloGame().play(SetUp(SoloRules(True), True, True, seed))
    while game.state.expecting is not Expecting.OVER:
        game = game.play(next_step(game.state))
    return game


def next_step(state: SoloState) -> Step:
    match state.expecting:
        case Expecting.PLAYER_TURN:
            space = state.area.face_up[state.turn % 3]
            return PlayerTurn(space, state.area[space].gems[0], state.area.face_down[0])
        case Expecting.LEGEND_TURN:
            return LegendMove()
        case Expecting.STAGE_END:
            return StageEnd(20, spent=state.player)
        case _:
            return BecomeDraw()


def states(game: SoloGame) -> list[SoloState]:
    """The state after each step."""
    return list(accumulate(game.steps, apply, initial=START))[1:]
