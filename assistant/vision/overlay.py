"""The photo with the areas outlined, the icons ticked and the points written on it.

Every line has a dark casing and a light core, so that it is seen on any art and in any light.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from assistant.core.areas import Area, label_place
from assistant.core.geometry import Frame, Quadrant
from assistant.core.layout import Layout
from assistant.core.topview import gaps, owners, top_view
from assistant.vision.find.pose import Pose, project
from assistant.vision.image import Pixels

Bgr = tuple[int, int, int]
Points = NDArray[np.floating[Any]]

_DARK: Bgr = (24, 20, 18)
_PALE: Bgr = (245, 245, 245)
_GOLD: Bgr = (60, 200, 255)
_GREEN: Bgr = (120, 240, 140)
_CELL = 24
"""Raster cells a quadrant in which outlines are traced."""
_INSET = 2
"""Raster cells between an outline and the quadrants' edge, so that neighbours stay apart."""
_SUBPIXEL_BITS = 4
_TICK = np.array([[0.58, 0.74], [0.68, 0.86], [0.90, 0.56]])


def overlay(
    picture: Pixels,
    pose: Pose,
    layout: Layout,
    areas: Sequence[Area],
    labels: Mapping[int, str] | None = None,
    strong: Collection[int] = (),
) -> Pixels:
    """A copy of the photo with the areas drawn on it.

    picture: uint8 (height, width, 3) BGR; it is not changed.
    pose: where the pyramid lies in it, `rectify.pose_from_corners` if only corners are known.
    layout, areas: as seen in this photo, so turned like it.
    labels: what to write on areas, by id, such as points; in ASCII, all that the font has.
    strong: ids of areas to draw in gold, such as those activated; the others are white.

    Raises ValueError if pose and layout are not of one shape.
    """
    if (pose.columns, pose.rows) != (layout.frame.columns, layout.frame.rows):
        raise ValueError("the pose and the layout have different shapes")
    canvas = picture.copy()
    ground = _Ground(pose, _seen_stages(layout))
    thickness = max(1.0, ground.quadrant_size() / 28)
    ordered = sorted(areas, key=lambda area: area.id in strong)
    for area in ordered:
        color, width = (_GOLD, 1.6) if area.id in strong else (_PALE, 1.0)
        for outline in _outlines(layout.frame, area.mask):
            _cased_line(canvas, ground.to_pixels(outline), color, width * thickness, closed=True)
    icons = top_view(layout).icons
    for quadrant in layout.frame.quadrants(icons):
        tick = ground.to_pixels(_TICK + np.array([quadrant.x, quadrant.y]))
        _cased_line(canvas, tick, _GREEN, 1.3 * thickness, closed=False)
    tags = [
        _Tag(
            ground.to_pixels(_middle(label_place(layout.frame, area.mask, icons)))[0],
            labels[area.id],
            _GOLD if area.id in strong else _PALE,
        )
        for area in ordered
        if labels and area.mask and labels.get(area.id)
    ]
    return _tagged(canvas, tags, ground.quadrant_size())


def _seen_stages(layout: Layout) -> NDArray[np.intp]:
    """intp (quadrant rows, quadrant columns): the stage seen at each quadrant, 1 over the table."""
    frame = layout.frame
    stages = np.ones((frame.height, frame.width), np.intp)
    for quadrant, ((stage, _, _), _) in owners(frame, len(layout.stages), gaps(layout)).items():
        stages[quadrant.y, quadrant.x] = stage
    return stages


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """The visible surface of a pyramid in a photo."""

    pose: Pose
    stages: NDArray[np.intp]

    def to_pixels(self, points: Points) -> Points:
        """Points (n, 2) in quadrants as pixels, each on the stage that is seen there."""
        rows, columns = self.stages.shape
        x = np.clip(np.floor(points[:, 0]).astype(int), 0, columns - 1)
        y = np.clip(np.floor(points[:, 1]).astype(int), 0, rows - 1)
        seen = self.stages[y, x]
        pixels = np.empty((len(points), 2))
        for stage in np.unique(seen):
            here = seen == stage
            pixels[here] = project(self.pose.homography(int(stage)), points[here])
        return pixels

    def quadrant_size(self) -> float:
        """The width of a quadrant in pixels, on the average."""
        x, y = self.pose.corners().T
        area = abs(float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())) / 2
        return float(np.sqrt(area / self.stages.size))


def _outlines(frame: Frame, mask: int) -> Iterator[Points]:
    """The borders of a set of quadrants, holes included, a little inside it; in quadrants."""
    raster = np.zeros((frame.height, frame.width), np.uint8)
    for quadrant in frame.quadrants(mask):
        raster[quadrant.y, quadrant.x] = 255
    raster = np.kron(raster, np.ones((_CELL, _CELL), np.uint8))
    edge = np.ones((2 * _INSET + 1, 2 * _INSET + 1), np.uint8)
    inner = cv2.erode(raster, edge, borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
    contours, _ = cv2.findContours(inner, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        yield (contour[:, 0].astype(np.float64) + 0.5) / _CELL


def _middle(quadrant: Quadrant) -> Points:
    return np.array([[quadrant.x + 0.5, quadrant.y + 0.5]])


def _cased_line(canvas: Pixels, points: Points, color: Bgr, width: float, closed: bool) -> None:
    """A line of pixels (n, 2) in a colour, with a dark casing."""
    fixed = [np.round(points * 2**_SUBPIXEL_BITS).astype(np.int32)]
    for ink, thickness in ((_DARK, 2.4 * width), (color, width)):
        cv2.polylines(
            canvas, fixed, closed, ink, max(1, round(thickness)), cv2.LINE_AA, _SUBPIXEL_BITS
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Tag:
    """A label: its middle in pixels, its text, and its colour."""

    middle: Points
    text: str
    color: Bgr


def _tagged(canvas: Pixels, tags: Sequence[_Tag], quadrant: float) -> Pixels:
    """The canvas with labels on dark rounded plates."""
    if not tags:
        return canvas
    sheet = Image.fromarray(canvas[:, :, ::-1])
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(size=max(11.0, 0.55 * quadrant))
    for tag in tags:
        x, y = (float(value) for value in tag.middle)
        left, top, right, bottom = draw.textbbox((x, y), tag.text, font=font, anchor="mm")
        pad = 0.12 * quadrant
        box = (left - 1.5 * pad, top - pad, right + 1.5 * pad, bottom + pad)
        rim = max(1, round(0.04 * quadrant))
        draw.rounded_rectangle(box, 2 * pad, _rgb(_DARK), _rgb(tag.color), rim)
        draw.text((x, y), tag.text, _rgb(tag.color), font, anchor="mm")
    return np.ascontiguousarray(np.asarray(sheet)[:, :, ::-1])


def _rgb(color: Bgr) -> tuple[int, int, int]:
    blue, green, red = color
    return red, green, blue
