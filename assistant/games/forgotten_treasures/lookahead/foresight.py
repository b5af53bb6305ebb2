"""The most points over stage ends that are known beforehand: exact backward recursion.

A hand that is kept is worth, at the next stage end, the most over everything that it and the
gems gained can be turned into: the points there and the worth of what is kept then (Bellman's
principle). Nothing else passes from stage to stage, and of the hands there could be few are
ever kept; each is solved once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate

from assistant.games.forgotten_treasures.activation import KEEP_LIMIT, MYTHICALS_PER_UNIT, UNITS
from assistant.games.forgotten_treasures.lookahead.hands import (
    COLORS,
    FIELD,
    FIELD_MASK,
    KINDS,
    MYTHICAL_SHIFT,
    Hand,
)

# What gems turn into, as one int so that choices add up: the hand kept, without mythicals; how
# many gems that is; pairs of mythicals paid; points less mythicals paid. The two counts end just
# below a bit that shows when there are too many.
_Outcome = int
_COUNT_SHIFT = FIELD * len(KINDS)
_PAID_SHIFT = _COUNT_SHIFT + FIELD
_POINTS_SHIFT = _PAID_SHIFT + FIELD
_HAND = (1 << _COUNT_SHIFT) - 1
_COUNTS = (1 << 2 * FIELD) - 1
_LARGEST = FIELD_MASK // 2
_TOO_MANY = (_LARGEST + 1) * (1 << _COUNT_SHIFT | 1 << _PAID_SHIFT)

_UNIT_LIMIT = 2 * FIELD_MASK


@dataclass(frozen=True, slots=True)
class Coming:
    """A stage end: the icons of the areas of each colour, most first, and the gems gained."""

    areas: tuple[tuple[int, ...], ...]
    gained: Hand


class StageEnd(dict[Hand, int]):
    """The most points from one stage end on, for each hand kept from the stage before.

    What comes after may be known, or be one of several equally likely `StageEnd`: then the hand
    to keep is chosen before it is known which. Points are summed over all ``scenarios``, the
    ways in which the game may end. A hand is worked out when it is first asked for.

    Args:
        coming: its areas and gems.
        after: what may come after; nothing after the last stage.
    """

    def __init__(self, coming: Coming, after: Sequence["StageEnd"] = ()) -> None:
        super().__init__()
        self.scenarios: int = sum(end.scenarios for end in after) or 1
        self._gained = coming.gained
        self._points = [points_of_units(icons) for icons in coming.areas]
        self._after = after
        self._choices: dict[tuple[int, int, int], list[_Outcome]] = {}

    def __missing__(self, kept: Hand) -> int:
        hand = kept + self._gained
        self[kept] = worth = self._best(hand) if self._after else self._last_points(hand)
        return worth

    def _best(self, hand: Hand) -> int:
        """The most over all ways to use a hand; as many mythicals are kept as may be."""
        mythicals = hand >> MYTHICAL_SHIFT
        kept_mythicals = _kept_mythicals(mythicals)
        outcomes = self._outcomes(hand)
        kept = [way & _HAND | kept_mythicals[way >> _COUNT_SHIFT & _COUNTS] for way in outcomes]
        worths = [(way >> _POINTS_SHIFT) * self.scenarios for way in outcomes]
        for end in self._after:
            worths = [worth + end[left] for worth, left in zip(worths, kept, strict=True)]
        return mythicals * self.scenarios + max(worths)

    def _outcomes(self, hand: Hand) -> list[_Outcome]:
        """All ways to use the coloured gems and the pairs, colour by colour."""
        pairs = (hand >> MYTHICAL_SHIFT) // MYTHICALS_PER_UNIT
        outcomes = [_LARGEST - KEEP_LIMIT << _COUNT_SHIFT | _LARGEST - pairs << _PAID_SHIFT]
        for color in COLORS:
            choices = self._color_choices(color, hand >> FIELD * color & FIELD_MASK, pairs)
            if choices != [0]:
                outcomes = [
                    more
                    for outcome in outcomes
                    for choice in choices
                    if not (more := outcome + choice) & _TOO_MANY
                ]
        return outcomes

    def _color_choices(self, color: int, gems: int, pairs: int) -> list[_Outcome]:
        """The ways of one colour; without those that pay more mythicals for no more points."""
        choices = self._choices.get((color, gems, pairs))
        if choices is None:
            points = self._points[color]
            choices = self._choices[color, gems, pairs] = []
            for kept in range(min(gems, KEEP_LIMIT) + 1):
                most = -1
                for paid in range(pairs + 1):
                    net = points[gems - kept + paid] - MYTHICALS_PER_UNIT * paid
                    if net > most:
                        most = net
                        choices.append(
                            kept << FIELD * color
                            | kept << _COUNT_SHIFT
                            | paid << _PAID_SHIFT
                            | net << _POINTS_SHIFT
                        )
        return choices

    def _last_points(self, hand: Hand) -> int:
        """The most points when nothing comes after: all coloured gems, and pairs if they pay."""
        mythicals = hand >> MYTHICAL_SHIFT
        pairs = mythicals // MYTHICALS_PER_UNIT
        best = [0] * (pairs + 1)
        for points in self._points:
            gems = hand & FIELD_MASK
            hand >>= FIELD
            if not pairs:
                best[0] += points[gems]
            elif points[gems + pairs] == points[gems]:
                best = [other + points[gems] for other in best]
            else:
                best = [
                    max([best[paid - own] + points[gems + own] for own in range(paid + 1)])
                    for paid in range(pairs + 1)
                ]
        return mythicals + max(
            [points - MYTHICALS_PER_UNIT * paid for paid, points in enumerate(best)]
        )


@cache
def _kept_mythicals(mythicals: int) -> list[Hand]:
    """The mythicals kept, as a hand, by the two counts of an outcome."""
    pairs = mythicals // MYTHICALS_PER_UNIT
    kept = []
    for counts in range(_COUNTS + 1):
        left = mythicals - MYTHICALS_PER_UNIT * ((counts >> FIELD) - _LARGEST + pairs)
        room = KEEP_LIMIT - ((counts & FIELD_MASK) - _LARGEST + KEEP_LIMIT)
        kept.append(max(min(left, room), 0) << MYTHICAL_SHIFT)
    return kept


def known_future(stages: Sequence[Coming]) -> StageEnd:
    """The first of these stage ends, knowing all that come after it."""
    end = StageEnd(stages[-1])
    for coming in reversed(stages[:-1]):
        end = StageEnd(coming, (end,))
    return end


@lru_cache(maxsize=1 << 12)
def points_of_units(icons: tuple[int, ...]) -> tuple[int, ...]:
    """The most points of one colour for each number of units paid.

    The largest areas are scored, the largest of them twice (see `forgotten_treasures.activation`).
    """
    prefix = [0, *accumulate(icons)]
    extra = UNITS[2] - UNITS[1]
    return tuple(
        max(
            prefix[doubles] + prefix[min(len(icons), units - extra * doubles)]
            for doubles in range(min(len(icons), units // UNITS[2]) + 1)
        )
        for units in range(_UNIT_LIMIT)
    )
