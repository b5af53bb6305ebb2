"""The SQLite store on real files: steps, entries, photos and names, alone and in company."""

import json
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlite_utils import Database

from assistant.core.errors import ConflictError, DamagedError, InputError, NotFoundError
from assistant.service.records import EntryRecord, Step
from assistant.store import SqliteStore
from assistant.store.migrations import migrations
from assistant.store.repository import CODE_LENGTH

ROOT = Path(__file__).parents[2]
GAME = "forgotten_treasures"


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "tables.sqlite3")


@pytest.fixture
def code(store: SqliteStore) -> str:
    return store.create_table(GAME, ["Ana", "Ben"], "Ben")


def step(points: int, kind: str = "write") -> Step:
    return Step(kind, {"seat": 0, "stage": 1, "points": points})


def points(steps: tuple[Step, ...]) -> list[int]:
    return [each.payload["points"] for each in steps]


# ---- the file


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "tables.sqlite3"
    SqliteStore(path)
    assert path.is_file()


def test_every_migration_runs_once_and_a_second_start_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    code = SqliteStore(path).create_table(GAME, ["Ana"], "Ana")
    before = Database(path)
    schema, applied = before.schema, [each.name for each in migrations.applied(before)]
    SqliteStore(path)
    after = Database(path)
    assert after.schema == schema
    assert [each.name for each in migrations.applied(after)] == applied
    assert len(applied) == len(set(applied)) >= 1
    assert migrations.pending(after) == []
    assert SqliteStore(path).table(code).seating == ("Ana",)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ana, " * 1000)
    with pytest.raises(sqlite3.DatabaseError):
        SqliteStore(path)
    assert path.read_text() == "Dear Ana, " * 1000


def changed(path: Path, *statements: str) -> bytes:
    """Change a database behind the app's back; returns what the file then holds."""
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (["DROP TABLE entries", "DROP TABLE steps"], "there is no table steps, table entries"),
        (["ALTER TABLE tables DROP COLUMN mode"], "there is no column tables.mode"),
        (
            [
                "CREATE TABLE kept AS SELECT * FROM copies",
                "DROP TABLE copies",
                "ALTER TABLE kept RENAME TO copies",
            ],
            "there is no primary key of table copies",
        ),
    ],
)
def test_a_database_with_something_missing_is_refused_and_left_alone(
    tmp_path: Path, statements: list[str], words: str
) -> None:
    path = tmp_path / "tables.sqlite3"
    before = changed(path, *statements)
    with pytest.raises(DamagedError, match=words):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    new = "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('assistant', 'm999_more')"
    before = changed(path, new)
    with pytest.raises(InputError, match=r"newer version .*m999_more"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_no_database_is_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="has to be a file"):
        SqliteStore(Path(":memory:"))


def test_wal_full_synchronous_and_foreign_keys_are_on_in_every_thread(store: SqliteStore) -> None:
    found = []

    def ask() -> None:
        found.append(
            [
                store._db.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        )
        store.close()

    ask()
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [["wal", 2, 1], ["wal", 2, 1]]


def test_the_secret_key_is_made_once_and_is_another_in_another_file(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path / "a").secret_key()
    assert SqliteStore(tmp_path / "a").secret_key() == first
    assert SqliteStore(tmp_path / "b").secret_key() != first
    assert len(bytes.fromhex(first)) >= 32


# ---- tables and steps


def test_a_new_table_holds_its_players_and_no_step(store: SqliteStore, code: str) -> None:
    record = store.table(code)
    assert (record.code, record.game, record.seating) == (code, GAME, ("Ana", "Ben"))
    assert (record.starter, record.version) == ("Ben", 1)
    assert record.steps == record.undone == ()
    assert len(code) == CODE_LENGTH
    assert not set(code) & set("ILO01")


def test_an_unknown_table_or_photo_is_named(store: SqliteStore, code: str) -> None:
    with pytest.raises(NotFoundError, match="NONE"):
        store.table("NONE")
    with pytest.raises(NotFoundError, match="NONE"):
        store.table_version("NONE")
    with pytest.raises(NotFoundError, match="photo 7"):
        store.photo(code, 7)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE steps SET payload = '{'",
        "UPDATE steps SET payload = '[]'",
        "UPDATE steps SET payload = x'ff'",
        "UPDATE steps SET undone = 'x'",
        "UPDATE tables SET seating = '{'",
        "UPDATE tables SET seating = '5'",
    ],
)
def test_a_damaged_table_hides_no_other(
    store: SqliteStore, code: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    store.add_step(code, step(1))
    with store.transaction():
        store._db.execute(damage)
    whole = store.create_table(GAME, ["Cleo"], "Cleo")
    assert [record.code for record in store.tables()] == [whole]
    assert f"Table {code} cannot be opened" in caplog.text
    with pytest.raises(DamagedError, match=code):
        store.table(code)


def test_a_damaged_entry_or_copy_is_told(
    store: SqliteStore, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    store.save_entry(code, 0, 1, {"a": 1}, 0)
    damaged, whole = (store.add_copy(GAME, name, "{}", 1) for name in "ab")
    with store.transaction():
        store._db.execute("UPDATE entries SET state = '{'")
        store._db.execute("UPDATE copies SET notes = '{' WHERE number = ?", [damaged])
    with pytest.raises(DamagedError, match=code):
        store.entry(code, 0, 1)
    with pytest.raises(DamagedError, match=f"Copy {damaged}"):
        store.copy(damaged)
    assert [copy.number for copy in store.copies()] == [whole]
    assert f"Copy {damaged} cannot be read" in caplog.text


def test_every_change_of_the_steps_makes_a_new_version(store: SqliteStore, code: str) -> None:
    versions = [store.table_version(code)]
    store.add_step(code, step(1))
    versions.append(store.table_version(code))
    store.undo(code)
    versions.append(store.table_version(code))
    store.redo(code)
    versions.append(store.table_version(code))
    assert versions == [1, 2, 3, 4]


def test_undo_and_redo_go_back_and_forth_in_order(store: SqliteStore, code: str) -> None:
    for number in (1, 2, 3, 4):
        store.add_step(code, step(number))
    assert [store.undo(code), store.undo(code)] == [step(4), step(3)]
    assert points(store.table(code).steps) == [1, 2]
    assert points(store.table(code).undone) == [4, 3]
    assert store.redo(code) == step(3)
    assert store.undo(code) == step(3)
    assert [store.undo(code), store.undo(code), store.undo(code)] == [step(2), step(1), None]
    assert [store.redo(code) for _ in range(5)] == [*map(step, (1, 2, 3, 4)), None]
    assert points(store.table(code).steps) == [1, 2, 3, 4]


def test_undo_of_nothing_is_no_change(store: SqliteStore, code: str) -> None:
    assert store.undo(code) is None
    assert store.redo(code) is None
    assert store.table_version(code) == 1


def test_a_new_step_drops_what_was_undone(store: SqliteStore, code: str) -> None:
    for number in (1, 2, 3):
        store.add_step(code, step(number))
    store.undo(code)
    store.undo(code)
    store.add_step(code, step(9))
    assert store.redo(code) is None
    assert points(store.table(code).steps) == [1, 9]
    assert store.table(code).undone == ()


def test_undo_of_one_table_leaves_the_others_alone(store: SqliteStore, code: str) -> None:
    other = store.create_table(GAME, ["Cleo"], "Cleo")
    store.add_step(code, step(1))
    store.add_step(other, step(2))
    store.undo(code)
    store.add_step(other, step(3))
    assert points(store.table(other).steps) == [2, 3]
    assert points(store.table(code).undone) == [1]


def test_tables_come_last_changed_first(store: SqliteStore) -> None:
    codes = [store.create_table(GAME, ["Ana"], "Ana") for _ in range(3)]
    assert [record.code for record in store.tables()] == codes[::-1]
    changed = store.table(codes[0])
    while store.table(codes[2]).created >= _now_of(store):
        pass
    store.add_step(changed.code, step(1))
    assert store.tables()[0].code == codes[0]


def _now_of(store: SqliteStore) -> str:
    """A creation time now, in the store's own form."""
    return store.table(store.create_table(GAME, ["Clock"], "Clock")).created


def test_names_come_most_recently_used_first_then_by_letter(store: SqliteStore) -> None:
    store.create_table(GAME, ["Ben", "Ana"], "Ana")
    store.create_table(GAME, ["Eva", "Dan"], "Eva")
    assert store.names() == ["Dan", "Eva", "Ana", "Ben"]
    store.create_table(GAME, ["Ben"], "Ben")
    assert store.names() == ["Ben", "Dan", "Eva", "Ana"]


@pytest.mark.parametrize("name", ["<b>", "O'Hara", '"; DROP TABLE names; --', "José", "王", "🦉"])
def test_any_name_comes_back_as_it_was(store: SqliteStore, name: str) -> None:
    code = store.create_table(GAME, [name, "Ana"], name)
    assert store.table(code).seating == (name, "Ana")
    assert name in store.names()


# ---- entries and photos


def test_an_entry_starts_empty_and_comes_back_as_saved(store: SqliteStore, code: str) -> None:
    assert store.entry(code, 0, 1) == EntryRecord()
    state = {"layout": "r0", "list": [1, None, True], "title": "é\ud800"}
    assert store.save_entry(code, 0, 1, state, 0) == 1
    assert store.entry(code, 0, 1) == EntryRecord(1, state)
    assert store.entry(code, 1, 1) == store.entry(code, 0, 2) == EntryRecord()


@pytest.mark.parametrize("version", [0, 2, -1, 10**30])
def test_another_version_of_an_entry_is_refused_with_what_stands(
    store: SqliteStore, code: str, version: int
) -> None:
    store.save_entry(code, 0, 1, {"mine": 1}, 0)
    with pytest.raises(ConflictError) as caught:
        store.save_entry(code, 0, 1, {"theirs": 2}, version)
    assert caught.value.current == EntryRecord(1, {"mine": 1})
    assert store.entry(code, 0, 1) == EntryRecord(1, {"mine": 1})


def test_photos_belong_to_their_table(store: SqliteStore, code: str) -> None:
    other = store.create_table(GAME, ["Cleo"], "Cleo")
    first = store.add_photo(code, b"\xff\xd8 one")
    second = store.add_photo(code, b"\xff\xd8 two")
    assert first != second
    assert store.photo(code, first) == b"\xff\xd8 one"
    with pytest.raises(NotFoundError):
        store.photo(other, first)


def test_a_step_or_entry_of_no_table_is_refused(store: SqliteStore) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        store.add_step("NONE", step(1))
    with pytest.raises(sqlite3.IntegrityError):
        store.save_entry("NONE", 0, 1, {}, 0)
    with pytest.raises(sqlite3.IntegrityError):
        store.add_photo("NONE", b"x")


# ---- transactions


def test_a_transaction_is_kept_whole_or_not_at_all(store: SqliteStore, code: str) -> None:
    store.add_step(code, step(1))
    store.undo(code)
    before = store.table(code), store.names()

    def change() -> None:
        store.add_step(code, step(2))
        store.add_photo(code, b"photo")
        store.save_entry(code, 0, 1, {"a": 1}, 0)
        store.create_table(GAME, ["Zoe"], "Zoe")
        store.undo(code)

    def change_and_break_off() -> None:
        with store.transaction():
            change()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        change_and_break_off()
    assert (store.table(code), store.names()) == before
    assert store.entry(code, 0, 1) == EntryRecord()
    assert [record.code for record in store.tables()] == [code]
    with pytest.raises(NotFoundError):
        store.photo(code, 1)
    with store.transaction():
        change()
    assert store.names()[0] == "Zoe"
    assert points(store.table(code).undone) == [2]


def test_nothing_of_an_open_transaction_is_seen_elsewhere(store: SqliteStore, code: str) -> None:
    other = SqliteStore(store.path)
    seen = []

    def look() -> None:
        seen.append(len(other.table(code).steps))
        other.close()

    with store.transaction():
        store.add_step(code, step(1))
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    look()
    assert seen == [0, 1]


# ---- company


def test_two_stores_on_one_file_see_each_other(store: SqliteStore, code: str) -> None:
    other = SqliteStore(store.path)
    other.add_step(code, step(1))
    store.add_step(code, step(2))
    assert points(other.table(code).steps) == points(store.table(code).steps) == [1, 2]


def test_threads_lose_no_step_and_only_one_saves_a_version(store: SqliteStore, code: str) -> None:
    rounds, workers = 12, 4
    start = threading.Barrier(workers)
    won: list[tuple[int, int]] = []
    failed: list[BaseException] = []

    def work(worker: int) -> None:
        start.wait()
        try:
            for number in range(rounds):
                store.add_step(code, step(worker * 100 + number))
                try:
                    store.save_entry(code, 0, 1, {"by": worker}, number)
                    won.append((number, worker))
                except ConflictError:
                    pass
        except BaseException as error:
            failed.append(error)
        finally:
            store.close()

    threads = [threading.Thread(target=work, args=(each,)) for each in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    written = points(store.table(code).steps)
    assert sorted(written) == sorted(w * 100 + n for w in range(workers) for n in range(rounds))
    for worker in range(workers):
        own = [each for each in written if each // 100 == worker]
        assert own == sorted(own)
    assert store.table_version(code) == 1 + rounds * workers
    assert len({number for number, _ in won}) == len(won) == store.entry(code, 0, 1).version
    assert {"by": max(won)[1]} == store.entry(code, 0, 1).state


PROGRAM = """
import json, sys
from assistant.service.records import Step
from assistant.store import SqliteStore
store = SqliteStore(sys.argv[1])
print(store.secret_key(), flush=True)
code = sys.stdin.readline().strip()
for number in range(10):
    payload = {"seat": 0, "stage": 1, "points": number, "by": sys.argv[2]}
    store.add_step(code, Step("write", payload))
print(json.dumps(store.table_version(code)))
"""


def test_processes_that_open_a_new_file_together_all_work(tmp_path: Path) -> None:
    """The first start of two servers, or of a server and a command, on a file not made yet."""
    path = tmp_path / "tables.sqlite3"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(path), str(number)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    keys = {process.stdout.readline() for process in processes if process.stdout}
    assert len(keys) == 1
    assert len(keys.pop().strip()) == 64
    store = SqliteStore(path)
    code = store.create_table(GAME, ["Ana"], "Ana")
    answers = [process.communicate(code + "\n") for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert max(json.loads(output) for output, _ in answers) == 31
    steps = [(each.payload["by"], each.payload["points"]) for each in store.table(code).steps]
    assert sorted(steps) == [(str(by), number) for by in range(3) for number in range(10)]
