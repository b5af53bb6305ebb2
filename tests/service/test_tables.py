"""Tables: who plays, what may be written when, undo, standings and the turn order."""

import itertools
import random

import pytest

from assistant.core.errors import ConflictError, InputError, NotFoundError, OrderError
from assistant.service.tables import PadScore, Table, Tables
from assistant.store import SqliteStore
from tests.service.parts import GAME, full_layout


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create(GAME, ["Ana", "Ben", "Cleo"], 1)


def play(tables: Tables, code: str, *stages: tuple[int, ...], left: tuple[int, ...] = ()) -> Table:
    """Type whole stages, one number a seat; ``left`` is the gems left after stage 4."""
    for stage, points in enumerate(stages, start=1):
        for seat, own in enumerate(points):
            gems = left[seat] if stage == 4 and left else None
            tables.type_score(code, seat, stage, own, gems_left=gems)
    return tables.get(code)


# ---- creating


def test_blank_names_are_skipped_and_spaces_trimmed(tables: Tables) -> None:
    table = tables.get(tables.create(GAME, ["  Ana ", "", "   ", "Ben"]))
    assert table.seating == ("Ana", "Ben")
    assert table.record.starter == "Ana"


@pytest.mark.parametrize(
    ("names", "starter", "begins"),
    [
        (["Ana", "Ben"], 1, "Ben"),
        (["Ana", "Ben"], 3, "Ana"),
        (["Ana", "Ben"], -1, "Ana"),
        (["", "Ana", "Ben"], 1, "Ana"),
        (["Ana", "", "Ben", ""], 2, "Ben"),
        (["Ana", "", "Ben", ""], 1, "Ana"),
    ],
)
def test_the_star_goes_with_the_row_it_was_on(
    tables: Tables, names: list[str], starter: int, begins: str
) -> None:
    assert tables.get(tables.create(GAME, names, starter)).record.starter == begins


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], "1 to 4 players"),
        (["", " "], "1 to 4 players"),
        (list("ABCDE"), "1 to 4 players"),
        (["Ana", "ana"], "same name"),
        (["Straße", "STRASSE"], "same name"),
        (["Jose\u0301", "Jos\u00e9"], "same name"),
        (["x" * 21], "at most 20"),
        (["x" * 10**6], "at most 20"),
        (["A\nB"], "no name"),
        (["A\u202eB"], "no name"),
        (["A\0"], "no name"),
        (["\ud800"], "no name"),
    ],
)
def test_players_that_cannot_sit_are_refused(
    tables: Tables, store: SqliteStore, names: list[str], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        tables.create(GAME, names)
    assert store.tables() == []
    assert store.names() == []


def test_a_foreign_game_is_refused_with_the_known_ones(tables: Tables) -> None:
    with pytest.raises(InputError, match="forgotten_treasures"):
        tables.create("chess", ["Ana"])


def test_names_are_remembered(tables: Tables) -> None:
    tables.create(GAME, ["Ben", "Ana"])
    tables.create(GAME, ["Cleo"])
    assert tables.names() == ["Cleo", "Ana", "Ben"]


# ---- writing


def test_an_unknown_table_is_named(tables: Tables) -> None:
    for ask in (
        lambda: tables.get("NONE"),
        lambda: tables.version("NONE"),
        lambda: tables.type_score("NONE", 0, 1, 5),
        lambda: tables.clear("NONE", 0, 1, seen=None),
        lambda: tables.undo("NONE", 1),
        lambda: tables.redo("NONE", 1),
    ):
        with pytest.raises(NotFoundError, match="NONE"):
            ask()


@pytest.mark.parametrize("points", [-1, 301, 10**9])
def test_points_beyond_any_stage_are_refused(tables: Tables, code: str, points: int) -> None:
    with pytest.raises(InputError, match="0 to 300"):
        tables.type_score(code, 0, 1, points)
    assert tables.get(code).scores == {}


@pytest.mark.parametrize("left", [-1, 7, 10**9])
def test_more_gems_left_than_anybody_can_have_are_refused(
    tables: Tables, code: str, left: int
) -> None:
    play(tables, code, (1, 1, 1), (1, 1, 1), (1, 1, 1))
    with pytest.raises(InputError, match="at most 6"):
        tables.type_score(code, 0, 4, 9, gems_left=left)
    assert (0, 4) not in tables.get(code).scores


@pytest.mark.parametrize(("seat", "stage"), [(3, 1), (-1, 1), (0, 0), (0, 5), (99, 99)])
def test_no_seat_or_stage_outside_the_table_is_written(
    tables: Tables, code: str, seat: int, stage: int
) -> None:
    with pytest.raises(InputError, match="There is no"):
        tables.type_score(code, seat, stage, 5)
    with pytest.raises(InputError, match="There is no"):
        tables.clear(code, seat, stage, seen=None)
    assert tables.get(code).record.version == 1


@pytest.mark.parametrize("stage", [2, 3, 4])
def test_a_stage_before_its_turn_is_refused_with_the_missing_one(
    tables: Tables, code: str, stage: int
) -> None:
    for done in range(1, stage - 1):
        tables.type_score(code, 0, done, 5)
    with pytest.raises(OrderError, match=f"Stage {stage - 1} of Ana comes first"):
        tables.type_score(code, 0, stage, 5)
    assert (0, stage) not in tables.get(code).scores


def test_a_player_may_be_a_stage_ahead_of_the_others(tables: Tables, code: str) -> None:
    tables.type_score(code, 0, 1, 5)
    table = tables.type_score(code, 0, 2, 6)
    assert table.total(0) == 11
    assert table.finished_stages == 0


def test_a_write_over_a_change_of_another_phone_is_refused_with_what_stands(
    tables: Tables, code: str
) -> None:
    tables.type_score(code, 0, 1, 5)
    with pytest.raises(ConflictError, match="it is now 5") as caught:
        tables.type_score(code, 0, 1, 9)
    assert caught.value.current == 5
    with pytest.raises(ConflictError):
        tables.type_score(code, 0, 1, 9, seen=4)
    assert tables.get(code).scores[0, 1].points == 5
    assert tables.type_score(code, 0, 1, 9, seen=5).scores[0, 1].points == 9


def test_a_write_over_a_score_that_was_cleared_is_refused(tables: Tables, code: str) -> None:
    tables.type_score(code, 0, 1, 5)
    tables.clear(code, 0, 1, seen=5)
    with pytest.raises(ConflictError, match="it is now –"):
        tables.type_score(code, 0, 1, 9, seen=5)
    assert tables.get(code).scores == {}


def test_the_same_points_from_two_phones_are_no_conflict(tables: Tables, code: str) -> None:
    tables.type_score(code, 0, 1, 5)
    assert tables.type_score(code, 0, 1, 5).scores[0, 1].points == 5


def test_only_a_players_last_score_is_cleared(tables: Tables, code: str) -> None:
    with pytest.raises(OrderError, match="Only the last score of Ana"):
        tables.clear(code, 0, 1, seen=None)
    play(tables, code, (1, 2, 3), (4, 5, 6))
    with pytest.raises(OrderError, match="Only the last score of Ana"):
        tables.clear(code, 0, 1, seen=1)
    table = tables.clear(code, 0, 2, seen=4)
    assert (0, 2) not in table.scores
    assert table.total(0) == 1
    assert tables.clear(code, 0, 1, seen=1).total(0) == 0


def test_a_score_that_changed_on_another_phone_is_not_cleared(tables: Tables, code: str) -> None:
    tables.type_score(code, 0, 1, 5)
    tables.type_score(code, 0, 1, 8, seen=5)
    with pytest.raises(ConflictError, match="it is now 8"):
        tables.clear(code, 0, 1, seen=5)


def test_the_same_score_sent_again_is_no_second_step(tables: Tables, code: str) -> None:
    for _ in range(3):
        tables.type_score(code, 0, 1, 5)
    assert len(tables.get(code).record.steps) == 1


def test_typed_points_do_not_replace_a_pyramid_of_the_same_points_unseen(
    tables: Tables, code: str
) -> None:
    layout = repr(full_layout(1, 1))
    tables.write(code, 0, 1, PadScore(5, layout=layout), seen=None)
    with pytest.raises(ConflictError):
        tables.type_score(code, 0, 1, 5)
    assert tables.get(code).scores[0, 1].layout == layout


def test_an_earlier_stage_stays_open_for_correction(tables: Tables, code: str) -> None:
    play(tables, code, (1, 2, 3), (4, 5, 6))
    assert tables.type_score(code, 0, 1, 10, seen=1).total(0) == 14


# ---- undo and redo


def test_undo_and_redo_say_what_they_do(tables: Tables, code: str) -> None:
    tables.type_score(code, 0, 1, 5)
    table = tables.clear(code, 0, 1, seen=5)
    assert str(table.last_step()) == "Ana, stage 1: cleared"
    assert table.next_redo() is None
    assert str(tables.undo(code, table.record.version)) == "Ana, stage 1: cleared"
    table = tables.get(code)
    assert table.scores[0, 1].points == 5
    assert str(table.last_step()) == "Ana, stage 1: 5 points"
    assert str(table.next_redo()) == "Ana, stage 1: cleared"
    assert str(tables.redo(code, table.record.version)) == "Ana, stage 1: cleared"
    assert tables.get(code).scores == {}


def test_undo_of_an_untouched_table_does_nothing(tables: Tables, code: str) -> None:
    assert tables.undo(code, 1) is None
    assert tables.redo(code, 1) is None
    assert tables.get(code).last_step() is None


@pytest.mark.parametrize("version", [0, 1, 3, 999])
def test_undo_of_a_pad_that_changed_meanwhile_is_refused(
    tables: Tables, code: str, version: int
) -> None:
    tables.type_score(code, 0, 1, 5)
    for change in (tables.undo, tables.redo):
        with pytest.raises(ConflictError, match="Ana, stage 1: 5 points"):
            change(code, version)
    assert tables.get(code).scores[0, 1].points == 5


def test_the_refusal_tells_of_a_step_taken_back(tables: Tables, code: str) -> None:
    tables.type_score(code, 0, 1, 5)
    tables.undo(code, 2)
    with pytest.raises(ConflictError, match="a step was taken back"):
        tables.redo(code, 2)


@pytest.mark.parametrize("seed", range(4))
def test_undo_and_redo_of_many_steps_follow_a_plain_list(
    tables: Tables, code: str, seed: int
) -> None:
    """The pad after any mix of writes, undos and redos is that of a list with a cursor."""
    rng = random.Random(seed)
    done: list[int] = []
    undone: list[int] = []
    for _ in range(40):
        table = tables.get(code)
        kind = rng.choice(("write", "write", "undo", "redo"))
        if kind == "write":
            seen = table.scores[0, 1].points if table.scores else None
            points = rng.randrange(100)
            tables.type_score(code, 0, 1, points, seen=seen)
            done.append(points)
            undone.clear()
        elif kind == "undo":
            tables.undo(code, table.record.version)
            undone += [done.pop()] if done else []
        else:
            tables.redo(code, table.record.version)
            done += [undone.pop()] if undone else []
        now = tables.get(code)
        assert [step.payload["points"] for step in now.record.steps] == done
        assert [step.payload["points"] for step in now.record.undone] == undone
        assert now.total(0) == (done[-1] if done else 0)


# ---- standings and turn order


def test_the_lowest_score_begins_the_next_stage(tables: Tables, code: str) -> None:
    table = tables.get(code)
    assert table.turn_order(1) == ("Ben", "Cleo", "Ana")
    assert table.next_seat() == 1
    table = play(tables, code, (7, 9, 8))
    assert table.standings().next_starter == "Ana"
    assert table.turn_order(2) == ("Ana", "Ben", "Cleo")
    assert table.next_seat() == 0


def test_a_tie_for_lowest_goes_to_who_came_first_in_the_finished_stage(
    tables: Tables, code: str
) -> None:
    table = play(tables, code, (5, 9, 5))
    assert table.turn_order(1) == ("Ben", "Cleo", "Ana")
    assert table.standings().next_starter == "Cleo"
    table = play(tables, tables.create(GAME, ["Ana", "Ben", "Cleo"]), (5, 9, 5), (3, 3, 8))
    assert table.turn_order(2) == ("Ana", "Ben", "Cleo")
    assert table.standings().next_starter == "Ana"


@pytest.mark.parametrize("seed", range(20))
def test_the_turn_order_of_every_stage_follows_the_rule(tables: Tables, seed: int) -> None:
    rng = random.Random(seed)
    names = ["Ana", "Ben", "Cleo", "Dan"][: rng.randint(1, 4)]
    begins = rng.randrange(len(names))
    scores = [tuple(rng.choice((3, 4, 5)) for _ in names) for _ in range(4)]
    table = play(tables, tables.create(GAME, names, begins), *scores)
    order = names[begins:] + names[:begins]
    for stage in range(1, 5):
        assert table.turn_order(stage) == tuple(order)
        own = dict(zip(names, scores[stage - 1], strict=True))
        lowest = next(name for name in order if own[name] == min(own.values()))
        at = names.index(lowest)
        order = names[at:] + names[:at]


def test_the_pad_asks_in_turn_order_for_what_is_missing(tables: Tables, code: str) -> None:
    asked = []
    points = itertools.count(1)
    while (seat := (table := tables.get(code)).next_seat()) is not None:
        asked.append(table.seating[seat])
        tables.type_score(code, seat, table.finished_stages + 1, next(points))
    assert asked == ["Ben", "Cleo", "Ana"] * 4
    assert table.over


def test_a_table_without_a_tie_needs_no_gems(tables: Tables, code: str) -> None:
    table = play(tables, code, (1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 2, 3))
    assert table.standings().winners == ("Cleo",)
    assert table.standings().tie_break is None
    assert table.needs_left() == ()


def test_a_tie_at_the_end_asks_the_leaders_for_their_gems(tables: Tables, code: str) -> None:
    table = play(tables, code, (1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 3, 3))
    assert table.needs_left() == ("Ben", "Cleo")
    table = tables.type_score(code, 1, 4, 3, gems_left=2, seen=3)
    assert table.needs_left() == ("Cleo",)
    table = tables.type_score(code, 2, 4, 3, gems_left=4, seen=3)
    assert table.needs_left() == ()
    assert table.standings().winners == ("Cleo",)
    assert table.standings().tie_break == "gems_left"


def test_equal_gems_are_decided_by_the_best_stage_then_shared(tables: Tables, code: str) -> None:
    table = play(tables, code, (1, 2, 9), (1, 1, 0), (1, 3, 0), (3, 3, 0), left=(0, 2, 2))
    assert table.standings().winners == ("Cleo",)
    assert table.standings().tie_break == "best_stage"
    other = tables.create(GAME, ["Ana", "Ben"])
    table = play(tables, other, (5, 5), (1, 1), (1, 1), (3, 3), left=(1, 1))
    assert table.standings().winners == ("Ana", "Ben")
    assert table.standings().tie_break == "shared"


def test_nobody_is_asked_for_gems_before_the_end(tables: Tables, code: str) -> None:
    assert play(tables, code, (1, 1, 1), (1, 1, 1), (1, 1, 1)).needs_left() == ()


def test_everybody_with_the_lowest_score_of_the_last_stage_is_named(
    tables: Tables,
) -> None:
    code = tables.create("forgotten_treasures", ["Ana", "Bo", "Cy"])
    for seat, points in enumerate((20, 11, 11)):
        tables.type_score(code, seat, 1, points)
    tables.type_score(code, 0, 2, 1)
    assert tables.get(code).lowest_last_stage() == ("Bo", "Cy")


def test_an_undo_sent_twice_takes_back_one_step(tables: Tables) -> None:
    code = tables.create("forgotten_treasures", ["Ana", "Ben"])
    tables.type_score(code, 0, 1, 5)
    tables.type_score(code, 1, 1, 6)
    seen = tables.get(code).record.version
    tables.undo(code, seen)
    assert tables.undo(code, seen) is None
    assert set(tables.get(code).scores) == {(0, 1)}
