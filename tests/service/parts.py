"""What the service tests enter: pyramids, plans, and a reader that answers as it is told."""

import random
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from assistant.core.errors import Message, PhotoError
from assistant.core.geometry import Frame
from assistant.core.layout import Blank, Cell, Layout, Stage
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
from assistant.core.pieces import Block, Inventory
from assistant.core.reading import BlockReading, Corners, Likeness, Reading
from assistant.games import FORGOTTEN_TREASURES
from assistant.service.drafts import Drafts, StageDraft
from assistant.service.ports import Store
from assistant.service.pyramis import CardTables
from assistant.service.scoring import StageResult, evaluate, write_result
from assistant.service.tables import Table, Tables

GAME = FORGOTTEN_TREASURES.name
SQUARE: Corners = ((10.0, 10.0), (110.0, 12.0), (108.0, 90.0), (12.0, 88.0))


def type_totals(store: Store, code: str, *totals: int) -> None:
    """A game of Pyramis that ends with these totals, counted by hand."""
    for seat, points in enumerate(totals):
        CardTables(store).type_total(code, seat, points, seen=None)


def full_layout(seed: int, stages: int, *, columns: int = 5, gaps: int = 0) -> Layout:
    """A pyramid of plain random blocks, ``gaps`` of them left out on its top stage."""
    rng = random.Random(f"{seed} {stages}")
    frame = Frame(columns, 9 - columns)
    built = []
    for number in range(1, stages + 1):
        width, height = frame.stage_shape(number)
        cells: list[Cell] = [
            Block(rng.choice(FORGOTTEN_TREASURES.palette), rng.choice((0, 1, 2, 4, 8, 3, 6)))
            for _ in range(width * height)
        ]
        if number == stages:
            for place in rng.sample(range(len(cells)), gaps):
                cells[place] = Blank.GAP
        built.append(Stage(width, height, tuple(cells)))
    return Layout(tuple(built))


def top_of(below: Layout | None, seed: int, stage: int, **options: int) -> Layout:
    """A pyramid of ``stage`` stages with a new random top stage on ``below``."""
    columns = below.frame.columns if below else 5
    layout = full_layout(seed, stage, columns=columns, **options)
    return Layout((*below.stages, layout.stages[-1])) if below else layout


def state_of(layout: Layout, gems: Inventory, **more: Any) -> dict[str, Any]:
    """A state as a page sends it."""
    return {"layout": repr(layout), "inventory": gems.as_dict(), **more}


def enter(
    entries: Drafts, code: str, seat: int, stage: int, layout: Layout, gems: Inventory
) -> StageResult:
    """What a saved entry is worth."""
    version = entries.open(code, seat, stage).version
    return evaluate(entries.save(code, seat, stage, version, state_of(layout, gems)))


def write_best(tables: Tables, result: StageResult) -> Table:
    """Write the best plan of a result to the pad."""
    return write_result(
        tables,
        result,
        result.best.activations,
        result.suggested_keep(result.best),
        version=result.entry.version,
        seen=seen(result.entry),
    )


def seen(entry: StageDraft) -> int | None:
    written = entry.table.scores.get((entry.seat, entry.stage))
    return written.points if written else None


@dataclass
class FakeReader:
    """A `PhotoReader` that gives the layout it was told to and remembers what it was asked.

    With ``hold`` the futures stay open until `finish`.
    """

    layout: Layout | None = None
    doubts: tuple[tuple[int, int, int], ...] = ()
    warnings: tuple[Message, ...] = ()
    marks: tuple[tuple[int, int, int], ...] = ()
    breaks: Exception | None = None
    hold: bool = False
    sure: bool = True
    looks_like: Likeness | None = None
    file_warnings: tuple[Message, ...] = ()
    asked: list[Any] = field(default_factory=list)
    open: list[tuple[Future[Any], PhotoTask[Any]]] = field(default_factory=list)

    def check(self, photo: bytes) -> None:
        if not photo.startswith(b"photo"):
            raise PhotoError("This is no photo.", hint="Choose another file.")

    def check_profile(self, text: str) -> tuple[str, str]:
        game, _, name = text.partition(" ")
        return game, name

    def seconds_to_wait(self) -> float:
        return 2.5 * len(self.open)

    def do(self, task: PhotoTask[Any]) -> Future[Any]:
        self.asked.append(task)
        future: Future[Any] = Future()
        if self.breaks:
            future.set_exception(self.breaks)
        elif self.hold:
            self.open.append((future, task))
        else:
            self._settle(future, task)
        return future

    def finish(self) -> None:
        """Answer all that was held."""
        for future, task in self.open:
            self._settle(future, task)
        self.open.clear()

    def _settle(self, future: Future[Any], task: PhotoTask[Any]) -> None:
        try:
            future.set_result(self._answer(task))
        except PhotoError as error:
            future.set_exception(error)

    def _answer(self, task: PhotoTask[Any]) -> Any:
        match task:
            case PreparePhoto(photo=photo):
                return PreparedPhoto(b"upright " + photo, SQUARE, self.sure, self.file_warnings)
            case FindPyramid(near=(x, y)):
                around = ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9))
                return FoundCorners(around, True)
            case ReadPyramid():
                return ReadPhoto(self._reading(task), b"from above")
            case ReadTogether(first=first):
                return ReadPhoto(self._reading(first), b"from above")
            case LearnCopy(profile=profile):
                return Learned(f"{profile or 'default'} and one more", ("dim red",))
            case DrawAreas():
                return b"drawn"
        raise TypeError(task)

    def _reading(self, task: ReadPyramid) -> Reading:
        if self.layout is None:
            raise PhotoError("There is no pyramid here.", hint="Go nearer.")
        blocks = tuple(
            BlockReading(*place, block.color, block.icons or 0, 0.5, place in self.doubts)
            for *where, block in self.layout.blocks()
            for place in [(where[0], where[1], where[2])]
        )
        return Reading(
            task.game,
            task.stage,
            self.layout,
            task.corners,
            blocks,
            self.warnings,
            (120, 100),
            marks=self.marks,
            looks_like=self.looks_like,
        )
