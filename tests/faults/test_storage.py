"""What is kept is at risk: the file is held, removed, replaced, the disk full, the clock wrong."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.faults.server import Caller, Server, can_unshare, noise

IN_A_MOUNT = ("unshare", "--user", "--map-root-user", "--mount", "--fork", "--kill-child")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.sqlite3")
    server.start()
    yield server
    if server.process is not None:
        server.kill()


def score(phone: Caller, code: str, points: int, seen: str = "") -> tuple[int, bytes]:
    status, answer = phone.post(f"/t/{code}/1/1/type", points=str(points), seen=seen)
    return status, answer if isinstance(answer, bytes) else b""


def test_a_locked_database_is_told_in_time_and_nothing_is_lost(server: Server) -> None:
    phone = Caller(server)
    code = phone.new_game("Ana", "Ben")
    with closing(sqlite3.connect(server.database)) as other:
        other.execute("BEGIN IMMEDIATE")
        before = time.monotonic()
        status, answer = score(phone, code, 20)
        assert time.monotonic() - before < 4
        assert (status, b"another program holds the database" in answer) == (503, True)
        assert phone.call("GET", f"/t/{code}")[0] == 200  # who only looks is not held up
        other.rollback()
    assert score(phone, code, 21)[0] == 303
    server.kill()
    with closing(SqliteStore(server.database)) as store:
        assert Tables(store).get(code).scores[0, 1].points == 21


def test_nothing_is_acknowledged_while_the_file_is_away(server: Server) -> None:
    phone = Caller(server)
    code = phone.new_game("Ana", "Ben")
    assert score(phone, code, 20)[0] == 303
    aside = server.database.with_name("aside.sqlite3")
    server.database.rename(aside)
    for path in (f"/t/{code}/1/1/type", "/new"):
        status, answer = phone.post(path, points="30", seen="20", name=["Cleo", "Dan"])
        assert (status, b"removed or replaced the database file" in answer) == (503, True), path
    assert phone.call("GET", "/health")[0] == 503
    aside.replace(server.database)
    assert phone.call("GET", "/health") == (200, {"ok": True})
    assert score(phone, code, 30, "20")[0] == 303
    server.kill()
    with closing(SqliteStore(server.database)) as store:
        assert Tables(store).get(code).scores[0, 1].points == 30
        assert len(store.tables()) == 1


def test_nothing_is_acknowledged_while_another_file_is_in_its_place(server: Server) -> None:
    phone = Caller(server)
    code = phone.new_game("Ana", "Ben")
    server.database.rename(server.database.with_name("aside.sqlite3"))
    server.database.write_bytes(b"something else")
    for _ in range(12):  # more often than there are threads
        assert score(phone, code, 20)[0] == 503
        assert phone.call("GET", "/health")[0] == 503
    assert server.database.read_bytes() == b"something else"


@pytest.mark.skipif(not can_unshare(*IN_A_MOUNT[1:]), reason="no namespaces here")
def test_a_full_disk_is_told_and_what_was_kept_stays(tmp_path: Path) -> None:
    """A disk of 3 MB: it is filled with photos, room is made, and the game goes on."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f'mount -t tmpfs -o size=3m tmpfs "{disk}" && exec "$@"'
    server = Server(disk / "tables.sqlite3", (*IN_A_MOUNT, "sh", "-c", mount, "sh"))
    server.start()
    inside = Path(f"/proc/{server.number}/root{disk}")
    try:
        phone = Caller(server)
        code = phone.new_game("Ana", "Ben")
        assert score(phone, code, 20)[0] == 303
        (inside / "something else").write_bytes(bytes(2_000_000))
        kept = []
        for _ in range(20):
            place = f"/t/{phone.new_game('Cleo', 'Dan')}/1/1"
            status, started = phone.upload(place, noise(700, 500))
            assert status == 202, started
            status, answer = phone.outcome(started["job"])
            if status != 200:
                break
            kept.append(place)
        assert kept
        assert (status, b"disk" in answer, b"full" in answer) == (503, True, True), answer
        (inside / "something else").unlink()
        assert score(phone, code, 30, "20")[0] == 303
        _, started = phone.upload(place, noise(700, 500))
        assert phone.outcome(started["job"]) == (200, {"done": True})
        for place in kept:
            assert phone.call("GET", f"{place}/photo.jpg")[0] == 200
        phone.call("GET", f"/t/{code}")
        assert phone.call("GET", "/health")[0] == 200
    finally:
        server.kill()


CLOCK = """
import os, time
_true = time.time
def _told():
    try:
        return _true() + float(open(os.environ["CLOCK_FILE"]).read() or 0)
    except OSError:
        return _true()
time.time = _told
"""


@pytest.mark.parametrize("years", [-30, 30])
def test_a_form_outlives_a_jump_of_the_clock(tmp_path: Path, years: int) -> None:
    """While the app runs, and over a restart as a small machine without a battery has it."""
    folder = tmp_path / "clock"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(CLOCK)
    offset = folder / "offset"
    env = {"PYTHONPATH": str(folder), "CLOCK_FILE": str(offset)}
    server = Server(tmp_path / "tables.sqlite3", env=env)
    server.start()
    try:
        phone = Caller(server)
        code = phone.new_game("Ana", "Ben")
        offset.write_text(str(years * 365 * 24 * 3600))
        assert score(phone, code, 20)[0] == 303
        server.kill()
        server.restart()
        assert score(phone, code, 30, "20")[0] == 303
        assert code.encode() in phone.call("GET", "/")[1]
        offset.write_text("0")
        late = Caller(server)
        assert score(late, code, 40, "30")[0] == 303
        assert score(phone, code, 50, "40")[0] == 303
    finally:
        server.kill()
