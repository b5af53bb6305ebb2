"""Light, lens and sensor: from a drawn scene to what a phone makes of it."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.synth.camera import Lens, Points
from assistant.synth.look import Look
from assistant.synth.noise import Floats, as_floats, as_pixels, fractal, smooth_steps
from assistant.vision.image import Pixels

GAMMA = 2.2
_COARSE = 8
_TO_LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)


def develop(
    rng: np.random.Generator, scene: Pixels, look: Look, board: Points, block: float
) -> tuple[Pixels, Lens]:
    """Light and photograph a drawn scene; also gives the lens it was seen through.

    scene: uint8 BGR, evenly lit and sharp.
    board: corners of the pyramid in it (4, 2), for reflections to fall on.
    block: the width of a block in pixels.
    """
    height, width = scene.shape[:2]
    lens = Lens(float(rng.uniform(*look.bend)), (width, height))
    linear = as_floats(cv2.LUT(scene, _TO_LINEAR))
    linear *= _upsampled(_illumination(rng, look, (height, width)), (height, width))
    metered = (0.16 / max(float(linear[::8, ::8].mean()), 1e-3)) ** 0.6
    linear *= float(np.clip(metered, 0.6, 1.8) * rng.uniform(*look.exposure))
    veil = _veil(rng, look, (height, width), board, block)
    if veil is not None:
        linear += _upsampled(veil, (height, width))
    if lens.k:
        linear = _bent(linear, lens)
    linear = _blurred(rng, linear, look)
    return _sensed(rng, linear, look), lens


def _upsampled(coarse: Floats, shape: tuple[int, int]) -> Floats:
    return as_floats(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR))


def _coarse_grid(shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """Pixel coordinates (x, y) of a grid _COARSE times smaller than `shape`."""
    rows, columns = -(-shape[0] // _COARSE), -(-shape[1] // _COARSE)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) * _COARSE
    return x, y


def _ramp(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """A coarse field rising from about -1 to 1 across the picture in a random direction."""
    x, y = _coarse_grid(shape)
    angle = rng.uniform(0, 2 * np.pi)
    half = max(shape) / 2
    across, down = x - shape[1] / 2, y - shape[0] / 2
    return as_floats((across * np.cos(angle) + down * np.sin(angle)) / half)


def _tint(warmth: Floats, green: float) -> Floats:
    """Gains (..., 3) BGR of light from sky (-1) to candle (1)."""
    blue, red = np.exp(-0.75 * warmth), np.exp(0.28 * warmth)
    return as_floats(np.stack([blue, np.exp(-0.08 * warmth + green), red], -1))


def _illumination(rng: np.random.Generator, look: Look, shape: tuple[int, int]) -> Floats:
    """Coarse gains (rows, columns, 3) BGR of the light on the table."""
    warmth = rng.uniform(*look.warmth) + rng.uniform(*look.mixed) * _ramp(rng, shape)
    brightness = np.exp(0.5 * rng.uniform(*look.gradient) * _ramp(rng, shape))
    for _ in range(int(rng.integers(look.shadows[0], look.shadows[1] + 1))):
        brightness = brightness * _shadow_edge(rng, shape)
    x, y = _coarse_grid(shape)
    radius = np.hypot(x - shape[1] / 2, y - shape[0] / 2) / (np.hypot(*shape) / 2)
    brightness = brightness * (1 - rng.uniform(*look.vignette) * radius**2)
    gains = _tint(as_floats(warmth), float(rng.normal(0, 0.03)))
    return as_floats(gains * brightness[:, :, None])


def _shadow_edge(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """The edge of somebody's shadow: wavy, soft or fairly sharp."""
    ramp = _ramp(rng, shape)
    wave = 0.08 * fractal(rng, (ramp.shape[0], ramp.shape[1]), cells=3, octaves=2)
    softness = rng.uniform(0.02, 0.3)
    place = rng.uniform(-0.1, 0.8)
    inside = smooth_steps(ramp + wave, place, place + softness)
    return as_floats(1 - rng.uniform(0.2, 0.55) * inside)


def _veil(
    rng: np.random.Generator, look: Look, shape: tuple[int, int], board: Points, block: float
) -> Floats | None:
    """Coarse light added by gloss: a broad haze, and blown reflections; None if there is none."""
    if look.haze[1] == 0 and look.glare[1] == 0:
        return None
    x, y = _coarse_grid(shape)
    total = np.zeros_like(x)
    for _ in range(int(rng.integers(1, 3))):
        total += rng.uniform(*look.haze) * _blob(rng, x, y, board, block * rng.uniform(1.0, 2.6))
    for _ in range(int(rng.integers(look.glare[0], look.glare[1] + 1))):
        spot = _blob(rng, x, y, board, block * rng.uniform(0.25, 0.6))
        total += rng.uniform(0.12, 0.45) * smooth_steps(spot, 0.1, 0.9)
    tint = _tint(as_floats(rng.uniform(*look.warmth, 1)), 0.0)
    return as_floats(total[:, :, None] * tint)


def _blob(rng: np.random.Generator, x: Floats, y: Floats, board: Points, radius: float) -> Floats:
    """A Gaussian spot somewhere on the board, longer in one direction."""
    weights = rng.dirichlet(np.ones(len(board)))
    centre = weights @ board
    angle, longer = rng.uniform(0, np.pi), rng.uniform(1, 2.2)
    dx, dy = x - centre[0], y - centre[1]
    along = (dx * np.cos(angle) + dy * np.sin(angle)) / longer
    across = dy * np.cos(angle) - dx * np.sin(angle)
    return as_floats(np.exp(-(along**2 + across**2) / (2 * radius**2)))


def _bent(linear: Floats, lens: Lens) -> Floats:
    height, width = linear.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = np.moveaxis(as_floats(lens.undistort(np.stack([x, y], -1))), -1, 0).copy()
    return as_floats(cv2.remap(linear, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


def _blurred(rng: np.random.Generator, linear: Floats, look: Look) -> Floats:
    """Out of focus and shaken."""
    unit = max(linear.shape[:2]) / 1600
    sigma = unit * rng.uniform(*look.defocus)
    blurred = as_floats(cv2.GaussianBlur(linear, (0, 0), sigma))
    length = unit * rng.uniform(*look.shake)
    if length > 1:
        reach = int(np.ceil(length / 2)) + 1
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
        angle = rng.uniform(0, np.pi)
        ends = np.array([[-1], [1]]) * length / 2 * (np.cos(angle), np.sin(angle)) + reach
        cv2.polylines(kernel, [np.round(16 * ends).astype(np.int32)], False, (255,), 1,
                      cv2.LINE_AA, 4)  # fmt: skip
        blurred = as_floats(cv2.filter2D(blurred, -1, as_floats(kernel / kernel.sum())))
    return blurred


def _sensed(rng: np.random.Generator, linear: Floats, look: Look) -> Pixels:
    """Tone curve, noise, and what the phone makes of both, to uint8."""
    tone = as_floats(np.power(np.clip(linear, 0, 1.4), 1 / GAMMA))
    if look.local[1]:
        tone = _locally_lifted(tone, rng.uniform(*look.local))
    contrast = rng.uniform(*look.contrast)
    tone = (1 - contrast) * tone + contrast * smooth_steps(tone, -0.05, 1.05)
    grey = tone.mean(2, keepdims=True)
    tone = grey + rng.uniform(*look.saturation) * (tone - grey)
    height, width = tone.shape[:2]
    sigma = rng.uniform(*look.noise) / 255
    fine = rng.standard_normal((height, width, 1), np.float32)
    coarse = rng.standard_normal((height // 2, width // 2, 3), np.float32)
    tone += sigma * (0.7 * fine + 0.7 * cv2.resize(coarse, (width, height))) * (1.2 - 0.5 * grey)
    sharpen = rng.uniform(*look.sharpen)
    tone += sharpen * (tone - cv2.GaussianBlur(tone, (0, 0), 1.5))
    return as_pixels(255 * tone + 0.5)


def _locally_lifted(tone: Floats, strength: float) -> Floats:
    """Tones (rows, columns, 3) with the light across the picture flattened and detail lifted.

    The broad light, smoothed over a thirtieth of the picture, loses a share of its contrast that
    the detail in it gains; hue and saturation stay.
    """
    grey = as_floats(tone.mean(2))
    broad = as_floats(cv2.GaussianBlur(grey, (0, 0), max(tone.shape[:2]) / 30))
    lifted = (
        broad.mean() + (1 - strength) * (broad - broad.mean()) + (1 + strength) * (grey - broad)
    )
    return as_floats(tone * (np.maximum(lifted, 0) / (grey + 1e-3))[:, :, None])
