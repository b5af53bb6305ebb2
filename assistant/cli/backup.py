"""``backup``: a copy of everything, also while the app runs."""

import sqlite3
from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.database import add_database
from assistant.cli.output import put, remark
from assistant.core.errors import AssistantError
from assistant.wiring import back_up


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where the copy goes, and of what."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy; replaces an older one")
    add_database(parser)


def run(args: Namespace) -> int:
    """Make the copy; 1 if that cannot be."""
    try:
        back_up(args.database, args.file)
    except (OSError, sqlite3.DatabaseError, AssistantError) as error:
        remark(f"The copy {args.file} cannot be made: {error}")
        return 1
    put(f"{args.file} is a whole copy of {args.database}.")
    return 0
