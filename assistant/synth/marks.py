"""Small drawn marks, as polygons in a unit circle: gem cuts, glyphs, and how they are painted.

Coordinates: x right, y down, the mark fills the circle of radius 1 about the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.image import Pixels

Points = NDArray[np.float64]
Bgr = tuple[float, float, float]
Paint = Bgr | tuple[float]
_SUBPIXEL_BITS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """One painted piece of a glyph: a filled polygon, or a line if `width` is above zero.

    ink: which of the glyph's colours, 0 being the outline's.
    """

    points: Points
    ink: int
    width: float = 0.0


def ring(count: int, radius: float = 1.0, start: float = -90.0) -> Points:
    """The corners of a regular polygon; `start` in degrees, clockwise from the right."""
    angles = np.radians(start + 360 / count * np.arange(count))
    return radius * np.stack([np.cos(angles), np.sin(angles)], 1)


def oval(x: float, y: float, width: float, height: float) -> Points:
    """An ellipse with the given centre and half axes."""
    return ring(28) * (width, height) + (x, y)


def _star(count: int, inner: float) -> Points:
    outer, between = ring(count), ring(count, inner, -90 + 180 / count)
    return np.stack([outer, between], 1).reshape(-1, 2)


def _drop() -> Points:
    angles = np.radians(np.linspace(-30, 210, 20))
    bowl = np.stack([0.68 * np.cos(angles), 0.32 + 0.68 * np.sin(angles)], 1)
    return np.vstack([bowl, [[0.0, -1.0]]])


def _cushion() -> Points:
    angles = np.radians(np.arange(0, 360, 12))
    cosines, sines = np.cos(angles), np.sin(angles)
    square = np.stack([np.sign(cosines) * abs(cosines) ** 0.5, np.sign(sines) * abs(sines) ** 0.5])
    return 0.84 * square.T


def _crescent() -> Points:
    angles = np.radians(np.linspace(40, 320, 24))
    outer = np.stack([np.cos(angles), np.sin(angles)], 1)
    return np.vstack([outer, outer[::-1] * (0.62, 0.78) + (0.24, 0)])


#: Silhouettes of gems and signs.
SHAPES: dict[str, Points] = {
    "hexagon": ring(6),
    "drop": _drop(),
    "kite": np.array([[0, -1], [0.66, -0.2], [0, 1], [-0.66, -0.2]]),
    "cushion": _cushion(),
    "triangle": ring(3) * (1, 1.1) + (0, 0.15),
    "lozenge": np.array([[0, -1], [0.72, 0], [0, 1], [-0.72, 0]]),
    "octagon": ring(8, 1, -67.5),
    "pentagon": ring(5),
    "square": ring(4, 1, -45),
    "round": ring(24, 0.92),
    "star": _star(5, 0.5),
    "burst": _star(8, 0.62),
    "crescent": _crescent(),
    "shield": np.array([[-0.75, -0.8], [0.75, -0.8], [0.7, 0.2], [0, 1], [-0.7, 0.2]]),
    "emerald": np.array(
        [[-0.4, -1], [0.4, -1], [0.7, -0.7], [0.7, 0.7], [0.4, 1], [-0.4, 1], [-0.7, 0.7],
         [-0.7, -0.7]]
    ),
}  # fmt: skip


def _line(points: list[list[float]], width: float = 0.16, ink: int = 0) -> Stroke:
    return Stroke(np.array(points), ink, width)


#: Signs of a few lines, as if carved.
CARVINGS: dict[str, tuple[Stroke, ...]] = {
    "sun": (
        Stroke(oval(0, 0, 0.42, 0.42), 0, 0.16),
        *(_line([(0.62 * p).tolist(), p.tolist()]) for p in ring(8)),
    ),
    "wave": tuple(
        Stroke(
            np.stack([np.linspace(-0.9, 0.9, 24), y + 0.16 * np.sin(np.linspace(0, 11, 24))], 1),
            0,
            0.17,
        )
        for y in (-0.5, 0.0, 0.5)
    ),
    "peak": (
        _line([[-0.95, 0.7], [-0.3, -0.8], [0.1, 0.1], [0.4, -0.4], [0.95, 0.7], [-0.95, 0.7]]),
        _line([[-0.55, 0.25], [-0.1, 0.25]]),
    ),
    "leaf": (
        Stroke(np.vstack([_drop(), _drop()[:1]]), 0, 0.15),
        _line([[0, -0.6], [0, 0.95]]),
        _line([[0, 0.1], [0.4, -0.1]]),
        _line([[0, 0.5], [-0.4, 0.3]]),
    ),
    "flame": (
        _line([[0, -1], [0.6, -0.1], [0.5, 0.6], [0, 0.9], [-0.5, 0.6], [-0.6, 0], [-0.25, -0.3],
               [0, -1]]),
        _line([[0, 0], [0.2, 0.4], [0, 0.6], [-0.2, 0.4], [0, 0]]),
    ),
    "spiral": (
        Stroke(
            np.stack([np.linspace(0.08, 0.95, 44) * np.cos(np.linspace(0, 14, 44)),
                      np.linspace(0.08, 0.95, 44) * np.sin(np.linspace(0, 14, 44))], 1), 0, 0.15),
    ),
    "steps": (
        _line([[-0.9, 0.8], [-0.9, 0.3], [-0.45, 0.3], [-0.45, -0.2], [0, -0.2], [0, -0.75],
               [0.9, -0.75], [0.9, 0.8], [-0.9, 0.8]]),
    ),
}  # fmt: skip


def _fitted(strokes: tuple[Stroke, ...]) -> tuple[Stroke, ...]:
    """The strokes shrunk into the unit circle."""
    reach = max(float(np.hypot(*stroke.points.T).max()) + stroke.width / 2 for stroke in strokes)
    return tuple(
        Stroke(stroke.points / reach, stroke.ink, stroke.width / reach) for stroke in strokes
    )


def _mirrored(points: list[list[float]], ink: int, width: float = 0.0) -> tuple[Stroke, Stroke]:
    right = np.array(points)
    return Stroke(right, ink, width), Stroke(right * (-1, 1), ink, width)


#: Pyramido's marks: ink 0 is the outline, 1 and 2 the colours of `assistant.synth.blocks`.
GLYPHS: dict[str, tuple[Stroke, ...]] = {
    "scarab": (
        *_mirrored([[0.3, -0.2], [0.85, -0.5], [0.8, -0.8]], 0, 0.13),
        *_mirrored([[0.35, 0.15], [0.95, 0.15]], 0, 0.13),
        *_mirrored([[0.3, 0.5], [0.75, 0.75], [0.7, 1.0]], 0, 0.13),
        Stroke(oval(0, 0.2, 0.62, 0.78), 0),
        Stroke(oval(0, 0.22, 0.5, 0.64), 1),
        Stroke(oval(0, -0.62, 0.42, 0.34), 0),
        Stroke(oval(0, -0.6, 0.3, 0.22), 2),
        _line([[0, -0.25], [0, 0.85]], 0.1),
        _line([[-0.5, -0.05], [0, -0.25], [0.5, -0.05]], 0.1),
    ),
    "jar": (
        Stroke(np.array([[-0.3, -0.95], [0.3, -0.95], [0.24, -0.55], [0.66, -0.1], [0.58, 0.6],
                         [0.25, 1], [-0.25, 1], [-0.58, 0.6], [-0.66, -0.1], [-0.24, -0.55]]), 0),
        Stroke(np.array([[-0.17, -0.82], [0.17, -0.82], [0.13, -0.5], [0.52, -0.06], [0.45, 0.54],
                         [0.18, 0.87], [-0.18, 0.87], [-0.45, 0.54], [-0.52, -0.06],
                         [-0.13, -0.5]]), 1),
        Stroke(np.array([[-0.5, 0.05], [0.5, 0.05], [0.48, 0.35], [-0.48, 0.35]]), 2),
        *_mirrored([[0.2, -0.7], [0.75, -0.75], [0.72, -0.2]], 0, 0.11),
    ),
    "sunboat": (
        Stroke(oval(0, -0.38, 0.55, 0.55), 0),
        Stroke(oval(0, -0.38, 0.42, 0.42), 1),
        Stroke(np.array([[-1, -0.05], [-0.72, 0.3], [0.72, 0.3], [1, -0.05], [0.85, 0.62],
                         [0.4, 0.85], [-0.4, 0.85], [-0.85, 0.62]]), 0),
        Stroke(np.array([[-0.72, 0.42], [0.72, 0.42], [0.36, 0.7], [-0.36, 0.7]]), 2),
    ),
    "feather": (
        Stroke(np.array([[0, -1], [0.4, -0.7], [0.5, 0], [0.28, 0.55], [0, 0.7], [-0.28, 0.55],
                         [-0.5, 0], [-0.4, -0.7]]), 0),
        Stroke(np.array([[0, -0.85], [0.28, -0.62], [0.37, 0], [0.2, 0.45], [0, 0.57],
                         [-0.2, 0.45], [-0.37, 0], [-0.28, -0.62]]), 1),
        Stroke(np.array([[0, -0.5], [0.3, -0.25], [0.34, 0.05], [0, -0.15], [-0.34, 0.05],
                         [-0.3, -0.25]]), 2),
        _line([[0, -0.7], [0, 1]], 0.13),
    ),
    "papyrus": (
        _line([[0, 0.1], [0, 1]], 0.22),
        *_mirrored([[0, 0.95], [0.5, 0.55], [0.55, 0.25]], 0, 0.14),
        Stroke(np.array([[0, 0.25], [-0.95, -0.55], [-0.5, -0.95], [0.5, -0.95],
                         [0.95, -0.55]]), 0),
        Stroke(np.array([[0, 0.05], [-0.74, -0.55], [-0.42, -0.8], [0.42, -0.8],
                         [0.74, -0.55]]), 1),
        *_mirrored([[0, 0.05], [0.3, -0.75]], 2, 0.13),
        _line([[0, 0.05], [0, -0.8]], 0.13, 2),
    ),
    "serpent": (
        Stroke(np.stack([0.75 * np.sin(np.linspace(0, 7.6, 30)), np.linspace(0.95, -0.6, 30)], 1),
               0, 0.42),
        Stroke(np.stack([0.75 * np.sin(np.linspace(0, 7.6, 30)), np.linspace(0.95, -0.6, 30)], 1),
               1, 0.22),
        Stroke(oval(0.72, -0.7, 0.3, 0.26), 0),
        Stroke(oval(0.72, -0.7, 0.18, 0.14), 2),
    ),
}  # fmt: skip


CARVINGS = {name: _fitted(strokes) for name, strokes in CARVINGS.items()}
GLYPHS = {name: _fitted(strokes) for name, strokes in GLYPHS.items()}


def place(points: Points, centre: Sequence[float] | Points, radius: float, angle: float) -> Points:
    """Unit-circle points as pixels of a canvas, turned `angle` degrees clockwise."""
    turn = np.radians(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    placed: Points = radius * points @ matrix.T + centre
    return placed


def fill(canvas: NDArray[Any], points: Points, color: Paint) -> None:
    """Fill a polygon of canvas pixels with smooth edges."""
    fixed = np.round(points * 2**_SUBPIXEL_BITS).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], color, cv2.LINE_AA, _SUBPIXEL_BITS)


def line(
    canvas: NDArray[Any], points: Points, color: Paint, width: float, closed: bool = False
) -> None:
    """Draw a line of canvas pixels, `width` pixels wide and at least one."""
    fixed = np.round(points * 2**_SUBPIXEL_BITS).astype(np.int32)
    thickness = max(1, round(width))
    cv2.polylines(canvas, [fixed], closed, color, thickness, cv2.LINE_AA, _SUBPIXEL_BITS)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where on a canvas a mark goes: centre and radius in pixels, clockwise turn in degrees."""

    centre: tuple[float, float]
    radius: float
    angle: float

    def points(self, unit: Points, scale: float = 1.0) -> Points:
        """Unit-circle points on the canvas."""
        return place(unit, self.centre, self.radius * scale, self.angle)


def paint_strokes(
    canvas: Pixels, strokes: tuple[Stroke, ...], inks: tuple[Bgr, ...], spot: Spot
) -> None:
    """Paint a glyph with the colours of its inks."""
    for stroke in strokes:
        points = spot.points(stroke.points)
        if stroke.width:
            line(canvas, points, inks[stroke.ink], stroke.width * spot.radius)
        else:
            fill(canvas, points, inks[stroke.ink])


def paint_gem(canvas: Pixels, shape: Points, color: Bgr, outline: Bgr, spot: Spot) -> None:
    """Paint a cut gem: dark rim, facets by the light from above left, a pale table."""
    fill(canvas, spot.points(shape), outline)
    rim, table = spot.points(shape, 0.88), spot.points(shape, 0.5)
    for index in range(len(rim)):
        after = (index + 1) % len(rim)
        facet = np.array([rim[index], rim[after], table[after], table[index]])
        outward = (rim[index] + rim[after]) / 2 - np.array(spot.centre)
        light = 1 - 0.35 * float(outward @ (0.6, 0.8)) / max(float(np.hypot(*outward)), 1e-6)
        fill(canvas, facet, shade(color, light))
    fill(canvas, table, shade(color, 1.2))


def shade(color: Bgr, factor: float, toward: float = 255.0) -> Bgr:
    """A lighter (factor > 1: mixed with `toward`) or darker (factor < 1) BGR colour."""
    if factor <= 1:
        return tuple(channel * factor for channel in color)  # type: ignore[return-value]
    share = min(1.0, factor - 1)
    return tuple(c + share * (toward - c) for c in color)  # type: ignore[return-value]
