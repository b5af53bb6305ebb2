"""``restore``: a copy in place of the database."""

import sqlite3
from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.database import add_database
from assistant.cli.output import put, remark
from assistant.core.errors import AssistantError
from assistant.wiring import restore


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which copy, and where it goes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a copy made by backup")
    add_database(parser)


def run(args: Namespace) -> int:
    """Put the copy in place; 1 if that cannot be."""
    try:
        aside = restore(args.file, args.database)
    except (OSError, sqlite3.DatabaseError, AssistantError) as error:
        remark(f"{args.file} cannot be put in place: {error}")
        return 1
    put(f"{args.database} is what {args.file} holds.")
    if aside:
        put(f"What was there before is in {aside}.")
    return 0
