"""Tables of Pyramis over a real store: cards, the score so far, the house rule, the result."""

from typing import Any

import pytest

from assistant.core.errors import (
    AssistantError,
    CardError,
    ConflictError,
    InputError,
    NotFoundError,
    OrderError,
)
from assistant.games import FORGOTTEN_TREASURES, PYRAMIS
from assistant.games.pyramis.cards import ROW_LENGTHS
from assistant.games.pyramis.scoring import score_players
from assistant.service.drafts import Drafts
from assistant.service.pyramis import CardTables
from assistant.service.tables import Tables
from assistant.store import SqliteStore

EMPTY = "......"
ROWS = [EMPTY * length for length in ROW_LENGTHS]


@pytest.fixture
def cards(store: SqliteStore) -> CardTables:
    return CardTables(store)


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create(PYRAMIS.name, ["Ana", "Ben"])


def text(bottom: str, *others: str, stars: str = "") -> str:
    """Rows from below, filled up with empty places."""
    rows = [
        own + EMPTY * (length - len(own) // len(EMPTY))
        for own, length in zip([bottom, *others, "", "", ""], ROW_LENGTHS, strict=False)
    ]
    return "/".join(rows) + (f" {stars}" if stars else "")


def full(bottom: str = "s10??^", rest: str = "f01??^") -> str:
    return "/".join([bottom * 4, *(rest * length for length in ROW_LENGTHS[1:])])


def state(layout: str, **more: Any) -> dict[str, Any]:
    return {"layout": layout, "inventory": {}, **more}


def test_the_score_so_far_is_that_of_the_game(cards: CardTables, code: str) -> None:
    at = cards.save(code, 0, 0, state(text("s10??^s20??^f01??^", "s10??^", stars="01")))
    assert at.scores == score_players(at.players)
    assert [score.points for score in at.scores] == [4 + 4 + 2, 0]
    assert at.next_seat == 1
    at = cards.save(code, 1, 0, state(text("c03??^")))
    assert [score.alien_points for score in at.scores] == [0, 3]


def test_what_was_entered_is_kept_with_its_history(cards: CardTables, code: str) -> None:
    own = state(text("s10??^"), history=[["", text("")], ["sea laid", text("s10??^")]], cursor=1)
    cards.save(code, 0, 0, own)
    entry = cards.entry(code, 0)[1]
    assert entry.version == 1
    assert entry.whole_state() == own
    assert entry.player.name == "Ana"


def test_a_stale_phone_is_told_what_changed(cards: CardTables, code: str) -> None:
    cards.save(code, 0, 0, state(text("s10??^")))
    with pytest.raises(ConflictError) as raised:
        cards.save(code, 0, 0, state(text("f10??^")))
    assert raised.value.current.state()["layout"] == text("s10??^")
    cards.save(code, 1, 0, state(text("f10??^")))


@pytest.mark.parametrize(
    ("layout", "error", "words"),
    [
        (text("s10??^", "f10??^"), CardError, "stands on a missing card"),
        ("/".join([*ROWS, "s10??^"]), CardError, "not 5 rows"),
        ("/".join([ROWS[0] + EMPTY, *ROWS[1:]]), CardError, "not 5"),
        (text("s-1??^"), AssistantError, "is no card"),
        (text("z10??^"), AssistantError, "is no card"),
        (text("", stars="10,10,10,10,10,10"), CardError, "there are only 5"),
        (text("c10??^" * 4, "c10??^" * 3), CardError, "7 city cards: there are only 6"),
        (7, InputError, "makes no sense"),
        (None, InputError, "makes no sense"),
        ({}, InputError, "makes no sense"),
    ],
)
def test_cards_that_cannot_be_are_refused_and_nothing_is_lost(
    cards: CardTables, code: str, layout: Any, error: type[AssistantError], words: str
) -> None:
    cards.save(code, 0, 0, state(text("s10??^")))
    with pytest.raises(error, match=words):
        cards.save(code, 0, 1, state(layout))
    assert cards.entry(code, 0)[1].state()["layout"] == text("s10??^")


def test_cards_without_a_count_score_nothing_and_the_game_waits_for_them(
    cards: CardTables, code: str
) -> None:
    cards.save(code, 0, 0, state(full("s????^")))
    at = cards.save(code, 1, 0, state(full("m10??^", "f10??^")))
    assert at.scores[0].pyramids == 0
    assert at.next_seat == 0
    with pytest.raises(OrderError, match="4 cards of Ana have no count yet"):
        cards.finish(code, at.version)
    at = cards.save(code, 0, 1, state(full()))
    assert at.next_seat is None
    cards.finish(code, at.version)


def test_who_turns_a_card_next_are_those_who_have_one_with_no_card_on_top(
    cards: CardTables, store: SqliteStore, tables: Tables
) -> None:
    code = tables.create(PYRAMIS.name, ["Ana", "Ben", "Cleo", "Dan"])
    covered = text("s10??^s10??^", "f10??^")
    for seat, own in enumerate((text("f10??^"), text("s10??^"), covered, text("m10??^s10??^"))):
        cards.save(code, seat, 0, state(own))
    assert [cards.turning(code, "sea", first) for first in range(5)] == [1, 1, 3, 3, None]
    assert cards.turning(code, "city", 0) is None
    with pytest.raises(InputError, match="'lake' is no colour of this game"):
        cards.turning(code, "lake", 0)


def test_cards_of_all_players_together_are_those_of_the_game(cards: CardTables, code: str) -> None:
    cards.save(code, 0, 0, state(full("s10??^", "s10??^")))
    with pytest.raises(CardError, match="20 sea cards: there are only 16"):
        cards.save(code, 1, 0, state(full("s10??^", "s10??^")))
    cards.save(code, 1, 0, state(full("f10??^", "s10??^")))


@pytest.mark.parametrize("history", [7, [[1]], [["a", "b"]], [["a", full(), 3]]])
def test_junk_of_a_history_is_refused(cards: CardTables, code: str, history: Any) -> None:
    with pytest.raises(AssistantError):
        cards.save(code, 0, 0, state(text("s10??^"), history=history))
    assert cards.entry(code, 0)[1].version == 0


def test_the_house_rule_joins_cards_of_a_row_only(
    cards: CardTables, tables: Tables, code: str
) -> None:
    cards.save(code, 0, 0, state(text("s10??^s10??^", "s10??^")))
    assert cards.open(code).scores[0].zone_bonus == 3
    cards.switch(code, True)
    cards.switch(code, True)
    assert cards.open(code).scores[0].zone_bonus == 2
    tables.undo(code, tables.get(code).record.version)
    assert cards.open(code).scores[0].zone_bonus == 3


def test_the_result_is_written_once_and_can_be_undone(
    cards: CardTables, tables: Tables, code: str
) -> None:
    at = cards.save(code, 0, 0, state(full()))
    with pytest.raises(OrderError, match="Ben has not laid all ten cards"):
        cards.finish(code, at.version)
    at = cards.save(code, 1, 0, state(full("m20??^", "m10??^")))
    with pytest.raises(ConflictError):
        cards.finish(code, "9-1-1")
    cards.finish(code, at.version)
    table = tables.get(code)
    assert table.over
    assert [table.total(seat) for seat in (0, 1)] == [score.points for score in at.scores]
    assert table.standings().winners == at.winners == ("Ben",)
    with pytest.raises(OrderError, match="written already"):
        cards.finish(code, cards.open(code).version)
    with pytest.raises(OrderError, match="written already"):
        cards.save(code, 0, 1, state(text("")))
    with pytest.raises(OrderError, match="written already"):
        cards.switch(code, True)
    assert str(tables.undo(code, table.record.version)) == "The result"
    assert not tables.get(code).over
    cards.save(code, 0, 1, state(text("")))


def test_equal_totals_share_the_victory(cards: CardTables, tables: Tables, code: str) -> None:
    for seat in (0, 1):
        cards.save(code, seat, 0, state(full("s10??^", "f10??^")))
    cards.finish(code, cards.open(code).version)
    shown = tables.get(code).standings()
    assert (shown.winners, shown.tie_break) == (("Ana", "Ben"), "shared")


def test_pages_of_other_games_are_refused(
    cards: CardTables, tables: Tables, entries: Drafts, code: str
) -> None:
    other = tables.create(FORGOTTEN_TREASURES.name, ["Ana", "Ben"])
    with pytest.raises(InputError, match="not played with cards"):
        cards.open(other)
    with pytest.raises(InputError, match="Pyramis has no stages"):
        entries.open(code, 0, 1)
    with pytest.raises(InputError, match="Pyramis has no stages"):
        tables.type_score(code, 0, 1, 5)
    with pytest.raises(InputError, match="no player at seat 3"):
        cards.entry(code, 2)
    with pytest.raises(NotFoundError):
        cards.open("ABCDE")


@pytest.mark.parametrize("names", [["Ana"], list("ABCDE")])
def test_two_to_four_play(tables: Tables, names: list[str]) -> None:
    with pytest.raises(InputError, match="Pyramis is for 2 to 4 players"):
        tables.create(PYRAMIS.name, names)


def test_a_total_counted_by_hand_stands_for_the_cards(cards: CardTables, code: str) -> None:
    cards.save(code, 0, 0, state(full()))
    cards.save(code, 1, 0, state(text("m20??^")))
    at = cards.type_total(code, 1, 17, seen=None)
    assert at.totals == (10, 17)
    assert at.next_seat is None
    assert at.winners == ("Ben",)
    cards.finish(code, at.version)
    over = cards.open(code)
    assert over.table.over
    assert over.totals == at.totals


def test_with_all_totals_typed_the_game_is_over_and_one_can_still_be_corrected(
    cards: CardTables, code: str
) -> None:
    cards.type_total(code, 1, 20, seen=None)
    assert not cards.open(code).table.over
    assert cards.type_total(code, 0, 20, seen=None).table.over
    assert cards.open(code).winners == ("Ana", "Ben")
    at = cards.type_total(code, 0, 21, seen=20)
    assert at.winners == at.table.standings().winners == ("Ana",)
    steps = len(at.table.record.steps)
    assert len(cards.type_total(code, 0, 21, seen=20).table.record.steps) == steps


def test_a_total_that_another_phone_changed_is_not_overwritten(
    cards: CardTables, code: str
) -> None:
    cards.type_total(code, 0, 20, seen=None)
    with pytest.raises(ConflictError, match="total of Ana meanwhile: it is now 20"):
        cards.type_total(code, 0, 22, seen=None)
    with pytest.raises(ConflictError):
        cards.clear_total(code, 0, seen=19)
    assert cards.clear_total(code, 0, seen=20).typed(0) is None
    with pytest.raises(OrderError, match="Ana has no total to clear"):
        cards.clear_total(code, 0, seen=None)
    for seat, points in ((0, -1), (0, 301), (2, 7), (-1, 7)):
        with pytest.raises(InputError):
            cards.type_total(code, seat, points, seen=None)
