"""``serve``: the web app on the home network."""

import _thread
import logging
import os
import signal
import sys
import threading
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from sqlite3 import DatabaseError
from types import FrameType

import segno

from assistant.cli.database import add_database
from assistant.cli.output import OutputError, put, remark
from assistant.core.errors import AssistantError
from assistant.network import (
    HERE,
    is_address,
    is_every_address,
    is_this_machine,
    listen,
    local_name,
    own_addresses,
    web_host,
)
from assistant.server import create_server
from assistant.wiring import build_app, close_app, stop_photos

LAST_PORT = 65535
EVERY_ADDRESS = ""
SECONDS_TO_TELL = 3.0
"""How long the end waits for phones that wait for a photo: they ask four times a second."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare host, port and database; their defaults come from the environment."""
    parser.add_argument(
        "--host",
        help="address to listen on (HOST; default: every address of this machine)",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("PORT") or "8000",
        help="port to listen on (PORT; default 8000)",
    )
    add_database(parser)
    parser.add_argument(
        "--allow",
        type=lambda text: tuple(name.strip().lower() for name in text.split(",") if name.strip()),
        default=os.environ.get("ALLOW") or "",
        metavar="NAME,...",
        help="other names under which phones open the app, as with a proxy (ALLOW; default none)",
    )
    parser.add_argument(
        "--proxy",
        default=os.environ.get("PROXY") or None,
        metavar="ADDRESS",
        help="address of a reverse proxy that speaks HTTPS to the phones (PROXY; default none)",
    )


def _port(text: str) -> int:
    """A port; a larger number would silently listen on another one, 0 on any that is free."""
    port = int(text) if text.isdecimal() and len(text) <= len(str(LAST_PORT)) else -1
    if not 0 <= port <= LAST_PORT:
        raise ArgumentTypeError(f"{text!r} is not a port from 1 to {LAST_PORT}")
    return port


def run(args: Namespace) -> int:
    """Serve until interrupted; 1 if the address or the database cannot be used."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        app = build_app(args.database, args.allow)
    except (OSError, DatabaseError, AssistantError) as error:
        remark(f"The database {args.database} cannot be used: {error}")
        return 1
    host, source = _host(args.host)
    try:
        sockets = listen("" if is_every_address(host) and not args.host else host, args.port)
    except (OSError, ValueError, OverflowError) as error:
        remark(
            f"Cannot listen on {host or 'any address'} port {args.port}{source}: {error}."
            " Is the app running already? Choose another with --port."
        )
        return 1
    ending = _Ending(lambda: stop_photos(app, SECONDS_TO_TELL))
    for number in (signal.SIGINT, signal.SIGTERM):  # Ctrl+C, a service manager or a container
        signal.signal(number, ending)
    server = create_server(
        app, sockets, largest_body=app.config["MAX_CONTENT_LENGTH"], proxy=args.proxy
    )
    _announce(addresses(host, sockets[0].getsockname()[1]), args.database)
    server.run()  # until `_Ending` interrupts it
    close_app(app)
    _say("Stopped. Everything is saved.")
    return 0


class _Ending:
    """What a signal starts: phones that wait for a photo are told, then the server ends.

    A second signal ends it at once.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._begun = False
        self.thread = threading.Thread(target=self._wind_down, daemon=True)

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self._begun:
            for each in (signal.SIGINT, signal.SIGTERM):
                signal.signal(each, signal.SIG_IGN)
            raise KeyboardInterrupt
        self._begun = True
        self.thread.start()

    def _wind_down(self) -> None:
        """Runs beside the server, which goes on answering meanwhile."""
        try:
            self._tell()
        finally:
            if hasattr(signal, "pthread_kill"):
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
            else:
                _thread.interrupt_main(signal.SIGTERM)


def _host(given: str | None) -> tuple[str, str]:
    """Where to listen, and for messages where that comes from.

    Some shells and tools put the name of the machine into HOST; that is left alone.
    """
    named = os.environ.get("HOST", "")
    if given is not None:
        return given, ""
    if not named or is_address(named):
        return named, " (from the environment variable HOST)" if named else ""
    remark(
        f"The environment variable HOST is {named!r}, which is no address: it is left alone, and"
        " the app listens on every address. Give an address with --host."
    )
    return EVERY_ADDRESS, ""


def addresses(host: str, port: int) -> list[str]:
    """The web addresses for phones, the likeliest first; of this machine alone if none reaches it.

    ``host`` is what is listened on; empty: every address.
    """
    hosts = [host]
    if is_every_address(host):
        hosts = [each for each in own_addresses() if _is_bound(host, each)]
        name = local_name() if hosts else None
        hosts += [name] if name else []
    return [
        f"http://{web_host(each)}:{port}/" for each in hosts or [HERE if host != "::" else "::1"]
    ]


def _is_bound(host: str, address: str) -> bool:
    """Whether who listens on ``host``, which is every address of one kind or of both, hears it."""
    return not host or (":" in host) == (":" in address)


def _announce(reached: Sequence[str], database: Path) -> None:
    first, *others = reached
    if is_this_machine(first.split("//")[1].rsplit(":", 1)[0].strip("[]")):
        _say(
            f"Open {first} on this machine. Phones cannot reach it: there is no network, or the"
            " app was told to listen on this machine alone."
        )
    else:
        _say(_code(first) + f"Open {first} on every phone of the table (or scan the code).")
    if others:
        _say(f"If a phone does not reach that, try {' or '.join(others)}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        _say("It runs as root, which it does not need: better use an ordinary user.")
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
