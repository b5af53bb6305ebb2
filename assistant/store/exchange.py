"""Tables out of one database and into another, with all their rows."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from sqlite_utils import Database
from sqlite_utils.db import Table

from assistant.core.errors import DamagedError
from assistant.service.kept import (
    Kept,
    KeptCopy,
    KeptEntry,
    KeptName,
    KeptPhoto,
    KeptStep,
    KeptTable,
    same_table,
    with_photos,
)

Row = Mapping[str, Any]


def read_kept(db: Database, codes: Collection[str], *, photos: bool = True) -> Kept:
    """These tables with everything of them, in the order of the codes.

    Raises:
        DamagedError: one of them cannot be read.
    """
    rows = {row["code"]: row for row in _where(db, "tables", codes)}
    steps, entries = _by_code(db, "steps", codes), _by_code(db, "entries", codes)
    pictures = _by_code(db, "photos", codes) if photos else {}
    tables = tuple(
        _table(rows[code], steps.get(code, ()), entries.get(code, ()), pictures.get(code, ()))
        for code in codes
        if code in rows
    )
    copies = {table.copy for table in tables if table.copy is not None}
    names = {name for table in tables for name in table.seating}
    return Kept(
        tables,
        tuple(_copy(row) for row in db.table("copies").rows if row["number"] in copies),
        tuple(KeptName(**row) for row in db.table("names").rows if row["name"] in names),
    )


def write_kept(
    db: Database, kept: Kept, free_code: Callable[[], str], known: Collection[str] | None
) -> tuple[str, ...]:
    """Add these tables to the others; returns their codes, which may have had to be others.

    A table that is here already is left alone. Numbers that are taken here are changed. Codes that
    are not ``known`` are changed, too; None: all are.
    """
    copies = {copy.number: _write_copy(db, copy) for copy in kept.copies}
    for name in kept.names:
        _insert(db, "names", {"name": name.name, "used": name.used}, ignore=True)
    codes = []
    for table in kept.tables:
        foreign = known is not None and table.code not in known
        here = () if foreign else read_kept(db, [table.code]).tables
        code = free_code() if foreign or here else table.code
        if here and same_table(here[0], table):
            code = table.code
        else:
            copy = None if table.copy is None else copies.get(table.copy)
            _write_table(db, replace(table, code=code, copy=copy))
        codes.append(code)
    return tuple(codes)


def _write_table(db: Database, table: KeptTable) -> None:
    code = table.code
    _insert(
        db,
        "tables",
        {
            "code": code,
            "game": table.game,
            "seating": json.dumps(table.seating),
            "starter": table.starter,
            "created": table.created,
            "changed": table.changed,
            "version": table.version,
            "mode": table.mode,
            "copy": table.copy,
        },
    )
    numbers = {photo.number: _write_photo(db, code, photo) for photo in table.photos}
    taken = any(_is_taken(db, "steps", "id", step.id) for step in table.steps)
    for step in sorted(table.steps, key=lambda step: step.id):
        row = {
            "code": code,
            "kind": step.kind,
            "payload": json.dumps(step.payload),
            "at": step.at,
            "undone": step.undone,
        }
        _insert(db, "steps", row if taken else {"id": step.id, **row})
    for entry in with_photos(table, numbers).entries:
        row = {
            "code": code,
            "seat": entry.seat,
            "stage": entry.stage,
            "state": json.dumps(entry.state),
            "history": json.dumps(entry.history),
            "version": entry.version,
            "changed": entry.changed,
        }
        _insert(db, "entries", row)


def _write_photo(db: Database, code: str, photo: KeptPhoto) -> int:
    row: dict[str, Any] = {"code": code, "jpeg": photo.jpeg, "at": photo.at}
    if not _is_taken(db, "photos", "number", photo.number):
        row["number"] = photo.number
    return _insert(db, "photos", row)


def _write_copy(db: Database, copy: KeptCopy) -> int:
    """The number of the copy here; one that is the same is used."""
    for here in db.table("copies").rows:
        if (here["game"], here["name"], here["profile"]) == (copy.game, copy.name, copy.profile):
            return cast(int, here["number"])
    row: dict[str, Any] = {
        "game": copy.game,
        "name": copy.name,
        "profile": copy.profile,
        "photos": copy.photos,
        "notes": json.dumps(copy.notes),
        "changed": copy.changed,
    }
    if not _is_taken(db, "copies", "number", copy.number):
        row["number"] = copy.number
    return _insert(db, "copies", row)


def _insert(db: Database, table: str, row: Row, *, ignore: bool = False) -> int:
    return cast(int, cast(Table, db[table]).insert(dict(row), ignore=ignore).last_pk)


def _is_taken(db: Database, table: str, column: str, number: int) -> bool:
    return bool(db.execute(f"SELECT 1 FROM {table} WHERE {column} = ?", [number]).fetchone())


def _where(db: Database, table: str, codes: Collection[str]) -> Iterable[Row]:
    order = {"tables": "rowid", "steps": "id", "entries": "seat, stage", "photos": "number"}
    return cast(Table, db[table]).rows_where(
        "code IN (SELECT value FROM json_each(?))", [json.dumps(list(codes))], order_by=order[table]
    )


def _by_code(db: Database, table: str, codes: Collection[str]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in _where(db, table, codes):
        found.setdefault(row["code"], []).append(row)
    return found


def _table(
    row: Row, steps: Iterable[Row], entries: Iterable[Row], photos: Iterable[Row]
) -> KeptTable:
    try:
        return KeptTable(
            **{name: row[name] for name in ("code", "game", "starter", "created", "changed")},
            version=row["version"],
            seating=tuple(json.loads(row["seating"])),
            mode=row["mode"],
            copy=row["copy"],
            steps=tuple(
                KeptStep(s["id"], s["kind"], json.loads(s["payload"]), s["at"], s["undone"])
                for s in steps
            ),
            entries=tuple(_entry(own) for own in entries),
            photos=tuple(KeptPhoto(p["number"], p["at"], p["jpeg"]) for p in photos),
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise DamagedError.of_table(row["code"]) from error


def _entry(row: Row) -> KeptEntry:
    return KeptEntry(
        row["seat"],
        row["stage"],
        json.loads(row["state"]),
        tuple((title, text) for title, text in json.loads(row["history"])),
        row["version"],
        row["changed"],
    )


def _copy(row: Row) -> KeptCopy:
    return KeptCopy(**{**row, "notes": tuple(json.loads(row["notes"]))})
