"""What is done with a photo in a worker: each task decodes it once and fits its pose once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from assistant.core.errors import PhotoError
from assistant.core.photos import (
    DrawAreas,
    FindPyramid,
    LearnCopy,
    PhotoTask,
    PreparePhoto,
    ReadPyramid,
    ReadTogether,
)
from assistant.core.reading import Corners
from assistant.games import FORGOTTEN_TREASURES
from assistant.vision import calibrate, reader, tasks
from assistant.vision.image import decode, encode_jpeg

SAMPLE = Path(__file__).parents[2] / "sample_photos" / "forgotten-5x4-stage1.jpg"
TRUTH = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
GAME = FORGOTTEN_TREASURES.name
LAYOUT = FORGOTTEN_TREASURES.parse(TRUTH["notation"])
A, B, C, D = ((float(x), float(y)) for x, y in TRUTH["corners"])
CORNERS: Corners = (A, B, C, D)
JPEG = SAMPLE.read_bytes()
TASKS: dict[str, PhotoTask[Any]] = {
    "prepare": PreparePhoto(JPEG, GAME, 1),
    "find": FindPyramid(JPEG, GAME, 1, ((A[0] + C[0]) / 2, (A[1] + C[1]) / 2)),
    "read": ReadPyramid(JPEG, GAME, 1, CORNERS, None, None),
    "learn": LearnCopy(JPEG, GAME, LAYOUT, CORNERS, None),
    "draw": DrawAreas(JPEG, GAME, CORNERS, LAYOUT, {0: "4"}),
}


@pytest.mark.parametrize("name", TASKS)
def test_a_task_decodes_its_photo_once_and_fits_the_pose_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            done.append(function.__name__)
            return function(*args, **kwargs)

        return called

    counters = {name: counted(getattr(reader, name)) for name in ("decode", "find_pose")}
    for module in (calibrate, reader, tasks):
        for called, counter in counters.items():
            monkeypatch.setattr(module, called, counter)
    tasks.run(TASKS[name])
    assert sorted(done) == ["decode", "find_pose"]


def test_a_prepared_photo_has_its_corners_in_its_own_pixels() -> None:
    prepared = tasks.run(PreparePhoto(JPEG, GAME, 1))
    assert prepared.sure
    kept, whole = decode(prepared.jpeg).full_size, decode(JPEG).full_size
    for found, true in zip(prepared.corners, CORNERS, strict=True):
        for here, there, small, large in zip(found, true, kept, whole, strict=True):
            assert abs(here - there * small / large) < 10


def test_the_picture_from_above_is_turned_as_the_layout() -> None:
    below = LAYOUT.turned(2)
    stage_two = SAMPLE.with_name("forgotten-5x4-stage2.jpg")
    truth = json.loads(stage_two.with_suffix(".json").read_text(encoding="utf-8"))
    a, b, c, d = ((float(x), float(y)) for x, y in truth["corners"])
    straight = tasks.run(ReadPyramid(stage_two.read_bytes(), GAME, 2, (a, b, c, d), LAYOUT, None))
    turned = tasks.run(ReadPyramid(stage_two.read_bytes(), GAME, 2, (a, b, c, d), below, None))
    assert (straight.reading.turns, turned.reading.turns) == (0, 2)
    upright, round_about = decode(straight.picture).pixels, decode(turned.picture).pixels
    difference = abs(upright.astype(int) - round_about[::-1, ::-1]).mean()
    assert difference < 4 < abs(upright.astype(int) - round_about).mean()


def test_what_is_no_photo_is_refused_by_every_task() -> None:
    with pytest.raises(PhotoError):
        tasks.run(PreparePhoto(b"junk", GAME, 1))


def test_what_a_reflection_hides_another_photo_from_the_other_side_shows() -> None:
    picture = decode(JPEG).pixels.copy()
    middle = np.mean([A, B, C, D], axis=0)
    spot = tuple(int(value) for value in middle + (np.array(A) - middle) * 0.8)
    cv2.circle(picture, spot, 130, (255, 255, 255), -1)
    first = ReadPyramid(encode_jpeg(picture, 92), GAME, 1, CORNERS, None, None)
    alone = tasks.run(first).reading
    assert [b for b in alone.blocks if b.uncertain and (b.row, b.column) == (0, 0)]
    other_side = encode_jpeg(np.ascontiguousarray(decode(JPEG).pixels[::-1, ::-1]), 92)
    both = tasks.run(ReadTogether(first, other_side)).reading
    assert both.layout == LAYOUT
    assert not [b for b in both.blocks if b.uncertain and (b.row, b.column) == (0, 0)]
    assert np.allclose(both.corners, CORNERS, atol=12)
