"""Copies: made while the app writes, put back, and kept before the file changes its shape."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlite_utils

from assistant.core.errors import DamagedError, InputError
from assistant.service.records import Step
from assistant.store import SqliteStore, back_up, restore
from assistant.store.migrations import migrations

OLD = Path(__file__).with_name("before_history.sql")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close_all()


def codes(path: Path) -> set[str]:
    with sqlite3.connect(path) as db:
        return {code for (code,) in db.execute("SELECT code FROM tables")}


def test_a_copy_made_while_the_app_has_the_file_open_holds_all_of_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    code = store.create_table("forgotten_treasures", ["Ana"], "Ana")
    store.add_step(code, Step("write", {"seat": 0, "stage": 1, "points": 7}))
    store.secret_key()
    back_up(store.path, tmp_path / "copy.sqlite3")
    copy = SqliteStore(tmp_path / "copy.sqlite3")
    assert copy.table(code) == store.table(code)
    assert copy.secret_key() == store.secret_key()
    copy.close_all()


def test_a_copy_is_one_file_that_its_owner_alone_can_read(
    store: SqliteStore, tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    back_up(store.path, folder / "copy.sqlite3")
    assert [path.name for path in folder.iterdir()] == ["copy.sqlite3"]
    assert (folder / "copy.sqlite3").stat().st_mode & 0o077 == 0


def test_an_older_copy_is_replaced_but_nothing_else_is(store: SqliteStore, tmp_path: Path) -> None:
    copy, letter = tmp_path / "copy.sqlite3", tmp_path / "letter.txt"
    back_up(store.path, copy)
    code = store.create_table("pyramido", ["Ana", "Ben"], "Ana")
    back_up(store.path, copy)
    assert code in codes(copy)
    letter.write_text("Dear Ana", encoding="utf-8")
    for target in (letter, store.path):
        with pytest.raises(InputError):
            back_up(store.path, target)
    assert letter.read_text(encoding="utf-8") == "Dear Ana"
    assert codes(store.path) == {code}


def test_a_copy_comes_back_and_what_was_there_is_kept_beside_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    kept = store.create_table("pyramido", ["Ana", "Ben"], "Ana")
    back_up(store.path, copy)
    later = store.create_table("pyramido", ["Ana", "Ben"], "Ben")
    store.close_all()
    aside = restore(copy, store.path)
    assert codes(store.path) == {kept}
    assert aside
    assert codes(aside) == {kept, later}


def test_a_running_app_keeps_its_file(store: SqliteStore, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(store.path, copy)
    code = store.create_table("pyramido", ["Ana", "Ben"], "Ana")
    with pytest.raises(InputError, match="the app runs"):
        restore(copy, store.path)
    assert store.table(code).code == code


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"x" * 3000])
def test_what_is_no_copy_is_not_put_in_place(
    store: SqliteStore, tmp_path: Path, content: bytes
) -> None:
    store.close_all()
    before = store.path.read_bytes()
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(content)
    with pytest.raises((InputError, DamagedError)):
        restore(copy, store.path)
    assert store.path.read_bytes() == before


def test_a_copy_is_kept_before_the_file_changes_its_shape(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with sqlite3.connect(path) as db:
        db.executescript(OLD.read_text(encoding="utf-8"))
    db.close()
    original = tmp_path / "original.sqlite3"
    shutil.copy(path, original)
    SqliteStore(path).close_all()
    (kept,) = tmp_path.glob("tables.before-*.sqlite3")
    assert codes(kept) == codes(original)
    with sqlite3.connect(kept) as db:
        applied = {name for (name,) in db.execute("SELECT name FROM _sqlite_migrations")}
    assert len(applied) < len(list(migrations.pending(_empty())))


def _empty() -> sqlite_utils.Database:
    return sqlite_utils.Database(memory=True)
