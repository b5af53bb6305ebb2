"""Random textures: the grain of stone, cloth and wood."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.image import Pixels

Floats = NDArray[np.float32]


def as_floats(values: Any) -> Floats:
    """The same values as float32, for OpenCV."""
    return np.asarray(values, np.float32)


def as_pixels(values: Any) -> Pixels:
    """Values from 0 to 255 as uint8, others cut to that range."""
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def seeded(*numbers: int) -> np.random.Generator:
    """Random numbers that depend on these whole numbers, of either sign, and nothing else."""
    return np.random.default_rng([number & 0xFFFF_FFFF_FFFF_FFFF for number in numbers])


def fractal(
    rng: np.random.Generator,
    shape: tuple[int, int],
    cells: float = 4,
    octaves: int = 4,
    persistence: float = 0.55,
    stretch: float = 1,
) -> Floats:
    """Smooth noise of zero mean and unit deviation, float32 of `shape` (height, width).

    cells: blobs of the coarsest octave along the longer side.
    octaves: how many times the blobs are halved and added, each `persistence` as strong.
    stretch: how many times longer than high the blobs are.
    """
    height, width = shape
    longest = max(shape)
    total = np.zeros(shape, np.float32)
    strength = 1.0
    for octave in range(octaves):
        count = cells * 2**octave / longest
        rows = min(height, max(2, round(height * count)))
        columns = min(width, max(2, round(width * count / stretch)))
        coarse = rng.standard_normal((rows, columns), np.float32)
        total += strength * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        strength *= persistence
    total -= total.mean()
    return total / max(float(total.std()), 1e-6)


def crop(rng: np.random.Generator, texture: Floats, size: int) -> Floats:
    """A random square of a texture, `size` pixels wide, turned a random quarter."""
    top = int(rng.integers(0, texture.shape[0] - size + 1))
    left = int(rng.integers(0, texture.shape[1] - size + 1))
    cut = texture[top : top + size, left : left + size]
    return np.ascontiguousarray(np.rot90(cut, int(rng.integers(4))))


def smooth_steps(values: Floats, low: float, high: float) -> Floats:
    """Values from 0 at `low` to 1 at `high` with soft ends."""
    share = np.clip((values - low) / (high - low), 0, 1)
    return as_floats(share * share * (3 - 2 * share))
