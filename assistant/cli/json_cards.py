"""The JSON of pyramids of cards and their scores."""

from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Annotated

from assistant.cli.json_lines import JsonObject
from assistant.cli.json_values import Text, check_seats
from assistant.core.errors import N_, CardError, InputError
from assistant.games.pyramis.cards import Card, CardPyramid, Icons
from assistant.games.pyramis.scoring import MOST_ICONS, PYRAMIS, Player, PlayerScore
from assistant.plain import Among, AtMost, Codec, Form, to_plain


@dataclass(frozen=True, slots=True)
class _GivenIcons:
    pyramids: Annotated[int, AtMost(MOST_ICONS)]
    aliens: Annotated[int, AtMost(MOST_ICONS)]


@dataclass(frozen=True, slots=True)
class _GivenCard:
    color: StrEnum
    upper: Icons | None = None
    lower: Icons | None = None
    rotated: bool = False


def _told(given: _GivenCard) -> Card:
    """The card; a question has no cards whose count is still to be told."""
    card = Card(given.color, given.upper, given.lower, given.rotated)
    if not card.told and card.rotated:
        raise CardError(N_("The card is turned round: enter the icons of its other half."))
    if not card.told:
        raise CardError(N_("Enter the icons of the card's upper half."))
    return card


@dataclass(frozen=True, slots=True)
class _GivenPlayer:
    name: Text
    rows: CardPyramid
    stars: tuple[Icons, ...] = ()


@dataclass(frozen=True, slots=True)
class _CardQuestion:
    players: tuple[_GivenPlayer, ...]
    same_row: bool = False


QUESTIONS = Codec(
    {
        StrEnum: Annotated[StrEnum, Among(PYRAMIS.palette)],
        Icons: Form(_GivenIcons, to_plain, lambda given: Icons(given.pyramids, given.aliens)),
        Card: Form(_GivenCard, to_plain, _told),
        CardPyramid: Form(tuple[tuple[Card | None, ...], ...], attrgetter("rows"), CardPyramid),
    },
    leave_unknown=True,
)
"""Rows come from below; a card is an object, or null where none lies yet."""


def asked_players(question: JsonObject) -> tuple[list[Player], bool]:
    """The players' pyramids and stars, and whether zones join in the row only."""
    asked: _CardQuestion = QUESTIONS.from_plain(_CardQuestion, question)
    players = [Player(each.name, each.rows, each.stars) for each in asked.players]
    check_seats(players, PYRAMIS)
    if len({player.name for player in players}) < len(players):
        raise InputError(N_("Two players have the same name: tell them apart."))
    return players, asked.same_row


def player_score_json(score: PlayerScore) -> JsonObject:
    """What a player's pyramid is worth."""
    return {**to_plain(score), "points": score.points}
