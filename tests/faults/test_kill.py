"""The server is killed right after each acknowledged save: nothing acknowledged is missing.

``FAULT_ROUNDS`` sets how often; ``make faults`` asks for many.
"""

import io
import json
import os
import random
import threading
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from assistant.core.pieces import Inventory
from assistant.service.drafts import Drafts
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.faults.server import Caller, Server
from tests.service.parts import full_layout, state_of

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "4"))
BURSTS = max(1, ROUNDS // 8)
NO_GEMS = Inventory()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.sqlite3")
    server.start()
    yield server
    if server.process:
        server.kill()


def new_game(caller: Caller, *names: str) -> str:
    status, address = caller.post("/new", name=names, starter="0")
    assert status == 303, address
    return str(address).rsplit("/", 1)[1]


def entry_body(version: int, seed: int) -> bytes:
    state = state_of(full_layout(seed, 1), NO_GEMS)
    return json.dumps({"version": version, "state": state}).encode()


def test_nothing_acknowledged_is_missing_after_a_kill(server: Server) -> None:
    """Each round one kind of save, the kill at its acknowledgement, a restart, a look."""
    rng = random.Random(7)
    caller = Caller(server)
    code = new_game(caller, "Ana", "Ben")
    scores: list[int] = []
    undone: list[int] = []
    entry = (0, 0)
    games = [code]
    for round_ in range(ROUNDS):
        kind = ("entry", "score", "undo", "redo", "new")[round_ % 5]
        version = SqliteStore(server.database).table_version(code)
        if kind == "entry":
            entry = (entry[0] + 1, rng.randrange(10**6))
            body = entry_body(entry[0] - 1, entry[1])
            status, answer = caller.call("PUT", f"/t/{code}/1/1/entry", body)
            assert (status, answer["version"]) == (200, entry[0])
        elif kind == "new":
            games.append(new_game(caller, f"Guest {round_}", "Host"))
        elif kind == "score":
            seen = str(scores[-1]) if scores else ""
            scores.append(rng.randrange(300))
            undone.clear()
            status, answer = caller.post(f"/t/{code}/2/1/type", points=scores[-1], seen=seen)
            assert status == 303, answer
        elif kind == "undo":
            undone.append(scores.pop())
            assert caller.post(f"/t/{code}/undo", version=version)[0] == 303
        else:
            scores.append(undone.pop())
            assert caller.post(f"/t/{code}/redo", version=version)[0] == 303
        server.kill()
        server.restart()
        store = SqliteStore(server.database)
        table = Tables(store).get(code)
        assert [step.payload["points"] for step in table.record.steps] == scores
        assert [step.payload["points"] for step in table.record.undone] == undone
        kept = Drafts(store).open(code, 0, 1)
        assert kept.version == entry[0]
        if entry[0]:
            assert kept.layout == full_layout(entry[1], 1)
        assert {record.code for record in store.tables()} == set(games)
        assert store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        store.close()
    status, page = caller.call("GET", f"/t/{code}")
    assert status == 200
    assert not scores or f">{scores[-1]}</a>" in page.decode()


@pytest.mark.parametrize("burst", range(BURSTS))
def test_a_kill_at_any_moment_of_a_burst_loses_nothing_acknowledged(
    server: Server, burst: int
) -> None:
    """Threads save entries and scores as fast as they can until the server dies under them."""
    rng = random.Random(burst)
    caller = Caller(server)
    code = new_game(caller, "Ana", "Ben", "Cleo", "Dan")
    acknowledged: dict[str, Any] = {}
    enough = threading.Event()
    limit = rng.randint(5, 40)

    def note(what: str, value: Any) -> None:
        acknowledged[what] = value
        if len(acknowledged) >= 4 and sum(map(_count, acknowledged.values())) >= limit:
            enough.set()

    def save_entries(seat: int) -> None:
        own = Caller(server)
        version = 0
        while True:
            seed = 1000 * seat + version
            status, answer = own.call("PUT", f"/t/{code}/{seat}/1/entry", entry_body(version, seed))
            assert status == 200, answer
            version = answer["version"]
            note(f"entry {seat}", (version, seed))

    def write_scores(seat: int) -> None:
        own = Caller(server)
        points = ""
        while True:
            after = str((int(points or 0) + 1) % 300)
            status, answer = own.post(f"/t/{code}/{seat}/1/type", points=after, seen=points)
            assert status == 303, answer
            points = after
            note(f"score {seat}", (int(points), int(points)))

    wrong: list[BaseException] = []

    def until_dead(work: Any, seat: int) -> None:
        try:
            work(seat)
        except (OSError, HTTPException):
            pass
        except BaseException as error:
            wrong.append(error)
            enough.set()

    threads = [
        threading.Thread(target=until_dead, args=(work, seat))
        for work, seat in (
            (save_entries, 1),
            (save_entries, 2),
            (write_scores, 3),
            (write_scores, 4),
        )
    ]
    for thread in threads:
        thread.start()
    assert enough.wait(120)
    server.kill()
    for thread in threads:
        thread.join()
    assert wrong == []
    server.restart()
    store = SqliteStore(server.database)
    assert store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    table = Tables(store).get(code)
    for what, (count, last) in acknowledged.items():
        kind, seat = what.split()
        if kind == "entry":
            entry = Drafts(store).open(code, int(seat) - 1, 1)
            assert entry.version in (count, count + 1)
            assert entry.layout == full_layout(last + entry.version - count, 1)
        else:
            assert table.scores[int(seat) - 1, 1].points in (last, last + 1)
    store.close()
    assert Caller(server).call("GET", f"/t/{code}")[0] == 200


def _count(value: Any) -> int:
    return int(value[0])


def test_a_photo_whose_job_was_done_is_there_after_a_kill(server: Server) -> None:
    caller = Caller(server)
    code = new_game(caller, "Ana", "Ben")
    picture = io.BytesIO()
    Image.effect_noise((320, 240), 60).convert("RGB").save(picture, "JPEG")
    disposition = 'Content-Disposition: form-data; name="%s"'
    body = b"".join(
        b"--edge\r\n" + (disposition % name).encode() + end + b"\r\n\r\n" + value + b"\r\n"
        for name, end, value in (
            ("version", b"", b"0"),
            ("photo", b'; filename="photo.jpg"', picture.getvalue()),
        )
    )
    status, answer = caller.call(
        "POST",
        f"/t/{code}/1/1/photo",
        body + b"--edge--\r\n",
        "multipart/form-data; boundary=edge",
    )
    assert status == 202, answer
    while not (job := caller.call("GET", answer["job"]))[1]["done"]:
        assert job[0] == 200
    server.kill()
    server.restart()
    status, photo = Caller(server).call("GET", f"/t/{code}/1/1/photo.jpg")
    assert status == 200
    assert Image.open(io.BytesIO(photo)).size == (320, 240)


def test_ctrl_c_stops_the_server_and_everything_is_saved(server: Server) -> None:
    code = new_game(Caller(server), "Ana", "Ben")
    assert "Everything is saved" in server.stop()
    server.start()
    assert Caller(server).call("GET", f"/t/{code}")[0] == 200
