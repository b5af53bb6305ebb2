"""One synthetic photo of a layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assistant.core.layout import Layout
from assistant.core.pieces import Block
from assistant.synth import scene
from assistant.synth.blocks import Art, make_art
from assistant.synth.camera import Camera, Points, look_at
from assistant.synth.draw import Painter, Sun
from assistant.synth.light import develop
from assistant.synth.look import LOOKS, Look
from assistant.synth.marks import Bgr
from assistant.synth.noise import seeded
from assistant.synth.tables import draw_table
from assistant.vision.image import Pixels

_MYTHICAL: Bgr = (235, 215, 240)


@dataclass(frozen=True, slots=True)
class Place:
    """A block of the pyramid: its stage from 1, its row and column from 0."""

    stage: int
    row: int
    column: int


def render(
    layout: Layout,
    *,
    game: str,
    seed: int,
    difficulty: str = "table",
    art: Art | None = None,
    table: str | None = None,
    size: tuple[int, int] | None = None,
    marked: Sequence[Place] = (),
    papers: Sequence[scene.Paper] = (),
    others: Sequence[tuple[Layout, tuple[float, float]]] = (),
    loose: bool = True,
) -> tuple[Pixels, Points]:
    """A photo of a layout as a phone might take it; the same for the same arguments.

    layout: what stands on the table; one of gaps only leaves it bare.
    game: "forgotten_treasures" or "pyramido".
    difficulty: "clean", "table" or "rough".
    art: the printed copy, as from `make_art`; copy number `seed` if None.
    table: a name in `TABLES`; any of them if None.
    size: (width, height) in pixels; 1600 x 1200 or upright if None.
    marked: blocks on which a gem of their colour stands.
    papers: flat pictures that lie on the table.
    others: more pyramids, each with its middle in blocks from this one's, all in the picture.
    loose: whether dominoes and gems may lie about.

    Returns the picture, uint8 (height, width, 3) BGR, and the corners of stage 1's upper side in
    it, float64 (4, 2), clockwise from the top left.
    """
    rng = seeded(seed, 77)
    look = LOOKS[difficulty]
    art = art or make_art(game, seed)
    thickness = float(rng.uniform(0.045, 0.10))
    stages = scene.pyramid_pieces(layout, rng, look, thickness)
    if size is None:
        size = (1200, 1600) if rng.random() < 0.5 else (1600, 1200)
    lying = [
        *(paper.footprint() for paper in papers),
        *(scene.outline(other) + np.array(middle) for other, middle in others),
    ]
    shown = np.concatenate([scene.outline(layout), *lying])
    camera = _camera(rng, look, size, thickness, shown)
    painter = Painter(camera, draw_table(rng, table), art, _sun(rng), rng)
    for paper in papers:
        painter.paper(paper)
    pieces: list[list[scene.Piece]] = []
    gems = _marking_gems(layout, marked, art, thickness)
    for other, middle in others:
        pieces += scene.pyramid_pieces(other, rng, look, thickness, middle)
    if loose:
        pieces += scene.loose_pieces(rng, layout, game, look, thickness, lying)
        gems += scene.loose_gems(rng, layout, look, [*art.colors.values(), _MYTHICAL])
    for level in (*pieces, *stages):
        painter.pieces(level)
    for gem in gems:
        painter.gem(gem)
    corners = camera.at_height(scene.true_corners(layout, stages[0]), thickness)
    scale = camera.scale_at((0, 0), thickness)
    picture, lens = develop(rng, painter.canvas, look, corners, scale)
    return picture, lens.distort(corners)


def _sun(rng: np.random.Generator) -> Sun:
    direction, length = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.3)
    return Sun(
        fall=(float(length * np.cos(direction)), float(length * np.sin(direction))),
        strength=float(rng.uniform(0.25, 0.65)),
        softness=float(rng.uniform(0.15, 0.7)),
    )


def _marking_gems(
    layout: Layout, marked: Sequence[Place], art: Art, thickness: float
) -> list[scene.Gem]:
    """The gems on the marked blocks, each of its block's colour."""
    gems = []
    for place in marked:
        cell = layout.stages[place.stage - 1][place.row, place.column]
        if isinstance(cell, Block):
            centre = scene.block_centre(layout, place.stage, place.row, place.column)
            gems.append(scene.Gem(centre, place.stage * thickness, 0.19, art.colors[cell.color]))
    return gems


def _camera(
    rng: np.random.Generator,
    look: Look,
    size: tuple[int, int],
    thickness: float,
    shown: Points,
) -> Camera:
    """A camera that has all of `shown` (n, 2), in blocks, in the picture."""
    angles = {
        "tilt": float(rng.uniform(*look.tilt)),
        "azimuth": float(rng.normal(0, 35)),
        "roll": float(rng.uniform(-look.roll, look.roll)),
    }
    focal = max(size) * float(rng.uniform(0.72, 1.3))
    span = float(rng.uniform(*look.span))
    distance = 8.0
    for _ in range(8):
        camera = look_at((0, 0), distance, focal=focal, size=size, **angles)
        extent = np.ptp(camera.at_height(shown, thickness), axis=0) / size
        distance *= float(extent.max()) / span
    points = camera.at_height(shown, thickness)
    free = (np.array(size) - np.ptp(points, axis=0)) / 2
    middle = (points.min(0) + points.max(0)) / 2
    wanted = np.array(size) / 2 + 0.75 * free * rng.uniform(-1, 1, 2)
    shift = np.eye(3)
    shift[:2, 2] = wanted - middle
    return Camera(shift @ camera.matrix, size)
