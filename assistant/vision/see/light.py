"""Solve light and block colours together.

A quadrant of colour c shows ``shade * gains * prototype[c] + haze`` in linear light: the gains of
the three channels are the lamp's colour, the shade its strength at this place, the haze light
that glances off the surface. Gains are one for the photo, shade and haze vary smoothly. No part
can be known first, so the gains are searched, and each label is judged with the shade and haze
that suit it best. Prototypes of a copy never seen start wide and follow the photo.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.vision.find.pose import Floats
from assistant.vision.profile import LightSettings
from assistant.vision.see.quadrants import GAMMA
from assistant.vision.see.rendition import cut_off, saturated

_BARRED = 1e6
_CUT_OFF = 0.25
"""Weight of a channel that lies at the end of the picture's range."""
_LEAST_CHANCE = 0.02
"""Saturation factors that are less likely than this are not looked into."""
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
    saturation: the factor of the phone's own saturation that was taken back.
    """

    evidence: Floats
    misfit: Floats
    gains: Floats
    shade: Floats
    haze: Floats
    prototypes: Floats
    saturation: float


def misfit_under(light: Light, colors: Floats, spread: Floats, settings: LightSettings) -> Floats:
    """(n, colours): half the squared misfit of other quadrants of a photo whose light is known.

    colors: (n, 3) linear BGR; spread: (colours,) as for `solve_light`.
    """
    stone = _Stone(light.prototypes, np.maximum(spread, settings.spread_floor))
    count = len(colors)
    scene = _Scene(
        colors,
        np.ones((count, 3)),
        np.arange(count),
        np.zeros((count, 2)),
        np.zeros((count, len(spread))),
        settings,
    )
    level = float(np.median(light.shade))
    prior = _Prior(level, settings.shade * level, 0.0, settings.haze)
    _, _, misfit = _explain(_muted(scene, light.saturation), light.gains[None], stone, prior)
    return np.asarray(misfit[0])


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
    """What is measured: linear colours (n, 3), and block, place of each.

    trust: (n, 3), 1 or less where a channel was cut off.
    barred: (n, colours), added to the misfit of colours that cannot be.
    """

    colors: Floats
    trust: Floats
    block: NDArray[np.intp]
    place: Floats
    barred: Floats
    settings: LightSettings


@dataclass(frozen=True, slots=True, eq=False)
class _Stone:
    """Prototypes (k, 3) linear BGR in units of their bright end, and their spread (k,)."""

    prototypes: Floats
    spread: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Lamp:
    """The gains (1, 3) under which a scene fits best, its usual shade, and how badly it fits."""

    gains: Floats
    level: float
    misfit: float


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
    stone = _Stone(
        prototypes / np.percentile(prototypes, 95), np.maximum(spread, settings.spread_floor)
    )
    trust = np.where(cut_off(colors), _CUT_OFF, 1.0)
    factors = np.exp(np.linspace(*settings.saturation_span, settings.saturation_steps))
    scene = _Scene(colors, trust, block, place, barred, settings)
    blocks, counts = _blockwise(scene), np.bincount(block)
    lamps = [_search_gains(_muted(blocks, factor), counts, stone) for factor in factors]
    chance = _factor_chance(factors, lamps, settings)
    lights = {
        number: _settle(_muted(scene, factor), lamps[number], stone, float(factor))
        for number, factor in enumerate(factors)
        if chance[number] > _LEAST_CHANCE
    }
    return _averaged(lights, chance)


def _muted(scene: _Scene, factor: float) -> _Scene:
    """The scene before a phone made its colours stronger, over its own bright end."""
    muted = saturated(scene.colors, 1 / factor)
    return replace(scene, colors=muted / np.percentile(muted, 95))


def _factor_chance(factors: Floats, lamps: list[_Lamp], settings: LightSettings) -> Floats:
    """Chance of every saturation factor, by how well the blocks fit under it."""
    misfit = np.array([lamp.misfit for lamp in lamps])
    misfit += (np.log(factors) / settings.saturation_sd) ** 2 / 2
    chance = np.exp(misfit.min() - misfit)
    return np.asarray(chance / chance.sum())


def _averaged(lights: Mapping[int, Light], chance: Floats) -> Light:
    """The likeliest light, with the evidence about colours averaged over all of them."""
    numbers = list(lights)
    weight = chance[numbers] / chance[numbers].sum()
    evidence = np.stack([lights[number].evidence for number in numbers])
    against = evidence - evidence.min(axis=2, keepdims=True)
    mixed = -np.log(np.einsum("s,smk->mk", weight, np.exp(-against)) + 1e-300)
    likeliest = lights[numbers[int(weight.argmax())]]
    return replace(likeliest, evidence=mixed)


def _settle(scene: _Scene, lamp: _Lamp, known: _Stone, factor: float) -> Light:
    """Shade, haze, prototypes and labels under one lamp and saturation, in rounds."""
    settings, block, gains = scene.settings, scene.block, lamp.gains
    prior = _Prior(lamp.level, settings.shade * lamp.level, 0.0, settings.haze)
    stone = known
    for _ in range(settings.rounds):
        shade, haze, misfit = _explain(scene, gains, stone, prior)
        evidence = _block_evidence(misfit[0], block, settings)
        chance = np.exp(-(evidence - evidence.min(axis=1, keepdims=True)))
        chance /= chance.sum(axis=1, keepdims=True)
        shade, haze = _of_best(shade[0], haze[0], evidence, block)
        prior = _neighbourhood(scene, shade, haze, chance, lamp.level)
        stone = _follow(scene, gains, shade, haze, chance, known)
    shade, haze, misfit = _explain(scene, gains, stone, prior)
    evidence = _block_evidence(misfit[0], block, settings)
    shade, haze = _of_best(shade[0], haze[0], evidence, block)
    return Light(evidence, misfit[0], gains[0], shade, haze, stone.prototypes, factor)


def _blockwise(scene: _Scene) -> _Scene:
    """The scene with the quadrants of a block put together as their median."""
    numbers = np.arange(scene.block.max() + 1)
    own = [scene.block == number for number in numbers]
    return replace(
        scene,
        colors=np.stack([np.median(scene.colors[each], axis=0) for each in own]),
        trust=np.stack([np.median(scene.trust[each], axis=0) for each in own]),
        block=numbers,
        place=np.stack([scene.place[each].mean(axis=0) for each in own]),
        barred=np.stack([scene.barred[each][0] for each in own]),
    )


def _search_gains(scene: _Scene, counts: NDArray[np.intp], stone: _Stone) -> _Lamp:
    """The lamp under which all blocks together fit best, each counting as its quadrants (n,)."""
    settings = scene.settings
    steps = np.linspace(-settings.gain_span, settings.gain_span, settings.gain_steps)
    blue, red = (axis.ravel() for axis in np.meshgrid(steps, steps))
    gains = np.exp(np.stack([blue, -0.2 * (blue + red), red], axis=1))
    free = _Prior(0.0, np.inf, 0.0, settings.haze)
    shade, _, misfit = _explain(scene, gains, stone, free)
    best = np.take_along_axis(shade, misfit.argmin(axis=2)[..., None], axis=2)[..., 0]
    level = np.median(best, axis=1)[:, None, None]
    held = replace(free, shade=level, shade_sd=settings.shade * level)
    misfit = _explain(scene, gains, stone, held)[2]
    fit = np.minimum(misfit.min(axis=2), settings.cap) @ counts * settings.pool
    # lamps differ along the colours of glowing bodies, hardly between green and magenta
    fit += ((red - blue) / settings.gain_sd) ** 2 / 4
    fit += ((red + blue) / settings.green_sd) ** 2 / 4
    chosen = int(fit.argmin())
    return _Lamp(gains[chosen : chosen + 1], float(level[chosen, 0, 0]), float(fit[chosen]))


def _explain(
    scene: _Scene, gains: Floats, stone: _Stone, prior: _Prior
) -> tuple[Floats, Floats, Floats]:
    """Best shade and haze of every (gains, quadrant, colour), and half the squared misfit.

    Least squares in shade and haze, weighted so that linear residuals count as they would in
    the power space (first order), with haze kept from becoming negative. The sums over the three
    channels are products of matrices: (n, 3) by (gains, 3, colours).
    """
    settings, colors = scene.settings, scene.colors
    slope = GAMMA * np.maximum(colors, settings.floor) ** (1 - 1 / GAMMA)
    weight = scene.trust / slope**2
    lit = np.swapaxes(gains[:, None] * stone.prototypes, 1, 2)
    sure = 1 / (settings.noise**2 + stone.spread**2)
    hold = 1 / np.asarray(prior.shade_sd, float) ** 2
    calm = 1 / prior.haze_sd**2
    ss = sure * (weight @ (lit * lit))
    sh = sure * (weight @ lit)
    sy = sure * ((weight * colors) @ lit)
    hh = sure * weight.sum(axis=1)[:, None]
    hy = sure * (weight * colors).sum(axis=1)[:, None]
    yy = sure * (weight * colors * colors).sum(axis=1)[:, None]
    shade, haze = _least_squares(
        ss + hold, sh, hh + calm, sy + hold * prior.shade, hy + calm * prior.haze
    )
    misfit = yy - 2 * (shade * sy + haze * hy) + shade * shade * ss + haze * haze * hh
    misfit += 2 * shade * haze * sh
    misfit += hold * (shade - prior.shade) ** 2 + calm * (haze - prior.haze) ** 2
    return shade, haze, misfit / 2 + scene.barred


def _least_squares(
    ss: Floats, sh: Floats, hh: Floats, sy: Floats, hy: Floats
) -> tuple[Floats, Floats]:
    """Shade and haze that solve the normal equations, haze not negative and shade positive."""
    determinant = ss * hh - sh * sh + 1e-12
    haze = (ss * hy - sh * sy) / determinant
    shade = np.where(haze < 0, sy / (ss + 1e-12), (sy * hh - hy * sh) / determinant)
    return np.maximum(shade, 1e-3), np.maximum(haze, 0)


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
    scene: _Scene, gains: Floats, shade: Floats, haze: Floats, chance: Floats, known: _Stone
) -> _Stone:
    """Prototypes and spreads after seeing the photo: a normal prior met by its own stones."""
    settings = scene.settings
    clean = np.maximum(scene.colors - haze[:, None], 1e-4) / shade[:, None] / gains[0]
    share = chance[scene.block]
    count = share.sum(axis=0)
    away = clean[:, None] ** (1 / GAMMA) - known.prototypes ** (1 / GAMMA)
    # a quadrant that is no stone of its colour (a gap, a reflection) must not draw it far
    bounded = np.clip(away, -_FAR * known.spread[:, None], _FAR * known.spread[:, None])
    seen = np.einsum("nk,nkc->kc", share, bounded) / np.maximum(count, 1e-9)[:, None]
    trust = count / (count + (settings.slack / known.spread) ** 2)
    power = np.maximum(known.prototypes ** (1 / GAMMA) + seen * trust[:, None], 0.01)
    spread = np.sqrt(settings.within**2 + known.spread**2 * (1 - trust))
    return _Stone(power**GAMMA, np.minimum(spread, known.spread))
