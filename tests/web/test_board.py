"""Seats that phones keep, the big board, and the link for those who only look on."""

import re
from typing import Any

import pytest
from flask import Flask

from assistant.core.pieces import Color, Inventory
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import full_layout
from tests.web.phone import Phone
from tests.web.test_records import text_of

WRITING = {"POST", "PUT", "PATCH", "DELETE"}
GEMS = Inventory.of({Color.RED: 3, Color.MYTHICAL: 2})


def watch_path(phone: Phone, code: str) -> str:
    page = phone.get(f"/t/{code}/roles").text
    found = re.search(r'href="(/watch/[\w-]+)">http://[\w.:]+(/watch/[\w-]+)<', page)
    assert found
    assert found[1] == found[2]
    return found[1]


def take_seat(phone: Phone, code: str, seat: int) -> Any:
    return phone.post(f"/t/{code}/seat", {"seat": str(seat)})


def due(phone: Phone, code: str) -> str:
    """The one next thing on the pad."""
    (found,) = re.findall(r' go" href=.*?>(.*?)<', phone.get(f"/t/{code}/pad").text)
    return str(found)


# ---- seats


def test_a_phone_that_takes_a_seat_lands_on_its_own_pyramid(phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben")
    answer = take_seat(phone, code, 2)
    assert (answer.status_code, answer.location) == (303, f"/t/{code}/mine")
    assert phone.get(answer.location).location == f"/t/{code}/2/1"
    assert f'href="/t/{code}/mine"' in phone.get("/").text
    phone.type_score(code, 2, 1, 5)
    assert phone.get(answer.location).location == f"/t/{code}/2/2"


def test_the_next_thing_on_the_pad_is_the_own_stage(app: Flask, phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben", "Cleo")
    take_seat(phone, code, 3)
    assert due(phone, code) == "Score stage 1 of Cleo"
    assert due(Phone(app), code) == "Score stage 1 of Ana"
    phone.type_score(code, 3, 1, 9)
    assert due(phone, code) == "Score stage 1 of Ana"


def test_a_seat_is_each_phones_own_and_can_be_left(app: Flask, phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben")
    other = Phone(app)
    take_seat(phone, code, 1)
    take_seat(other, code, 2)
    assert phone.get(f"/t/{code}/mine").location == f"/t/{code}/1/1"
    assert other.get(f"/t/{code}/mine").location == f"/t/{code}/2/1"
    assert take_seat(phone, code, 0).location == f"/t/{code}/roles"
    assert phone.get(f"/t/{code}/mine").location == f"/t/{code}"
    assert f'href="/t/{code}/mine"' not in phone.get("/").text


@pytest.mark.parametrize("seat", ["9", "", "-1", "x"])
def test_a_seat_that_is_not_there_is_nobodys(phone: Phone, code: str, seat: str) -> None:
    answer = phone.post(f"/t/{code}/seat", {"seat": seat})
    assert answer.status_code in (303, 400)
    assert phone.get(f"/t/{code}/mine").location == f"/t/{code}"


def test_a_forged_seat_is_nobodys(phone: Phone, code: str, app: Flask) -> None:
    name = f"{app.config['SESSION_COOKIE_NAME']}_seats"
    phone.client.set_cookie(name, f"{code}:1.forged")
    assert phone.get(f"/t/{code}/mine").location == f"/t/{code}"


def test_seats_at_other_games_lead_to_cards_and_turns(phone: Phone) -> None:
    cards = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramis"}).location
    code = cards.rsplit("/", 1)[1]
    take_seat(phone, code, 2)
    assert phone.get(f"/t/{code}/mine").location == f"/t/{code}/cards/2"
    solo = phone.post("/new", {"name": ["Ana"], "mode": "legend"}).location.split("/")[2]
    take_seat(phone, solo, 1)
    assert phone.get(f"/t/{solo}/mine").location == f"/t/{solo}/legend"


# ---- the board


def test_the_board_shows_totals_whose_turn_it_is_and_the_pyramid(
    phone: Phone, store: SqliteStore
) -> None:
    code = phone.new_game("Ana", "Ben")
    phone.save(code, 1, 1, full_layout(2, 1), GEMS)
    phone.write(code, 1, 1)
    page = phone.get(f"/t/{code}/board").text
    points = Tables(store).get(code).total(0)
    assert points > 0
    ana = re.search(r'aria-label="Ana">(.*?)</section>', page, re.S)
    ben = re.search(r'aria-label="Ben">(.*?)</section>', page, re.S)
    assert ana
    assert ben
    assert text_of(ana[1]).startswith(f"Ana {points}")
    assert ana[1].count('class="face"') == 20
    assert "is scored next" in ben[1]
    assert "is scored next" not in ana[1]
    assert "Stage 1 · Ana begins." in page
    phone.type_score(code, 2, 1, 0)
    board = text_of(phone.get(f"/t/{code}/board").text)
    assert "Stage 2 · Ben begins: the lowest score of stage 1." in board


def test_the_curve_of_the_board_is_the_running_total(phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben")
    for stage, points in ((1, (10, 20)), (2, (30, 20))):
        for seat in (1, 2):
            phone.type_score(code, seat, stage, points[seat - 1])
    page = phone.get(f"/t/{code}/board").text
    curves = re.findall(r'class="line" d="M(.*?)"', page)
    heights = [[float(dot.split()[1]) for dot in path.split("L")] for path in curves]
    # From 0 at the bottom (100) to the most of all, 40, at the top (14).
    assert heights == [[100, 78.5, 14], [100, 57, 14]]


def test_the_board_of_every_game_comes_and_is_sent_again_only_when_it_changed(
    phone: Phone,
) -> None:
    cards = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramis"}).location
    marked = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramido"}).location
    solo = phone.post("/new", {"name": ["Ana"], "mode": "legend"}).location
    for where in (cards, marked, solo):
        code = where.split("/")[2]
        page = phone.get(f"/t/{code}/board")
        assert page.status_code == 200
        version = re.search(r'data-version="([\d-]+)"', page.text)
        assert version
        assert phone.get(f"/t/{code}/board/state?since={version[1]}").status_code == 204
        assert phone.get(f"/t/{code}/board/state?since=x").status_code == 200


# ---- looking on


def test_who_looks_on_sees_the_board_and_what_changes(app: Flask, phone: Phone, code: str) -> None:
    path = watch_path(phone, code)
    viewer = Phone(app)
    assert "Ana" in viewer.get(path).text
    phone.type_score(code, 1, 1, 17)
    state = viewer.get(f"{path}/state?since=1")
    assert state.status_code == 200
    assert 'class="board-total">17<' in state.text


def test_the_link_tells_no_code_and_leads_nowhere_else(app: Flask, phone: Phone, code: str) -> None:
    path = watch_path(phone, code)
    viewer = Phone(app)
    for page in (path, f"{path}/state"):
        answer = viewer.get(page)
        assert code not in answer.text + str(answer.headers)
        links = set(re.findall(r'(?:href|src|action|data-poll)="([^"#]+)', answer.text))
        assert {link for link in links if not link.startswith("/static/")} <= {f"{path}/state"}
        assert "<form" not in answer.text
    assert code not in viewer.get("/").text
    assert watch_path(phone, code) == path  # the same link at every look
    assert len(path.removeprefix("/watch/")) >= 16


def test_the_link_cannot_write_on_any_route(
    app: Flask, phone: Phone, code: str, store: SqliteStore
) -> None:
    """Every writing route there is, asked with all that a viewer has in place of the code."""
    token = watch_path(phone, code).removeprefix("/watch/")
    phone.type_score(code, 1, 1, 17)
    before = store.kept([code])
    viewer = Phone(app)
    viewer.get(f"/watch/{token}")
    asked = 0
    for rule in app.url_map.iter_rules():
        methods = (rule.methods or set()) & WRITING
        if not methods or "code" not in rule.arguments:
            continue
        values = dict.fromkeys(rule.arguments - {"code"}, 1) | {"code": token}
        with app.test_request_context():
            path = app.url_for(rule.endpoint, **values)
        for method in methods:
            headers = {"X-CSRFToken": viewer.token}
            answer = viewer.client.open(path, method=method, headers=headers, json={"version": 1})
            assert answer.status_code == 404, (rule, method, answer.status_code)
            asked += 1
    assert asked > 20
    for rule in app.url_map.iter_rules():
        if "token" in rule.arguments:
            assert not (rule.methods or set()) & WRITING, rule
    for method in sorted(WRITING):
        headers = {"X-CSRFToken": viewer.token}
        answer = viewer.client.open(f"/watch/{token}", method=method, headers=headers)
        assert answer.status_code == 405
    assert store.kept([code]) == before


@pytest.mark.parametrize("token", ["x", "0" * 16, "../t/AAAAAA"])
def test_a_link_of_no_table_is_told(phone: Phone, token: str) -> None:
    assert phone.get(f"/watch/{token}").status_code == 404


def test_a_table_is_watched_by_its_own_link_alone(phone: Phone) -> None:
    one, other = phone.new_game("Ana", "Ben"), phone.new_game("Cleo", "Dan")
    assert watch_path(phone, one) != watch_path(phone, other)
    assert "Cleo" not in phone.get(watch_path(phone, one)).text
