"""The printed card in a photo that is read: it takes the lamp's colour out, and nothing else."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.core.layout import Layout
from assistant.core.pieces import Block
from assistant.core.reading import Reading
from assistant.core.topview import visible_quadrants
from assistant.games import game_named
from assistant.resources import resource_directory
from assistant.synth import Paper, random_layout, render
from assistant.synth.noise import seeded
from assistant.vision import reader as chain
from assistant.vision.card import draw_card, find_sheet
from assistant.vision.image import Pixels, decode, encode_jpeg
from assistant.vision.reader import OpenCVReader
from assistant.vision.see.card_light import in_white_light

SAMPLES = Path(__file__).parents[2] / "sample_photos"
GAME = "pyramido"
LAMPS = ((0.30, 0.75, 1.0), (1.0, 0.62, 0.33), (0.42, 1.0, 0.5))
"""Blue, green and red of candle light, of a blue hour, of a green shade."""

DEEP_LAMPS = ((0.18, 0.62, 1.0), (1.0, 0.5, 0.2), (0.30, 1.0, 0.35))
"""The same, as far from white as makes blocks be misread without the card."""


@pytest.fixture(scope="module")
def reader() -> OpenCVReader:
    return OpenCVReader(resource_directory("calibration"))


@pytest.fixture(scope="module")
def scenes() -> list[tuple[Pixels, Layout]]:
    """Two pyramids, each with the card beside it."""
    made = []
    for seed in (101, 116):
        layout = random_layout(seeded(seed, 17), GAME, 1)
        card = Paper(draw_card(5), (0.2, -layout.stages[0].rows / 2 - 1.5), 4.5)
        picture, _ = render(layout, game=GAME, seed=seed, papers=[card], size=(1000, 1100))
        made.append((picture, layout))
    return made


def under(picture: Pixels, lamp: tuple[float, float, float]) -> Pixels:
    """The same photo in the light of a coloured lamp, BGR."""
    linear = (picture / 255) ** 2.2 * np.array(lamp)
    tinted: Pixels = np.rint(255 * linear ** (1 / 2.2)).astype(np.uint8)
    return tinted


def without_card(picture: Pixels) -> Pixels:
    """The photo with the card painted over."""
    sheet = find_sheet(picture)
    assert sheet is not None
    bare = picture.copy()
    middle = sheet.corners().mean(axis=0)
    corners = middle + 1.02 * (sheet.corners() - middle)
    beside = np.median(picture[:20].reshape(-1, 3), axis=0)
    cv2.fillConvexPoly(bare, np.rint(corners).astype(np.int32), beside.tolist())
    assert find_sheet(bare) is None
    return bare


def wrong(reading: Reading, truth: Layout) -> int:
    """How many visible blocks were read otherwise than they are."""
    seen = visible_quadrants(truth)
    count = 0
    for block in reading.blocks:
        cell = truth.stages[block.stage - 1][block.row, block.column]
        assert isinstance(cell, Block)
        icons = (cell.icons or 0) & seen[block.stage, block.row, block.column]
        count += (block.color, block.icons) != (cell.color, icons)
    return count


def test_tinted_photos_are_read_better_with_the_card(
    reader: OpenCVReader, scenes: list[tuple[Pixels, Layout]]
) -> None:
    with_card: list[int] = []
    without: list[int] = []
    for picture, layout in scenes:
        for lamp in DEEP_LAMPS:
            tinted = under(picture, lamp)
            for shown, counts in ((tinted, with_card), (without_card(tinted), without)):
                reading = reader.read(encode_jpeg(shown, 90), game=GAME, stage=1)
                counts.append(wrong(reading, layout))
    assert all(a <= b for a, b in zip(with_card, without, strict=True)), (with_card, without)
    assert sum(with_card) < sum(without)


@pytest.mark.parametrize("lamp", LAMPS)
def test_grey_is_grey_again(
    reader: OpenCVReader, scenes: list[tuple[Pixels, Layout]], lamp: tuple[float, float, float]
) -> None:
    profile = reader.profile(GAME)
    tinted = under(scenes[0][0], lamp)
    balanced, sure = in_white_light(tinted, profile)
    sheet = find_sheet(balanced)
    assert sheet is not None
    assert sheet.gains == pytest.approx((1, 1, 1), abs=0.06)
    assert (balanced <= tinted).all()
    assert sure.light.gain_sd < profile.light.gain_sd


@pytest.mark.parametrize("name", ["pyramido-5x4-stage2", "forgotten-rough-stage3"])
def test_photos_without_the_card_stay_as_they_are(reader: OpenCVReader, name: str) -> None:
    picture = decode((SAMPLES / f"{name}.jpg").read_bytes(), 1600).pixels
    profile = reader.profile("pyramido" if "pyramido" in name else "forgotten_treasures")
    same, as_before = in_white_light(picture, profile)
    assert same is picture
    assert as_before is profile


def test_a_card_whose_patches_are_blown_out_tells_nothing(
    reader: OpenCVReader, scenes: list[tuple[Pixels, Layout]]
) -> None:
    picture = scenes[0][0].copy()
    sheet = find_sheet(picture)
    assert sheet is not None
    patches = np.array([[[40.0, 12.0], [140.0, 12.0], [140.0, 37.0], [40.0, 37.0]]])
    glare = cv2.perspectiveTransform(patches, sheet.homography)[0]
    cv2.fillConvexPoly(picture, np.rint(glare).astype(np.int32), (255, 255, 255))
    profile = reader.profile(GAME)
    same, as_before = in_white_light(picture, profile)
    assert same is picture
    assert as_before is profile


@pytest.mark.parametrize("game", ["pyramido", "forgotten"])
def test_samples_with_the_card_read_no_worse_than_without(
    reader: OpenCVReader, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = SAMPLES / f"{game}-card-stage2.jpg"
    truth = json.loads(path.with_suffix(".json").read_text())
    layout = game_named(truth["game"]).parse(truth["notation"])
    used = reader.read(path.read_bytes(), game=truth["game"], stage=2)
    monkeypatch.setattr(chain, "in_white_light", lambda picture, profile: (picture, profile))
    ignored = reader.read(path.read_bytes(), game=truth["game"], stage=2)
    assert wrong(used, layout) <= wrong(ignored, layout)
    assert used.warnings == ignored.warnings


def test_a_card_in_another_light_than_the_pyramid_counts_for_nothing(
    reader: OpenCVReader, scenes: list[tuple[Pixels, Layout]]
) -> None:
    """The card lies under a deep red lamp, the pyramid in white light."""
    picture, layout = scenes[0]
    sheet = find_sheet(picture)
    assert sheet is not None
    middle = sheet.corners().mean(axis=0)
    outline = np.rint(middle + 1.02 * (sheet.corners() - middle)).astype(np.int32)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline, 1)
    mixed = np.where(mask[..., None] == 1, under(picture, DEEP_LAMPS[0]), picture)
    assert find_sheet(mixed) is not None
    read = reader.read(encode_jpeg(mixed, quality=95), game=GAME, stage=1)
    bare = reader.read(encode_jpeg(without_card(picture), quality=95), game=GAME, stage=1)
    assert wrong(bare, layout) == 0
    assert wrong(read, layout) == 0
    assert [(b.color, b.icons) for b in read.blocks] == [(b.color, b.icons) for b in bare.blocks]
