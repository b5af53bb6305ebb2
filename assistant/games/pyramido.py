"""Pyramido (2023): its pieces. The 90 dominoes are public, so are their totals."""

from assistant.core.pieces import Color
from assistant.core.problems import DeckLimits
from assistant.games.game import Game

PALETTE = (
    Color.BROWN,
    Color.BLUE,
    Color.YELLOW,
    Color.TURQUOISE,
    Color.GREEN,
    Color.RED,
)

PYRAMIDO = Game(
    name="pyramido",
    title="Pyramido",
    palette=PALETTE,
    players=(2, 4),
    supply=dict.fromkeys(PALETTE, 4),
    turns=(10, 6, 3, 1),
    keep_limit=6,
    first_tie_break="cards_left",
    deck=DeckLimits(
        blocks=dict(zip(PALETTE, (37, 34, 31, 29, 23, 26), strict=True)),
        icons=dict(zip(PALETTE, (24, 28, 29, 31, 36, 32), strict=True)),
    ),
)
