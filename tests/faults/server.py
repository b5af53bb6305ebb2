"""The real server in a process of its own, which can be killed and started again."""

import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``serve`` on its own port and database; the port stays the same over restarts.

    ``before`` is a command that runs it, such as ``unshare``; ``env`` is added to the environment.
    """

    def __init__(
        self, database: Path, before: Sequence[str] = (), env: Mapping[str, str] | None = None
    ) -> None:
        self.database = database
        self.before = tuple(before)
        self.env = dict(env or {})
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, and wait until it says that it listens."""
        command = [*self.before, sys.executable, "-m", "assistant", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--database", str(self.database)]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | self.env,
        )
        assert self.process.stdout is not None
        said = []
        while line := self.process.stdout.readline():
            said.append(line)
            if line.startswith("Everything is kept in"):
                return
        self.kill()
        raise AssertionError("the server did not start: " + "".join(said))

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    def restart(self) -> None:
        """Start again after `kill`."""
        self.start()

    @property
    def number(self) -> int:
        """The process number of the server itself, whatever runs it."""
        assert self.process is not None
        number = self.process.pid
        for _ in self.before[:1]:
            while not (inner := children_of(number)):
                time.sleep(0.01)
            number = inner[0]
        return number

    def stop(self, signal_: signal.Signals = signal.SIGINT) -> str:
        """Interrupt it as Ctrl+C does, or otherwise; returns what it said last."""
        assert self.process is not None
        os.kill(self.number, signal_)
        said, _ = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, said
        self.process = None
        return said


def children_of(number: int) -> list[int]:
    """The processes that a process has started."""
    lists = Path(f"/proc/{number}/task").glob("*/children")
    return [int(child) for each in lists for child in each.read_text().split()]


def workers_of(server: Server) -> list[int]:
    """Process numbers of a server's workers."""
    return [
        number
        for number in children_of(server.number)
        if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
    ]


def can_unshare(*options: str) -> bool:
    """Whether this machine lets us run something in namespaces of its own."""
    if not shutil.which("unshare"):
        return False
    return subprocess.run(["unshare", *options, "true"], capture_output=True).returncode == 0


def noise(width: int, height: int) -> bytes:
    """A JPEG that is large for its size in pixels."""
    picture = io.BytesIO()
    Image.effect_noise((width, height), 60).convert("RGB").save(picture, "JPEG")
    return picture.getvalue()


class Caller:
    """A phone that speaks HTTP to a server, with its cookies and token."""

    def __init__(self, server: Server) -> None:
        self.server = server
        handler = urllib.request.HTTPCookieProcessor(CookieJar())
        self.opener = urllib.request.build_opener(handler, _NoRedirect)
        self.token = self.call("GET", "/csrf")[1]["token"]

    def call(
        self, method: str, path: str, body: bytes | None = None, kind: str = "application/json"
    ) -> tuple[int, Any]:
        """Status and answer: JSON, bytes, or for a redirect its address."""
        import json

        request = urllib.request.Request(self.server.address + path, data=body, method=method)
        request.add_header("Accept", "application/json")
        if body is not None:
            request.add_header("Content-Type", kind)
            request.add_header("X-CSRFToken", self.token)
        try:
            with self.opener.open(request, timeout=30) as answer:
                data = answer.read()
                if answer.headers.get_content_type() == "application/json":
                    data = json.loads(data)
                return answer.status, data
        except urllib.error.HTTPError as error:
            with error:
                if 300 <= error.code < 400:
                    return error.code, error.headers["Location"]
                data = error.read()
            return error.code, data

    def post(self, path: str, **fields: Any) -> tuple[int, Any]:
        """A form."""
        from urllib.parse import urlencode

        body = urlencode(fields, doseq=True).encode()
        return self.call("POST", path, body, "application/x-www-form-urlencoded")

    def new_game(self, *names: str) -> str:
        """The code of a new table."""
        status, address = self.post("/new", name=names or ("Ana", "Ben"), starter="0")
        assert status == 303, address
        return str(address).rsplit("/", 1)[1]

    def upload(self, place: str, photo: bytes) -> tuple[int, Any]:
        """A photo for a stage."""
        edge = "edge-of-part"
        head = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        body = head.encode() + photo + f"\r\n--{edge}--\r\n".encode()
        return self.call("POST", f"{place}/photo", body, f"multipart/form-data; boundary={edge}")

    def outcome(self, job: str) -> tuple[int, Any]:
        """The last answer about a job."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            status, answer = self.call("GET", job)
            if status != 200 or answer["done"]:
                return status, answer
            time.sleep(0.02)
        raise AssertionError("the job is not done")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None
