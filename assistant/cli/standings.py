"""``standings``: ranking, winners, what decided, and who begins the next stage."""

from argparse import ArgumentParser, Namespace

from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import (
    read_field,
    read_game,
    read_names,
    read_players,
    standings_json,
)
from assistant.core.scorepad import PlayerScores, standings
from assistant.games import CardGame, Game


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Answer line by line."""
    return answer_lines(stand)


def stand(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    game = read_game(question)
    players = read_players(read_field(question, "players"), game)
    return standings_json(
        standings(
            players,
            _turn_order(question, players, game),
            first_tie_break=game.first_tie_break,
            stage_count=game.stage_count,
        )
    )


def _turn_order(
    question: JsonObject, players: list[PlayerScores], game: Game | CardGame
) -> list[str]:
    """The turn order; where no stage follows another nobody needs it."""
    if game.stage_count == 1 and "turn_order" not in question:
        return [player.name for player in players]
    return read_names(read_field(question, "turn_order"), "turn_order")
