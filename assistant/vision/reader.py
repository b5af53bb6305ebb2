"""The photo reader: from the bytes of a photo to a Reading."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from assistant.core.errors import InputError, PhotoError
from assistant.core.geometry import BASE_SHAPES
from assistant.core.layout import Blank, Layout
from assistant.core.pieces import Block, Color
from assistant.core.problems import Place
from assistant.core.reading import Corners, Point, Reading
from assistant.core.remarks import SECOND_PYRAMID, remark
from assistant.games import GAMES
from assistant.vision.find.locate import Found, locate
from assistant.vision.find.nearby import another, locate_near
from assistant.vision.find.pose import (
    Floats,
    Pixels,
    Pose,
    fit_to_seams,
    outline,
    pose_from_corners,
    project,
)
from assistant.vision.image import Upright, decode
from assistant.vision.profile import Profile, load_profile
from assistant.vision.reconcile import QUARTERS, on_known_stages, turned_reading
from assistant.vision.see.card_light import in_white_light, look_by_card
from assistant.vision.see.gems import gem_chances, propose_marks
from assistant.vision.see.judge import BAD_FIT, judge, place_misfit
from assistant.vision.see.look import Seen, interpret
from assistant.vision.see.quadrants import stage_views
from assistant.vision.verdict import (
    judge_warnings,
    layout_warnings,
    no_pyramid,
    picture_warnings,
    place_chance,
    pose_warnings,
    refuse_dark,
    refuse_no_pyramid,
    refuse_tiny,
)

WORKING_SIDE = 1600
"""Longest side, in pixels, of the picture that is read."""
BETTER_PLACE = 0.5
"""Misfit a block by which another place must be better than the one that a person gave."""


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
        below: what is known of the lower stages; the answer follows it, and its blocks gauge the
        light for the new ones. Where the photo surely shows something else a warning says so.

        Raises:
            PhotoError: the photo cannot be read; its hint says what to do.
            InputError: ``below`` is not of ``stage`` - 1 stages.
        """
        upright = decode(photo, WORKING_SIDE)
        return self.read_upright(
            upright, game=game, stage=stage, corners=corners, below=below, profile=profile
        )[0]

    def read_upright(
        self,
        upright: Upright,
        *,
        game: str,
        stage: int,
        corners: Corners | None = None,
        below: Layout | None = None,
        profile: Profile | None = None,
    ) -> tuple[Reading, Pose]:
        """As `read`, of a photo that has been decoded; the pose is in its working pixels."""
        profile = profile or self.profile(game)
        found = _on_seams(find_pose(upright, stage, profile, corners), upright, stage, profile)
        second = corners is None and another(upright.pixels, found, profile.locate)
        place = _as_corners(upright.to_full(found.pose.corners()))
        guessed = corners is None
        warnings = (
            *upright.warnings,
            *picture_warnings(upright.pixels),
            *pose_warnings(found, place, upright, profile, guessed=guessed),
            *([remark(SECOND_PYRAMID)] if second else []),
        )

        gems = gem_chances(upright.pixels, found.pose, stage, profile.marks)
        white = in_white_light(upright.pixels, profile)

        def seen_with(known: Mapping[Place, Color | None]) -> Seen:
            return look_by_card(upright.pixels, white, found.pose, stage, profile, known)

        seen = seen_with({})
        judged = judge(found.pose, found.support, seen, profile, lambda: self._others(game))
        refuse_no_pyramid(judged)
        chance = place_chance(judged, found, profile, guessed=guessed)
        judgement = tuple(judge_warnings(judged, game, stage))

        def reading(seen: Seen) -> Reading:
            layout, blocks = interpret(seen, found, profile, chance)
            blocks, marks = propose_marks(blocks, gems, profile.marks)
            told = (*warnings, *judgement, *layout_warnings(layout))
            return Reading(
                game,
                stage,
                layout,
                place,
                blocks,
                told,
                upright.full_size,
                marks=marks,
                looks_like=judged.looks_like,
            )

        free = reading(seen)
        if below is None:
            return free, found.pose
        return _on_known(free, below, lambda known: reading(seen_with(known))), found.pose

    def _others(self, game: str) -> list[Profile]:
        """The default profiles of the other games that can be read."""
        if self._directory is not None:
            for name in GAMES:
                if (self._directory / f"{name}.json").exists():
                    self.profile(name)
        return [profile for name, profile in self._profiles.items() if name != game]

    def locate(
        self, photo: bytes | Upright, *, game: str, stage: int, near: Point | None = None
    ) -> "Guess":
        """Where the pyramid is in a photo; never fails for want of a pyramid.

        near: (x, y) in pixels of the upright photo; of several pyramids the one there is meant.

        Raises:
            PhotoError: the bytes are no photo.
        """
        profile = self.profile(game)
        upright = photo if isinstance(photo, Upright) else decode(photo, WORKING_SIDE)
        try:
            found = find_pose(upright, stage, profile, near=near)
        except PhotoError:
            return Guess(_frame(upright, near), sure=False)
        corners = _as_corners(upright.to_full(found.pose.corners()))
        sure = found.score >= profile.locate.doubt
        several = near is None and another(upright.pixels, found, profile.locate)
        return Guess(corners, sure and not several)


def from_above(picture: Pixels, pose: Pose, stage: int, side: int) -> Pixels:
    """The pyramid from straight above, every stage on its own plane.

    picture: uint8 (height, width, 3) BGR, in which ``pose`` lies.
    side: pixels of a block.

    Returns:
        uint8 (side * rows, side * columns, 3) BGR.
    """
    views = stage_views(picture, pose, stage)
    shown = views[0].copy()
    rim = shown.shape[0] // (2 * pose.rows)
    for level, view in enumerate(views[1:], start=1):
        inside = slice(level * rim, -level * rim)
        shown[inside, inside] = view[inside, inside]
    size = (side * pose.columns, side * pose.rows)
    return cv2.resize(shown, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _on_known(
    free: Reading, below: Layout, again: Callable[[Mapping[Place, Color | None]], Reading]
) -> Reading:
    """Read ``again`` with the blocks below known, except where the ``free`` reading denies them."""
    first = on_known_stages(free, below)
    back = -first.turns % QUARTERS
    denied = turned_reading(replace(first, blocks=first.contradictions), back).blocks
    known = {
        (number, row, column): cell.color if isinstance(cell, Block) else None
        for number, stage in enumerate(below.turned(back).stages, start=1)
        for row, column, cell in stage.places()
        if cell is not Blank.UNKNOWN
    }
    for block in denied:
        del known[block.stage, block.row, block.column]
    second = on_known_stages(again(known), below)
    return replace(second, contradictions=first.contradictions)


class Guess(NamedTuple):
    """Where a pyramid seems to be, stage 1's outer corners clockwise, and whether that is sure.

    Of several pyramids none is sure to be the one that is meant.
    """

    corners: Corners
    sure: bool


def _as_corners(points: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _frame(upright: Upright, near: Point | None) -> Corners:
    """A frame in the middle of the photo or about a point, to be dragged from there."""
    width, height = upright.full_size
    (x, y), share = ((width / 2, height / 2), 1.0) if near is None else (near, 0.5)
    left, right = x - 0.3 * share * width, x + 0.3 * share * width
    top, bottom = y - 0.25 * share * height, y + 0.25 * share * height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def find_pose(
    upright: Upright,
    stage: int,
    profile: Profile,
    corners: Corners | None = None,
    shapes: Sequence[tuple[int, int]] = BASE_SHAPES,
    near: Point | None = None,
) -> Found:
    """Where the pyramid is in the working picture, from given corners or found.

    shapes: the (columns, rows) that stage 1 may have, if corners are given.
    near: which of several pyramids is looked for, in pixels of the upright photo.

    Raises:
        PhotoError: nothing in the photo looks like a pyramid.
    """
    picture = upright.pixels
    refuse_tiny(picture)
    refuse_dark(picture)
    if corners is not None:
        given = upright.to_working(np.array(corners))
        return max(
            (_held_pose(picture, given, stage, profile, shape) for shape in shapes),
            key=lambda found: found.score,
        )
    if near is None:
        found = locate(picture, profile.locate)
    else:
        point = upright.to_working(np.array([near]))[0]
        found = locate_near(picture, point, profile.locate)
    if found is None or found.score < profile.locate.reject:
        raise no_pyramid()
    pose, _, support = fit_to_seams(picture, found.pose, stage, profile.pose)
    return replace(found, pose=pose, support=support)


def _held_pose(
    picture: Pixels, given: Floats, stage: int, profile: Profile, shape: tuple[int, int]
) -> Found:
    """A pose near given corners (4, 2); the score falls where the seams pull it away from them."""
    rough = pose_from_corners(given, *shape)
    pose, _, support = fit_to_seams(picture, rough, stage, profile.pose)
    moved = project(np.linalg.inv(rough.base), pose.corners()) - outline(*shape)
    pull = float(np.abs(moved).max())
    score = support / (1 + pull)
    if pull < profile.pose.leash:
        return Found(pose, score, support)
    return Found(rough, score, support, pulled=pose)


def _on_seams(found: Found, upright: Upright, stage: int, profile: Profile) -> Found:
    """The place that given corners meant, if they are off and the seams nearby fit better."""
    if found.pulled is None:
        return found
    given, pulled = (
        place_misfit(upright.pixels, pose, stage, profile) for pose in (found.pose, found.pulled)
    )
    if pulled < min(given - BETTER_PLACE, BAD_FIT):
        return replace(found, pose=found.pulled, moved=True)
    return found
