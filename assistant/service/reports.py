"""Where the points of a player's game came from, and where points were left lying."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from assistant.core.areas import Area, layout_areas
from assistant.core.errors import N_
from assistant.games import FORGOTTEN_TREASURES, Game, game_named
from assistant.games.forgotten_treasures import hindsight
from assistant.games.forgotten_treasures.activation import best_plan
from assistant.games.forgotten_treasures.hindsight import Cost, Scored
from assistant.games.pyramido.marking import Marker, best_marks, marked_areas, score_areas
from assistant.service.laid import cards_below
from assistant.service.pad import PadScore
from assistant.service.table import Table

AREAS, DOUBLING, MYTHICALS = N_("areas"), N_("doubling"), N_("mythical gems")
BONUS = N_("Mino bonus")
REMEMBERED = 2048


@dataclass(frozen=True, slots=True)
class StageReport:
    """A stage on the pad.

    Attributes:
        stage: from 1.
        points: as written.
        sources: (words, points) of what they came from; empty where only points are known.
        best_now: the most points at this stage end with what the player had; None: not known.
        cost: points of the whole game that were given away here; None: not known.
    """

    stage: int
    points: int
    sources: tuple[tuple[str, int], ...] = ()
    best_now: int | None = None
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class GameReport:
    """A player's game; ``optimum`` is the most it could have had, None where that is not known."""

    stages: tuple[StageReport, ...]
    optimum: int | None

    @property
    def points(self) -> int:
        """As on the pad."""
        return sum(stage.points for stage in self.stages)

    @property
    def left_lying(self) -> int | None:
        """The points that were left lying in all."""
        return None if self.optimum is None else self.optimum - self.points


def game_report(table: Table, seat: int) -> GameReport:
    """How a player's stages came to their points, and what each gave away.

    The optimum of a game is known once all its stages were entered with their gems.
    """
    written = _written(table, seat)
    known = _costs(table, seat, written)
    stages = tuple(
        StageReport(
            stage,
            score.points,
            points_by_source(table.dominoes, score),
            cost.best_now if cost else None,
            cost.cost if cost else None,
        )
        for (stage, score), cost in zip(written, known, strict=True)
    )
    lost = [stage.cost for stage in stages]
    whole = len(stages) == table.game.stage_count and None not in lost
    total = sum(stage.points for stage in stages)
    return GameReport(stages, total + sum(cost or 0 for cost in lost) if whole else None)


def points_by_source(game: Game, score: PadScore) -> tuple[tuple[str, int], ...]:
    """(words, points) of what a score came from; empty where only points are known, or lost."""
    if score.layout is None or score.lost:
        return ()
    areas = _areas(game.name, score.layout)
    if game.marks:
        marked = score_areas(marked_areas(game.parse(score.layout), areas, _markers(score)))
        return ((AREAS, marked.icons), (BONUS, marked.bonus))
    found = hindsight.sources(areas, score.activations, score.mythical_points)
    return ((AREAS, found.areas), (DOUBLING, found.doubling), (MYTHICALS, found.mythicals))


def _written(table: Table, seat: int) -> list[tuple[int, PadScore]]:
    stages = range(1, table.game.stage_count + 1)
    return [(n, table.scores[seat, n]) for n in stages if (seat, n) in table.scores]


def _costs(
    table: Table, seat: int, written: Sequence[tuple[int, PadScore]]
) -> Sequence[Cost | None]:
    if table.dominoes.marks:
        return [_mark_cost(table, seat, stage, score) for stage, score in written]
    scored = tuple(_scored(score) for _, score in written)
    whole = tuple(each for each in scored if each is not None)
    if len(whole) == len(scored) == table.game.stage_count:
        return _all_costs(whole)
    return [None if each is None else Cost(_best_now(each), None) for each in scored]


def _mark_cost(table: Table, seat: int, stage: int, score: PadScore) -> Cost | None:
    if score.layout is None or score.lost:
        return None
    cards = frozenset((*cards_below(table, seat, stage), *score.cards))
    best = max(_best_marks(table.game.name, score.layout, cards), score.points)
    return Cost(best, best - score.points)


def _scored(score: PadScore) -> Scored | None:
    if score.layout is None or score.inventory is None or score.kept is None:
        return None
    areas = _areas(FORGOTTEN_TREASURES.name, score.layout)
    return Scored(areas, score.inventory, score.points, score.kept)


def _markers(score: PadScore) -> tuple[Marker, ...]:
    return tuple(Marker(*place) for place in score.marks)


@lru_cache(REMEMBERED)
def _best_now(stage: Scored) -> int:
    return best_plan(stage.areas, stage.gems).points


@lru_cache(REMEMBERED)
def _all_costs(stages: tuple[Scored, ...]) -> tuple[Cost, ...]:
    return hindsight.costs(stages)


@lru_cache(REMEMBERED)
def _areas(game: str, layout: str) -> tuple[Area, ...]:
    return layout_areas(game_named(game).parse(layout))


@lru_cache(REMEMBERED)
def _best_marks(game: str, layout: str, cards: frozenset[tuple[int, int, int]]) -> int:
    return best_marks(game_named(game).parse(layout), cards)[1].points
