"""Photos on their way into an entry, with a reader that answers when it is told to."""

import logging
from dataclasses import replace

import pytest

from assistant.core.errors import (
    BusyError,
    ConflictError,
    InputError,
    NotFoundError,
    OrderError,
    PhotoError,
)
from assistant.core.photos import DrawAreas, FindPyramid, FoundCorners, ReadPyramid
from assistant.core.pieces import Inventory
from assistant.core.reading import Corners
from assistant.core.remarks import BLURRED, remark
from assistant.games import PYRAMIDO
from assistant.service import photos as photos_module
from assistant.service.drafts import Drafts
from assistant.service.photos import (
    DRAWINGS_KEPT,
    JOBS_REMEMBERED,
    WAITING_FOR_A_TABLE,
    WAITING_IN_ALL,
    PhotoJobs,
)
from assistant.service.scoring import StageResult, evaluate
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import GAME, SQUARE, FakeReader, enter, full_layout, state_of, write_best

MOVED: Corners = ((11.0, 9.0), (112.0, 12.0), (108.0, 91.0), (12.0, 88.0))


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create(GAME, ["Ana", "Ben"])


def test_a_photo_is_kept_upright_with_a_guess_of_its_corners(
    entries: Drafts, photos: PhotoJobs, code: str
) -> None:
    entry = photos.take(code, 0, 1, 0, b"photo A").future.result()
    again = entries.open(code, 0, 1)
    assert again == entry
    assert again.photo is not None
    assert (again.photo.corners, again.photo.picture) == (SQUARE, None)
    assert entries.photo(again) == b"upright photo A"
    assert again.history.steps == ()
    with pytest.raises(InputError, match="not been read"):
        entries.picture(again)


@pytest.mark.parametrize("sure", [True, False])
def test_whether_the_guess_is_sure_is_kept_until_the_photo_is_read(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str, sure: bool
) -> None:
    reader.sure, reader.layout = sure, full_layout(2, 1)
    photos.take(code, 0, 1, 0, b"photo A")
    photo = entries.open(code, 0, 1).photo
    assert photo is not None
    assert photo.sure is sure
    photos.read(code, 0, 1, 1, SQUARE, "Photo read")
    photo = entries.open(code, 0, 1).photo
    assert photo is not None
    assert photo.sure


def test_looking_where_the_person_tapped_changes_nothing_yet(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    with pytest.raises(InputError):
        photos.near(code, 0, 1, (70.0, 40.0))
    entry = photos.take(code, 0, 1, 0, b"photo A").future.result()
    found = photos.near(code, 0, 1, (70.0, 40.0)).future.result()
    assert found == FoundCorners(((61.0, 31.0), (79.0, 31.0), (79.0, 49.0), (61.0, 49.0)), True)
    assert reader.asked[-1] == FindPyramid(b"upright photo A", GAME, 1, (70.0, 40.0))
    assert entries.open(code, 0, 1) == entry


def test_gems_on_a_photo_are_proposed_as_marks_and_others_kept(
    tables: Tables, entries: Drafts, photos: PhotoJobs, reader: FakeReader
) -> None:
    code = tables.create(PYRAMIDO.name, ["Ana", "Ben"])
    reader.layout = PYRAMIDO.parse("n1b1n0y0/n0n0b0t1/g1n0n0n0/n0b0b0r1/n0n0b0b0")
    reader.marks = ((1, 0, 1), (1, 2, 0))
    photos.take(code, 0, 1, 0, b"photo A")
    entry = photos.read(code, 0, 1, 1, SQUARE, "Photo read").future.result()
    assert entry.laid.marks == ((1, 0, 1), (1, 2, 0))
    assert entries.open(code, 0, 1).laid == entry.laid
    reader.marks = ()
    again = photos.read(code, 0, 1, 2, SQUARE, "Photo read").future.result()
    assert again.laid == entry.laid


def test_a_reading_is_one_step_that_undo_takes_back(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    before = full_layout(1, 1)
    entries.save(code, 0, 1, 0, state_of(before, Inventory()))
    photos.take(code, 0, 1, 1, b"photo A")
    blurred = remark(BLURRED)
    reader.layout, reader.warnings = full_layout(2, 1), (blurred,)
    reader.doubts = ((1, 0, 3), (1, 2, 2))
    entry = photos.read(code, 0, 1, 2, MOVED, "Photo read").future.result()
    assert entry == entries.open(code, 0, 1)
    assert entry.layout == reader.layout
    assert entry.doubts == reader.doubts
    assert list(entry.history.steps) == [
        ("", repr(before)),
        ("Photo read", repr(reader.layout)),
    ]
    assert entry.history.cursor == 1
    assert entry.photo is not None
    assert (entry.photo.corners, entry.photo.warnings) == (MOVED, (blurred,))
    assert entries.picture(entry) == b"from above"
    assert reader.asked[-1] == ReadPyramid(b"upright photo A", GAME, 1, MOVED, None, None)


def test_the_reader_is_told_what_is_known_below_and_cannot_change_it(
    entries: Drafts, tables: Tables, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    below = full_layout(1, 1)
    write_best(tables, enter(entries, code, 0, 1, below, Inventory()))
    photos.take(code, 0, 2, 0, b"photo")
    reader.layout = full_layout(5, 2)
    entry = photos.read(code, 0, 2, 1, SQUARE, "Photo read").future.result()
    assert reader.asked[-1].below == below
    assert entry.layout.stages == (below.stages[0], reader.layout.stages[1])


def test_a_photo_of_another_shape_than_below_leaves_the_stage_to_be_entered(
    entries: Drafts, tables: Tables, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    below = full_layout(1, 1)
    write_best(tables, enter(entries, code, 0, 1, below, Inventory()))
    photos.take(code, 0, 2, 0, b"photo")
    reader.layout = full_layout(5, 2, columns=4)
    entry = photos.read(code, 0, 2, 1, SQUARE, "Photo read").future.result()
    assert entry.layout.frame == below.frame
    assert entry.layout.stages[0] == below.stages[0]


@pytest.mark.parametrize("junk", [b"", b"GIF", b"\0" * 100])
def test_what_is_no_photo_is_refused_at_once(
    store: SqliteStore, photos: PhotoJobs, code: str, junk: bytes
) -> None:
    with pytest.raises(PhotoError, match="no photo"):
        photos.take(code, 0, 1, 0, junk)
    assert store.entry(code, 0, 1).version == 0


def test_a_photo_for_no_table_seat_or_turn_is_refused_at_once(
    photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    with pytest.raises(NotFoundError):
        photos.take("NONE", 0, 1, 0, b"photo")
    with pytest.raises(InputError):
        photos.take(code, 7, 1, 0, b"photo")
    with pytest.raises(OrderError):
        photos.take(code, 0, 2, 0, b"photo")
    assert reader.asked == []


def test_reading_needs_a_photo_and_corners_that_make_sense(photos: PhotoJobs, code: str) -> None:
    with pytest.raises(InputError, match="Take or choose a photo"):
        photos.read(code, 0, 1, 0, SQUARE, "t")
    photos.take(code, 0, 1, 0, b"photo")
    with pytest.raises(InputError, match="corners are no pyramid"):
        photos.read(code, 0, 1, 1, (SQUARE[0],) * 4, "t")


def test_a_photo_that_cannot_be_read_leaves_the_entry_as_it_was(
    entries: Drafts, photos: PhotoJobs, code: str
) -> None:
    photos.take(code, 0, 1, 0, b"photo")
    before = entries.open(code, 0, 1)
    job = photos.read(code, 0, 1, 1, SQUARE, "t")
    with pytest.raises(PhotoError, match="no pyramid") as caught:
        job.future.result()
    assert caught.value.hint == "Go nearer."
    assert entries.open(code, 0, 1) == before


def test_a_worker_that_breaks_says_what_to_do(
    entries: Drafts,
    photos: PhotoJobs,
    reader: FakeReader,
    code: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    reader.breaks = RuntimeError("deep inside")
    with (
        caplog.at_level(logging.ERROR),
        pytest.raises(PhotoError, match="could not be read") as caught,
    ):
        photos.take(code, 0, 1, 0, b"photo").future.result()
    assert "RuntimeError: deep inside" in caplog.text
    assert "by hand" in caught.value.hint
    assert "deep inside" not in str(caught.value)
    assert entries.open(code, 0, 1).version == 0


def test_an_entry_that_changed_while_the_photo_was_read_is_not_overwritten(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, store: SqliteStore, code: str
) -> None:
    entry = photos.take(code, 0, 1, 0, b"photo").future.result()
    reader.hold, reader.layout = True, full_layout(2, 1)
    job = photos.read(code, 0, 1, 1, SQUARE, "t")
    assert not job.future.done()
    mine = full_layout(3, 1)
    entries.save(code, 0, 1, 1, replace(entry, layout=mine).state())
    reader.finish()
    with pytest.raises(ConflictError):
        job.future.result()
    assert entries.open(code, 0, 1).layout == mine
    with pytest.raises(NotFoundError):
        store.photo(code, 2)


def test_a_waiting_photo_knows_how_many_are_in_front(
    photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    reader.hold = True
    first, second = (photos.take(code, seat, 1, 0, b"photo") for seat in (0, 1))
    assert (photos.ahead(first), photos.ahead(second)) == (0, 1)
    assert photos.job(second.number, code) is second
    reader.finish()
    assert photos.ahead(second) == 0
    assert first.future.result().photo is not None


def test_a_job_that_is_not_known_says_so(photos: PhotoJobs, code: str) -> None:
    with pytest.raises(NotFoundError, match="Take it again"):
        photos.job("none", code)
    first = photos.take(code, 0, 1, 0, b"photo")
    for _ in range(JOBS_REMEMBERED + 1):
        photos.take(code, 1, 1, 99, b"photo")
    with pytest.raises(NotFoundError):
        photos.job(first.number, code)


def test_a_job_that_is_not_done_is_never_forgotten(
    photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    reader.hold = True
    waiting = photos.take(code, 0, 1, 0, b"photo")
    reader.hold = False
    for _ in range(JOBS_REMEMBERED + 5):
        photos.take(code, 1, 1, 99, b"photo")
    assert photos.job(waiting.number, code) is waiting
    reader.finish()
    assert waiting.future.result().photo is not None


def test_one_table_cannot_fill_the_queue(
    tables: Tables, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    reader.hold = True
    for _ in range(WAITING_FOR_A_TABLE):
        photos.take(code, 0, 1, 0, b"photo")
    with pytest.raises(BusyError, match=r"this table .* about 20 seconds"):
        photos.take(code, 1, 1, 0, b"photo")
    assert len(reader.asked) == WAITING_FOR_A_TABLE
    photos.take(tables.create(GAME, ["Cy", "Di"]), 0, 1, 0, b"photo")
    reader.finish()
    photos.take(code, 1, 1, 0, b"photo")


def test_what_waits_in_all_is_limited(
    tables: Tables, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    reader.hold = True
    codes = [tables.create(GAME, ["Cy", "Di"]) for _ in range(1 + WAITING_IN_ALL // 6)]
    for number in range(WAITING_IN_ALL):
        photos.take(codes[number // 6], 0, 1, 0, b"photo")
    with pytest.raises(BusyError, match=r"Many tables .* about 150 seconds"):
        photos.take(codes[-1], 0, 1, 0, b"photo")


def test_large_photos_fill_the_queue_sooner(
    photos: PhotoJobs, reader: FakeReader, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos_module, "BYTES_WAITING", 2_000_000)
    reader.hold = True
    photos.take(code, 0, 1, 0, b"photo" * 300_000)
    with pytest.raises(BusyError, match=r"Many tables .* about 3 seconds"):
        photos.take(code, 1, 1, 0, b"photo" * 300_000)
    photos.take(code, 1, 1, 0, b"photo")


def read_result(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str, seat: int = 0
) -> StageResult:
    """The result of a photo that has been taken and read."""
    reader.layout = full_layout(2, 1)
    photos.take(code, seat, 1, 0, b"photo")
    photos.read(code, seat, 1, 1, SQUARE, "Photo read")
    return evaluate(entries.open(code, seat, 1))


def drawings(reader: FakeReader) -> int:
    return sum(isinstance(task, DrawAreas) for task in reader.asked)


def test_a_drawing_is_made_once_and_kept(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    result = read_result(entries, photos, reader, code)
    reader.hold = True
    first = photos.drawn(result, result.best)
    assert photos.drawn(result, result.best) is first
    assert not first.future.done()
    reader.finish()
    assert photos.drawn(result, result.best).future.result() == b"drawn"
    assert drawings(reader) == 1
    photos.labelled(result.entry, {0: "something else"})
    corrected = replace(result.entry, layout=full_layout(3, 1))
    photos.labelled(corrected, {0: "something else"})
    assert drawings(reader) == 3


def test_a_drawing_that_failed_says_so_and_is_tried_again(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    result = read_result(entries, photos, reader, code)
    reader.hold = True
    photos.drawn(result, result.best)
    (future, _task), reader.open = reader.open[0], []
    future.set_exception(PhotoError("The photo is too dark."))
    with pytest.raises(PhotoError, match="too dark"):
        photos.drawn(result, result.best).future.result()
    again = photos.drawn(result, result.best)
    reader.finish()
    assert again.future.result() == b"drawn"


def test_only_so_many_drawings_are_kept(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    entry = read_result(entries, photos, reader, code).entry
    for number in range(DRAWINGS_KEPT + 1):
        photos.labelled(entry, {0: str(number)})
    photos.labelled(entry, {0: "1"})
    assert drawings(reader) == DRAWINGS_KEPT + 1
    photos.labelled(entry, {0: "0"})
    assert drawings(reader) == DRAWINGS_KEPT + 2


def stored_photos(store: SqliteStore) -> list[int]:
    return [row["number"] for row in store._db["photos"].rows]


def test_a_photo_that_is_replaced_is_gone_with_the_picture_made_of_it(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, store: SqliteStore, code: str
) -> None:
    read_result(entries, photos, reader, code)
    other = read_result(entries, photos, reader, code, seat=1).entry
    assert stored_photos(store) == [1, 2, 3, 4]
    photos.take(code, 0, 1, 2, b"photo")
    assert stored_photos(store) == [3, 4, 5]
    with pytest.raises(NotFoundError, match="no photo 1"):
        store.photo(code, 1)
    assert entries.photo(other) == store.photo(code, 3)


def test_reading_a_photo_again_keeps_it_and_replaces_its_picture(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, store: SqliteStore, code: str
) -> None:
    read_result(entries, photos, reader, code)
    photos.read(code, 0, 1, 2, SQUARE, "Photo read")
    assert stored_photos(store) == [1, 3]


def test_a_photo_that_came_too_late_leaves_nothing(
    photos: PhotoJobs, store: SqliteStore, code: str
) -> None:
    photos.take(code, 0, 1, 0, b"photo")
    late = photos.take(code, 0, 1, 0, b"photo")
    assert isinstance(late.future.exception(), ConflictError)
    assert stored_photos(store) == [1]


def test_a_page_can_drop_the_photo_but_call_back_no_other(
    entries: Drafts, photos: PhotoJobs, reader: FakeReader, store: SqliteStore, code: str
) -> None:
    other = read_result(entries, photos, reader, code).entry
    photos.take(code, 1, 1, 0, b"photo")
    own = entries.open(code, 1, 1)
    assert own.photo
    assert other.photo
    for forged in (replace(own.photo, number=1), other.photo, replace(own.photo, picture=2)):
        saved = entries.save(code, 1, 1, own.version, replace(own, photo=forged).state())
        assert saved.photo == own.photo
        own = saved
    entries.save(code, 1, 1, own.version, replace(own, photo=None).state())
    assert stored_photos(store) == [1, 2]
    late = entries.open(code, 1, 1)
    saved = entries.save(code, 1, 1, late.version, replace(late, photo=other.photo).state())
    assert saved.photo is None
    assert stored_photos(store) == [1, 2]


def test_a_wiped_table_has_no_jobs_nor_drawings(
    tables: Tables, entries: Drafts, photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    result = read_result(entries, photos, reader, code)
    drawn = photos.drawn(result, result.best)
    reader.hold = True
    waiting = photos.take(code, 1, 1, 0, b"photo")
    tables.wipe(code, tables.version(code))
    photos.forget(code)
    for job in (drawn, waiting):
        with pytest.raises(NotFoundError):
            photos.job(job.number, code)
    reader.finish()
    assert isinstance(waiting.future.exception(), NotFoundError)
    assert photos._drawings == {}


def test_the_job_of_another_table_is_not_told(tables: Tables, photos: PhotoJobs, code: str) -> None:
    job = photos.take(code, 0, 1, 0, b"photo")
    other = tables.create(GAME, ["Cy", "Di"])
    with pytest.raises(NotFoundError):
        photos.job(job.number, other)


def test_a_photo_that_waits_when_the_app_stops_is_to_be_sent_again(
    photos: PhotoJobs, reader: FakeReader, code: str
) -> None:
    done = photos.take(code, 0, 1, 0, b"photo")
    reader.hold = True
    waiting = photos.take(code, 1, 1, 0, b"photo")
    assert photos.stop() == [waiting]
    for future, _ in reader.open:
        future.set_exception(PhotoError("Reading this photo was broken off."))
    with pytest.raises(PhotoError, match=r"app was stopped .* Send the photo again"):
        waiting.future.result()
    assert done.future.result().photo
    with pytest.raises(BusyError, match=r"Send the photo again"):
        photos.take(code, 1, 1, 0, b"photo")
