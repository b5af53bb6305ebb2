"""The rules as soft evidence: a stage is dominoes, and a domino has exactly two icons.

A domino has eight quadrants. Given log odds of an icon in each, the chance that two of them have
one is a sum over 28 pairs; a stage's chance is a sum over its tilings (95 for 5 x 4 blocks) of
products over dominoes. From the same sums follows each quadrant's chance of an icon under the
rule. Quadrants that cannot be seen take part with even odds of their own.
"""

import math

import numpy as np
from numpy.typing import NDArray

from assistant.core.dominoes import tilings
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
