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
from assistant.synth import random_layout, render
from assistant.vision.image import encode_jpeg
from assistant.vision.reader import OpenCVReader
from bench.figures import Figure, timed

GAME = "forgotten_treasures"
PHOTOS = 4
PAIRS = 4
TWELVE_MEGAPIXELS = (4000, 3000)
GRAIN, QUALITY = 2.0, 85
FIFTY_MEGAPIXELS = (8165, 6124)


def figures() -> list[Figure]:
    cv2.setNumThreads(1)
    photos = [_photo(stage, TWELVE_MEGAPIXELS) for stage in range(1, PHOTOS + 1)]
    reader = OpenCVReader(resource_directory("calibration"))
    decoding, reading = [], []
    for stage, photo in enumerate(photos, start=1):
        read = partial(reader.read, photo, game=GAME, stage=stage)
        for _ in range(PAIRS):  # one after the other, so that a busy moment hits both alike
            data = np.frombuffer(photo, np.uint8)
            decoding.append(timed(cv2.imdecode, data, cv2.IMREAD_COLOR)[1])
            reading.append(timed(read)[1])
    return [
        Figure("12 megapixels: size of a file", median(map(len, photos)) / 1e6, "MB"),
        Figure("12 megapixels: decoding alone, median", 1e3 * median(decoding), "ms"),
        Figure("12 megapixels: bytes to reading, median", 1e3 * median(reading), "ms"),
        Figure(
            "12 megapixels: reading over decoding",
            median(r / d for r, d in zip(reading, decoding, strict=True)),
            "x",
            at_most=3,
        ),
        Figure("50 megapixels: peak memory", _peak_megabytes(), "MB", at_most=600),
    ]


def _photo(stage: int, size: tuple[int, int]) -> bytes:
    """A rendered photo, enlarged to ``size``, with the grain of a sensor.

    Without grain an enlarged picture has no detail and decodes faster than any photo does; the
    files here are as large as those of real scenes at this size, about 1 MB.
    """
    layout = random_layout(np.random.default_rng(stage), GAME, stage)
    picture, _ = render(layout, game=GAME, seed=stage, size=(1600, 1200))
    large = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng(stage).normal(0, GRAIN, large.shape[:2]).astype(np.float32)
    noisy = np.clip(large + grain[..., None], 0, 255)
    return encode_jpeg(noisy.astype(np.uint8), quality=QUALITY)


def _peak_megabytes() -> float:
    """What a process of its own takes at most to read a photo of 50 megapixels (Linux tells).

    Not `resource`: its peak begins with that of the process that started it.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.jpg"
        path.write_bytes(_photo(2, FIFTY_MEGAPIXELS))
        script = (
            "import sys\n"
            "from pathlib import Path\n"
            "from assistant.cli import main\n"
            "status = main(sys.argv[1:])\n"
            "lines = Path('/proc/self/status').read_text().splitlines()\n"
            "peak = next(line.split()[1] for line in lines if line.startswith('VmHWM'))\n"
            "print(peak, file=sys.stderr)\n"
            "sys.exit(status)\n"
        )
        command = [sys.executable, "-c", script, "read", str(path), "--game", GAME, "--stage", "2"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024
