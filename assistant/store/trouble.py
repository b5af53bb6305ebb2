"""What went wrong with the file, in words that say what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from assistant.core.errors import N_, UnkeptError

_PRIMARY = 0xFF
"""The part of an extended result code of SQLite that says the kind."""

_HELD = N_(
    "This could not be kept: another program holds the database. Try again in a moment; what"
    " was kept before is safe."
)
_SENTENCES = {
    (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED): _HELD,
    (sqlite3.SQLITE_FULL, sqlite3.SQLITE_TOOBIG): N_(
        "This could not be kept: the disk of the machine that runs the app is full. Make room"
        " there, then try again; what was kept before is safe."
    ),
    (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB): N_(
        "This could not be kept: the database is damaged. Stop the app and start it again; it then"
        " says what can be done."
    ),
    (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM): N_(
        "This could not be kept: the app may not write to the database. Look at the machine that"
        " runs it, then try again."
    ),
}
_OTHERWISE = N_(
    "This could not be kept: the disk cannot be written. What was kept before is safe. Look at the"
    " machine that runs the app, then try again."
)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what SQLite reports into `UnkeptError`; faults of the app itself stay as they are."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError):
        raise
    except sqlite3.DatabaseError as error:
        raise UnkeptError(_sentence(error)) from error


def held() -> UnkeptError:
    """The error when it was never our turn to write."""
    return UnkeptError(_HELD)


def _sentence(error: sqlite3.DatabaseError) -> str:
    kind = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    return next((text for kinds, text in _SENTENCES.items() if kind in kinds), _OTHERWISE)
