"""How a game went in one value, and the link that hands it to BG Stats."""

import json
import sqlite3
from urllib.parse import parse_qs, urlsplit

import pytest

from assistant.service.play_link import play, play_link
from assistant.service.solo import Solo
from assistant.service.summary import summary
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import GAME, type_totals
from tests.service.solo_parts import won


def dated(store: SqliteStore, code: str, began: str, ended: str) -> None:
    with sqlite3.connect(store.path) as db:
        db.execute("UPDATE tables SET created = ? WHERE code = ?", [began, code])
        db.execute("UPDATE steps SET at = ? WHERE code = ?", [ended, code])


@pytest.fixture
def code(store: SqliteStore, tables: Tables) -> str:
    """Ana 10 + 20 + 5 + 7 = 42, Ben & Söhne 11 + 9 + 12 + 10 = 42 with more gems left."""
    code = tables.create(GAME, ["Ana", "Ben & Söhne", "次郎"], 1)
    stages = [(10, 11, 1), (20, 9, 2), (5, 12, 3), (7, 10, 4)]
    for stage, points in enumerate(stages, start=1):
        for seat, own in enumerate(points):
            left = (1, 3, 0)[seat] if stage == 4 else None
            tables.type_score(code, seat, stage, own, gems_left=left)
    dated(store, code, "2026-05-03T18:30:05.123+00:00", "2026-05-03T19:42:40.000+00:00")
    return code


def test_the_link_decoded_is_the_game(tables: Tables, code: str) -> None:
    link = play_link(summary(tables.get(code)))
    address = urlsplit(link)
    assert (address.scheme, address.netloc) == ("https", "app.bgstatsapp.com")
    assert address.path == "/createPlay.html"
    query = parse_qs(address.query, strict_parsing=True)
    assert list(query) == ["data"]
    assert json.loads(query["data"][0]) == {
        "sourceName": "Pyramido companion",
        "sourcePlayId": code,
        "playDate": "2026-05-03 18:30:05",
        "durationMin": 73,
        "comments": "Ana: 10 + 20 + 5 + 7; Ben & Söhne: 11 + 9 + 12 + 10; 次郎: 1 + 2 + 3 + 4",
        "game": {
            "name": "Pyramido: Forgotten Treasures",
            "sourceGameId": "forgotten_treasures",
            "highestWins": True,
        },
        "players": [
            {
                "name": "Ana",
                "sourcePlayerId": "ana",
                "startPlayer": False,
                "score": 42,
                "rank": 2,
                "winner": False,
            },
            {
                "name": "Ben & Söhne",
                "sourcePlayerId": "ben & söhne",
                "startPlayer": True,
                "score": 42,
                "rank": 1,
                "winner": True,
            },
            {
                "name": "次郎",
                "sourcePlayerId": "次郎",
                "startPlayer": False,
                "score": 10,
                "rank": 3,
                "winner": False,
            },
        ],
    }


@pytest.mark.parametrize("ended", ["2026-05-05T19:00:00+00:00", "2026-05-03T17:00:00+00:00"])
def test_a_game_that_was_put_aside_or_crossed_by_a_clock_has_no_duration(
    store: SqliteStore, tables: Tables, code: str, ended: str
) -> None:
    dated(store, code, "2026-05-03T18:30:05.123+00:00", ended)
    assert "durationMin" not in play(summary(tables.get(code)))


def test_a_game_is_not_finished_while_a_tie_break_is_not_known(tables: Tables) -> None:
    code = tables.create(GAME, ["Ana", "Ben"])
    for stage in (1, 2, 3, 4):
        for seat in (0, 1):
            tables.type_score(code, seat, stage, 5)
    game = summary(tables.get(code))
    assert not game.finished
    assert game.winners == ()
    assert [player.rank for player in game.players] == [None, None]
    tables.type_score(code, 0, 4, 5, gems_left=2, seen=5)
    tables.type_score(code, 1, 4, 5, gems_left=2, seen=5)
    game = summary(tables.get(code))
    assert game.finished
    assert [player.name for player in game.winners] == ["Ana", "Ben"]


def test_a_solo_game_has_the_legend_as_a_player(store: SqliteStore, tables: Tables) -> None:
    at = won(Solo(store, new_seed=lambda: 3), tables, "Ana", points=0)
    game = summary(at.table)
    state = at.game.state
    assert [(p.name, p.total, p.rank, p.winner, p.starts) for p in game.players] == [
        ("Ana", 0, 2, False, True),
        ("THE Legend", state.legend_total, 1, True, False),
    ]
    assert game.players[1].stages == tuple(score.points for score in state.legend_scores)


def test_pyramis_has_one_stage_and_shares_ties(store: SqliteStore, tables: Tables) -> None:
    code = tables.create("pyramis", ["Ana", "Ben", "Cleo"])
    type_totals(store, code, 30, 31, 31)
    game = summary(tables.get(code))
    assert [(p.stages, p.rank, p.winner) for p in game.players] == [
        ((30,), 3, False),
        ((31,), 1, True),
        ((31,), 1, True),
    ]
    assert play(game)["comments"] == ""
