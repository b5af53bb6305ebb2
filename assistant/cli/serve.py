"""``serve``: the web app on the home network."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from io import StringIO
from pathlib import Path
from sqlite3 import DatabaseError

import segno
import waitress

from assistant.cli.output import OutputError, put, remark
from assistant.core.errors import AssistantError
from assistant.network import is_every_address, lan_address
from assistant.resources import default_database
from assistant.wiring import build_app

THREADS = 8
LAST_PORT = 65535


def add_arguments(parser: ArgumentParser) -> None:
    """Declare host, port and database; their defaults come from the environment."""
    parser.add_argument(
        "--host",
        default=os.environ.get("HOST") or "0.0.0.0",
        help="address to listen on (HOST; default: every address of this machine)",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("PORT") or "8000",
        help="port to listen on (PORT; default 8000)",
    )
    parser.add_argument(
        "--database",
        type=Path,
        default=os.environ.get("DATABASE") or default_database(),
        metavar="PATH",
        help="file that holds everything (DATABASE; default in your data folder)",
    )


def _port(text: str) -> int:
    """A port; a larger number would silently listen on another one, 0 on any that is free."""
    port = int(text) if text.isdecimal() and len(text) <= len(str(LAST_PORT)) else -1
    if not 0 <= port <= LAST_PORT:
        raise ArgumentTypeError(f"{text!r} is not a port from 1 to {LAST_PORT}")
    return port


def run(args: Namespace) -> int:
    """Serve until interrupted; 1 if the address or the database cannot be used."""
    try:
        app = build_app(args.database)
    except (OSError, DatabaseError, AssistantError) as error:
        remark(f"The database {args.database} cannot be used: {error}")
        return 1
    try:
        server = waitress.create_server(app, host=args.host, port=args.port, threads=THREADS)
    except (OSError, ValueError, OverflowError) as error:
        remark(
            f"Cannot listen on {args.host} port {args.port}: {error}."
            " Is the app running already? Choose another with --port."
        )
        return 1
    _announce(args.host, args.port, args.database)
    server.run()  # until Ctrl+C, which it takes itself
    _say("Stopped. Everything is saved.")
    return 0


def _announce(host: str, port: int, database: Path) -> None:
    address = f"http://{lan_address() if is_every_address(host) else host}:{port}/"
    _say(_code(address) + f"Open {address} on every phone of the table (or scan the code).")
    _say(f"Everything is kept in {database}. Stop with Ctrl+C.")


def _code(address: str) -> str:
    """The QR code, or nothing where the terminal has no blocks to draw it with."""
    drawn = StringIO()
    segno.make(address, error="l").terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding if sys.stdout else "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()


def _say(text: str) -> None:
    """Tell whoever watches; the app serves just as well if nobody can."""
    with suppress(OutputError):
        put(text)
