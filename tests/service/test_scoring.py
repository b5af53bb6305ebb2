"""Scoring: what an entry is worth, and what may be written to the pad."""

import random
from typing import Any

import pytest

from assistant.core.errors import (
    ConflictError,
    InventoryError,
    LayoutError,
    OrderError,
    PaymentError,
)
from assistant.core.layout import Blank, Layout
from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.activation import KEEP_LIMIT, Activation
from assistant.service.drafts import Drafts
from assistant.service.scoring import evaluate, write_result
from assistant.service.tables import Tables
from bench.positions import random_inventory
from tests.service.parts import (
    GAME,
    enter,
    full_layout,
    seen,
    state_of,
    top_of,
    write_best,
)

RICH = Inventory.of({Color.RED: 3, Color.BLUE: 2, Color.MYTHICAL: 5})


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create(GAME, ["Ana", "Ben"])


def write(tables: Tables, result: Any, activations: Any, keep: Inventory, **other: Any) -> Any:
    options = {"version": result.entry.version, "seen": seen(result.entry)} | other
    return write_result(tables, result, activations, keep, **options)


def test_an_entry_is_worth_its_best_plan(entries: Drafts, code: str) -> None:
    layout = FORGOTTEN_TREASURES.parse("r1r1r0r0r1/b0b0b0b0b0/b1b2b4b0b0/g0g0g0g0g0")
    gems = Inventory.of({Color.RED: 1, Color.BLUE: 3, Color.MYTHICAL: 1})
    result = enter(entries, code, 0, 1, layout, gems)
    assert [(area.color, area.icons) for area in result.areas] == [
        (Color.RED, 3),
        (Color.BLUE, 3),
        (Color.GREEN, 0),
    ]
    assert result.best.points == 3 + 2 * 3 + 1
    assert result.best.mythical_points == 1
    assert result.best.kept == result.suggested_keep(result.best)
    assert result.best.kept == Inventory.of({Color.MYTHICAL: 1})
    assert result.frontier[0].points == 10


@pytest.mark.parametrize(
    ("gems", "stage", "words"),
    [
        ({Color.RED: 10}, 1, "only 9"),
        ({Color.RED: 6, Color.BLUE: 5}, 1, "at most 0 kept and one a turn make 10"),
        ({Color.MYTHICAL: 12}, 2, "at most 5 kept and one a turn make 11"),
        ({Color.BROWN: 1}, 1, "has no brown gems"),
    ],
)
def test_gems_that_cannot_be_are_kept_but_not_scored(
    entries: Drafts, tables: Tables, code: str, gems: dict[Color, int], stage: int, words: str
) -> None:
    if stage == 2:
        tables.type_score(code, 0, 1, 5)
    inventory = Inventory.of(gems)
    state = state_of(full_layout(1, stage), inventory)
    entry = entries.save(code, 0, stage, 0, state)
    assert entries.open(code, 0, stage).inventory == inventory
    with pytest.raises(InventoryError, match=words):
        evaluate(entry)


@pytest.mark.parametrize("cell", ["??", "r?"])
def test_what_is_seen_must_be_known(entries: Drafts, code: str, cell: str) -> None:
    text = repr(full_layout(1, 1))
    layout = FORGOTTEN_TREASURES.parse(cell + text[2:])
    with pytest.raises(LayoutError, match="x=0, y=0"):
        enter(entries, code, 0, 1, layout, RICH)


def test_what_is_covered_need_not_be_known(entries: Drafts, tables: Tables, code: str) -> None:
    tables.type_score(code, 0, 1, 5)
    tables.type_score(code, 0, 2, 5)
    layout = full_layout(1, 3)
    hidden = layout.stages[0]
    middle = 2 * hidden.columns + 2
    cells = (*hidden.cells[:middle], Blank.UNKNOWN, *hidden.cells[middle + 1 :])
    layout = layout.with_stage(1, type(hidden)(hidden.columns, hidden.rows, cells))
    gems = Inventory.of({Color.MYTHICAL: 3})
    assert enter(entries, code, 0, 3, layout, gems).best.points >= 3


def test_a_layout_against_the_rules_is_scored_with_its_problems(entries: Drafts, code: str) -> None:
    layout = FORGOTTEN_TREASURES.parse("/".join(["rF" * 5] * 4))
    result = enter(entries, code, 0, 1, layout, RICH)
    assert len(result.problems) >= 20
    assert result.best.points == 2 * 80 + 5


# ---- writing


def test_the_best_plan_is_written_with_all_that_is_needed_to_look_back(
    entries: Drafts, tables: Tables, code: str
) -> None:
    layout = full_layout(1, 1)
    result = enter(entries, code, 0, 1, layout, RICH)
    written = write_best(tables, result).scores[0, 1]
    assert written.points == result.best.points
    assert written.mythical_points == result.best.mythical_points
    assert written.layout == repr(layout)
    assert written.inventory == RICH
    assert written.kept == result.suggested_keep(result.best)
    assert written.gems_left == result.best.kept.total
    assert not written.typed
    assert written.activations == result.best.activations
    assert evaluate(entries.open(code, 0, 1)).price(written.activations) == result.best


@pytest.mark.parametrize("seed", range(8))
def test_every_entry_of_the_frontier_can_be_written(
    entries: Drafts, tables: Tables, code: str, seed: int
) -> None:
    gems = random_inventory(random.Random(seed), 10)
    result = enter(entries, code, 0, 1, full_layout(seed, 1, gaps=seed % 3), gems)
    for option in result.frontier[:12]:
        entry = entries.open(code, 0, 1)
        table = write_result(
            tables,
            evaluate(entry),
            option.activations,
            option.kept,
            version=entry.version,
            seen=seen(entry),
        )
        assert table.scores[0, 1].points == option.points
        assert entries.open(code, 0, 2).start == option.kept


def test_above_the_limit_the_best_five_are_suggested_and_must_be_cut(
    entries: Drafts, tables: Tables, code: str
) -> None:
    gems = Inventory.of({Color.MYTHICAL: 7, Color.RED: 2})
    layout = FORGOTTEN_TREASURES.parse("/".join(["b0" * 5] * 4))
    result = enter(entries, code, 0, 1, layout, gems)
    assert (result.best.points, result.best.kept) == (7, gems)
    assert result.must_cut
    assert result.suggested_keep(result.best).total == KEEP_LIMIT
    with pytest.raises(InventoryError, match="too many to keep: discard down to 5"):
        write(tables, result, (), gems)
    with pytest.raises(InventoryError, match="Keep 5 gems"):
        write(tables, result, (), Inventory.of({Color.MYTHICAL: 4}))
    with pytest.raises(InventoryError, match="left after paying"):
        write(tables, result, (), Inventory.of({Color.RED: 3, Color.MYTHICAL: 2}))
    with pytest.raises(InventoryError, match="left after paying"):
        write(tables, result, (), Inventory.of({Color.GREEN: 5}))
    assert tables.get(code).scores == {}
    keep = Inventory.of({Color.MYTHICAL: 3, Color.RED: 2})
    assert write(tables, result, (), keep).scores[0, 1].kept == keep
    assert entries.open(code, 0, 2).inventory == keep


def test_after_stage_four_nothing_is_cut(entries: Drafts, tables: Tables, code: str) -> None:
    for stage in (1, 2, 3):
        tables.type_score(code, 0, stage, 5)
    gems = Inventory.of({Color.MYTHICAL: 6})
    layout = FORGOTTEN_TREASURES.parse(
        " ".join(["/".join(["b0" * (6 - s)] * (5 - s)) for s in range(1, 5)])
    )
    result = enter(entries, code, 0, 4, layout, gems)
    assert not result.must_cut
    assert result.suggested_keep(result.best) == gems
    with pytest.raises(InventoryError, match="Keep 6 gems"):
        write(tables, result, (), Inventory.of({Color.MYTHICAL: 5}))
    assert write(tables, result, (), gems).scores[0, 4].gems_left == 6


@pytest.mark.parametrize(
    ("activation", "words"),
    [
        ((99, 1, {Color.RED: 1}), "area"),
        ((0, 1, {Color.BLUE: 1}), "cannot pay"),
        ((0, 1, {Color.MYTHICAL: 1}), "not even"),
        ((0, 1, {Color.RED: 2}), "takes the worth of 1"),
        ((0, 2, {Color.RED: 2}), "takes the worth of 3"),
        ((0, 3, {Color.RED: 3}), "once or twice"),
        ((0, 2, {Color.MYTHICAL: 6}), "."),
    ],
)
def test_an_illegal_plan_is_refused_with_its_reason_and_nothing_written(
    entries: Drafts, tables: Tables, code: str, activation: Any, words: str
) -> None:
    layout = FORGOTTEN_TREASURES.parse("r1r1r0r0r1/b0b0b0b0b0/b1b2b4b0b0/g0g0g0g0g0")
    result = enter(entries, code, 0, 1, layout, RICH)
    area, multiplier, pay = activation
    own = (Activation(area, multiplier, Inventory.of(pay)),)
    with pytest.raises(PaymentError, match=words):
        write(tables, result, own, Inventory())
    twice = (Activation(0, 1, Inventory.of({Color.RED: 1})),) * 2
    with pytest.raises(PaymentError, match="area"):
        write(tables, result, twice, Inventory())
    assert tables.get(code).scores == {}


def test_an_own_plan_is_written_as_it_is(entries: Drafts, tables: Tables, code: str) -> None:
    layout = FORGOTTEN_TREASURES.parse("r1r1r0r0r1/b0b0b0b0b0/b1b2b4b0b0/g0g0g0g0g0")
    result = enter(entries, code, 0, 1, layout, Inventory.of({Color.RED: 1, Color.MYTHICAL: 4}))
    own = (Activation(0, 1, Inventory.of({Color.MYTHICAL: 2})),)
    keep = Inventory.of({Color.RED: 1, Color.MYTHICAL: 2})
    assert result.price(own).points == 3 + 2
    assert write(tables, result, own, keep).total(0) == 5


# ---- two phones


def test_a_result_of_an_entry_that_changed_is_refused(
    entries: Drafts, tables: Tables, code: str
) -> None:
    old = enter(entries, code, 0, 1, full_layout(1, 1), RICH)
    new = enter(entries, code, 0, 1, full_layout(2, 1), RICH)
    with pytest.raises(ConflictError, match="Look again"):
        write(tables, new, new.best.activations, new.suggested_keep(new.best), version=1)
    assert old.entry.version == 1
    assert tables.get(code).scores == {}
    write_best(tables, new)


def test_a_result_over_a_score_that_another_phone_wrote_is_refused(
    entries: Drafts, tables: Tables, code: str
) -> None:
    result = enter(entries, code, 0, 1, full_layout(1, 1), RICH)
    tables.type_score(code, 0, 1, result.best.points + 1)
    with pytest.raises(ConflictError, match="it is now"):
        write_best(tables, result)
    assert tables.get(code).scores[0, 1].typed


def test_a_result_of_a_stage_whose_lower_one_was_cleared_is_refused(
    entries: Drafts, tables: Tables, code: str
) -> None:
    write_best(tables, enter(entries, code, 0, 1, full_layout(1, 1), RICH))
    gems = entries.open(code, 0, 2).inventory
    result = enter(entries, code, 0, 2, top_of(full_layout(1, 1), 2, 2), gems)
    tables.clear(code, 0, 1, seen=tables.get(code).scores[0, 1].points)
    with pytest.raises(OrderError, match="Stage 1 of Ana comes first"):
        write_best(tables, result)


# ---- a whole game


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_adds_up(entries: Drafts, tables: Tables, code: str, seed: int) -> None:
    """Four stages of random pyramids with gaps; totals and gems follow the rules throughout."""
    rng = random.Random(seed)
    below: list[Layout | None] = [None, None]
    totals = [0, 0]
    for stage in range(1, 5):
        for _ in range(2):
            seat = tables.get(code).next_seat()
            assert seat is not None
            entry = entries.open(code, seat, stage)
            taken = FORGOTTEN_TREASURES.turns[stage - 1]
            gems = entry.inventory.plus(random_inventory(rng, taken))
            layout = top_of(below[seat], rng.randrange(9999), stage, gaps=rng.randrange(2))
            result = enter(entries, code, seat, stage, layout, gems)
            totals[seat] += result.best.points
            table = write_best(tables, result)
            assert table.total(seat) == totals[seat]
            below[seat] = layout
            left = table.scores[seat, stage]
            assert left.kept is not None
            assert left.kept.total <= KEEP_LIMIT or stage == 4
    assert tables.get(code).over
    assert max(totals) == max(entry.total for entry in tables.get(code).standings().ranking)
