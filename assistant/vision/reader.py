"""The photo reader: from the bytes of a photo to a Reading."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from assistant.core.errors import InputError, PhotoError
from assistant.core.geometry import BASE_SHAPES
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import Block, Color
from assistant.core.reading import BlockReading, Corners, Reading
from assistant.vision.blocks import Quadrants, cut_quadrants, stage_views, stone_colors
from assistant.vision.decode import stage_icons
from assistant.vision.icons import against_plain, icon_features, icon_odds
from assistant.vision.illumination import Light, solve_light
from assistant.vision.image import Upright, decode
from assistant.vision.locate import Found, locate
from assistant.vision.profile import Profile, load_profile
from assistant.vision.rectify import Floats, Pixels, Pose, fit_to_seams, pose_from_corners

WORKING_SIDE = 1600
"""Longest side, in pixels, of the picture that is read."""

_TAKE_AGAIN = "Take the photo from above, with the whole pyramid in it, or drag the corners."


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What was made out of the visible quadrants (n) and blocks (m) of a photo.

    color_chance: (m, k) chance of every colour of the profile; icon_odds: (n,) log odds of an
    icon from the photo alone; icon_chance: (n,) with the rules of the dominoes.
    features: (n, d) of `against_plain`.
    """

    quadrants: Quadrants
    light: Light
    color_chance: Floats
    icon_odds: Floats
    icon_chance: Floats
    features: Floats


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

        Raises:
            PhotoError: the photo cannot be read; its hint says what to do.
        """
        profile = profile or self.profile(game)
        upright = decode(photo, WORKING_SIDE)
        found = find_pose(upright, stage, profile, corners)
        seen = look(upright.pixels, found.pose, stage, profile)
        layout, blocks = interpret(seen, found.pose, stage, profile)
        warnings = [*upright.warnings]
        if found.score < profile.locate.doubt:
            warnings.append("The corners of the pyramid are not sure: check them first.")
        full = upright.to_full(found.pose.corners())
        a, b, c, d = ((float(x), float(y)) for x, y in full)
        return Reading(
            game=game,
            stage=stage,
            layout=layout,
            corners=(a, b, c, d),
            blocks=blocks,
            warnings=tuple(warnings),
            size=upright.full_size,
        )


def find_pose(
    upright: Upright, stage: int, profile: Profile, corners: Corners | None = None
) -> Found:
    """Where the pyramid is in the working picture, from given corners or found.

    Raises:
        PhotoError: nothing in the photo looks like a pyramid.
    """
    picture = upright.pixels
    if corners is not None:
        given = upright.to_working(np.array(corners))
        poses = [pose_from_corners(given, *shape) for shape in BASE_SHAPES]
        fits = [fit_to_seams(picture, pose, stage, profile.pose) for pose in poses]
        best = max(fits, key=lambda fit: fit[2])
        return Found(best[0], 1.0)
    found = locate(picture, profile.locate)
    if found is None or found.score < profile.locate.reject:
        raise PhotoError("There is no pyramid to be seen in the photo.", _TAKE_AGAIN)
    pose, _, _ = fit_to_seams(picture, found.pose, stage, profile.pose)
    return replace(found, pose=pose)


def look(picture: Pixels, pose: Pose, stage: int, profile: Profile) -> Seen:
    """Measure every visible quadrant and weigh what it shows."""
    quadrants = cut_quadrants(stage_views(picture, pose, stage), pose)
    models = list(profile.colors.values())
    light = solve_light(
        stone_colors(quadrants),
        quadrants.block,
        quadrants.place.astype(float),
        linear_bgr([model.bgr for model in models]),
        np.array([model.spread for model in models]),
        profile.light,
    )
    scaled_evidence = light.evidence * profile.confidence.tempering
    chance = np.exp(scaled_evidence.min(axis=1, keepdims=True) - scaled_evidence)
    chance /= chance.sum(axis=1, keepdims=True)
    color = chance.argmax(axis=1)[quadrants.block]
    features = against_plain(icon_features(quadrants.patches), color, profile.icons.baseline)
    odds = icon_odds(
        features,
        np.array([model.plain for model in models])[color],
        np.array([model.icon for model in models])[color],
        profile.icons,
    )
    ruled = _ruled_icons(quadrants, odds, pose, stage, profile)
    return Seen(quadrants, light, chance, odds, ruled, features)


def linear_bgr(colors: list[tuple[float, float, float]]) -> Floats:
    """(k, 3) linear light of sRGB colours 0 to 255."""
    return np.asarray((np.array(colors) / 255) ** 2.2)


def _ruled_icons(
    quadrants: Quadrants, odds: Floats, pose: Pose, top: int, profile: Profile
) -> Floats:
    """Chance (n,) of an icon in each quadrant, by its odds and by the rules of the dominoes."""
    chance = np.zeros(len(odds))
    cells = quadrants.cells[quadrants.block]
    for stage in range(1, top + 1):
        columns, rows = pose.columns - stage + 1, pose.rows - stage + 1
        here = cells[:, 0] == stage
        table = np.zeros((rows, columns, 4))
        where = cells[here, 1], cells[here, 2], quadrants.corner[here]
        table[where] = odds[here]
        ruled, _ = stage_icons(table, columns, rows, frozenset(), profile.decode)
        chance[here] = ruled[where]
    return chance


def interpret(
    seen: Seen, pose: Pose, top: int, profile: Profile
) -> tuple[Layout, tuple[BlockReading, ...]]:
    """The most likely layout, and every visible block with the chance that it is right."""
    palette = list(profile.colors)
    icons = seen.icon_chance > 0.5
    sure = np.maximum(seen.icon_chance, 1 - seen.icon_chance)
    blocks = []
    cells: dict[tuple[int, int, int], Cell] = {}
    for number, (stage, row, column) in enumerate(seen.quadrants.cells.tolist()):
        own = seen.quadrants.block == number
        color: Color = palette[int(seen.color_chance[number].argmax())]
        mask = int((1 << seen.quadrants.corner[own & icons]).sum())
        confidence = float(seen.color_chance[number].max() * sure[own].prod())
        confidence *= 1 - profile.confidence.floor
        uncertain = confidence < profile.confidence.uncertain
        blocks.append(BlockReading(stage, row, column, color, mask, confidence, uncertain))
        cells[stage, row, column] = Block(color, mask)
    stages = []
    for stage in range(1, top + 1):
        columns, rows = pose.columns - stage + 1, pose.rows - stage + 1
        places = [(stage, row, column) for row in range(rows) for column in range(columns)]
        row_cells = tuple(cells.get(place, Blank.UNKNOWN) for place in places)
        stages.append(Stage(columns, rows, row_cells))
    return Layout(tuple(stages)), tuple(blocks)
