"""What is said of a photo stays with its reading: undone with it, discarded, or taken elsewhere."""

from dataclasses import replace

import pytest

from assistant.core.errors import ConflictError, InputError, OrderError
from assistant.core.pieces import Inventory
from assistant.core.reading import Likeness
from assistant.core.remarks import BLURRED, CUT_SHORT, remark
from assistant.service.drafts import Drafts, StageDraft
from assistant.service.photos import PhotoJobs
from assistant.service.tables import Tables, open_stages
from tests.service.parts import GAME, SQUARE, FakeReader, enter, full_layout, state_of, write_best


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create(GAME, ["Ana", "Ben"])


@pytest.fixture
def read(entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str) -> StageDraft:
    """A stage entered by hand, then read from a photo, with a warning and a doubt."""
    entries.save(code, 0, 1, 0, state_of(full_layout(1, 1), Inventory()))
    reader.layout, reader.doubts = full_layout(2, 1), ((1, 0, 3),)
    reader.warnings, reader.file_warnings = (remark(BLURRED),), (remark(CUT_SHORT),)
    photos.take(code, 0, 1, 1, b"photo A").future.result()
    entry: StageDraft = photos.read(code, 0, 1, 2, SQUARE, "Photo read").future.result()
    return entry


def test_what_is_said_of_the_file_comes_first(read: StageDraft) -> None:
    assert read.reading is not None
    assert read.reading.warnings == (remark(CUT_SHORT), remark(BLURRED))


def test_undoing_the_reading_takes_its_warnings_and_doubts_along_and_redo_brings_them_back(
    entries: Drafts, code: str, read: StageDraft
) -> None:
    undone = replace(read, layout=full_layout(1, 1), history=read.history.go_to(0))
    kept = entries.save(code, 0, 1, read.version, undone.state())
    assert (kept.reading, kept.open_doubts) == (None, ())
    redone = replace(kept, layout=full_layout(2, 1), history=kept.history.go_to(1))
    again = entries.save(code, 0, 1, kept.version, redone.state())
    assert again.open_doubts == ((1, 0, 3),)
    assert again.reading == read.reading


def test_a_discarded_photo_leaves_the_blocks(entries: Drafts, code: str, read: StageDraft) -> None:
    with pytest.raises(ConflictError):
        entries.discard_photo(code, 0, 1, read.version - 1)
    entry = entries.discard_photo(code, 0, 1, read.version)
    assert (entry.photo, entry.doubts, entry.layout) == (None, (), read.layout)


def test_a_photo_of_another_stage_goes_there_and_here_is_as_before(
    tables: Tables, entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    first = full_layout(1, 1)
    write_best(tables, enter(entries, code, 0, 1, first, Inventory()))
    version = entries.open(code, 0, 1).version
    reader.layout, reader.looks_like = full_layout(2, 1), Likeness(GAME, 2)
    photos.take(code, 0, 1, version, b"photo A")
    read = photos.read(code, 0, 1, version + 1, SQUARE, "Photo read").future.result()
    assert read.photo.looks_like == Likeness(GAME, 2)
    assert entries.open(code, 0, 1) == read
    there = entries.move_photo(code, 0, 1, read.version, 2)
    assert (there.stage, there.reading, there.photo and there.photo.sure) == (2, None, True)
    assert entries.photo(entries.open(code, 0, 2)) == b"upright photo A"
    here = entries.open(code, 0, 1)
    assert (here.photo, here.layout) == (None, first)
    assert here.history.cursor == len(here.history.steps) - 2


def test_a_photo_cannot_go_to_a_stage_that_is_not_open(
    entries: Drafts, tables: Tables, code: str, read: StageDraft
) -> None:
    assert open_stages(tables.get(code), 0) == [1]
    with pytest.raises(OrderError):
        entries.move_photo(code, 0, 1, read.version, 3)
    assert entries.open(code, 0, 1) == read


def test_a_second_photo_settles_what_is_still_in_doubt_and_nothing_else(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str, read: StageDraft
) -> None:
    """One block in doubt is confirmed by the person, one corrected, and one left to the photo."""
    reader.doubts = ((1, 0, 0), (1, 1, 1))
    read = photos.read(code, 0, 1, read.version, SQUARE, "Photo read").future.result()
    reader.layout, reader.doubts = full_layout(5, 1), ((1, 1, 1), (1, 2, 2))
    looked = replace(read, doubts=((1, 1, 1),))
    kept = entries.save(code, 0, 1, read.version, looked.state())
    entry = photos.second(code, 0, 1, kept.version, b"photo B", "Second photo").future.result()
    before, after = kept.layout.stages[0], entry.layout.stages[0]
    shown = reader.layout.stages[0]
    changed = {(row, column) for row, column, cell in after.places() if cell != before[row, column]}
    assert changed <= {(1, 1)}
    assert after[1, 1] == shown[1, 1]
    assert entry.doubts == ((1, 1, 1),)
    assert entry.history.steps[-1].title == "Second photo"
    task = reader.asked[-1]
    assert (task.second, task.first.corners) == (b"photo B", SQUARE)


def test_a_second_photo_needs_a_first_one_that_was_read(photos: PhotoJobs, code: str) -> None:
    photos.take(code, 1, 1, 0, b"photo A")
    with pytest.raises(InputError, match="not been read"):
        photos.second(code, 1, 1, 1, b"photo B", "Second photo")
