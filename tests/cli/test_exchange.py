"""The commands export and import."""

import json
import sqlite3
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.store import SqliteStore


@pytest.fixture
def database(tmp_path: Path) -> Path:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    for names in (["Ana", "Ben"], ["Cleo", "Dan"]):
        store.create_table("pyramido", names, names[0])
    store.close_all()
    return store.path


def rows(path: Path) -> list[tuple[str, ...]]:
    with sqlite3.connect(path) as db:
        return db.execute("SELECT * FROM tables ORDER BY code").fetchall()


def test_what_was_exported_is_imported(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "games.json", tmp_path / "other.sqlite3"
    assert main(["export", str(file), "--database", str(database)]) == 0
    assert "holds 2 tables" in capsys.readouterr().out
    assert main(["import", str(file), "--database", str(other)]) == 0
    assert sorted(capsys.readouterr().out.splitlines()) == [
        f"Table {code}." for code, *_ in rows(database)
    ]
    assert rows(other) == rows(database)


def test_one_table_and_the_scores_alone_can_be_exported(database: Path, tmp_path: Path) -> None:
    code = rows(database)[0][0]
    file = tmp_path / "out"
    some = ["--table", code.lower(), "--database", str(database)]
    assert main(["export", str(file), "--no-photos", *some]) == 0
    assert [table["code"] for table in json.loads(file.read_text())["tables"]] == [code]
    assert main(["export", str(file), "--csv", *some]) == 0
    assert file.read_text().startswith("table,game,mode,")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["export", "{file}", "--table", "NONE2"], "There is no table NONE2"),
        (["export", "{file}/deeper"], "cannot be written"),
        (["import", "{file}"], "cannot be taken in"),
        (["import", "{junk}"], "no export of this app"),
    ],
)
def test_what_cannot_be_is_told(
    database: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    junk = tmp_path / "junk.json"
    junk.write_text("[]")
    filled = [word.format(file=tmp_path / "none.json", junk=junk) for word in arguments]
    assert main([*filled, "--database", str(database)]) == 1
    assert words in capsys.readouterr().err


def test_an_export_makes_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.sqlite3"
    assert main(["export", str(tmp_path / "x.json"), "--database", str(missing)]) == 1
    assert "there is no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
