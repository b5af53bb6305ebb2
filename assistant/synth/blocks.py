"""The drawn art of the blocks: for each seed another printed copy of the game.

An `Art` is one copy's artwork: its colours, the stone of its blocks, its seams and its icons.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from assistant.core.pieces import QUADRANT_BITS, Block, Color
from assistant.games import FORGOTTEN_TREASURES, GAMES
from assistant.synth import marks
from assistant.synth.marks import Bgr, Spot
from assistant.synth.noise import (
    Floats,
    as_floats,
    as_pixels,
    crop,
    fractal,
    seeded,
    smooth_steps,
)
from assistant.vision.image import Pixels

GRAIN_SIZE = 1024

#: Hue in degrees, saturation and value, each a range that copies of the game may have.
_Range = tuple[float, float]
_HSV = tuple[_Range, _Range, _Range]
_FORGOTTEN_COLORS: dict[Color, _HSV] = {
    Color.ORANGE: ((24, 42), (0.75, 0.95), (0.70, 1.0)),
    Color.BLUE: ((203, 226), (0.62, 0.90), (0.52, 0.92)),
    Color.PURPLE: ((258, 296), (0.40, 0.72), (0.36, 0.76)),
    Color.GREEN: ((92, 150), (0.48, 0.78), (0.40, 0.78)),
    Color.RED: ((350, 366), (0.70, 0.88), (0.48, 0.90)),
}
_PYRAMIDO_COLORS: dict[Color, _HSV] = {
    Color.BROWN: ((20, 29), (0.52, 0.64), (0.58, 0.76)),
    Color.BLUE: ((207, 220), (0.80, 0.94), (0.62, 0.84)),
    Color.YELLOW: ((43, 51), (0.72, 0.86), (0.88, 1.0)),
    Color.TURQUOISE: ((183, 195), (0.60, 0.74), (0.70, 0.87)),
    Color.GREEN: ((88, 116), (0.54, 0.72), (0.54, 0.74)),
    Color.RED: ((353, 362), (0.76, 0.88), (0.66, 0.86)),
}
_PYRAMIDO_GLYPHS: dict[Color, tuple[str, Bgr, Bgr]] = {
    Color.BROWN: ("scarab", (120, 110, 70), (90, 190, 225)),
    Color.BLUE: ("jar", (150, 90, 60), (110, 190, 230)),
    Color.YELLOW: ("sunboat", (50, 80, 215), (150, 120, 60)),
    Color.TURQUOISE: ("feather", (60, 95, 175), (205, 225, 235)),
    Color.GREEN: ("papyrus", (190, 110, 190), (235, 225, 240)),
    Color.RED: ("serpent", (120, 200, 240), (70, 110, 60)),
}


@dataclass(frozen=True, slots=True)
class Art:
    """How one copy of a game is printed. Lengths are in blocks.

    stone, icons: names in `STONES` and `ICONS`.
    colors: BGR of the stone; shapes: the silhouette or carving of each colour's icon.
    """

    game: str
    stone: str
    icons: str
    colors: dict[Color, Bgr]
    shapes: dict[Color, str]
    icon_size: float
    seam: float
    seam_shade: float
    frame_inset: float
    frame: float
    edge: float
    bevel: float
    roughness: float


def make_art(game: str, seed: int, stone: str | None = None, icons: str | None = None) -> Art:
    """The art of copy number `seed` of a game; `stone` and `icons` may be chosen by name."""
    rng = seeded(seed, list(GAMES).index(game))
    forgotten = game == FORGOTTEN_TREASURES.name
    families = [name for name in ICONS if name != "glyph"] if forgotten else ["glyph"]
    stone = stone or str(rng.choice(list(STONES) if forgotten else ["painted", "cracked", "bevel"]))
    icons = icons or str(rng.choice(families))
    ranges = _FORGOTTEN_COLORS if forgotten else _PYRAMIDO_COLORS
    names = list(marks.CARVINGS) if icons == "carved" else list(marks.SHAPES)
    chosen = rng.permutation(names)
    return Art(
        game=game,
        stone=stone,
        icons=icons,
        colors={color: _random_color(rng, *ranges[color]) for color in ranges},
        shapes={color: str(name) for color, name in zip(ranges, chosen, strict=False)},
        icon_size=float(rng.uniform(0.35, 0.40)),
        seam=float(rng.uniform(0.010, 0.026)),
        seam_shade=float(rng.uniform(0.15, 0.45)),
        frame_inset=float(rng.uniform(0.03, 0.085)),
        frame=float(rng.uniform(0.006, 0.016)),
        edge=float(rng.uniform(0.006, 0.020)),
        bevel=float(rng.uniform(0.0, 0.14)),
        roughness=float(rng.uniform(0.7, 1.3)),
    )


def _random_color(rng: np.random.Generator, hue: _Range, saturation: _Range, value: _Range) -> Bgr:
    red, green, blue = colorsys.hsv_to_rgb(
        rng.uniform(*hue) % 360 / 360, rng.uniform(*saturation), rng.uniform(*value)
    )
    return 255 * blue, 255 * green, 255 * red


def grain(rng: np.random.Generator) -> Floats:
    """The noise all stones of a picture are cut from, GRAIN_SIZE pixels square."""
    return fractal(rng, (GRAIN_SIZE, GRAIN_SIZE), cells=24, octaves=5, persistence=0.62)


def draw_block(
    block: Block, art: Art, rng: np.random.Generator, noise: Floats, size: int
) -> Pixels:
    """A printed block, uint8 (size, size, 3) BGR; `noise` as from `grain`."""
    base = art.colors[block.color]
    stone = STONES[art.stone](base, art, rng, noise, size)
    canvas = as_pixels(stone)
    _draw_seams(canvas, base, art, rng)
    for bit in QUADRANT_BITS:
        if (block.icons or 0) & bit:
            _draw_icon(canvas, block.color, bit, art, rng)
    return canvas


def _draw_icon(canvas: Pixels, color: Color, bit: int, art: Art, rng: np.random.Generator) -> None:
    size = len(canvas)
    x = 0.25 + 0.5 * (bit in (2, 8)) + rng.uniform(-0.015, 0.015)
    y = 0.25 + 0.5 * (bit in (4, 8)) + rng.uniform(-0.015, 0.015)
    radius = art.icon_size / 2 * size
    spot = Spot((x * size, y * size), radius, float(rng.uniform(0, 360)))
    ICONS[art.icons](canvas, color, art, spot)


# --- stones: float32 (size, size, 3) BGR ---------------------------------------------------


def _tinted(base: Bgr, brightness: Floats) -> Floats:
    return as_floats(brightness[:, :, None] * as_floats(base))


def _flat(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    return _tinted(base, 1 + 0.02 * art.roughness * crop(rng, noise, size))


def _mottled(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    return _tinted(base, 1 + 0.11 * art.roughness * crop(rng, noise, size))


def _speckled(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    """Granite: dark and pale grains on the colour."""
    stone = _flat(base, art, rng, noise, size)
    grains = rng.standard_normal((size, size), np.float32)
    grains = as_floats(cv2.GaussianBlur(grains, (0, 0), max(0.8, size / 160)))
    grains /= float(grains.std())
    stone += (28 * art.roughness * np.clip(abs(grains) - 1, 0, 2) * np.sign(grains))[:, :, None]
    return stone


def _cracked(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    stone = _tinted(base, 1 + 0.06 * art.roughness * crop(rng, noise, size))
    cracks = np.zeros((size, size), np.uint8)
    for _ in range(int(rng.integers(2, 6))):
        headings = np.cumsum(rng.normal(0, 0.6, 7)) + rng.uniform(0, 2 * np.pi)
        steps = 0.06 * size * np.stack([np.cos(headings), np.sin(headings)], 1)
        marks.line(cracks, rng.uniform(0, size, 2) + np.cumsum(steps, 0), (255,), size * 0.008)
    return as_floats(stone * (1 - 0.65 / 255 * cracks[:, :, None]))


def _woodcut(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    """Hatching that follows each quadrant, as cut into wood."""
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32) / size
    across = np.where((rows < 0.5) ^ (columns < 0.5), rows + columns, rows - columns)
    wobble = 0.012 * crop(rng, noise, size)
    lines = np.sin(2 * np.pi * (across + wobble) * 17)
    ink = smooth_steps(as_floats(lines), 0.55, 0.95)
    return _tinted(base, 1.04 - 0.26 * art.roughness * ink)


def _painted(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    """Watercolour: paint that pools at the edges of each quadrant and thins out within."""
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32) * (2 * np.pi / size)
    pool = (np.cos(2 * rows) + np.cos(2 * columns)) / 2
    wet = 0.5 * crop(rng, noise, size) - 0.6 * pool
    pale = smooth_steps(as_floats(wet), 0.0, 1.6)[:, :, None]
    stone = _tinted(base, 0.96 - 0.07 * np.clip(-wet, 0, 1.5))
    lighter = np.array(marks.shade(base, 1.4, 235), np.float32)
    return as_floats(stone + 0.55 * art.roughness * pale * (lighter - stone))


def _dark(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    """Worn stone, dark towards its edges."""
    across = np.abs(np.linspace(-1, 1, size, dtype=np.float32))
    edge = np.maximum(across[:, None], across[None, :])
    worn = 0.80 - 0.30 * smooth_steps(edge, 0.45, 1.0)
    return _tinted(base, worn * (1 + 0.09 * art.roughness * crop(rng, noise, size)))


def _marble(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    """Pale veins through the colour."""
    stone = _tinted(base, 1 + 0.05 * crop(rng, noise, size))
    veins = smooth_steps(-abs(crop(rng, noise, size)), -0.16, 0.0)[:, :, None]
    pale = np.array(marks.shade(base, 1.45), np.float32)
    return as_floats(stone + 0.45 * art.roughness * veins * (pale - stone))


def _bevel(base: Bgr, art: Art, rng: np.random.Generator, noise: Floats, size: int) -> Floats:
    """Four cushions of stone, lit from above left."""
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32) / size * 2 % 1 - 0.5
    slope = (np.abs(rows) ** 3 * np.sign(rows) + np.abs(columns) ** 3 * np.sign(columns)) * 8
    return _tinted(base, 1 - 0.16 * slope + 0.05 * art.roughness * crop(rng, noise, size))


Stone = Callable[[Bgr, Art, np.random.Generator, Floats, int], Floats]
STONES: dict[str, Stone] = {
    "flat": _flat,
    "mottled": _mottled,
    "speckled": _speckled,
    "cracked": _cracked,
    "woodcut": _woodcut,
    "painted": _painted,
    "dark": _dark,
    "marble": _marble,
    "bevel": _bevel,
}


def _draw_seams(canvas: Pixels, base: Bgr, art: Art, rng: np.random.Generator) -> None:
    """The cross through the centre, the inner frame and the edge; lines waver a little."""
    size = len(canvas)
    dark = marks.shade(base, art.seam_shade)
    if art.bevel:
        pale = marks.shade(base, 1 + 2 * art.bevel)
        inset = art.edge + art.seam
        marks.line(
            canvas,
            np.array([[inset, 1 - inset], [inset, inset], [1 - inset, inset]]) * size,
            pale,
            art.seam * size,
        )
    waver = art.roughness * 0.004
    for (x0, y0), (x1, y1) in (((0.5, 0.03), (0.5, 0.97)), ((0.03, 0.5), (0.97, 0.5))):
        steps = np.linspace(0, 1, 7)[:, None]
        path = (1 - steps) * (x0, y0) + steps * (x1, y1) + rng.normal(0, waver, (7, 2))
        marks.line(canvas, path * size, dark, art.seam * size)
    inset = art.frame_inset
    corners = np.array(
        [[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]]
    )
    corners += rng.normal(0, waver, (4, 2))
    marks.line(canvas, corners * size, dark, art.frame * size, closed=True)
    outline = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (size - 1.0)
    marks.line(canvas, outline, marks.shade(base, art.seam_shade + 0.15), 2 * art.edge * size, True)


# --- icons -----------------------------------------------------------------------------------

_INK: Bgr = (28, 24, 26)


def _gem_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    shape = marks.SHAPES[art.shapes[color]]
    marks.paint_gem(canvas, shape, marks.shade(art.colors[color], 1.3), _INK, spot)


def _bright_gem_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    shape = marks.SHAPES[art.shapes[color]]
    marks.paint_gem(canvas, shape, marks.shade(art.colors[color], 1.55), _INK, spot)


def _medallion_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    disc = marks.ring(40)
    marks.fill(canvas, spot.points(disc), _INK)
    marks.fill(canvas, spot.points(disc, 0.93), (150, 196, 216))
    shape = marks.SHAPES[art.shapes[color]]
    inner = Spot(spot.centre, 0.72 * spot.radius, spot.angle)
    marks.paint_gem(canvas, shape, marks.shade(art.colors[color], 1.2), _INK, inner)


def _ring_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    disc = marks.ring(40)
    marks.fill(canvas, spot.points(disc), (60, 150, 200))
    marks.fill(canvas, spot.points(disc, 0.8), marks.shade(art.colors[color], 0.3))
    shape = marks.SHAPES[art.shapes[color]]
    inner = Spot(spot.centre, 0.68 * spot.radius, spot.angle)
    marks.fill(canvas, inner.points(shape), marks.shade(art.colors[color], 1.45))


def _shade_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    base = art.colors[color]
    shape = marks.SHAPES[art.shapes[color]]
    marks.fill(canvas, spot.points(shape), marks.shade(base, 0.42))
    marks.line(canvas, spot.points(shape, 0.62), marks.shade(base, 0.75), 0.1 * spot.radius, True)


def _white_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    shape = marks.SHAPES[art.shapes[color]]
    marks.fill(canvas, spot.points(shape), marks.shade(art.colors[color], 0.35))
    marks.fill(canvas, spot.points(shape, 0.86), (222, 234, 238))
    inner = spot.points(shape, 0.5)
    marks.line(canvas, inner, marks.shade(art.colors[color], 0.7), 0.12 * spot.radius, True)


def _two_tone_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    """Half in a pale tint of its own, half in the colour across the circle of hues."""
    base = art.colors[color]
    shape = spot.points(marks.SHAPES[art.shapes[color]], 0.9)
    marks.fill(canvas, spot.points(marks.SHAPES[art.shapes[color]]), _INK)
    marks.fill(canvas, shape, marks.shade(base, 1.55))
    half = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(half, [np.round(shape).astype(np.int32)], (255,))
    turned = marks.place(
        np.array([[-1, -1], [0, -1], [0, 1], [-1, 1]]), spot.centre, 1.2 * spot.radius, spot.angle
    )
    side = np.zeros_like(half)
    cv2.fillPoly(side, [np.round(turned).astype(np.int32)], (255,))
    opposite = np.array([255 - channel for channel in base])
    canvas[(half > 0) & (side > 0)] = opposite * 0.8 + 20


def _carved_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    """A sign cut into the stone: dark lines with a lit lower edge."""
    strokes = marks.CARVINGS[art.shapes[color]]
    base = art.colors[color]
    lit = Spot((spot.centre[0] + 0.07 * spot.radius, spot.centre[1] + 0.09 * spot.radius),
               spot.radius, spot.angle)  # fmt: skip
    marks.paint_strokes(canvas, strokes, (marks.shade(base, 1.45),), lit)
    marks.paint_strokes(canvas, strokes, (marks.shade(base, 0.28),), spot)


def _relief_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    """A raised shape in the stone's own colour: pale above left, dark below right."""
    base = art.colors[color]
    shape = marks.SHAPES[art.shapes[color]]
    step = 0.11 * spot.radius
    x, y = spot.centre
    for offset, tone in ((step, 0.35), (-step, 1.5), (0.0, 1.08)):
        moved = Spot((x + offset, y + offset), 0.9 * spot.radius, spot.angle)
        marks.fill(canvas, moved.points(shape), marks.shade(base, tone))
    table = spot.points(shape, 0.45)
    marks.line(canvas, table, marks.shade(base, 0.55), 0.1 * spot.radius, True)


def _glyph_icon(canvas: Pixels, color: Color, art: Art, spot: Spot) -> None:
    """Pyramido's painted mark of the colour; other games' colours have none."""
    name, first, second = _PYRAMIDO_GLYPHS[color]
    marks.paint_strokes(canvas, marks.GLYPHS[name], (_INK, first, second), spot)


Icon = Callable[[Pixels, Color, Art, Spot], None]
ICONS: dict[str, Icon] = {
    "gem": _gem_icon,
    "bright": _bright_gem_icon,
    "medallion": _medallion_icon,
    "ring": _ring_icon,
    "shade": _shade_icon,
    "white": _white_icon,
    "two-tone": _two_tone_icon,
    "carved": _carved_icon,
    "relief": _relief_icon,
    "glyph": _glyph_icon,
}
