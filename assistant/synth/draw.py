"""Drawing a scene from below upwards, sharp and under even light but for the shadows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.synth import marks
from assistant.synth.blocks import Art, draw_block, grain
from assistant.synth.camera import Camera, Points
from assistant.synth.noise import as_floats, as_pixels
from assistant.synth.scene import UNIT_BOX, Gem, Paper, Piece
from assistant.vision.image import Pixels

_TABLE_BLOCKS = 11.0


@dataclass(frozen=True, slots=True)
class Sun:
    """The main light.

    fall: how far a shadow falls per unit of height, across and down the table.
    strength: share of light a shadow takes; softness: width of its edge in blocks.
    """

    fall: tuple[float, float]
    strength: float
    softness: float


class Painter:
    """Draws pieces onto one picture; everything is in blocks from the pyramid's centre."""

    def __init__(
        self, camera: Camera, table: Pixels, art: Art, sun: Sun, rng: np.random.Generator
    ) -> None:
        self.camera = camera
        self.art = art
        self.sun = sun
        self.rng = rng
        self.canvas = _ground(camera, table, rng)
        self._noise = grain(rng)
        self._scale = camera.scale_at((0, 0), 0)
        self._texture_size = int(np.clip(round(1.1 * self._scale), 24, 320))
        self._card = np.array([168, 190, 204]) * rng.uniform(0.35, 1.0)

    def paper(self, paper: Paper) -> None:
        """A flat sheet on the table."""
        self._shadow([paper.footprint()], 0, 0.02)
        paste(self.canvas, paper.picture, self.camera.at_height(paper.footprint(), 0))

    def pieces(self, pieces: Sequence[Piece]) -> None:
        """Pieces of one height: first their shadow, then their sides, then their faces."""
        if not pieces:
            return
        bottom, top = pieces[0].bottom, pieces[0].top
        self._shadow([piece.footprint() for piece in pieces], bottom, top - bottom)
        for piece in pieces:
            self._sides(piece)
        for piece in pieces:
            self._face(piece)

    def gem(self, gem: Gem) -> None:
        """A cut crystal standing on the table or on a block."""
        girdle = marks.ring(9) * self.rng.uniform(0.8, 1.1, (9, 1))
        angle = float(self.rng.uniform(0, 40))
        wide = marks.place(girdle, gem.centre, gem.radius, angle)
        narrow = marks.place(girdle, gem.centre, 0.55 * gem.radius, angle)
        self._shadow([wide], gem.bottom, gem.radius)
        base = self.camera.at_height(wide, gem.bottom + 0.5 * gem.radius)
        crown = self.camera.at_height(narrow, gem.bottom + 1.3 * gem.radius)
        hull = cv2.convexHull(as_floats(np.vstack([base, crown])))
        marks.fill(self.canvas, hull[:, 0].astype(np.float64), marks.shade(gem.color, 0.5))
        for index in range(len(base)):
            after = (index + 1) % len(base)
            facet = np.array([base[index], base[after], crown[after], crown[index]])
            marks.fill(self.canvas, facet, marks.shade(gem.color, self.rng.uniform(0.55, 1.35)))
        marks.fill(self.canvas, crown, marks.shade(gem.color, 1.3))
        glint = 0.75 * crown.mean(0) + 0.25 * crown[0]
        radius = 0.13 * gem.radius * self._scale
        marks.fill(self.canvas, marks.place(marks.ring(12), glint, radius, 0), (245, 248, 250))

    def _face(self, piece: Piece) -> None:
        size = self._texture_size
        drawn = [draw_block(b, self.art, self.rng, self._noise, size) for b in piece.blocks]
        texture = np.hstack(drawn) if piece.columns > 1 else np.vstack(drawn)
        texture = as_pixels(texture * self.rng.uniform(0.96, 1.04))
        quad = self.camera.at_height(piece.footprint(), piece.top)
        paste(self.canvas, texture, quad)

    def _sides(self, piece: Piece) -> None:
        """The card's cut edges that face the camera."""
        corners = piece.footprint()
        low = self.camera.at_height(corners, piece.bottom)
        high = self.camera.at_height(corners, piece.top)
        for index in range(4):
            after = (index + 1) % 4
            side = np.array([high[index], low[index], low[after], high[after]])
            if _signed_area(side) >= 0:
                continue
            normal = corners[index] + corners[after] - 2 * np.array(piece.centre)
            light = -float(normal @ self.sun.fall) / max(float(np.hypot(*normal)), 1e-6)
            marks.fill(self.canvas, side, tuple(self._card * (0.6 + 0.25 * np.tanh(light))))

    def _shadow(self, footprints: Sequence[Points], height: float, thickness: float) -> None:
        """Darken what is at `height` by what stands `thickness` above it: cast and contact."""
        fall = thickness * np.array(self.sun.fall)
        contact = np.zeros(self.canvas.shape[:2], np.uint8)
        cast = np.zeros_like(contact)
        for corners in footprints:
            marks.fill(contact, self.camera.at_height(corners, height), (255,))
            marks.fill(cast, self.camera.at_height(corners + fall, height), (255,))
        blur = max(0.7, self.sun.softness * thickness * self._scale)
        window = _window(
            contact, np.argwhere(cv2.bitwise_or(contact, cast))[:, ::-1], int(3 * blur)
        )
        if window is None:
            return
        soft = cv2.GaussianBlur(cast[window], (0, 0), blur).astype(np.float32)
        near = cv2.GaussianBlur(contact[window], (0, 0), max(0.7, 0.35 * thickness * self._scale))
        dark = np.maximum(self.sun.strength * soft, 0.35 * near) / 255
        part = self.canvas[window]
        part[:] = (part * (1 - dark[:, :, None])).astype(np.uint8)


def paste(canvas: Pixels, texture: Pixels, quad: NDArray[Any]) -> None:
    """Lay a texture on a convex quad of canvas pixels, with smooth edges."""
    window = _window(canvas, quad, 2)
    if window is None:
        return
    rows, columns = window
    offset = np.array([columns.start, rows.start])
    height, width = texture.shape[:2]
    source = UNIT_BOX * (width, height) + ((width - 1) / 2, (height - 1) / 2)
    matrix = cv2.getPerspectiveTransform(as_floats(source), as_floats(quad - offset))
    part = canvas[rows, columns]
    size = part.shape[1], part.shape[0]
    warped = cv2.warpPerspective(texture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(part.shape[:2], np.uint8)
    marks.fill(mask, quad - offset, (255,))
    weight = mask[:, :, None].astype(np.uint16)
    part[:] = ((part * (255 - weight) + warped * weight + 127) // 255).astype(np.uint8)


def _window(canvas: Pixels, points: NDArray[Any], margin: int) -> tuple[slice, slice] | None:
    """The part of the canvas around some points (x, y); None if they are outside."""
    if not len(points):
        return None
    height, width = canvas.shape[:2]
    left, top = np.maximum(np.floor(points.min(0)).astype(int) - margin, 0)
    right, bottom = np.ceil(points.max(0)).astype(int) + margin + 1
    rows, columns = slice(top, min(bottom, height)), slice(left, min(right, width))
    return (rows, columns) if rows.stop > rows.start and columns.stop > columns.start else None


def _signed_area(polygon: Points) -> float:
    """Above zero if the corners run clockwise as seen in the picture."""
    x, y = polygon.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def _ground(camera: Camera, table: Pixels, rng: np.random.Generator) -> Pixels:
    """The bare table as the camera sees it."""
    width, height = camera.size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    back = np.linalg.inv(camera.matrix[:, [0, 1, 3]]).astype(np.float32)
    across, down, scale = (row[0] * x + row[1] * y + row[2] for row in back)
    angle = np.radians(float(rng.choice([0, 90]) + rng.normal(0, 12)))
    pixels = len(table) / _TABLE_BLOCKS / scale
    u = (across * np.cos(angle) + down * np.sin(angle)) * pixels + rng.uniform(0, len(table))
    v = (down * np.cos(angle) - across * np.sin(angle)) * pixels + rng.uniform(0, len(table))
    u, v = as_floats(u), as_floats(v)
    ground = cv2.remap(table, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return ground.astype(np.uint8, copy=False)
