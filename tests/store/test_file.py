"""Nothing is acknowledged that the file does not keep, and the person is told why."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.core.errors import UnkeptError
from assistant.service.records import Step
from assistant.store import SqliteStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close_all()


@pytest.fixture
def code(store: SqliteStore) -> str:
    return store.create_table("pyramido", ["Ana", "Ben"], "Ana")


STEP = Step("write", {"seat": 0, "stage": 1, "points": 7})


def test_a_removed_file_takes_nothing_more(store: SqliteStore, code: str) -> None:
    store.path.unlink()
    with pytest.raises(UnkeptError, match="removed or replaced"):
        store.add_step(code, STEP)
    with pytest.raises(UnkeptError, match="removed or replaced"):
        store.check()


def test_a_replaced_file_takes_nothing_more(store: SqliteStore, code: str, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    other.write_bytes(store.path.read_bytes())
    other.replace(store.path)
    with pytest.raises(UnkeptError, match="removed or replaced"):
        store.add_step(code, STEP)


def test_a_file_that_another_program_holds_is_answered_within_seconds(
    store: SqliteStore, code: str
) -> None:
    other = sqlite3.connect(store.path)
    other.execute("BEGIN EXCLUSIVE")
    before = time.monotonic()
    with pytest.raises(UnkeptError, match="another program holds"):
        store.add_step(code, STEP)
    waited = time.monotonic() - before
    other.rollback()
    other.close()
    assert waited > 1
    store.add_step(code, STEP)
    assert len(store.table(code).steps) == 1


def test_a_full_disk_while_a_photo_is_stored_says_so_and_keeps_what_was_there(
    store: SqliteStore, code: str
) -> None:
    store.add_step(code, STEP)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(UnkeptError, match="is full"):
        store.add_photo(code, b"x" * 100_000)
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert store.table(code).steps == (STEP,)


def test_the_file_is_its_owners_alone(store: SqliteStore, code: str) -> None:
    for path in store.path.parent.glob("tables.sqlite3*"):
        assert path.stat().st_mode & 0o077 == 0, path
