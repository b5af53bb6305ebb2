"""Connections that say nothing, half of something or too much keep no phone out."""

import json
import re
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

import pytest

from tests.faults.server import Caller, Server

SILENT, HALF_SENT = 200, 100
MEGABYTE = 2**20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.sqlite3")
    server.start()
    yield server
    if server.process:
        server.kill()


def connection(server: Server, client: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), 10, source_address=(client, 0))


def answered_in(server: Server) -> float:
    """Seconds until a phone that was not there before has the first page."""
    start = time.monotonic()
    with urllib.request.urlopen(f"{server.address}/", timeout=10) as page:
        assert page.status == 200
    return time.monotonic() - start


@pytest.mark.parametrize("clients", [1, 20])
def test_silent_and_half_sent_connections_keep_no_phone_out(server: Server, clients: int) -> None:
    """From one address or many, whose connections together are more than waitress's own limit."""
    answered_in(server)  # the first page of a start compiles its templates
    with ExitStack() as all_of_them:
        for number in range(SILENT + HALF_SENT):
            each = connection(server, f"127.0.0.{2 + number % clients}")
            all_of_them.enter_context(each)
            if number >= SILENT:
                each.sendall(b"POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nname=")
        assert answered_in(server) < 1


def test_one_address_holds_no_more_than_its_share_and_those_in_use_stay(server: Server) -> None:
    with ExitStack() as all_of_them:
        used = all_of_them.enter_context(connection(server, "127.0.0.9"))
        for _ in range(150):
            all_of_them.enter_context(connection(server, "127.0.0.9"))
            if _ % 50 == 0:
                assert page_over(used) == 200
        assert page_over(used) == 200
        first, last = closed(all_of_them, 1), closed(all_of_them, 150)
    assert (first, last) == (True, False)


def closed(stack: ExitStack, place: int) -> bool:
    """Whether the server has closed the connection at this place of the stack."""
    each = stack._exit_callbacks[place][1].__self__  # type: ignore[attr-defined]
    assert isinstance(each, socket.socket)
    each.settimeout(1)
    try:
        return each.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def page_over(used: socket.socket) -> int:
    """The status of a page asked for over a connection that stays open."""
    used.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    answer = b""
    while b"\r\n\r\n" not in answer or b"true" not in answer:
        part = used.recv(4096)
        if not part:
            return 0
        answer += part
    return int(answer.split()[1])


def test_a_phone_that_asks_again_and_again_keeps_its_connection(server: Server) -> None:
    """Answers without a body, as polls and unchanged files have, do not end it."""
    code = Caller(server).post("/new", name=["Ana", "Ben"])[1].rsplit("/", 1)[1]
    with connection(server) as used, used.makefile("rb") as answers:
        for _ in range(3):
            assert "204" in asked(used, answers, f"/t/{code}/pad?since=1")
            script = asked(used, answers, "/static/lib/poll.js")
            tag = next(line for line in script.splitlines() if line.lower().startswith("etag: "))
            known = f"If-None-Match: {tag[6:]}"
            assert "304" in asked(used, answers, "/static/lib/poll.js", known)
        assert "204" in asked(used, answers, f"/t/{code}/pad?since=1", "Connection: close")
        assert answers.read(1) == b""


def asked(used: socket.socket, answers: IO[bytes], path: str, header: str = "X: y") -> str:
    """The head of the answer, whose body is read, too."""
    used.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}\r\n\r\n".encode())
    head = "".join(iter(lambda: answers.readline().decode(), "\r\n"))
    assert head, "the connection was closed"
    found = re.search(r"Content-Length: (\d+)", head)
    answers.read(int(found[1]) if found else 0)
    return head


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_beyond_the_limit_is_refused_and_not_kept(server: Server, chunked: bool) -> None:
    """The rest of it is taken and dropped, so that a browser gets to reading the answer."""
    with connection(server) as each:
        each.sendall(b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n")
        if chunked:
            each.sendall(b"Transfer-Encoding: chunked\r\n\r\n")
        else:
            each.sendall(b"Content-Length: %d\r\n\r\n" % (400 * MEGABYTE))
        part = b"%x\r\n" % MEGABYTE + bytes(MEGABYTE) + b"\r\n" if chunked else bytes(MEGABYTE)
        most = 0
        for _ in range(400):
            each.sendall(part)
            most = max(most, bytes_on_disk(server))
        answer = each.recv(4096).decode()
    assert answer.startswith("HTTP/1.1 413 ")
    assert json.loads(answer.split("\r\n\r\n")[1]) == {
        "error": "That file is too large: at most 40 MB."
    }
    assert most <= (41 * MEGABYTE if chunked else 0)
    assert answered_in(server) < 5


def bytes_on_disk(server: Server) -> int:
    """Bytes of the nameless files that the server has open."""
    assert server.process is not None
    found = 0
    with suppress(FileNotFoundError):  # closed while we look
        for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
            if each.readlink().name.endswith("(deleted)"):
                found += each.stat().st_size
    return found


def test_an_upload_of_the_largest_size_reaches_the_app(server: Server) -> None:
    caller = Caller(server)
    status, answer = caller.post("/new", name=["Ana", "Ben"])
    assert status == 303
    start = b'--edge\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    end = b"\r\n--edge--\r\n"
    body = start + bytes(40_000_000) + end
    status, answer = caller.call(
        "POST", f"{answer}/1/1/photo", body, "multipart/form-data; boundary=edge"
    )
    assert (status, b"not a photo" in answer) == (422, True)
