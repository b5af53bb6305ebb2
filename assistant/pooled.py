"""The photo reader and the advisor in worker processes; OpenCV is loaded by the workers alone."""

import time
from concurrent.futures import CancelledError, Future
from typing import TypeVar

from assistant.core.errors import N_, PhotoError
from assistant.core.layout import Layout
from assistant.core.photos import PhotoTask
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.lookahead.advice import KeepAdvice, advise
from assistant.workers import WorkerDied, Workers

SECONDS_A_PHOTO = 20.0
THINKING_SECONDS = 2.0

T = TypeVar("T")


class PooledReader:
    """`PhotoReader` in worker processes, each task within a time limit."""

    def __init__(self, workers: Workers, seconds: float = SECONDS_A_PHOTO) -> None:
        self._workers = workers
        self._seconds = seconds

    def check(self, photo: bytes) -> None:
        """See `PhotoReader.check`."""
        from assistant.vision.header import check_header

        check_header(photo)

    def check_profile(self, text: str) -> tuple[str, str]:
        """See `PhotoReader.check_profile`."""
        from assistant.vision.profile import parse_profile

        profile = parse_profile(text)
        return profile.game, profile.name

    def do(self, task: PhotoTask[T]) -> Future[T]:
        """See `PhotoReader.do`."""
        asked: Future[T] = Future()
        work = self._workers.submit(self._seconds, _do, task)
        work.add_done_callback(lambda done: _hand_over(done, asked))
        return asked

    def seconds_to_wait(self) -> float:
        """See `PhotoReader.seconds_to_wait`."""
        return self._workers.seconds_to_wait()


class PooledAdvisor:
    """`Advisor` in worker processes: the best answer found in the seconds there are."""

    def __init__(self, workers: Workers, seconds: float = THINKING_SECONDS) -> None:
        self._workers = workers
        self._seconds = seconds

    def advise(self, layout: Layout, inventory: Inventory, *, seed: int) -> Future[KeepAdvice]:
        """See `Advisor.advise`."""
        limit = self._seconds + SECONDS_A_PHOTO
        return self._workers.submit(limit, _advise, layout, inventory, seed, self._seconds)


def _do(task: PhotoTask[T]) -> T:
    """Do a task with a photo; runs in a worker."""
    from assistant.vision.tasks import run

    return run(task)


def _advise(layout: Layout, inventory: Inventory, seed: int, seconds: float) -> KeepAdvice:
    """What to keep; runs in a worker."""
    deadline = time.monotonic() + seconds
    return advise(layout, inventory, seed=seed, keep_going=lambda: time.monotonic() < deadline)


def _hand_over(work: Future[T], asked: Future[T]) -> None:
    """Pass a worker's result on; what went wrong with the worker is a `PhotoError`."""
    by_hand = N_("Take another photo, or enter the blocks by hand.")
    try:
        asked.set_result(work.result())
    except TimeoutError:
        asked.set_exception(PhotoError(N_("Reading this photo took too long."), by_hand))
    except MemoryError:
        asked.set_exception(PhotoError(N_("Reading this photo needed too much memory."), by_hand))
    except (WorkerDied, CancelledError):
        again = N_("Try it once more. If it happens again, take another photo.")
        asked.set_exception(PhotoError(N_("Reading this photo was broken off."), again))
    except Exception as error:
        asked.set_exception(error)
