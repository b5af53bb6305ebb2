"""Measure how well photos with known layouts are read.

A folder holds the photos and ``truth.jsonl``: one object a line with file, game, stage, notation
and corners (stage 1's, clockwise from top-left, pixels of the upright photo). Everything is
compared on what can be seen from above, whichever way the reading is turned.
"""

import json
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from assistant.core.errors import N_, AssistantError, InputError, PhotoError
from assistant.core.geometry import Quadrant
from assistant.core.layout import Layout
from assistant.core.notation import parse_layout
from assistant.core.pieces import Block, Color
from assistant.core.reading import Corners, Reading
from assistant.core.topview import gaps, owners
from assistant.plain import Codec
from assistant.vision.profile import Profile
from assistant.vision.reader import OpenCVReader
from assistant.vision.reconcile import QUARTERS, turned_reading

Cell = tuple[int, int, int]
View = dict[Quadrant, tuple[Color, bool, Cell]]


@dataclass(frozen=True, slots=True)
class Truth:
    """A photo, what it shows, and where."""

    path: Path
    game: str
    stage: int
    layout: Layout
    corners: Corners


@dataclass(frozen=True, slots=True)
class _Line:
    file: str
    game: str
    stage: int
    notation: str
    corners: Corners


LINES = Codec(leave_unknown=True)
"""A line of truth.jsonl may tell more, such as how a photo was drawn."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One photo read and compared.

    Attributes:
        read: whether a layout came back; if not, everything in it counts as wrong.
        blocks, quadrants: visible ones in the truth.
        wrong_colors, wrong_icons: blocks of a wrong colour, quadrants with a wrong icon flag.
        wrong: blocks with anything wrong; flagged: those of them that were marked uncertain.
        false_flags: right blocks that were marked uncertain.
        corner: the worst corner's error in percent of the pyramid's width; None if not read.
        milliseconds: from the photo's bytes to the reading.
    """

    read: bool
    blocks: int
    quadrants: int
    wrong_colors: int
    wrong_icons: int
    wrong: int
    flagged: int
    false_flags: int
    corner: float | None
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The figures of a folder; shares are 0 to 1, see `Outcome` for what is counted."""

    photos: int
    read: float
    perfect: float
    color_error: float
    icon_error: float
    wrong: int
    flagged: float
    false_flags: float
    corner_percent: float | None
    milliseconds: float


def evaluate(
    folder: Path, reader: OpenCVReader, *, profile: Profile | None = None, limit: int | None = None
) -> Accuracy:
    """Read every photo of a folder and sum up.

    Raises:
        InputError: the folder has no truth.jsonl, or a line of it makes no sense or names a
            photo that is not there.
    """
    truths = list(load_truths(folder, reader))[:limit]
    return summary([measure(truth, reader, profile) for truth in truths])


def load_truths(folder: Path, reader: OpenCVReader) -> Iterator[Truth]:
    """The photos of a folder with what they show."""
    try:
        lines = (folder / "truth.jsonl").read_bytes().splitlines()
    except OSError as error:
        raise InputError(
            N_("The folder has no truth.jsonl: %(error)s."), error=str(error)
        ) from None
    for number, line in enumerate(lines, start=1):
        try:
            yield _truth(folder, line, reader)
        except (OSError, ValueError, RecursionError, AssistantError) as error:
            raise _bad_line(number, str(error)) from None


def _truth(folder: Path, line: bytes, reader: OpenCVReader) -> Truth:
    """What one line says; raises several kinds of error if it makes no sense."""
    told: _Line = LINES.from_plain(_Line, json.loads(line.decode("utf-8")))
    layout = parse_layout(told.notation, reader.profile(told.game).colors)
    path = folder / told.file
    path.open("rb").close()
    return Truth(path, told.game, told.stage, layout, told.corners)


def _bad_line(number: int, why: str) -> InputError:
    return InputError(
        N_("Line %(number)d of truth.jsonl makes no sense: %(error)s."),
        number=number,
        error=why.rstrip("."),
    )


def measure(truth: Truth, reader: OpenCVReader, profile: Profile | None = None) -> Outcome:
    """Read one photo and compare it with what it shows."""
    photo = truth.path.read_bytes()
    start = time.perf_counter()
    try:
        reading = reader.read(photo, game=truth.game, stage=truth.stage, profile=profile)
    except PhotoError:
        reading = None
    milliseconds = 1000 * (time.perf_counter() - start)
    shown = view_from_above(truth.layout)
    cells = {cell for _, _, cell in shown.values()}
    if reading is None:
        lost = len(cells), len(shown), len(cells), len(shown), 0, 0, 0
        return Outcome(False, *lost, None, milliseconds)
    compared = min(
        (_compare(shown, turned_reading(reading, turns)) for turns in range(QUARTERS)),
        key=lambda counts: counts[2] + counts[3],
    )
    error = corner_error(truth.corners, reading.corners)
    return Outcome(True, *compared, error, milliseconds)


def view_from_above(layout: Layout) -> View:
    """Colour, icon and cell of every quadrant at which a known block is seen from above."""
    view: View = {}
    seen = owners(layout.frame, len(layout.stages), gaps(layout))
    for quadrant, ((stage, row, column), corner) in seen.items():
        block = layout.stages[stage - 1][row, column]
        if isinstance(block, Block):
            icon = bool((block.icons or 0) >> corner & 1)
            view[quadrant] = block.color, icon, (stage, row, column)
    return view


def _compare(shown: View, reading: Reading) -> tuple[int, int, int, int, int, int, int]:
    """The counts of an `Outcome`, from blocks to false_flags."""
    read = view_from_above(reading.layout)
    cells = {cell for _, _, cell in shown.values()}
    wrong_colors = {
        cell
        for place, (color, _, cell) in shown.items()
        if place not in read or read[place][0] is not color
    }
    wrong_icons = {
        place
        for place, (_, icon, _) in shown.items()
        if place not in read or read[place][1] is not icon
    }
    extra = {place for place in read if place not in shown}
    wrong = wrong_colors | {shown[place][2] for place in wrong_icons}
    wrong |= {(0, *cell[:2]) for cell in {read[place][2] for place in extra}}
    doubted = _doubted(shown, read, reading)
    return (
        len(cells),
        len(shown),
        len(wrong_colors),
        len(wrong_icons) + len(extra),
        len(wrong),
        len(wrong & doubted),
        len(doubted - wrong),
    )


def _doubted(shown: View, read: View, reading: Reading) -> set[Cell]:
    """Cells of the truth on which an uncertain block of the reading, or a doubtful gap, lies."""
    uncertain = {
        (block.stage, block.row, block.column): block for block in reading.blocks if block.uncertain
    }
    doubted = set()
    for place, (_, _, cell) in read.items():
        if cell in uncertain:
            doubted.add(shown[place][2] if place in shown else (0, *cell[:2]))
    for gap, block in uncertain.items():
        if block.color is None:
            doubted |= {cell for _, _, cell in shown.values() if cell == gap}
    return doubted


def corner_error(true: Corners, found: Corners) -> float:
    """The worst corner's distance in percent of the pyramid's width, corners in any order."""
    right, got = np.array(true), np.array(found)
    width = float(np.abs(right[0] - right[2]).max())
    distance = np.linalg.norm(right[:, None] - got[None], axis=2).min(axis=1)
    return 100 * float(distance.max()) / width


def summary(outcomes: Sequence[Outcome]) -> Accuracy:
    """The figures of many photos."""
    if not outcomes:
        raise InputError(N_("The folder has no photos."))
    count = len(outcomes)

    def total(values: Iterable[int | bool]) -> int:
        return sum(values)

    wrong = total(each.wrong for each in outcomes if each.read)
    corners = [each.corner for each in outcomes if each.corner is not None]
    return Accuracy(
        photos=count,
        read=total(each.read for each in outcomes) / count,
        perfect=total(each.read and each.wrong == 0 for each in outcomes) / count,
        color_error=total(o.wrong_colors for o in outcomes) / total(o.blocks for o in outcomes),
        icon_error=total(o.wrong_icons for o in outcomes) / total(o.quadrants for o in outcomes),
        wrong=wrong,
        flagged=total(each.flagged for each in outcomes) / wrong if wrong else 1.0,
        false_flags=total(each.false_flags for each in outcomes) / count,
        corner_percent=statistics.median(corners) if corners else None,
        milliseconds=statistics.median(each.milliseconds for each in outcomes),
    )


def format_accuracy(accuracy: Accuracy) -> str:
    """The figures, one a line."""

    def shown(value: Any) -> str:
        return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

    return "\n".join(
        f"{field.name:15}{shown(getattr(accuracy, field.name))}" for field in fields(accuracy)
    )
