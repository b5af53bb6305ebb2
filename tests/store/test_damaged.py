"""Tables of which something is damaged: a clear word, and all others are there as ever."""

import sqlite3
from pathlib import Path

import pytest

from assistant.core.errors import DamagedError
from assistant.pooled import PooledReader
from assistant.service.records import Step
from assistant.service.summaries import Summaries
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from assistant.web import create_app
from assistant.workers import Workers
from tests.web.phone import Phone

GAME = "forgotten_treasures"

DAMAGES = {
    "no JSON": "UPDATE steps SET payload = '{'",
    "half a letter": "UPDATE steps SET payload = CAST(X'7B2273656174223AC37D' AS TEXT)",
    "no seat": "UPDATE steps SET payload = '{}'",
    "a foreign seat": """UPDATE steps SET payload = '{"seat": 7, "stage": 1, "points": 3}'""",
    "a foreign stage": """UPDATE steps SET payload = '{"seat": 0, "stage": 9, "points": 3}'""",
    "no number": """UPDATE steps SET payload = '{"seat": 0, "stage": 1, "points": "3"}'""",
    "no game": "UPDATE tables SET game = 'nope'",
    "no player begins": "UPDATE tables SET starter = 'Zoe'",
    "numbers for players": "UPDATE tables SET seating = '[1, 2]'",
    "no kind": "UPDATE steps SET kind = 'dance'",
    "no kind that was undone": "UPDATE steps SET kind = 'dance', undone = 1",
    "no solo game": "UPDATE tables SET mode = 'legend'",
}


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "tables.sqlite3")


def damaged_table(store: SqliteStore, damage: str) -> str:
    """The code of a table with one step, changed behind the app's back."""
    code = store.create_table(GAME, ["Ana", "Ben"], "Ben")
    store.add_step(code, Step("write", {"seat": 0, "stage": 1, "points": 3}))
    connection = sqlite3.connect(store.path)
    connection.execute(damage)
    connection.commit()
    connection.close()
    return code


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_table_is_told_and_hides_no_other(
    store: SqliteStore, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    code = damaged_table(store, damage)
    tables = Tables(store)
    whole = tables.create(GAME, ["Cleo", "Dan"])
    assert [table.code for table in Summaries(store).some([code, whole])] == [whole]
    assert f"Table {code} cannot be opened" in caplog.text
    with pytest.raises(DamagedError, match=code):
        tables.get(code)


@pytest.mark.parametrize("damage", ["no JSON", "no game", "no kind"])
def test_the_pages_of_a_damaged_table_say_so_and_the_start_has_the_others(
    store: SqliteStore, damage: str
) -> None:
    code = damaged_table(store, DAMAGES[damage])
    phone = Phone(create_app(store=store, reader=PooledReader(Workers())))
    assert phone.post("/join", {"code": code}).status_code == 303
    whole = phone.new_game("Cleo", "Dan")
    start = phone.get("/")
    assert start.status_code == 200
    assert whole in start.text
    assert code not in start.text
    page = phone.get(f"/t/{code}")
    assert 400 <= page.status_code < 500
    assert f"Table {code} cannot be opened: what is kept of it is damaged." in page.text
    assert phone.get(f"/t/{whole}").status_code == 200


def test_a_description_that_is_no_text_is_refused_as_damage(tmp_path: Path) -> None:
    """SQLite quotes it in its message, which Python then cannot decode."""
    path = tmp_path / "tables.sqlite3"
    SqliteStore(path).close_all()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE", b"CREATE \xf4ABLE"))
    with pytest.raises(DamagedError, match="rescue NEW"):
        SqliteStore(path)
