"""The database as a file: one that is there, whole, and its owner's alone."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from assistant.core.errors import N_, DamagedError, UnkeptError

OWNER_ONLY = 0o600
BUSY_SECONDS = 2.0
"""How long a writer waits for another one; the person waits as long."""

Identity = tuple[int, int] | None


def claim(path: Path) -> None:
    """Make the file if there is none, in a folder if need be, readable by its owner alone.

    Raises:
        OSError: it cannot be made.
    """
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    for each in (path, *companions(path)):
        with suppress(OSError):  # of another owner, or on a disk that knows no permissions
            each.chmod(OWNER_ONLY)


def companions(path: Path) -> tuple[Path, Path]:
    """The two files that SQLite keeps beside an open database."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


class _Connection(sqlite3.Connection):
    """A connection that can be looked after without being held."""


def connect(path: Path, *, writing: bool = True) -> sqlite3.Connection:
    """A connection to a file that is there; it never makes one.

    Raises:
        sqlite3.OperationalError: it cannot be opened.
    """
    mode = "rw" if writing else "ro"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        factory=_Connection,
        timeout=BUSY_SECONDS,
        check_same_thread=False,  # each thread has its own; the last one closes them all
    )
    # What is damaged inside a text must reach whoever can say which table it is.
    connection.text_factory = lambda data: data.decode(errors="replace")
    return connection


class Presence:
    """Whether the files of one open connection are still those that it has open.

    A file that was removed lives on for who has it open, and everything written to it is lost.
    """

    def __init__(self, path: Path) -> None:
        self._paths = (path, companions(path)[0])
        self._known = tuple(map(identity, self._paths))

    def check(self) -> None:
        """Raise `UnkeptError` if one was removed or replaced."""
        if tuple(map(identity, self._paths)) != self._known:
            raise gone()


def gone() -> UnkeptError:
    """The error when the file is not the one that the app has opened."""
    return UnkeptError(
        N_(
            "This could not be kept: somebody has removed or replaced the database file while the"
            " app runs. Put it back where it was, or stop the app and start it again."
        )
    )


def identity(path: Path) -> Identity:
    """What tells a file from every other one; None: there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_whole(connection: sqlite3.Connection) -> None:
    """Read the whole database once; raises `DamagedError` if anything in it does not fit."""
    try:
        report = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "lock" in str(error):
            raise
        report, orphans = [str(error)], []
    if report != ["ok"] or orphans:
        raise file_damaged(
            report[0] if report != ["ok"] else f"rows of {orphans[0][0]} without a table"
        )


def file_damaged(what: str) -> DamagedError:
    """The error for a file of which something does not fit."""
    return DamagedError(
        N_(
            "it is damaged (%(what)s). Put a copy in its place with `python -m assistant"
            " restore COPY`, or save what can still be read with `python -m assistant rescue"
            " NEW`."
        ),
        what=" ".join(what.split()),
    )
