"""What can still be read of a damaged database, in a new one."""

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from assistant.core.errors import N_, InputError
from assistant.store.file import claim, connect
from assistant.store.migrations import migrations

MOST_PROBES = 100_000
"""Rows that are tried one by one between the ends that can be read."""


@dataclass(frozen=True, slots=True)
class Rescued:
    """How much of a table was saved; ``whole`` if nothing in it was unreadable."""

    table: str
    rows: int
    whole: bool


def rescue(path: Path, target: Path) -> list[Rescued]:
    """Copy every row that can be read and belongs to a table into a new database.

    Raises:
        InputError: there is no such file, or the target exists.
        DamagedError: nothing can be read.
        OSError: the target cannot be written.
    """
    if not path.is_file():
        raise InputError(N_("there is no file %(path)s."), path=path)
    if target.exists():
        raise InputError(N_("%(path)s is there already: choose another name."), path=target)
    claim(target)
    with closing(connect(path, writing=False)) as source, closing(connect(target)) as made:
        source.text_factory = lambda text: text.decode("utf-8", "replace")
        db = Database(made)
        migrations.apply(db, stop_before=_first_pending(source))
        found = [_rescue_table(source, made, name) for name in _tables(db)]
        _drop_orphans(made, [each.table for each in found])
        made.commit()
    return found


def _tables(db: Database) -> list[str]:
    return [name for name in db.table_names() if not name.startswith(("_sqlite", "sqlite_"))]


def _first_pending(source: sqlite3.Connection) -> str | None:
    """The first migration that the damaged database has not had; None: it has had all."""
    try:
        rows = source.execute("SELECT name FROM _sqlite_migrations").fetchall()
    except sqlite3.DatabaseError:
        return None
    had = {row[0] for row in rows}
    every = [step.name for step in migrations.pending(Database(memory=True))]
    return next((name for name in every if name not in had), None) if had else None


def _rescue_table(source: sqlite3.Connection, made: sqlite3.Connection, name: str) -> Rescued:
    wanted = [row[1] for row in made.execute(f'PRAGMA table_info("{name}")')]
    try:
        there = [row[1] for row in source.execute(f'PRAGMA table_info("{name}")')]
    except sqlite3.DatabaseError:
        there = []
    columns = [column for column in wanted if column in there]
    if not columns:
        return Rescued(name, 0, whole=False)
    reading = _Reading(source, name, columns)
    places = ", ".join("?" * len(columns))
    names = ", ".join(f'"{column}"' for column in columns)
    statement = f'INSERT OR IGNORE INTO "{name}" ({names}) VALUES ({places})'
    kept = sum(made.execute(statement, row).rowcount for row in reading.rows())
    return Rescued(name, kept, reading.whole)


class _Reading:
    """The readable rows of a table: from its start, from its end, then one by one between."""

    def __init__(self, source: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
        names = ", ".join(f'"{column}"' for column in columns)
        self._select = f'SELECT rowid, {names} FROM "{table}" NOT INDEXED'
        self._source = source
        self.whole = True

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Each row that can be read, once."""
        first = yield from self._run("ORDER BY rowid", None)
        if self.whole:
            return
        last = yield from self._run("ORDER BY rowid DESC", first)
        if first is None or last is None:
            return
        for number in range(first + 1, min(last, first + MOST_PROBES)):
            yield from self._run(f"WHERE rowid = {number}", None)

    def _run(self, order: str, stop: int | None) -> Generator[tuple[object, ...], None, int | None]:
        """Rows in an order until one cannot be read, or is ``stop``; the last number read."""
        last: int | None = None
        try:
            for number, *row in self._source.execute(f"{self._select} {order}"):
                if number == stop:
                    return last
                last = number
                yield tuple(row)
        except sqlite3.DatabaseError:
            self.whole = False
        return last


def _drop_orphans(made: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Remove what belongs to a row that was lost."""
    for table in tables:
        for row in made.execute(f'PRAGMA foreign_key_list("{table}")').fetchall():
            _, _, parent, column, key, *_ = row
            made.execute(
                f'DELETE FROM "{table}" WHERE "{column}" IS NOT NULL AND "{column}" NOT IN'
                f' (SELECT "{key}" FROM "{parent}")'
            )
