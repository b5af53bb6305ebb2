"""Whole games, scored by several ways to spend: greedy, the look-ahead, and perfect foresight.

One other player takes at random, so the bag never runs empty and no gem comes back from the
discards: what the player spends changes nothing but his points, and all ways to spend can be
compared on the same game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from assistant.core.areas import layout_areas
from assistant.core.geometry import BASE_SHAPES, STAGE_COUNT, Frame
from assistant.core.layout import Layout
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.activation import best_cut, best_plan
from assistant.games.forgotten_treasures.legend.exploration import GEM_KINDS, NO_GEMS
from assistant.games.forgotten_treasures.lookahead.advice import advise
from assistant.games.forgotten_treasures.lookahead.drafting import Offers, Pool, play_stage
from assistant.games.forgotten_treasures.lookahead.foresight import Coming, known_future
from assistant.games.forgotten_treasures.lookahead.growing import empty_growing
from assistant.games.forgotten_treasures.lookahead.hands import unpack

Spend = Callable[[Layout, Inventory], tuple[int, Inventory]]
"""A way to spend: (points, gems kept) at the end of the highest stage of a layout."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game played to the end: the pyramid, and what each stage end offers."""

    layout: Layout
    ends: tuple[Coming, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """Final totals of the same game."""

    greedy: int
    plan: int
    clairvoyant: int


def play_game(seed: int) -> Game:
    """A game in which both dominoes and gems are taken by the bot of `drafting`."""
    rng = Random(f"game {seed}")
    growing = empty_growing(Frame(*rng.choice(BASE_SHAPES)))
    offers = Offers(Pool(), 0, rng)
    stages, ends = [], []
    for number in range(1, STAGE_COUNT + 1):
        if number > 1:
            growing.begin_next()
        gained = play_stage(growing, offers)
        stages.append(growing.built(GEM_KINDS))
        ends.append(Coming(growing.areas(), gained))
    return Game(Layout(tuple(stages)), tuple(ends))


def compare(game: Game, seed: int, samples: int | None = None) -> Totals:
    """The game's totals; the look-ahead sees no more than what lies on the table."""

    def planned(layout: Layout, gems: Inventory) -> tuple[int, Inventory]:
        best = advise(layout, gems, seed=seed, samples=samples).best
        return best.points_now, best.kept

    return Totals(total(game, spend_greedily), total(game, planned), clairvoyant_total(game))


def total(game: Game, spend: Spend) -> int:
    """The points of all stages."""
    points, kept = 0, NO_GEMS
    for number, end in enumerate(game.ends, start=1):
        layout = Layout(game.layout.stages[:number])
        scored, kept = spend(layout, kept.plus(unpack(end.gained)))
        points += scored
    return points


def spend_greedily(layout: Layout, gems: Inventory) -> tuple[int, Inventory]:
    """The most points now, then as many and as good gems as possible."""
    areas = layout_areas(layout)
    plan = best_plan(areas, gems)
    return plan.points, best_cut(areas, plan.kept)


def clairvoyant_total(game: Game) -> int:
    """The most points that any way to spend could have had in this very game."""
    return known_future(game.ends)[0]


def share_won(totals: Sequence[Totals]) -> tuple[float, float]:
    """The share of the gap from greedy to clairvoyant that the plan wins, and its standard error.

    A ratio of sums over the games; its error is that of a ratio estimator (Cochran, "Sampling
    Techniques", chapter 6).
    """
    gaps = [each.clairvoyant - each.greedy for each in totals]
    wins = [each.plan - each.greedy for each in totals]
    if not sum(gaps):
        return 1.0, 0.0
    share = sum(wins) / sum(gaps)
    squares = sum((win - share * gap) ** 2 for win, gap in zip(wins, gaps, strict=True))
    games = len(totals)
    return share, sqrt(squares * games / max(games - 1, 1)) / sum(gaps)
