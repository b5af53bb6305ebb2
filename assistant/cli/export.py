"""``export``: tables as a JSON file to take in elsewhere, or their scores as CSV."""

import sqlite3
from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.database import add_database
from assistant.cli.files import write_file
from assistant.cli.output import put, remark
from assistant.core.errors import AssistantError
from assistant.service.score_rows import csv_text
from assistant.service.sharing import Sharing
from assistant.wiring import open_sharing


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the file, which tables, and what of them."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to; replaces an older one")
    parser.add_argument(
        "--table",
        action="append",
        type=str.upper,
        metavar="CODE",
        help="only this table; may be given several times",
    )
    parser.add_argument("--csv", action="store_true", help="the scores for a spreadsheet instead")
    parser.add_argument("--no-photos", action="store_true", help="without the photos")
    add_database(parser)


def run(args: Namespace) -> int:
    """Write the file; 1 if that cannot be."""
    try:
        with open_sharing(args.database) as sharing:
            codes = args.table or sharing.codes()
            write_file(args.file, _content(sharing, codes, args).encode())
    except (OSError, sqlite3.DatabaseError, AssistantError) as error:
        remark(f"The tables of {args.database} cannot be exported: {error}")
        return 1
    put(f"{args.file} holds {len(codes)} tables of {args.database}.")
    return 0


def _content(sharing: Sharing, codes: list[str], args: Namespace) -> str:
    if args.csv:
        return csv_text(sharing.tables(codes))
    return sharing.export(codes, photos=not args.no_photos)
