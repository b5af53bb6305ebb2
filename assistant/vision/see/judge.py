"""Judge by how well the blocks fit whether a photo shows what it is said to show.

The misfit of a block is that of its quadrants under the one colour that suits them best. Blocks
that are cut in the wrong places, those of another stage, say, hold quadrants of several colours,
and no light makes these one. Every block costs the choice of a colour besides, so that many
small blocks do not explain everything.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.core.geometry import STAGE_COUNT, Frame
from assistant.core.reading import Likeness
from assistant.core.topview import Place, owners
from assistant.vision.find.pose import Floats, Pixels, Pose, warp
from assistant.vision.profile import Profile
from assistant.vision.see.light import Light, misfit_under, solve_light
from assistant.vision.see.look import Seen, look
from assistant.vision.see.quadrants import (
    SIDE,
    STONE,
    Quadrants,
    cut_quadrants,
    linear,
    stage_views,
    stone_colors,
)

CAP = 8.0
"""Most that one quadrant counts: a reflection or a gem must not decide."""
MARGIN = 8.0
"""How much better another stage or game must fit to be named. Of 216 right and wrong pairs of
photo and stage the right stage fitted better by 18 or more, of 54 photos the right game by 19."""
BAD_FIT = 4.2
"""Misfit a block, of the stage that fits best, from which the blocks are cut in a wrong place.
Of 88 photos in their right places the worst had 3.7; corners dragged 7 % off gave 3.6 to 12."""
HOPELESS = 7.0
"""Misfit a block from which these are no blocks: checked cloths have 6.5 to 11, whatever is laid
over them; the worst of 130 photos in their right places had 6.7."""
GOOD_FIT = 2.9
"""Misfit a block under which no other game is thought of."""
_SEAMLESS = 0.085
"""Contrast of the seams under which a photo is asked whether it shows blocks at all."""
_ONE_COLOR = 0.75
"""Share of blocks of one colour that makes of them a table."""
_STEP = 2
"""Every which pixel of a quadrant is looked at for the stages."""
_GAINS, _SATURATIONS, _ROUNDS = 9, 3, 1
"""A coarse search for the light, since games are compared before prototypes follow the photo."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the fit of the blocks says of a photo.

    fit: misfit a block of what fits best; looks_like: what the photo surely shows, if that is
    not what was said; blocks: whether these are blocks of a pyramid at all.
    """

    fit: float
    looks_like: Likeness | None
    blocks: bool


def judge(
    pose: Pose,
    support: float,
    seen: Seen,
    profile: Profile,
    others: Callable[[], Iterable[Profile]],
) -> Judgement:
    """Judge what was made out of a photo as the stage that it was said to show.

    support: mean contrast of the seams; others: profiles of the games it may be instead, asked
    for only if it does not fit well.
    """
    asked = len(seen.gaps)
    stage, fit = _best_stage(pose, seen, profile)
    blocks = support > _SEAMLESS or (fit < BAD_FIT and _main_share(seen) < _ONE_COLOR)
    own = block_misfit(seen.light.misfit, seen.quadrants.block)
    best = profile
    if own > GOOD_FIT * len(seen.quadrants.cells):
        best = _best_profile(pose, seen, stage, profile, others())
    if (best is profile and stage == asked and fit < BAD_FIT) or not blocks:
        return Judgement(fit, None, blocks)
    # a light that was found for wrong blocks tells little: look again at what fits best, or at all
    again = [stage] if fit < BAD_FIT else range(1, STAGE_COUNT + 1)
    looks = (look(seen.picture, pose, each, best) for each in again)
    stage, better = min((_best_stage(pose, each, best) for each in looks), key=lambda b: b[1])
    if better > BAD_FIT or (best is profile and stage == asked):
        return Judgement(fit, None, fit < HOPELESS)
    return Judgement(better, Likeness(best.game, stage), blocks)


def place_misfit(picture: Pixels, pose: Pose, stage: int, profile: Profile) -> float:
    """The misfit a block of a pyramid at this place, whatever stage it shows there."""
    return _best_stage(pose, look(picture, pose, stage, profile), profile)[1]


def _best_stage(pose: Pose, seen: Seen, profile: Profile) -> tuple[int, float]:
    """The stage that fits surely best, or the one that was looked for, and its misfit a block."""
    asked = len(seen.gaps)
    every = range(1, STAGE_COUNT + 1)
    fits = stage_misfits(seen.picture, pose, seen.light, profile, every)
    stage = min(fits, key=lambda each: fits[each])
    if fits[asked] - fits[stage] < MARGIN:
        stage = asked
    return stage, fits[stage] / len(set(_owned(pose, stage).values()))


def _main_share(seen: Seen) -> float:
    """The share of blocks that have the most frequent colour."""
    counts = np.bincount(seen.color_chance.argmax(axis=1))
    return float(counts.max() / counts.sum())


def _best_profile(
    pose: Pose, seen: Seen, stage: int, profile: Profile, others: Iterable[Profile]
) -> Profile:
    """The profile whose colours suit the blocks surely better, or the one that was given."""
    quadrants, colors = seen.quadrants, seen.colors
    if stage != len(seen.gaps):
        quadrants = cut_quadrants(stage_views(seen.picture, pose, stage), pose)
        colors = stone_colors(quadrants)
    own = game_misfit(quadrants, colors, profile)
    found = [(game_misfit(quadrants, colors, other), other) for other in others]
    misfit, best = min(found, key=lambda each: each[0], default=(own, profile))
    return best if misfit < own - MARGIN else profile


def block_misfit(misfit: Floats, block: NDArray[np.intp]) -> float:
    """How badly blocks of one colour each explain quadrants, in log units; less is better.

    misfit: (n, colours), half the squared misfit of every quadrant; block: (n,) whose it is.
    """
    total = np.zeros((int(block.max()) + 1, misfit.shape[1]))
    np.add.at(total, block, np.minimum(misfit, CAP))
    used = np.bincount(block) > 0
    return float(total[used].min(axis=1).sum() + used.sum() * math.log(misfit.shape[1]))


def stage_misfits(
    picture: Pixels, pose: Pose, light: Light, profile: Profile, stages: Iterable[int]
) -> dict[int, float]:
    """`block_misfit` of a photo if its highest stage is each of ``stages``, without gaps.

    The light was found for one of them, most of whose blocks are those of the others, too.
    """
    stages = sorted(stages)
    spread = np.array([model.spread for model in profile.colors.values()])
    colors = np.stack([_plain_colors(picture, pose, k) for k in range(1, stages[-1] + 1)])
    flat = misfit_under(light, colors.reshape(-1, 3), spread, profile.light)
    misfit = flat.reshape(*colors.shape[:3], -1)
    found = {}
    for top in stages:
        places: dict[Place, int] = {}
        own, block = [], []
        for (x, y), place in _owned(pose, top).items():
            own.append(misfit[place[0] - 1, y, x])
            block.append(places.setdefault(place, len(places)))
        found[top] = block_misfit(np.array(own), np.array(block))
    return found


def _owned(pose: Pose, top: int) -> Mapping[tuple[int, int], Place]:
    """Whose each quadrant (x, y) is, seen from above, if no stage up to ``top`` has gaps."""
    return _places(pose.columns, pose.rows, top)


@cache
def _places(columns: int, rows: int, top: int) -> Mapping[tuple[int, int], Place]:
    found = owners(Frame(columns, rows), top).items()
    return {(quadrant.x, quadrant.y): place for quadrant, (place, _) in found}


def game_misfit(quadrants: Quadrants, colors: Floats, profile: Profile) -> float:
    """`block_misfit` of quadrants with stone colours (n, 3), if they are of the profile's game."""
    models = list(profile.colors.values())
    coarse = replace(
        profile.light,
        gain_steps=_GAINS,
        saturation_steps=_SATURATIONS,
        rounds=_ROUNDS,
    )
    light = solve_light(
        colors,
        quadrants.block,
        quadrants.place.astype(float),
        linear(np.array([model.bgr for model in models])),
        np.array([model.spread for model in models]),
        coarse,
    )
    return block_misfit(light.misfit, quadrants.block)


def _plain_colors(picture: Pixels, pose: Pose, stage: int) -> Floats:
    """float64 (rows, columns, 3): median linear BGR of every quadrant on the plane of a stage."""
    side = SIDE // _STEP
    across, down = 2 * pose.columns, 2 * pose.rows
    view = warp(picture, pose.homography(stage), (0, 0, across, down), side)
    tiles = view.reshape(down, side, across, side, 3).swapaxes(1, 2)
    return linear(np.median(tiles[:, :, STONE[::_STEP, ::_STEP]], axis=2))
