"""Worker processes: at most one a core, each piece of work with limits of time and memory.

Each process has a thread here that hands it one piece of work after the other, over a pipe of
their own. So a process that dies, whatever it was doing, costs the piece it had and nothing else:
the thread starts another one.
"""

import logging
import multiprocessing
import os
import pickle
import queue
import signal
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, ParamSpec, TypeVar

WORK_A_PROCESS = 50
"""Pieces of work after which a process is replaced, so that memory never grows for ever."""
MOST_MEMORY = 1_500_000_000
"""Bytes of address space that a process may have; 400 MB are libraries, the largest photos take
700 MB more."""
SECONDS_TO_START = 60.0
"""Seconds in which a process must have started and taken its work."""

_TAKEN = b"taken"
_FIRST_PACE = 0.5
"""Seconds that a piece of work is thought to take before any was done."""
_LATEST = 0.2
"""How much the latest piece of work counts in the pace."""

P = ParamSpec("P")
T = TypeVar("T")
_log = logging.getLogger(__name__)
_spawn = multiprocessing.get_context("spawn")
_starting = threading.Lock()


class WorkerDied(Exception):  # noqa: N818  (it says what happened)
    """The process came to its end over this work; ``code`` is its exit code or minus a signal."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """What to call, for how many seconds at most, and who waits for it."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    seconds: float
    future: Future[Any]


class Workers:
    """Processes that start with the first piece of work; the rest waits in a queue."""

    def __init__(self, count: int | None = None, most_memory: int = MOST_MEMORY) -> None:
        self._count = count or os.cpu_count() or 1
        self._most_memory = most_memory
        self._queue: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._slots: list[_Slot] = []
        self._open = 0
        self._pace = _FIRST_PACE

    def submit(
        self, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Run a module's function in a process.

        The future fails with what the function raised, with `TimeoutError` after ``seconds``, or
        with `WorkerDied`.
        """
        future: Future[T] = Future()
        with self._lock:
            self._open += 1
            while len(self._slots) < self._count:
                self._slots.append(_Slot(self._queue, self._most_memory, self._took))
        future.add_done_callback(self._finished)
        self._queue.put(_Work(function, args, kwargs, seconds, future))
        return future

    def seconds_to_wait(self) -> float:
        """About how long a new piece of work would wait."""
        return self._open * self._pace / self._count

    def close(self) -> None:
        """Stop the processes; what they were doing, and what waited, is lost."""
        with self._lock:
            slots, self._slots = self._slots, []
        with suppress(queue.Empty):
            while work := self._queue.get_nowait():
                work.future.cancel()
        for _ in slots:
            self._queue.put(None)
        for slot in slots:
            slot.close()

    def _took(self, seconds: float) -> None:
        with self._lock:
            self._pace += _LATEST * (seconds - self._pace)

    def _finished(self, _: Future[Any]) -> None:
        with self._lock:
            self._open -= 1


class _Slot:
    """One process at a time, and the thread that looks after it."""

    def __init__(
        self,
        waiting: "queue.SimpleQueue[_Work | None]",
        most_memory: int,
        took: Callable[[float], None],
    ) -> None:
        self._waiting = waiting
        self._most_memory = most_memory
        self._took = took
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._left = 0
        self._closed = False
        self._thread = threading.Thread(target=self._look_after, name="worker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the process, and the thread once its queue gives None."""
        self._closed = True
        process = self._process
        if process is not None:
            with suppress(ValueError):  # the thread has just closed it itself
                process.kill()
        self._thread.join()

    def _look_after(self) -> None:
        while work := self._waiting.get():
            if not work.future.set_running_or_notify_cancel():
                continue
            started = time.monotonic()
            try:
                result = self._do(work)
            except Exception as error:
                self._took(time.monotonic() - started)
                work.future.set_exception(error)
            else:
                self._took(time.monotonic() - started)
                work.future.set_result(result)
        self._end()

    def _do(self, work: _Work) -> Any:
        """The result of a piece of work; raises what the process raised."""
        done: bool
        result: Any
        data = pickle.dumps((work.function, work.args, work.kwargs))
        name = work.function.__name__
        try:
            pipe = self._hand_over(data)
            answered = pipe.poll(work.seconds)
            done, result = pickle.loads(pipe.recv_bytes()) if answered else (False, TimeoutError())
        except (EOFError, OSError):
            code = self._end()
            _log.warning("A worker died (exit code %s) while it did %s.", code, name)
            raise WorkerDied(code) from None
        if not answered:
            self._end()
            _log.warning("A worker was stopped: %s took more than %g s.", name, work.seconds)
        if not done:
            raise result
        return result

    def _hand_over(self, data: bytes) -> Connection:
        """Send work to a process that takes it; one that died while it waited is replaced."""
        if not self._left:
            self._end()
        with suppress(EOFError, OSError):
            return self._taken(data)
        self._end()
        return self._taken(data)

    def _taken(self, data: bytes) -> Connection:
        """Send work and wait until the process has it; raises EOFError or OSError if it died."""
        pipe = self._pipe or self._start()
        if self._closed:  # after the process has started, so that none is overlooked
            raise EOFError
        self._left -= 1
        pipe.send_bytes(data)
        if not pipe.poll(SECONDS_TO_START):
            raise EOFError
        pipe.recv_bytes()
        return pipe

    def _start(self) -> Connection:
        pipe, theirs = _spawn.Pipe()
        process = _spawn.Process(target=_serve, args=(theirs, self._most_memory), daemon=True)
        with _starting:
            process.start()
        theirs.close()
        self._process, self._pipe, self._left = process, pipe, WORK_A_PROCESS
        return pipe

    def _end(self) -> int | None:
        """End the process if there is one; gives its exit code."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is None or pipe is None:
            return None
        pipe.close()
        process.join(0.2)  # one that died by itself tells of what
        process.kill()
        process.join()
        code = process.exitcode
        process.close()
        return code


def _serve(pipe: Connection, most_memory: int) -> None:
    """Do what comes through the pipe until it is closed; the whole life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends us
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # its threads would take addresses and no part
    _limit_memory(most_memory)
    with suppress(EOFError, BrokenPipeError):
        while True:
            work = pipe.recv_bytes()
            pipe.send_bytes(_TAKEN)
            pipe.send_bytes(_outcome(work))


def _outcome(work: bytes) -> bytes:
    """(True, result) or (False, error) of pickled work, pickled."""
    try:
        function, args, kwargs = pickle.loads(work)
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as error:
        error.add_note("In the worker: " + traceback.format_exc())
        with suppress(Exception):
            pickled = pickle.dumps((False, error))
            pickle.loads(pickled)
            return pickled
        return pickle.dumps((False, RuntimeError(traceback.format_exc())))


def _end_with_the_server() -> None:
    """End this process when the one that started it ends, however that came to pass."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def _limit_memory(most: int) -> None:
    """Have the system refuse this process more memory, where it can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
