"""Photos that ask too much of a worker: it refuses them, and the next one is read."""

import io
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from assistant.core.errors import PhotoError
from assistant.core.photos import PreparePhoto
from assistant.games import FORGOTTEN_TREASURES
from assistant.pooled import PooledReader
from assistant.workers import Workers

GAME = FORGOTTEN_TREASURES.name
SAMPLE = Path(__file__).parents[1] / "sample_photos" / "forgotten-5x4-stage1.jpg"
ROOM = 520_000_000
"""Bytes of address space that do for a usual photo."""


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers(1, most_memory=ROOM)
    yield workers
    workers.close()


def lying_avif() -> bytes:
    """Less than 3 kB that tell of 100 pixels and become 50 million."""
    data = io.BytesIO()
    Image.new("RGB", (8160, 6120), (90, 140, 60)).save(data, "AVIF", speed=10, quality=1)
    at = data.getvalue().index(b"ispe") + 8
    return data.getvalue()[:at] + struct.pack(">II", 10, 10) + data.getvalue()[at + 8 :]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit memory like that")
def test_a_small_file_that_needs_much_memory_is_refused_and_the_next_photo_read(
    workers: Workers,
) -> None:
    reader, lie = PooledReader(workers), lying_avif()
    assert len(lie) < 3000
    reader.check(lie)
    with pytest.raises(PhotoError) as caught:
        reader.do(PreparePhoto(lie, GAME, 1)).result()
    assert caught.value.hint
    assert reader.do(PreparePhoto(SAMPLE.read_bytes(), GAME, 1)).result().sure


def test_a_photo_that_takes_too_long_says_so(workers: Workers) -> None:
    reader = PooledReader(workers, seconds=0.001)
    with pytest.raises(PhotoError, match=r"^Reading this photo took too long\.$") as caught:
        reader.do(PreparePhoto(SAMPLE.read_bytes(), GAME, 1)).result()
    assert caught.value.hint == "Take another photo, or enter the blocks by hand."


def test_a_photo_that_was_being_read_at_the_end_says_so(workers: Workers) -> None:
    reader = PooledReader(workers)
    waiting = [reader.do(PreparePhoto(SAMPLE.read_bytes(), GAME, 1)) for _ in range(3)]
    workers.close()
    for each in waiting:
        with pytest.raises(PhotoError, match=r"^Reading this photo was broken off\.$") as caught:
            each.result(timeout=10)
        assert caught.value.hint.startswith("Try it once more.")
