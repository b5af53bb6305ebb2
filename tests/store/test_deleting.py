"""What is deleted is gone: not to be asked for, and its bytes in none of the files."""

import json
import os
from pathlib import Path

import pytest
from sqlite_utils import Database

from assistant.core.errors import NotFoundError
from assistant.service.records import Step
from assistant.store import SqliteStore
from assistant.store.migrations import migrations

GAME = "forgotten_treasures"
PHOTO = b"\xff\xd8" + b"a secret of somebody " * 20_000
OTHER = b"\xff\xd8" + b"this one stays here! " * 20_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def store(path: Path) -> SqliteStore:
    return SqliteStore(path)


def on_disk(path: Path, what: bytes) -> bool:
    """Whether the database or the files beside it hold these bytes."""
    return any(what in each.read_bytes() for each in path.parent.iterdir())


def full_table(store: SqliteStore, *names: str) -> str:
    code = store.create_table(GAME, names, names[0])
    store.add_step(code, Step("write", {"seat": 0, "stage": 1, "points": 5}))
    store.save_entry(code, 0, 1, {"layout": f"of {code}"}, 0)
    store.add_photo(code, OTHER)
    return code


def test_a_deleted_photo_is_in_no_file_and_the_others_stay(store: SqliteStore, path: Path) -> None:
    code = full_table(store, "Ana")
    number = store.add_photo(code, PHOTO)
    assert on_disk(path, b"secret of somebody")
    store.delete_photo(code, number)
    assert not on_disk(path, b"secret of somebody")
    assert store.photo(code, number - 1) == OTHER
    with pytest.raises(NotFoundError, match=f"no photo {number}"):
        store.photo(code, number)


def test_a_reader_keeps_the_log_only_until_the_next_deletion(
    store: SqliteStore, path: Path
) -> None:
    """A backup, say: it reads the moment at which it began."""
    code = full_table(store, "Ana")
    first, second = store.add_photo(code, PHOTO), store.add_photo(code, OTHER)
    reading = Database(path)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM photos").fetchall()
    store.delete_photo(code, first)
    reading.conn.rollback()
    assert on_disk(path, b"secret of somebody")
    store.delete_photo(code, second)
    assert not on_disk(path, b"secret of somebody")


def test_the_photo_of_another_table_cannot_be_deleted(store: SqliteStore) -> None:
    code, other = full_table(store, "Ana"), full_table(store, "Ben")
    number = store.add_photo(code, PHOTO)
    store.delete_photo(other, number)
    assert store.photo(code, number) == PHOTO


def test_a_deleted_table_takes_everything_of_it_along_and_nothing_else(
    store: SqliteStore, path: Path
) -> None:
    code, other = full_table(store, "Ana", "Zacharias"), full_table(store, "Ana", "Ben")
    store.add_photo(code, PHOTO)
    before = store.table(other)
    store.delete_table(code)
    with pytest.raises(NotFoundError):
        store.table(code)
    db = Database(path)
    for name in ("tables", "steps", "entries", "photos"):
        assert {row["code"] for row in db[name].rows} == {other}, name
    assert store.table(other) == before
    assert set(store.names()) == {"Ana", "Ben"}
    for what in (b"secret of somebody", f"of {code}".encode(), b"Zacharias", code.encode()):
        assert not on_disk(path, what), what


def test_whatever_has_the_code_of_a_table_goes_with_it(store: SqliteStore, path: Path) -> None:
    """What is added later needs no word here, as the link for those who only look on."""
    code = full_table(store, "Ana")
    token = store.view_of(code)
    own = [name for name in store._db.table_names() if "code" in store._db[name].columns_dict]
    store.delete_table(code)
    assert set(own) >= {"tables", "steps", "entries", "photos", "views"}
    assert [name for name in own if store._db[name].count] == []
    with pytest.raises(NotFoundError):
        store.viewed(token)


@pytest.mark.parametrize("seating", ["no JSON", "{", "5", "null"])
def test_a_damaged_table_can_be_deleted(store: SqliteStore, seating: str) -> None:
    code, other = full_table(store, "Ana"), full_table(store, "Ben")
    with store.transaction():
        store._db.execute("UPDATE tables SET seating = ? WHERE code = ?", [seating, code])
    store.delete_table(code)
    assert [record.code for record in store.tables()] == [other]


def test_there_is_no_table_to_delete_twice(store: SqliteStore) -> None:
    code = full_table(store, "Ana")
    store.delete_table(code)
    with pytest.raises(NotFoundError, match=code):
        store.delete_table(code)


def test_an_update_deletes_the_photos_that_earlier_versions_had_kept(path: Path) -> None:
    """All that no entry shows; those of a table with a damaged entry stay."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR))
    db = Database(path)
    migrations.apply(db, stop_before="m007_photos_in_use")
    row = {"game": GAME, "seating": "[]", "starter": "", "created": "", "changed": "", "version": 1}
    db["tables"].insert_all({"code": code, **row} for code in ("WHOLE", "TORN"))
    db["photos"].insert_all(
        {"number": number, "code": code, "jpeg": jpeg, "at": ""}
        for number, code, jpeg in ((1, "WHOLE", PHOTO), (2, "WHOLE", OTHER), (3, "WHOLE", OTHER),
                                   (4, "TORN", OTHER))
    )  # fmt: skip
    states = ("WHOLE", {"photo": {"number": 2, "picture": 3}}), ("WHOLE", {"photo": None})
    for seat, (code, state) in enumerate((*states, ("TORN", None))):
        text = json.dumps(state) if state else "{"
        entry = {"code": code, "seat": seat, "stage": 1, "state": text, "version": 1}
        db["entries"].insert({**entry, "changed": "", "history": "[]"})
    db.close()
    store = SqliteStore(path)
    assert [row["number"] for row in store._db["photos"].rows] == [2, 3, 4]
    for copy in path.parent.glob("*.before-*"):
        copy.unlink()
    assert not on_disk(path, b"secret of somebody")
