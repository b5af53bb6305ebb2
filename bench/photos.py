"""Reading photos: time against decoding alone on one core, and memory at 50 megapixels."""

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from assistant.resources import resource_directory
from assistant.vision.image import encode_jpeg
from assistant.vision.reader import OpenCVReader
from assistant.vision.render import random_layout, render
from bench.figures import Figure, timed

GAME = "forgotten_treasures"
PHOTOS = 4
TWELVE_MEGAPIXELS = (4000, 3000)
FIFTY_MEGAPIXELS = (8165, 6124)


def figures() -> list[Figure]:
    cv2.setNumThreads(1)
    photos = [_photo(stage, TWELVE_MEGAPIXELS) for stage in range(1, PHOTOS + 1)]
    reader = OpenCVReader(resource_directory("calibration"))
    decoding, reading = [], []
    for stage, photo in enumerate(photos, start=1):
        read = partial(reader.read, photo, game=GAME, stage=stage)
        decoding.append(timed(cv2.imdecode, np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)[1])
        reading.append(timed(read)[1])
    return [
        Figure("12 megapixels: decoding alone, median", 1e3 * median(decoding), "ms"),
        Figure("12 megapixels: bytes to reading, median", 1e3 * median(reading), "ms"),
        Figure(
            "12 megapixels: reading over decoding",
            sum(reading) / sum(decoding),
            "x",
            at_most=3,
        ),
        Figure("50 megapixels: peak memory", _peak_megabytes(), "MB", at_most=600),
    ]


def _photo(stage: int, size: tuple[int, int]) -> bytes:
    """A rendered photo, enlarged to ``size``; what it shows does not matter for time."""
    layout = random_layout(np.random.default_rng(stage), GAME, stage)
    picture, _ = render(layout, game=GAME, seed=stage, size=(1600, 1200))
    large = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
    return encode_jpeg(np.asarray(large, np.uint8), quality=90)


def _peak_megabytes() -> float:
    """What a process of its own takes at most to read a photo of 50 megapixels."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.jpg"
        path.write_bytes(_photo(2, FIFTY_MEGAPIXELS))
        script = (
            "import resource, sys\n"
            "from assistant.cli import main\n"
            "status = main(sys.argv[1:])\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
            "sys.exit(status)\n"
        )
        command = [sys.executable, "-c", script, "read", str(path), "--game", GAME, "--stage", "2"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024
