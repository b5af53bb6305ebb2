"""Seeded pyramids of cards."""

import random

from assistant.games.pyramis.cards import ROW_LENGTHS, Card, CardPyramid, Icons, Place, supports
from assistant.games.pyramis.scoring import DECK, Land

PLACES: list[Place] = [(row, n) for row, length in enumerate(ROW_LENGTHS) for n in range(length)]


def icons(text: str) -> Icons:
    """Icons such as ``pa``: a pyramid and an alien."""
    return Icons(text.count("p"), text.count("a"))


def pyramid(*rows: str) -> CardPyramid:
    """A pyramid from rows such as ``sea:pp city:a/p - forest:``, the bottom row first.

    After the colour comes the upper half, then ``/`` and the lower half, then ``*`` if turned.
    """
    texts = [row.split() for row in rows] + [["-"] * length for length in ROW_LENGTHS[len(rows) :]]
    return CardPyramid(tuple(tuple(map(card, row)) for row in texts))


def card(text: str) -> Card | None:
    if text == "-":
        return None
    color, _, halves = text.partition(":")
    upper, slash, lower = halves.rstrip("*").partition("/")
    return Card(Land(color), icons(upper), icons(lower) if slash else None, "*" in halves)


def some_icons(rng: random.Random) -> Icons:
    return Icons(rng.choice((0, 0, 1, 1, 2)), rng.choice((0, 0, 1, 2)))


def drawn_pyramid(rng: random.Random, deck: list[Land], cards: int) -> CardPyramid:
    """So many cards off the deck, placed anywhere they can stand."""
    placed: dict[Place, Card] = {}
    while len(placed) < cards:
        free = [p for p in PLACES if p not in placed and placed.keys() >= set(supports(p))]
        color = deck.pop()
        placed[rng.choice(free)] = Card(color, some_icons(rng), some_icons(rng), rng.random() < 0.3)
    return CardPyramid(
        tuple(
            tuple(placed.get((row, n)) for n in range(length))
            for row, length in enumerate(ROW_LENGTHS)
        )
    )


def shuffled_deck(rng: random.Random) -> list[Land]:
    deck = [land for land, count in DECK.items() for _ in range(count)]
    rng.shuffle(deck)
    return deck
