"""Tables to photograph on: wood, cloth, stone, dark and patterned ones."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from assistant.synth.noise import Floats, as_floats, as_pixels, fractal, smooth_steps
from assistant.vision.image import Pixels

Rgb = tuple[float, float, float]
_SIZE = 1024


def draw_table(rng: np.random.Generator, name: str | None = None) -> Pixels:
    """A table top, uint8 (1024, 1024, 3) BGR; `name` in `TABLES`, any of them if None."""
    name = name or str(rng.choice(list(TABLES)))
    return as_pixels(TABLES[name](rng))


def _pick(rng: np.random.Generator, *choices: Rgb) -> Floats:
    """One of the colours (given as RGB), slightly varied, as BGR."""
    chosen = np.array(choices[int(rng.integers(len(choices)))][::-1], np.float32)
    return as_floats(chosen * rng.uniform(0.85, 1.12) * rng.uniform(0.96, 1.04, 3))


def _noise(rng: np.random.Generator, cells: float, **options: float) -> Floats:
    return fractal(rng, (_SIZE, _SIZE), cells, int(options.get("octaves", 4)),
                   options.get("persistence", 0.55), options.get("stretch", 1))  # fmt: skip


def _wood(rng: np.random.Generator) -> Floats:
    """Planks with grain along them."""
    base = _pick(rng, (150, 105, 65), (105, 68, 42), (196, 158, 112), (88, 62, 48), (214, 190, 152))
    planks = int(rng.integers(2, 7))
    rows = np.arange(_SIZE) * planks // _SIZE
    wander = _noise(rng, 3, stretch=8, octaves=2)[:, :1]
    lines = np.sin(np.arange(_SIZE)[:, None] / 9 + 4 * _noise(rng, 4, stretch=7) + wander)
    fine = _noise(rng, 200, stretch=40, octaves=3)
    tone = 1 + 0.05 * lines + 0.07 * fine + rng.normal(0, 0.05, planks)[rows][:, None]
    seam = np.diff(rows, prepend=-1) != 0
    tone[seam | np.roll(seam, 1)] *= 0.55
    return as_floats(tone[:, :, None] * base)


def _cloth(rng: np.random.Generator) -> Floats:
    """Felt, linen or a playing mat, with soft folds."""
    base = _pick(rng, (32, 92, 52), (150, 32, 42), (40, 50, 96), (206, 198, 184), (84, 84, 88),
                 (120, 92, 66), (68, 40, 84), (230, 226, 220))  # fmt: skip
    threads = rng.standard_normal((_SIZE, _SIZE), np.float32)
    weave = 0.5 * (cv2.blur(threads, (7, 1)) + cv2.blur(threads.T.copy(), (1, 7))) * 2.6
    folds = _noise(rng, 3, octaves=2)
    tone = 1 + rng.uniform(0.04, 0.11) * weave + rng.uniform(0.01, 0.07) * folds
    return as_floats(tone[:, :, None] * base)


def _stone(rng: np.random.Generator) -> Floats:
    """Marble or granite."""
    base = _pick(rng, (205, 198, 188), (120, 118, 116), (182, 160, 150), (70, 74, 78))
    clouds = _noise(rng, 5, octaves=6, persistence=0.6)
    veins = smooth_steps(-abs(_noise(rng, 4, octaves=5)), -0.10, 0.0)
    specks = rng.standard_normal((_SIZE, _SIZE), np.float32)
    tone = 1 + 0.09 * clouds - rng.uniform(0, 0.35) * veins + rng.uniform(0, 0.07) * specks
    return as_floats(tone[:, :, None] * base)


def _dark(rng: np.random.Generator) -> Floats:
    """A black mat or a dark lacquered table."""
    base = _pick(rng, (26, 26, 30), (40, 34, 30), (22, 30, 38))
    tone = 1 + 0.12 * rng.standard_normal((_SIZE, _SIZE), np.float32) + 0.12 * _noise(rng, 3)
    return as_floats(tone[:, :, None] * base)


def _checked(rng: np.random.Generator) -> Floats:
    """A checked or striped tablecloth."""
    first = _pick(rng, (228, 224, 214), (200, 180, 150))
    second = _pick(rng, (176, 44, 48), (52, 88, 150), (64, 120, 72), (90, 84, 80))
    stripes = as_floats(np.arange(_SIZE) * int(rng.integers(5, 14)) * 2 // _SIZE % 2)
    across, down = np.meshgrid(stripes, stripes)
    share = 0.85 * as_floats(down if rng.random() < 0.3 else (across + down) / 2)[:, :, None]
    tone = 1 + 0.05 * rng.standard_normal((_SIZE, _SIZE, 1), np.float32)
    return as_floats((first * (1 - share) + second * share) * tone)


def _tiled(rng: np.random.Generator) -> Floats:
    """Tiles or a slatted garden table: straight dark joints."""
    base = _pick(rng, (190, 176, 156), (128, 142, 150), (164, 120, 92))
    count = int(rng.integers(3, 9))
    phase = np.arange(_SIZE) * count / _SIZE % 1
    rows = phase < 0.03
    columns = rows if rng.random() < 0.5 else np.zeros_like(rows)
    tone = 1 + 0.07 * _noise(rng, 6, octaves=5)
    cell = (np.arange(_SIZE) * count // _SIZE)[:, None] * 31 + (np.arange(_SIZE) * count // _SIZE)
    tone += rng.normal(0, 0.04, int(cell.max()) + 1)[cell]
    tone[rows[:, None] | columns[None, :]] *= 0.5
    return as_floats(tone[:, :, None] * base)


def _busy(rng: np.random.Generator) -> Floats:
    """A printed cloth or game mat: many soft coloured blots."""
    base = _pick(rng, (72, 96, 84), (130, 104, 84), (58, 66, 92), (170, 160, 140))
    picture = as_floats(np.broadcast_to(base, (_SIZE, _SIZE, 3)))
    for _ in range(int(rng.integers(2, 5))):
        print_color = as_floats(np.clip(base + rng.normal(0, 45, 3), 15, 235))
        where = smooth_steps(_noise(rng, float(rng.uniform(6, 18)), octaves=3), 0.5, 0.75)
        picture = picture + where[:, :, None] * (print_color - picture)
    return as_floats(picture * (1 + 0.05 * _noise(rng, 150))[:, :, None])


TABLES: dict[str, Callable[[np.random.Generator], Floats]] = {
    "wood": _wood,
    "cloth": _cloth,
    "stone": _stone,
    "dark": _dark,
    "checked": _checked,
    "tiled": _tiled,
    "busy": _busy,
}
