"""Photo reading on the real server: its workers are killed, or it is killed itself."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.server import Caller, Server, noise, workers_of

SAMPLE = Path(__file__).parents[2] / "sample_photos" / "forgotten-5x4-stage1.jpg"

pytestmark = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.sqlite3")
    server.start()
    yield server
    if server.process is not None:
        server.kill()


@pytest.fixture
def phone(server: Server) -> Caller:
    return Caller(server)


@pytest.fixture
def place(phone: Caller) -> str:
    _, address = phone.post("/new", name=["Ana", "Ben"], starter="0")
    return f"{address}/1/1"


def upload(phone: Caller, place: str, photo: bytes = SAMPLE.read_bytes()) -> str:
    """Send a photo; returns the address of its job."""
    status, answer = phone.upload(place, photo)
    assert status == 202, answer
    return str(answer["job"])


def outcome(phone: Caller, job: str) -> tuple[int, Any]:
    """The last answer about a job."""
    return phone.outcome(job)


def ticks(number: int) -> int:
    """Processor time that a process has used, in hundredths of a second."""
    values = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return int(values[11]) + int(values[12])


TICKS_TO_START = 200


def stopped_at_work(server: Server, before: dict[int, int]) -> int:
    """The process that has begun to work, standing still."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        for number in workers_of(server):
            if ticks(number) > before.get(number, TICKS_TO_START) + 5:
                os.kill(number, signal.SIGSTOP)
                return number
        time.sleep(0.002)
    raise AssertionError("no worker works")


def has_opencv(number: int) -> bool:
    return "/cv2" in Path(f"/proc/{number}/maps").read_text()


def lives(number: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False


def test_the_server_never_loads_opencv(server: Server, phone: Caller, place: str) -> None:
    assert outcome(phone, upload(phone, place)) == (200, {"done": True})
    assert not has_opencv(server.number)
    assert any(has_opencv(number) for number in workers_of(server))


def test_photos_are_read_on_after_every_worker_was_killed(
    server: Server, phone: Caller, place: str
) -> None:
    outcome(phone, upload(phone, place))
    for _ in range(2):
        for number in workers_of(server):
            os.kill(number, signal.SIGKILL)
        assert outcome(phone, upload(phone, place)) == (200, {"done": True})


def test_a_photo_lost_with_its_worker_says_so(server: Server, phone: Caller, place: str) -> None:
    photo = noise(5000, 4000)
    for job in [upload(phone, place) for _ in range(4)]:  # so that all workers have started
        outcome(phone, job)
    before = {number: ticks(number) for number in workers_of(server)}
    job = upload(phone, place, photo)
    busy = stopped_at_work(server, before)
    assert phone.call("GET", job) == (200, {"done": False, "ahead": 0})
    os.kill(busy, signal.SIGKILL)
    status, answer = outcome(phone, job)
    assert (status, b"broken off" in answer) == (422, True), answer
    assert outcome(phone, upload(phone, place)) == (200, {"done": True})


def test_a_photo_that_no_worker_had_begun_is_read_after_all_were_killed(
    server: Server, phone: Caller, place: str
) -> None:
    outcome(phone, upload(phone, place))
    numbers = workers_of(server)
    for number in numbers:
        os.kill(number, signal.SIGSTOP)
    job = upload(phone, place)
    time.sleep(0.1)
    for number in numbers:
        os.kill(number, signal.SIGKILL)
    assert outcome(phone, job) == (200, {"done": True})


def test_drawings_that_wait_for_a_worker_hold_up_no_request(
    server: Server, phone: Caller, place: str
) -> None:
    """More than the server has threads, while every worker stands still."""
    truth = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
    outcome(phone, upload(phone, place))
    _, started = phone.post(f"{place}/read", corners=json.dumps(truth["corners"]), version="1")
    assert outcome(phone, started["job"]) == (200, {"done": True})
    stopped = workers_of(server)
    for number in stopped:
        os.kill(number, signal.SIGSTOP)
    drawing = f"{place}/overlay.jpg?activations=[]"
    assert [phone.call("GET", drawing)[0] for _ in range(12)] == [202] * 12
    assert phone.call("GET", place)[0] == 200
    for number in stopped:
        os.kill(number, signal.SIGCONT)
    until = time.monotonic() + 30
    while (answer := phone.call("GET", drawing))[0] == 202 and time.monotonic() < until:
        time.sleep(0.05)
    assert answer[0] == 200
    assert answer[1].startswith(b"\xff\xd8")


def test_no_worker_outlives_a_killed_server(server: Server, phone: Caller, place: str) -> None:
    outcome(phone, upload(phone, place))
    upload(phone, place)
    numbers = workers_of(server)
    assert numbers
    server.kill()
    until = time.monotonic() + 5
    while any(map(lives, numbers)):
        assert time.monotonic() < until, "a worker lives on"
        time.sleep(0.02)
