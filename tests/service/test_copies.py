"""Copies of the games: learned, named, exported, imported, chosen, forgotten."""

import pytest

from assistant.core.errors import ConflictError, InputError, LayoutError, NotFoundError
from assistant.core.pieces import Inventory
from assistant.service.copies import Copies
from assistant.service.drafts import Drafts
from assistant.service.photos import PhotoJobs
from assistant.service.scoring import evaluate
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import SQUARE, FakeReader, full_layout, state_of


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create("forgotten_treasures", ["Ana", "Bo"])


@pytest.fixture
def version(photos: PhotoJobs, entries: Drafts, reader: FakeReader, code: str) -> int:
    """The version of an entry whose photo has been read."""
    reader.layout = full_layout(1, 1)
    taken = photos.take(code, 0, 1, 0, b"photo").future.result()
    return photos.read(code, 0, 1, taken.version, SQUARE, "read").future.result().version


def test_the_first_lesson_makes_a_copy_that_the_table_uses(
    photos: PhotoJobs, copies: Copies, store: SqliteStore, code: str, version: int
) -> None:
    number = photos.learn(code, 0, 1, version, "Our copy").future.result()
    copy = copies.get(number)
    assert (copy.name, copy.game, copy.photos) == ("Our copy", "forgotten_treasures", 1)
    assert copy.notes == ("dim red",)
    assert store.table(code).copy == number
    assert copies.profile_for(code) == "default and one more"


def test_a_second_lesson_improves_the_same_copy(
    photos: PhotoJobs, copies: Copies, code: str, version: int
) -> None:
    first = photos.learn(code, 0, 1, version, "Our copy").future.result()
    second = photos.learn(code, 0, 1, version, "Another name").future.result()
    assert first == second
    assert copies.get(first).profile == "default and one more and one more"
    assert copies.get(first).photos == 2


def test_later_photos_are_read_with_what_was_learned(
    photos: PhotoJobs, reader: FakeReader, code: str, version: int
) -> None:
    photos.learn(code, 0, 1, version, "Our copy").future.result()
    photos.read(code, 0, 1, version, SQUARE, "again").future.result()
    assert reader.asked[-1].profile == "default and one more"


def test_nothing_is_learned_without_a_photo_or_from_an_unfinished_layout(
    photos: PhotoJobs, entries: Drafts, code: str, version: int
) -> None:
    with pytest.raises(InputError, match="photo first"):
        photos.learn(code, 1, 1, 0, "Our copy")
    state = entries.open(code, 0, 1).state() | {"layout": "/".join(["??" * 5] * 4)}
    unfinished = entries.save(code, 0, 1, version, state).version
    with pytest.raises(LayoutError):
        photos.learn(code, 0, 1, unfinished, "Our copy")


def test_nothing_is_learned_from_an_entry_that_changed_meanwhile(
    photos: PhotoJobs, code: str, version: int
) -> None:
    with pytest.raises(ConflictError):
        photos.learn(code, 0, 1, version - 1, "Our copy")


def test_an_exported_profile_can_be_taken_in_again(copies: Copies) -> None:
    number = copies.take_in("forgotten_treasures From Bo")
    assert copies.get(number).name == "From Bo"
    assert copies.get(number).photos == 0


def test_a_profile_of_a_foreign_game_is_refused(copies: Copies) -> None:
    with pytest.raises(InputError):
        copies.take_in("chess Mine")


def test_a_table_refuses_a_copy_of_another_game(copies: Copies, code: str) -> None:
    number = copies.take_in("pyramido Mine")
    with pytest.raises(InputError):
        copies.use(code, number)


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "two\nlines"])
def test_a_bad_name_is_refused(copies: Copies, name: str) -> None:
    number = copies.take_in("forgotten_treasures Mine")
    with pytest.raises(InputError):
        copies.rename(number, name)
    assert copies.get(number).name == "Mine"


def test_a_forgotten_copy_leaves_its_tables_with_the_default(
    photos: PhotoJobs, copies: Copies, store: SqliteStore, code: str, version: int
) -> None:
    number = photos.learn(code, 0, 1, version, "Our copy").future.result()
    copies.forget(number)
    assert store.table(code).copy is None
    assert copies.profile_for(code) is None
    with pytest.raises(NotFoundError):
        copies.get(number)


def test_choosing_a_copy_shows_on_other_phones(copies: Copies, tables: Tables, code: str) -> None:
    before = tables.version(code)
    copies.use(code, copies.take_in("forgotten_treasures Mine"))
    assert tables.version(code) > before


def test_a_photo_keeps_its_turn_in_the_state(
    entries: Drafts, photos: PhotoJobs, code: str, version: int
) -> None:
    state = state_of(full_layout(1, 1), Inventory())
    state["photo"] = entries.open(code, 0, 1).state()["photo"] | {"turns": 3}
    kept = entries.save(code, 0, 1, version, state).photo
    assert kept is not None
    assert kept.turns == 3


def test_a_photo_taken_from_another_side_is_drawn_on_from_the_layouts_own_corner(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str, version: int
) -> None:
    state = state_of(full_layout(1, 1), Inventory())
    state["photo"] = entries.open(code, 0, 1).state()["photo"] | {"turns": 1}
    result = evaluate(entries.save(code, 0, 1, version, state))
    assert photos.drawn(result, result.best).future.result() == b"drawn"
    bottom_left_first = (SQUARE[3], SQUARE[0], SQUARE[1], SQUARE[2])
    assert reader.asked[-1].corners == bottom_left_first
