"""Games: data and rules. The domino games stand behind one `Game` protocol."""

from typing import TypeVar

from assistant.core.errors import N_, InputError
from assistant.games.forgotten_treasures.game import FORGOTTEN_TREASURES
from assistant.games.game import Game
from assistant.games.pyramido.game import PYRAMIDO
from assistant.games.pyramis.scoring import PYRAMIS, CardGame

GAMES: dict[str, Game] = {game.name: game for game in (FORGOTTEN_TREASURES, PYRAMIDO)}
"""The domino games."""

ALL_GAMES: dict[str, Game | CardGame] = {**GAMES, PYRAMIS.name: PYRAMIS}

AnyGame = TypeVar("AnyGame")


def game_named(name: object) -> Game:
    """The domino game of that name.

    Raises:
        InputError: there is no such game; names those there are.
    """
    return _named(name, GAMES)


def any_game_named(name: object) -> Game | CardGame:
    """The game of that name, of dominoes or of cards; raises as `game_named`."""
    return _named(name, ALL_GAMES)


def _named(name: object, games: dict[str, AnyGame]) -> AnyGame:
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        raise InputError(
            N_("%(name)s is no game known here: use one of %(games)s."),
            name=repr(name),
            games=", ".join(games),
        )
    return game


__all__ = [
    "ALL_GAMES",
    "FORGOTTEN_TREASURES",
    "GAMES",
    "PYRAMIDO",
    "PYRAMIS",
    "CardGame",
    "Game",
    "any_game_named",
    "game_named",
]
