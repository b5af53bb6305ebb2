"""THE Legend: his decision, the look ahead for the player, and undo in a whole game."""

from assistant.core.solo_advice import what_if
from assistant.core.solo_game import SoloGame
from assistant.core.solo_state import SoloState
from assistant.core.solo_steps import (
    BecomeDraw,
    Expecting,
    LegendMove,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageEnd,
    Step,
)
from bench.figures import Figure, timed

GAMES = 20
DECISION_MS = 100
UNDO_MS = 200


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
    undos = [timed(SoloGame.undo, game)[1] for game in games]
    stored = [timed(SoloGame.from_json, game.to_json())[1] for game in games]
    return [
        Figure("THE Legend decides: worst", max(decisions) * 1e3, "ms", at_most=DECISION_MS),
        Figure("THE Legend after every choice: worst", max(advice) * 1e3, "ms"),
        Figure("undo at the end of a game: worst", max(undos) * 1e3, "ms", at_most=UNDO_MS),
        Figure("a stored game read again: worst", max(stored) * 1e3, "ms", at_most=UNDO_MS),
    ]


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
    return [game.at(count).state for count in range(1, len(game.steps) + 1)]
