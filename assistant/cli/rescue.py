"""``rescue``: what can still be read of a damaged database, in a new file."""

import sqlite3
from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.database import add_database
from assistant.cli.output import put, remark
from assistant.core.errors import AssistantError
from assistant.wiring import rescue


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the new file, and what is damaged."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the new file")
    add_database(parser)


def run(args: Namespace) -> int:
    """Save what can be read and say how much that is; 1 if nothing can."""
    try:
        found = rescue(args.database, args.file)
    except (OSError, sqlite3.DatabaseError, AssistantError) as error:
        remark(f"Nothing can be saved from {args.database}: {error}")
        return 1
    for table in found:
        put(f"{table.table}: {table.rows} rows" + ("" if table.whole else ", some are lost"))
    put(f"Look at it with: python -m assistant serve --database {args.file}")
    return 0
