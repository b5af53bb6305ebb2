"""Export and import: what comes out goes in again the same, and nothing else goes in."""

import csv
import io
import json
import random
import sqlite3
from base64 import b64encode
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from assistant.core.errors import InputError, NotFoundError
from assistant.core.pieces import Color, Inventory
from assistant.games.pyramis.scoring import Player
from assistant.games.pyramis.text import format_player
from assistant.service.drafts import Drafts
from assistant.service.pyramis import CardTables
from assistant.service.score_rows import COLUMNS, csv_text
from assistant.service.sharing import Sharing
from assistant.service.solo import Solo
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.games.pyramis.card_pyramids import drawn_pyramid, shuffled_deck
from tests.service.parts import GAME, enter, full_layout, top_of, write_best
from tests.service.solo_parts import won

ROWS = {
    "tables": "code",
    "steps": "id",
    "entries": "code, seat, stage",
    "photos": "number",
    "copies": "number",
    "names": "name",
}
JPEG = b"\xff\xd8 a photo"
PROFILE = f"{GAME} worn"


def check_profile(text: str) -> tuple[str, str]:
    game, _, name = text.partition(" ")
    return game, name


@pytest.fixture
def sharing(store: SqliteStore) -> Sharing:
    return Sharing(store, check_profile)


@pytest.fixture
def other(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "other.sqlite3")


def contents(store: SqliteStore) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table but the settings, which hold the secret of one machine."""
    with sqlite3.connect(store.path) as db:
        return {
            name: db.execute(f"SELECT * FROM {name} ORDER BY {order}").fetchall()
            for name, order in ROWS.items()
        }


def evening(store: SqliteStore) -> list[str]:
    """Tables of every kind, with undone steps, photos, a copy and a half entered stage."""
    tables, entries = Tables(store), Drafts(store)
    code = tables.create(GAME, ["Ana", "=Ben"], 1)
    layout = full_layout(3, 1)
    gems = Inventory.of({Color.RED: 3, Color.MYTHICAL: 4})
    write_best(tables, enter(entries, code, 0, 1, layout, gems))
    tables.type_score(code, 1, 1, 12)
    enter(entries, code, 0, 2, top_of(layout, 4, 2), gems)
    tables.set_help(code, "score")
    tables.undo(code, tables.version(code))
    own, picture = store.add_photo(code, JPEG), store.add_photo(code, JPEG + b" from above")
    state = entries.open(code, 1, 1).state()
    photo = {"number": own, "picture": picture, "corners": [[1, 1], [9, 1], [9, 9], [1, 9]]}
    store.save_entry(code, 1, 1, state | {"photo": photo}, 0, [["", "half"]])
    store.set_copy(code, store.add_copy(GAME, "Worn", PROFILE, 2))
    marked = tables.create("pyramido", ["Ana", "Cleo"])
    solo = won(Solo(store, new_seed=lambda: 3), tables, "Ana").table.code
    cards = tables.create("pyramis", ["Ana", "Ben"])
    rng = random.Random(5)
    hand = Player("Ben", drawn_pyramid(rng, shuffled_deck(rng), 6))
    CardTables(store).save(
        cards, 1, 0, {"layout": format_player(hand), "inventory": {}, "cursor": 0}
    )
    return [code, marked, solo, cards]


def test_what_is_exported_and_taken_in_by_an_empty_database_is_the_same(
    store: SqliteStore, sharing: Sharing, other: SqliteStore
) -> None:
    codes = evening(store)
    before = contents(store)
    assert [len(before[name]) for name in ("tables", "photos", "copies")] == [4, 2, 1]
    taken = Sharing(other, check_profile).take_in(sharing.export(sharing.codes()))
    assert [table.code for table in taken] == [table.was for table in taken] == codes
    assert contents(other) == before


def test_what_is_wiped_and_taken_in_again_is_the_same(store: SqliteStore, sharing: Sharing) -> None:
    evening(store)
    before, text = contents(store), sharing.export(sharing.codes())
    with sqlite3.connect(store.path) as db:
        for name in ("photos", "entries", "steps", "tables", "copies", "names"):
            db.execute(f"DELETE FROM {name}")
    sharing.take_in(text)
    assert contents(store) == before


def test_a_table_that_is_here_already_is_left_alone(store: SqliteStore, sharing: Sharing) -> None:
    evening(store)
    before = contents(store)
    sharing.take_in(sharing.export(sharing.codes()))
    assert contents(store) == before


def test_a_table_whose_code_another_has_here_gets_a_new_one_and_keeps_its_photos(
    store: SqliteStore, sharing: Sharing, other: SqliteStore
) -> None:
    code = evening(store)[0]
    text = sharing.export([code])
    tables, entries = Tables(store), Drafts(store)
    tables.type_score(code, 1, 1, 20, seen=12)
    (taken,) = sharing.take_in(text)
    assert (taken.was, taken.code == code) == (code, False)
    assert tables.get(code).scores[1, 1].points == 20
    assert tables.get(taken.code).scores[1, 1].points == 12
    entry = entries.open(taken.code, 1, 1)
    assert entries.photo(entry) == JPEG
    assert entries.picture(entry) == JPEG + b" from above"
    old = entries.open(code, 1, 1).photo
    assert entry.photo is not None
    assert old is not None
    assert entry.photo.number != old.number
    assert store.table(taken.code).copy == store.table(code).copy


def test_an_export_without_photos_leaves_no_entry_that_needs_one(
    store: SqliteStore, sharing: Sharing, other: SqliteStore
) -> None:
    code = evening(store)[0]
    text = sharing.export([code], photos=False)
    assert b64encode(JPEG).decode() not in text
    Sharing(other, check_profile).take_in(text)
    assert Drafts(other).open(code, 1, 1).photo is None
    assert Tables(other).get(code).scores == Tables(store).get(code).scores


def test_the_secret_of_the_machine_is_not_exported(store: SqliteStore, sharing: Sharing) -> None:
    secret = store.secret_key()
    evening(store)
    assert secret not in sharing.export(sharing.codes())


def test_only_the_names_and_copies_of_the_tables_go_along(
    store: SqliteStore, sharing: Sharing
) -> None:
    marked = evening(store)[1]
    export = json.loads(sharing.export([marked]))
    assert sorted(name["name"] for name in export["names"]) == ["Ana", "Cleo"]
    assert "copies" not in export


def test_a_table_that_is_not_there_is_not_exported(sharing: Sharing) -> None:
    with pytest.raises(NotFoundError):
        sharing.export(["NONE2"])


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    store = SqliteStore(tmp_path_factory.mktemp("evening") / "tables.sqlite3")
    text = Sharing(store, check_profile).export(evening(store))
    store.close_all()
    return text


def change(export: dict[str, Any], path: str, value: Any) -> None:
    *way, last = path.split(".")
    inside: Any = export
    for step in way:
        inside = inside[int(step) if step.isdigit() else step]
    inside[int(last) if last.isdigit() else last] = value


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("tables.0.code", "../x", "cannot be the code"),
        ("tables.0.code", "A" * 100, "cannot be the code"),
        ("tables.1.code", "AAAA2", "cannot be the code"),
        ("tables.0.game", "chess", "is no game known here"),
        ("tables.0.seating", ["Ana"] * 2, "same name"),
        ("tables.0.seating", ["A\u202eB"], "no name"),
        ("tables.0.starter", "Zoe", "nobody begins"),
        ("tables.0.mode", "god", "nobody begins"),
        ("tables.0.created", "tomorrow", "no moment"),
        ("tables.0.version", -1, "whole number"),
        ("tables.0.steps.0.kind", "bang", "not of one game"),
        ("tables.0.steps.0.payload", {}, "not of one game"),
        ("tables.0.steps.0.payload", 7, "must be an object"),
        ("tables.0.steps.0.payload.seat", 3, "not of one game"),
        ("tables.0.steps.0.at", "x", "no moment"),
        ("tables.0.entries.0.stage", 9, "no such seat or stage"),
        ("tables.0.entries.0.seat", 2, "no such seat or stage"),
        ("tables.0.entries.0.state", {"layout": "zz", "inventory": {}}, "Table"),
        ("tables.0.entries.0.state", {}, "layout is missing"),
        ("tables.0.entries.0.history", [["a"]], "history"),
        ("tables.0.photos.0.jpeg", "!", "base64"),
        ("tables.0.photos.0.jpeg", "aGk=", "no JPEG"),
        ("tables.3.entries.0.state", {"layout": "zz", "inventory": {}}, "Table"),
        ("copies.0.profile", "pyramido worn", "of another game"),
        ("pyramido_companion", 2, "newer version"),
        ("more", 1, "more is unknown"),
    ],
)
def test_an_export_that_makes_no_sense_is_refused_whole(
    exported: str, other: SqliteStore, path: str, value: Any, words: str
) -> None:
    export = json.loads(exported)
    export["tables"][0]["code"] = "AAAA2"
    change(export, path, value)
    with pytest.raises(InputError, match=words):
        Sharing(other, check_profile).take_in(json.dumps(export))
    assert all(not rows for rows in contents(other).values())


@pytest.mark.parametrize("text", ["", "oops", "[]", "{}", "[" * 10**5, b"\xff\xfe\x00", "7"])
def test_what_is_no_export_is_refused(sharing: Sharing, text: str | bytes) -> None:
    with pytest.raises(InputError, match="no export"):
        sharing.take_in(text)


def test_random_damage_never_does_more_than_a_plain_refusal(
    exported: str, other: SqliteStore
) -> None:
    export = json.loads(exported)
    rng = random.Random(1)
    third = Sharing(other, check_profile)
    refused = 0
    for _ in range(150):
        broken = deepcopy(export)
        inside: Any = broken
        while isinstance(inside, dict | list) and inside:
            keys = list(inside) if isinstance(inside, dict) else range(len(inside))
            key = rng.choice(list(keys))
            if not isinstance(inside[key], dict | list) or rng.random() < 0.2:
                inside[key] = rng.choice([None, -1, 2**60, "x", [], {}, True, 1.5, [[]]])
                break
            inside = inside[key]
        try:
            for table in third.take_in(json.dumps(broken)):
                Tables(other).get(table.code)
        except InputError:
            refused += 1
    assert 50 < refused < 150


def test_the_csv_has_a_line_for_each_player_and_stage(store: SqliteStore, sharing: Sharing) -> None:
    codes = evening(store)
    tables = sharing.tables(codes)
    rows = list(csv.DictReader(io.StringIO(csv_text(tables))))
    assert tuple(rows[0]) == COLUMNS
    first = [row for row in rows if row["table"] == codes[0]]
    written = Tables(store).get(codes[0]).scores[0, 1]
    assert [(r["player"], r["stage"], r["points"]) for r in first] == [
        ("Ana", "1", str(written.points)),
        ("'=Ben", "1", "12"),
    ]
    assert (first[0]["layout"], first[0]["entered"]) == (repr(full_layout(3, 1)), "yes")
    assert first[0]["gems"] == "3 red 4 mythical"
    assert first[0]["winner"] == first[0]["rank"] == ""
    solo = [row for row in rows if row["table"] == codes[2]]
    assert [(row["player"], row["stage"]) for row in solo] == [
        (name, str(stage)) for name in ("Ana", "THE Legend") for stage in (1, 2, 3, 4)
    ]
    assert {(row["player"], row["rank"], row["winner"]) for row in solo} == {
        ("Ana", "1", "yes"),
        ("THE Legend", "2", "no"),
    }
