"""Hands of gems as one int, for loops that look at very many of them.

Four bits a kind: the five colours in an order that the caller chooses, then mythical. Hands add
up by plain addition, as long as there are at most 15 gems of a kind.
"""

from collections.abc import Sequence

from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS, GEM_KINDS

COLORS = range(len(GEM_COLORS))
MYTHICAL = len(GEM_COLORS)
KINDS = range(len(GEM_KINDS))
"""The kinds of gems as positions in a hand."""

FIELD = 4
FIELD_MASK = (1 << FIELD) - 1
MYTHICAL_SHIFT = FIELD * MYTHICAL

Hand = int


def pack(gems: Inventory, kinds: Sequence[Color] = GEM_KINDS) -> Hand:
    """The hand of an inventory."""
    return sum(gems[kind] << FIELD * position for position, kind in enumerate(kinds))


def unpack(hand: Hand, kinds: Sequence[Color] = GEM_KINDS) -> Inventory:
    """The inventory of a hand."""
    return Inventory.of((kind, count(hand, position)) for position, kind in enumerate(kinds))


def count(hand: Hand, kind: int) -> int:
    """How many gems of that kind."""
    return hand >> FIELD * kind & FIELD_MASK


def hand_of(counts: Sequence[int]) -> Hand:
    """The hand with so many gems of each kind."""
    return sum(number << FIELD * kind for kind, number in enumerate(counts))
