"""Photos on their way into an entry: read in the background, looked after by the page."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from assistant.core.errors import N_, AssistantError, NotFoundError, PhotoError
from assistant.core.reading import Corners
from assistant.service.entries import Entries, Entry, check_corners, photo_of
from assistant.service.ports import PhotoReader

JOBS_REMEMBERED = 100
T = TypeVar("T")


@dataclass
class PhotoJob:
    """Work on a photo for one entry.

    Attributes:
        number: its name in addresses, not to be guessed.
        code, seat, stage: the entry it is for.
        work: what the worker does.
        future: done when the entry holds the result, or failed with an `AssistantError`.
    """

    number: str
    code: str
    seat: int
    stage: int
    work: Future[Any]
    future: Future[Entry] = field(default_factory=Future)


class PhotoJobs:
    """Use cases of photos: each starts a job whose result goes into the entry."""

    def __init__(self, entries: Entries, reader: PhotoReader) -> None:
        self._entries = entries
        self._reader = reader
        self._jobs: OrderedDict[str, PhotoJob] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, code: str, seat: int, stage: int, version: int, photo: bytes) -> PhotoJob:
        """Start on a new photo: make it upright, keep it, guess its corners.

        Raises:
            PhotoError: it is no photo.
            NotFoundError, InputError, OrderError: as `Entries.open`.
        """
        entry = self._entries.open(code, seat, stage)
        self._reader.check(photo)
        work = self._reader.prepare(photo, game=entry.table.game.name, stage=stage)
        return self._start(
            entry,
            work,
            lambda prepared: self._entries.attach_photo(code, seat, stage, version, prepared),
        )

    def read(
        self, code: str, seat: int, stage: int, version: int, corners: Corners, title: str
    ) -> PhotoJob:
        """Start to read the entry's photo within ``corners``; ``title`` names the step.

        Raises:
            InputError: there is no photo, or the corners are no quadrilateral.
        """
        entry = self._entries.open(code, seat, stage)
        photo_of(entry)
        check_corners(corners)
        work = self._reader.read(
            self._entries.photo(entry),
            game=entry.table.game.name,
            stage=stage,
            corners=corners,
            below=entry.below,
        )
        return self._start(
            entry,
            work,
            lambda read: self._entries.apply_reading(code, seat, stage, version, read, title),
        )

    def job(self, number: str) -> PhotoJob:
        """The job of this number.

        Raises:
            NotFoundError: it is not known, for example after a restart.
        """
        job = self._jobs.get(number)
        if job is None:
            raise NotFoundError(
                N_("This photo is not being read any more. Take it again; the entry is kept.")
            )
        return job

    def ahead(self, job: PhotoJob) -> int:
        """How many photos wait in front of this one."""
        with self._lock:
            earlier = list(self._jobs.values())
        earlier = earlier[: earlier.index(job)] if job in earlier else []
        return sum(not other.future.done() for other in earlier)

    def _start(self, entry: Entry, work: Future[T], finish: Callable[[T], Entry]) -> PhotoJob:
        job = PhotoJob(secrets.token_urlsafe(9), entry.table.code, entry.seat, entry.stage, work)
        with self._lock:
            self._jobs[job.number] = job
            while len(self._jobs) > JOBS_REMEMBERED:
                self._jobs.popitem(last=False)
        work.add_done_callback(lambda done: _settle(job, done, finish))
        return job


def _settle(job: PhotoJob, work: Future[T], finish: Callable[[T], Entry]) -> None:
    """Bring a worker's result into the entry, or its failure to whoever asks."""
    try:
        job.future.set_result(finish(work.result()))
    except AssistantError as error:
        job.future.set_exception(error)
    except Exception as error:
        failure = PhotoError(
            N_("The photo could not be read."), N_("Take another one, or enter the blocks by hand.")
        )
        failure.__cause__ = error
        job.future.set_exception(failure)
