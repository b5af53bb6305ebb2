"""Worker processes: at most one a core, each piece of work within a time limit."""

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

from pebble import ProcessPool

WORK_A_PROCESS = 50
"""Pieces of work after which a process is replaced, so that memory never grows for ever."""

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """Processes that start with the first piece of work; the rest waits in a queue."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or os.cpu_count() or 1
        self._pool: ProcessPool | None = None

    def submit(
        self, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Run a module's function; its future fails with `TimeoutError` after ``seconds``."""
        if self._pool is None:
            self._pool = ProcessPool(
                self._count,
                max_tasks=WORK_A_PROCESS,
                context=multiprocessing.get_context("spawn"),
            )
        return self._pool.submit(function, seconds, *args, **kwargs)

    def close(self) -> None:
        """Stop the processes; what they were doing is lost."""
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._pool.join()
            self._pool = None
