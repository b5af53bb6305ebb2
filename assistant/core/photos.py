"""What can be asked about a photo, and what comes back: plain values, sent to workers as they are.

Corners are the outer ones of stage 1, clockwise from top-left, in pixels of the upright photo.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from assistant.core.errors import Message
from assistant.core.layout import Layout
from assistant.core.reading import Corners, Point, Reading

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PreparedPhoto:
    """An upright JPEG of a photo, without metadata, and a guess of its corners.

    ``sure`` tells whether the guess fits well; ``warnings`` are about the file.
    """

    jpeg: bytes
    corners: Corners
    sure: bool
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundCorners:
    """Where a pyramid is in a prepared photo; as in `PreparedPhoto`."""

    corners: Corners
    sure: bool


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """What a photo shows, and a JPEG of the pyramid from straight above, turned as the layout."""

    reading: Reading
    picture: bytes


@dataclass(frozen=True, slots=True)
class Learned:
    """A profile that has learned from one more photo, and what that photo left open."""

    profile: str
    notes: tuple[str, ...]


class PhotoTask(Generic[T]):
    """One thing to do with a photo; ``T`` is what comes back."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PreparePhoto(PhotoTask[PreparedPhoto]):
    """Turn a photo file of any usual kind upright, and guess the corners."""

    photo: bytes
    game: str
    stage: int


@dataclass(frozen=True, slots=True)
class FindPyramid(PhotoTask[FoundCorners]):
    """Look for the pyramid at a point of a prepared photo, which may show several."""

    jpeg: bytes
    game: str
    stage: int
    near: Point


@dataclass(frozen=True, slots=True)
class ReadPyramid(PhotoTask[ReadPhoto]):
    """Read the pyramid within these corners of a prepared photo.

    ``below`` is what is known of the lower stages; ``profile`` the text of a copy's profile,
    None: the game's default.
    """

    jpeg: bytes
    game: str
    stage: int
    corners: Corners
    below: Layout | None
    profile: str | None


@dataclass(frozen=True, slots=True)
class ReadTogether(PhotoTask[ReadPhoto]):
    """Read a prepared photo again together with another photo file of the same pyramid.

    The second may be taken from any side. The picture is that of the first.
    """

    first: ReadPyramid
    second: bytes


@dataclass(frozen=True, slots=True)
class LearnCopy(PhotoTask[Learned]):
    """Improve a profile by a photo whose right layout is known.

    Without ``corners`` the pyramid is looked for; ``name`` is what the profile is to be called.
    """

    photo: bytes
    game: str
    layout: Layout
    corners: Corners | None
    profile: str | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class DrawAreas(PhotoTask[bytes]):
    """Draw the areas of a layout on its photo, those with a label strongly; gives a JPEG.

    ``corners`` begin at the layout's top-left; ``labels`` go by the areas' ids.
    """

    jpeg: bytes
    game: str
    corners: Corners
    layout: Layout
    labels: Mapping[int, str]
