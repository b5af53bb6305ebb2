"""Sharing a game on the pages: text, picture, files, BG Stats, and taking files in."""

import html
import io
import json
import random
import re
from datetime import datetime
from xml.etree import ElementTree

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from assistant.core.pieces import Color, Inventory
from assistant.games.pyramis.scoring import Player
from assistant.games.pyramis.text import format_player
from assistant.service.play_link import play_link
from assistant.service.summary import summary
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.games.pyramis.card_pyramids import drawn_pyramid, shuffled_deck
from tests.service.parts import full_layout
from tests.web.phone import Phone, message

SVG = "{http://www.w3.org/2000/svg}"
FILES = ("share", "game.json", "scores.csv")


@pytest.fixture
def over(phone: Phone) -> str:
    """A finished game: Ana's first stage entered, everything else typed."""
    code = phone.new_game("Ana", "<Ben>")
    layout = full_layout(1, 1)
    assert phone.save(code, 1, 1, layout, Inventory.of({Color.RED: 3})).status_code == 200
    phone.write(code, 1, 1)
    phone.type_score(code, 2, 1, 9)
    for stage in (2, 3, 4):
        for seat in (1, 2):
            answer = phone.type_score(code, seat, stage, 10 * stage + seat)
            assert answer.status_code == 303, message(answer)
    return code


def taken(phone: Phone, text: str | bytes, name: str = "game.json") -> TestResponse:
    data = text.encode() if isinstance(text, str) else text
    fields = {"file": (io.BytesIO(data), name)}
    return phone.post("/files", fields, content_type="multipart/form-data")


def test_the_pad_leads_to_sharing(phone: Phone, code: str) -> None:
    assert f'href="/t/{code}/share"' in phone.get(f"/t/{code}").text
    cards = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramis"}).location
    assert "/share" in phone.get(phone.get(cards).location).text


def test_a_running_game_has_files_but_nothing_that_names_a_winner(phone: Phone, code: str) -> None:
    page = phone.get(f"/t/{code}/share").text
    assert "Once the game is over" in page
    assert "bgstatsapp" not in page
    for name in FILES:
        assert phone.get(f"/t/{code}/{name}").status_code == 200
    for name in ("game.txt", "game.svg"):
        answer = phone.get(f"/t/{code}/{name}")
        assert answer.status_code == 409
        assert "not finished yet" in message(answer)


def test_the_text_tells_who_won_with_what(phone: Phone, over: str, store: SqliteStore) -> None:
    first = Tables(store).get(over).scores[0, 1].points
    lines = phone.get(f"/t/{over}/game.txt").text.splitlines()
    day = datetime.now()
    assert lines[0] == f"Pyramido: Forgotten Treasures · {day:%d %b %Y}".replace("· 0", "· ")
    ana, ben = first + 21 + 31 + 41, 9 + 22 + 32 + 42
    best = "Ana" if ana > ben else "<Ben>"
    assert lines[1] == f"{best} wins!"
    assert set(lines[2:]) == {
        f"{1 + (ben > ana)}. Ana {ana} ({first} + 21 + 31 + 41)",
        f"{1 + (ana > ben)}. <Ben> {ben} (9 + 22 + 32 + 42)",
    }
    assert lines[2].startswith("1. ")
    page = html.unescape(phone.get(f"/t/{over}/share").text)
    assert "\n".join(lines) in page


def test_the_link_of_the_page_is_the_game(phone: Phone, over: str, store: SqliteStore) -> None:
    page = html.unescape(phone.get(f"/t/{over}/share").text)
    assert play_link(summary(Tables(store).get(over))) in page
    assert "<Ben>" not in re.sub(r"<textarea.*?</textarea>|alt=\"[^\"]*\"", "", page, flags=re.S)


def test_the_picture_is_whole_by_itself_and_draws_what_was_entered(
    phone: Phone, over: str, store: SqliteStore
) -> None:
    answer = phone.get(f"/t/{over}/game.svg")
    assert answer.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(answer.text)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    table = Tables(store).get(over)
    for seat, name in enumerate(table.seating):
        assert name in texts
        assert str(table.total(seat)) in texts
    ids = {element.get("id") for element in root.iter(f"{SVG}symbol")}
    uses = [element.get("href", "") for element in root.iter(f"{SVG}use")]
    layout = full_layout(1, 1)
    icons = sum((block.icons or 0).bit_count() for *_, block in layout.blocks())
    assert len([use for use in uses if not use.startswith("#on-")]) == icons > 0
    assert {use.removeprefix("#") for use in uses} <= ids
    assert not re.search(r"(?:href|src)=\"(?!#)", answer.text)
    blocks = [e for e in root.iter(f"{SVG}rect") if e.get("width") == e.get("height") == "20"]
    assert len(blocks) == 20
    assert all(re.fullmatch(r"#\w{6}", block.get("fill", "")) for block in blocks)


def test_the_picture_of_pyramis_draws_the_cards(phone: Phone) -> None:
    where = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramis"}).location
    code = where.rsplit("/", 1)[1]
    rng = random.Random(3)
    player = Player("Ana", drawn_pyramid(rng, shuffled_deck(rng), 7))
    state = {"layout": format_player(player), "inventory": {}, "cursor": 0}
    assert phone.put(f"/t/{code}/cards/1/entry", {"version": 0, "state": state}).status_code == 200
    for seat, points in ((1, "3"), (2, "4")):
        assert phone.post(f"/t/{code}/cards/{seat}/total", {"points": points}).status_code == 200
    answer = phone.get(f"/t/{code}/game.svg")
    assert answer.status_code == 200, message(answer)
    assert "Ben wins!" in answer.text
    root = ElementTree.fromstring(answer.text)
    cards = [
        e for e in root.iter(f"{SVG}rect") if (e.get("width"), e.get("height")) == ("42", "29")
    ]
    assert len(cards) == 7
    assert all(re.fullmatch(r"#\w{6}", card.get("fill", "")) for card in cards)


def test_the_files_come_as_files(phone: Phone, over: str) -> None:
    export = phone.get(f"/t/{over}/game.json")
    assert export.headers["Content-Disposition"] == f'attachment; filename="pyramido-{over}.json"'
    assert json.loads(export.text)["tables"][0]["code"] == over
    scores = phone.get(f"/t/{over}/scores.csv")
    assert scores.headers["Content-Disposition"] == f'attachment; filename="pyramido-{over}.csv"'
    assert scores.text.startswith("\ufefftable,game,")
    assert len(scores.text.splitlines()) == 9


def test_a_game_from_elsewhere_is_taken_in_and_opened(phone: Phone, over: str) -> None:
    export = json.loads(phone.get(f"/t/{over}/game.json").text)
    other = Phone(phone.client.application)
    answer = taken(other, json.dumps(export))
    assert answer.status_code == 303
    assert answer.location != f"/t/{over}"
    assert other.get(f"{answer.location}/game.txt").text == phone.get(f"/t/{over}/game.txt").text
    assert f'href="{answer.location}"' in other.get("/").text


def test_a_phone_gets_its_own_table_back_under_its_code(phone: Phone, over: str) -> None:
    text = phone.get(f"/t/{over}/game.json").text
    assert taken(phone, text).location == f"/t/{over}"


def test_codes_cannot_be_tried_by_taking_in_tables(app: Flask, phone: Phone, over: str) -> None:
    """Who does not know a code gets the same answer whether a table has it or not."""
    export = json.loads(phone.get(f"/t/{over}/game.json").text)
    (table,) = export["tables"]
    for code in (over, "ZZZZ99"):
        answer = taken(Phone(app), json.dumps(export | {"tables": [table | {"code": code}]}))
        assert answer.status_code == 303
        assert answer.location != f"/t/{code}"


def test_all_games_of_a_phone_come_in_one_file_and_no_others(app: Flask, phone: Phone) -> None:
    own = {phone.new_game("Ana", "Ben"), phone.new_game("Ana", "Cleo")}
    other = Phone(app).new_game("Dan", "Eva")
    export = json.loads(phone.get("/games.json").text)
    assert {table["code"] for table in export["tables"]} == own
    assert other not in phone.get("/games.json").text
    assert "Ana" not in phone.get("/scores.csv").text
    phone.type_score(min(own), 1, 1, 5)
    assert phone.get("/scores.csv").text.splitlines()[1].startswith(f"{min(own)},forgotten")


def test_several_games_are_listed_with_the_codes_that_had_to_change(
    app: Flask, phone: Phone, over: str
) -> None:
    export = json.loads(phone.get(f"/t/{over}/game.json").text)
    (table,) = export["tables"]
    export["tables"] = [table | {"code": "YYYY9"}, table]
    answer = taken(phone, json.dumps(export))
    assert answer.status_code == 200
    assert "2 games are here now." in answer.text
    assert f'href="/t/{over}"' in answer.text
    assert "it was YYYY9 there" in answer.text
    codes = set(re.findall(r'href="/t/(\w+)"', answer.text))
    assert codes <= {table["code"] for table in json.loads(phone.get("/games.json").text)["tables"]}


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("", "", "Choose the JSON file"),
        ("oops", "game.json", "no export of this app"),
        ("{}", "game.json", "no export of this app"),
        ('{"pyramido_companion": 1}', "game.json", "tables is missing"),
        ('{"pyramido_companion": 1, "tables": [{"code": 7}]}', "game.json", "tables[0].code"),
    ],
)
def test_what_cannot_be_taken_in_is_told(phone: Phone, text: str, name: str, words: str) -> None:
    answer = taken(phone, text, name)
    assert answer.status_code == 400
    assert words in message(answer)


def test_nothing_is_taken_in_without_a_token(phone: Phone) -> None:
    assert phone.client.post("/files", data={}).status_code == 400
