"""Folders of synthetic photos with their truth, for training and measuring the reader."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from assistant.core.layout import Layout
from assistant.core.notation import format_layout
from assistant.synth.blocks import make_art
from assistant.synth.layouts import random_layout
from assistant.synth.look import LOOKS
from assistant.synth.noise import seeded
from assistant.synth.photo import render
from assistant.vision.image import encode_jpeg

_LOWEST_QUALITY = 30


@dataclass(frozen=True, slots=True)
class Truth:
    """What a synthetic photo shows, as one line of truth.jsonl."""

    file: str
    game: str
    stage: int
    notation: str
    corners: list[list[float]]
    inside: bool
    difficulty: str
    copy: int


def write_photo(
    path: Path,
    layout: Layout,
    *,
    game: str,
    seed: int,
    copy: int,
    difficulty: str = "table",
    max_bytes: int | None = None,
    **options: Any,
) -> Truth:
    """Render a layout in the art of copy number `copy` and write it as a JPEG.

    max_bytes: the JPEG's quality, otherwise drawn from the difficulty's range, is lowered until
        the file is no larger. options: as of `render`.
    """
    picture, corners = render(
        layout, game=game, seed=seed, difficulty=difficulty, art=make_art(game, copy), **options
    )
    low, high = LOOKS[difficulty].quality
    quality = int(seeded(seed, 9).integers(low, high + 1))
    data = encode_jpeg(picture, quality)
    while max_bytes and len(data) > max_bytes and quality > _LOWEST_QUALITY:
        quality -= 3
        data = encode_jpeg(picture, quality)
    path.write_bytes(data)
    height, width = picture.shape[:2]
    inside = (corners >= 0).all() and (corners <= (width - 1, height - 1)).all()
    return Truth(
        file=path.name,
        game=game,
        stage=len(layout.stages),
        notation=format_layout(layout),
        corners=np.round(corners, 1).tolist(),
        inside=bool(inside),
        difficulty=difficulty,
        copy=copy,
    )


def write_folder(
    folder: Path,
    *,
    game: str,
    count: int,
    seed: int,
    difficulty: str = "table",
    copies: Sequence[int] = (),
    stages: Sequence[int] = (1, 2, 3, 4),
    **options: Any,
) -> list[Truth]:
    """Write `count` photos and truth.jsonl into a folder; the same for the same arguments.

    copies: numbers of the printed copies shown in turn, as in `make_art`; if empty every photo
    shows another. stages: the stages shown in turn. options: as of `render`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    truths = []
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as lines:
        for number in range(count):
            photo_seed = 100_003 * seed + number
            truth = write_photo(
                folder / f"{number:04d}.jpg",
                random_layout(seeded(photo_seed, 5), game, stages[number % len(stages)]),
                game=game,
                seed=photo_seed,
                copy=copies[number % len(copies)] if copies else photo_seed,
                difficulty=difficulty,
                **options,
            )
            lines.write(json.dumps(asdict(truth)) + "\n")
            truths.append(truth)
    return truths
