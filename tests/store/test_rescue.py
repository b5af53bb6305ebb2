"""What a damaged file still holds is saved, and the app says so instead of going on."""

import sqlite3
from pathlib import Path

import pytest

from assistant.core.errors import DamagedError, InputError
from assistant.service.records import Step
from assistant.store import SqliteStore, rescue


def filled(path: Path, tables: int) -> list[str]:
    store = SqliteStore(path)
    codes = []
    for number in range(tables):
        code = store.create_table("pyramido", ["Ana", "Ben"], "Ana")
        for stage in (1, 2, 3):
            store.add_step(code, Step("write", {"seat": 0, "stage": stage, "points": number}))
        codes.append(code)
    store.close_all()
    return codes


def test_a_whole_file_is_saved_whole(tmp_path: Path) -> None:
    codes = filled(tmp_path / "tables.sqlite3", 5)
    found = rescue(tmp_path / "tables.sqlite3", tmp_path / "saved.sqlite3")
    assert all(each.whole for each in found)
    saved = SqliteStore(tmp_path / "saved.sqlite3")
    assert {record.code for record in saved.tables()} == set(codes)
    assert all(len(record.steps) == 3 for record in saved.tables())
    saved.close_all()


@pytest.mark.parametrize("seed", range(30))
def test_thirty_kinds_of_damage_are_never_served_as_if_whole(tmp_path: Path, seed: int) -> None:
    """A page of the file is overwritten, cut off or zeroed: it is refused, and rescue says
    what is lost; a rescued file opens."""
    path = tmp_path / "tables.sqlite3"
    codes = set(filled(path, 40))
    data = bytearray(path.read_bytes())
    size = 4096
    page = 1 + seed // 3 % (len(data) // size - 1)
    kind = seed % 3
    if kind == 0:
        data[page * size : (page + 1) * size] = bytes((7 * seed + n) % 256 for n in range(size))
    elif kind == 1:
        data[page * size : (page + 1) * size] = bytes(size)
    else:
        del data[page * size + 100 * seed % size :]
    path.write_bytes(data)
    try:
        store = SqliteStore(path)
    except (DamagedError, InputError, sqlite3.DatabaseError):
        pass
    else:  # the page held nothing that is needed
        assert {record.code for record in store.tables()} == codes
        assert all(len(record.steps) == 3 for record in store.tables())
        store.close_all()
        return
    try:
        found = rescue(path, tmp_path / "saved.sqlite3")
    except (DamagedError, sqlite3.DatabaseError):
        return
    saved = SqliteStore(tmp_path / "saved.sqlite3")
    assert {record.code for record in saved.tables()} <= codes
    lost = sum(len(record.steps) for record in saved.tables()) < 3 * len(codes)
    assert not lost or not all(each.whole for each in found)
    saved.close_all()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    filled(tmp_path / "tables.sqlite3", 1)
    (tmp_path / "saved.sqlite3").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="is there already"):
        rescue(tmp_path / "tables.sqlite3", tmp_path / "saved.sqlite3")
