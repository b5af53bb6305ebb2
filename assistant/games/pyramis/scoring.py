"""Pyramis: its cards, and what the pyramids of all players are worth at the end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from assistant.core.errors import N_, CardError, Message
from assistant.games.pyramis.cards import CardPyramid, Icons, Place


class Land(StrEnum):
    """The colour of a card: sea is blue, forest green, mountain pink, city grey."""

    SEA = "sea"
    FOREST = "forest"
    MOUNTAIN = "mountain"
    CITY = "city"


@dataclass(frozen=True, slots=True)
class CardGame:
    """What a game of card pyramids tells about itself, named as in `Game`."""

    name: str
    title: str
    palette: tuple[Land, ...]
    players: tuple[int, int]
    stage_count: int = 1
    first_tie_break: str | None = None


PYRAMIS = CardGame(name="pyramis", title="Pyramis", palette=tuple(Land), players=(2, 4))

DECK = {Land.SEA: 16, Land.FOREST: 14, Land.MOUNTAIN: 12, Land.CITY: 6}
"""How many cards of each colour there are."""
STARS = 5
"""How many shooting star cards there are."""
MOST_ICONS = 9
"""Icons of a kind that no card reaches: a number above it is a slip."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's pyramid and the shooting star cards in hand."""

    name: str
    pyramid: CardPyramid
    stars: tuple[Icons, ...] = ()

    @property
    def pyramids(self) -> int:
        """Pyramids on upper halves and stars."""
        return sum(icons.pyramids for icons in self._icons())

    @property
    def aliens(self) -> int:
        """Aliens on upper halves and stars."""
        return sum(icons.aliens for icons in self._icons())

    def _icons(self) -> list[Icons]:
        return [*(card.icons for card in self.pyramid.cards().values()), *self.stars]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What a player's pyramid is worth beside the others'.

    Attributes:
        name: of the player.
        pyramids: pyramids on upper halves and stars, a point each.
        zone_bonus: pyramids on upper halves in the largest zone, a point more each.
        zone: the places of that zone; empty without cards.
        aliens: aliens on upper halves and stars.
        alien_points: the same number for whoever has the most, else 0.
    """

    name: str
    pyramids: int
    zone_bonus: int
    zone: tuple[Place, ...]
    aliens: int
    alien_points: int

    @property
    def points(self) -> int:
        """The total."""
        return self.pyramids + self.zone_bonus + self.alien_points


def largest_zone(pyramid: CardPyramid, *, same_row: bool = False) -> tuple[tuple[Place, ...], int]:
    """The zone with the most cards, of equal ones one with the most pyramids; and these.

    Args:
        pyramid: a player's cards.
        same_row: house rule: cards join only their neighbours in the row.
    """
    cards = pyramid.cards()

    def pyramids(zone: tuple[Place, ...]) -> int:
        return sum(cards[place].icons.pyramids for place in zone)

    zones = pyramid.zones(same_row=same_row)
    zone = max(zones, key=lambda zone: (len(zone), pyramids(zone)), default=())
    return zone, pyramids(zone)


def score_players(players: Sequence[Player], *, same_row: bool = False) -> tuple[PlayerScore, ...]:
    """What every player's pyramid is worth, in the order given.

    Unfinished pyramids are scored as they stand. All who are tied for the most aliens score
    their own (rules: "Pyramis: scoring").

    Args:
        players: everybody at the table.
        same_row: as in `largest_zone`.

    Raises:
        CardError: more cards of a colour or more stars than there are.
    """
    check_cards(players)
    most = max((player.aliens for player in players), default=0)
    return tuple(_score(player, most, same_row) for player in players)


def winners(scores: Sequence[PlayerScore]) -> tuple[str, ...]:
    """Everybody with the highest total: ties are shared."""
    best = max((score.points for score in scores), default=0)
    return tuple(score.name for score in scores if score.points == best)


def check_cards(players: Sequence[Player]) -> None:
    """Refuse more cards of a colour, or more stars, than the game has; raises `CardError`."""
    lands = Counter(card.color for p in players for card in p.pyramid.cards().values())
    for land, most in DECK.items():
        if lands[land] > most:
            raise CardError(
                N_("%(count)d %(color)s cards: there are only %(most)d in the game."),
                count=lands[land],
                color=land,
                most=most,
            )
    stars = sum(len(player.stars) for player in players)
    if stars > STARS:
        raise CardError(
            N_("%(count)d shooting stars: there are only %(most)d in the game."),
            count=stars,
            most=STARS,
        )


def doubts(players: Sequence[Player]) -> tuple[Message, ...]:
    """What the rules do not allow; it is scored all the same."""
    apart = [
        Message(N_("The cards of %(name)s are not all connected."), {"name": player.name})
        for player in players
        if not player.pyramid.connected
    ]
    stars = [
        Message(
            N_(
                "A shooting star of %(name)s shows %(pyramids)d pyramids and %(aliens)d aliens; it"
                " must be one or the other."
            ),
            {"name": player.name, "pyramids": star.pyramids, "aliens": star.aliens},
        )
        for player in players
        for star in player.stars
        if bool(star.pyramids) == bool(star.aliens)
    ]
    return (*apart, *stars)


def _score(player: Player, most_aliens: int, same_row: bool) -> PlayerScore:
    zone, bonus = largest_zone(player.pyramid, same_row=same_row)
    return PlayerScore(
        name=player.name,
        pyramids=player.pyramids,
        zone_bonus=bonus,
        zone=zone,
        aliens=player.aliens,
        alien_points=player.aliens if player.aliens == most_aliens else 0,
    )
