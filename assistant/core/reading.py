"""What a photo reader saw: a layout with its doubts."""

from dataclasses import dataclass

from assistant.core.errors import Message
from assistant.core.layout import Layout
from assistant.core.pieces import Color
from assistant.core.problems import Place

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class BlockReading:
    """One visible block (or doubtful gap, ``color`` None) as it was read.

    ``stage`` counts from 1, ``row`` and ``column`` from 0; ``icons`` is the mask of visible
    icons; ``confidence`` is the chance that colour and visible icons are right.
    """

    stage: int
    row: int
    column: int
    color: Color | None
    icons: int
    confidence: float
    uncertain: bool


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a photo looks like: a game by its name, and its highest stage."""

    game: str
    stage: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A photo as it was read.

    Attributes:
        game: the name of the game that was read, as in `Game.name`.
        stage: the stage that has just been finished, 1 to 4.
        layout: what was read, ``??`` where nothing could be seen.
        corners: outer corners of stage 1, clockwise from top-left, pixels of the upright photo.
        blocks: every visible block with its confidence.
        warnings: sentences for the person, of `core.remarks`.
        size: (width, height) of the upright photo in pixels.
        turns: quarter turns clockwise that bring the photo to the layout: 0 unless the layout
            below was known and the photo was taken from another side.
        contradictions: blocks of the known layout below that the photo surely shows otherwise, as
            it shows them; ``layout`` follows what was known.
        marks: blocks of the newest stage on which a gem seems to stand, where gems mark blocks;
            those blocks are uncertain, since the gem may hide icons.
        looks_like: what the photo surely shows, if it is not this game and stage.
    """

    game: str
    stage: int
    layout: Layout
    corners: Corners
    blocks: tuple[BlockReading, ...]
    warnings: tuple[Message, ...]
    size: tuple[int, int]
    turns: int = 0
    contradictions: tuple[BlockReading, ...] = ()
    marks: tuple[Place, ...] = ()
    looks_like: Likeness | None = None
