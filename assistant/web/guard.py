"""What is refused before any page is asked: hosts that are not ours, scripts that send too much."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from assistant.web.errors import answer
from assistant.web.i18n import gettext as _

LARGEST_JSON = 256 * 1024
"""Bytes of the largest body that a script of ours may send, many times what one needs."""
HOSTS = "ALLOWED_HOSTS"
"""The setting with the names that the user allows besides the machine's own."""


def init_app(app: Flask) -> None:
    """Look at every request first."""
    app.config.setdefault(HOSTS, ())
    app.before_request(_refuse_foreign_host)
    app.before_request(_limit_json)


def is_ours(host: str, allowed: tuple[str, ...] = ()) -> bool:
    """Whether a ``Host`` header names this machine: its address, its own name, or one allowed.

    A page elsewhere can have its name point to this machine, and would then read what it shows;
    it cannot give itself one of these names.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".").lower()
        urlsplit(f"//{host}").port  # noqa: B018 (it refuses what is no port)
    except ValueError:
        return False
    own = socket.gethostname().split(".")[0].lower()
    if name in ("localhost", own) or name.endswith(".local") or name in allowed:
        return True
    try:
        ip_address(name.split("%")[0])
    except ValueError:
        return False
    return True


def _refuse_foreign_host() -> tuple[Response | str, int] | None:
    if is_ours(request.host, current_app.config[HOSTS]):
        return None
    message = _(
        "The app does not know itself by this name. Open it by the address that it shows at its"
        " start, or start it with --allow NAME."
    )
    return answer(message, 400)


def _limit_json() -> None:
    if request.is_json:
        request.max_content_length = LARGEST_JSON
