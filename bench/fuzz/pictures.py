"""Pictures of every kind that is read, tiny and thin ones too, with something wrong in them."""

import io
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from PIL import Image

from assistant.core.errors import AssistantError
from assistant.core.photos import (
    DrawAreas,
    FindPyramid,
    LearnCopy,
    PhotoTask,
    PreparePhoto,
    ReadPyramid,
)
from assistant.core.reading import Corners
from assistant.games import GAMES
from assistant.workers import WorkerDied, Workers
from bench.fuzz import Finding
from bench.fuzz.junk import changed_bytes
from bench.positions import random_layout

SIZES = (
    (1, 1), (2, 2), (1, 2), (3, 1), (7, 5), (16, 16), (17, 33), (64, 48), (1, 3000), (3000, 1),
    (2, 900), (900, 3), (2000, 7), (160, 120),
)  # fmt: skip
KINDS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("JPEG", "RGB", {}), ("JPEG", "L", {}), ("JPEG", "CMYK", {}),
    ("JPEG", "RGB", {"progressive": True}), ("PNG", "RGB", {}), ("PNG", "RGBA", {}),
    ("PNG", "LA", {}), ("PNG", "P", {}), ("PNG", "1", {}), ("PNG", "I;16", {}),
    ("WEBP", "RGB", {}), ("WEBP", "RGBA", {"lossless": True}), ("GIF", "P", {}),
    ("HEIF", "RGB", {}), ("AVIF", "RGB", {"speed": 10}),
)  # fmt: skip
BATCH = 100
SECONDS_A_BATCH = 120.0
SEARCHED = 0.01
"""Share of the pictures in which a pyramid is looked for, too."""


class Pictures:
    """Pictures for the decoder, in a worker as in the app: what it does to it stays there."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.outcomes: Counter[str] = Counter()

    def send(self, rng: Random) -> int:
        """Have a batch decoded; gives how many that were."""
        seed = rng.randrange(2**40)
        try:
            found = self.workers.submit(SECONDS_A_BATCH, decode_batch, seed, BATCH).result()
        except (WorkerDied, TimeoutError) as error:
            raise Finding(f"decode_batch({seed}, {BATCH}): {error!r}") from error
        self.outcomes.update(found)
        return BATCH


def decode_batch(seed: int, count: int) -> dict[str, int]:
    """How often each end came about; raises `Finding` for one that must not. Runs in a worker."""
    from assistant.vision.image import decode
    from assistant.vision.tasks import run

    rng = Random(seed)
    outcomes: Counter[str] = Counter()
    for number in range(count):
        data = picture(rng)
        data = data if rng.random() < 0.1 else changed_bytes(rng, data)
        searched = rng.random() < SEARCHED
        try:
            if searched:
                for task in _tasks(rng, data):
                    run(task)
            else:
                _check(decode(data, rng.choice((1600, 64))).pixels)
            outcomes["decoded"] += 1
        except AssistantError as error:
            outcomes["refused"] += 1
            if not str(error):
                raise Finding(f"nothing said: seed {seed}, picture {number}") from error
        except Exception as error:
            raise Finding(f"seed {seed}, picture {number}: {error!r} {data[:2000]!r}") from error
    return dict(outcomes)


def _tasks(rng: Random, data: bytes) -> Iterator[PhotoTask[Any]]:
    """All that the app does with a photo, with corners and points anywhere in it or outside."""
    game, stage = rng.choice(list(GAMES)), rng.randint(1, 4)
    side = rng.choice((3.0, 50.0, 2000.0))
    corners: Corners = tuple((rng.uniform(-9, side), rng.uniform(-9, side)) for _ in range(4))  # type: ignore[assignment]
    layout = random_layout(rng, stage)
    yield PreparePhoto(data, game, stage)
    yield rng.choice(
        (
            FindPyramid(data, game, stage, corners[0]),
            ReadPyramid(data, game, stage, corners, None, None),
            DrawAreas(data, "forgotten_treasures", corners, layout, {0: "3 x 2"}),
            LearnCopy(data, "forgotten_treasures", layout, corners, None),
        )
    )


def _check(pixels: Any) -> None:
    if pixels.ndim != 3 or pixels.shape[2] != 3 or not pixels.size:
        raise ValueError(f"decoded to {pixels.shape}")


def picture(rng: Random) -> bytes:
    """A whole picture of some kind and size."""
    return encoded(rng.randrange(len(KINDS)), rng.choice(SIZES))


@cache
def encoded(kind: int, size: tuple[int, int]) -> bytes:
    """Noise of that (width, height) as a file of ``KINDS[kind]``, some of them turned."""
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False)
    form, mode, options = KINDS[kind]
    width, height = size
    noise = Random(f"{kind} {size}").randbytes(width * height * 3)
    image = Image.frombytes("RGB", (width, height), noise)
    image = image.convert("L").convert("I").convert(mode) if mode == "I;16" else image.convert(mode)
    exif = Image.Exif()
    exif[0x0112] = 1 + (kind + width) % 9
    file = io.BytesIO()
    more = {"exif": exif} if form in ("JPEG", "PNG", "WEBP") else {}
    image.save(file, form, **options, **more)
    return file.getvalue()
