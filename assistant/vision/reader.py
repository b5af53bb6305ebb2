"""The photo reader: from the bytes of a photo to a Reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.core.errors import InputError, PhotoError
from assistant.core.geometry import BASE_SHAPES
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import Block, Color
from assistant.core.reading import BlockReading, Corners, Reading
from assistant.core.reconcile import on_known_stages
from assistant.vision.blocks import Quadrants, cut_quadrants, linear, stage_views, stone_colors
from assistant.vision.decode import stage_icons
from assistant.vision.gaps import choose_gaps, gap_odds, table_around
from assistant.vision.icons import against_plain, icon_features, icon_odds
from assistant.vision.illumination import Light, solve_light
from assistant.vision.image import Upright, decode
from assistant.vision.locate import Found, locate
from assistant.vision.profile import Profile, load_profile
from assistant.vision.rectify import (
    Floats,
    Pixels,
    Pose,
    fit_to_seams,
    measure_offsets,
    outline,
    pose_from_corners,
    project,
    scaled,
    shrunk,
)

WORKING_SIDE = 1600
"""Longest side, in pixels, of the picture that is read."""

_TAKE_AGAIN = "Take the photo from above, with the whole pyramid in it, or drag the corners."


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What was made out of the visible quadrants (n) and blocks (m) of a photo.

    color_chance: (m, k) chance of every colour of the profile; icon_odds: (n,) log odds of an
    icon from the photo alone; icon_chance: (n,) with the rules of the dominoes.
    features: (n, d) of `against_plain`.
    gaps: (stages, rows, columns), cells taken for gaps; gap_chance: of every cell looked at.
    """

    quadrants: Quadrants
    light: Light
    color_chance: Floats
    icon_odds: Floats
    icon_chance: Floats
    features: Floats
    gaps: NDArray[np.bool_]
    gap_chance: dict[tuple[int, ...], float]


class OpenCVReader:
    """Reads photos of pyramids with the profiles of a directory, or with given ones."""

    def __init__(self, profiles: Path | Profile | Mapping[str, Profile]) -> None:
        self._directory = profiles if isinstance(profiles, Path) else None
        self._profiles: dict[str, Profile] = {}
        if isinstance(profiles, Profile):
            self._profiles[profiles.game] = profiles
        elif isinstance(profiles, Mapping):
            self._profiles.update(profiles)

    def profile(self, game: str) -> Profile:
        """The default profile of a game."""
        if game not in self._profiles:
            if self._directory is None or not game.isidentifier():
                raise InputError("Photos of %(game)s cannot be read.", game=game)
            self._profiles[game] = load_profile(self._directory / f"{game}.json")
        return self._profiles[game]

    def read(
        self,
        photo: bytes,
        *,
        game: str,
        stage: int,
        corners: Corners | None = None,
        below: Layout | None = None,
        profile: Profile | None = None,
    ) -> Reading:
        """Read the pyramid in a photo taken at the end of ``stage``.

        corners: stage 1's outer corners, clockwise from top-left, in pixels of the upright photo;
        found if not given.
        below: the stages below, if they are known; rows and columns then follow them.

        Raises:
            PhotoError: the photo cannot be read; its hint says what to do.
            InputError: ``below`` is not of ``stage`` - 1 stages.
        """
        profile = profile or self.profile(game)
        upright = decode(photo, WORKING_SIDE)
        found = find_pose(upright, stage, profile, corners)
        seen = look(upright.pixels, found.pose, stage, profile)
        layout, blocks = interpret(seen, found.pose, stage, profile)
        warnings = [*upright.warnings]
        if corners is None and found.score < profile.locate.doubt:
            warnings.append("The corners of the pyramid are not sure: check them first.")
        reading = Reading(
            game=game,
            stage=stage,
            layout=layout,
            corners=_as_corners(upright.to_full(found.pose.corners())),
            blocks=blocks,
            warnings=tuple(warnings),
            size=upright.full_size,
        )
        return reading if below is None else on_known_stages(reading, below)

    def locate(self, photo: bytes, *, game: str, stage: int) -> "Guess":
        """Where the pyramid is in a photo; never fails for want of a pyramid.

        Raises:
            PhotoError: the bytes are no photo.
        """
        profile = self.profile(game)
        upright = decode(photo, WORKING_SIDE)
        try:
            found = find_pose(upright, stage, profile)
        except PhotoError:
            return Guess(_middle(upright), sure=False)
        corners = _as_corners(upright.to_full(found.pose.corners()))
        return Guess(corners, found.score >= profile.locate.doubt)

    def rectified(
        self, photo: bytes, *, game: str, corners: Corners, stage: int, side: int = 96
    ) -> Pixels:
        """The pyramid from straight above, every stage on its own plane.

        side: pixels of a block.

        Returns:
            uint8 (side * rows, side * columns, 3) BGR.
        """
        upright = decode(photo, WORKING_SIDE)
        pose = find_pose(upright, stage, self.profile(game), corners).pose
        views = stage_views(upright.pixels, pose, stage)
        shown = views[0].copy()
        rim = shown.shape[0] // (2 * pose.rows)
        for level, view in enumerate(views[1:], start=1):
            inside = slice(level * rim, -level * rim)
            shown[inside, inside] = view[inside, inside]
        size = (side * pose.columns, side * pose.rows)
        return cv2.resize(shown, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


class Guess(NamedTuple):
    """Where a pyramid seems to be, stage 1's outer corners clockwise, and whether that is sure."""

    corners: Corners
    sure: bool


def _as_corners(points: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _middle(upright: Upright) -> Corners:
    """A frame in the middle of the photo, to be dragged from there."""
    width, height = upright.full_size
    left, right, top, bottom = 0.2 * width, 0.8 * width, 0.25 * height, 0.75 * height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def find_pose(
    upright: Upright,
    stage: int,
    profile: Profile,
    corners: Corners | None = None,
    shapes: Sequence[tuple[int, int]] = BASE_SHAPES,
) -> Found:
    """Where the pyramid is in the working picture, from given corners or found.

    shapes: the (columns, rows) that stage 1 may have, if corners are given.

    Raises:
        PhotoError: nothing in the photo looks like a pyramid.
    """
    picture = upright.pixels
    if corners is not None:
        given = upright.to_working(np.array(corners))
        return max(
            (_held_pose(picture, given, stage, profile, shape) for shape in shapes),
            key=lambda found: found.score,
        )
    found = locate(picture, profile.locate)
    if found is None or found.score < profile.locate.reject:
        raise PhotoError("There is no pyramid to be seen in the photo.", _TAKE_AGAIN)
    pose, _, _ = fit_to_seams(picture, found.pose, stage, profile.pose)
    return replace(found, pose=pose)


def _held_pose(
    picture: Pixels, given: Floats, stage: int, profile: Profile, shape: tuple[int, int]
) -> Found:
    """A pose near given corners (4, 2); the score falls where the seams pull it away from them."""
    rough = pose_from_corners(given, *shape)
    pose, _, support = fit_to_seams(picture, rough, stage, profile.pose)
    moved = project(np.linalg.inv(rough.base), pose.corners()) - outline(*shape)
    pull = float(np.abs(moved).max())
    return Found(pose if pull < profile.pose.leash else rough, support / (1 + pull))


def look(picture: Pixels, pose: Pose, stage: int, profile: Profile) -> Seen:
    """Measure every visible quadrant and weigh what it shows; gaps first."""
    views = stage_views(picture, pose, stage)
    gaps = np.zeros((stage, pose.rows, pose.columns), bool)
    chances: dict[tuple[int, ...], float] = {}
    quadrants = cut_quadrants(views, pose)
    light = _solve(quadrants, stone_colors(quadrants), profile)
    if not profile.gaps.prior:
        return _weigh(quadrants, light, gaps, chances, profile)
    small, factor = shrunk(picture, profile.pose.picture)
    seams = measure_offsets(
        small, pose.moved(scaled(factor)), 1, stage, profile.pose.side, profile.pose.reach[-1]
    )
    table = table_around(picture, pose)
    for _ in range(stage):  # a gap may show another gap below it
        colors = stone_colors(quadrants)
        odds = gap_odds(quadrants, colors, light, table, seams, profile.gaps)
        cells = quadrants.cells
        new = np.array([cell not in chances for cell in map(tuple, cells.tolist())])
        chances |= {
            (*cell,): float(1 / (1 + np.exp(-each)))
            for cell, each in zip(cells[new].tolist(), odds[new], strict=True)
        }
        found = cells[new][choose_gaps(odds[new], cells[new], stage)]
        if not len(found):
            break
        gaps[found[:, 0] - 1, found[:, 1], found[:, 2]] = True
        quadrants = cut_quadrants(views, pose, gaps)
        light = _solve(quadrants, stone_colors(quadrants), profile)
    return _weigh(quadrants, light, gaps, chances, profile)


def _solve(quadrants: Quadrants, colors: Floats, profile: Profile) -> Light:
    models = list(profile.colors.values())
    return solve_light(
        colors,
        quadrants.block,
        quadrants.place.astype(float),
        linear(np.array([model.bgr for model in models])),
        np.array([model.spread for model in models]),
        profile.light,
    )


def _weigh(
    quadrants: Quadrants,
    light: Light,
    gaps: NDArray[np.bool_],
    gap_chance: dict[tuple[int, ...], float],
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
    ruled = _ruled_icons(quadrants, odds, gaps, profile)
    return Seen(quadrants, light, chance, odds, ruled, features, gaps, gap_chance)


def _ruled_icons(
    quadrants: Quadrants, odds: Floats, gaps: NDArray[np.bool_], profile: Profile
) -> Floats:
    """Chance (n,) of an icon in each quadrant, by its odds and by the rules of the dominoes."""
    chance = np.zeros(len(odds))
    cells = quadrants.cells[quadrants.block]
    for stage, missing in enumerate(gaps, start=1):
        rows, columns = missing.shape[0] - stage + 1, missing.shape[1] - stage + 1
        here = cells[:, 0] == stage
        table = np.zeros((rows, columns, 4))
        where = cells[here, 1], cells[here, 2], quadrants.corner[here]
        table[where] = odds[here]
        holes = frozenset((int(row), int(column)) for row, column in np.argwhere(missing))
        ruled, _ = stage_icons(table, columns, rows, holes, profile.decode)
        chance[here] = ruled[where]
    return chance


def interpret(
    seen: Seen, pose: Pose, top: int, profile: Profile
) -> tuple[Layout, tuple[BlockReading, ...]]:
    """The most likely layout, and every visible block with the chance that it is right."""
    palette = list(profile.colors)
    icons = seen.icon_chance > 0.5
    sure = np.maximum(seen.icon_chance, 1 - seen.icon_chance)
    limit = profile.confidence.uncertain
    blocks = []
    cells: dict[tuple[int, ...], Cell] = {}
    for number, (stage, row, column) in enumerate(seen.quadrants.cells.tolist()):
        place = stage, row, column
        own = seen.quadrants.block == number
        color: Color = palette[int(seen.color_chance[number].argmax())]
        mask = int((1 << seen.quadrants.corner[own & icons]).sum())
        chance = seen.color_chance[number].max() * sure[own].prod()
        block_there = 1 - seen.gap_chance.get(place, 0.0)
        confidence = float(chance * (1 - profile.confidence.floor) * block_there)
        blocks.append(BlockReading(stage, row, column, color, mask, confidence, confidence < limit))
        cells[place] = Block(color, mask)
    for stage, row, column in np.argwhere(seen.gaps).tolist():
        confidence = float(seen.gap_chance[stage + 1, row, column])
        cells[stage + 1, row, column] = Blank.GAP
        if confidence < limit:
            blocks.append(BlockReading(stage + 1, row, column, None, 0, confidence, True))
    stages = []
    for stage in range(1, top + 1):
        columns, rows = pose.columns - stage + 1, pose.rows - stage + 1
        places = [(stage, row, column) for row in range(rows) for column in range(columns)]
        row_cells = tuple(cells.get(place, Blank.UNKNOWN) for place in places)
        stages.append(Stage(columns, rows, row_cells))
    return Layout(tuple(stages)), tuple(sorted(blocks, key=lambda b: (b.stage, b.row, b.column)))
