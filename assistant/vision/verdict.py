"""What to tell the person about a photo: why it cannot be read, or what to look at."""

from collections.abc import Iterator

import cv2
import numpy as np

from assistant.core.dominoes import icons_split, stage_tilings
from assistant.core.errors import N_, Message, PhotoError
from assistant.core.layout import Blank, Layout
from assistant.core.reading import Corners
from assistant.core.remarks import (
    BAD_FIT,
    BLURRED,
    CORNERS_MOVED,
    CORNERS_UNSURE,
    NO_COLORS,
    NO_ICONS,
    NO_TILING,
    OTHER_GAME,
    OTHER_STAGE,
    SMALL,
    remark,
)
from assistant.games import game_named
from assistant.vision.find.locate import Found
from assistant.vision.find.pose import Pixels
from assistant.vision.image import Upright
from assistant.vision.profile import Profile
from assistant.vision.see import judge
from assistant.vision.see.judge import Judgement

DARKEST = 28
"""Grey level, of 255, under which even the bright parts of a photo are too dark."""
SMALLEST_BLOCK = 24.0
"""Pixels a side, in the whole photo, under which blocks are not read."""
SMALLEST_SIDE = 40
"""Pixels, in the picture that is read, under which nothing is looked for."""
SMALL_BLOCK = 50.0
"""Pixels a side under which icons get lost."""
PALEST = 14
"""Levels, of 255, that the strongest colours of a photo are away from grey at least."""
UNSURE_PLACE = 0.64
"""Chance of a guess of the corners that is not sure: in rough renders 7 of 11 were right."""
BAD_PLACE = 0.5
"""Chance of a place in which the blocks do not fit."""
OUTSIDE = 0.25
"""Blocks by which a corner may lie outside the photo."""


def refuse_dark(picture: Pixels) -> None:
    """Raise PhotoError if there is next to no light in a BGR picture."""
    grey = cv2.cvtColor(picture[::4, ::4], cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 99) < DARKEST:
        raise PhotoError(
            N_("The photo is too dark."), N_("Turn on a lamp, or use the flash from afar.")
        )


def no_pyramid() -> PhotoError:
    """The error of a photo that shows no pyramid."""
    return PhotoError(
        N_("There is no pyramid to be seen in the photo."),
        N_("Take the photo from above, with the whole pyramid in it, or drag the corners."),
    )


def refuse_no_pyramid(judged: Judgement) -> None:
    """Raise PhotoError if what lies in the frame is no pyramid."""
    if not judged.blocks:
        raise no_pyramid()


def picture_warnings(picture: Pixels) -> Iterator[Message]:
    """What is wrong with a BGR picture as such."""
    part = picture[::4, ::4].astype(np.int16)
    if np.percentile(part.max(axis=2) - part.min(axis=2), 99) < PALEST:
        yield remark(NO_COLORS)


def judge_warnings(judged: Judgement, game: str, stage: int) -> Iterator[Message]:
    """What the fit of the blocks says against the place, the game or the stage."""
    if judged.fit > judge.BAD_FIT:
        yield remark(BAD_FIT)
    like = judged.looks_like
    if like and like.game != game:
        yield remark(OTHER_GAME, looks=like.stage, game=game_named(like.game).title)
    elif like:
        yield remark(OTHER_STAGE, looks=like.stage, stage=stage)


def place_chance(judged: Judgement, found: Found, profile: Profile, *, guessed: bool) -> float:
    """The chance that the pyramid is where it was found, as far as that is in doubt."""
    chance = 1.0
    if guessed and found.score < profile.locate.doubt:
        chance *= UNSURE_PLACE
    if judged.fit > judge.BAD_FIT:
        chance *= BAD_PLACE
    return chance


def refuse_tiny(picture: Pixels) -> None:
    """Raise PhotoError if a BGR picture has too few pixels for the blocks of a pyramid."""
    height, width = picture.shape[:2]
    if min(width, height) < SMALLEST_SIDE:
        raise PhotoError(
            N_(
                "The picture has only %(width)d x %(height)d pixels, too few to see a pyramid"
                " in it."
            ),
            N_("Take an ordinary photo."),
            width=width,
            height=height,
        )


def pose_warnings(
    found: Found, corners: Corners, upright: Upright, profile: Profile, *, guessed: bool
) -> Iterator[Message]:
    """What is doubtful about the place of the pyramid.

    corners: stage 1's, in pixels of the whole photo; guessed: whether nobody gave them.

    Raises:
        PhotoError: it is too small or too blurred, or part of it is outside the photo.
    """
    points = np.array(corners)
    sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    counts = np.array([found.pose.columns, found.pose.rows] * 2)
    block = float((sides / counts).min())
    if block < SMALLEST_BLOCK:
        raise PhotoError(
            N_("The pyramid is too small in the photo: a block is only %(pixels)d pixels wide."),
            N_("Go nearer, so that the pyramid fills most of the picture."),
            pixels=round(block),
        )
    size = np.array(upright.full_size)
    if (points < -OUTSIDE * block).any() or (points > size - 1 + OUTSIDE * block).any():
        raise PhotoError(
            N_("Part of the pyramid is outside the photo."),
            N_("Take the photo again from a little further away."),
        )
    blurred = profile.confidence.blurred
    if found.support < blurred - 2 * profile.confidence.blur_width:
        raise PhotoError(
            N_("The photo is too blurred, or the corners are not those of the pyramid."),
            N_("Hold the phone still and tap the pyramid to focus, or drag the corners."),
        )
    if found.support < blurred + 2 * profile.confidence.blur_width:
        yield remark(BLURRED)
    if block < SMALL_BLOCK:
        yield remark(SMALL, pixels=round(block))
    if guessed and found.score < profile.locate.doubt:
        yield remark(CORNERS_UNSURE)
    if found.moved:
        yield remark(CORNERS_MOVED)


def layout_warnings(layout: Layout) -> Iterator[Message]:
    """What the rules say against the top stage, which is seen in full."""
    number = len(layout.stages)
    stage = layout.stages[-1]
    if Blank.UNKNOWN in stage.cells:
        return
    if not stage_tilings(stage):
        yield remark(NO_TILING, stage=number)
    elif not icons_split(stage):
        yield remark(NO_ICONS, stage=number)
