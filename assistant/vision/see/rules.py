"""The rules as soft evidence: a stage is dominoes, and a domino has exactly two icons.

A domino has eight quadrants. Given log odds of an icon in each, the chance that two of them have
one is a sum over 28 pairs; a stage's chance is a sum over its tilings (95 for 5 x 4 blocks) of
products over dominoes. From the same sums follows each quadrant's chance of an icon under the
rule. Quadrants that cannot be seen take part with even odds of their own.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.core.deck import lying
from assistant.core.dominoes import tilings
from assistant.core.pieces import Color
from assistant.games import game_named
from assistant.vision.find.pose import Floats
from assistant.vision.profile import DecodeSettings

_MOST = 30.0
_SAME = np.array([a // 4 == b // 4 for a in range(8) for b in range(a + 1, 8)])
_PAIRS = np.array([(a, b) for a in range(8) for b in range(a + 1, 8)])


def stage_icons(
    odds: Floats,
    columns: int,
    rows: int,
    holes: frozenset[tuple[int, int]],
    settings: DecodeSettings,
) -> tuple[Floats, float]:
    """Chance of an icon in each quadrant of a stage, given its rules, and the rules' evidence.

    odds: float64 (rows, columns, 4), log odds of an icon from the photo, without any prior;
    0 where nothing is seen. The evidence is the log of how much better the rules explain
    the odds than independent icons do; far below 0 something was misread.
    """
    odds = np.clip(odds, -_MOST, _MOST)
    every = tilings(columns, rows, holes)
    free = _free_chance(odds)
    if not every:
        return free, 0.0
    dominoes = sorted({domino for tiling in every for domino in tiling}, key=repr)
    index = {domino: position for position, domino in enumerate(dominoes)}
    cells = np.array([(d.first, d.second) for d in dominoes])
    eight = odds[cells[..., 0], cells[..., 1]].reshape(-1, 8)
    fit, chance = _domino_fit(eight, settings.single)
    fit -= np.log1p(np.exp(eight) / 3).sum(axis=1) - 8 * math.log(4 / 3)
    use = np.zeros((len(every), len(dominoes)))
    for row, tiling in enumerate(every):
        use[row, [index[domino] for domino in tiling]] = 1
    total = use @ fit
    peak = float(total.max())
    share = np.exp(total - peak)
    evidence = peak + math.log(share.mean())
    used = (share / share.sum()) @ use
    ruled = np.zeros_like(odds)
    for number, place in enumerate(cells):
        ruled[place[:, 0], place[:, 1]] += used[number] * chance[number].reshape(2, 4)
    trust = _trust(evidence, settings.trust)
    return trust * ruled + (1 - trust) * free, evidence


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The dominoes of a game in every way (n) they can lie across, and down.

    colors: int (2, n, 2), of the first and second block, in the order of a profile.
    icons: float64 (2, n, 8), 1 where the first block's four quadrants and the second's have one.
    """

    colors: NDArray[np.intp]
    icons: Floats


@cache
def deck_of(game: str, palette: tuple[Color, ...]) -> Deck | None:
    """The dominoes of a game; None if they are not known."""
    dominoes = game_named(game).deck.dominoes
    if not dominoes:
        return None
    ways = [lying(dominoes, down=down) for down in (False, True)]
    colors = [[[palette.index(block.color) for block in pair] for pair in way] for way in ways]
    icons = [
        [[float((block.icons or 0) >> k & 1) for block in pair for k in range(4)] for pair in way]
        for way in ways
    ]
    return Deck(np.array(colors), np.array(icons))


def stage_blocks(
    odds: Floats,
    colors: Floats,
    holes: frozenset[tuple[int, int]],
    deck: Deck,
    settings: DecodeSettings,
) -> tuple[Floats, Floats]:
    """Chance of an icon in each quadrant and of each colour, given the dominoes of the game.

    odds: float64 (rows, columns, 4) as for `stage_icons`; colors: float64 (rows, columns, k), the
    chance of every colour from the photo, even where nothing is seen. Cards and misread blocks
    are no dominoes of the game, so the rules alone are believed as far as they explain it better.
    """
    rows, columns, count = colors.shape
    ruled, evidence = stage_icons(odds, columns, rows, holes, settings)
    every = tilings(columns, rows, holes)
    if not every:
        return ruled, colors
    odds = np.clip(odds, -_MOST, _MOST)
    against = np.log(np.maximum(colors, 1e-9) * count)
    even = np.log1p(np.exp(odds) / 3).sum(axis=2) - 4 * math.log(4 / 3)
    dominoes = sorted({domino for tiling in every for domino in tiling}, key=repr)
    index = {domino: position for position, domino in enumerate(dominoes)}
    fit = np.zeros(len(dominoes))
    icons, color = np.zeros((len(dominoes), 8)), np.zeros((len(dominoes), 2, count))
    for number, domino in enumerate(dominoes):
        first, second = domino.first, domino.second
        way = int(first[1] == second[1])
        pair = deck.colors[way]
        terms = against[first][pair[:, 0]] + against[second][pair[:, 1]]
        terms = terms + deck.icons[way] @ np.concatenate([odds[first], odds[second]])
        peak = terms.max()
        share = np.exp(terms - peak)
        fit[number] = peak + math.log(share.mean()) - even[first] - even[second]
        share /= share.sum()
        icons[number] = share @ deck.icons[way]
        for block in (0, 1):
            color[number, block] = np.bincount(pair[:, block], share, minlength=count)
    use = np.zeros((len(every), len(dominoes)))
    for row, tiling in enumerate(every):
        use[row, [index[domino] for domino in tiling]] = 1
    total = use @ fit
    share = np.exp(total - total.max())
    known = float(total.max()) + math.log(share.mean())
    used = (share / share.sum()) @ use
    trust = _trust(known - evidence, settings.deck)
    own_icons, own_colors = np.zeros_like(odds), np.zeros_like(colors)
    for number, domino in enumerate(dominoes):
        for block, cell in enumerate((domino.first, domino.second)):
            own_icons[cell] += used[number] * icons[number, 4 * block : 4 * block + 4]
            own_colors[cell] += used[number] * color[number, block]
    for row, column in holes:
        own_colors[row, column] = colors[row, column]
    return trust * own_icons + (1 - trust) * ruled, trust * own_colors + (1 - trust) * colors


def _free_chance(odds: Floats) -> Floats:
    """Chance of an icon where each quadrant stands alone, one in four having one."""
    return np.asarray(1 / (1 + 3 * np.exp(-odds)))


def _trust(evidence: float, prior: float) -> float:
    """Chance that the rules hold for this stage as it was read."""
    odds = math.log(prior / (1 - prior)) + evidence
    return 1 / (1 + math.exp(-min(max(odds, -50.0), 50.0)))


def _domino_fit(eight: Floats, single: float) -> tuple[Floats, NDArray[np.float64]]:
    """Log chance of two icons on each domino, and each quadrant's chance then.

    eight: (n, 8) log odds, the first block's four quadrants and the second's.
    single: chance that both lie on one block (12 of the 28 pairs), else one on each (16 pairs).
    """
    prior = np.where(_SAME, math.log(single / 12), math.log((1 - single) / 16))
    terms = eight[:, _PAIRS].sum(axis=2) + prior
    peak = terms.max(axis=1, keepdims=True)
    share = np.exp(terms - peak)
    total = share.sum(axis=1, keepdims=True)
    member = np.zeros((len(_PAIRS), 8))
    member[np.arange(len(_PAIRS))[:, None], _PAIRS] = 1
    return peak[:, 0] + np.log(total[:, 0]), share / total @ member
