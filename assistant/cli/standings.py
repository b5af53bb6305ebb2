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
from assistant.core.scorepad import standings


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Answer line by line."""
    return answer_lines(stand)


def stand(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    game = read_game(question)
    players = read_players(read_field(question, "players"), game)
    turn_order = read_names(read_field(question, "turn_order"), "turn_order")
    return standings_json(standings(players, turn_order, first_tie_break=game.first_tie_break))
