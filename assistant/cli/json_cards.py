"""The JSON of pyramids of cards and their scores."""

from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Annotated

from assistant.cli.json_lines import JsonObject
from assistant.cli.json_values import Text, check_seats
from assistant.core.errors import N_, InputError
from assistant.games.pyramis.cards import Card, CardPyramid, Icons
from assistant.games.pyramis.scoring import MOST_ICONS, PYRAMIS, Player, PlayerScore
from assistant.plain import Among, AtMost, Codec, Form, to_plain


@dataclass(frozen=True, slots=True)
class _GivenIcons:
    pyramids: Annotated[int, AtMost(MOST_ICONS)]
    aliens: Annotated[int, AtMost(MOST_ICONS)]


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
