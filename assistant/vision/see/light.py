"""Solve light and block colours together.

A quadrant of colour c shows ``shade * gains * prototype[c] + haze`` in linear light: the gains of
the three channels are the lamp's colour, the shade its strength at this place, the haze light
that glances off the surface. Gains are one for the photo, shade and haze vary smoothly. No part
can be known first, so the gains are searched, and each label is judged with the shade and haze
that suit it best. Prototypes of a copy never seen start wide and follow the photo.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.vision.find.pose import Floats
from assistant.vision.profile import LightSettings
from assistant.vision.see.quadrants import GAMMA

_BARRED = 1e6
_FAR = 3.0
"""Standard deviations that one quadrant may draw its colour's prototype away."""


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The light over a pyramid, and how well each colour suits each block under it.

    evidence: (blocks, colours), half the squared misfit, smaller is better.
    misfit: (n, colours), the same of each quadrant alone.
    gains: (3,) BGR; shade, haze: (n,) of each quadrant under its block's best colour, haze and
    prototypes in units of the photo's bright end.
    prototypes: (colours, 3) linear BGR as this photo shows them in its own light.
    """

    evidence: Floats
    misfit: Floats
    gains: Floats
    shade: Floats
    haze: Floats
    prototypes: Floats


def haze_share(light: Light, color: NDArray[np.intp]) -> Floats:
    """(n,) how much of the light of each quadrant is haze, if it is of colour (n,)."""
    stone = light.shade * (light.gains * light.prototypes).max(axis=1)[color]
    return np.asarray(light.haze / (light.haze + stone + 1e-9))


@dataclass(frozen=True, slots=True, eq=False)
class _Prior:
    """What is expected of shade and haze; arrays broadcast to (gains, n, colours)."""

    shade: Any
    shade_sd: Any
    haze: Any
    haze_sd: float


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """What is measured: colours (n, 3) over the photo's bright end, and block, place of each.

    barred: (n, colours), added to the misfit of colours that cannot be.
    """

    colors: Floats
    block: NDArray[np.intp]
    place: Floats
    barred: Floats
    settings: LightSettings

    @property
    def floored(self) -> Floats:
        return np.maximum(self.colors, self.settings.floor)


def solve_light(
    colors: Floats,
    block: NDArray[np.intp],
    place: Floats,
    prototypes: Floats,
    spread: Floats,
    settings: LightSettings,
    known: NDArray[np.intp] | None = None,
) -> Light:
    """Light and label evidence from the quadrants' colours.

    colors: (n, 3) linear BGR; block: (n,) index; place: (n, 2) quadrants; prototypes: (k, 3)
    linear BGR in white light; spread: (k,) their standard deviation in power space; known: (n,)
    the colour of each quadrant if it is known, -1 where it is not.
    """
    barred = np.zeros((len(colors), len(prototypes)))
    if known is not None:
        barred[known >= 0] = _BARRED
        barred[known >= 0, known[known >= 0]] = 0
    scene = _Scene(colors / np.percentile(colors, 95), block, place, barred, settings)
    prototypes = prototypes / np.percentile(prototypes, 95)
    gains, level = _search_gains(scene, prototypes, spread)
    prior = _Prior(level, settings.shade * level, 0.0, settings.haze)
    prior_colors, prior_spread = prototypes, spread
    for _ in range(settings.rounds):
        shade, haze, misfit = _explain(scene, gains, prototypes, spread, prior)
        evidence = _block_evidence(misfit[0], block, settings)
        chance = np.exp(-(evidence - evidence.min(axis=1, keepdims=True)))
        chance /= chance.sum(axis=1, keepdims=True)
        shade, haze = _of_best(shade[0], haze[0], evidence, block)
        prior = _neighbourhood(scene, shade, haze, chance, level)
        prototypes, spread = _follow(scene, gains, shade, haze, chance, prior_colors, prior_spread)
    shade, haze, misfit = _explain(scene, gains, prototypes, spread, prior)
    evidence = _block_evidence(misfit[0], block, settings)
    shade, haze = _of_best(shade[0], haze[0], evidence, block)
    return Light(evidence, misfit[0], gains[0], shade, haze, prototypes)


def _blockwise(scene: _Scene) -> _Scene:
    """The scene with the quadrants of a block put together as their median."""
    numbers = np.arange(scene.block.max() + 1)
    own = [scene.block == number for number in numbers]
    return replace(
        scene,
        colors=np.stack([np.median(scene.colors[each], axis=0) for each in own]),
        block=numbers,
        place=np.stack([scene.place[each].mean(axis=0) for each in own]),
        barred=np.stack([scene.barred[each][0] for each in own]),
    )


def _search_gains(scene: _Scene, prototypes: Floats, spread: Floats) -> tuple[Floats, float]:
    """The gains (1, 3) under which all quadrants together fit best, and their usual shade."""
    settings = scene.settings
    steps = np.linspace(-settings.gain_span, settings.gain_span, settings.gain_steps)
    blue, red = (axis.ravel() for axis in np.meshgrid(steps, steps))
    gains = np.exp(np.stack([blue, -0.2 * (blue + red), red], axis=1))
    counts = np.bincount(scene.block)
    scene = _blockwise(scene)
    free = _Prior(0.0, np.inf, 0.0, settings.haze)
    shade, _, misfit = _explain(scene, gains, prototypes, spread, free)
    best = np.take_along_axis(shade, misfit.argmin(axis=2)[..., None], axis=2)[..., 0]
    level = np.median(best, axis=1)[:, None, None]
    held = replace(free, shade=level, shade_sd=settings.shade * level)
    misfit = _explain(scene, gains, prototypes, spread, held)[2]
    fit = np.minimum(misfit.min(axis=2), settings.cap) @ counts * settings.pool
    # lamps differ along the colours of glowing bodies, hardly between green and magenta
    fit += ((red - blue) / settings.gain_sd) ** 2 / 4
    fit += ((red + blue) / settings.green_sd) ** 2 / 4
    chosen = int(fit.argmin())
    return gains[chosen : chosen + 1], float(level[chosen, 0, 0])


def _explain(
    scene: _Scene, gains: Floats, prototypes: Floats, spread: Floats, prior: _Prior
) -> tuple[Floats, Floats, Floats]:
    """Best shade and haze of every (gains, quadrant, colour), and half the squared misfit.

    Least squares in shade and haze, weighted so that linear residuals count as they would in
    the power space (first order), with haze kept from becoming negative.
    """
    settings = scene.settings
    colors, floored = scene.colors[None, :, None], scene.floored[None, :, None]
    stone = gains[:, None, None] * prototypes[None, None]
    power_variance = settings.noise**2 + spread**2
    weight = 1 / (power_variance[:, None] * (GAMMA * floored ** (1 - 1 / GAMMA)) ** 2)
    hold = 1 / np.asarray(prior.shade_sd, float) ** 2
    calm = 1 / prior.haze_sd**2
    ss = (weight * stone * stone).sum(axis=-1) + hold
    sh = (weight * stone).sum(axis=-1)
    hh = weight.sum(axis=-1) + calm
    sy = (weight * stone * colors).sum(axis=-1) + hold * prior.shade
    hy = (weight * colors).sum(axis=-1) + calm * prior.haze
    determinant = ss * hh - sh * sh + 1e-12
    haze = (ss * hy - sh * sy) / determinant
    shade = np.where(haze < 0, sy / (ss + 1e-12), (sy * hh - hy * sh) / determinant)
    haze, shade = np.maximum(haze, 0), np.maximum(shade, 1e-3)
    left = colors - shade[..., None] * stone - haze[..., None]
    misfit = (weight * left * left).sum(axis=-1)
    misfit += hold * (shade - prior.shade) ** 2 + calm * (haze - prior.haze) ** 2
    return shade, haze, misfit / 2 + scene.barred


def _block_evidence(misfit: Floats, block: NDArray[np.intp], settings: LightSettings) -> Floats:
    """(blocks, colours): the quadrants of a block vote; one alone cannot outvote the others."""
    capped = np.minimum(misfit - misfit.min(axis=1, keepdims=True), settings.cap)
    counts = np.bincount(block)
    total = np.zeros((len(counts), misfit.shape[1]))
    np.add.at(total, block, capped)
    return np.asarray(total * (np.minimum(counts, settings.votes) / counts)[:, None])


def _of_best(
    shade: Floats, haze: Floats, evidence: Floats, block: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """Shade and haze (n,) of each quadrant under its block's best colour."""
    rows, best = np.arange(len(block)), evidence.argmin(axis=1)[block]
    return shade[rows, best], haze[rows, best]


def _neighbourhood(
    scene: _Scene, shade: Floats, haze: Floats, chance: Floats, level: float
) -> _Prior:
    """Expect of every quadrant the shade and haze of those around it."""
    settings = scene.settings
    apart = scene.place[:, None] - scene.place[None]
    near = np.exp(-(apart**2).sum(axis=2) / (2 * settings.near**2))
    np.fill_diagonal(near, 0.2)
    near *= chance.max(axis=1)[scene.block]
    near /= near.sum(axis=1, keepdims=True)
    return _Prior(
        np.exp(near @ np.log(shade))[None, :, None],
        settings.shade_near * level,
        (near @ haze)[None, :, None],
        settings.haze_near,
    )


def _follow(
    scene: _Scene,
    gains: Floats,
    shade: Floats,
    haze: Floats,
    chance: Floats,
    known: Floats,
    known_spread: Floats,
) -> tuple[Floats, Floats]:
    """Prototypes and spreads after seeing the photo: a normal prior met by its own stones."""
    settings = scene.settings
    clean = np.maximum(scene.colors - haze[:, None], 1e-4) / shade[:, None] / gains[0]
    share = chance[scene.block]
    count = share.sum(axis=0)
    away = clean[:, None] ** (1 / GAMMA) - known ** (1 / GAMMA)
    # a quadrant that is no stone of its colour (a gap, a reflection) must not draw it far
    bounded = np.clip(away, -_FAR * known_spread[:, None], _FAR * known_spread[:, None])
    seen = np.einsum("nk,nkc->kc", share, bounded) / np.maximum(count, 1e-9)[:, None]
    trust = count / (count + (settings.slack / known_spread) ** 2)
    power = np.maximum(known ** (1 / GAMMA) + seen * trust[:, None], 0.01)
    spread = np.sqrt(settings.within**2 + known_spread**2 * (1 - trust))
    return power**GAMMA, np.minimum(spread, known_spread)
