"""Where pages are: those in which the games differ, and a table's address for other phones."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import request, url_for

from assistant.games import FORGOTTEN_TREASURES, PYRAMIDO, PYRAMIS, CardGame, Game
from assistant.network import is_this_machine, lan_address, web_host


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


def address_of(code: str) -> str:
    """The table's address for other phones."""
    return address_for_phones(url_for("table.pad", code=code))


def address_for_phones(path: str) -> str:
    """The address of a page as other phones reach it."""
    here = urlsplit(request.host_url)
    port = f":{here.port}" if here.port else ""
    host = here.hostname or ""
    if is_this_machine(host):
        host = lan_address()
    return f"{here.scheme}://{web_host(host)}{port}{path}"
