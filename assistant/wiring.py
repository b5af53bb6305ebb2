"""The one place where the app, the store and the photo reader are put together."""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, TimeoutError
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from flask import Flask
from pebble import ProcessExpired

from assistant.core.areas import layout_areas
from assistant.core.errors import N_, InputError, PhotoError
from assistant.core.layout import Layout
from assistant.core.pieces import Inventory
from assistant.core.reading import Corners, Point, Reading
from assistant.games.forgotten_treasures.lookahead.advice import KeepAdvice, advise
from assistant.resources import resource_directory
from assistant.service.ports import FoundCorners, Learned, PreparedPhoto, ReadPhoto
from assistant.store import SqliteStore
from assistant.web import create_app
from assistant.workers import Workers

if TYPE_CHECKING:
    from assistant.vision.reader import OpenCVReader

PREVIEW_SIDE = 1600
PREVIEW_QUALITY = 92
CELL_SIDE = 96
SECONDS_A_PHOTO = 20.0
THINKING_SECONDS = 2.0

P = ParamSpec("P")
T = TypeVar("T")


def build_app(database: Path) -> Flask:
    """The web app over the database at this path."""
    workers = Workers()
    return create_app(
        store=SqliteStore(database), reader=PooledReader(workers), advisor=PooledAdvisor(workers)
    )


def read_photo(
    photo: bytes,
    *,
    game: str,
    stage: int,
    corners: Corners | None = None,
    below: Layout | None = None,
    profile: Path | None = None,
) -> Reading:
    """Read a photo in this process; ``profile`` is the file of a copy of the game.

    Raises:
        PhotoError: it cannot be read.
    """
    from assistant.vision.profile import load_profile

    return _reader().read(
        photo,
        game=game,
        stage=stage,
        corners=corners,
        below=below,
        profile=load_profile(profile) if profile else None,
    )


def calibrate_copy(
    photo: bytes,
    *,
    game: str,
    layout: Layout,
    corners: Corners | None = None,
    profile: str | None = None,
    name: str = "",
) -> Learned:
    """Learn a copy of the game, in this process, from a photo and its right layout.

    Raises:
        PhotoError: the photo cannot be read.
        InputError: ``profile`` is no profile of this game.
    """
    from assistant.vision.calibrate import calibrate
    from assistant.vision.profile import format_profile, parse_profile

    base = parse_profile(profile) if profile else _reader().profile(game)
    if base.game != game:
        raise InputError(N_("The profile is of %(game)s."), game=base.game)
    learned, notes = calibrate(photo, layout, corners=corners, base=base, name=name)
    return Learned(format_profile(learned), tuple(notes))


def evaluate_folder(folder: Path, *, profile: Path | None = None, limit: int | None = None) -> str:
    """The accuracy figures of a folder of photos with known layouts, one a line.

    Raises:
        InputError: the folder has no ``truth.jsonl``, or it makes no sense.
    """
    from assistant.synth.evaluate import evaluate, format_accuracy
    from assistant.vision.profile import load_profile

    own = load_profile(profile) if profile else None
    return format_accuracy(evaluate(folder, _reader(), profile=own, limit=limit))


def render_photo(
    layout: Layout, *, game: str, seed: int, difficulty: str, copy: int | None
) -> tuple[bytes, list[tuple[float, float]]]:
    """A synthetic photo as JPEG bytes, and the corners of stage 1 in it."""
    from assistant.synth import make_art, render
    from assistant.vision.image import encode_jpeg

    art = make_art(game, seed if copy is None else copy)
    picture, corners = render(layout, game=game, seed=seed, difficulty=difficulty, art=art)
    return encode_jpeg(picture, quality=90), [(float(x), float(y)) for x, y in corners]


def sheet_file() -> bytes:
    """The page with the card to print, as PDF bytes."""
    from assistant.vision.card import sheet_pdf

    return sheet_pdf()


class PooledReader:
    """`PhotoReader` in worker processes: at most one a core, each photo within a time limit.

    OpenCV is loaded by the workers, which start with the first photo.
    """

    def __init__(self, workers: Workers | None = None, seconds: float = SECONDS_A_PHOTO) -> None:
        self._workers = workers or Workers()
        self._seconds = seconds

    def check(self, photo: bytes) -> None:
        """See `PhotoReader.check`."""
        from assistant.vision.image import check_header

        check_header(photo)

    def prepare(self, photo: bytes, *, game: str, stage: int) -> Future[PreparedPhoto]:
        """See `PhotoReader.prepare`."""
        return self._submit(prepare_in_worker, photo, game, stage)

    def find(self, jpeg: bytes, *, game: str, stage: int, near: Point) -> Future[FoundCorners]:
        """See `PhotoReader.find`."""
        return self._submit(find_in_worker, jpeg, game, stage, near)

    def read(
        self,
        jpeg: bytes,
        *,
        game: str,
        stage: int,
        corners: Corners,
        below: Layout | None,
        profile: str | None,
    ) -> Future[ReadPhoto]:
        """See `PhotoReader.read`."""
        return self._submit(read_in_worker, jpeg, game, stage, corners, below, profile)

    def learn(
        self, jpeg: bytes, *, game: str, layout: Layout, corners: Corners, profile: str | None
    ) -> Future[Learned]:
        """See `PhotoReader.learn`."""
        return self._submit(learn_in_worker, jpeg, game, layout, corners, profile)

    def draw(
        self,
        jpeg: bytes,
        *,
        game: str,
        corners: Corners,
        layout: Layout,
        labels: Mapping[int, str],
    ) -> Future[bytes]:
        """See `PhotoReader.draw`."""
        return self._submit(draw_in_worker, jpeg, game, corners, layout, dict(labels))

    def check_profile(self, text: str) -> tuple[str, str]:
        """See `PhotoReader.check_profile`."""
        from assistant.vision.profile import parse_profile

        profile = parse_profile(text)
        return profile.game, profile.name

    def close(self) -> None:
        """Stop the workers; what they were reading is lost."""
        self._workers.close()

    def _submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        asked: Future[T] = Future()
        work = self._workers.submit(self._seconds, function, *args, **kwargs)
        work.add_done_callback(lambda done: _hand_over(done, asked))
        return asked


class PooledAdvisor:
    """`Advisor` in worker processes: the best answer found in the seconds there are."""

    def __init__(self, workers: Workers, seconds: float = THINKING_SECONDS) -> None:
        self._workers = workers
        self._seconds = seconds

    def advise(self, layout: Layout, inventory: Inventory, *, seed: int) -> Future[KeepAdvice]:
        """See `Advisor.advise`."""
        limit = self._seconds + SECONDS_A_PHOTO
        return self._workers.submit(limit, advise_in_worker, layout, inventory, seed, self._seconds)


def advise_in_worker(layout: Layout, inventory: Inventory, seed: int, seconds: float) -> KeepAdvice:
    """What to keep; runs in a worker."""
    deadline = time.monotonic() + seconds
    return advise(layout, inventory, seed=seed, keep_going=lambda: time.monotonic() < deadline)


def prepare_in_worker(photo: bytes, game: str, stage: int) -> PreparedPhoto:
    """Turn a photo file upright and guess its corners; runs in a worker."""
    from assistant.vision.image import preview_jpeg

    jpeg = preview_jpeg(photo, max_side=PREVIEW_SIDE, quality=PREVIEW_QUALITY)
    guess = _reader().locate(jpeg, game=game, stage=stage)
    return PreparedPhoto(jpeg, guess.corners, guess.sure)


def find_in_worker(jpeg: bytes, game: str, stage: int, near: Point) -> FoundCorners:
    """Look for the pyramid at a point of a prepared photo; runs in a worker."""
    guess = _reader().locate(jpeg, game=game, stage=stage, near=near)
    return FoundCorners(guess.corners, guess.sure)


def read_in_worker(
    jpeg: bytes,
    game: str,
    stage: int,
    corners: Corners,
    below: Layout | None,
    profile: str | None,
) -> ReadPhoto:
    """Read a prepared photo and straighten it; runs in a worker."""
    import numpy as np

    from assistant.vision.image import encode_jpeg
    from assistant.vision.profile import parse_profile

    reader = _reader()
    reading = reader.read(
        jpeg,
        game=game,
        stage=stage,
        corners=corners,
        below=below,
        profile=parse_profile(profile) if profile else None,
    )
    picture = reader.rectified(
        jpeg, game=game, corners=reading.corners, stage=stage, side=CELL_SIDE
    )
    turned = np.ascontiguousarray(np.rot90(picture, -reading.turns))
    return ReadPhoto(reading, encode_jpeg(turned, quality=80))


def learn_in_worker(
    jpeg: bytes, game: str, layout: Layout, corners: Corners, profile: str | None
) -> Learned:
    """Learn a copy of the game from a photo and its right layout; runs in a worker."""
    return calibrate_copy(jpeg, game=game, layout=layout, corners=corners, profile=profile)


def draw_in_worker(
    jpeg: bytes, game: str, corners: Corners, layout: Layout, labels: Mapping[int, str]
) -> bytes:
    """Draw the areas of a layout onto its photo; runs in a worker."""
    from assistant.vision.image import decode, encode_jpeg
    from assistant.vision.overlay import overlay
    from assistant.vision.reader import find_pose

    upright = decode(jpeg, PREVIEW_SIDE)
    pose = find_pose(upright, len(layout.stages), _reader().profile(game), corners).pose
    areas = layout_areas(layout)
    drawn = overlay(upright.pixels, pose, layout, areas, labels, strong=labels)
    return encode_jpeg(drawn, quality=88)


@cache
def _reader() -> "OpenCVReader":
    import cv2

    from assistant.vision.reader import OpenCVReader

    cv2.setNumThreads(1)
    return OpenCVReader(resource_directory("calibration"))


def _hand_over(work: Future[T], asked: Future[T]) -> None:
    """Pass a worker's result on; a worker that took too long or died is a `PhotoError`."""
    hint = N_("Take another photo, or enter the blocks by hand.")
    try:
        asked.set_result(work.result())
    except TimeoutError:
        asked.set_exception(PhotoError(N_("Reading this photo took too long."), hint))
    except ProcessExpired:
        asked.set_exception(PhotoError(N_("Reading this photo needed too much memory."), hint))
    except Exception as error:
        asked.set_exception(error)
