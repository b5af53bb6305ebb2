"""The printed card: it comes out right on paper, and is found and used in photos."""

import re

import cv2
import numpy as np
import pytest

from assistant.synth import Paper, random_layout, render
from assistant.vision.card import CARD_SIZE, draw_card, find_sheet, sheet_pdf
from assistant.vision.image import decode

TRUE = np.array([[6.0, 0.8, 210.0], [-0.7, 5.4, 330.0], [2e-4, 5e-4, 1.0]])
"""Millimetres on the card to pixels of a made picture."""


def project(homography: np.ndarray, points: object) -> np.ndarray:
    moved = np.column_stack([np.atleast_2d(points), np.ones(len(np.atleast_2d(points)))])
    moved = moved @ homography.T
    return moved[:, :2] / moved[:, 2:]


def made_picture(gains: tuple[float, float, float], haze: float = 0.0) -> np.ndarray:
    """The card on grey cloth, seen at a slant, in light of the given gains on blue, green, red."""
    card = draw_card(8)
    to_millimetres = np.array([[1 / 8, 0, 1 / 16], [0, 1 / 8, 1 / 16], [0, 0, 1]])
    picture = np.full((1000, 1500, 3), 120, np.uint8)
    cv2.warpPerspective(
        card, TRUE @ to_millimetres, (1500, 1000), dst=picture, borderMode=cv2.BORDER_TRANSPARENT
    )
    linear = (cv2.GaussianBlur(picture, (0, 0), 1.0) / 255) ** 2.2 * 0.75 * gains + haze
    noise = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(255 * linear ** (1 / 2.2) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("gains", "haze"),
    [((1, 1, 1), 0), ((0.55, 0.9, 1.1), 0), ((1.15, 0.95, 0.7), 0), ((0.6, 0.9, 1.0), 0.08)],
)
def test_place_and_light_are_found(gains: tuple[float, float, float], haze: float) -> None:
    sheet = find_sheet(made_picture(gains, haze))
    assert sheet is not None
    assert sheet.markers == 4
    width, height = CARD_SIZE
    corners = project(TRUE, [[0, 0], [width, 0], [width, height], [0, height]])
    assert np.abs(sheet.corners() - corners).max() < 1.0
    wanted = gains[1] / np.array(gains)
    assert sheet.gains == pytest.approx(wanted, rel=0.03)


def test_two_markers_are_enough_and_one_is_not() -> None:
    picture = made_picture((0.7, 1, 1))
    middle = project(TRUE, [[CARD_SIZE[0] / 2, 0]])[0]
    half = picture.copy()
    half[:, : int(middle[0])] = 120
    sheet = find_sheet(half)
    assert sheet is not None
    assert sheet.markers == 2
    right = project(TRUE, [[CARD_SIZE[0], 0], CARD_SIZE])
    assert np.abs(sheet.corners()[1:3] - right).max() < 1.5
    low = project(TRUE, [[CARD_SIZE[0], CARD_SIZE[1] / 2]])[0]
    half[: int(low[1])] = 120
    assert find_sheet(half) is None


def test_blown_out_patches_give_a_place_but_no_light() -> None:
    picture = np.clip(made_picture((1, 1, 1)).astype(int) * 7, 0, 255).astype(np.uint8)
    sheet = find_sheet(picture)
    assert sheet is not None
    assert sheet.gains is None


def test_a_photo_without_the_card_has_none() -> None:
    assert find_sheet(np.full((300, 400, 3), 127, np.uint8)) is None
    layout = random_layout(np.random.default_rng(1), "pyramido", 2)
    assert find_sheet(render(layout, game="pyramido", seed=4, size=(900, 700))[0]) is None


@pytest.mark.parametrize("seed", range(4))
def test_beside_a_pyramid_it_whitens_another_paper(seed: int) -> None:
    """A plain grey paper, found by its distance from the card, becomes neutral by its gains."""
    layout = random_layout(np.random.default_rng(seed), "forgotten_treasures", 2, shape=(5, 4))
    card = Paper(draw_card(6), (0.3, -3.4), 4.5)
    grey = Paper(np.full((100, 100, 3), 150, np.uint8), (-3.3, -3.2), 0.9)
    picture, _ = render(
        layout,
        game="forgotten_treasures",
        seed=seed,
        papers=(card, grey),
        loose=False,
        size=(1500, 1200),
    )
    sheet = find_sheet(picture)
    assert sheet is not None
    assert sheet.gains is not None
    millimetres = CARD_SIZE[0] / card.width
    offset = np.subtract(grey.centre, card.centre) * millimetres + np.array(CARD_SIZE) / 2
    x, y = project(sheet.homography, offset)[0].astype(int)
    color = picture[y - 12 : y + 13, x - 12 : x + 13].mean(axis=(0, 1))
    balanced = 255 * ((color / 255) ** 2.2 * sheet.gains) ** (1 / 2.2)
    assert np.ptp(balanced) < max(8, 0.5 * np.ptp(color))


def test_the_pdf_is_one_a4_page_with_the_card_at_its_size() -> None:
    pdf = sheet_pdf(["Lay it beside the pyramid."])
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", pdf)
    assert box is not None
    page = np.array([float(box[1]), float(box[2])]) * 25.4 / 72
    assert page == pytest.approx([210, 297], abs=0.2)
    picture = decode(pdf[pdf.index(b"\xff\xd8") :], max_side=3600).pixels
    sheet = find_sheet(picture)
    assert sheet is not None
    assert sheet.markers == 4
    assert sheet.gains == pytest.approx((1, 1, 1), abs=0.01)
    width = np.hypot(*(sheet.corners()[1] - sheet.corners()[0]))
    assert width * page[0] / picture.shape[1] == pytest.approx(CARD_SIZE[0], abs=0.2)
