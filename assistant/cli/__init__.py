"""The commands of ``python -m assistant``.

A command is a module of this package with two functions: ``add_arguments(parser)`` and
``run(args)``, which returns the exit status. It is imported only when its command runs, so that
cheap commands stay cheap: what a module needs at its top is loaded for nobody else.
"""

from argparse import REMAINDER, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Protocol, cast

from assistant.cli.output import OutputError, remark

PROG = "python -m assistant"
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""

COMMANDS = {
    "serve": "the web app; prints its address and a QR code for phones",
    "backup": "a copy of everything, also while the app runs",
    "restore": "a copy in place of the database",
    "export": "tables as a JSON file to take in elsewhere, or their scores as CSV",
    "import": "the tables of an export, added to the others",
    "rescue": "what can still be read of a damaged database, in a new file",
    "score": "what pyramids are worth and what is best, JSON lines in and out",
    "plan": "what to spend now and what to keep for later, JSON lines in and out",
    "legend": "what THE Legend takes and why, JSON lines in and out",
    "read": "what photos of pyramids show",
    "eval": "how well a folder of photos with known layouts is read",
    "calibrate": "learn a copy of the game from a photo and its right layout",
    "render": "a synthetic photo of a layout",
    "sheet": "the card to print and lay beside the pyramid, as PDF",
    "standings": "ranking, winners and next starter, JSON lines in and out",
    "simulate": "whole games: the scores of spending greedily, by plan and with foresight",
}
"""Each command, named as its module (``import_`` where Python has the name), and what it does."""


class Command(Protocol):
    """What the module of a command holds."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: Namespace) -> int:
        """Run the command and return its exit status."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; wrong usage exits with status 2."""
    chosen = _main_parser().parse_args(argv)
    args = command_parser(chosen.command).parse_args(chosen.arguments)
    try:
        return _command(chosen.command).run(args)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputError as error:
        if str(error):
            remark(str(error))
        return 1


def command_parser(name: str) -> ArgumentParser:
    """The arguments of one command."""
    parser = ArgumentParser(f"{PROG} {name}", description=f"{COMMANDS[name]}.")
    _command(name).add_arguments(parser)
    return parser


def _main_parser() -> ArgumentParser:
    width = max(map(len, COMMANDS))
    parser = ArgumentParser(
        PROG,
        usage="%(prog)s COMMAND ...",
        description="Companion for Pyramido: Forgotten Treasures, Pyramido and Pyramis.",
        epilog="commands:\n"
        + "\n".join(f"  {name:{width}}  {summary}" for name, summary in COMMANDS.items()),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS, help="see below")
    parser.add_argument("arguments", metavar="...", nargs=REMAINDER, help="COMMAND --help tells")
    return parser


def _command(name: str) -> Command:
    return cast(Command, import_module(f"{__name__}.{name}{'_' * iskeyword(name)}"))
