"""waitress, set for a house full of phones: connections that say nothing keep nobody out."""

import json
import logging
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

THREADS = 8
MOST_CONNECTIONS = 1000
MOST_OF_ONE_ADDRESS = 100
"""Connections of one address: a browser opens at most six, so this is a house behind one proxy."""
IDLE_SECONDS = 30.0
REQUEST_SECONDS = 300.0
"""For a whole request to arrive: the largest photo over a poor connection."""
CLEANING_SECONDS = 5.0
LINGERING_SECONDS = 60.0
"""For the rest of what is too large, which goes nowhere: browsers read no answer before its end."""
FILES_A_CONNECTION = 3
"""The connection, and a temporary file each for what comes in and goes out."""
OTHER_FILES = 100

logger = logging.getLogger(__name__)


_NO_ROOM = (
    "This could not be taken in: the disk of the machine that runs the app is full, or cannot be"
    " written. Make room there, then try again."
)


class _Refusal:
    """What the server itself answers: a sentence as JSON for scripts, as text for a person."""

    def __init__(self, status: str, sentence: str, *, as_json: bool) -> None:
        self.status = status
        self.sentence = sentence
        self.as_json = as_json

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        kind = "application/json" if self.as_json else "text/plain; charset=utf-8"
        text = json.dumps({"error": self.sentence}) if self.as_json else self.sentence
        return self.status, [("Content-Type", kind)], f"{text}\n".encode()


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request; the sentence of a refusal is for the person who sent it."""

    error: Any = None

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            most = self.adj.max_request_body_size // 2**20
            self.refuse("413 Content Too Large", f"That file is too large: at most {most} MB.")
        return taken

    def refuse(self, status: str, sentence: str) -> None:
        """Answer this instead of asking the app."""
        as_json = "json" in self.headers.get("ACCEPT", "")
        self.error = _Refusal(status, sentence, as_json=as_json)
        self.completed = True


class _Task(WSGITask):  # type: ignore[misc]
    """One answer; waitress closes the connection after each that has no body, which polls are."""

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if asked or self.has_body or self.version != "1.1":
            super().set_close_on_finish()


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection; its times are those of a clock that never jumps."""

    parser_class = _Parser
    task_class = _Task
    request: Any = None
    close_when_flushed = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.heard = self.began = time.monotonic()
        self.lingers_since: float | None = None
        super().__init__(*args, **kwargs)

    def received(self, data: bytes) -> bool:
        self.heard = time.monotonic()
        if self.request is None:
            self.began = self.heard
        if self.lingers_since:
            return True
        try:
            return bool(super().received(data))
        except OSError as error:  # from the temporary file of a large body
            logger.error("a request cannot be taken in: %s", error)
            request, self.request = self.request, None
            request.refuse("503 Service Unavailable", f"{_NO_ROOM} ({error.strerror})")
            self.requests.append(request)
            self.server.add_task(self)
            return True

    def handle_write(self) -> None:
        answered = self.close_when_flushed and not self.total_outbufs_len
        if answered and not self.will_close and not self.lingers_since:
            self.close_when_flushed = False
            self.lingers_since = time.monotonic()
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
            return
        super().handle_write()

    def service(self) -> None:
        super().service()
        self.heard = time.monotonic()

    def _flush_some(self, do_close: bool = True) -> bool:
        sent = bool(super()._flush_some(do_close))
        if sent:
            self.heard = time.monotonic()
        return sent

    def end(self) -> None:
        """Close it in the coming round of the loop, even if the other side takes nothing."""
        self.will_close = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def is_over(self, now: float) -> bool:
        """Whether nothing was heard for too long, or a request is dripping in."""
        if self.requests:
            return False
        if self.lingers_since and now - self.lingers_since > LINGERING_SECONDS:
            return True
        dripping = self.request is not None and now - self.began > REQUEST_SECONDS
        return dripping or now - self.heard > IDLE_SECONDS


class _Listener(TcpWSGIServer):  # type: ignore[misc]
    """Takes connections in; where there are too many, the one silent for longest has to go."""

    channel_class = _Channel
    next_channel_cleanup = float("inf")  # waitress cleans by a clock that may jump
    next_cleaning = 0.0

    def readable(self) -> bool:
        now = time.monotonic()
        if now >= self.next_cleaning:
            self.next_cleaning = now + CLEANING_SECONDS
            for channel in self.channels():
                if channel.is_over(now):
                    channel.end()
        return bool(super().readable())

    def handle_accept(self) -> None:
        super().handle_accept()
        channels = self.channels()
        if not channels:
            return
        client = channels[-1].addr[0]
        self._make_room([each for each in channels if each.addr[0] == client], MOST_OF_ONE_ADDRESS)
        self._make_room(self.channels(), self.adj.connection_limit - len(self._others()) - 1)

    def channels(self) -> list[_Channel]:
        """All connections that stay, whichever address took them in, in order of arrival."""
        known = self._map.values()
        return [each for each in known if isinstance(each, _Channel) and not each.will_close]

    def _others(self) -> list[Any]:
        return [each for each in self._map.values() if not isinstance(each, _Channel)]

    def _make_room(self, channels: Sequence[_Channel], most: int) -> None:
        if len(channels) <= most:
            return
        newest = channels[-1]
        silent = [each for each in channels if not each.requests and each is not newest]
        min(silent, key=lambda each: each.heard, default=newest).end()


def create_server(
    app: Callable[..., Any],
    sockets: Iterable[socket.socket],
    *,
    largest_body: int,
    proxy: str | None = None,
) -> MultiSocketServer:
    """A server that listens on bound sockets; its ``run`` ends with `KeyboardInterrupt`.

    Args:
        app: the WSGI app.
        sockets: bound, not yet listening.
        largest_body: bytes; a request that says or sends more is refused before it is kept.
        proxy: the address of a reverse proxy, whose word is taken for scheme, host and client.
    """
    trusted = {"x-forwarded-proto", "x-forwarded-host", "x-forwarded-for"}
    settings = Adjustments(
        threads=THREADS,
        connection_limit=_connection_limit(),
        max_request_body_size=largest_body + 1,  # waitress refuses what is as large as its limit
        max_request_header_size=32 * 2**10,
        asyncore_use_poll=True,
        ident=None,
        log_socket_errors=False,
        **({"trusted_proxy": proxy, "trusted_proxy_headers": trusted} if proxy else {}),
    )
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a line for each that waits
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(settings.threads)
    listeners: dict[int, Any] = {}
    for each in sockets:
        info = (each.family, each.type, each.proto, each.getsockname())
        _Listener(
            app, listeners, True, each,
            dispatcher=dispatcher, adj=settings, sockinfo=info, bind_socket=False,
        )  # fmt: skip
    return MultiSocketServer(listeners, settings, [], dispatcher, logger.info)


def _connection_limit() -> int:
    """As many connections as the open files that this process may have allow, within reason."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        wanted = MOST_CONNECTIONS * FILES_A_CONNECTION + OTHER_FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return max(100, (most - OTHER_FILES) // FILES_A_CONNECTION)
    return MOST_CONNECTIONS
