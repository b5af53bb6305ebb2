"""Spend now or keep: what every hand that could be kept comes to over the coming stages.

Futures are drawn at random, every candidate is carried through the same ones (common random
numbers), each future is solved exactly, and the best average wins: hindsight optimisation
(Chong, Givan and Chang 2000), with candidates that fall behind dropped by sequential halving
(Karnin, Koren and Somekh 2013). ``docs/carryover.md`` tells what the model assumes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev

from assistant.core.areas import Area, layout_areas
from assistant.core.geometry import STAGE_COUNT
from assistant.core.layout import Layout
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.activation import (
    Activation,
    FrontierEntry,
    Plan,
    best_cut,
    best_plan,
    frontier,
)
from assistant.games.forgotten_treasures.lookahead.foresight import StageEnd
from assistant.games.forgotten_treasures.lookahead.futures import Futures, kinds_in_order
from assistant.games.forgotten_treasures.lookahead.hands import Hand, pack

SAMPLES = (40, 64, 128)
"""Futures that are plenty at the end of stages 1 to 3."""
BRANCHES = ((3, 2), (6,), ())
"""Ways on from each later stage end of a future, by the stage now: its hand is chosen before it
is known which of them comes."""
FINALISTS = 6
"""Candidates that are carried through all futures."""
ALTERNATIVES = 4


@dataclass(frozen=True, slots=True)
class Option:
    """A hand that could be kept.

    Attributes:
        kept: after the cut to 5 gems; at stage 4 before it.
        activations: how to come to it.
        points_now: points of this stage.
        expected_total: those and the points of the coming stages, on average.
        error: the standard error of that average; infinite after a single future.
        gain: how much more that is than by the most points now.
        gain_error: the standard error of the gain, which is smaller: chance hits both alike.
        samples: futures that it was carried through.
    """

    kept: Inventory
    activations: tuple[Activation, ...]
    points_now: int
    expected_total: float
    error: float = 0.0
    gain: float = 0.0
    gain_error: float = 0.0
    samples: int = 0

    @property
    def later(self) -> float:
        """The points of the coming stages, on average."""
        return self.expected_total - self.points_now


@dataclass(frozen=True, slots=True)
class KeepAdvice:
    """What to keep.

    Attributes:
        best: the most points expected.
        greedy: the most points now.
        options: all hands worth a thought, most points expected first.
        samples: futures looked at.
    """

    best: Option
    greedy: Option
    options: tuple[Option, ...]
    samples: int

    @property
    def alternatives(self) -> tuple[Option, ...]:
        """The best few other options."""
        return tuple(option for option in self.options if option is not self.best)[:ALTERNATIVES]


@dataclass(slots=True, eq=False)
class _Candidate:
    """A hand on the frontier and its total in each future that it was carried through."""

    entry: FrontierEntry
    hand: Hand
    greedy: bool
    totals: list[float] = field(default_factory=list)

    @property
    def rank(self) -> tuple[float, bool, int, Hand]:
        """What the best candidate has most of; equal ones: greedy, then the most points now."""
        return round(sum(self.totals), 6), self.greedy, self.entry.points, self.hand


def advise(
    layout: Layout,
    inventory: Inventory,
    *,
    seed: int = 0,
    samples: int | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> KeepAdvice:
    """What to keep at the end of the highest stage of a layout.

    Args:
        layout: the pyramid; what is seen of it must be known.
        inventory: the gems in hand before any is spent.
        seed: the same one gives the same answer.
        samples: futures to look at; None: as many as the stage needs.
        keep_going: asked before each future but the first; False ends the search early with
            the best answer so far.

    Raises:
        LayoutError: a block or an icon that can be seen is not known.
    """
    areas = layout_areas(layout)
    plan = best_plan(areas, inventory)
    stage = len(layout.stages)
    if stage == STAGE_COUNT:
        last = Option(plan.kept, plan.activations, plan.points, plan.points)
        return KeepAdvice(last, last, (last,), 0)
    kinds = kinds_in_order(layout, inventory)
    candidates = _candidates(areas, inventory, plan, lambda gems: pack(gems, kinds))
    futures = Futures(layout, inventory, kinds)
    rng, branches = Random(seed), BRANCHES[stage - 1]
    budget = SAMPLES[stage - 1] if samples is None else max(samples, 1)
    _carry(candidates, lambda: futures.draw(rng, branches), budget, keep_going)
    return _advice(candidates)


def _candidates(
    areas: Sequence[Area], inventory: Inventory, plan: Plan, packed: Callable[[Inventory], Hand]
) -> list[_Candidate]:
    """The frontier; the first is what the most points now keeps."""
    kept = best_cut(areas, plan.kept)
    greedy = FrontierEntry(kept, plan.points, plan.activations)
    others = [entry for entry in frontier(areas, inventory) if entry.kept != kept]
    return [_Candidate(entry, packed(entry.kept), entry is greedy) for entry in (greedy, *others)]


def _carry(
    candidates: list[_Candidate],
    draw: Callable[[], StageEnd],
    budget: int,
    keep_going: Callable[[], bool],
) -> None:
    """Carry the candidates through futures, those that fall behind through fewer of them."""
    greedy = candidates[0]
    alive = candidates
    for batch in _batches(budget):
        for _ in range(batch):
            if greedy.totals and not keep_going():
                return
            future = draw()
            for candidate in alive:
                worth = future[candidate.hand] / future.scenarios
                candidate.totals.append(candidate.entry.points + worth)
        alive = sorted(alive, key=lambda c: c.rank, reverse=True)[: max(FINALISTS, len(alive) // 3)]
        if greedy not in alive:
            alive.append(greedy)


def _batches(budget: int) -> Iterator[int]:
    """An eighth of the futures, then as many as there were already, again and again."""
    done = 0
    while done < budget:
        batch = min(done or -(-budget // 8), budget - done)
        yield batch
        done += batch


def _advice(candidates: list[_Candidate]) -> KeepAdvice:
    greedy = candidates[0]
    options = {id(candidate): _option(candidate, greedy) for candidate in candidates}
    finalists = [c for c in candidates if len(c.totals) == len(greedy.totals)]
    best = options[id(max(finalists, key=lambda c: c.rank))]
    others = sorted(
        (option for option in options.values() if option is not best),
        key=lambda option: -option.expected_total,
    )
    return KeepAdvice(best, options[id(greedy)], (best, *others), len(greedy.totals))


def _option(candidate: _Candidate, greedy: _Candidate) -> Option:
    """A candidate that met fewer futures is told by its distance to greedy in those."""
    gains = [own - base for own, base in zip(candidate.totals, greedy.totals, strict=False)]
    gain = fmean(gains)
    return Option(
        candidate.entry.kept,
        candidate.entry.activations,
        candidate.entry.points,
        fmean(greedy.totals) + gain,
        _standard_error(candidate.totals),
        gain,
        _standard_error(gains),
        len(gains),
    )


def _standard_error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
