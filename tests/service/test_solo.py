"""Solo games over a real store: durable, refused when stale, the pad and the game one thing."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.core.activation import KEEP_LIMIT
from assistant.core.errors import (
    ConflictError,
    InputError,
    InventoryError,
    NotFoundError,
    OrderError,
)
from assistant.core.pieces import Color, Inventory
from assistant.core.solo_game import SoloGame
from assistant.core.solo_steps import (
    Correction,
    End,
    Expecting,
    LegendMove,
    LostTurn,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageEnd,
)
from assistant.games import PYRAMIDO
from assistant.service.entries import Entries
from assistant.service.solo import Solo, SoloTable
from assistant.service.solo_pad import BECOME, LEGEND, SOLO
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.core.solo_table import Table, check, check_whole, next_step
from tests.service.parts import GAME, enter, full_layout, write_best

BY_APP = SetUp(gems_by_app=True, dominoes_by_app=True, seed=5)


@pytest.fixture
def solo(store: SqliteStore) -> Solo:
    return Solo(store, new_seed=lambda: 11)


@pytest.fixture
def code(solo: Solo) -> str:
    return solo.create(GAME, ["Ana"], LEGEND)


@pytest.fixture
def started(solo: Solo, code: str) -> SoloTable:
    return solo.play(code, 1, BY_APP)


def play_on(
    solo: Solo, tables: Tables, at: SoloTable, rng: random.Random, table: Table | None = None
) -> SoloTable:
    """One random step more, the end of a stage as a typed score."""
    state, code = at.game.state, at.table.code
    step = next_step(rng, state, table, greedy=False)
    if isinstance(step, StageEnd):
        tables.type_score(code, 0, state.stage, step.points, kept=step.kept)
        return solo.open(code)
    return solo.play(code, at.version, step)


def play_until(
    solo: Solo, tables: Tables, at: SoloTable, expecting: Expecting, seed: int = 0
) -> SoloTable:
    rng = random.Random(seed)
    while at.game.state.expecting is not expecting:
        at = play_on(solo, tables, at, rng)
    return at


def won(solo: Solo, tables: Tables, name: str, *, seed: int = 5, points: int = 200) -> SoloTable:
    """A finished game with so many points a stage."""
    code = solo.create(GAME, [name], LEGEND)
    at = solo.play(code, 1, replace(BY_APP, seed=seed))
    for stage in (1, 2, 3, 4):
        at = play_until(solo, tables, at, Expecting.STAGE_END, seed)
        kept = Inventory() if at.game.state.player.total else None
        tables.type_score(code, 0, stage, points, kept=kept)
        at = solo.open(code)
    return at


# ---- whole games


@pytest.mark.parametrize("mode", [LEGEND, BECOME])
@pytest.mark.parametrize("by_app", [True, False])
def test_a_whole_game_is_stored_step_by_step(
    store: SqliteStore, tables: Tables, solo: Solo, mode: str, by_app: bool
) -> None:
    """After each step the game read again is the game that was played."""
    if mode == BECOME:
        won(solo, tables, "Ana")
    rng = random.Random(f"{mode} {by_app}")
    table = None if by_app else Table(rng, SoloRules(mode == BECOME))
    code = solo.create(GAME, ["Ana"], mode)
    at = solo.play(code, 1, table.set_up if table else BY_APP)
    live = at.game
    assert live.state.rules.become_the_legend == (mode == BECOME)
    while at.game.state.expecting is not Expecting.OVER:
        at = play_on(solo, tables, at, rng, table)
        live = live.play(at.game.steps[-1])
        assert Solo(store).open(code).game == at.game == live
        check(at.game.state)
    check_whole(at.game)
    pad = tables.get(code)
    assert pad.over
    assert [pad.scores[0, stage].points for stage in (1, 2, 3, 4)] == list(
        at.game.state.player_points
    )
    assert all(step.kind == SOLO for step in pad.record.steps)


def test_a_game_is_there_again_in_another_process(
    started: SoloTable, solo: Solo, tables: Tables, tmp_path: Path
) -> None:
    at = play_until(solo, tables, started, Expecting.STAGE_END)
    again = Solo(SqliteStore(tmp_path / "tables.sqlite3")).open(at.table.code)
    assert again.game == at.game
    assert again.version == at.version


@pytest.mark.parametrize("seed", range(3))
def test_any_sequence_of_steps_undo_and_redo_equals_the_replay(
    store: SqliteStore, solo: Solo, tables: Tables, code: str, seed: int
) -> None:
    rng = random.Random(seed)
    at = solo.play(code, 1, replace(BY_APP, seed=seed + 1))
    for _ in range(50):
        steps, known = len(at.game.steps), len(at.game.steps + at.game.undone)
        if at.game.state.phase is Expecting.OVER or rng.random() < 0.3:
            at = solo.go_to(code, at.version, rng.randint(max(1, steps - 6), known))
        elif rng.random() < 0.1:
            switched = not at.game.state.rules.per_icon
            rules = replace(at.game.state.rules, per_icon=switched)
            at = solo.play(code, at.version, Correction(rules=rules))
        else:
            at = play_on(solo, tables, at, rng)
        record = store.table(code)
        replayed = SoloGame.from_json(
            {
                "steps": [step.payload["game"] for step in record.steps],
                "undone": [step.payload["game"] for step in reversed(record.undone)],
            }
        )
        assert replayed == at.game


# ---- opening a table


def test_the_app_gives_a_seed_of_its_own(solo: Solo, code: str) -> None:
    at = solo.play(code, 1, replace(BY_APP, seed=0))
    assert at.game.state.seed == 11


def test_seeds_differ_from_game_to_game(store: SqliteStore) -> None:
    solo = Solo(store)
    codes = [solo.create(GAME, ["Ana"], LEGEND) for _ in range(2)]
    first, second = (solo.play(code, 1, replace(BY_APP, seed=0)) for code in codes)
    assert first.game.state.seed != second.game.state.seed


def test_the_mode_is_that_of_the_table(solo: Solo, code: str) -> None:
    at = solo.play(code, 1, replace(BY_APP, rules=SoloRules(True, per_icon=True)))
    assert at.game.state.rules == SoloRules(False, per_icon=True)


@pytest.mark.parametrize("names", [["Ana", "Ben"], [" ", ""]])
def test_the_legend_plays_against_one_person(solo: Solo, names: list[str]) -> None:
    with pytest.raises(InputError):
        solo.create(GAME, names, LEGEND)


def test_other_games_and_modes_have_no_legend(solo: Solo, tables: Tables) -> None:
    with pytest.raises(InputError):
        tables.create(GAME, ["Ana"], mode="dragon")
    with pytest.raises(InputError):
        tables.create(PYRAMIDO.name, ["Ana", "Ben"], mode=LEGEND)


def test_a_table_with_the_pad_alone_is_no_solo_game(solo: Solo, tables: Tables) -> None:
    with pytest.raises(NotFoundError):
        solo.open(tables.create(GAME, ["Ana"]))
    with pytest.raises(NotFoundError):
        solo.open("NONE2")


# ---- refused


def test_a_stale_step_is_refused_with_what_changed(solo: Solo, started: SoloTable) -> None:
    code, state = started.table.code, started.game.state
    space = state.area.face_up[0]
    turn = PlayerTurn(space, state.area[space].gems[0], space)
    at = solo.play(code, started.version, turn)
    with pytest.raises(ConflictError, match="turn 1: you take"):
        solo.play(code, started.version, turn)
    with pytest.raises(ConflictError):
        solo.go_to(code, started.version, 0)
    assert solo.open(code).game == at.game


def test_an_impossible_step_leaves_nothing_behind(solo: Solo, started: SoloTable) -> None:
    code = started.table.code
    for step, error in (
        (LegendMove(), OrderError),
        (PlayerTurn(2, Color.RED, 2), InputError),
        (BY_APP, OrderError),
        (StageEnd(20), InputError),
    ):
        with pytest.raises(error):
            solo.play(code, started.version, step)
    assert solo.open(code) == started


def test_there_is_no_moment_after_more_steps_than_there_are(solo: Solo, started: SoloTable) -> None:
    with pytest.raises(InputError, match="no step 2"):
        solo.go_to(started.table.code, started.version, 2)


# ---- back to any turn


def test_back_to_any_turn_and_forward_again(solo: Solo, tables: Tables, started: SoloTable) -> None:
    code = started.table.code
    at = play_until(solo, tables, started, Expecting.STAGE_END)
    back = solo.go_to(code, at.version, 4)
    assert len(back.game.steps) == 4
    assert back.game.steps + back.game.undone == at.game.steps
    assert solo.go_to(code, back.version, len(at.game.steps)).game == at.game


def test_undo_on_the_pad_is_undo_of_the_game(
    solo: Solo, tables: Tables, started: SoloTable
) -> None:
    code = started.table.code
    at = play_until(solo, tables, started, Expecting.STAGE_END)
    tables.type_score(code, 0, 1, 20, kept=Inventory())
    table = tables.get(code)
    assert str(table.last_step()).startswith("End of stage 1: 20 points against")
    tables.undo(code, table.record.version)
    table = tables.get(code)
    assert (0, 1) not in table.scores
    assert str(table.next_redo()).startswith("End of stage 1: 20 points against")
    assert solo.open(code).game.state == at.game.state
    tables.redo(code, table.record.version)
    assert tables.get(code).scores[0, 1].points == 20


def test_nothing_is_undone_before_the_first_step(tables: Tables, code: str) -> None:
    table = tables.get(code)
    assert table.last_step() is None
    assert table.next_redo() is None


# ---- the end of a stage


@pytest.fixture
def at_end(solo: Solo, tables: Tables, started: SoloTable) -> SoloTable:
    return play_until(solo, tables, started, Expecting.STAGE_END)


def test_the_gems_in_hand_are_those_of_the_turns(at_end: SoloTable, entries: Entries) -> None:
    hand = at_end.game.state.player
    assert hand.total >= 8
    assert entries.open(at_end.table.code, 0, 1).inventory == hand


def test_a_pyramid_entered_in_the_middle_of_the_stage_has_the_gems_of_its_end(
    solo: Solo, tables: Tables, entries: Entries, started: SoloTable
) -> None:
    code = started.table.code
    enter(entries, code, 0, 1, full_layout(1, 1), Inventory.of({Color.RED: 2}))
    assert entries.open(code, 0, 1).inventory == Inventory()
    at = play_until(solo, tables, started, Expecting.STAGE_END)
    entry = entries.open(code, 0, 1)
    assert entry.layout == full_layout(1, 1)
    assert entry.inventory == at.game.state.player


def test_writing_the_result_ends_the_stage(
    at_end: SoloTable, solo: Solo, tables: Tables, entries: Entries
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
    started: SoloTable, solo: Solo, tables: Tables, entries: Entries
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
        tables.clear(code, 0, 1)


def test_a_score_written_again_corrects_points_and_gems(
    at_end: SoloTable, solo: Solo, tables: Tables, entries: Entries
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
    at_end: SoloTable, solo: Solo, tables: Tables, entries: Entries
) -> None:
    code = at_end.table.code
    write_best(tables, enter(entries, code, 0, 1, full_layout(1, 1), Inventory()))
    at = solo.open(code)
    solo.play(code, at.version, Correction(player_points=(99,)))
    score = tables.get(code).scores[0, 1]
    assert (score.points, score.typed) == (99, True)


# ---- what he would do


def test_advice_answers_what_was_asked(solo: Solo, started: SoloTable) -> None:
    code, area = started.table.code, started.game.state.area
    everything = solo.advice(code, None, None, None)
    space = area.face_up[1]
    some = solo.advice(code, space, area[space].gems[0], None)
    one = solo.advice(code, space, area[space].gems[0], 2)
    assert len(everything) > len(some) == 3 > len(one) == 1
    assert one[0] in some


def test_there_is_no_advice_in_his_turn(solo: Solo, started: SoloTable) -> None:
    code, area = started.table.code, started.game.state.area
    solo.play(code, started.version, PlayerTurn(1, area[1].gems[0], 1))
    with pytest.raises(OrderError):
        solo.advice(code, None, None, None)


# ---- the end of the game


def test_the_first_victory_opens_become_the_legend(solo: Solo, tables: Tables) -> None:
    with pytest.raises(InputError, match="first victory"):
        solo.create(GAME, ["Ana"], BECOME)
    at = won(solo, tables, "Ana")
    result = at.game.state.result
    assert result
    assert result.unlocks_become
    assert solo.unlocked() == {"ana"}
    assert solo.open(solo.create(GAME, [" ANA ", ""], BECOME)).become
    with pytest.raises(InputError):
        solo.create(GAME, ["Ben"], BECOME)
    tables.undo(at.table.code, at.version)
    assert solo.unlocked() == set()


def test_the_record_counts_victories_leads_and_the_streak(solo: Solo, tables: Tables) -> None:
    assert solo.record("Ana").games == 0
    lead = max(
        result.margin
        for seed in (1, 2)
        if (result := won(solo, tables, "Ana", seed=seed).game.state.result)
    )
    won(solo, tables, "Ben", points=0)
    record = solo.record("ana")
    assert (record.games, record.wins, record.best_margin, record.streak) == (2, 2, lead, 2)
    won(solo, tables, "Ana", points=0)
    record = solo.record("Ana")
    assert (record.games, record.wins, record.best_margin, record.streak) == (3, 2, lead, 0)
    assert solo.record("Ben").best_margin is None


def test_a_game_given_up_is_over_and_counts_for_nobody(
    solo: Solo, tables: Tables, started: SoloTable
) -> None:
    code = started.table.code
    solo.play(code, started.version, End())
    table = tables.get(code)
    assert table.over
    assert table.next_seat() is None
    assert table.needs_left() == ()
    assert solo.record("Ana").games == 0


def test_a_lost_turn_takes_nothing(solo: Solo, started: SoloTable) -> None:
    at = solo.play(started.table.code, started.version, LostTurn())
    assert at.game.state.turn == 1
    assert at.game.state.expecting is Expecting.PLAYER_TURN
    assert at.game.state.player.total == 0
