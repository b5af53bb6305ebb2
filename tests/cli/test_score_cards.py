"""``score`` for Pyramis."""

import json
import random
from typing import Any

import pytest

from assistant.games.pyramis.cards import Card, Icons
from assistant.games.pyramis.scoring import Player, score_players, winners
from tests.cli.asking import ask
from tests.games.pyramis.card_pyramids import drawn_pyramid, shuffled_deck, some_icons


def icons(pyramids: int, aliens: int = 0) -> dict[str, int]:
    return {"pyramids": pyramids, "aliens": aliens}


def card(color: str, pyramids: int = 0, aliens: int = 0, **more: object) -> dict[str, Any]:
    return {"color": color, "upper": icons(pyramids, aliens), "rotated": False} | more


SEA, CITY = card("sea", 1), card("city", 0, 2)
FULL = [[SEA] * 4, [SEA] * 3, [CITY] * 2, [CITY]]
EMPTY = [[None] * 4, [None] * 3, [None] * 2, [None]]


def player(name: str, rows: object = FULL, *stars: object) -> dict[str, Any]:
    return {"name": name, "rows": rows, "stars": list(stars)}


def question(*players: object, **more: object) -> dict[str, Any]:
    return {"game": "pyramis", "players": players} | more


def test_two_pyramids(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = card("sea", 0, 5, lower=icons(2), rotated=True)
    rows = [[turned, SEA, None, CITY], [CITY, None, None], [None, None], [None]]
    status, (answer,) = ask(
        monkeypatch, "score", question(player("Ana"), player("Ben", rows, icons(0, 2), icons(1)))
    )
    assert status == 0
    zone = [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2]]
    assert answer == {
        "players": [
            {
                "name": "Ana",
                "pyramids": 7,
                "zone_bonus": 7,
                "zone": zone,
                "aliens": 6,
                "alien_points": 6,
                "points": 20,
            },
            {
                "name": "Ben",
                "pyramids": 4,
                "zone_bonus": 3,
                "zone": [[0, 0], [0, 1]],
                "aliens": 6,
                "alien_points": 6,
                "points": 13,
            },
        ],
        "winners": ["Ana"],
        "warnings": ["The cards of Ben are not all connected."],
    }


def test_zones_may_stay_in_their_row(monkeypatch: pytest.MonkeyPatch) -> None:
    _, answers = ask(
        monkeypatch,
        "score",
        question(player("A"), player("B", EMPTY), same_row=True),
        question(player("A"), player("B", EMPTY), same_row=False),
    )
    assert [answer["players"][0]["zone_bonus"] for answer in answers] == [4, 7]


def test_ties_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    _, (answer,) = ask(monkeypatch, "score", question(player("A"), player("B", EMPTY), player("C")))
    assert answer["winners"] == ["A", "C"]
    assert answer["players"][1] == {
        "name": "B",
        "pyramids": 0,
        "zone_bonus": 0,
        "zone": [],
        "aliens": 0,
        "alien_points": 0,
        "points": 0,
    }


def icons_json(counts: Icons | None) -> dict[str, int] | None:
    return counts and icons(counts.pyramids, counts.aliens)


def card_json(each: Card | None) -> dict[str, Any] | None:
    return each and {
        "color": each.color,
        "upper": icons_json(each.upper),
        "lower": icons_json(each.lower),
        "rotated": each.rotated,
    }


def player_json(each: Player) -> dict[str, Any]:
    rows = [[card_json(place) for place in row] for row in each.pyramid.rows]
    return player(each.name, rows, *map(icons_json, each.stars))


def test_random_games_are_read_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    games = []
    for _ in range(100):
        deck = shuffled_deck(rng)
        games.append(
            [
                Player(name, drawn_pyramid(rng, deck, rng.randint(0, 10)), (some_icons(rng),))
                for name in "ABCD"[: rng.randint(2, 4)]
            ]
        )
    status, answers = ask(
        monkeypatch, "score", *(question(*map(player_json, players)) for players in games)
    )
    assert status == 0
    for players, answer in zip(games, answers, strict=True):
        scores = score_players(players)
        assert [each["points"] for each in answer["players"]] == [s.points for s in scores]
        assert [each["zone"] for each in answer["players"]] == [
            json.loads(json.dumps(s.zone)) for s in scores
        ]
        assert answer["winners"] == list(winners(scores))


def rows_with(row: int, place: int, value: object) -> list[list[object]]:
    rows = [list(cards) for cards in FULL]
    rows[row][place] = value
    return rows
