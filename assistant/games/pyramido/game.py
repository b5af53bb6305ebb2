"""Pyramido (2023): its pieces and its single-block cards.

The 90 dominoes are public, so are their totals. Stages are scored by `pyramido.marking`.
"""

from collections.abc import Iterable

from assistant.core.dominoes import gaps
from assistant.core.errors import N_, CardError
from assistant.core.layout import Layout
from assistant.core.pieces import Block, Color
from assistant.core.problems import DeckLimits, Place
from assistant.games.game import Game
from assistant.games.pyramido.dominoes import DOMINOES

PALETTE = (
    Color.BROWN,
    Color.BLUE,
    Color.YELLOW,
    Color.TURQUOISE,
    Color.GREEN,
    Color.RED,
)

Card = tuple[Color, Color]
"""The two faces of a single-block card, one icon on each."""

CARDS: tuple[Card, ...] = (
    (Color.BROWN, Color.BLUE),
    (Color.YELLOW, Color.TURQUOISE),
    (Color.RED, Color.GREEN),
)
"""The cards of each player."""

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
        cards=CARDS,
        dominoes=DOMINOES,
    ),
    marks=True,
)


def cards_played(layout: Layout, places: Iterable[Place]) -> tuple[Card, ...]:
    """The cards that lie at these places, in their order.

    No two cards share a colour, so the face tells which card it is.

    Args:
        layout: a pyramid.
        places: (stage, row, column) of its single-block cards.

    Raises:
        CardError: no set of three cards can lie like that.
    """
    played: list[Card] = []
    for place in places:
        card = _card_at(layout, place)
        if card in played:
            raise CardError(
                N_(
                    "The %(first)s/%(second)s card lies on the pyramid twice: each player has"
                    " only one."
                ),
                first=card[0],
                second=card[1],
            )
        played.append(card)
    return tuple(played)


def cards_left(layout: Layout, places: Iterable[Place]) -> int:
    """How many cards are unused, which decides ties first; raises as `cards_played`."""
    return len(CARDS) - len(cards_played(layout, places))


def has_lost(layout: Layout, left: int) -> bool:
    """Whether the finished stage has more holes than there are cards left to fill them.

    Where a domino does not fit, cards must be laid; who has not enough loses the game.
    """
    return len(gaps(layout.stages[-1])) > left


def _card_at(layout: Layout, place: Place) -> Card:
    number, row, column = place
    stage = layout.stages[number - 1] if 1 <= number <= len(layout.stages) else None
    inside = stage and 0 <= row < stage.rows and 0 <= column < stage.columns
    cell = stage[row, column] if stage and inside else None
    if not isinstance(cell, Block):
        raise CardError(
            N_("There is no block for a card at stage %(stage)d, row %(row)d, column %(column)d."),
            stage=number,
            row=row + 1,
            column=column + 1,
        )
    if cell.icons is not None and cell.icon_count != 1:
        raise CardError(
            N_(
                "Stage %(stage)d, row %(row)d, column %(column)d has %(count)d icons; a"
                " single-block card has one."
            ),
            stage=number,
            row=row + 1,
            column=column + 1,
            count=cell.icon_count,
        )
    return next(card for card in CARDS if cell.color in card)
