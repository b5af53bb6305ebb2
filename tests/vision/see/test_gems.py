"""Gems that stand on blocks: found, proposed as marks, and what they hide is doubtful."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assistant.core.layout import Layout
from assistant.core.pieces import Color
from assistant.core.problems import Place as Spot
from assistant.core.reading import BlockReading, Reading
from assistant.games import PYRAMIDO
from assistant.resources import resource_directory
from assistant.synth import random_layout, render
from assistant.synth.noise import seeded
from assistant.synth.samples import mark_blocks
from assistant.vision.find.pose import pose_from_corners
from assistant.vision.image import encode_jpeg
from assistant.vision.profile import MarkSettings
from assistant.vision.reader import OpenCVReader
from assistant.vision.reconcile import turned_reading
from assistant.vision.see.gems import FEATURES, gem_chances, propose_marks

SAMPLES = Path(__file__).parents[3] / "sample_photos"
GAME = PYRAMIDO.name
SIZE = (1000, 750)
SETTINGS = MarkSettings(weights=(1.0,), propose=0.7, confidence=0.9)


@pytest.fixture(scope="module")
def reader() -> OpenCVReader:
    return OpenCVReader(resource_directory("calibration"))


def photo(seed: int, stage: int, *, gems: bool) -> tuple[bytes, set[Spot]]:
    """A rendered stage end and the marked places in it."""
    rng = seeded(seed, 8)
    layout = random_layout(rng, GAME, stage)
    marked = mark_blocks(rng, layout) if gems else ()
    picture, _ = render(layout, game=GAME, seed=seed, marked=marked, size=SIZE)
    return encode_jpeg(picture, 88), {(m.stage, m.row, m.column) for m in marked}


def test_gems_are_found_on_blocks_of_every_stage(reader: OpenCVReader) -> None:
    found, right, wrong = 0, 0, 0
    for seed in range(310, 316):
        jpeg, marked = photo(seed, 1 + seed % 4, gems=True)
        marks = set(reader.read(jpeg, game=GAME, stage=1 + seed % 4).marks)
        found += len(marked)
        right += len(marks & marked)
        wrong += len(marks - marked)
    assert found >= 15
    assert right >= 0.8 * found
    assert wrong <= 1


def test_bare_blocks_are_not_marked(reader: OpenCVReader) -> None:
    for seed in range(410, 413):
        jpeg, _ = photo(seed, 1 + seed % 4, gems=False)
        assert reader.read(jpeg, game=GAME, stage=1 + seed % 4).marks == ()


@pytest.mark.parametrize("stage", [2, 3])
def test_sample_photos_show_their_marks_and_doubt_what_gems_hide(
    reader: OpenCVReader, stage: int
) -> None:
    path = SAMPLES / f"pyramido-gems-stage{stage}.jpg"
    truth = json.loads(path.with_suffix(".json").read_text())
    layout = PYRAMIDO.parse(truth["notation"])
    reading = reader.read(path.read_bytes(), game=GAME, stage=stage)
    marked = {(each["stage"], each["row"], each["column"]) for each in truth["markers"]}
    assert set(reading.marks) == marked
    blocks = {(block.stage, block.row, block.column): block for block in reading.blocks}
    for level, row, column, cell in layout.blocks():
        if (level, row, column) in marked:
            assert blocks[level, row, column].uncertain
            assert blocks[level, row, column].color is cell.color


def test_marks_follow_the_layout_below_whichever_side_the_photo_is_from(
    reader: OpenCVReader,
) -> None:
    path = SAMPLES / "pyramido-gems-stage2.jpg"
    truth = json.loads(path.with_suffix(".json").read_text())
    below = Layout(PYRAMIDO.parse(truth["notation"]).stages[:1])
    straight = reader.read(path.read_bytes(), game=GAME, stage=2, below=below)
    turned = reader.read(path.read_bytes(), game=GAME, stage=2, below=below.turned())
    assert straight.marks
    rows = straight.layout.stages[1].rows
    assert set(turned.marks) == {
        (stage, column, rows - 1 - row) for stage, row, column in straight.marks
    }


def test_four_quarter_turns_bring_marks_back() -> None:
    layout = PYRAMIDO.parse(
        "n1b1n0y0/n0n0b0t1/g1n0n0n0/n0b0b0r1/n0n0b0b0 n0n0n0/b0b0b0/r0r0r0/y1t1g1"
    )
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    reading = Reading(GAME, 2, layout, corners, (), (), (10, 10), marks=((2, 0, 2), (2, 3, 0)))
    once = turned_reading(reading, 1)
    assert once.marks == ((2, 0, 0), (2, 2, 3))
    assert turned_reading(once, 3) == reading


def test_one_gem_of_a_colour_and_doubt_for_all_that_may_have_it() -> None:
    def block(column: int, color: Color) -> BlockReading:
        return BlockReading(1, 0, column, color, 1, 0.99, False)

    blocks = (block(0, Color.RED), block(1, Color.RED), block(2, Color.BLUE), block(3, Color.BROWN))
    chances = {(1, 0, 0): 0.8, (1, 0, 1): 0.95, (1, 0, 2): 0.9, (1, 0, 3): 0.6}
    doubtful, marks = propose_marks(blocks, chances, SETTINGS)
    assert marks == ((1, 0, 1), (1, 0, 2))
    assert [each.uncertain for each in doubtful] == [True, True, True, False]
    assert [each.confidence for each in doubtful] == [0.9, 0.9, 0.9, 0.99]
    assert doubtful[3] == blocks[3]


def test_a_game_whose_gems_mark_no_blocks_is_read_as_ever(reader: OpenCVReader) -> None:
    jpeg = (SAMPLES / "pyramido-gems-stage2.jpg").read_bytes()
    picture = np.zeros((200, 250, 3), np.uint8)
    pose = pose_from_corners(np.array([[0, 0], [250, 0], [250, 200], [0, 200]]), 5, 4)
    none = MarkSettings()
    assert gem_chances(picture, pose, 1, none) == {}
    blocks = (BlockReading(1, 0, 0, Color.RED, 1, 0.99, False),)
    assert propose_marks(blocks, {}, none) == (blocks, ())
    bare = replace(reader.profile(GAME), marks=none)
    assert OpenCVReader(bare).read(jpeg, game=GAME, stage=2).marks == ()
    assert reader.profile("forgotten_treasures").marks == none
    assert len(reader.profile(GAME).marks.weights) == len(FEATURES)
