"""``standings``: ranking, winners, what decided, and who begins the next stage."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Annotated, Any

from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import Points, Text, asked, asked_game, check_seats
from assistant.core.errors import N_, InputError
from assistant.core.scorepad import PlayerScores, standings
from assistant.games import CardGame, Game
from assistant.plain import AtMost, from_plain, to_plain


@dataclass(frozen=True, slots=True)
class _GivenPlayer:
    name: Text
    stages: tuple[Points, ...]
    gems_left: Any = None
    cards_left: Any = None


@dataclass(frozen=True, slots=True)
class _PadQuestion:
    players: tuple[_GivenPlayer, ...]
    turn_order: tuple[Text, ...] | None = None


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Answer line by line."""
    return answer_lines(stand)


def stand(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    game = asked_game(question)
    given = asked(_PadQuestion, question)
    check_seats(given.players, game)
    players = [
        PlayerScores(player.name, player.stages, _left(player, f"players[{n}]", game))
        for n, player in enumerate(given.players)
    ]
    _check_left(players, game)
    order = given.turn_order
    if order is None:
        if game.stage_count > 1:
            raise InputError(N_("%(name)s is missing."), name="turn_order")
        order = tuple(player.name for player in players)
    found = standings(
        players, order, first_tie_break=game.first_tie_break, stage_count=game.stage_count
    )
    answer: JsonObject = to_plain(found)
    return answer


def _left(player: _GivenPlayer, name: str, game: Game | CardGame) -> int | None:
    """What breaks ties first, if anything; it may be left out where nothing is tied."""
    if not isinstance(game, Game):
        return None
    given = {"gems_left": player.gems_left, "cards_left": player.cards_left}
    left = given.pop(game.first_tie_break)
    for other, count in given.items():
        if count is not None:
            raise InputError(
                N_("%(title)s counts %(left)s, not %(other)s."),
                title=game.title,
                left=game.first_tie_break,
                other=other,
            )
    count_left = Annotated[int, AtMost(game.most_left)] | None
    known: int | None = from_plain(count_left, left, f"{name}.{game.first_tie_break}")
    return known


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
