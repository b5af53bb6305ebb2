"""`SqliteStore`: tables, entries, photos and names in SQLite, through sqlite-utils.

Every thread has its own connection. WAL lets phones read while one writes; ``synchronous=FULL``
makes a commit survive a power cut, so what was acknowledged is kept.
"""

import json
import logging
import secrets
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast
from weakref import WeakSet

from sqlite_utils import Database
from sqlite_utils.db import Table

from assistant.core.errors import N_, ConflictError, DamagedError, NotFoundError
from assistant.service.kept import Kept
from assistant.service.records import (
    CHANGED_MEANWHILE,
    CopyRecord,
    EntryRecord,
    Step,
    SummaryRecord,
    TableRecord,
)
from assistant.store.copying import copy_before_migration
from assistant.store.exchange import read_kept, write_kept
from assistant.store.file import (
    BUSY_SECONDS,
    Presence,
    check_whole,
    claim,
    connect,
    file_damaged,
    gone,
    identity,
)
from assistant.store.migrations import migrations
from assistant.store.shape import check_complete, check_not_newer, check_path
from assistant.store.trouble import explained
from assistant.store.turns import Turns

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
"""Nearly 900 million codes; tables of before keep their shorter ones."""
LONGEST_QUOTE = 20
"""So much of a wrong code is said back."""

VIEW_BYTES = 12
"""Random bytes in the link that shows a table: nobody guesses it."""
ALIASES = "aliases"
"""The setting with the names that stand for others."""
_AMONG = "code IN (SELECT value FROM json_each(?))"
_VERSIONS = (
    "SELECT version, (SELECT coalesce(sum(version), 0) FROM entries"
    " WHERE entries.code = tables.code) FROM tables"
)
_SOLO = "mode <> ''"
_VALID = "iif(json_valid(seating), seating, '[]')"
_NAMES = "SELECT value FROM (SELECT ? AS seating), json_each(" + _VALID + ")"

logger = logging.getLogger(__name__)

Row = Mapping[str, Any]
Kind = TypeVar("Kind")
Record = TypeVar("Record")


class SqliteStore:
    """The database at ``path``, created and brought up to date when first opened.

    Raises:
        InputError: it is no file, or a newer version of the app has changed it.
        DamagedError: parts of it are missing.
    """

    def __init__(self, path: str | Path) -> None:
        check_path(str(path))
        self.path = Path(path)
        self._threads = threading.local()
        self._opened: WeakSet[sqlite3.Connection] = WeakSet()
        self._turns = Turns()
        claim(self.path)
        self._file = identity(self.path)
        try:
            check_whole(self._db.conn)
            self._bring_up_to_date()
        except UnicodeDecodeError as error:  # SQLite quotes the file in its message
            self.close_all()
            raise file_damaged("its description cannot be read") from error
        except BaseException:
            self.close_all()
            raise

    def _bring_up_to_date(self) -> None:
        with self.transaction():
            check_not_newer(self._db)
            copy_before_migration(self._db, self.path)
            migrations.apply(self._db)
            check_complete(self._db)
            self._threads.erased = True  # by a migration, or when the log could not be emptied

    @property
    def _db(self) -> Database:
        db: Database | None = getattr(self._threads, "db", None)
        if db is None:
            if identity(self.path) != self._file:
                raise gone()
            db = Database(connect(self.path))
            self._opened.add(db.conn)
            db.enable_wal()
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
            db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()  # opens all its files
            self._threads.db = db
            self._threads.presence = Presence(self.path)
        return db

    def close(self) -> None:
        """Close this thread's connection."""
        db: Database | None = getattr(self._threads, "db", None)
        if db is not None:
            db.close()
            del self._threads.db

    def close_all(self) -> None:
        """Close the connections of all threads, which must be done; one file is left."""
        while self._opened:
            self._opened.pop().close()
        self._threads = threading.local()

    def check(self) -> None:
        """Raise `UnkeptError` if the file is not the one that was opened any more."""
        with explained():
            self._db.execute("SELECT 1 FROM settings LIMIT 1").fetchall()
        self._threads.presence.check()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All calls inside happen together or not at all, and nobody writes in between."""
        with explained():
            db = self._db
            if db.conn.in_transaction:
                yield
                return
            self._threads.presence.check()
            self._threads.erased = False
            with self._turns.turn(BUSY_SECONDS) as seconds_left:
                db.execute(f"PRAGMA busy_timeout = {seconds_left * 1000:.0f}")
                db.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    db.commit()
                except BaseException:
                    db.rollback()
                    raise
            self._threads.presence.check()
        if self._threads.erased:
            self._empty_log()

    def _empty_log(self) -> None:
        """Write the log back into the file, so that nothing deleted is left in it.

        While others read this cannot be; then the next deletion does it, or the end of the app.
        """
        with suppress(sqlite3.DatabaseError):
            self._db.execute("PRAGMA busy_timeout = 0")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._db.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")

    def secret_key(self) -> str:
        """The secret that signs sessions, made at the first call and kept."""
        with self.transaction():
            self._table("settings").insert(
                {"name": "secret_key", "value": secrets.token_hex(32)}, ignore=True
            )
            row = self._row("settings", "name = ?", ["secret_key"])
        assert row is not None
        return cast(str, row["value"])

    def create_table(self, game: str, seating: Sequence[str], starter: str, mode: str = "") -> str:
        """Keep a new table and the names of its players; returns its code."""
        with self.transaction():
            code = self._free_code()
            self._table("tables").insert(
                {
                    "code": code,
                    "game": game,
                    "seating": json.dumps(list(seating)),
                    "starter": starter,
                    "mode": mode,
                    "created": _now(),
                    "changed": _now(),
                    "version": 1,
                }
            )
            used = self._db.execute("SELECT coalesce(max(used), 0) FROM names").fetchone()[0]
            self._table("names").insert_all(
                ({"name": name, "used": used + 1} for name in seating), replace=True
            )
        return code

    def table(self, code: str) -> TableRecord:
        """The table; raises `NotFoundError`, or `DamagedError` if it cannot be read."""
        row = self._row("tables", "code = ?", [code])
        if row is None:
            raise _no_table(code)
        return _record(row, self._table("steps").rows_where("code = ?", [code], order_by="id"))

    def table_version(self, code: str) -> int:
        """Only the version of a table; raises `NotFoundError`."""
        row = self._db.execute("SELECT version FROM tables WHERE code = ?", [code]).fetchone()
        if row is None:
            raise _no_table(code)
        return cast(int, row[0])

    def all_versions(self, code: str) -> tuple[int, int]:
        """The version of a table, and those of its entries added up; raises `NotFoundError`."""
        row = self._db.execute(f"{_VERSIONS} WHERE code = ?", [code]).fetchone()
        if row is None:
            raise _no_table(code)
        return cast(tuple[int, int], row)

    def viewed_versions(self, token: str) -> tuple[int, int]:
        """As `all_versions`, of the table that a token shows; raises `NotFoundError`."""
        where = "code = (SELECT code FROM views WHERE token = ?)"
        row = self._db.execute(f"{_VERSIONS} WHERE {where}", [token]).fetchone()
        if row is None:
            raise _no_view()
        return cast(tuple[int, int], row)

    def tables(self, codes: Collection[str] | None = None) -> list[TableRecord]:
        """All tables that can be read, or those with these codes, last changed first."""
        where, values = None, []
        if codes is not None:
            where, values = _AMONG, [json.dumps(list(codes))]
        with self._one_moment():
            order = "changed desc, rowid desc"
            rows = list(self._table("tables").rows_where(where, values, order_by=order))
            steps: defaultdict[str, list[Row]] = defaultdict(list)
            for step in self._table("steps").rows_where(where, values, order_by="id"):
                steps[step["code"]].append(step)
        return _readable(rows, lambda row: _record(row, steps[row["code"]]))

    def summaries(self, codes: Collection[str] | None) -> list[SummaryRecord]:
        """Summaries of the tables with these codes, last changed first.

        None: of all tables that are played in a mode of their own.
        """
        where, values = (_AMONG, [json.dumps(list(codes))]) if codes is not None else (_SOLO, [])
        rows = self._db.execute(
            "SELECT code, version, iif(summarised = version, summary, '') FROM tables"
            f" WHERE {where} ORDER BY changed DESC, rowid DESC",
            values,
        )
        return [SummaryRecord(*row) for row in rows]

    def keep_summaries(self, summaries: Iterable[SummaryRecord]) -> None:
        """Keep summaries of tables that still have their version."""
        new = json.dumps([[each.code, each.version, each.text] for each in summaries])
        with self.transaction():
            self._db.execute(
                "UPDATE tables SET summary = json_extract(value, '$[2]'), summarised = version"
                " FROM json_each(?) WHERE code = json_extract(value, '$[0]')"
                " AND version = json_extract(value, '$[1]')",
                [new],
            )

    def add_step(self, code: str, step: Step) -> None:
        """Add a step; what had been undone can no longer be redone."""
        with self.transaction():
            self._table("steps").delete_where("code = ? and undone is not null", [code])
            self._table("steps").insert(
                {
                    "code": code,
                    "kind": step.kind,
                    "payload": json.dumps(step.payload),
                    "at": _now(),
                }
            )
            self._touch(code)

    def undo(self, code: str) -> Step | None:
        """Take back the last step and return it; None if there is none."""
        with self.transaction():
            row = self._row("steps", "code = ? and undone is null", [code], "id desc")
            if row is None:
                return None
            order = self._db.execute(
                "SELECT coalesce(max(undone), 0) + 1 FROM steps WHERE code = ?", [code]
            ).fetchone()[0]
            self._table("steps").update(row["id"], {"undone": order})
            self._touch(code)
        return _step(row)

    def redo(self, code: str) -> Step | None:
        """Bring back the step undone last and return it; None if there is none."""
        with self.transaction():
            row = self._row("steps", "code = ? and undone is not null", [code], "undone desc")
            if row is None:
                return None
            self._table("steps").update(row["id"], {"undone": None})
            self._touch(code)
        return _step(row)

    def view_of(self, code: str) -> str:
        """The token with which a table can be looked at, made at the first call and kept."""
        with self.transaction():
            if self._row("tables", "code = ?", [code]) is None:
                raise _no_table(code)
            row = self._row("views", "code = ?", [code])
            token = row["token"] if row else secrets.token_urlsafe(VIEW_BYTES)
            if row is None:
                self._table("views").insert({"token": token, "code": code})
        return cast(str, token)

    def viewed(self, token: str) -> str:
        """The code of the table that a token shows; raises `NotFoundError`."""
        row = self._row("views", "token = ?", [token])
        if row is None:
            raise _no_view()
        return cast(str, row["code"])

    def aliases(self) -> dict[str, str]:
        """For each name that stands for another one in the records, that one."""
        row = self._row("settings", "name = ?", [ALIASES])
        if row is None:
            return {}
        damaged = DamagedError(N_("The merged names of the records cannot be read."))
        return _json(row["value"], dict, damaged)

    def set_aliases(self, aliases: Mapping[str, str]) -> None:
        """Replace all of `aliases`."""
        with self.transaction():
            self._table("settings").insert(
                {"name": ALIASES, "value": json.dumps(aliases)}, replace=True
            )

    def names(self) -> list[str]:
        """Names of players, most recently used first."""
        return [row["name"] for row in self._table("names").rows_where(order_by="used desc, name")]

    def entry(self, code: str, seat: int, stage: int) -> EntryRecord:
        """The entry of a player's stage, empty if there is none; may raise `DamagedError`."""
        row = self._row("entries", "code = ? and seat = ? and stage = ?", [code, seat, stage])
        if row is None:
            return EntryRecord()
        damaged = DamagedError.of_table(code)
        state, history = _json(row["state"], dict, damaged), _json(row["history"], list, damaged)
        return EntryRecord(row["version"], state, tuple(history))

    def entry_version(self, code: str, seat: int, stage: int) -> int:
        """Only the version of an entry, 0 if there is none."""
        where = "code = ? AND seat = ? AND stage = ?"
        try:
            row = self._db.execute(
                f"SELECT version FROM entries WHERE {where}", [code, seat, stage]
            ).fetchone()
        except OverflowError:  # no row has a number that SQLite cannot hold
            return 0
        return cast(int, row[0]) if row else 0

    def save_entry(
        self,
        code: str,
        seat: int,
        stage: int,
        state: Mapping[str, Any],
        version: int,
        history: Sequence[Sequence[str]] = (),
    ) -> int:
        """Replace an entry that still has ``version``; returns the new version.

        Raises `ConflictError` with the current record if it does not.
        """
        with self.transaction():
            if self.entry_version(code, seat, stage) != version:
                raise ConflictError(CHANGED_MEANWHILE, current=self.entry(code, seat, stage))
            self._table("entries").insert(
                {
                    "code": code,
                    "seat": seat,
                    "stage": stage,
                    "state": json.dumps(state),
                    "history": json.dumps(history),
                    "version": version + 1,
                    "changed": _now(),
                },
                replace=True,
            )
        return version + 1

    def set_copy(self, code: str, copy: int | None) -> None:
        """Say which copy of the game a table plays with; None: the default."""
        with self.transaction():
            self._table("tables").update(code, {"copy": copy})
            self._touch(code)

    def add_copy(self, game: str, name: str, profile: str, photos: int) -> int:
        """Keep a copy of a game; returns its number."""
        row = {
            "game": game,
            "name": name,
            "profile": profile,
            "photos": photos,
            "notes": "[]",
            "changed": _now(),
        }
        with self.transaction():
            return cast(int, self._table("copies").insert(row).last_pk)

    def copy(self, number: int) -> CopyRecord:
        """The copy; raises `NotFoundError`, or `DamagedError` if it cannot be read."""
        row = self._row("copies", "number = ?", [number])
        if row is None:
            raise NotFoundError(N_("There is no copy %(number)d here."), number=number)
        return _copy(row)

    def copies(self) -> list[CopyRecord]:
        """All copies that can be read, last changed first."""
        return _readable(self._table("copies").rows_where(order_by="changed desc"), _copy)

    def change_copy(self, number: int, **changes: Any) -> None:
        """Replace any of a copy's ``name``, ``profile``, ``photos`` and ``notes``."""
        if "notes" in changes:
            changes["notes"] = json.dumps(changes["notes"])
        with self.transaction():
            self.copy(number)
            self._table("copies").update(number, {**changes, "changed": _now()})

    def delete_copy(self, number: int) -> None:
        """Forget a copy; tables that play with it go back to the default."""
        with self.transaction():
            self._db.execute("UPDATE tables SET copy = NULL WHERE copy = ?", [number])
            self._table("copies").delete_where("number = ?", [number])

    def add_photo(self, code: str, jpeg: bytes) -> int:
        """Keep a photo (JPEG bytes without metadata); returns its number."""
        with self.transaction():
            row = {"code": code, "jpeg": jpeg, "at": _now()}
            return cast(int, self._table("photos").insert(row).last_pk)

    def photo(self, code: str, number: int) -> bytes:
        """The JPEG bytes; raises `NotFoundError`."""
        row = self._row("photos", "code = ? and number = ?", [code, number])
        if row is None:
            raise NotFoundError(N_("There is no photo %(number)d here."), number=number)
        return cast(bytes, row["jpeg"])

    def kept(self, codes: Collection[str], *, photos: bool = True) -> Kept:
        """These tables with everything of them; raises `DamagedError` if one cannot be read."""
        with self._one_moment():
            return read_kept(self._db, codes, photos=photos)

    def take_in(self, kept: Kept, known: Collection[str] | None = None) -> tuple[str, ...]:
        """Add tables from elsewhere; returns their codes here, new ones unless ``known``."""
        with self.transaction():
            return write_kept(self._db, kept, self._free_code, known)

    def codes(self) -> list[str]:
        """The codes of all tables, the oldest first."""
        return [row["code"] for row in self._table("tables").rows_where(order_by="rowid")]

    def delete_photo(self, code: str, number: int) -> None:
        """Delete a photo, so that its bytes are nowhere in the file."""
        with self.transaction():
            self._table("photos").delete_where("code = ? and number = ?", [code, number])
            self._threads.erased = True

    def delete_table(self, code: str) -> None:
        """Delete a table and everything of it, and names that no other table has."""
        with self.transaction():
            row = self._row("tables", "code = ?", [code])
            if row is None:
                raise _no_table(code)
            for name in self._db.table_names():
                if name != "tables" and "code" in self._table(name).columns_dict:
                    self._table(name).delete_where("code = ?", [code])
            self._table("tables").delete(code)
            self._db.execute(
                f"DELETE FROM names WHERE name IN ({_NAMES}) AND name NOT IN"
                f" (SELECT own.value FROM tables, json_each({_VALID}) AS own)",
                [row["seating"]],
            )
            self._threads.erased = True

    def _table(self, name: str) -> Table:
        return cast(Table, self._db[name])

    def _row(
        self, table: str, where: str, values: Sequence[Any], order_by: str | None = None
    ) -> dict[str, Any] | None:
        rows = self._table(table).rows_where(where, values, order_by=order_by, limit=1)
        try:
            return next(iter(rows), None)
        except OverflowError:  # no row has a number that SQLite cannot hold
            return None

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        """What is read inside is of one moment, whatever others write meanwhile."""
        db = self._db
        if db.conn.in_transaction:
            yield
            return
        db.execute("BEGIN")
        try:
            yield
        finally:
            db.rollback()

    def _touch(self, code: str) -> None:
        self._db.execute(
            "UPDATE tables SET version = version + 1, changed = ? WHERE code = ?", [_now(), code]
        )

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if self._row("tables", "code = ?", [code]) is None:
                return code


def _record(row: Row, steps: Iterable[Row]) -> TableRecord:
    """The table of a row and of the rows of its steps, in their order."""
    damaged = DamagedError.of_table(row["code"])
    steps = list(steps)
    undone = [step for step in steps if step["undone"] is not None]
    if not all(isinstance(step["undone"], int) for step in undone):
        raise damaged
    undone.sort(key=lambda step: cast(int, step["undone"]))
    return TableRecord(
        code=row["code"],
        game=row["game"],
        seating=tuple(_json(row["seating"], list, damaged)),
        starter=row["starter"],
        created=row["created"],
        version=row["version"],
        steps=tuple(_step(step) for step in steps if step["undone"] is None),
        undone=tuple(map(_step, undone)),
        copy=row["copy"],
        mode=row["mode"],
    )


def _readable(rows: Iterable[Row], read: Callable[[Row], Record]) -> list[Record]:
    """What can be read; the log tells of the rest, which must not hide it."""
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except DamagedError as error:
            logger.warning("%s", error)
    return found


def _json(text: Any, kind: type[Kind], damaged: DamagedError) -> Kind:
    """The value of a JSON text; raises ``damaged`` if it is no JSON or of another kind."""
    try:
        value = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise damaged from error
    if not isinstance(value, kind):
        raise damaged
    return value


def _step(row: Row) -> Step:
    payload = _json(row["payload"], dict, DamagedError.of_table(row["code"]))
    return Step(row["kind"], payload, row["at"])


def _copy(row: Row) -> CopyRecord:
    damaged = DamagedError(
        N_("Copy %(number)d cannot be read: what is kept of it is damaged."), number=row["number"]
    )
    return CopyRecord(
        number=row["number"],
        game=row["game"],
        name=row["name"],
        profile=row["profile"],
        photos=row["photos"],
        notes=tuple(_json(row["notes"], list, damaged)),
        changed=row["changed"],
    )


def _no_view() -> NotFoundError:
    return NotFoundError(N_("This link shows no table. Ask for a new one at the table."))


def _no_table(code: str) -> NotFoundError:
    short = code if len(code) <= LONGEST_QUOTE else f"{code[:LONGEST_QUOTE]}…"
    return NotFoundError(
        N_("There is no table %(code)s. Check its code, or start a new game."), code=short
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
