"""Copies of the one file: made while the app runs, put back, and saved before it changes shape."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from assistant.core.errors import N_, InputError
from assistant.store.file import OWNER_ONLY, check_whole, claim, companions, connect
from assistant.store.migrations import migrations
from assistant.store.shape import check_not_newer

_MAGIC = b"SQLite format 3\x00"


def back_up(path: Path, target: Path) -> None:
    """Copy the database, also while the app writes to it; an older copy is replaced at the end.

    Raises:
        InputError: there is no such database, or ``target`` is something else that would be lost.
        DamagedError: the database is damaged.
        OSError, sqlite3.DatabaseError: it cannot be read, or the copy not be written.
    """
    _check_there(path)
    if target.exists():
        if target.samefile(path):
            raise InputError(N_("%(path)s is the database itself."), path=target)
        if not target.is_file() or not _is_database(target):
            raise InputError(
                N_("%(path)s is something else and no copy: choose another name."), path=target
            )
    with _new_file(target) as draft:
        _copy(path, draft)


def restore(copy: Path, path: Path) -> Path | None:
    """Put a copy in place of the database, which is kept beside it; returns where, if it was there.

    Raises:
        InputError: there is no such copy, a newer version of the app has made it, or the app runs.
        DamagedError: the copy is damaged.
        OSError, sqlite3.DatabaseError: it cannot be read, or its place not be written.
    """
    _check_there(copy)
    _check_ours(copy)
    if path.exists():
        if copy.samefile(path):
            raise InputError(N_("%(path)s is the database itself."), path=copy)
        _check_at_rest(path)
    else:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _new_file(path) as draft:
        _copy(copy, draft)
        return _set_aside(path) if path.exists() else None


def copy_before_migration(db: Database, path: Path) -> Path | None:
    """Keep the database as it is before its shape changes; returns where, if it is going to.

    Raises:
        OSError, sqlite3.DatabaseError: the copy cannot be written.
    """
    pending = migrations.pending(db)
    if not pending or not migrations.applied(db):
        return None
    target = path.with_name(f"{path.stem}.before-{pending[0].name}{path.suffix}")
    with _new_file(target) as draft:
        _copy(path, draft)
    return target


def _copy(path: Path, draft: Path) -> None:
    with closing(connect(path, writing=False)) as source, closing(connect(draft)) as made:
        source.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")  # so that it is one file wherever it goes
        check_whole(made)


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """A draft beside the target, which takes its place once it is complete and on the disk."""
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    claim(draft)
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _set_aside(path: Path) -> Path:
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.before-restore-{now}{path.suffix}")
    for old, new in zip((path, *companions(path)), (aside, *companions(aside)), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)
            new.chmod(OWNER_ONLY)
    return aside


def _check_at_rest(path: Path) -> None:
    """Raise `InputError` if the app has the database open; all of it is in the one file then."""
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in (
                sqlite3.SQLITE_BUSY,
                sqlite3.SQLITE_LOCKED,
            ):
                raise InputError(
                    N_("the app runs with %(path)s: stop it first."), path=path
                ) from error
            # damaged: that is why a copy is put in its place


def _check_there(path: Path) -> None:
    if not path.is_file():
        raise InputError(N_("there is no file %(path)s."), path=path)
    if not _is_database(path):
        raise InputError(N_("%(path)s is no database of this app."), path=path)


def _check_ours(path: Path) -> None:
    with closing(connect(path, writing=False)) as connection:
        check_whole(connection)
        db = Database(connection)
        if not migrations.applied(db):
            raise InputError(N_("%(path)s is no database of this app."), path=path)
        check_not_newer(db)


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC
