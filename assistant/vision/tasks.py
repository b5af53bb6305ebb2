"""What is done with photos in a worker: one function for each task of `core.photos`.

Each decodes its photo once and fits the pose once.
"""

from functools import cache, singledispatch
from typing import TypeVar, cast

import cv2
import numpy as np

from assistant.core.areas import layout_areas
from assistant.core.errors import N_, InputError
from assistant.core.photos import (
    DrawAreas,
    FindPyramid,
    FoundCorners,
    LearnCopy,
    Learned,
    PhotoTask,
    PreparedPhoto,
    PreparePhoto,
    ReadPhoto,
    ReadPyramid,
    ReadTogether,
)
from assistant.resources import resource_directory
from assistant.vision.calibrate import calibrate
from assistant.vision.image import decode, encode_jpeg, upright_of
from assistant.vision.overlay import overlay
from assistant.vision.profile import format_profile, parse_profile
from assistant.vision.reader import WORKING_SIDE, OpenCVReader, find_pose, from_above
from assistant.vision.together import together

KEPT_QUALITY = 92
PICTURE_QUALITY = 80
DRAWN_QUALITY = 88
BLOCK_SIDE = 96
"""Pixels of a block in the picture from straight above."""

T = TypeVar("T")


def run(task: PhotoTask[T]) -> T:
    """Do a task in this process.

    Raises:
        PhotoError: the photo cannot be read.
        InputError: a profile is none, or is of another game.
    """
    return cast(T, _run(task))


@cache
def default_reader() -> OpenCVReader:
    """The reader with the profiles of the games; it uses one thread."""
    cv2.setNumThreads(1)
    return OpenCVReader(resource_directory("calibration"))


@singledispatch
def _run(task: object) -> object:
    raise TypeError(f"{type(task).__name__} is no task with a photo")


@_run.register
def _prepare(task: PreparePhoto) -> PreparedPhoto:
    upright = decode(task.photo, WORKING_SIDE)
    kept = upright_of(upright.pixels)
    guess = default_reader().locate(kept, game=task.game, stage=task.stage)
    return PreparedPhoto(
        encode_jpeg(kept.pixels, KEPT_QUALITY), guess.corners, guess.sure, upright.warnings
    )


@_run.register
def _find(task: FindPyramid) -> FoundCorners:
    guess = default_reader().locate(task.jpeg, game=task.game, stage=task.stage, near=task.near)
    return FoundCorners(guess.corners, guess.sure)


@_run.register
def _read(task: ReadPyramid) -> ReadPhoto:
    upright = decode(task.jpeg, WORKING_SIDE)
    reading, pose = default_reader().read_upright(
        upright,
        game=task.game,
        stage=task.stage,
        corners=task.corners,
        below=task.below,
        profile=parse_profile(task.profile) if task.profile else None,
    )
    picture = np.rot90(from_above(upright.pixels, pose, task.stage, BLOCK_SIDE), -reading.turns)
    return ReadPhoto(reading, encode_jpeg(np.ascontiguousarray(picture), PICTURE_QUALITY))


@_run.register
def _read_together(task: ReadTogether) -> ReadPhoto:
    read = _read(task.first)
    first = task.first
    reader = default_reader()
    profile = parse_profile(first.profile) if first.profile else reader.profile(first.game)
    another = reader.read(
        task.second, game=first.game, stage=first.stage, below=first.below, profile=profile
    )
    both = together([read.reading, another], profile.confidence.uncertain)
    return ReadPhoto(both, read.picture)


@_run.register
def _learn(task: LearnCopy) -> Learned:
    base = parse_profile(task.profile) if task.profile else default_reader().profile(task.game)
    if base.game != task.game:
        raise InputError(N_("The profile is of %(game)s."), game=base.game)
    learned, notes = calibrate(
        task.photo, task.layout, corners=task.corners, base=base, name=task.name
    )
    return Learned(format_profile(learned), tuple(notes))


@_run.register
def _draw(task: DrawAreas) -> bytes:
    upright = decode(task.jpeg, WORKING_SIDE)
    profile = default_reader().profile(task.game)
    pose = find_pose(upright, len(task.layout.stages), profile, task.corners).pose
    areas = layout_areas(task.layout)
    drawn = overlay(upright.pixels, pose, task.layout, areas, task.labels, strong=task.labels)
    return encode_jpeg(drawn, DRAWN_QUALITY)
