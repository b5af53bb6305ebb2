"""Tables in short: right at every moment, and folded only when something changed."""

import pytest

from assistant.core.errors import UnkeptError
from assistant.service.solo import Solo
from assistant.service.solo_pad import LEGEND
from assistant.service.summaries import Summaries, TableSummary, summarised
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.solo_parts import won

GAME = "forgotten_treasures"


@pytest.fixture
def summaries(store: SqliteStore) -> Summaries:
    return Summaries(store)


@pytest.fixture
def folded(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of the tables that were read from here on."""
    read: list[str] = []
    tables = store.tables

    def noted(codes: list[str]) -> list[object]:
        read.extend(codes)
        return tables(codes)

    monkeypatch.setattr(store, "tables", noted)
    return read


def test_tables_are_listed_last_changed_first_and_no_others(
    tables: Tables, summaries: Summaries
) -> None:
    first, _, second = (tables.create(GAME, [name]) for name in ("Ana", "Cleo", "Ben"))
    asked = [first, "GONE22", second]
    assert [table.code for table in summaries.some(asked)] == [second, first]
    tables.type_score(first, 0, 1, 5)
    assert [table.code for table in summaries.some(asked)] == [first, second]
    assert summaries.some([]) == []


def test_a_summary_is_that_of_the_table_after_every_change(
    tables: Tables, summaries: Summaries
) -> None:
    code = tables.create(GAME, ["Ana", "Ben"])
    for stage in (1, 2, 3, 4):
        for seat in (0, 1):
            tables.type_score(code, seat, stage, 10 * stage + seat, gems_left=seat)
            assert summaries.some([code]) == [summarised(tables.get(code))]
    (end,) = summaries.some([code])
    assert (end.over, end.winners, end.totals) == (True, ("Ben",), (100, 104))
    tables.undo(code, tables.version(code))
    (before,) = summaries.some([code])
    assert (before.over, before.winners, before.totals) == (False, (), (100, 63))
    assert before.finished_stages == 3


def test_what_has_not_changed_is_not_read_again_even_after_a_restart(
    tables: Tables, summaries: Summaries, store: SqliteStore, folded: list[str]
) -> None:
    one, other = tables.create(GAME, ["Ana"]), tables.create(GAME, ["Ben"])
    before = summaries.some([one, other])
    assert sorted(folded) == sorted([one, other])
    folded.clear()
    assert Summaries(store).some([one, other]) == before
    assert folded == []
    tables.type_score(one, 0, 1, 7)
    summaries.some([one, other])
    assert folded == [one]


def test_keeping_a_summary_changes_no_table(
    tables: Tables, summaries: Summaries, store: SqliteStore
) -> None:
    codes = [tables.create(GAME, [name]) for name in ("Ana", "Ben")]
    before = [store.table(code) for code in codes]
    order = [table.code for table in summaries.some(codes)]
    assert [store.table(code) for code in codes] == before
    assert [table.code for table in summaries.some(codes)] == order


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"code": 5}', "null", "[" * 10_000])
def test_a_summary_of_another_version_of_the_app_is_made_again(
    tables: Tables, summaries: Summaries, store: SqliteStore, text: str
) -> None:
    code = tables.create(GAME, ["Ana"])
    before = summaries.some([code])
    with store.transaction():
        store._db.execute("UPDATE tables SET summary = ?", [text])
    assert summaries.some([code]) == before
    assert store.summaries([code])[0].text != text


def test_a_summary_that_cannot_be_kept_is_shown_all_the_same(
    tables: Tables, summaries: Summaries, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = tables.create(GAME, ["Ana"])

    def full(_: object) -> None:
        raise UnkeptError("full")

    monkeypatch.setattr(store, "keep_summaries", full)
    assert [table.code for table in summaries.some([code])] == [code]


def test_a_summary_is_kept_only_for_the_version_it_is_of(
    tables: Tables, summaries: Summaries, store: SqliteStore
) -> None:
    """Another phone writes between the reading of a table and the keeping of its summary."""
    code = tables.create(GAME, ["Ana"])
    summaries.some([code])
    (old,) = store.summaries([code])
    tables.type_score(code, 0, 1, 7)
    store.keep_summaries([old])
    assert store.summaries([code])[0].text == ""
    assert summaries.some([code])[0].totals == (7,)


def test_solo_games_are_among_themselves(
    tables: Tables, summaries: Summaries, store: SqliteStore
) -> None:
    solo = Solo(store)
    tables.create(GAME, ["Ana"])
    running = solo.create(GAME, ["Ben"], LEGEND)
    finished = won(solo, tables, "Cleo").table
    found: list[TableSummary] = summaries.solo()
    assert [(table.code, table.solo) for table in found] == [(finished.code, True), (running, True)]
    assert found[0].result == finished.solo.state.result
    assert found[1].result is None
