"""``import``: the tables of an export, added to those of a database."""

import sqlite3
from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.database import add_database
from assistant.cli.output import put, remark
from assistant.core.errors import AssistantError
from assistant.wiring import open_sharing


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the file and the database that takes it in."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a JSON file that export wrote")
    add_database(parser)


def run(args: Namespace) -> int:
    """Take the tables in and say their codes; 1 if they cannot be, and nothing is changed."""
    try:
        text = args.file.read_bytes()
        with open_sharing(args.database, make=True) as sharing:
            taken = sharing.take_in(text)
    except (OSError, sqlite3.DatabaseError, AssistantError) as error:
        remark(f"{args.file} cannot be taken in: {error}")
        return 1
    for table in taken:
        was = f", which was {table.was} there" if table.was != table.code else ""
        put(f"Table {table.code}{was}.")
    return 0
