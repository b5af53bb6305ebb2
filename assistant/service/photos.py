"""Photos on their way into an entry: read in the background, looked after by the page."""

import logging
import math
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from assistant.core.areas import layout_areas
from assistant.core.errors import (
    N_,
    AssistantError,
    BusyError,
    ConflictError,
    InputError,
    NotFoundError,
    PhotoError,
)
from assistant.core.photos import (
    DrawAreas,
    FindPyramid,
    LearnCopy,
    PhotoTask,
    PreparePhoto,
    ReadPyramid,
    ReadTogether,
)
from assistant.core.reading import Corners, Point
from assistant.games.forgotten_treasures.activation import Plan
from assistant.service.copies import Copies
from assistant.service.drafts import Drafts, StageDraft, check_corners, photo_of
from assistant.service.ports import PhotoReader
from assistant.service.scoring import StageResult

JOBS_REMEMBERED = 100
"""Finished jobs that pages can still ask for; the others are never forgotten."""
DRAWINGS_KEPT = 40
"""Photos with areas on them that are kept, of about half a megabyte each."""
WAITING_FOR_A_TABLE = 8
WAITING_IN_ALL = 60
BYTES_WAITING = 300_000_000
"""Of photos as they were sent, which the server holds until they are upright."""

_STOPPED = N_(
    "The app was stopped before it was done with this photo. Send the photo again once the app"
    " runs; everything else is kept."
)
_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass
class PhotoJob:
    """Work on a photo for one entry.

    Attributes:
        number: its name in addresses, not to be guessed.
        code, seat, stage: the entry it is for.
        size: bytes of the photo as it was sent, if that waits.
        told: set once a phone has asked for the outcome.
        future: done when the result is kept, or failed with an `AssistantError`.
    """

    number: str
    code: str
    seat: int
    stage: int
    size: int = 0
    told: threading.Event = field(default_factory=threading.Event)
    future: Future[Any] = field(default_factory=Future)


class PhotoJobs:
    """Use cases of photos: each starts a job whose result goes into the entry."""

    def __init__(self, entries: Drafts, copies: Copies, reader: PhotoReader) -> None:
        self._entries = entries
        self._copies = copies
        self._reader = reader
        self._jobs: OrderedDict[str, PhotoJob] = OrderedDict()
        self._drawing = threading.Lock()
        self._drawings: OrderedDict[Hashable, PhotoJob] = OrderedDict()
        self._lock = threading.Lock()
        self._stopping = False

    def take(self, code: str, seat: int, stage: int, version: int, photo: bytes) -> PhotoJob:
        """Start on a new photo: make it upright, keep it, guess its corners.

        Raises:
            PhotoError: it is no photo.
            BusyError: too many photos wait already.
            NotFoundError, InputError, OrderError: as `Drafts.open`.
        """
        entry = self._entries.open(code, seat, stage)
        self._reader.check(photo)
        return self._start(
            entry,
            PreparePhoto(photo, entry.table.game.name, stage),
            lambda prepared: self._entries.attach_photo(code, seat, stage, version, prepared),
            size=len(photo),
        )

    def near(self, code: str, seat: int, stage: int, point: Point) -> PhotoJob:
        """Start to look for the pyramid at a point of the entry's photo.

        The job's result is `FoundCorners`; the entry stays as it is until the photo is read.

        Raises:
            InputError: there is no photo.
        """
        entry = self._entries.open(code, seat, stage)
        photo_of(entry)
        jpeg = self._entries.photo(entry)
        task = FindPyramid(jpeg, entry.table.game.name, stage, point)
        return self._start(entry, task, lambda found: found)

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
        return self._start(
            entry,
            self._reading_task(entry, corners),
            lambda read: self._entries.apply_reading(code, seat, stage, version, read, title),
        )

    def second(
        self, code: str, seat: int, stage: int, version: int, photo: bytes, title: str
    ) -> PhotoJob:
        """Start to read one more photo, from another side, for the blocks still in doubt.

        Raises:
            InputError: no photo has been read yet.
            PhotoError, BusyError: as `take`.
        """
        entry = self._entries.open(code, seat, stage)
        if entry.reading is None:
            raise InputError(N_("This photo has not been read yet."))
        self._reader.check(photo)
        return self._start(
            entry,
            ReadTogether(self._reading_task(entry, entry.reading.corners), photo),
            lambda read: self._entries.settle_doubts(
                code, seat, stage, version, read.reading, title
            ),
            size=len(photo),
        )

    def _reading_task(self, entry: StageDraft, corners: Corners) -> ReadPyramid:
        return ReadPyramid(
            self._entries.photo(entry),
            game=entry.table.game.name,
            stage=entry.stage,
            corners=corners,
            below=entry.below,
            profile=self._copies.profile_for(entry.table.code),
        )

    def learn(self, code: str, seat: int, stage: int, version: int, name: str) -> PhotoJob:
        """Start to learn the copy on the table from the entry's photo and its right layout.

        ``name`` is for a new copy, if the table has none. The job's result is the copy's number.

        Raises:
            InputError: there is no photo that has been read.
            LayoutError: something that can be seen has not been entered.
            ConflictError: the entry is not the one the person saw.
        """
        entry = self._entries.open(code, seat, stage)
        photo = photo_of(entry)
        if photo.picture is None:
            raise InputError(N_("This photo has not been read yet."))
        if entry.version != version:
            raise ConflictError(N_("Another phone changed this entry meanwhile."))
        layout_areas(entry.layout)
        base = self._copies.profile_for(code)
        task = LearnCopy(
            self._entries.photo(entry),
            game=entry.table.game.name,
            layout=entry.layout.turned(-photo.turns),
            corners=photo.corners,
            profile=base,
        )
        return self._start(
            entry,
            task,
            lambda learned: self._copies.keep_learned(code, learned, name, base),
        )

    def drawn(self, result: StageResult, plan: Plan) -> PhotoJob:
        """The job whose result is the entry's photo, a JPEG, with the points on its areas.

        The areas are outlined and their icons ticked. The same drawing is made once and kept.

        Raises:
            InputError: there is no photo that has been read.
        """
        by_id = {area.id: area for area in result.areas}
        labels = {
            activation.area: str(by_id[activation.area].icons * activation.multiplier)
            for activation in plan.activations
        }
        return self.labelled(result.entry, labels)

    def labelled(self, entry: StageDraft, labels: Mapping[int, str]) -> PhotoJob:
        """As `drawn`, with any labels by the areas' ids."""
        photo = photo_of(entry)
        if photo.picture is None:
            raise InputError(N_("This photo has not been read yet."))
        place = entry.table.code, entry.seat, entry.stage, photo.number
        key = (*place, photo.layout_corners, entry.layout, tuple(sorted(labels.items())))
        with self._drawing:
            job = self._drawings.pop(key, None)
            if job is None:
                task = DrawAreas(
                    self._entries.photo(entry),
                    game=entry.table.game.name,
                    corners=photo.layout_corners,
                    layout=entry.layout,
                    labels=labels,
                )
                job = self._start(entry, task, lambda drawn: drawn)
            if not _failed(job):  # a failure is told once; whoever asks again has it tried again
                self._drawings[key] = job
            while len(self._drawings) > DRAWINGS_KEPT:
                self._drawings.popitem(last=False)
        return job

    def job(self, number: str, code: str) -> PhotoJob:
        """The job of this number at a table.

        Raises:
            NotFoundError: it is not known, for example after a restart.
        """
        job = self._jobs.get(number)
        if job is None or job.code != code:
            raise NotFoundError(
                N_("This photo is not being read any more. Take it again; the entry is kept.")
            )
        return job

    def forget(self, code: str) -> None:
        """Forget the jobs and drawings of a table."""
        with self._lock:
            for number in [each.number for each in self._jobs.values() if each.code == code]:
                del self._jobs[number]
        with self._drawing:
            for key in [key for key, job in self._drawings.items() if job.code == code]:
                del self._drawings[key]

    def stop(self) -> list[PhotoJob]:
        """Take no more photos; the jobs that are not done, which will now fail and say why."""
        with self._lock:
            self._stopping = True
            return [job for job in self._jobs.values() if not job.future.done()]

    def ahead(self, job: PhotoJob) -> int:
        """How many photos wait in front of this one."""
        with self._lock:
            earlier = list(self._jobs.values())
        earlier = earlier[: earlier.index(job)] if job in earlier else []
        return sum(not other.future.done() for other in earlier)

    def _start(
        self,
        entry: StageDraft,
        task: PhotoTask[T],
        finish: Callable[[T], Any],
        size: int = 0,
    ) -> PhotoJob:
        job = PhotoJob(secrets.token_urlsafe(9), entry.table.code, entry.seat, entry.stage, size)
        with self._lock:
            if self._stopping:
                raise BusyError(_STOPPED)
            self._refuse_too_much(job)
            self._jobs[job.number] = job
            self._forget_the_oldest()
        work = self._reader.do(task)
        work.add_done_callback(lambda done: self._settle(job, done, finish))
        return job

    def _settle(self, job: PhotoJob, work: Future[T], finish: Callable[[T], Any]) -> None:
        """Bring a worker's result into the entry, or its failure to whoever asks."""
        try:
            job.future.set_result(finish(work.result()))
        except AssistantError as error:
            job.future.set_exception(PhotoError(_STOPPED) if self._stopping else error)
        except Exception as error:
            _log.exception("Work on a photo failed.")
            failure = PhotoError(
                N_("The photo could not be read."),
                N_("Take another one, or enter the blocks by hand."),
            )
            failure.__cause__ = error
            job.future.set_exception(failure)

    def _refuse_too_much(self, new: PhotoJob) -> None:
        waiting = [job for job in self._jobs.values() if not job.future.done()]
        seconds = max(2, math.ceil(self._reader.seconds_to_wait()))
        if sum(job.code == new.code for job in waiting) >= WAITING_FOR_A_TABLE:
            raise BusyError(
                N_(
                    "Several photos of this table are being read already."
                    " Try again in about %(seconds)d seconds."
                ),
                seconds=seconds,
            )
        size = new.size + sum(job.size for job in waiting)
        if len(waiting) >= WAITING_IN_ALL or size > BYTES_WAITING:
            raise BusyError(
                N_(
                    "Many tables are having photos read just now."
                    " Try again in about %(seconds)d seconds."
                ),
                seconds=seconds,
            )

    def _forget_the_oldest(self) -> None:
        done = [number for number, job in self._jobs.items() if job.future.done()]
        for number in done[: max(0, len(done) - JOBS_REMEMBERED)]:
            del self._jobs[number]


def _failed(job: PhotoJob) -> bool:
    return job.future.done() and job.future.exception() is not None
