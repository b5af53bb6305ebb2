"""The photos of `sample_photos/`: python -m assistant.synth.samples sample_photos.

For either game and either shape of stage 1 one whole pyramid, photographed after every stage, then
rough photos, stage ends with gems on the marked blocks, and the printed card beside a pyramid.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from assistant.core.layout import Layout
from assistant.core.pieces import Block, Color
from assistant.core.topview import visible_quadrants
from assistant.games import GAMES
from assistant.synth.folder import write_photo
from assistant.synth.layouts import random_layout
from assistant.synth.noise import seeded
from assistant.synth.photo import Place
from assistant.synth.scene import Paper
from assistant.vision.card import draw_card

MAX_BYTES = 120_000
_SHAPES = ((5, 4), (4, 5))
_LONG, _SHORT = 1280, 960
_SEED = 2_600


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample: what is in the photo and how it is taken; `name` is the file's without suffix."""

    name: str
    game: str
    layout: Layout
    seed: int
    copy: int
    difficulty: str
    size: tuple[int, int]
    marked: tuple[Place, ...] = ()
    card: bool = False


def samples() -> Iterator[Sample]:
    """All samples, in the order of their numbers."""
    seed = _SEED
    for game in GAMES:
        short = game.split("_")[0]
        for number, (columns, rows) in enumerate(_SHAPES):
            rng = seeded(seed, number)
            layout = random_layout(rng, game, 4, (columns, rows), gap_chance=0.6 * number)
            for stage in range(1, 5):
                seed += 1
                name = f"{short}-{columns}x{rows}-stage{stage}"
                shown = Layout(layout.stages[:stage])
                difficulty = ("clean", "table", "table", "table")[stage - 1]
                size = (_LONG, _SHORT) if (stage + number) % 2 else (_SHORT, _LONG)
                yield Sample(name, game, shown, seed, 11 + number, difficulty, size)
        for stage in range(1, 5):
            seed += 1
            layout = random_layout(seeded(seed), game, stage, gap_chance=0.5)
            size = (_LONG, _SHORT) if stage % 2 else (_SHORT, _LONG)
            yield Sample(f"{short}-rough-stage{stage}", game, layout, seed, 21, "rough", size)
    for stage in (2, 3):
        seed += 1
        rng = seeded(seed)
        layout = random_layout(rng, "pyramido", stage)
        marked = mark_blocks(rng, layout)
        size = (_LONG, _SHORT)
        yield Sample(
            f"pyramido-gems-stage{stage}", "pyramido", layout, seed, 11, "table", size, marked
        )
    for game in GAMES:
        seed += 1
        layout = random_layout(seeded(seed), game, 2, (5, 4), gap_chance=0)
        name = f"{game.split('_')[0]}-card-stage2"
        yield Sample(name, game, layout, seed, 12, "table", (_SHORT, _LONG), card=True)


def mark_blocks(rng: np.random.Generator, layout: Layout) -> tuple[Place, ...]:
    """Marks as at a Pyramido stage end: blocks of the top stage with icons, one of each colour."""
    stage = len(layout.stages)
    seen = visible_quadrants(layout)
    chosen: dict[Color, Place] = {}
    places = list(layout.stages[-1].places())
    for position in rng.permutation(len(places)):
        row, column, cell = places[int(position)]
        if isinstance(cell, Block) and (cell.icons or 0) & seen[stage, row, column]:
            chosen.setdefault(cell.color, Place(stage, row, column))
    return tuple(chosen.values())


def write_samples(folder: Path) -> list[Path]:
    """Write every sample as NAME.jpg and NAME.json; the same each time."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for sample in samples():
        path = folder / f"{sample.name}.jpg"
        papers = (Paper(draw_card(5), (0.2, -3.5), 4.5),) if sample.card else ()
        truth = write_photo(
            path,
            sample.layout,
            game=sample.game,
            seed=sample.seed,
            copy=sample.copy,
            difficulty=sample.difficulty,
            max_bytes=MAX_BYTES,
            size=sample.size,
            marked=sample.marked,
            papers=papers,
        )
        described = asdict(truth)
        if sample.marked:
            described["markers"] = [asdict(place) for place in sample.marked]
        path.with_suffix(".json").write_text(json.dumps(described, indent=1) + "\n", "utf-8")
        written.append(path)
    return written


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Write the sample photos and their truth.")
    parser.add_argument("folder", type=Path)
    written = write_samples(parser.parse_args(arguments).folder)
    print(f"{len(written)} samples in {written[0].parent}")


if __name__ == "__main__":
    main()
