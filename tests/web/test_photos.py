"""Photos through the pages: contradicted stages, and copies of the game, with real photos."""

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from assistant.core.pieces import Inventory
from assistant.games import FORGOTTEN_TREASURES, Game
from tests.web.phone import Phone, entry_data, fields, message

SAMPLES = Path(__file__).parents[2] / "sample_photos"
NO_GEMS = Inventory()


def sample(stage: int) -> tuple[bytes, dict[str, Any]]:
    """A photo of the sample pyramid after a stage, and its truth."""
    path = SAMPLES / f"forgotten-5x4-stage{stage}.jpg"
    return path.read_bytes(), json.loads(path.with_suffix(".json").read_text())


def done(phone: Phone, started: TestResponse) -> TestResponse:
    """The answer of a job once it is finished."""
    assert started.status_code == 202, message(started)
    while True:
        answer = phone.get(started.get_json()["job"], headers={"Accept": "application/json"})
        if answer.status_code != 200 or answer.get_json()["done"]:
            return answer
        time.sleep(0.02)


def photograph(phone: Phone, code: str, stage: int) -> None:
    """Take and read the sample's photo of this stage for seat 1."""
    place = f"/t/{code}/1/{stage}"
    photo, truth = sample(stage)
    upload = {"photo": (io.BytesIO(photo), "p.jpg"), "version": str(phone.version(code, 1, stage))}
    assert done(phone, phone.post(f"{place}/photo", upload)).status_code == 200
    corners = {"corners": json.dumps(truth["corners"]), "version": phone.version(code, 1, stage)}
    assert done(phone, phone.post(f"{place}/read", corners)).status_code == 200


def write_stage_one(phone: Phone, code: str, game: Game, notation: str) -> None:
    assert phone.save(code, 1, 1, game.parse(notation), NO_GEMS).status_code == 200
    assert phone.write(code, 1, 1).status_code == 303


@pytest.fixture
def contradicted(phone: Phone, code: str) -> tuple[str, str]:
    """A table whose stage 1 was entered with a wrong corner, and the right notation."""
    right = sample(1)[1]["notation"]
    wrong = ("b" if right[0] != "b" else "g") + right[1:]
    write_stage_one(phone, code, FORGOTTEN_TREASURES, wrong)
    photograph(phone, code, 2)
    return code, right


def test_a_photo_that_contradicts_the_stage_below_shows_both(
    phone: Phone, contradicted: tuple[str, str]
) -> None:
    code, _ = contradicted
    page = phone.get(f"/t/{code}/1/2")
    assert "otherwise than they were entered" in page.text
    assert "stage 1, row 1, column 1" in page.text


def test_correcting_by_the_photo_opens_the_earlier_stage_as_the_photo_shows_it(
    phone: Phone, contradicted: tuple[str, str]
) -> None:
    code, right = contradicted
    page = phone.get(f"/t/{code}/1/2")
    answer = phone.post(
        f"/t/{code}/1/2/otherwise", fields(page, "/otherwise") | {"choice": "photo"}
    )
    assert answer.location == f"/t/{code}/1/1"
    assert entry_data(phone.get(answer.location))["state"]["layout"] == right
    assert phone.write(code, 1, 1).status_code == 303
    assert "otherwise than they were entered" not in phone.get(f"/t/{code}/1/2").text


def test_keeping_what_was_entered_settles_it(phone: Phone, contradicted: tuple[str, str]) -> None:
    code, _ = contradicted
    page = phone.get(f"/t/{code}/1/2")
    phone.post(f"/t/{code}/1/2/otherwise", fields(page, "/otherwise") | {"choice": "entered"})
    assert "otherwise than they were entered" not in phone.get(f"/t/{code}/1/2").text


def test_a_stale_page_cannot_settle_it(phone: Phone, contradicted: tuple[str, str]) -> None:
    code, _ = contradicted
    answer = phone.post(f"/t/{code}/1/2/otherwise", {"version": "1", "choice": "photo"})
    assert answer.status_code == 409


@pytest.fixture
def learned(phone: Phone, code: str) -> int:
    """The number of a copy that was learned from a corrected photo of a table."""
    photograph(phone, code, 1)
    layout = FORGOTTEN_TREASURES.parse(sample(1)[1]["notation"])
    state = entry_data(phone.get(f"/t/{code}/1/1"))["state"]
    phone.save(code, 1, 1, layout, NO_GEMS, photo=state["photo"])
    answer = phone.post(f"/t/{code}/1/1/learn", {"version": phone.version(code)})
    assert done(phone, answer).status_code == 200, message(answer)
    page = phone.get(answer.get_json()["next"] + f"?back=/t/{code}/1/1")
    return int(page.location.partition("?")[0].rsplit("/", 1)[1])


def test_a_copy_is_learned_named_exported_and_forgotten(phone: Phone, learned: int) -> None:
    path = f"/copies/{learned}"
    assert "learned from 1 photo" in phone.get(path).text
    assert phone.post(path, {"name": "Ana's box"}).status_code == 303
    assert "Ana&#39;s box" in phone.get("/copies").text
    profile = phone.get(f"{path}.json")
    assert profile.get_json()["game"] == "forgotten_treasures"
    assert phone.post(f"{path}/forget").status_code == 303
    assert phone.get(path).status_code == 404


def test_an_exported_copy_can_be_imported_and_chosen(
    app: Flask, phone: Phone, code: str, learned: int
) -> None:
    text = phone.get(f"/copies/{learned}.json").data
    upload = {"profile": (io.BytesIO(text), "copy.json")}
    imported = phone.post("/copies/import", upload).location
    other = Phone(app)
    table = other.new_game("Cy", "Di")
    chosen = other.post(f"/t/{table}/copy", {"copy": imported.rsplit("/", 1)[1]})
    assert chosen.status_code == 303
    assert "selected" in other.get(f"/t/{table}").text
    photograph(other, table, 1)


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"not json", b'{"game": 1}', b"\xff\xfe", b"[" * 5000]
)
def test_what_is_no_profile_is_refused(phone: Phone, text: bytes) -> None:
    answer = phone.post("/copies/import", {"profile": (io.BytesIO(text), "x.json")})
    assert 400 <= answer.status_code < 500
    assert message(answer)


def test_nothing_is_learned_without_a_photo(phone: Phone, code: str) -> None:
    answer = phone.post(f"/t/{code}/2/1/learn", {"version": "0"})
    assert answer.status_code == 400
