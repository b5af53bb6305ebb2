"""The JSON of pyramids of cards and their scores."""

from typing import Any

from assistant.cli.json_lines import JsonObject
from assistant.cli.json_values import (
    read_color,
    read_count,
    read_field,
    read_flag,
    read_list,
    read_object,
    read_seats,
    read_text,
)
from assistant.core.errors import N_, CardError, InputError
from assistant.games.pyramis.cards import Card, CardPyramid, Icons
from assistant.games.pyramis.scoring import MOST_ICONS, PYRAMIS, Player, PlayerScore


def read_card_players(value: Any) -> list[Player]:
    """Pyramids and stars, ``[{"name": "A", "rows": [[card, ...], ...], "stars": [icons]}, ...]``.

    Rows come from below; a card is an object, or null where none lies yet.
    """
    seats = read_seats(value, PYRAMIS)
    players = [_read_player(seat, f"players[{n}]") for n, seat in enumerate(seats)]
    if len({player.name for player in players}) < len(players):
        raise InputError(N_("Two players have the same name: tell them apart."))
    return players


def player_score_json(score: PlayerScore) -> JsonObject:
    """What a player's pyramid is worth."""
    return {
        "name": score.name,
        "pyramids": score.pyramids,
        "zone_bonus": score.zone_bonus,
        "zone": [list(place) for place in score.zone],
        "aliens": score.aliens,
        "alien_points": score.alien_points,
        "points": score.points,
    }


def _read_player(value: Any, name: str) -> Player:
    player = read_object(value, name)
    stars = read_list(player.get("stars", []), f"{name}.stars")
    return Player(
        read_text(read_field(player, "name", name), f"{name}.name"),
        _read_pyramid(read_field(player, "rows", name), f"{name}.rows"),
        tuple(_read_icons(star, f"{name}.stars[{n}]") for n, star in enumerate(stars)),
    )


def _read_pyramid(value: Any, name: str) -> CardPyramid:
    rows = [read_list(row, f"{name}[{n}]") for n, row in enumerate(read_list(value, name))]
    cards = tuple(
        tuple(_read_card(card, f"{name}[{n}][{place}]") for place, card in enumerate(row))
        for n, row in enumerate(rows)
    )
    try:
        return CardPyramid(cards)
    except CardError as error:
        raise _named(name, error) from None


def _read_card(value: Any, name: str) -> Card | None:
    if value is None:
        return None
    card = read_object(value, name)
    color = read_color(read_field(card, "color", name), f"{name}.color", PYRAMIS.palette)
    upper, lower = (
        None if card.get(half) is None else _read_icons(card[half], f"{name}.{half}")
        for half in ("upper", "lower")
    )
    rotated = read_flag(card.get("rotated", False), f"{name}.rotated")
    try:
        return Card(color, upper, lower, rotated)
    except CardError as error:
        raise _named(name, error) from None


def _read_icons(value: Any, name: str) -> Icons:
    icons = read_object(value, name)
    return Icons(
        *(
            read_count(read_field(icons, kind, name), f"{name}.{kind}", MOST_ICONS)
            for kind in ("pyramids", "aliens")
        )
    )


def _named(name: str, error: CardError) -> CardError:
    return CardError(N_("%(name)s: %(reason)s"), name=name, reason=error.message)
