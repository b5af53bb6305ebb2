"""The end of a stage of a solo game: one step of the game, one score on the pad."""

import pytest

from assistant.core.errors import (
    InventoryError,
    OrderError,
)
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.activation import KEEP_LIMIT
from assistant.games.forgotten_treasures.legend.steps import (
    Correction,
    Expecting,
    StageEnd,
)
from assistant.service.drafts import Drafts
from assistant.service.solo import Solo, SoloTable
from assistant.service.solo_pad import LEGEND
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import GAME, enter, full_layout, write_best
from tests.service.solo_parts import BY_APP, play_until


@pytest.fixture
def solo(store: SqliteStore) -> Solo:
    return Solo(store, new_seed=lambda: 11)


@pytest.fixture
def code(solo: Solo) -> str:
    return solo.create(GAME, ["Ana"], LEGEND)


@pytest.fixture
def started(solo: Solo, code: str) -> SoloTable:
    return solo.play(code, 1, BY_APP)


@pytest.fixture
def at_end(solo: Solo, tables: Tables, started: SoloTable) -> SoloTable:
    return play_until(solo, tables, started, Expecting.STAGE_END)


def test_the_gems_in_hand_are_those_of_the_turns(at_end: SoloTable, entries: Drafts) -> None:
    hand = at_end.game.state.player
    assert hand.total >= 8
    assert entries.open(at_end.table.code, 0, 1).inventory == hand


def test_a_pyramid_entered_in_the_middle_of_the_stage_has_the_gems_of_its_end(
    solo: Solo, tables: Tables, entries: Drafts, started: SoloTable
) -> None:
    code = started.table.code
    enter(entries, code, 0, 1, full_layout(1, 1), Inventory.of({Color.RED: 2}))
    assert entries.open(code, 0, 1).inventory == Inventory()
    at = play_until(solo, tables, started, Expecting.STAGE_END)
    entry = entries.open(code, 0, 1)
    assert entry.layout == full_layout(1, 1)
    assert entry.inventory == at.game.state.player


def test_writing_the_result_ends_the_stage(
    at_end: SoloTable, solo: Solo, tables: Tables, entries: Drafts
) -> None:
    code, before = at_end.table.code, at_end.game.state
    result = enter(entries, code, 0, 1, full_layout(1, 1), Inventory())
    table = write_best(tables, result)
    after = solo.open(code).game
    step = after.steps[-1]
    assert isinstance(step, StageEnd)
    assert step.points == result.best.points
    assert step.spent == before.player.minus(result.best.kept)
    assert after.state.player == result.suggested_keep(result.best) == step.kept
    assert after.state.legend_scores == (before.legend_score,)
    assert after.state.stage == 2
    written = table.scores[0, 1]
    assert (written.points, written.layout) == (step.points, repr(full_layout(1, 1)))
    assert written.inventory == before.player
    assert entries.open(code, 0, 2).start == after.state.player
    assert entries.open(code, 0, 1).inventory == before.player


def test_a_stage_is_not_scored_before_its_last_turn(
    started: SoloTable, solo: Solo, tables: Tables, entries: Drafts
) -> None:
    code = started.table.code
    with pytest.raises(OrderError, match="your turn"):
        tables.type_score(code, 0, 1, 20)
    result = enter(entries, code, 0, 1, full_layout(1, 1), Inventory())
    with pytest.raises(OrderError, match="your turn"):
        write_best(tables, result)
    assert solo.open(code).game == started.game


def test_a_typed_score_tells_what_is_kept(at_end: SoloTable, solo: Solo, tables: Tables) -> None:
    code, hand = at_end.table.code, at_end.game.state.player
    gems = [color for color, count in hand for _ in range(count)]
    kept = Inventory.of({color: gems[:3].count(color) for color in gems[:3]})
    tables.type_score(code, 0, 1, 17, kept=kept)
    state = solo.open(code).game.state
    assert state.player == kept
    assert state.discards.covers(hand.minus(kept))
    assert tables.get(code).scores[0, 1].typed


@pytest.mark.parametrize("kept", [Inventory.of({Color.RED: 6}), None])
def test_impossible_gems_kept_are_refused(
    at_end: SoloTable, tables: Tables, solo: Solo, kept: Inventory | None
) -> None:
    """Six of a kind that are not in hand; and ten left where only five may be kept."""
    if kept is None:
        kept = at_end.game.state.player
        assert kept.total > KEEP_LIMIT
    with pytest.raises(InventoryError):
        tables.type_score(at_end.table.code, 0, 1, 17, kept=kept)
    assert solo.open(at_end.table.code).game == at_end.game


def test_a_score_is_not_cleared_but_undone(at_end: SoloTable, tables: Tables) -> None:
    code = at_end.table.code
    tables.type_score(code, 0, 1, 17, kept=Inventory())
    with pytest.raises(OrderError, match="undo"):
        tables.clear(code, 0, 1, seen=17)


def test_a_score_written_again_corrects_points_and_gems(
    at_end: SoloTable, solo: Solo, tables: Tables, entries: Drafts
) -> None:
    code, hand = at_end.table.code, at_end.game.state.player
    first = Inventory.of({hand.items[0][0]: 1})
    tables.type_score(code, 0, 1, 17, kept=first)
    bag = solo.open(code).game.state.bag
    result = enter(entries, code, 0, 1, full_layout(1, 1), hand)
    write_best(tables, result)
    state = solo.open(code).game.state
    assert state.player_points == (result.best.points,)
    assert state.player == result.suggested_keep(result.best) != first
    assert state.bag == bag
    assert state.warnings == ()
    assert tables.get(code).scores[0, 1].points == result.best.points


def test_points_typed_again_leave_the_gems_alone(
    at_end: SoloTable, solo: Solo, tables: Tables
) -> None:
    code, hand = at_end.table.code, at_end.game.state.player
    kept = Inventory.of({hand.items[0][0]: 1})
    tables.type_score(code, 0, 1, 17, kept=kept)
    tables.type_score(code, 0, 1, 19, kept=Inventory(), seen=17)
    state = solo.open(code).game.state
    assert (state.player_points, state.player) == ((19,), kept)


def test_points_corrected_at_the_table_show_on_the_pad(
    at_end: SoloTable, solo: Solo, tables: Tables, entries: Drafts
) -> None:
    code = at_end.table.code
    write_best(tables, enter(entries, code, 0, 1, full_layout(1, 1), Inventory()))
    at = solo.open(code)
    solo.play(code, at.version, Correction(player_points=(99,)))
    score = tables.get(code).scores[0, 1]
    assert (score.points, score.typed) == (99, True)
