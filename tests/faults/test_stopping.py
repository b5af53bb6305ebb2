"""The app is stopped: by Ctrl+C or a service manager, as process 1 of a container, under a job."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.server import Caller, Server, can_unshare, noise, workers_of

AS_FIRST = ("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child")

pytestmark = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")


def ways_to_run() -> list[Any]:
    without = pytest.mark.skipif(not can_unshare(*AS_FIRST[1:]), reason="no namespaces here")
    return [
        pytest.param((), id="by itself"),
        pytest.param(AS_FIRST, marks=without, id="as process 1"),
    ]


@pytest.fixture(params=ways_to_run())
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    server = Server(tmp_path / "tables.sqlite3", request.param)
    server.start()
    yield server
    if server.process is not None:
        server.kill()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_app_leaves_one_file_with_everything(
    server: Server, how: signal.Signals, tmp_path: Path
) -> None:
    code = Caller(server).new_game("Ana", "Ben")
    assert (tmp_path / "tables.sqlite3-wal").exists()
    before = time.monotonic()
    assert "Everything is saved" in server.stop(how)
    assert time.monotonic() - before < 5
    assert [each.name for each in tmp_path.iterdir()] == ["tables.sqlite3"]
    server.start()
    assert Caller(server).call("GET", f"/t/{code}")[0] == 200


def test_phones_that_wait_for_a_photo_are_told_before_the_end(server: Server) -> None:
    phone = Caller(server)
    place = f"/t/{phone.new_game('Ana', 'Ben')}/1/1"
    _, started = phone.upload(place, noise(64, 48))
    phone.outcome(started["job"])
    for number in workers_of(server):
        os.kill(number, signal.SIGSTOP)
    status, waiting = phone.upload(place, noise(64, 48))
    assert status == 202
    said: list[str] = []
    ending = threading.Thread(target=lambda: said.append(server.stop(signal.SIGTERM)))
    ending.start()
    status, answer = phone.outcome(waiting["job"])
    assert (status, b"Send the photo again" in answer) == (422, True), answer
    ending.join(20)
    assert "Everything is saved" in said[0]
    server.start()
    status, answer = phone.call("GET", waiting["job"])
    assert (status, b"Take it again" in answer) == (404, True), answer
    _, again = phone.upload(place, noise(64, 48))
    assert phone.outcome(again["job"]) == (200, {"done": True})


def test_a_phone_that_never_asks_holds_up_the_end_for_a_few_seconds_only(server: Server) -> None:
    phone = Caller(server)
    place = f"/t/{phone.new_game('Ana', 'Ben')}/1/1"
    _, started = phone.upload(place, noise(64, 48))
    phone.outcome(started["job"])
    for number in workers_of(server):
        os.kill(number, signal.SIGSTOP)
    phone.upload(place, noise(64, 48))
    before = time.monotonic()
    assert "Everything is saved" in server.stop(signal.SIGTERM)
    assert 2 < time.monotonic() - before < 15
