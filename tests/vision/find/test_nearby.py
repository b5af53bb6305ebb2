"""Several pyramids in one picture: the one that is pointed at is found."""

import cv2
import numpy as np
import pytest

from assistant.core.layout import Layout
from assistant.core.reading import Point
from assistant.resources import resource_directory
from assistant.synth import random_layout, render
from assistant.synth.noise import seeded
from assistant.synth.scene import outline
from assistant.vision.image import encode_jpeg
from assistant.vision.reader import Guess, OpenCVReader

GAME = "pyramido"
BESIDE = ((6.1, 0.4), (-0.6, -6.4))
"""Where the other pyramid stands, in blocks from the first."""


class Scene:
    """A photo of two pyramids, and the corners (4, 2) of either."""

    def __init__(self, seed: int, beside: tuple[float, float]) -> None:
        rng = seeded(seed, 12)
        first, second = random_layout(rng, GAME, 2), random_layout(rng, GAME, 2)
        picture, corners = render(
            first, game=GAME, seed=seed, size=(1200, 900), others=[(second, beside)]
        )
        self.jpeg = encode_jpeg(picture, 90)
        self.corners = corners, elsewhere(first, corners, second, beside)


def elsewhere(
    first: Layout, corners: np.ndarray, second: Layout, beside: tuple[float, float]
) -> np.ndarray:
    """The corners of a pyramid from those of another one on the same table."""
    plane = cv2.getPerspectiveTransform(
        outline(first).astype(np.float32), corners.astype(np.float32)
    )
    lying = (outline(second) + np.array(beside)).astype(np.float32)
    return np.asarray(cv2.perspectiveTransform(lying[None], plane)[0])


@pytest.fixture(scope="module")
def reader() -> OpenCVReader:
    return OpenCVReader(resource_directory("calibration"))


@pytest.fixture(scope="module", params=range(len(BESIDE)))
def scene(request: pytest.FixtureRequest) -> Scene:
    return Scene(60 + request.param, BESIDE[request.param])


def error(guess: Guess, corners: np.ndarray) -> float:
    """Mean distance of corners over the width, whichever corner the guess begins at."""
    found = np.array(guess.corners)
    turns = (np.linalg.norm(np.roll(found, k, axis=0) - corners, axis=1).mean() for k in range(4))
    return float(min(turns) / np.linalg.norm(corners[1] - corners[0]))


def at(corners: np.ndarray, across: float, down: float) -> Point:
    """A point of a pyramid, in shares of its sides (0.5 is the middle)."""
    plane = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), corners.astype(np.float32)
    )
    x, y = cv2.perspectiveTransform(np.array([[[across, down]]], np.float32), plane)[0, 0]
    return float(x), float(y)


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("spot", [(0.5, 0.5), (0.15, 0.8)])
def test_the_pyramid_pointed_at_is_found(
    reader: OpenCVReader, scene: Scene, which: int, spot: tuple[float, float]
) -> None:
    near = at(scene.corners[which], *spot)
    guess = reader.locate(scene.jpeg, game=GAME, stage=2, near=near)
    assert guess.sure
    assert error(guess, scene.corners[which]) < 0.02
    assert error(guess, scene.corners[1 - which]) > 0.5


def test_a_point_on_the_table_means_the_nearest_pyramid(reader: OpenCVReader, scene: Scene) -> None:
    for which in (0, 1):
        middle = scene.corners[which].mean(axis=0)
        away = middle - scene.corners[1 - which].mean(axis=0)
        x, y = middle + 0.72 * away
        guess = reader.locate(scene.jpeg, game=GAME, stage=2, near=(float(x), float(y)))
        assert error(guess, scene.corners[which]) < 0.02


def test_without_a_point_nothing_changes(reader: OpenCVReader, scene: Scene) -> None:
    guess = reader.locate(scene.jpeg, game=GAME, stage=2)
    assert min(error(guess, corners) for corners in scene.corners) < 0.02


def test_where_there_is_no_pyramid_the_frame_comes_to_the_point(reader: OpenCVReader) -> None:
    table = np.full((600, 800, 3), (60, 90, 120), np.uint8)
    guess = reader.locate(encode_jpeg(table, 90), game=GAME, stage=1, near=(500.0, 200.0))
    assert not guess.sure
    assert np.mean(guess.corners, axis=0) == pytest.approx([500, 200])
