"""The option that says where everything is kept."""

import os
from argparse import ArgumentParser
from pathlib import Path

from assistant.resources import default_database


def add_database(parser: ArgumentParser) -> None:
    """Declare the database; its default comes from the environment."""
    parser.add_argument(
        "--database",
        type=Path,
        default=os.environ.get("DATABASE") or default_database(),
        metavar="PATH",
        help="file that holds everything (DATABASE; default in your data folder)",
    )
