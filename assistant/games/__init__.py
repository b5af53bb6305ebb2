"""Games: data and rules behind one `Game` protocol."""

from assistant.core.errors import N_, InputError
from assistant.games.forgotten_treasures import FORGOTTEN_TREASURES
from assistant.games.game import Game
from assistant.games.pyramido import PYRAMIDO

GAMES: dict[str, Game] = {game.name: game for game in (FORGOTTEN_TREASURES, PYRAMIDO)}


def game_named(name: object) -> Game:
    """The game of that name.

    Raises:
        InputError: there is no such game; names those there are.
    """
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise InputError(
            N_("%(name)s is no game known here: use one of %(games)s."),
            name=repr(name),
            games=", ".join(GAMES),
        )
    return game


__all__ = ["FORGOTTEN_TREASURES", "GAMES", "PYRAMIDO", "Game", "game_named"]
