"""What is measured: the evening, the poll route against a bare one, and doors held shut."""

import asyncio
import multiprocessing
import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from bench.figures import Figure
from bench.load.evening import Evening
from bench.load.phone import Phone
from tests.faults.server import Caller, Server

TABLES = 100
ASKING_AT_ONCE = 8
THROUGHPUT_SECONDS = 3.0
ROUNDS = 3
SILENT, HALF_SENT = 200, 100
ANSWER_MS, NEW_PHONE_SECONDS, SHARE_OF_BARE = 150, 1, 0.5


def figures(seconds: float, seed: int) -> tuple[list[Figure], list[str]]:
    """The figures with their targets, and what went wrong in words."""
    with TemporaryDirectory() as name, running(Path(name) / "load.sqlite3") as (server, said):
        evening = Evening(server.port, seconds, seed)
        asyncio.run(evening.run(TABLES))
        found = [*of_evening(evening), *of_poll_route(server), *of_held_doors(server)]
    return [*found, Figure("lines in the log", len(said), "")], evening.errors + evening.lost + said


@contextmanager
def running(database: Path) -> Iterator[tuple[Server, list[str]]]:
    """A server, and the lines that it logs: they are read, or it would wait to be rid of them."""
    server = Server(database)
    said: list[str] = []
    server.start()
    assert server.process
    assert server.process.stdout
    reader = Thread(target=said.extend, args=(server.process.stdout,))
    reader.start()
    try:
        yield server, said
    finally:
        server.process.kill()
        server.process.wait()
        reader.join()
        server.process.stdout.close()


def of_evening(evening: Evening) -> list[Figure]:
    """Errors, lost saves and times of answers."""
    times = sorted(each * 1e3 for phone in evening.phones for each in phone.times)
    at = statistics.quantiles(times, n=100)
    return [
        Figure("requests a second", len(times) / evening.seconds, "1/s"),
        Figure("errors", len(evening.errors), "", at_most=0),
        Figure("saves acknowledged", evening.saves, "", at_least=1),
        Figure("saves lost", len(evening.lost), "", at_most=0),
        Figure("answers, 50 % within", at[49], "ms"),
        Figure("answers, 95 % within", at[94], "ms", at_most=ANSWER_MS),
        Figure("answers, 99 % within", at[98], "ms"),
        Figure("photos looked at", len(evening.photos), "", at_least=1),
        Figure("a photo, slowest", max(evening.photos), "s"),
    ]


def of_poll_route(server: Server) -> list[Figure]:
    """Answers a second of the route that pages poll, and of a bare route on the same server."""
    caller = Caller(server)
    code = caller.post("/new", name=["Ana", "Ben"], starter="0")[1].rsplit("/", 1)[1]
    own, theirs = multiprocessing.get_context("spawn").Pipe()
    bare = multiprocessing.get_context("spawn").Process(target=serve_bare, args=(theirs,))
    bare.start()
    try:
        port = own.recv()
        rounds = [
            (
                asyncio.run(answers_a_second(server.port, f"/t/{code}/pad?since=1")),
                asyncio.run(answers_a_second(port, "/")),
            )
            for _ in range(ROUNDS)
        ]
    finally:
        bare.kill()
        bare.join()
    return [
        Figure("poll route", statistics.median(each for each, _ in rounds), "1/s"),
        Figure("bare route", statistics.median(each for _, each in rounds), "1/s"),
        Figure(
            "poll route, share of the bare one",
            statistics.median(each / bare_one for each, bare_one in rounds),
            "",
            at_least=SHARE_OF_BARE,
        ),
    ]


def serve_bare(pipe: Connection) -> None:
    """A Flask app with one route that says nothing, on the same server; a process of its own."""
    from flask import Flask, Response

    from assistant.server import create_server

    app = Flask("bare")
    app.add_url_rule("/", view_func=lambda: Response(status=204))
    listener = socket.create_server(("127.0.0.1", 0))
    pipe.send(listener.getsockname()[1])
    create_server(app, [listener], largest_body=2**20).run()


async def answers_a_second(port: int, path: str) -> float:
    """As fast as a few phones can ask at once."""
    phones = [Phone(port) for _ in range(ASKING_AT_ONCE)]
    for phone in phones:
        for _ in range(2):  # the first time it has not joined the table, and is given a cookie
            assert (await phone.ask("GET", path)).status == 204
        phone.times.clear()
    start = time.perf_counter()

    async def ask(phone: Phone) -> None:
        while time.perf_counter() - start < THROUGHPUT_SECONDS:
            await phone.ask("GET", path)

    await asyncio.gather(*map(ask, phones))
    count = sum(len(phone.times) for phone in phones)
    for phone in phones:
        phone.close()
    return count / (time.perf_counter() - start)


def of_held_doors(server: Server) -> list[Figure]:
    """How long a new phone waits while others hold connections and say nothing, or half of it."""
    slowest = {clients: _slowest_new_phone(server, clients) for clients in (1, 20)}
    return [
        Figure(
            f"new phone, 300 held from {clients}", seconds, "s", at_most=NEW_PHONE_SECONDS
        )
        for clients, seconds in slowest.items()
    ]  # fmt: skip


def _slowest_new_phone(server: Server, clients: int) -> float:
    half = b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nname="
    with ExitStack() as held:
        for number in range(SILENT + HALF_SENT):
            source = (f"127.7.0.{2 + number % clients}", 0)
            each = socket.create_connection(("127.0.0.1", server.port), 10, source_address=source)
            held.enter_context(each)
            if number >= SILENT:
                each.sendall(half)
        return max(asyncio.run(_first_page(server.port)) for _ in range(10))


async def _first_page(port: int) -> float:
    phone = Phone(port)
    answer = await phone.ask("GET", "/")
    phone.close()
    assert answer.status == 200
    return answer.seconds
