"""Pyramido: Forgotten Treasures (2025)."""

from assistant.core.pieces import Color
from assistant.core.problems import DeckLimits
from assistant.games.forgotten_treasures.activation import KEEP_LIMIT
from assistant.games.game import Game

PALETTE = (Color.ORANGE, Color.BLUE, Color.PURPLE, Color.GREEN, Color.RED)

FORGOTTEN_TREASURES = Game(
    name="forgotten_treasures",
    title="Pyramido: Forgotten Treasures",
    palette=PALETTE,
    players=(1, 4),
    supply=dict.fromkeys(PALETTE, 9) | {Color.MYTHICAL: 18},
    turns=(10, 6, 3, 1),
    keep_limit=KEEP_LIMIT,
    first_tie_break="gems_left",
    deck=DeckLimits(blocks=dict.fromkeys(PALETTE, 36), icons=dict.fromkeys(PALETTE, 36)),
)
