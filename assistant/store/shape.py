"""Whether a database has the shape that this version of the app works on."""

from sqlite_utils import Database

from assistant.core.errors import N_, DamagedError, InputError
from assistant.store.migrations import migrations

Shape = dict[str, tuple[list[str], set[str]]]
"""For each table its primary key and its columns."""

IN_MEMORY = ":memory:"


def check_path(path: str) -> None:
    """Raise `InputError` if SQLite would keep nothing at this path."""
    if path == IN_MEMORY:
        raise InputError(
            N_("it has to be a file, or all games are lost at the end. Give it another name.")
        )


def check_not_newer(db: Database) -> None:
    """Raise `InputError` if a newer version of the app has migrated the database."""
    empty = Database(memory=True)
    known = {step.name for step in migrations.pending(empty)}
    empty.close()
    newer = [step.name for step in migrations.applied(db) if step.name not in known]
    if newer:
        raise InputError(
            N_(
                "a newer version of the app has changed it (%(names)s). Update the app, or"
                " choose another file."
            ),
            names=", ".join(newer),
        )


def check_complete(db: Database) -> None:
    """Raise `DamagedError` if anything is missing from a database with all migrations applied."""
    missing = _missing(_shape(db), _needed())
    if missing:
        raise DamagedError(
            N_(
                "it is damaged, there is no %(missing)s. Put a copy of the file in its place, or"
                " choose another file."
            ),
            missing=", ".join(missing),
        )


def _missing(found: Shape, needed: Shape) -> list[str]:
    missing = []
    for table, (key, columns) in needed.items():
        if table not in found:
            missing.append(f"table {table}")
            continue
        missing += [f"column {table}.{name}" for name in sorted(columns - found[table][1])]
        if columns <= found[table][1] and key != found[table][0]:
            missing.append(f"primary key of table {table}")
    return missing


def _needed() -> Shape:
    fresh = Database(memory=True)
    migrations.apply(fresh)
    shape = _shape(fresh)
    fresh.close()
    return shape


def _shape(db: Database) -> Shape:
    return {
        name: (db.table(name).pks, {column.name for column in db.table(name).columns})
        for name in db.table_names()
    }
