"""Learn a copy of the game from one photo whose layout is known.

The colours are corrected for the photo's light, and count the less the fewer blocks showed them
and the hazier these were; what was not seen well keeps the spread of the profile it started from.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.core.errors import PhotoError
from assistant.core.layout import Blank, Layout
from assistant.core.pieces import Block, Color
from assistant.core.reading import Corners
from assistant.vision.find.pose import Floats
from assistant.vision.image import decode
from assistant.vision.profile import ColorModel, IconClass, IconSettings, Profile
from assistant.vision.reader import WORKING_SIDE, find_pose
from assistant.vision.see.icons import FEATURES, against_plain, icon_features
from assistant.vision.see.light import Light, haze_share, solve_light
from assistant.vision.see.quadrants import (
    Quadrants,
    cut_quadrants,
    linear,
    stage_views,
    stone_colors,
)

ENOUGH_BLOCKS = 2
"""Blocks of a colour, with or without icons, that are enough to learn from."""
HAZY = 0.5
"""Share of haze in a block's light from which it is washed out."""
_FEW = 3.0
"""Quadrants that weigh as much as the profile when a colour's own icon features are learned."""
_SETTLED = 30.0
"""The same for covariances."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """Labelled quadrants: colour (n,) as a position in the palette, icon (n,), features (n, d)."""

    color: NDArray[np.intp]
    icon: NDArray[np.bool_]
    features: Floats


def calibrate(
    photo: bytes, layout: Layout, corners: Corners | None = None, *, base: Profile, name: str = ""
) -> tuple[Profile, tuple[str, ...]]:
    """A profile of the copy in a photo, and notes on what it showed too little of.

    layout: what the photo shows, in rows and columns as seen in the upright photo.
    base: the profile to start from, the default one or one learned earlier.

    Raises:
        PhotoError: the pyramid was not found, or it does not have the layout's shape.
    """
    upright = decode(photo, WORKING_SIDE)
    top = len(layout.stages)
    shape = layout.frame.columns, layout.frame.rows
    pose = find_pose(upright, top, base, corners, (shape,)).pose
    if (pose.columns, pose.rows) != shape:
        raise PhotoError(
            "The photo shows the pyramid turned against the layout.",
            "Drag the corners so that the first one is the layout's top-left corner.",
        )
    gaps = np.zeros((top, pose.rows, pose.columns), bool)
    for number, stage in enumerate(layout.stages):
        for row, column, cell in stage.places():
            gaps[number, row, column] = cell is Blank.GAP
    quadrants = cut_quadrants(stage_views(upright.pixels, pose, top), pose, gaps)
    palette = list(base.colors)
    color, icon = _labels(quadrants, layout, palette)
    models = [base.colors[each] for each in palette]
    light = solve_light(
        stone_colors(quadrants),
        quadrants.block,
        quadrants.place.astype(float),
        linear(np.array([model.bgr for model in models])),
        np.array([model.spread for model in models]),
        base.light,
        color,
    )
    seen = color >= 0
    features = icon_features(quadrants.patches[seen])
    relative = against_plain(features, color[seen], base.icons.baseline)
    sample = _Sample(color[seen], icon[seen], relative)
    clear = _clear_blocks(quadrants, light, color, len(palette))
    colors = _learn_colors(light, clear, models, base)
    icons, plain_shift, icon_shift = _learn_icons(sample, models, base.icons)
    learned = {
        each: replace(model, plain=plain, icon=shape)
        for each, model, plain, shape in zip(palette, colors, plain_shift, icon_shift, strict=True)
    }
    notes = _notes(palette, clear, sample)
    return replace(base, name=name or base.name, colors=learned, icons=icons), notes


def _labels(
    quadrants: Quadrants, layout: Layout, palette: list[Color]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Position in the palette (-1 if not known) and icon flag of every quadrant."""
    color = np.full(len(quadrants.block), -1)
    icon = np.zeros(len(quadrants.block), bool)
    for number, (stage, row, column) in enumerate(quadrants.cells.tolist()):
        cell = layout.stages[stage - 1][row, column]
        own = quadrants.block == number
        if isinstance(cell, Block) and cell.icons is not None and cell.color in palette:
            color[own] = palette.index(cell.color)
            icon[own] = (cell.icons >> quadrants.corner[own]) & 1 == 1
    return color, icon


def _clear_blocks(
    quadrants: Quadrants, light: Light, color: NDArray[np.intp], colors: int
) -> Floats:
    """(colours,) how many blocks of each colour were seen, a hazy one counting as none."""
    share = haze_share(light, color)
    count = np.zeros(colors)
    for number in range(len(quadrants.cells)):
        own = (quadrants.block == number) & (color >= 0)
        if own.any() and np.median(share[own]) < HAZY:
            count[color[own][0]] += 1
    return count


def _learn_colors(
    light: Light, clear: Floats, models: list[ColorModel], base: Profile
) -> list[ColorModel]:
    """The colours as the photo shows them in its own light; the unclear ones stay as they were."""
    settings = base.light
    # The photo's unit of brightness is free, so keep the profile's.
    known = linear(np.array([model.bgr for model in models]))
    use = clear >= ENOUGH_BLOCKS if (clear >= ENOUGH_BLOCKS).any() else clear >= 0
    scale = np.exp(np.mean(np.log((known[use].sum(1)) / light.prototypes[use].sum(1))))
    shown = (light.prototypes * scale) ** (1 / 2.2) * 255
    learned = []
    for model, bgr, count in zip(models, shown, clear, strict=True):
        if count < ENOUGH_BLOCKS:
            learned.append(model)
            continue
        kept = 1 / (1 + count * (model.spread / settings.slack) ** 2)
        spread = float(np.sqrt(settings.within**2 + model.spread**2 * kept))
        blue, green, red = (round(float(value), 1) for value in np.clip(bgr, 1, 255))
        learned.append(replace(model, bgr=(blue, green, red), spread=round(spread, 4)))
    return learned


def _learn_icons(
    sample: _Sample, models: list[ColorModel], settings: IconSettings
) -> tuple[IconSettings, list[tuple[float, ...]], list[tuple[float, ...]]]:
    """Icon statistics of the copy: shared classes, and what each colour adds to their means."""
    plain, plain_shift, _ = _learn_class(
        sample, ~sample.icon, settings.plain, [model.plain for model in models]
    )
    icon, icon_shift, complete = _learn_class(
        sample, sample.icon, settings.icon, [model.icon for model in models]
    )
    features = FEATURES if complete else settings.features
    return replace(settings, features=features, plain=plain, icon=icon), plain_shift, icon_shift


def _learn_class(
    sample: _Sample, chosen: NDArray[np.bool_], known: IconClass, shifts: list[tuple[float, ...]]
) -> tuple[IconClass, list[tuple[float, ...]], bool]:
    """One class after the sample; the last value tells whether every colour was seen.

    Only then its covariance may shrink to that inside one colour: a colour that was not seen
    may look like any copy's.
    """
    mean = np.array(known.mean)
    learned, left = [], []
    counts = [int((chosen & (sample.color == number)).sum()) for number in range(len(shifts))]
    for number, (shift, count) in enumerate(zip(shifts, counts, strict=True)):
        own = sample.features[chosen & (sample.color == number)] - mean
        shown = (_FEW * np.array(shift) + own.sum(axis=0)) / (_FEW + count)
        learned.append(tuple(round(float(value), 4) for value in shown))
        left.append(own - shown)
    complete = min(counts) >= ENOUGH_BLOCKS
    if not complete:
        return known, learned, False
    rest = np.concatenate(left)
    spread = _SETTLED * np.array(known.within) + rest.T @ rest
    covariance = spread / (_SETTLED + len(rest))
    rows = tuple(tuple(round(float(value), 5) for value in row) for row in covariance)
    return replace(known, covariance=rows), learned, True


def _notes(palette: list[Color], clear: Floats, sample: _Sample) -> tuple[str, ...]:
    """Which colours were seen too little or too hazily, in plain words."""
    notes = []
    for number, color in enumerate(palette):
        own = sample.color == number
        if not own.any():
            notes.append(f"There is no {color.value} block in this photo.")
        elif clear[number] < ENOUGH_BLOCKS:
            notes.append(f"There are too few clear {color.value} blocks in this photo.")
        elif (own & sample.icon).sum() < ENOUGH_BLOCKS:
            notes.append(f"There are too few {color.value} icons in this photo.")
        elif (own & ~sample.icon).sum() < ENOUGH_BLOCKS:
            notes.append(f"There is too little plain {color.value} stone in this photo.")
    if notes:
        notes.append("Correct one more photo that shows them, in even light.")
    return tuple(notes)
