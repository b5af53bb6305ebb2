"""A card to print and lay beside the pyramid: it tells the reader the light and the table's plane.

Four markers say where the card lies, six neutral patches which colour the light has. The neutral
patches need no colour-true printer: only that each is grey. Lengths on the card are millimetres
from its top left corner.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from assistant.core.errors import N_
from assistant.vision.image import Pixels

Points = NDArray[np.float64]

CARD_SIZE = (180.0, 84.0)
"""Width and height of the card."""
PAGE_SIZE = (210.0, 297.0)

INSTRUCTIONS = (
    N_("Print this page on plain white paper, at 100 %, and cut the card out."),
    N_("Lay it flat beside the pyramid, in the same light, all four markers in the picture."),
    N_("The photo is read without it as well; with it, difficult light matters less."),
)

_MARKER_IDS = (21, 22, 23, 24)
_MARKER_SIDE = 30.0
_MARKER_INSET = 5.0
_NEUTRALS = (235, 190, 145, 105, 70, 35)
_HUES = ("red", "orange", "yellow", "green", "turquoise", "blue", "purple", "brown")
_HUE_COLORS = {
    "red": (40, 40, 205),
    "orange": (30, 140, 240),
    "yellow": (40, 205, 245),
    "green": (60, 150, 70),
    "turquoise": (200, 180, 60),
    "blue": (185, 90, 40),
    "purple": (140, 60, 115),
    "brown": (60, 100, 150),
}
_PATCH_TOP, _HUE_TOP = 13.0, 48.0
_PATCH_HEIGHT = 23.0
_PATCHES_LEFT, _PATCHES_RIGHT = 40.0, 140.0
_DPI = 300
_OVERVIEW = 400
_CLIPPED = 0.93
_MIN_PATCHES = 3
_GAMMA = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class FoundSheet:
    """The card as it was found in a photo.

    homography: float64 (3, 3), millimetres on the card to pixels; the card lies on the table.
    gains: for blue, green and red, what linear light must be multiplied with to make grey grey;
        green's is 1. None if the neutral patches are blown out or too dark to tell.
    markers: how many of the four markers were seen.
    """

    homography: Points
    gains: tuple[float, float, float] | None
    markers: int

    def corners(self) -> Points:
        """The card's corners (4, 2) in pixels, clockwise from its top left."""
        width, height = CARD_SIZE
        return _project(
            self.homography, np.array([[0, 0], [width, 0], [width, height], [0, height]])
        )


def sheet_pdf(lines: Sequence[str] = INSTRUCTIONS) -> bytes:
    """An A4 page with the card and what to do with it (in ASCII), as the bytes of a PDF."""
    scale = _DPI / 25.4
    width, height = (round(side * scale) for side in PAGE_SIZE)
    page = Image.new("RGB", (width, height), "white")
    card = draw_card(scale)
    left, top = (width - card.shape[1]) // 2, round(20 * scale)
    page.paste(Image.fromarray(card[:, :, ::-1]), (left, top))
    draw = ImageDraw.Draw(page)
    draw.rectangle((left, top, left + card.shape[1], top + card.shape[0]), outline=(160, 160, 160))
    font = ImageFont.load_default(size=4.2 * scale)
    y = top + card.shape[0] + 10 * scale
    for line in lines:
        draw.text((left, y), line, "black", font)
        y += 8 * scale
    data = io.BytesIO()
    page.save(data, "PDF", resolution=_DPI, quality=95)
    return data.getvalue()


def draw_card(scale: float) -> Pixels:
    """The card alone, uint8 BGR, `scale` pixels a millimetre."""
    width, height = (round(side * scale) for side in CARD_SIZE)
    card = np.full((height, width, 3), 255, np.uint8)
    for number, corner in zip(_MARKER_IDS, _marker_places(), strict=True):
        left, top = (round(value * scale) for value in corner)
        side = round(_MARKER_SIDE * scale)
        marker = cv2.aruco.generateImageMarker(_dictionary(), number, side)
        card[top : top + side, left : left + side] = marker[:, :, None]
    for color, box in _patches():
        left, top, right, bottom = (round(value * scale) for value in box)
        card[top:bottom, left:right] = color
    return card


def find_sheet(picture: Pixels) -> FoundSheet | None:
    """Find the card in a photo, uint8 BGR; None unless at least two of its markers are seen."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(_dictionary(), settings)
    found, numbers, _ = detector.detectMarkers(picture)
    seen = {
        int(number): corners.reshape(4, 2)
        for number, corners in zip([] if numbers is None else numbers.ravel(), found, strict=True)
        if int(number) in _MARKER_IDS
    }
    if len(seen) < 2:
        return None
    square = _MARKER_SIDE * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    places = dict(zip(_MARKER_IDS, _marker_places(), strict=True))
    on_card = np.concatenate([square + places[number] for number in seen])
    homography, _ = cv2.findHomography(on_card, np.concatenate(list(seen.values())))
    matrix = np.asarray(homography, np.float64)
    if matrix.shape != (3, 3):  # OpenCV gives None for points on a line
        return None
    return FoundSheet(matrix, _gains(picture, matrix), len(seen))


def marker_seen(picture: Pixels) -> bool:
    """Whether a photo, uint8 BGR, may show the card.

    Looks at a thinned-out green channel for a millisecond, so that `find_sheet` need not look
    for the card in vain.
    """
    step = max(1, round(max(picture.shape[:2]) / _OVERVIEW))
    green = np.ascontiguousarray(picture[::step, ::step, 1])
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 23
    _, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(), settings).detectMarkers(green)
    return numbers is not None and bool(np.isin(numbers, _MARKER_IDS).any())


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _marker_places() -> list[Points]:
    """The top left corners of the markers: top left, top right, bottom right, bottom left."""
    near, (width, height) = _MARKER_INSET, CARD_SIZE
    far_x, far_y = width - near - _MARKER_SIDE, height - near - _MARKER_SIDE
    return [
        np.array(place) for place in ((near, near), (far_x, near), (far_x, far_y), (near, far_y))
    ]


def _patches() -> list[tuple[tuple[int, int, int], tuple[float, float, float, float]]]:
    """BGR colour and (left, top, right, bottom) of all patches, neutral ones first."""
    patches = []
    neutrals = [(value, value, value) for value in _NEUTRALS]
    hues = [_HUE_COLORS[name] for name in _HUES]
    for colors, top in ((neutrals, _PATCH_TOP), (hues, _HUE_TOP)):
        step = (_PATCHES_RIGHT - _PATCHES_LEFT) / len(colors)
        for index, color in enumerate(colors):
            left = _PATCHES_LEFT + index * step
            patches.append((color, (left, top, left + step, top + _PATCH_HEIGHT)))
    return patches


def _gains(picture: Pixels, homography: Points) -> tuple[float, float, float] | None:
    """Gains that make the neutral patches grey.

    The slope of one channel over another across the patches leaves out any even haze, and needs
    no knowledge of how dark the printer made each patch.
    """
    medians = np.array(
        [_patch_median(picture, homography, box) for _, box in _patches()[: len(_NEUTRALS)]]
    )
    linear = (medians / 255) ** _GAMMA
    usable = linear[(medians.max(axis=1) < 255 * _CLIPPED) & np.isfinite(medians).all(axis=1)]
    if len(usable) < _MIN_PATCHES:
        return None
    spread = usable - usable.mean(axis=0)
    total = float((spread[:, 1] ** 2).sum())
    slopes = (spread * spread[:, 1:2]).sum(axis=0) / max(total, 1e-12)
    if total < 1e-5 or slopes.min() <= 0.05:
        return None
    blue, green, red = (float(1 / slope) for slope in slopes)
    return blue, green, red


def _patch_median(
    picture: Pixels, homography: Points, box: tuple[float, float, float, float]
) -> NDArray[Any]:
    """The median BGR of the inner part of a patch; NaN where it is outside the picture."""
    left, top, right, bottom = box
    x = np.linspace(left + 0.25 * (right - left), right - 0.25 * (right - left), 12)
    y = np.linspace(top + 0.25 * (bottom - top), bottom - 0.25 * (bottom - top), 12)
    points = _project(homography, np.stack(np.meshgrid(x, y), -1).reshape(-1, 2))
    columns, rows = np.round(points).astype(int).T
    height, width = picture.shape[:2]
    if columns.min() < 0 or rows.min() < 0 or columns.max() >= width or rows.max() >= height:
        return np.full(3, np.nan)
    return np.asarray(np.median(picture[rows, columns], axis=0))


def _project(homography: Points, points: Points) -> Points:
    """Points (n, 2) through a (3, 3) homography."""
    moved = points @ homography[:, :2].T + homography[:, 2]
    projected: Points = moved[:, :2] / moved[:, 2:]
    return projected
