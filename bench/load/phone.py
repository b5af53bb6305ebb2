"""A phone in asyncio: one connection that stays open, its cookies and its token."""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass
class Phone:
    """Asks the server at a port; ``address`` is the one it comes from, each phone its own."""

    port: int
    address: str = "127.0.0.1"
    token: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    _open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def begin(self) -> None:
        """Fetch the token of the forms."""
        self.token = (await self.ask("GET", "/csrf")).json()["token"]

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        """Send a request and wait for its answer; status 0: there was none."""
        start = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                status, headers, content = await self._asked(method, path, body, kind)
        except (OSError, EOFError) as error:  # OSError: a TimeoutError, too
            status, headers, content = 0, {"connection": "close"}, repr(error).encode()
        if headers.get("connection") == "close":
            self.close()
        seconds = time.perf_counter() - start
        self.times.append(seconds)
        if "set-cookie" in headers:
            name, _, value = headers["set-cookie"].partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(status, headers, content, seconds)

    async def _asked(
        self, method: str, path: str, body: bytes, kind: str
    ) -> tuple[int, dict[str, str], bytes]:
        request = self._request(method, path, body, kind)
        if self._open and self._open[0].at_eof():  # the server closes what is silent for long
            self.close()
        reader, writer = self._open or await self._connect()
        writer.write(request)
        return await _answer(reader, method)

    async def put(self, path: str, value: Any) -> Answer:
        """Send JSON to be kept."""
        return await self.ask("PUT", path, json.dumps(value).encode(), "application/json")

    async def post(self, path: str, **fields: Any) -> Answer:
        """Send a form."""
        body = urlencode(fields, doseq=True).encode()
        return await self.ask("POST", path, body, "application/x-www-form-urlencoded")

    async def send_photo(self, path: str, jpeg: bytes) -> Answer:
        """Send a photo as a form does."""
        start = b'--edge\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        body = start + jpeg + b"\r\n--edge--\r\n"
        return await self.ask("POST", path, body, "multipart/form-data; boundary=edge")

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        if self._open:
            self._open[1].close()
        self._open = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._open = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0)
        )
        return self._open

    def _request(self, method: str, path: str, body: bytes, kind: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
        if self.cookies:
            pairs = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines.append(f"Cookie: {pairs}")
        if method != "GET":
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
            lines.append(f"X-CSRFToken: {self.token}")
        return "\r\n".join([*lines, "", ""]).encode() + body


async def _answer(reader: asyncio.StreamReader, method: str) -> tuple[int, dict[str, str], bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in head[1:] if line)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    length = int(headers.get("content-length", 0)) if method != "HEAD" else 0
    return int(head[0].split()[1]), headers, await reader.readexactly(length)
