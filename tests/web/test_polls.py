"""Pages that ask every second whether anything changed cost one indexed read each time."""

import re
from collections.abc import Iterator
from concurrent.futures import Future

import pytest
from flask import Flask

from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.lookahead.advice import KeepAdvice
from assistant.pooled import PooledReader
from assistant.service.solo_pad import LEGEND
from assistant.store import SqliteStore
from assistant.web import create_app
from tests.service.parts import full_layout
from tests.web.phone import Phone

GEMS = Inventory.of({Color.RED: 8})


class SlowAdvisor:
    """Thinks for ever."""

    def advise(self, layout: Layout, inventory: Inventory, *, seed: int) -> Future[KeepAdvice]:
        return Future()


@pytest.fixture
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path_factory.mktemp("polls") / "tables.sqlite3")
    yield store
    store.close()


@pytest.fixture
def polling(own: SqliteStore, reader: PooledReader) -> Flask:
    return create_app(store=own, reader=reader, advisor=SlowAdvisor())


def asked(store: SqliteStore, phone: Phone, path: str, status: int) -> list[str]:
    """What a request asks the database, with its values."""
    found: list[str] = []
    store._db.conn.set_trace_callback(found.append)
    try:
        assert phone.get(path).status_code == status
    finally:
        store._db.conn.set_trace_callback(None)
    return found


def plan(store: SqliteStore, question: str) -> list[str]:
    rows = store._db.execute(f"EXPLAIN QUERY PLAN {question}").fetchall()
    return [row[3] for row in rows if "SUBQUERY" not in row[3]]


def by_index(step: str) -> bool:
    return re.match(r"SEARCH \w+ USING (COVERING )?INDEX ", step) is not None


@pytest.mark.parametrize("entered", [False, True])
def test_a_poll_costs_one_read_by_an_index(polling: Flask, own: SqliteStore, entered: bool) -> None:
    phone = Phone(polling)
    code = phone.new_game("Ana", "Ben")
    solo = phone.post("/new", {"name": ["Ana"], "mode": LEGEND}).location.split("/")[2]
    cards = phone.post("/new", {"game": "pyramis", "name": ["Ana", "Ben"]}).location.split("/")[2]
    version = 0
    if entered:
        phone.save(code, 1, 1, full_layout(3, 1), GEMS)
        empty = phone.get(f"/t/{cards}/cards/1/entry?since=x").get_json()
        phone.put(f"/t/{cards}/cards/1/entry", {"version": 0, "state": empty["state"]})
        version = 1
    for path in (
        f"/t/{code}/pad?since=1",
        f"/t/{code}/1/1/entry?since={version}",
        f"/t/{code}/board/state?since=1",
        f"/t/{cards}/board/state?since=1-{version}",
        f"/watch/{own.view_of(code)}/state?since=1",
        f"/watch/{own.view_of(cards)}/state?since=1-{version}",
        f"/t/{solo}/legend/state?since=1",
        f"/t/{cards}/cards/state?since=1-{version}",
        f"/t/{cards}/cards/1/entry?since={version}",
    ):
        (question,) = asked(own, phone, path, 204)
        steps = plan(own, question)
        assert steps, path
        assert all(map(by_index, steps)), (path, steps)


def test_advice_that_is_being_thought_about_costs_one_read(
    polling: Flask, own: SqliteStore
) -> None:
    phone = Phone(polling)
    code = phone.new_game("Ana", "Ben")
    phone.save(code, 1, 1, full_layout(3, 1), GEMS)
    assert phone.get(f"/t/{code}/1/1/advice").status_code == 202
    (question,) = asked(own, phone, f"/t/{code}/1/1/advice", 202)
    assert all(map(by_index, plan(own, question)))


def test_a_job_costs_no_read(polling: Flask, own: SqliteStore) -> None:
    phone = Phone(polling)
    code = phone.new_game("Ana", "Ben")
    assert asked(own, phone, f"/t/{code}/1/1/job/none", 404) == []
