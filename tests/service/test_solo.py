"""Solo games over a real store: durable, refused when stale, replayed as they were played."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.core.errors import (
    ConflictError,
    InputError,
    NotFoundError,
    OrderError,
)
from assistant.core.pieces import Color, Inventory
from assistant.games import PYRAMIDO
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.steps import (
    Correction,
    End,
    Expecting,
    LegendMove,
    LostTurn,
    PlayerTurn,
    SoloRules,
    StageEnd,
)
from assistant.service.solo import Solo, SoloTable
from assistant.service.solo_pad import BECOME, LEGEND, SOLO, step_from_plain
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.games.forgotten_treasures.legend.solo_table import Table, check, check_whole
from tests.service.parts import GAME
from tests.service.solo_parts import BY_APP, play_on, play_until, won


@pytest.fixture
def solo(store: SqliteStore) -> Solo:
    return Solo(store, new_seed=lambda: 11)


@pytest.fixture
def code(solo: Solo) -> str:
    return solo.create(GAME, ["Ana"], LEGEND)


@pytest.fixture
def started(solo: Solo, code: str) -> SoloTable:
    return solo.play(code, 1, BY_APP)


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
        replayed = SoloGame.of(
            (step_from_plain(step.payload["game"]) for step in record.steps),
            (step_from_plain(step.payload["game"]) for step in reversed(record.undone)),
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
    assert solo.record("Ana", become=False).games == 0
    lead = max(
        result.margin
        for seed in (1, 2)
        if (result := won(solo, tables, "Ana", seed=seed).game.state.result)
    )
    won(solo, tables, "Ben", points=0)
    record = solo.record("ana", become=False)
    assert (record.games, record.wins, record.best_margin, record.streak) == (2, 2, lead, 2)
    won(solo, tables, "Ana", points=0)
    record = solo.record("Ana", become=False)
    assert (record.games, record.wins, record.best_margin, record.streak) == (3, 2, lead, 0)
    assert solo.record("Ben", become=False).best_margin is None


def test_the_record_keeps_the_two_modes_apart(solo: Solo, tables: Tables) -> None:
    won(solo, tables, "Ana")
    won(solo, tables, "Ana", mode=BECOME, points=0)
    assert (solo.record("Ana", become=False).games, solo.record("Ana", become=False).wins) == (1, 1)
    assert (solo.record("Ana", become=True).games, solo.record("Ana", become=True).wins) == (1, 0)
    assert solo.record("Ana", become=False).streak == 1


def test_a_game_given_up_is_over_and_counts_for_nobody(
    solo: Solo, tables: Tables, started: SoloTable
) -> None:
    code = started.table.code
    solo.play(code, started.version, End())
    table = tables.get(code)
    assert table.over
    assert table.next_seat() is None
    assert table.needs_left() == ()
    assert solo.record("Ana", become=False).games == 0


def test_a_lost_turn_takes_nothing(solo: Solo, started: SoloTable) -> None:
    at = solo.play(started.table.code, started.version, LostTurn())
    assert at.game.state.turn == 1
    assert at.game.state.expecting is Expecting.PLAYER_TURN
    assert at.game.state.player.total == 0
