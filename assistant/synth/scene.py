"""What stands on the table: the pyramid's dominoes, loose ones, gems and paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assistant.core.layout import Layout
from assistant.core.pieces import Block
from assistant.synth import marks
from assistant.synth.camera import Points
from assistant.synth.layouts import random_block, stage_dominoes
from assistant.synth.look import Look
from assistant.vision.image import Pixels

#: A square of side 1 about the origin, clockwise from the top left.
UNIT_BOX = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A domino, or a lone block: where it lies and what is printed on it.

    columns, rows: its blocks; blocks: row by row.
    centre: in blocks from the pyramid's centre; angle: degrees clockwise.
    bottom, top: heights above the table, in blocks.
    """

    columns: int
    rows: int
    blocks: tuple[Block, ...]
    centre: tuple[float, float]
    angle: float
    bottom: float
    top: float

    def footprint(self) -> Points:
        """Its corners clockwise from the top left, in blocks."""
        size = UNIT_BOX * (self.columns, self.rows)
        return marks.place(size, self.centre, 1, self.angle)


@dataclass(frozen=True, slots=True, eq=False)
class Paper:
    """A flat picture on the table: uint8 BGR, its centre, width in blocks and turn in degrees."""

    picture: Pixels
    centre: tuple[float, float]
    width: float
    angle: float = 0.0

    def footprint(self) -> Points:
        """Its corners clockwise from the top left, in blocks."""
        height = self.width * self.picture.shape[0] / self.picture.shape[1]
        return marks.place(UNIT_BOX * (self.width, height), self.centre, 1, self.angle)


@dataclass(frozen=True, slots=True)
class Gem:
    """A gem: where it stands, its height above the table, its radius in blocks, its BGR colour."""

    centre: tuple[float, float]
    bottom: float
    radius: float
    color: marks.Bgr


def pyramid_pieces(
    layout: Layout,
    rng: np.random.Generator,
    look: Look,
    thickness: float,
    middle: tuple[float, float] = (0.0, 0.0),
) -> list[list[Piece]]:
    """The dominoes of every stage of a pyramid about `middle`, each a little askew."""
    stages = []
    for number, stage in enumerate(layout.stages, start=1):
        pieces = []
        for places in stage_dominoes(stage, rng):
            centres = [block_centre(layout, number, *place) for place in places]
            cells = tuple(cell for place in places if isinstance(cell := stage[place], Block))
            across = len(places) == 2 and places[0][0] == places[1][0]
            x, y = np.mean(centres, axis=0) + middle + rng.uniform(-look.slip, look.slip, 2)
            pieces.append(
                Piece(
                    columns=2 if across else 1,
                    rows=1 if across else len(places),
                    blocks=cells,
                    centre=(float(x), float(y)),
                    angle=float(rng.uniform(-look.askew, look.askew)),
                    bottom=(number - 1) * thickness,
                    top=number * thickness,
                )
            )
        stages.append(pieces)
    return stages


def block_centre(layout: Layout, stage: int, row: int, column: int) -> tuple[float, float]:
    """Where the middle of a block should be, in blocks from the pyramid's centre."""
    base = layout.stages[0]
    return column + stage / 2 - base.columns / 2, row + stage / 2 - base.rows / 2


def outline(layout: Layout) -> Points:
    """The ideal corners of stage 1 in blocks, clockwise from the top left."""
    base = layout.stages[0]
    return UNIT_BOX * (base.columns, base.rows)


def true_corners(layout: Layout, pieces: Sequence[Piece]) -> Points:
    """Stage 1's corners in blocks, clockwise from the top left, as its dominoes really lie."""
    corners = outline(layout)
    if len(pieces) < 2:
        return corners
    lying = np.concatenate([piece.footprint() for piece in pieces])
    meant = np.concatenate(
        [
            UNIT_BOX * (piece.columns, piece.rows) + np.round(2 * np.array(piece.centre)) / 2
            for piece in pieces
        ]
    )
    fit, *_ = np.linalg.lstsq(np.column_stack([meant, np.ones(len(meant))]), lying, rcond=None)
    fitted: Points = np.column_stack([corners, np.ones(4)]) @ fit
    return fitted


def loose_pieces(
    rng: np.random.Generator,
    layout: Layout,
    game: str,
    look: Look,
    thickness: float,
    keep_clear: Sequence[Points] = (),
) -> list[list[Piece]]:
    """Dominoes about the pyramid, each alone, not on it or on each other; some touch it.

    keep_clear: outlines (n, 2) of other things, in blocks, that they do not cover either.
    """
    base = layout.stages[0]
    half = np.array([base.columns, base.rows]) / 2
    taken: list[tuple[float, float]] = []
    covered = [(outline.min(0) - 1.2, outline.max(0) + 1.2) for outline in keep_clear]
    pieces = []
    for _ in range(int(rng.integers(look.loose[0], look.loose[1] + 1))):
        if rng.random() < look.touching:
            angle = float(rng.normal(0, 1.0) + rng.choice([0, 90]))
            own = (1.0, 0.5) if abs(angle) < 45 else (0.5, 1.0)
            side, sign = int(rng.integers(2)), float(rng.choice([-1, 1]))
            centre = rng.uniform(-half, half)
            centre[side] = sign * (half[side] + own[side] + rng.uniform(0.01, 0.08))
        else:
            angle = float(rng.uniform(0, 360))
            direction = rng.uniform(0, 2 * np.pi)
            reach = float(np.hypot(*half)) + rng.uniform(1.2, 4.0)
            centre = reach * np.array([np.cos(direction), np.sin(direction)])
        spot = (float(centre[0]), float(centre[1]))
        if any((low < centre).all() and (centre < high).all() for low, high in covered):
            continue
        if all(np.hypot(spot[0] - x, spot[1] - y) > 2.2 for x, y in taken):
            taken.append(spot)
            blocks = (random_block(rng, game), random_block(rng, game))
            pieces.append([Piece(2, 1, blocks, spot, angle, 0.0, thickness)])
    return pieces


def loose_gems(
    rng: np.random.Generator, layout: Layout, look: Look, colors: Sequence[marks.Bgr]
) -> list[Gem]:
    """Gems lying about the pyramid."""
    base = layout.stages[0]
    gems = []
    for _ in range(int(rng.integers(look.gems[0], look.gems[1] + 1))):
        spot = rng.uniform(-1.1, 1.1, 2) * (base.columns, base.rows)
        outside = np.abs(spot) - np.array([base.columns, base.rows]) / 2
        if outside.max() > 0.3:
            color = colors[int(rng.integers(len(colors)))]
            gems.append(
                Gem((float(spot[0]), float(spot[1])), 0, float(rng.uniform(0.14, 0.2)), color)
            )
    return gems
