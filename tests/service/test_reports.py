"""The game report: its numbers are the planner's and the optimum's."""

import random
from dataclasses import replace
from functools import cache

import pytest

from assistant.core.areas import layout_areas
from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.activation import best_cut, best_plan, frontier, price_plan
from assistant.games.forgotten_treasures.lookahead.hands import unpack
from assistant.games.forgotten_treasures.lookahead.simulation import (
    Game,
    clairvoyant_total,
    play_game,
)
from assistant.games.pyramido.marking import Marker, marked_areas, score_areas
from assistant.service.drafts import Drafts
from assistant.service.marking import evaluate_marks, write_marks
from assistant.service.reports import GameReport, game_report
from assistant.service.tables import PadScore, Tables
from tests.service.parts import GAME, state_of

GAMES = 50


def record(tables: Tables, game: Game, seed: int) -> str:
    """The game on the pad, spent at times well, at times anyhow; the code of its table."""
    rng = random.Random(seed)
    code = tables.create(GAME, ["Ana"])
    kept = Inventory()
    for stage, end in enumerate(game.ends, start=1):
        layout = Layout(game.layout.stages[:stage])
        areas, gems = layout_areas(layout), kept.plus(unpack(end.gained))
        options = frontier(areas, gems)
        activations = rng.choice([best_plan(areas, gems).activations, options[-1].activations, ()])
        plan = price_plan(areas, gems, activations)
        kept = best_cut(areas, plan.kept) if stage < 4 else plan.kept
        score = PadScore(plan.points, plan.mythical_points, repr(layout), gems, activations, kept)
        tables.write(code, 0, stage, score, seen=None)
    return code


def best_from(game: Game, stage: int, kept: Inventory) -> int:
    """The most points from a stage on: every hand worth keeping, tried one after the other."""

    @cache
    def best(stage: int, kept: Inventory) -> int:
        if stage > 4:
            return 0
        areas = layout_areas(Layout(game.layout.stages[:stage]))
        gems = kept.plus(unpack(game.ends[stage - 1].gained))
        if stage == 4:
            return best_plan(areas, gems).points
        return max(each.points + best(stage + 1, each.kept) for each in frontier(areas, gems))

    return best(stage, kept)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [play_game(seed) for seed in range(GAMES)]


def test_the_numbers_of_fifty_recorded_games_are_the_planners_and_the_optimums(
    tables: Tables, games: list[Game]
) -> None:
    left = 0
    for seed, game in enumerate(games):
        table = tables.get(record(tables, game, seed))
        report = game_report(table, 0)
        assert report.points == table.total(0)
        assert report.optimum == clairvoyant_total(game)
        for stage in report.stages:
            written = table.scores[0, stage.stage]
            assert written.inventory is not None
            areas = layout_areas(table.dominoes.parse(written.layout or ""))
            assert stage.best_now == best_plan(areas, written.inventory).points
            assert sum(points for _, points in stage.sources) == stage.points
            assert stage.cost is not None
            assert stage.cost >= 0
        assert sum(stage.cost or 0 for stage in report.stages) == report.left_lying
        left += report.left_lying or 0
    assert left > GAMES


@pytest.mark.parametrize("seed", range(4))
def test_what_a_stage_cost_is_what_could_still_be_had_before_it_and_after_it(
    tables: Tables, games: list[Game], seed: int
) -> None:
    """Against a search of its own over all hands worth keeping."""
    table = tables.get(record(tables, games[seed], seed))
    kept = Inventory()
    for stage in game_report(table, 0).stages:
        written = table.scores[0, stage.stage]
        assert written.kept is not None
        before = best_from(games[seed], stage.stage, kept)
        after = best_from(games[seed], stage.stage + 1, written.kept)
        assert stage.cost == before - stage.points - after
        kept = written.kept


def test_a_stage_that_was_only_typed_leaves_the_optimum_open(
    tables: Tables, games: list[Game]
) -> None:
    code = record(tables, games[0], 0)
    points = tables.get(code).scores[0, 2].points
    table = tables.type_score(code, 0, 2, 3, seen=points)
    report = game_report(table, 0)
    assert report.optimum is report.left_lying is None
    assert [stage.best_now is None for stage in report.stages] == [False, True, False, False]
    assert [bool(stage.sources) for stage in report.stages] == [True, False, True, True]
    assert {stage.cost for stage in report.stages} == {None}


def test_gems_that_do_not_add_up_leave_the_optimum_open(tables: Tables, games: list[Game]) -> None:
    code = record(tables, games[0], 0)
    first, second = (tables.get(code).scores[0, stage] for stage in (1, 2))
    assert second.inventory is not None
    more = Inventory.of({Color.RED: second.inventory[Color.RED] + 1})
    other = replace(first, points=first.points + 1, kept=more)
    moved = tables.write(code, 0, 1, other, seen=first.points)
    report = game_report(moved, 0)
    assert report.optimum is None
    assert None not in [stage.best_now for stage in report.stages]


def test_marked_stages_cost_what_better_marks_would_have_scored(
    tables: Tables, entries: Drafts
) -> None:
    code = tables.create("pyramido", ["Ana", "Ben"])
    layout = tables.get(code).dominoes.parse("r1r1r1b1b1/r1r1r1b1b1/r1r1r1b1b1/r1r1r1b1b1")
    state = state_of(layout, Inventory(), laid={"marks": [[1, 0, 2]], "cards": []})
    result = evaluate_marks(entries.save(code, 0, 1, 0, state))
    table = write_marks(tables, result, left=None, version=1, seen=None)
    (stage,) = game_report(table, 0).stages
    marked = score_areas(marked_areas(layout, layout_areas(layout), [Marker(1, 0, 2)]))
    assert stage.sources == (("areas", marked.icons), ("Mino bonus", marked.bonus))
    assert (stage.points, stage.best_now) == (marked.points, result.best.points) == (24, 28)
    assert stage.cost == 4


def test_an_empty_pad_has_an_empty_report(tables: Tables) -> None:
    table = tables.get(tables.create(GAME, ["Ana"]))
    assert game_report(table, 0) == GameReport((), None)
