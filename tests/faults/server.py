"""The real server in a process of its own, which can be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``serve`` on its own port and database; the port stays the same over restarts."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, and wait until it says that it listens."""
        command = [sys.executable, "-m", "assistant", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--database", str(self.database)]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
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

    def stop(self) -> str:
        """Interrupt it as Ctrl+C does; returns what it said last."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, said
        self.process = None
        return said


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


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None
