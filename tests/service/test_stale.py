"""A corrected stage makes the scores above it doubtful, and only those."""

from dataclasses import replace

import pytest

from assistant.core.areas import layout_areas
from assistant.core.layout import Layout
from assistant.core.pieces import Block, Color, Inventory
from assistant.core.topview import visible_quadrants
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.activation import best_plan
from assistant.service.drafts import Drafts
from assistant.service.scoring import evaluate, write_result
from assistant.service.stale import stale_stages
from assistant.service.tables import Tables
from tests.service.parts import full_layout, state_of, top_of

LOWER = full_layout(4, 1)
UPPER = top_of(LOWER, 5, 2)
NO_GEMS = Inventory()


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create("forgotten_treasures", ["Ana", "Bo"])


RICH = Inventory.of(dict.fromkeys(FORGOTTEN_TREASURES.palette, 2))


def write(
    entries: Drafts, tables: Tables, code: str, layout: Layout, gems: Inventory = NO_GEMS
) -> None:
    """Write a stage; a rich hand is spent as it scores most, any other is kept."""
    stage = len(layout.stages)
    version = entries.open(code, 0, stage).version
    entry = entries.save(code, 0, stage, version, state_of(layout, gems))
    written = tables.get(code).scores.get((0, stage))
    seen = written.points if written else None
    result = evaluate(entry)
    plan = result.best if gems == RICH else result.price(())
    keep = result.suggested_keep(plan)
    write_result(tables, result, plan.activations, keep, version=entry.version, seen=seen)


def recolored(layout: Layout, position: int) -> Layout:
    """The layout with another colour at a place of stage 1."""
    stage = layout.stages[0]
    cell = stage.cells[position]
    assert isinstance(cell, Block)
    color = Color.BLUE if cell.color is not Color.BLUE else Color.RED
    cells = (*stage.cells[:position], Block(color, cell.icons), *stage.cells[position + 1 :])
    return layout.with_stage(1, replace(stage, cells=cells))


def paid_corner(layout: Layout) -> int:
    """The place of a corner block of stage 1 that shows an icon of an area that is paid for."""
    areas = {area.id: area for area in layout_areas(layout)}
    paid = sum(areas[each.area].mask for each in best_plan(areas.values(), RICH).activations)
    seen = visible_quadrants(layout)
    columns, rows = layout.frame.columns, layout.frame.rows
    for row, column in ((0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)):
        cell = layout.stages[0][row, column]
        assert isinstance(cell, Block)
        shows = (cell.icons or 0) & seen[1, row, column]
        if shows and paid & layout.frame.block_mask(1, row, column):
            return row * columns + column
    raise AssertionError("no corner is paid for")


def test_scores_that_fit_together_are_not_stale(entries: Drafts, tables: Tables, code: str) -> None:
    write(entries, tables, code, LOWER)
    write(entries, tables, code, UPPER)
    assert stale_stages(tables.get(code)) == []


def test_a_correction_that_can_be_seen_makes_the_stage_above_stale(
    entries: Drafts, tables: Tables, code: str
) -> None:
    paid = paid_corner(UPPER)
    write(entries, tables, code, LOWER)
    write(entries, tables, code, UPPER, RICH)
    write(entries, tables, code, recolored(LOWER, paid))
    assert stale_stages(tables.get(code)) == [(0, 2)]
    write(entries, tables, code, entries.open(code, 0, 2).layout, RICH)
    assert stale_stages(tables.get(code)) == []


def test_a_correction_of_an_area_that_nobody_paid_for_changes_nothing(
    entries: Drafts, tables: Tables, code: str
) -> None:
    write(entries, tables, code, LOWER)
    write(entries, tables, code, UPPER)
    write(entries, tables, code, recolored(LOWER, paid_corner(UPPER)))
    assert stale_stages(tables.get(code)) == []


def test_a_correction_under_the_stage_above_changes_nothing(
    entries: Drafts, tables: Tables, code: str
) -> None:
    write(entries, tables, code, LOWER)
    write(entries, tables, code, UPPER)
    write(entries, tables, code, recolored(LOWER, 6))
    assert stale_stages(tables.get(code)) == []


def test_gems_kept_after_all_make_the_stage_above_stale(
    entries: Drafts, tables: Tables, code: str
) -> None:
    write(entries, tables, code, LOWER)
    write(entries, tables, code, UPPER)
    write(entries, tables, code, LOWER, Inventory.of({Color.RED: 1}))
    assert stale_stages(tables.get(code)) == [(0, 2)]


def test_a_stage_that_was_only_typed_makes_nothing_stale(
    entries: Drafts, tables: Tables, code: str
) -> None:
    tables.type_score(code, 0, 1, 12)
    write(entries, tables, code, UPPER)
    tables.type_score(code, 0, 1, 14, seen=12)
    assert stale_stages(tables.get(code)) == []
