"""Mending a table: names, seats, the starter, a player who came late, an early end."""

import pytest

from assistant.core.errors import ConflictError, InputError, OrderError
from assistant.core.pieces import Inventory
from assistant.service.drafts import Drafts
from assistant.service.tables import Tables
from tests.service.parts import full_layout, state_of


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create("forgotten_treasures", ["Ana", "Ben", "Cleo"], starter=1)


def version(tables: Tables, code: str) -> int:
    return tables.get(code).record.version


def mend(tables: Tables, code: str, *rows: tuple[int, str], starter: int = -1) -> None:
    tables.mend(code, version(tables, code), rows, starter)


def write(tables: Tables, code: str, stage: int, *points: int) -> None:
    for seat, own in enumerate(points):
        tables.type_score(code, seat, stage, own)


def test_a_renamed_player_keeps_seat_and_points(tables: Tables, code: str) -> None:
    write(tables, code, 1, 7, 8, 9)
    mend(tables, code, (0, "Anna"), (1, "Ben"), (2, "Cleo"))
    table = tables.get(code)
    assert table.seating == ("Anna", "Ben", "Cleo")
    assert [table.total(seat) for seat in range(3)] == [7, 8, 9]


def test_the_starter_stays_when_renamed(tables: Tables, code: str) -> None:
    mend(tables, code, (0, "Ana"), (1, "Benno"), (2, "Cleo"))
    assert tables.get(code).turn_order(1) == ("Benno", "Cleo", "Ana")


def test_seats_are_changed_without_moving_points(tables: Tables, code: str) -> None:
    write(tables, code, 1, 7, 8, 9)
    mend(tables, code, (0, "Ana"), (2, "Cleo"), (1, "Ben"))
    table = tables.get(code)
    assert table.seats.order == (0, 2, 1)
    assert table.turn_order(1) == ("Ben", "Ana", "Cleo")
    assert [table.total(seat) for seat in range(3)] == [7, 8, 9]
    assert table.turn_order(2) == ("Ana", "Cleo", "Ben")


def test_another_player_begins(tables: Tables, code: str) -> None:
    mend(tables, code, (0, "Ana"), (1, "Ben"), (2, "Cleo"), starter=2)
    assert tables.get(code).next_seat() == 2


def test_a_player_who_comes_late_has_no_points_for_finished_stages(
    tables: Tables, code: str
) -> None:
    write(tables, code, 1, 7, 8, 9)
    mend(tables, code, (0, "Ana"), (3, "Dan"), (1, "Ben"), (2, "Cleo"))
    table = tables.get(code)
    assert table.seating == ("Ana", "Ben", "Cleo", "Dan")
    assert table.seats.order == (0, 3, 1, 2)
    assert table.finished_stages == 1
    assert table.scores[3, 1].points == 0
    write(tables, code, 2, 1, 2, 3, 4)
    assert tables.get(code).total(3) == 4


def test_undo_takes_back_what_was_mended(tables: Tables, code: str) -> None:
    before = tables.get(code)
    mend(tables, code, (0, "Ana"), (1, "Ben"), (2, "Cleo"), (3, "Dan"))
    assert str(tables.get(code).last_step()) == "The players changed"
    tables.undo(code, version(tables, code))
    assert tables.get(code).seats == before.seats


def test_what_changes_nothing_is_no_step(tables: Tables, code: str) -> None:
    mend(tables, code, (0, "Ana"), (1, "Ben"), (2, "Cleo"), (3, "  "))
    assert tables.get(code).last_step() is None


@pytest.mark.parametrize(
    "rows",
    [
        [(0, "Ana"), (1, "Ben")],
        [(0, "Ana"), (1, "Ben"), (2, "Cleo"), (2, "Cleo")],
        [(0, "Ana"), (1, ""), (2, "Cleo")],
        [(0, "Ana"), (1, "ana"), (2, "Cleo")],
        [(0, "Ana"), (1, "Ben"), (2, "x" * 21)],
        [(0, "Ana"), (1, "Ben"), (2, "Cleo"), (3, "Dan"), (4, "Eve")],
    ],
)
def test_players_who_cannot_be_are_refused(
    tables: Tables, code: str, rows: list[tuple[int, str]]
) -> None:
    with pytest.raises(InputError):
        mend(tables, code, *rows)
    assert tables.get(code).last_step() is None


def test_a_table_that_changed_meanwhile_is_looked_at_again(tables: Tables, code: str) -> None:
    seen = version(tables, code)
    write(tables, code, 1, 7)
    with pytest.raises(ConflictError):
        tables.mend(code, seen, [(0, "Ana"), (1, "Ben"), (2, "Cleo")], 0)
    with pytest.raises(ConflictError):
        tables.end_early(code, seen)


def test_an_early_end_names_who_leads_after_the_finished_stages(tables: Tables, code: str) -> None:
    write(tables, code, 1, 7, 8, 9)
    write(tables, code, 2, 7, 8, 5)
    tables.end_early(code, version(tables, code))
    table = tables.get(code)
    assert table.over
    assert table.next_seat() is None
    assert table.standings().winners == ("Ben",)
    with pytest.raises(OrderError, match="ended early"):
        tables.type_score(code, 0, 3, 5)
    tables.undo(code, version(tables, code))
    assert not tables.get(code).over


def test_a_tie_at_an_early_end_goes_to_the_best_stage(tables: Tables, code: str) -> None:
    write(tables, code, 1, 10, 8, 1)
    write(tables, code, 2, 6, 8, 1)
    tables.end_early(code, version(tables, code))
    found = tables.get(code).standings()
    assert (found.winners, found.tie_break) == (("Ana",), "best_stage")


def test_a_game_ends_early_only_between_stages(tables: Tables, code: str) -> None:
    with pytest.raises(OrderError):
        tables.end_early(code, version(tables, code))
    write(tables, code, 1, 7, 8, 9)
    write(tables, code, 2, 7)
    with pytest.raises(OrderError, match="Stage 2 is half scored"):
        tables.end_early(code, version(tables, code))


# ---- the game


def change_game(tables: Tables, code: str, name: str) -> None:
    tables.change_game(code, version(tables, code), name)


def test_the_game_is_changed_and_changed_back(tables: Tables, code: str) -> None:
    change_game(tables, code, "pyramis")
    assert tables.get(code).game.name == "pyramis"
    assert str(tables.get(code).last_step()) == "The game changed"
    assert tables.get(code).seating == ("Ana", "Ben", "Cleo")
    tables.undo(code, version(tables, code))
    assert tables.get(code).game.name == "forgotten_treasures"
    tables.redo(code, version(tables, code))
    assert tables.get(code).game.name == "pyramis"


def test_a_game_with_something_in_it_stays(tables: Tables, entries: Drafts, code: str) -> None:
    entries.save(code, 2, 1, 0, state_of(full_layout(1, 1), Inventory()))
    with pytest.raises(OrderError, match="Start a new game with the same players"):
        change_game(tables, code, "pyramido")
    other = tables.create("pyramido", ["Ana", "Ben"])
    tables.type_score(other, 0, 1, 5)
    with pytest.raises(OrderError):
        change_game(tables, other, "pyramis")


def test_a_changed_game_with_something_in_it_is_not_changed_back(
    tables: Tables, entries: Drafts, code: str
) -> None:
    change_game(tables, code, "pyramido")
    change_game(tables, code, "forgotten_treasures")
    entries.save(code, 0, 1, 0, state_of(full_layout(1, 1), Inventory()))
    with pytest.raises(OrderError):
        tables.undo(code, version(tables, code))
    assert tables.get(code).game.name == "forgotten_treasures"


@pytest.mark.parametrize("name", ["", "pyramidion"])
def test_a_game_that_is_none_is_refused(tables: Tables, code: str, name: str) -> None:
    with pytest.raises(InputError, match="no game known here"):
        change_game(tables, code, name)


def test_a_game_for_more_players_is_refused(tables: Tables) -> None:
    code = tables.create("forgotten_treasures", ["Ana"])
    with pytest.raises(InputError, match="2 to 4 players"):
        change_game(tables, code, "pyramido")


def test_a_name_that_is_too_long_is_quoted_in_part(tables: Tables) -> None:
    with pytest.raises(InputError, match=f"^'{'x' * 40}' is no name"):
        tables.create("forgotten_treasures", ["x" * 60])
