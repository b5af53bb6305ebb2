"""Spend now or keep: how long the advice takes, and how much of the gap to foresight it wins."""

import time
from statistics import median

from assistant.core.areas import layout_areas
from assistant.core.geometry import STAGE_COUNT
from assistant.core.layout import Layout
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.activation import frontier
from assistant.games.forgotten_treasures.lookahead.advice import advise
from assistant.games.forgotten_treasures.lookahead.simulation import (
    Game,
    Totals,
    clairvoyant_total,
    play_game,
    share_won,
    spend_greedily,
    total,
)
from bench.figures import Figure, timed

SEED = 70_000
GAMES = 12
MEDIAN_MS = 1000
WORST_MS = 2000

#: (seconds of the advice, seconds of the full frontier of the same position) by stage.
Times = dict[int, list[tuple[float, float]]]


def figures() -> list[Figure]:
    times: Times = {stage: [] for stage in range(1, STAGE_COUNT)}
    totals = [clocked(play_game(seed), times) for seed in range(SEED, SEED + GAMES)]
    share, error = share_won(totals)
    seconds = [advice for stage in times.values() for advice, _ in stage]
    return [
        Figure("advice: median of stages 1 to 3", median(seconds) * 1e3, "ms", at_most=MEDIAN_MS),
        *(figure for stage in times for figure in of_stage(stage, times[stage])),
        Figure(f"share of the gap won in {GAMES} games", share, ""),
        Figure("its standard error", error, ""),
    ]


def of_stage(stage: int, times: list[tuple[float, float]]) -> list[Figure]:
    """Milliseconds depend on the machine; the ratio to the frontier hardly does."""
    advice = [seconds for seconds, _ in times]
    ratio = median(seconds / base for seconds, base in times)
    return [
        Figure(f"advice, stage {stage}: median", median(advice) * 1e3, "ms"),
        Figure(f"advice, stage {stage}: worst", max(advice) * 1e3, "ms", at_most=WORST_MS),
        Figure(f"advice, stage {stage}: full frontiers in that time", ratio, "x"),
    ]


def clocked(game: Game, times: Times) -> Totals:
    """The totals of a game; adds the times of its decisions."""

    def spend(layout: Layout, gems: Inventory) -> tuple[int, Inventory]:
        start = time.perf_counter()
        best = advise(layout, gems).best
        seconds = time.perf_counter() - start
        if len(layout.stages) in times:
            base = timed(frontier, layout_areas(layout), gems)[1]
            times[len(layout.stages)].append((seconds, base))
        return best.points_now, best.kept

    return Totals(total(game, spend_greedily), total(game, spend), clairvoyant_total(game))
