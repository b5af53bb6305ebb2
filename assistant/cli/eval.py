"""``eval``: how well a folder of photos with known layouts is read."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.output import check_output, put, remark
from assistant.core.errors import AssistantError
from assistant.wiring import evaluate_folder


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the folder and what it is read with."""
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="folder with photos and their truth.jsonl"
    )
    parser.add_argument(
        "--profile", type=Path, metavar="FILE", help="profile of this copy of the game"
    )
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N photos")


def run(args: Namespace) -> int:
    """Print the figures; 1 if the folder cannot be measured."""
    check_output()
    try:
        put(evaluate_folder(args.folder, profile=args.profile, limit=args.limit))
    except AssistantError as error:
        remark(str(error))
        return 1
    return 0
