"""Which pages belong to which game."""

from dataclasses import dataclass

from assistant.games import FORGOTTEN_TREASURES, PYRAMIDO, PYRAMIS, CardGame, Game


@dataclass(frozen=True, slots=True)
class GamePages:
    """The addresses, as endpoints, where the pages of the games part.

    Attributes:
        table: the page of a table.
        after_grid: what follows when a pyramid is entered.
        audit: where the points of a stage on the pad came from.
    """

    table: str = "table.pad"
    after_grid: str = "stage.gems"
    audit: str = "stage.audit"


PAGES = {
    FORGOTTEN_TREASURES.name: GamePages(),
    PYRAMIDO.name: GamePages(after_grid="pyramido.result", audit="pyramido.audit"),
    PYRAMIS.name: GamePages(table="pyramis.table"),
}


def pages_of(game: Game | CardGame) -> GamePages:
    """The pages of a game."""
    return PAGES[game.name]
