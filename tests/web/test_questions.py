"""How many questions pages ask the database: as many for sixty tables as for three."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from assistant.pooled import PooledReader
from assistant.service.records import TableRecord
from assistant.service.solo_pad import LEGEND
from assistant.store import SqliteStore, repository
from assistant.web import create_app
from tests.web.phone import Phone


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "few.sqlite3")
    yield store
    store.close()


def fill(phone: Phone, count: int) -> str:
    """Open as many tables, with scores; every third is against THE Legend. The last code."""
    code = ""
    for at in range(count):
        if at % 3 == 2:
            phone.post("/new", {"name": ["Ana"], "mode": LEGEND})
        else:
            code = phone.new_game("Ana", "Ben")
            phone.type_score(code, 1, 1, at)
    return code


def questions(app: Flask, store: SqliteStore, phone: Phone, path: str) -> list[str]:
    """What a page asks, without the values."""
    asked: list[str] = []
    store._db.conn.set_trace_callback(asked.append)
    try:
        assert phone.get(path).status_code in (200, 404)
    finally:
        store._db.conn.set_trace_callback(None)
    assert asked
    return [re.sub(r"'.*?'", "?", question) for question in asked]


def test_home_new_and_join_ask_as_many_questions_for_many_tables_as_for_few(
    fresh: SqliteStore, reader: PooledReader
) -> None:
    app = create_app(store=fresh, reader=reader)
    phone = Phone(app)
    fill(phone, 3)
    few = {path: questions(app, fresh, phone, path) for path in ("/", "/new")}
    code = fill(phone, 57)
    for path, asked in few.items():
        assert questions(app, fresh, phone, path) == asked
        own = [question for question in asked if "sqlite_master" not in question]
        assert sum(question.lower().startswith("select") for question in own) <= 4, asked
    assert len(questions(app, fresh, phone, "/")) < len(few["/"])  # nothing changed since
    home = phone.get("/").text
    assert home.count('<a href="/t/') == 60
    asked, other = [], Phone(app)
    fresh._db.conn.set_trace_callback(asked.append)
    assert other.post("/join", {"code": code}).status_code == 303
    fresh._db.conn.set_trace_callback(None)
    assert len(asked) == 1


def test_pages_of_a_phone_read_no_tables_of_others(
    fresh: SqliteStore, reader: PooledReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(store=fresh, reader=reader)
    fill(Phone(app), 30)
    phone = Phone(app)
    own = phone.new_game("Cleo", "Dan")
    phone.get("/new")  # reads the solo games of the house once
    read: list[str] = []
    record = repository._record

    def noted(row: repository.Row, steps: list[repository.Row]) -> TableRecord:
        read.append(row["code"])
        return record(row, steps)

    monkeypatch.setattr(repository, "_record", noted)
    assert phone.get("/").status_code == 200
    assert phone.get("/new").status_code == 200
    assert phone.post("/join", {"code": own}).status_code == 303
    assert read == [own]
