"""The one place where the app, the store and the photo reader are put together.

What needs OpenCV is imported where it is used: the server never loads it.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from flask import Flask

from assistant.core.errors import N_, InputError
from assistant.core.layout import Layout
from assistant.core.photos import PhotoTask
from assistant.core.reading import Corners, Reading
from assistant.pooled import PooledAdvisor, PooledReader
from assistant.service.sharing import Sharing
from assistant.store import SqliteStore, back_up, rescue, restore
from assistant.web import create_app
from assistant.web.guard import HOSTS
from assistant.workers import Workers

__all__ = ["back_up", "rescue", "restore"]  # for the commands

T = TypeVar("T")


def build_app(database: Path, names: tuple[str, ...] = ()) -> Flask:
    """The web app over the database at this path; `close_app` ends what it has started.

    ``names`` are those under which it is opened besides the machine's own.
    """
    workers = Workers()
    store = SqliteStore(database)
    app = create_app(
        {HOSTS: names}, store=store, reader=PooledReader(workers), advisor=PooledAdvisor(workers)
    )
    app.extensions["workers"] = workers
    app.extensions["to close"] = (workers.close, store.close_all)
    return app


def stop_photos(app: Flask, seconds: float) -> None:
    """End all work on photos, and give the phones that wait for it so long to hear of it."""
    until = time.monotonic() + seconds
    waiting = app.extensions["photos"].stop()
    app.extensions["workers"].close()
    for job in waiting:
        job.told.wait(max(0.0, until - time.monotonic()))


def close_app(app: Flask) -> None:
    """End the workers, whose jobs say so, and leave the database as one file."""
    for close in app.extensions["to close"]:
        close()


@contextmanager
def open_sharing(database: Path, *, make: bool = False) -> Iterator[Sharing]:
    """The use cases of export and import over the database at this path, for one command.

    ``make`` makes a database where there is none.

    Raises:
        InputError: there is none.
    """
    if not make and not database.is_file():
        raise InputError(N_("there is no file %(path)s."), path=database)
    store = SqliteStore(database)
    try:
        yield Sharing(store, _check_profile)
    finally:
        store.close_all()


def _check_profile(text: str) -> tuple[str, str]:
    from assistant.vision.profile import parse_profile

    profile = parse_profile(text)
    return profile.game, profile.name


def do_here(task: PhotoTask[T]) -> T:
    """Do a task with a photo in this process.

    Raises:
        PhotoError: the photo cannot be read.
        InputError: a profile is none, or is of another game.
    """
    from assistant.vision.tasks import run

    return run(task)


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
    from assistant.vision.tasks import default_reader

    own = load_profile(profile) if profile else None
    return default_reader().read(
        photo, game=game, stage=stage, corners=corners, below=below, profile=own
    )


def read_together(readings: Sequence[Reading], *, profile: Path | None = None) -> Reading:
    """Readings of the same pyramid as one; ``profile`` as for `read_photo`."""
    from assistant.vision.profile import load_profile
    from assistant.vision.tasks import default_reader
    from assistant.vision.together import together

    own = load_profile(profile) if profile else default_reader().profile(readings[0].game)
    return together(readings, own.confidence.uncertain)


def evaluate_folder(folder: Path, *, profile: Path | None = None, limit: int | None = None) -> str:
    """The accuracy figures of a folder of photos with known layouts, one a line.

    Raises:
        InputError: the folder has no ``truth.jsonl``, or it makes no sense.
    """
    from assistant.synth.evaluate import evaluate, format_accuracy
    from assistant.vision.profile import load_profile
    from assistant.vision.tasks import default_reader

    own = load_profile(profile) if profile else None
    return format_accuracy(evaluate(folder, default_reader(), profile=own, limit=limit))


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
