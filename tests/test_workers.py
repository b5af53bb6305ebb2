"""Worker processes that die, hang, want too much, or lose their server, all of them real."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.workers import WorkerDied, Workers

ROOT = Path(__file__).parents[1]
LIMIT = 30.0


def own_number(_: int = 0) -> int:
    return os.getpid()


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def fail(message: str) -> None:
    raise ValueError(message)


def take(size: int) -> int:
    return len(bytearray(size))


def fail_oddly() -> None:
    error = ValueError("odd")
    error.own = lambda: 0  # type: ignore[attr-defined]
    raise error


def kill(number: int) -> None:
    os.kill(number, signal.SIGKILL)
    wait_for_end(number)


def wait_for_end(number: int) -> None:
    """Until a process is gone, or only left to be waited for."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return
        if state == "Z":
            return
        time.sleep(0.01)
    raise AssertionError(f"process {number} lives on")


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers(1)
    yield workers
    workers.close()


def test_work_is_done_in_another_process_one_after_the_other(workers: Workers) -> None:
    numbers = {workers.submit(LIMIT, own_number).result() for _ in range(3)}
    assert len(numbers) == 1
    assert os.getpid() not in numbers


def test_a_worker_killed_at_rest_is_replaced_and_nobody_notices(workers: Workers) -> None:
    for _ in range(3):
        first = workers.submit(LIMIT, own_number).result()
        kill(first)
        assert workers.submit(LIMIT, own_number).result() != first


def test_a_worker_killed_at_work_costs_that_work_only(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    number = workers.submit(LIMIT, own_number).result()
    lost, waiting = workers.submit(LIMIT, sleep, 20.0), workers.submit(LIMIT, own_number)
    time.sleep(0.2)
    with caplog.at_level(logging.WARNING):
        kill(number)
        with pytest.raises(WorkerDied) as caught:
            lost.result(timeout=10)
    assert caught.value.code == -signal.SIGKILL
    assert waiting.result(timeout=10) != number
    assert "died (exit code -9) while it did sleep" in caplog.text


def test_work_that_takes_too_long_is_stopped(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    number = workers.submit(LIMIT, own_number).result()
    with caplog.at_level(logging.WARNING), pytest.raises(TimeoutError):
        workers.submit(0.2, sleep, 20.0).result(timeout=10)
    wait_for_end(number)
    assert "sleep took more than 0.2 s" in caplog.text
    assert workers.submit(LIMIT, own_number).result() != number


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit memory like that")
def test_work_that_wants_too_much_memory_is_refused_and_the_next_goes_on() -> None:
    workers = Workers(1, most_memory=600_000_000)
    try:
        number = workers.submit(LIMIT, own_number).result()
        with pytest.raises(MemoryError):
            workers.submit(LIMIT, take, 1_000_000_000).result()
        assert workers.submit(LIMIT, take, 1_000_000).result() == 1_000_000
        assert workers.submit(LIMIT, own_number).result() == number
    finally:
        workers.close()


def test_errors_come_back_with_what_the_worker_was_at(workers: Workers) -> None:
    with pytest.raises(ValueError, match="just so") as caught:
        workers.submit(LIMIT, fail, "just so").result()
    assert "raise ValueError(message)" in caught.value.__notes__[0]
    with pytest.raises(RuntimeError, match="odd"):
        workers.submit(LIMIT, fail_oddly).result()
    assert workers.submit(LIMIT, own_number).result()


def test_the_wait_grows_with_what_is_in_front(workers: Workers) -> None:
    assert workers.seconds_to_wait() == 0
    work = [workers.submit(LIMIT, sleep, 0.3) for _ in range(3)]
    waits = [workers.seconds_to_wait()]
    for each in work:
        each.result()
        waits.append(workers.seconds_to_wait())
    assert waits[0] > 0.5
    assert waits[-1] == 0


def test_what_waits_at_the_end_is_given_up(workers: Workers) -> None:
    busy, waiting = workers.submit(LIMIT, sleep, 20.0), workers.submit(LIMIT, own_number)
    time.sleep(0.1)
    workers.close()
    assert waiting.cancelled()
    with pytest.raises(WorkerDied):
        busy.result(timeout=5)


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_no_worker_outlives_its_server(busy: bool) -> None:
    program = (
        "import time; from assistant.workers import Workers; from tests import test_workers as t\n"
        "if __name__ == '__main__':\n"
        "    workers = Workers(1)\n"
        "    print(workers.submit(30, t.own_number).result(), flush=True)\n"
        f"    workers.submit(30, t.sleep, 20.0 if {busy} else 0.0)\n"
        "    print('at work', flush=True); time.sleep(20)\n"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with server:
        assert server.stdout is not None
        number = int(server.stdout.readline())
        assert server.stdout.readline() == "at work\n"
        server.kill()
    wait_for_end(number)
