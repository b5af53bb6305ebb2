"""What a photo shows against what it is said to show: game, stage, place, and whether at all."""

from functools import cache

import cv2
import numpy as np
import pytest

from assistant.core.errors import PhotoError
from assistant.core.layout import Layout
from assistant.core.reading import Corners, Likeness
from assistant.core.remarks import BAD_FIT, CORNERS_MOVED, NO_COLORS, SECOND_PYRAMID
from assistant.core.topview import top_view
from assistant.games import FORGOTTEN_TREASURES
from assistant.resources import resource_directory
from assistant.synth import random_layout, render
from assistant.synth.evaluate import corner_error
from assistant.vision.image import encode_jpeg, upright_of
from assistant.vision.reader import OpenCVReader

READER = OpenCVReader(resource_directory("calibration"))
GAMES = ("forgotten_treasures", "pyramido")
BARE = FORGOTTEN_TREASURES.parse("/".join(["--" * 5] * 4))


@cache
def photo(game: str, stage: int, seed: int = 3) -> tuple[bytes, Layout, Corners]:
    cv2.setNumThreads(1)
    layout = random_layout(np.random.default_rng(seed + stage), game, stage, (5, 4))
    picture, corners = render(
        layout, game=game, seed=seed, difficulty="table", table="cloth", size=(1000, 750)
    )
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return encode_jpeg(picture, 92), layout, (a, b, c, d)


def templates(reading_warnings: tuple[object, ...]) -> list[str]:
    return [str(getattr(warning, "template", "")) for warning in reading_warnings]


@pytest.mark.parametrize("stage", [1, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_right_photo_is_not_accused(game: str, stage: int) -> None:
    reading = READER.read(photo(game, stage)[0], game=game, stage=stage)
    assert reading.looks_like is None
    assert BAD_FIT not in templates(reading.warnings)


@pytest.mark.parametrize(("shown", "asked"), [(1, 2), (2, 1), (4, 3)])
@pytest.mark.parametrize("game", GAMES)
def test_another_stage_is_named(game: str, shown: int, asked: int) -> None:
    reading = READER.read(photo(game, shown)[0], game=game, stage=asked)
    assert reading.looks_like == Likeness(game, shown)
    assert f"looks like stage {shown}, not stage {asked}" in " ".join(map(str, reading.warnings))


@pytest.mark.parametrize(("shown", "asked"), [(1, 1), (2, 3)])
@pytest.mark.parametrize("game", GAMES)
def test_another_game_is_named_with_its_stage(game: str, shown: int, asked: int) -> None:
    (other,) = set(GAMES) - {game}
    reading = READER.read(photo(game, shown)[0], game=other, stage=asked)
    assert reading.looks_like == Likeness(game, shown)


@pytest.mark.parametrize("table", ["wood", "busy"])
@pytest.mark.parametrize("stage", [1, 3])
def test_a_bare_table_in_a_frame_is_refused(table: str, stage: int) -> None:
    """The page always gives a frame; what it holds must be a pyramid."""
    picture, _ = render(
        BARE, game="pyramido", seed=5, difficulty="table", table=table, size=(1000, 750)
    )
    upright = upright_of(picture)
    frame = ((200.0, 190.0), (800.0, 190.0), (800.0, 560.0), (200.0, 560.0))
    with pytest.raises(PhotoError, match=r"no pyramid|too blurred") as error:
        READER.read_upright(upright, game="pyramido", stage=stage, corners=frame)
    assert "drag the corners" in error.value.hint


@pytest.mark.parametrize("seed", [5, 6])
def test_a_checked_cloth_is_refused_or_wholly_in_doubt(seed: int) -> None:
    """Its checks have seams like a pyramid, but no light makes stones of them."""
    picture, _ = render(
        BARE, game="pyramido", seed=seed, difficulty="table", table="checked", size=(1000, 750)
    )
    frame = ((200.0, 190.0), (800.0, 190.0), (800.0, 560.0), (200.0, 560.0))
    try:
        reading = READER.read(encode_jpeg(picture, 92), game="pyramido", stage=3, corners=frame)
    except PhotoError as error:
        assert "no pyramid" in str(error)  # noqa: PT017  (either is honest)
    else:
        assert BAD_FIT in templates(reading.warnings)
        assert all(block.uncertain for block in reading.blocks)


def test_corners_dragged_off_are_told_and_the_pyramid_is_read_in_its_seams() -> None:
    data, layout, corners = photo("pyramido", 3)
    a, b, c, d = corners
    width = b[0] - a[0]
    off = ((a[0] + 0.07 * width, a[1] + 0.03 * width), b, c, d)
    reading = READER.read(data, game="pyramido", stage=3, corners=off)
    assert CORNERS_MOVED in templates(reading.warnings)
    assert corner_error(corners, reading.corners) < 1.5
    assert top_view(reading.layout) == top_view(layout)


def test_a_frame_far_off_puts_every_block_in_doubt() -> None:
    """Half a block to the side and a third too large: no seams lead home."""
    data, _, corners = photo("pyramido", 3)
    middle = np.mean(corners, axis=0)
    width = corners[1][0] - corners[0][0]
    moved = (np.array(corners) - middle) * 0.75 + middle + [0.13 * width, 0.05 * width]
    frame = tuple((float(x), float(y)) for x, y in moved)
    reading = READER.read(data, game="pyramido", stage=3, corners=frame)
    assert BAD_FIT in templates(reading.warnings)
    assert all(block.uncertain for block in reading.blocks)
    assert reading.looks_like is None


@pytest.mark.parametrize("game", GAMES)
def test_a_second_pyramid_is_told_and_one_alone_is_sure(game: str) -> None:
    first, second = (random_layout(np.random.default_rng(k), game, 2, (5, 4)) for k in (10, 11))
    picture, _ = render(first, game=game, seed=9, size=(1000, 800), others=[(second, (0.0, 5.4))])
    data = encode_jpeg(picture, 92)
    reading = READER.read(data, game=game, stage=2)
    assert SECOND_PYRAMID in templates(reading.warnings)
    assert not READER.locate(data, game=game, stage=2).sure
    alone = photo(game, 2)[0]
    assert SECOND_PYRAMID not in templates(READER.read(alone, game=game, stage=2).warnings)
    assert READER.locate(alone, game=game, stage=2).sure


def test_a_photo_without_colours_says_so() -> None:
    data, _, corners = photo("pyramido", 1)
    color = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    grey = cv2.cvtColor(cv2.cvtColor(color, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    picture = grey.astype(np.uint8)
    reading = READER.read(encode_jpeg(picture, 92), game="pyramido", stage=1, corners=corners)
    assert NO_COLORS in templates(reading.warnings)
    assert sum(block.uncertain for block in reading.blocks) > 10
