"""Tables belong to those who have their code: what home shows, what a wrong code gets."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from assistant.store import SqliteStore
from assistant.web.guesses import AT_ONCE
from assistant.web.joined import MOST_TABLES
from tests.web.phone import Phone, fields, message

ELSEWHERE = {"REMOTE_ADDR": "192.168.7.9"}


def listed(phone: Phone) -> set[str]:
    """The codes of the tables on the home page."""
    return set(re.findall(r'href="/t/([A-Z0-9]+)', phone.get("/").text))


def wrong_codes(count: int, start: int = 0) -> list[str]:
    return [f"I{number:05d}" for number in range(start, start + count)]  # no code has an I


def join(phone: Phone, code: str) -> TestResponse:
    return phone.post("/join", {"code": code})


def test_home_shows_what_this_phone_has_made_and_nothing_else(app: Flask) -> None:
    ana, ben = Phone(app), Phone(app)
    own, others = ana.new_game("Ana", "Bo"), ben.new_game("Ben", "Cy")
    assert (listed(ana), listed(ben)) == ({own}, {others})
    assert listed(Phone(app)) == set()


def test_a_table_is_joined_by_its_code_or_its_address_in_any_letters(app: Flask) -> None:
    host, by_code, by_address = (Phone(app) for _ in range(3))
    code = host.new_game("Ana", "Ben")
    assert join(by_code, f"{code[:3]} {code[3:]}".lower()).location == f"/t/{code}"
    assert by_address.get(f"/t/{code.lower()}").status_code == 200
    assert listed(by_code) == listed(by_address) == {code}


def test_the_picture_of_a_table_or_its_poll_joins_as_well(app: Flask, code: str) -> None:
    other = Phone(app)
    assert other.get(f"/t/{code}/pad").status_code == 200
    assert listed(other) == {code}


def test_a_cookie_that_is_not_signed_here_shows_nothing(app: Flask, code: str) -> None:
    thief = Phone(app)
    name = f"{app.config['SESSION_COOKIE_NAME']}_tables"
    for value in (code, f'"{code}"', f'"{code}".x', ""):
        thief.client.set_cookie(name, value)
        assert listed(thief) == set()


def test_the_cookie_stays_small_and_keeps_the_latest(app: Flask, store: SqliteStore) -> None:
    phone = Phone(app)
    codes = [
        store.create_table("forgotten_treasures", ["Ana", "Ben"], "Ana")
        for _ in range(MOST_TABLES + 3)
    ]
    for code in codes:
        answer = phone.get(f"/t/{code}")
        assert answer.status_code == 200
    assert len(answer.headers["Set-Cookie"]) < 1500
    assert listed(phone) == set(codes[3:])


def test_the_cookie_lasts_whatever_the_clock_of_the_server_says(app: Flask) -> None:
    phone = Phone(app)
    answer = phone.post("/new", {"name": ["Ana", "Ben"]})
    (cookie,) = (each for each in answer.headers.getlist("Set-Cookie") if "_tables" in each)
    assert "Max-Age=34560000" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_wrong_codes_are_slowed_down_and_then_right_ones_say_nothing_either(
    app: Flask, code: str
) -> None:
    guesser = Phone(app)
    for wrong in wrong_codes(AT_ONCE):
        assert join(guesser, wrong).status_code == 404
    for path in (f"/t/{code}", f"/t/{code}/pad", f"/t/{code}/1/1/entry", f"/new?again={code}"):
        answer = guesser.get(path)
        assert answer.status_code == 429, path
        assert "try it in" in message(answer)
    assert 0 < int(guesser.get(f"/t/{code}").headers["Retry-After"]) <= 20
    refused = join(guesser, code)
    assert (refused.status_code, "Too many codes" in message(refused)) == (429, True)
    assert guesser.put(f"/t/{code}/1/1/entry", {"version": 0, "state": {}}).status_code == 429
    assert listed(guesser) == set()


def test_who_has_joined_is_never_held_up_nor_who_comes_from_elsewhere(
    app: Flask, code: str
) -> None:
    member, guesser, guest = Phone(app), Phone(app), Phone(app)
    member.get(f"/t/{code}")
    for wrong in wrong_codes(AT_ONCE + 5):
        join(guesser, wrong)
    assert member.get(f"/t/{code}").status_code == 200
    assert member.type_score(code, 1, 1, 20).status_code == 303
    assert guesser.new_game("Ana", "Ben")
    answer = guest.get(f"/t/{code}", environ_overrides=ELSEWHERE)
    assert answer.status_code == 200


def test_asking_for_a_table_that_is_gone_again_and_again_is_one_guess(
    app: Flask, code: str
) -> None:
    """As a page does that was left open and asks every second."""
    for _ in range(3 * AT_ONCE):
        assert Phone(app).get("/t/I99999/pad").status_code == 404
    assert Phone(app).get(f"/t/{code}").status_code == 200


@pytest.mark.parametrize("wrong", ["I00000", "I" * 3000, "%00%00", "..%5c..", "☃"])
def test_no_page_tells_of_a_table_without_its_code(app: Flask, wrong: str) -> None:
    for rule in app.url_map.iter_rules():
        if "code" not in rule.arguments:
            continue
        address = rule.rule.replace("<code>", wrong)
        address = re.sub(r"<int:\w+>", "1", address).replace("<number>", "x")
        for method in sorted(rule.methods & {"GET", "POST", "PUT"}):
            app.extensions["guesses"].__init__()
            phone = Phone(app)
            headers = {"X-CSRFToken": phone.token}
            answer = phone.client.open(address, method=method, headers=headers, json={})
            assert answer.status_code == 404, (method, address, answer.text)
            assert "There is no table" in message(answer)


def test_a_game_is_left_out_at_home_and_brought_back(app: Flask, code: str) -> None:
    phone, other = Phone(app), Phone(app)
    for each in (phone, other):
        each.get(f"/t/{code}")
    answer = phone.post("/hide", {"hide": code})
    page = phone.get(answer.location)
    assert f"Game {code} is left out here." in page.text
    assert listed(phone) == set()
    assert listed(other) == {code}
    assert phone.post("/join", fields(page, "/join") | {"code": code}).status_code == 303
    assert listed(phone) == {code}
    assert "is left out here" not in phone.get(answer.location).text


@pytest.mark.parametrize("hidden", ["<b>", "a b", ""])
def test_what_is_no_code_is_not_said_back_at_home(phone: Phone, hidden: str) -> None:
    page = phone.get("/", query_string={"hidden": hidden})
    assert "is left out here" not in page.text
