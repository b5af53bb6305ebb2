"""A finished pyramid looked back at: what each stage end cost, now that all of them are known.

The optimum is exact: the most points that any way to spend could have had with the gems that were
gained. What a stage cost is how much less was left to reach after it than before it, so that the
costs of all stages add up to what the game stayed below the optimum.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.areas import Area
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.activation import Activation, best_plan
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS
from assistant.games.forgotten_treasures.lookahead.foresight import Coming, StageEnd
from assistant.games.forgotten_treasures.lookahead.hands import pack


@dataclass(frozen=True, slots=True)
class Scored:
    """A stage end as it was scored: areas, gems in hand, points, and the gems kept after it."""

    areas: tuple[Area, ...]
    gems: Inventory
    points: int
    kept: Inventory


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the points of a stage came from: areas, their second time, and mythicals left."""

    areas: int
    doubling: int
    mythicals: int


@dataclass(frozen=True, slots=True)
class Cost:
    """What a stage end could have had.

    Attributes:
        best_now: the most points at this stage end with the gems in hand.
        cost: how many points of the whole game were given away here; None where the gems of the
            game do not add up.
    """

    best_now: int
    cost: int | None


def sources(areas: Sequence[Area], activations: Sequence[Activation], mythicals: int) -> Sources:
    """Where the points of a plan come from."""
    icons = {area.id: area.icons for area in areas}
    once = sum(icons[each.area] for each in activations)
    again = sum(icons[each.area] for each in activations if each.multiplier > 1)
    return Sources(once, again, mythicals)


def costs(stages: Sequence[Scored]) -> tuple[Cost, ...]:
    """What each stage end of a game could have had, given those that came after it."""
    best = [best_plan(stage.areas, stage.gems).points for stage in stages]
    ends = _ends(stages)
    if ends is None:
        return tuple(Cost(points, None) for points in best)
    reach = [end[pack(before)] for end, before in zip(ends, _kept_before(stages), strict=True)]
    given_away = [
        now - stage.points - after
        for now, stage, after in zip(reach, stages, [*reach[1:], 0], strict=True)
    ]
    return tuple(map(Cost, best, given_away))


def optimum(stages: Sequence[Scored]) -> int | None:
    """The most points these stage ends could have had together; None: the gems do not add up."""
    ends = _ends(stages)
    return ends[0][0] if ends else None


def _ends(stages: Sequence[Scored]) -> list[StageEnd] | None:
    """The stage ends, each knowing those after it."""
    before = _kept_before(stages)
    if not all(map(Inventory.covers, (stage.gems for stage in stages), before)):
        return None
    ends: list[StageEnd] = []
    for stage, kept in zip(reversed(stages), reversed(before), strict=True):
        coming = Coming(_icons(stage.areas), pack(stage.gems.minus(kept)))
        ends.insert(0, StageEnd(coming, tuple(ends[:1])))
    return ends


def _kept_before(stages: Sequence[Scored]) -> list[Inventory]:
    return [Inventory(), *(stage.kept for stage in stages[:-1])]


def _icons(areas: Sequence[Area]) -> tuple[tuple[int, ...], ...]:
    """For each colour the icons of its areas that have any, most first."""
    return tuple(
        tuple(
            sorted(
                (area.icons for area in areas if area.color is color and area.icons), reverse=True
            )
        )
        for color in GEM_COLORS
    )
