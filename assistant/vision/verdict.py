"""What to tell the person about a photo: why it cannot be read, or what to look at."""

from collections.abc import Iterator

import cv2
import numpy as np

from assistant.core.dominoes import icons_split, stage_tilings
from assistant.core.errors import PhotoError
from assistant.core.layout import Blank, Layout
from assistant.core.reading import Corners
from assistant.vision.find.locate import Found
from assistant.vision.find.pose import Pixels
from assistant.vision.image import Upright
from assistant.vision.profile import Profile

DARKEST = 28
"""Grey level, of 255, under which even the bright parts of a photo are too dark."""
SMALLEST_BLOCK = 24.0
"""Pixels a side, in the whole photo, under which blocks are not read."""
SMALLEST_SIDE = 40
"""Pixels, in the picture that is read, under which nothing is looked for."""
SMALL_BLOCK = 50.0
"""Pixels a side under which icons get lost."""
OUTSIDE = 0.25
"""Blocks by which a corner may lie outside the photo."""


def refuse_dark(picture: Pixels) -> None:
    """Raise PhotoError if there is next to no light in a BGR picture."""
    grey = cv2.cvtColor(picture[::4, ::4], cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 99) < DARKEST:
        raise PhotoError("The photo is too dark.", "Turn on a lamp, or use the flash from afar.")


def refuse_tiny(picture: Pixels) -> None:
    """Raise PhotoError if a BGR picture has too few pixels for the blocks of a pyramid."""
    height, width = picture.shape[:2]
    if min(width, height) < SMALLEST_SIDE:
        raise PhotoError(
            f"The picture has only {width} x {height} pixels, too few to see a pyramid in it.",
            "Take an ordinary photo.",
        )


def pose_warnings(
    found: Found, corners: Corners, upright: Upright, profile: Profile, *, guessed: bool
) -> Iterator[str]:
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
            f"The pyramid is too small in the photo: a block is only {block:.0f} pixels wide.",
            "Go nearer, so that the pyramid fills most of the picture.",
        )
    size = np.array(upright.full_size)
    if (points < -OUTSIDE * block).any() or (points > size - 1 + OUTSIDE * block).any():
        raise PhotoError(
            "Part of the pyramid is outside the photo.",
            "Take the photo again from a little further away.",
        )
    blurred = profile.confidence.blurred
    if found.support < blurred - 2 * profile.confidence.blur_width:
        raise PhotoError(
            "The photo is too blurred, or the corners are not those of the pyramid.",
            "Hold the phone still and tap the pyramid to focus, or drag the corners.",
        )
    if found.support < blurred + 2 * profile.confidence.blur_width:
        yield "The photo is blurred: look at all blocks, or take it again."
    if block < SMALL_BLOCK:
        yield f"The pyramid is small in the photo (a block is {block:.0f} pixels wide): go nearer."
    if guessed and found.score < profile.locate.doubt:
        yield "The corners of the pyramid are not sure: check them first."


def layout_warnings(layout: Layout) -> Iterator[str]:
    """What the rules say against the top stage, which is seen in full."""
    number = len(layout.stages)
    stage = layout.stages[-1]
    if Blank.UNKNOWN in stage.cells:
        return
    if not stage_tilings(stage):
        yield f"The blocks of stage {number} cannot be laid with dominoes: check its gaps."
    elif not icons_split(stage):
        yield (
            f"The icons of stage {number} cannot be right: each domino carries exactly two."
            " Check its icons."
        )
