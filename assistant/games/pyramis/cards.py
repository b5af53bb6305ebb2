"""Pyramids of cards: rows of 4, 3, 2 and 1, each card standing on two of the row below.

Cards have two halves with icons and may be turned round; only the upper half as a card now lies
counts. Which colours and how many cards there are is the game's to say.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from assistant.core.errors import N_, CardError, Message

ROW_LENGTHS = (4, 3, 2, 1)
Place = tuple[int, int]
"""(row, place), both from 0: the bottom row and the leftmost card first."""


@dataclass(frozen=True, slots=True)
class Icons:
    """What a half of a card, or a whole star card, shows.

    Raises:
        CardError: a count is negative.
    """

    pyramids: int = 0
    aliens: int = 0

    def __post_init__(self) -> None:
        if min(self.pyramids, self.aliens) < 0:
            raise CardError(N_("A card cannot show fewer icons than none."))


@dataclass(frozen=True, slots=True)
class Card:
    """A card; its halves are named as they are when it is not turned round.

    A half may be None, not told yet; it counts nothing until it is.
    """

    color: StrEnum
    upper: Icons | None = None
    lower: Icons | None = None
    rotated: bool = False

    @property
    def told(self) -> bool:
        """Whether the half that counts is known."""
        return self._counting is not None

    @property
    def icons(self) -> Icons:
        """What the half that counts shows, as far as it is told."""
        return self._counting or Icons()

    @property
    def _counting(self) -> Icons | None:
        return self.lower if self.rotated else self.upper

    def turned(self) -> "Card":
        """The card after half a turn."""
        return replace(self, rotated=not self.rotated)


@dataclass(frozen=True, slots=True)
class CardPyramid:
    """Ten places for cards, the bottom row first; None where no card lies yet.

    Raises:
        CardError: the rows are not 4, 3, 2 and 1 long, or a card stands on a missing one.
    """

    rows: tuple[tuple[Card | None, ...], ...]

    def __post_init__(self) -> None:
        if len(self.rows) != len(ROW_LENGTHS):
            raise CardError(
                N_("A pyramid has 4 rows, of 4, 3, 2 and 1 cards, not %(count)d rows."),
                count=len(self.rows),
            )
        for number, (row, length) in enumerate(zip(self.rows, ROW_LENGTHS, strict=True), start=1):
            if len(row) != length:
                raise CardError(
                    N_("Row %(row)d from below has %(length)d places, not %(count)d."),
                    row=number,
                    length=length,
                    count=len(row),
                )
        for place in self.cards():
            if any(self[below] is None for below in supports(place)):
                raise CardError(
                    N_("%(where)s stands on a missing card: each card needs two below it."),
                    where=where(place),
                )

    def __getitem__(self, place: Place) -> Card | None:
        row, position = place
        return self.rows[row][position]

    def cards(self) -> dict[Place, Card]:
        """Every card by its place, the bottom row first."""
        return {
            (number, position): card
            for number, row in enumerate(self.rows)
            for position, card in enumerate(row)
            if card
        }

    def turnable(self, color: StrEnum) -> tuple[Place, ...]:
        """Places of the cards of a colour with no card on top of them, those that may be turned."""
        cards = self.cards()
        return tuple(
            place
            for place, card in cards.items()
            if card.color is color and not any(above in cards for above in on_top_of(place))
        )

    def turn(self, place: Place) -> "CardPyramid":
        """The pyramid with one card turned by 180 degrees (rules: "Two equal pyramids on top").

        Raises:
            CardError: there is no card, or a card lies on top of it.
        """
        card = self.cards().get(place)
        if not card:
            raise CardError(N_("%(where)s has no card."), where=where(place))
        if place not in self.turnable(card.color):
            raise CardError(
                N_("%(where)s has a card on top of it and cannot be turned."), where=where(place)
            )
        return self.with_card(place, card.turned())

    def with_card(self, place: Place, card: Card | None) -> "CardPyramid":
        """The pyramid with another card, or none, at a place; raises as the pyramid does."""
        rows = [list(row) for row in self.rows]
        rows[place[0]][place[1]] = card
        return CardPyramid(tuple(map(tuple, rows)))

    def zones(self, *, same_row: bool = False) -> tuple[tuple[Place, ...], ...]:
        """Groups of cards of one colour joined edge to edge, each sorted, the bottom ones first.

        A card joins its neighbours in the row, the two above it and the two below it.

        Args:
            same_row: join only neighbours in the row.
        """
        cards = self.cards()

        def joined(place: Place) -> Iterator[Place]:
            for near in neighbours(place, same_row=same_row):
                if near in cards and cards[near].color is cards[place].color:
                    yield near

        return _groups(cards, joined)

    @property
    def untold(self) -> int:
        """How many cards have no count yet."""
        return sum(not card.told for card in self.cards().values())

    @property
    def connected(self) -> bool:
        """Whether all cards are joined edge to edge, as the rules for placing make them."""
        return len(_groups(self.cards(), neighbours)) <= 1


def _groups(
    places: Iterable[Place], joined: Callable[[Place], Iterable[Place]]
) -> tuple[tuple[Place, ...], ...]:
    """The places in groups of those that are joined, directly or through others."""
    todo = list(places)
    groups = []
    while todo:
        group = [todo.pop(0)]
        for place in group:
            for near in joined(place):
                if near in todo:
                    todo.remove(near)
                    group.append(near)
        groups.append(tuple(sorted(group)))
    return tuple(groups)


EMPTY_PYRAMID = CardPyramid(tuple((None,) * length for length in ROW_LENGTHS))


def supports(place: Place) -> tuple[Place, ...]:
    """The two places a card stands on; none for the bottom row."""
    row, position = place
    return ((row - 1, position), (row - 1, position + 1)) if row else ()


def on_top_of(place: Place) -> tuple[Place, ...]:
    """The places of the cards that can stand on a card."""
    row, position = place
    above = row + 1
    return tuple(
        (above, near)
        for near in (position - 1, position)
        if above < len(ROW_LENGTHS) and 0 <= near < ROW_LENGTHS[above]
    )


def neighbours(place: Place, *, same_row: bool = False) -> Iterator[Place]:
    """The places edge to edge with a place: beside it, and above and below unless ``same_row``."""
    row, position = place
    for near in (position - 1, position + 1):
        if 0 <= near < ROW_LENGTHS[row]:
            yield row, near
    if not same_row:
        yield from supports(place)
        yield from on_top_of(place)


def where(place: Place) -> Message:
    """The place in words, for messages."""
    row, position = place
    return Message(
        N_("Row %(row)d from below, card %(place)d"), {"row": row + 1, "place": position + 1}
    )
