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
from assistant.core.errors import N_, InputError
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
    _check_left(players, game)
    return standings_json(
        standings(
            players,
            _turn_order(question, players, game),
            first_tie_break=game.first_tie_break,
            stage_count=game.stage_count,
        )
    )


def _check_left(players: list[PlayerScores], game: Game | CardGame) -> None:
    """Refuse to name a winner while what decides between the leaders is not told."""
    if game.first_tie_break is None or any(len(p.stages) < game.stage_count for p in players):
        return
    best = max((player.total for player in players), default=0)
    leaders = [player for player in players if player.total == best]
    untold = [player.name for player in leaders if player.left is None]
    if len(leaders) > 1 and untold:
        raise InputError(
            N_("%(left)s of %(names)s must be given: they are tied at %(total)d points."),
            left=game.first_tie_break,
            names=", ".join(untold),
            total=best,
        )


def _turn_order(
    question: JsonObject, players: list[PlayerScores], game: Game | CardGame
) -> list[str]:
    """The turn order; where no stage follows another nobody needs it."""
    if game.stage_count == 1 and "turn_order" not in question:
        return [player.name for player in players]
    return read_names(read_field(question, "turn_order"), "turn_order")
