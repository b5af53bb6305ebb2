"""The best plan against an exact integer program; the full frontier."""

from statistics import median

from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.activation import best_plan, frontier
from bench.figures import Figure, timed
from bench.integer_program import solve
from bench.positions import Position, random_positions

SEED = 2025
COMPARED = 50
LARGEST = 250


def figures() -> list[Figure]:
    return [*compare(random_positions(SEED, COMPARED)), *frontiers(random_positions(SEED, LARGEST))]


def compare(positions: list[Position]) -> list[Figure]:
    """Both solvers from the same areas, position by position."""
    equal = 0
    plan_seconds, program_seconds = [], []
    for position in positions:
        plan, seconds = timed(best_plan, position.areas, position.inventory)
        plan_seconds.append(seconds)
        optimum, seconds = timed(solve, position.areas, position.inventory)
        program_seconds.append(seconds)
        equal += optimum == (plan.points, plan.kept.total, plan.kept[Color.MYTHICAL])
    ratio = sum(program_seconds) / sum(plan_seconds)
    return [
        Figure("best plan: same optimum as the program", equal, "", at_least=len(positions)),
        Figure("best plan: median", median(plan_seconds) * 1e6, "us"),
        Figure("integer program (HiGHS): median", median(program_seconds) * 1e6, "us"),
        Figure("best plan: times faster", ratio, "x", at_least=100),
    ]


def frontiers(positions: list[Position]) -> list[Figure]:
    """The full frontier with the most gems there can be."""
    seconds = [timed(frontier, p.areas, p.inventory)[1] for p in positions]
    return [
        Figure("full frontier: median", median(seconds) * 1e3, "ms", at_most=5),
        Figure("full frontier: worst", max(seconds) * 1e3, "ms", at_most=5),
    ]
