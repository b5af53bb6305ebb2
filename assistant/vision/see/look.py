"""Make out every visible quadrant of a pyramid, and what the blocks are by it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import Block, Color
from assistant.core.problems import Place
from assistant.core.reading import BlockReading
from assistant.vision.find.locate import Found
from assistant.vision.find.pose import Floats, Pixels, Pose, measure_offsets, scaled, shrunk
from assistant.vision.profile import ConfidenceSettings, Profile
from assistant.vision.see.gaps import choose_gaps, gap_odds, table_around
from assistant.vision.see.icons import against_plain, icon_features, icon_odds
from assistant.vision.see.light import Light, haze_share, solve_light
from assistant.vision.see.quadrants import (
    Quadrants,
    cut_quadrants,
    linear,
    stage_views,
    stone_colors,
)
from assistant.vision.see.rules import deck_of, stage_blocks, stage_icons

_STEEP = 8
"""Power with which haze takes away what an icon's features say."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What was made out of the visible quadrants (n) and blocks (m) of a photo.

    color_chance: (m, k) chance of every colour of the profile; icon_odds: (n,) log odds of an
    icon from the photo alone; icon_chance: (n,) with the rules of the dominoes.
    picture: in which it was seen, uint8 BGR.
    features: (n, d) of `against_plain`; colors: (n, 3) linear BGR of the plain stone.
    gaps: (stages, rows, columns), cells taken for gaps; gap_chance: of every cell looked at.
    """

    picture: Pixels
    quadrants: Quadrants
    colors: Floats
    light: Light
    color_chance: Floats
    icon_odds: Floats
    icon_chance: Floats
    features: Floats
    gaps: NDArray[np.bool_]
    gap_chance: dict[Place, float]


def look(
    picture: Pixels,
    pose: Pose,
    stage: int,
    profile: Profile,
    known: Mapping[Place, Color | None] = MappingProxyType({}),
) -> Seen:
    """Measure every visible quadrant and weigh what it shows; gaps first.

    known: the colours of cells that are known already, None for gaps; they gauge the light.
    """
    views = stage_views(picture, pose, stage)
    gaps = np.zeros((stage, pose.rows, pose.columns), bool)
    for (level, row, column), color in known.items():
        gaps[level - 1, row, column] = color is None
    chances: dict[Place, float] = {place: float(known[place] is None) for place in known}
    quadrants = cut_quadrants(views, pose, gaps)
    colors = stone_colors(quadrants)
    light = _solve(quadrants, colors, profile, known)
    if not profile.gaps.prior:
        return _weigh(picture, quadrants, colors, light, gaps, chances, profile)
    small, factor = shrunk(picture, profile.pose.picture)
    seams = measure_offsets(
        small, pose.moved(scaled(factor)), 1, stage, profile.pose.side, profile.pose.reach[-1]
    )
    table = table_around(picture, pose)
    for _ in range(stage):  # a gap may show another gap below it
        odds = gap_odds(quadrants, colors, light, table, seams, profile.gaps)
        cells = quadrants.cells
        new = np.array([(*cell,) not in chances for cell in cells.tolist()], bool)
        for (level, row, column), each in zip(cells[new].tolist(), odds[new], strict=True):
            chances[level, row, column] = float(1 / (1 + np.exp(-each)))
        found = cells[new][choose_gaps(odds[new], cells[new], stage)]
        if not len(found):
            break
        gaps[found[:, 0] - 1, found[:, 1], found[:, 2]] = True
        quadrants = cut_quadrants(views, pose, gaps)
        colors = stone_colors(quadrants)
        light = _solve(quadrants, colors, profile, known)
    return _weigh(picture, quadrants, colors, light, gaps, chances, profile)


def _solve(
    quadrants: Quadrants, colors: Floats, profile: Profile, known: Mapping[Place, Color | None]
) -> Light:
    palette, models = list(profile.colors), list(profile.colors.values())
    labels = np.full(len(quadrants.cells), -1)
    for number, (stage, row, column) in enumerate(quadrants.cells.tolist()):
        color = known.get((stage, row, column))
        if color is not None:
            labels[number] = palette.index(color)
    return solve_light(
        colors,
        quadrants.block,
        quadrants.place.astype(float),
        linear(np.array([model.bgr for model in models])),
        np.array([model.spread for model in models]),
        profile.light,
        labels[quadrants.block],
    )


def _weigh(
    picture: Pixels,
    quadrants: Quadrants,
    colors: Floats,
    light: Light,
    gaps: NDArray[np.bool_],
    gap_chance: dict[Place, float],
    profile: Profile,
) -> Seen:
    """Turn the evidence about colours and icons into chances."""
    models = list(profile.colors.values())
    evidence = light.evidence * profile.confidence.tempering
    chance = np.exp(evidence.min(axis=1, keepdims=True) - evidence)
    chance /= chance.sum(axis=1, keepdims=True)
    color = chance.argmax(axis=1)[quadrants.block]
    features = against_plain(icon_features(quadrants.patches), color, profile.icons.baseline)
    odds = icon_odds(
        features,
        np.array([model.plain for model in models])[color],
        np.array([model.icon for model in models])[color],
        profile.icons,
    )
    # what is washed out shows neither an icon nor its absence
    odds /= 1 + (haze_share(light, color) / profile.icons.washed) ** _STEEP
    ruled, chance = _by_the_rules(quadrants, odds, chance, gaps, profile)
    return Seen(picture, quadrants, colors, light, chance, odds, ruled, features, gaps, gap_chance)


def _by_the_rules(
    quadrants: Quadrants,
    odds: Floats,
    chance: Floats,
    gaps: NDArray[np.bool_],
    profile: Profile,
) -> tuple[Floats, Floats]:
    """Chance (n,) of an icon in each quadrant, and (m, k) of each colour, by the dominoes, too.

    odds: (n,) of icons and chance: (m, k) of colours, from the photo alone.
    """
    deck = deck_of(profile.game, tuple(profile.colors))
    icons, colors = np.zeros(len(odds)), chance.copy()
    cells = quadrants.cells[quadrants.block]
    for stage, missing in enumerate(gaps, start=1):
        rows, columns = missing.shape[0] - stage + 1, missing.shape[1] - stage + 1
        here = cells[:, 0] == stage
        table = np.zeros((rows, columns, 4))
        where = cells[here, 1], cells[here, 2], quadrants.corner[here]
        table[where] = odds[here]
        holes = frozenset((int(row), int(column)) for row, column in np.argwhere(missing))
        if deck is None:
            ruled, _ = stage_icons(table, columns, rows, holes, profile.decode)
        else:
            own = quadrants.cells[:, 0] == stage
            place = quadrants.cells[own, 1], quadrants.cells[own, 2]
            seen = np.full((rows, columns, chance.shape[1]), 1 / chance.shape[1])
            seen[place] = chance[own]
            ruled, known = stage_blocks(table, seen, holes, deck, profile.decode)
            colors[own] = known[place]
        icons[here] = ruled[where]
    return icons, colors


def interpret(
    seen: Seen, found: Found, profile: Profile, place_chance: float = 1.0
) -> tuple[Layout, tuple[BlockReading, ...]]:
    """The most likely layout, and every visible block with the chance that it is right.

    place_chance: that the pyramid is where it was looked for.
    """
    palette, pose = list(profile.colors), found.pose
    icons = seen.icon_chance > 0.5
    sure = np.maximum(seen.icon_chance, 1 - seen.icon_chance)
    limit = profile.confidence.uncertain
    most = (1 - profile.confidence.floor) * _sharpness(found.support, profile.confidence)
    most *= place_chance
    blocks = []
    cells: dict[Place, Cell] = {}
    for number, (stage, row, column) in enumerate(seen.quadrants.cells.tolist()):
        place = stage, row, column
        own = seen.quadrants.block == number
        color: Color = palette[int(seen.color_chance[number].argmax())]
        mask = int((1 << seen.quadrants.corner[own & icons]).sum())
        chance = seen.color_chance[number].max() * sure[own].prod()
        block_there = 1 - seen.gap_chance.get(place, 0.0)
        confidence = float(chance * most * block_there)
        blocks.append(BlockReading(stage, row, column, color, mask, confidence, confidence < limit))
        cells[place] = Block(color, mask)
    for stage, row, column in np.argwhere(seen.gaps).tolist():
        confidence = float(seen.gap_chance[stage + 1, row, column])
        cells[stage + 1, row, column] = Blank.GAP
        if confidence < limit:
            blocks.append(BlockReading(stage + 1, row, column, None, 0, confidence, True))
    stages = []
    for stage in range(1, len(seen.gaps) + 1):
        columns, rows = pose.columns - stage + 1, pose.rows - stage + 1
        places = [(stage, row, column) for row in range(rows) for column in range(columns)]
        row_cells = tuple(cells.get(place, Blank.UNKNOWN) for place in places)
        stages.append(Stage(columns, rows, row_cells))
    return Layout(tuple(stages)), tuple(sorted(blocks, key=lambda b: (b.stage, b.row, b.column)))


def _sharpness(support: float, settings: ConfidenceSettings) -> float:
    """Chance that seams of this contrast leave icons to be seen; falls off in a blurred photo."""
    return float(1 / (1 + np.exp((settings.blurred - support) / settings.blur_width)))
