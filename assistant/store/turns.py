"""Whose turn it is to write: those that came first come first."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from assistant.store.trouble import held


class Turns:
    """One thread at a time, in the order in which they asked.

    Those that wait for SQLite itself look at ever longer intervals, and the unlucky ones of many
    never find it free; a lock of Python's goes to whoever is running, which is the last one again.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._taken = False

    @contextmanager
    def turn(self, seconds: float) -> Iterator[float]:
        """Wait at most so long for a turn; gives the seconds that are left of them.

        Raises:
            UnkeptError: it did not come.
        """
        start = time.monotonic()
        if not self._wait(seconds):
            raise held()
        try:
            yield max(0.0, seconds - (time.monotonic() - start))
        finally:
            self._pass_on()

    def _wait(self, seconds: float) -> bool:
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        if mine.wait(seconds):
            return True
        with self._lock:
            if mine.is_set():
                return True
            self._waiting.remove(mine)
            return False

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False
