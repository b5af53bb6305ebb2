"""The pages of Pyramis, and every kind of bad input: a reason, a 4xx, and nothing lost."""

import re
from pathlib import Path
from typing import Any

import pytest

from assistant.pooled import PooledReader
from assistant.store import SqliteStore
from assistant.web import create_app
from tests.service.test_pyramis import full, text
from tests.web.phone import Phone, entry_data, fields, message
from tests.web.test_pages import crawl
from tests.web.test_pages import test_no_page_has_inline_script_style_or_handlers as nothing_inline


def new_table(phone: Phone) -> str:
    answer = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramis"})
    assert answer.status_code == 303, message(answer)
    return answer.location.split("/")[2]


@pytest.fixture
def code(phone: Phone) -> str:
    return new_table(phone)


def put(phone: Phone, code: str, seat: int, layout: Any, version: Any = None) -> Any:
    if version is None:
        version = entry_data(phone.get(f"/t/{code}/cards/{seat}"))["version"]
    body = {"version": version, "state": {"layout": layout, "inventory": {}}}
    return phone.put(f"/t/{code}/cards/{seat}/entry", body)


def test_a_table_leads_to_its_own_page(phone: Phone, code: str) -> None:
    assert phone.get(f"/t/{code}").location == f"/t/{code}/cards"
    joined = phone.post("/join", {"code": code.lower()})
    assert phone.get(joined.location, follow_redirects=True).status_code == 200
    assert f"/t/{code}" in phone.get("/").text


def test_the_points_follow_the_cards_and_the_result_ends_the_game(phone: Phone, code: str) -> None:
    before = phone.get(f"/t/{code}/cards/state?since=1-0")
    assert before.status_code == 204
    assert put(phone, code, 1, full()).get_json() == {"version": 1}
    page = phone.get(f"/t/{code}/cards/state?since=1-0")
    assert 'data-version="1-1"' in page.text
    assert "Cards of Ben" in page.text
    assert "button" not in phone.get(f"/t/{code}/cards/state?plain=1").text
    assert "The most aliens score: Ana, 6 each." in page.text
    assert put(phone, code, 2, full("m20??^", "m10??^")).status_code == 200
    table = phone.get(f"/t/{code}/cards")
    assert "Write the result: Ben" in table.text
    assert phone.post(f"/t/{code}/cards/finish", fields(table, "/finish")).status_code == 303
    ended = phone.get(f"/t/{code}/cards").text
    assert "Ben wins!" in ended
    assert "Undo" in ended
    assert "Ana 10, Ben 28" in phone.get("/").text.replace("\n", "")


def test_a_stale_phone_gets_what_the_other_has(phone: Phone, code: str) -> None:
    put(phone, code, 1, text("s10??^"))
    answer = put(phone, code, 1, text("f10??^"), version=0)
    assert answer.status_code == 409
    assert answer.get_json()["state"]["layout"] == text("s10??^")
    changed = phone.get(f"/t/{code}/cards/1/entry?since=0").get_json()
    assert changed["version"] == 1
    assert phone.get(f"/t/{code}/cards/1/entry?since=1").status_code == 204


def test_the_sea_turns_from_player_to_player_and_back(phone: Phone, code: str) -> None:
    put(phone, code, 1, text("s10??^"))
    put(phone, code, 2, text("s10??^"))
    turn = f"/t/{code}/cards/turn/sea"
    first = phone.get(f"{turn}?back=2").location
    assert first == f"/t/{code}/cards/1?turn=sea&back=2"
    page = phone.get(first)
    assert "The sea turns: tap the card that Ana turns" in page.text
    onward = entry_data(page)["onward"]
    second = phone.get(onward).location
    assert second == f"/t/{code}/cards/2?turn=sea&back=2"
    last = entry_data(phone.get(second))["onward"]
    assert phone.get(last).location == f"/t/{code}/cards/2"
    assert phone.get(f"{turn}?from=3").location == f"/t/{code}/cards"
    assert phone.get(f"/t/{code}/cards/turn/city").location == f"/t/{code}/cards"


@pytest.mark.parametrize("query", ["?from=x&back=y", "?from=-1", "?from=99999", "?back=99"])
def test_turning_takes_any_junk_in_its_address(phone: Phone, code: str, query: str) -> None:
    assert phone.get(f"/t/{code}/cards/turn/sea{query}").status_code in (303, 400)
    assert phone.get(f"/t/{code}/cards/turn/lake{query}").status_code == 400
    assert phone.get(f"/t/{code}/cards/1?turn=lake").status_code == 200


def test_the_parts_of_the_sum_stand_before_the_sum(phone: Phone, code: str) -> None:
    put(phone, code, 1, text("s21??^"))
    row = phone.get(f"/t/{code}/cards").text.split("<tbody>")[1].split("</tr>")[0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row)
    assert [re.sub("<.*?>", "", cell) for cell in cells] == ["1", "2", "+2", "+1", "5"]


def test_the_house_rule_is_switched_and_undone(phone: Phone, code: str) -> None:
    put(phone, code, 1, text("s10??^s10??^", "s10??^"))
    assert ">+3<" in phone.get(f"/t/{code}/cards").text
    assert phone.post(f"/t/{code}/cards/rule", {"same_row": "1"}).status_code == 303
    page = phone.get(f"/t/{code}/cards")
    assert ">+2<" in page.text
    phone.post(f"/t/{code}/undo", fields(page, "/undo"))
    assert ">+3<" in phone.get(f"/t/{code}/cards").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/cards/3", 400),
        ("/cards/0", 400),
        ("/cards/3/entry", 400),
        ("/1/1", 400),
        ("/1/1/marks", 400),
        ("/1/1/type", 400),
        ("/1/1/gems", 400),
        ("/1/1/audit", 400),
    ],
)
def test_pages_that_this_table_has_not(phone: Phone, code: str, path: str, status: int) -> None:
    assert phone.get(f"/t/{code}{path}").status_code == status


def test_totals_counted_by_hand_end_the_game(phone: Phone, code: str) -> None:
    for seat, points in ((1, "31"), (2, "28")):
        answer = phone.post(f"/t/{code}/cards/{seat}/total", {"points": points, "seen": ""})
        assert answer.status_code == 200, message(answer)
    page = phone.get(f"/t/{code}/cards").text
    assert "Ana wins!" in page
    assert 'aria-label="Total of Ana: 31 points. Tap to type it">31<' in page
    assert "Ana 31, Ben 28" in phone.get("/").text.replace("\n", "")
    stale = phone.post(f"/t/{code}/cards/1/total", {"points": "1", "seen": ""})
    assert stale.status_code == 409
    assert "Another phone changed the total of Ana meanwhile: it is now 31" in message(stale)
    right = phone.post(f"/t/{code}/cards/1/total", {"points": "20", "seen": "31"})
    assert "Ben wins!" in right.text


def test_a_typed_total_is_cleared_and_undone(phone: Phone, code: str) -> None:
    put(phone, code, 1, text("s10??^"))
    phone.post(f"/t/{code}/cards/1/total", {"points": "31", "seen": ""})
    page = phone.get(f"/t/{code}/cards")
    assert 'Undo<span class="quiet">Ana: 31 points</span>' in page.text
    cleared = phone.post(f"/t/{code}/cards/1/clear", fields(page, "/1/clear"))
    assert cleared.status_code == 303
    page = phone.get(f"/t/{code}/cards")
    assert "Total of Ana: 2 points" in page.text
    assert phone.post(f"/t/{code}/cards/1/clear", {"seen": ""}).status_code == 409
    phone.post(f"/t/{code}/undo", fields(page, "/undo"))
    assert "Total of Ana: 31 points" in phone.get(f"/t/{code}/cards").text


def test_an_unfinished_game_has_no_result(phone: Phone, code: str) -> None:
    answer = phone.post(f"/t/{code}/cards/finish", {"seen": "1-0"})
    assert answer.status_code == 409
    assert "has not laid all ten cards yet" in message(answer)
    assert phone.post(f"/t/{code}/cards/finish", {"seen": "junk"}).status_code == 409


def test_other_games_have_no_cards_page(phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben")
    for path in ("/cards", "/cards/1", "/cards/state"):
        assert phone.get(f"/t/{code}{path}").status_code == 400


def test_every_link_leads_somewhere_and_nothing_stands_inline(
    tmp_path: Path, reader: PooledReader
) -> None:
    phone = Phone(create_app(store=SqliteStore(tmp_path / "own.sqlite3"), reader=reader))
    code = new_table(phone)
    put(phone, code, 1, text("s10??^s21??^", "f0103v", stars="10"))
    reached = crawl(phone, f"/t/{code}/cards")
    assert [path for path, answer in reached.items() if answer.status_code >= 400] == []
    assert {f"/t/{code}/cards/1", f"/t/{code}/cards/2"} <= set(reached)
    nothing_inline(reached)
