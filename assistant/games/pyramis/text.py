"""A line of text for a pyramid of cards, as the layout notation is for dominoes.

player = row 3("/" row) [SP star *("," star)]  ; the bottom row first
row    = 1*cell                                ; left to right, every cell six characters
cell   = "......" / land half half turned      ; no card yet / a card
land   = "s" / "f" / "m" / "c"
half   = digit digit / "??"                    ; pyramids and aliens / not known
turned = "^" / "v"                             ; "v": turned, so that the second half counts
star   = digit digit
"""

import re

from assistant.core.errors import N_, NotationError
from assistant.games.pyramis.cards import Card, CardPyramid, Icons
from assistant.games.pyramis.scoring import Land, Player

EMPTY = "......"
LANDS = {land.value[0]: land for land in Land}
_CELL = re.compile(r"([sfmc])([0-9]{2}|\?\?)([0-9]{2}|\?\?)([\^v])", re.ASCII)
_STAR = re.compile(r"[0-9]{2}", re.ASCII)
_QUOTED = 60


def parse_player(text: str, name: str) -> Player:
    """The player of a line of text.

    Raises:
        NotationError: the text is none; quotes what is wrong.
        CardError: it says what no pyramid can be.
    """
    cards, _, stars = text.partition(" ")
    rows = tuple(tuple(map(_cell, _cut(row))) for row in cards.split("/"))
    icons = tuple(map(_star, stars.split(","))) if stars else ()
    return Player(name, CardPyramid(rows), icons)


def format_player(player: Player) -> str:
    """The inverse of `parse_player`, without the name."""
    rows = "/".join("".join(map(_cell_text, row)) for row in player.pyramid.rows)
    stars = ",".join(map(_half_text, player.stars))
    return f"{rows} {stars}" if stars else rows


def _cut(row: str) -> list[str]:
    return [row[start : start + len(EMPTY)] for start in range(0, len(row), len(EMPTY))]


def _cell(text: str) -> Card | None:
    if text == EMPTY:
        return None
    found = _CELL.fullmatch(text)
    if not found:
        raise NotationError(N_("%(text)s is no card."), text=repr(text[:_QUOTED]))
    land, upper, lower, turned = found.groups()
    return Card(LANDS[land], _half(upper), _half(lower), turned == "v")


def _half(text: str) -> Icons | None:
    return None if text == "??" else Icons(int(text[0]), int(text[1]))


def _star(text: str) -> Icons:
    if not _STAR.fullmatch(text):
        raise NotationError(N_("%(text)s is no shooting star."), text=repr(text[:_QUOTED]))
    return Icons(int(text[0]), int(text[1]))


def _cell_text(card: Card | None) -> str:
    if card is None:
        return EMPTY
    turned = "v" if card.rotated else "^"
    return f"{card.color[0]}{_half_text(card.upper)}{_half_text(card.lower)}{turned}"


def _half_text(icons: Icons | None) -> str:
    return "??" if icons is None else f"{icons.pyramids}{icons.aliens}"
