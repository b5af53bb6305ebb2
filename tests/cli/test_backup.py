"""The commands that keep the one file safe: backup, restore, rescue."""

import sqlite3
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.store import SqliteStore


@pytest.fixture
def database(tmp_path: Path) -> Path:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    store.create_table("pyramido", ["Ana", "Ben"], "Ana")
    store.close_all()
    return store.path


def count(path: Path) -> int:
    with sqlite3.connect(path) as db:
        return int(db.execute("SELECT count(*) FROM tables").fetchone()[0])


def test_what_was_backed_up_is_restored(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy), "--database", str(database)]) == 0
    assert "is a whole copy of" in capsys.readouterr().out
    database.unlink()
    assert main(["restore", str(copy), "--database", str(database)]) == 0
    assert count(database) == 1


def test_what_can_be_read_is_rescued(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved.sqlite3"
    assert main(["rescue", str(saved), "--database", str(database)]) == 0
    assert "tables: 1 rows" in capsys.readouterr().out
    assert count(saved) == 1


@pytest.mark.parametrize("command", ["backup", "restore", "rescue"])
def test_a_file_that_is_not_there_is_told(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = ["--database", str(tmp_path / "none.sqlite3")]
    assert main([command, str(tmp_path / "other.sqlite3"), *missing]) == 1
    assert "there is no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
