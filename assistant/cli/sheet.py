"""``sheet``: the card to print and lay beside the pyramid."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.files import write_file
from assistant.cli.output import remark
from assistant.core.errors import AssistantError
from assistant.wiring import sheet_file


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where the page goes."""
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="PDF to write")


def run(args: Namespace) -> int:
    """Write the page; 1 if the file cannot be written."""
    try:
        write_file(args.out, sheet_file())
    except AssistantError as error:
        remark(str(error))
        return 1
    return 0
