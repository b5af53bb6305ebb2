"""The shape of the database, as steps that are applied once each, in order."""

import json
from typing import Any

from sqlite_utils import Database, Migrations

migrations = Migrations("assistant")


@migrations()
def m001_tables_entries_photos(db: Database) -> None:
    """Tables with their steps, stage entries, photos, remembered names and settings."""
    db.table("settings").create({"name": str, "value": str}, pk="name", not_null={"value"})
    db.table("names").create({"name": str, "used": int}, pk="name", not_null={"used"})
    db.table("tables").create(
        {
            "code": str,
            "game": str,
            "seating": str,
            "starter": str,
            "created": str,
            "changed": str,
            "version": int,
        },
        pk="code",
        not_null={"game", "seating", "starter", "created", "changed", "version"},
    )
    db.table("steps").create(
        {"id": int, "code": str, "kind": str, "payload": str, "at": str, "undone": int},
        pk="id",
        not_null={"code", "kind", "payload", "at"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("steps").create_index(["code", "id"])
    db.table("entries").create(
        {"code": str, "seat": int, "stage": int, "state": str, "version": int, "changed": str},
        pk=("code", "seat", "stage"),
        not_null={"state", "version", "changed"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("photos").create(
        {"number": int, "code": str, "jpeg": bytes, "at": str},
        pk="number",
        not_null={"code", "jpeg", "at"},
        foreign_keys=[("code", "tables", "code")],
    )


@migrations()
def m002_copies(db: Database) -> None:
    """What the photo reader has learned of copies of the games, and which a table plays with."""
    db.table("copies").create(
        {
            "number": int,
            "game": str,
            "name": str,
            "profile": str,
            "photos": int,
            "notes": str,
            "changed": str,
        },
        pk="number",
        not_null={"game", "name", "profile", "photos", "notes", "changed"},
    )
    db.table("tables").add_column("copy", int)


@migrations()
def m003_mode(db: Database) -> None:
    """How a table is played: with the pad alone, or by one player against THE Legend."""
    db.table("tables").add_column("mode", str, not_null_default="")


@migrations()
def m004_history(db: Database) -> None:
    """The history of an entry apart from its state, each step a title and a text."""
    db.table("entries").add_column("history", str, not_null_default="[]")
    rows = db.execute("SELECT rowid, state FROM entries WHERE state LIKE '%history%'").fetchall()
    for row, text in rows:
        try:
            state = json.loads(text)
            history = [_title_and_text(*step) for step in state.pop("history")]
        except (TypeError, ValueError, KeyError, AttributeError, RecursionError):
            continue  # a damaged entry is told of when somebody opens it
        db.execute(
            "UPDATE entries SET state = ?, history = ? WHERE rowid = ?",
            [json.dumps(state), json.dumps(history), row],
        )


@migrations()
def m005_views(db: Database) -> None:
    """The links with which a table can be looked at and not changed."""
    db.table("views").create({"token": str, "code": str}, pk="token", not_null={"code"})
    db.table("views").create_index(["code"], unique=True)


@migrations()
def m006_summaries(db: Database) -> None:
    """Each table in short for lists of games, and the version of the table that it is of."""
    db.table("tables").add_column("summary", str, not_null_default="")
    db.table("tables").add_column("summarised", int, not_null_default=0)


@migrations()
def m007_photos_in_use(db: Database) -> None:
    """Photos that were replaced go; where an entry of a table is damaged its photos stay."""
    used: set[int] = set()
    damaged: set[str] = set()
    for code, text in db.execute("SELECT code, state FROM entries").fetchall():
        try:
            photo = json.loads(text).get("photo") or {}
            used |= {photo[key] for key in ("number", "picture") if photo.get(key) is not None}
        except (TypeError, ValueError, AttributeError, RecursionError):
            damaged.add(code)
    for number, code in db.execute("SELECT number, code FROM photos").fetchall():
        if number not in used and code not in damaged:
            db.execute("DELETE FROM photos WHERE number = ?", [number])


def _title_and_text(title: str, layout: str, laid: Any = None) -> tuple[str, str]:
    """A step of before: in Pyramido gems and cards on the blocks came apart from the layout."""
    if laid is None:
        return title, layout
    places = (laid.get(kind, []) for kind in ("marks", "cards"))
    lies = "|".join(" ".join(",".join(map(str, place)) for place in own) for own in places)
    return title, f"{layout}|{lies}"
