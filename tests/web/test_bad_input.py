"""Every kind of bad input: a clear message, a 4xx status, and nothing lost."""

import json
import re
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from assistant.core.pieces import Color, Inventory
from assistant.store import SqliteStore
from tests.service.parts import full_layout, state_of
from tests.web.phone import Phone, entry_data, fields, message, snapshot

NO_GEMS = Inventory()
LAYOUT = full_layout(1, 1)


# ---- notation, inventory, colours


@pytest.mark.parametrize(
    ("gems", "words"),
    [
        ({"red": 10}, "10 red gems: there are only 9 in the game"),
        ({"mythical": 11}, "at most 0 kept and one a turn make 10"),
        ({"brown": 1}, "has no brown gems"),
        ({"red": 2**53}, "there are only 9"),
    ],
)
def test_gems_that_cannot_be_say_why_on_the_result_page(
    phone: Phone, code: str, gems: dict[str, int], words: str
) -> None:
    body = {"version": 0, "state": {"layout": repr(LAYOUT), "inventory": gems}}
    assert phone.put(f"/t/{code}/1/1/entry", body).status_code == 200
    for page in ("result", "plan"):
        answer = phone.get(f"/t/{code}/1/1/{page}")
        assert answer.status_code == 422
        assert words in message(answer)
    assert entry_data(phone.get(f"/t/{code}/1/1"))["state"]["inventory"] == gems
    assert phone.get(f"/t/{code}/1/1/gems").status_code == 200


def test_a_pyramid_that_is_not_complete_is_not_scored(phone: Phone, code: str) -> None:
    answer = phone.get(f"/t/{code}/1/1/result")
    assert answer.status_code == 422
    assert "is not known yet" in message(answer)


# ---- order, tables, addresses


@pytest.mark.parametrize("page", ["", "/gems", "/result", "/plan", "/corners", "/audit"])
def test_a_stage_before_its_turn_says_which_one_comes_first(
    phone: Phone, code: str, page: str
) -> None:
    answer = phone.get(f"/t/{code}/2/3{page}")
    assert answer.status_code == 409
    assert "Stage 1 of Ben comes first" in message(answer)


def test_a_typed_stage_before_its_turn_keeps_what_was_typed(phone: Phone, code: str) -> None:
    answer = phone.type_score(code, 2, 3, 77)
    assert answer.status_code == 409
    assert "Stage 1 of Ben comes first" in message(answer)
    assert 'value="77"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/t/NONE",
        "/t/NONE/pad",
        "/t/NONE/qr.svg",
        "/t/NONE/1/1",
        "/t/NONE/1/1/gems",
        "/t/NONE/1/1/result",
        "/t/NONE/1/1/type",
        "/t/%3Cscript%3E",
        "/t/%00",
        "/t/%ff%fe",
        "/t/NONE/1/1/photo.jpg",
    ],
)
def test_an_unknown_table_is_named(phone: Phone, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 404
    assert "There is no table" in message(answer)
    assert "<script>" not in answer.text.replace('<script type="module"', "")


def test_joining_forgives_spaces_and_small_letters(phone: Phone, code: str) -> None:
    answer = phone.post("/join", {"code": f" {code.lower()} "})
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")


@pytest.mark.parametrize("place", ["0/1", "3/1", "1/0", "1/5", "0/9", "99999999999999999999/1"])
@pytest.mark.parametrize("page", ["", "/gems", "/result", "/plan", "/type", "/corners", "/audit"])
def test_a_seat_or_stage_that_is_not_there_is_refused(
    phone: Phone, code: str, place: str, page: str
) -> None:
    answer = phone.get(f"/t/{code}/{place}{page}")
    assert answer.status_code == 400
    assert "There is no" in message(answer)


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/t", "/t/A/B", "/t/A/1/x", "/t/A/-1/1", "/static/none.js", "/static/../app.py"],
)
def test_an_address_that_is_none_is_told(phone: Phone, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 404
    assert "no such page" in message(answer)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE"])
@pytest.mark.parametrize("path", ["", "/1/1", "/1/1/result", "/pad"])
def test_a_method_that_is_not_meant_is_refused(
    app: Flask, phone: Phone, code: str, path: str, method: str
) -> None:
    headers = {"X-CSRFToken": phone.token}
    answer = phone.client.open(f"/t/{code}{path}", method=method, headers=headers)
    assert answer.status_code == 405
    assert "not opened like that" in message(answer)


# ---- tokens


def test_an_expired_form_says_what_to_do_and_writes_nothing(
    phone: Phone, store: SqliteStore, code: str
) -> None:
    before = snapshot(store)
    posts = [
        ("/new", {"name": "Zoe"}),
        ("/join", {"code": code}),
        (f"/t/{code}/1/1/type", {"points": "5"}),
        (f"/t/{code}/1/1/clear", {}),
        (f"/t/{code}/undo", {"version": "1"}),
        (f"/t/{code}/redo", {"version": "1"}),
        (f"/t/{code}/1/1/write", {"version": "0"}),
        (f"/t/{code}/1/1/photo", {"version": "0"}),
        (f"/t/{code}/1/1/read", {"version": "0"}),
    ]
    for path, data in posts:
        for token in ({}, {"csrf_token": "stale"}, {"csrf_token": phone.token + "x"}):
            answer = phone.client.post(path, data=data | token)
            assert answer.status_code == 400, path
            assert "Reload the page" in message(answer)
    assert snapshot(store) == before


def test_a_script_with_an_expired_token_is_told_so_and_gets_a_new_one(
    app: Flask, phone: Phone, code: str
) -> None:
    stranger = app.test_client()
    body = {"version": 0, "state": state_of(LAYOUT, NO_GEMS)}
    answer = stranger.put(f"/t/{code}/1/1/entry", json=body, headers={"X-CSRFToken": phone.token})
    assert answer.status_code == 400
    assert answer.get_json()["expired"] is True
    token = stranger.get("/csrf").get_json()["token"]
    answer = stranger.put(f"/t/{code}/1/1/entry", json=body, headers={"X-CSRFToken": token})
    assert (answer.status_code, answer.get_json()["version"]) == (200, 1)


# ---- uploads


def upload(data: bytes, name: str = "photo.jpg") -> dict[str, Any]:
    return {"version": "0", "photo": (BytesIO(data), name)}


@pytest.mark.parametrize(
    "data",
    [b"GIF89a nothing", b"%PDF-1.4", b"\xff\xd8\xff\xe0 cut off", b"PK\x03\x04", b"x" * 100_000],
    ids=["gif", "pdf", "half a jpeg", "zip", "text"],
)
def test_an_upload_that_is_no_image_is_refused_with_a_hint(
    phone: Phone, store: SqliteStore, code: str, data: bytes
) -> None:
    before = snapshot(store)
    answer = phone.post(f"/t/{code}/1/1/photo", upload(data))
    if answer.status_code == 202:
        job = answer.get_json()["job"]
        while (answer := phone.get(job)).status_code == 200:
            assert answer.get_json() == {"done": False, "ahead": 0}
    assert answer.status_code == 422
    assert len(message(answer)) > 20
    assert snapshot(store) == before


def raw_upload(size: int) -> dict[str, Any]:
    """A form with a file of this size, already encoded, as a browser sends it."""
    disposition = 'Content-Disposition: form-data; name="photo"; filename="photo.jpg"'
    body = f"--edge\r\n{disposition}\r\n\r\n".encode() + b"x" * size + b"\r\n--edge--\r\n"
    return {"data": body, "content_type": "multipart/form-data; boundary=edge"}


def test_a_too_large_upload_says_how_large_it_may_be(app: Flask, code: str) -> None:
    most = app.config["MAX_CONTENT_LENGTH"]
    phone = Phone(app)
    answer = phone.post(f"/t/{code}/1/1/photo", **raw_upload(most))
    assert answer.status_code == 413
    assert "at most 40 MB" in message(answer)


def test_a_script_that_uploads_too_much_is_told_in_json(
    app: Flask, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "MAX_CONTENT_LENGTH", 2**20)
    phone = Phone(app)
    accept = {"Accept": "application/json"}
    answer = phone.post(f"/t/{code}/1/1/photo", **raw_upload(2**20), headers=accept)
    assert answer.status_code == 413
    assert "at most 1 MB" in answer.get_json()["error"]


RED = Inventory.of({Color.RED: 3, Color.MYTHICAL: 4})


# ---- numbers


def test_points_that_are_none_are_shown_again(phone: Phone, code: str) -> None:
    answer = phone.post(f"/t/{code}/1/1/type", {"points": "1e3"})
    assert answer.status_code == 400
    assert 'value="1e3"' in answer.text


@pytest.mark.parametrize("starter", ["", "x", "-1", "9", "²", "9" * 5000, "1e3"])
def test_a_star_that_is_on_nobody_goes_to_the_first(phone: Phone, starter: str) -> None:
    answer = phone.post("/new", {"name": ["Ana", "Ben"], "starter": starter})
    assert answer.status_code == 303
    assert "Ana begins" in phone.get(answer.location).text


@pytest.mark.parametrize("plan", ["x", "-1", "999", "²", "9" * 5000, "0.5", ""])
def test_an_alternative_that_is_none_shows_the_best(phone: Phone, code: str, plan: str) -> None:
    phone.save(code, 1, 1, LAYOUT, RED)
    answer = phone.get(f"/t/{code}/1/1/result", query_string={"plan": plan})
    assert answer.status_code == 200
    assert "Most points now" in answer.text


@pytest.mark.parametrize("own", ["x", "-1", "1x3", "²x1", "9999x1", "1x1-", "1x1.5"])
def test_an_own_plan_that_is_none_shows_the_best(phone: Phone, code: str, own: str) -> None:
    phone.save(code, 1, 1, LAYOUT, RED)
    for page in ("result", "plan"):
        answer = phone.get(f"/t/{code}/1/1/{page}", query_string={"own": own})
        assert answer.status_code == 200
        assert ("Most points now" in answer.text) is (page == "result")


def test_an_own_plan_that_cannot_be_paid_says_why_and_stays(phone: Phone, code: str) -> None:
    phone.save(code, 1, 1, LAYOUT, NO_GEMS)
    area = re.search(r'data-area="(\d+)"', phone.get(f"/t/{code}/1/1/plan").text)
    assert area
    answer = phone.get(f"/t/{code}/1/1/result?own={area[1]}x2")
    assert answer.status_code == 422
    assert "The plan needs more mythical gems than the 0 in hand." in message(answer)
    assert re.search(rf'data-area="{area[1]}"[^>]* data-times="2"', answer.text)
    missing = phone.get(f"/t/{code}/1/1/result?own=99x1")
    assert "There is no area 99." in message(missing)


# ---- names


@pytest.mark.parametrize("names", [list("ABCDE"), ["Ana", "ANA"], ["x" * 21]])
def test_names_that_cannot_be_are_shown_again(phone: Phone, names: list[str]) -> None:
    answer = phone.post("/new", {"name": names})
    assert answer.status_code == 400
    for name in names[:4]:
        assert f'value="{name}"' in answer.text


@pytest.mark.parametrize(
    "name", ["<img src=x>", '"><b>', "{{ 7*7 }}", "%(name)s", "%s%d", "'; --", "&amp;", "🦉王é"]
)
def test_any_printable_name_is_shown_as_it_is_and_never_as_html(phone: Phone, name: str) -> None:
    code = phone.new_game(name, "Ben")
    phone.type_score(code, 1, 1, 5)
    body = {"version": 0, "state": state_of(LAYOUT, NO_GEMS)}
    assert phone.put(f"/t/{code}/2/1/entry", body).status_code == 200
    escaped = (
        name.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&#34;")
        .replace("'", "&#39;")
    )
    for path in (
        "/",
        "/new",
        f"/t/{code}",
        f"/t/{code}/1/1",
        f"/t/{code}/1/1/gems",
        f"/t/{code}/1/1/type",
    ):
        text = phone.get(path).text
        assert escaped in text, path
        if escaped != name and "&" not in name:
            assert name not in text, path
    refused = phone.get(f"/t/{code}/1/3")
    assert refused.status_code == 409
    assert name in message(refused)


def test_a_text_of_a_saved_page_is_never_html(phone: Phone, code: str) -> None:
    title = "</script><b>\"'"
    history = [["", repr(LAYOUT)], [title, repr(LAYOUT)]]
    answer = phone.save(code, 1, 1, LAYOUT, NO_GEMS, history=history, cursor=1)
    assert answer.status_code == 200
    page = phone.get(f"/t/{code}/1/1")
    assert title not in page.text
    assert entry_data(page)["state"]["history"][1][0] == title


# ---- two phones


def test_a_stale_entry_is_told_what_stands(app: Flask, phone: Phone, code: str) -> None:
    other = Phone(app)
    mine, theirs = full_layout(1, 1), full_layout(2, 1)
    assert other.save(code, 1, 1, theirs, RED).status_code == 200
    answer = phone.put(f"/t/{code}/1/1/entry", {"version": 0, "state": state_of(mine, NO_GEMS)})
    assert answer.status_code == 409
    current = answer.get_json()
    assert current["version"] == 1
    assert current["state"]["layout"] == repr(theirs)
    assert current["state"]["inventory"] == {"red": 3, "mythical": 4}
    assert "Another phone" in current["error"]


def test_a_stale_result_score_or_undo_is_refused_with_what_changed(
    app: Flask, phone: Phone, code: str
) -> None:
    other = Phone(app)
    phone.save(code, 1, 1, LAYOUT, RED)
    form = fields(phone.get(f"/t/{code}/1/1/result"), "/write")
    other.type_score(code, 1, 1, 299)
    answer = phone.post(f"/t/{code}/1/1/write", form)
    assert answer.status_code == 409
    assert "it is now 299" in message(answer)
    answer = phone.type_score(code, 1, 1, 5)
    assert answer.status_code == 409
    assert "it is now 299" in message(answer)
    answer = phone.post(f"/t/{code}/undo", {"version": "1"})
    assert answer.status_code == 409
    assert "Ana, stage 1: 299 points" in message(answer)
    other.save(code, 1, 1, full_layout(3, 1), RED)
    answer = phone.post(f"/t/{code}/1/1/write", form | {"seen": "299"})
    assert answer.status_code == 409
    assert "Look again" in message(answer)


def test_an_error_leads_back_to_where_the_person_came_from(phone: Phone, code: str) -> None:
    here = f"http://localhost/t/{code}"
    answer = phone.get("/t/NONE", headers={"Referer": here})
    assert f'href="{here}"' in answer.text
    for foreign in ("javascript:alert(1)", "http://elsewhere.example/"):
        answer = phone.get("/t/NONE", headers={"Referer": foreign})
        assert foreign not in answer.text


@pytest.mark.parametrize("host", ["x:99999999", "x:y", "[::1", "a b", "<b>", "localhost:8000"])
def test_any_host_header_gets_an_answer_below_500(phone: Phone, code: str, host: str) -> None:
    for path in (f"/t/{code}", f"/t/{code}/qr.svg", "/"):
        answer = phone.get(path, headers={"Host": host})
        assert answer.status_code < 500
        assert host == "localhost:8000" or f"http://{host}" not in answer.text


def test_messages_of_errors_are_json_only_when_json_was_asked_for(phone: Phone) -> None:
    page = phone.get("/t/NONE")
    assert page.mimetype == "text/html"
    data = phone.get("/t/NONE", headers={"Accept": "application/json"})
    assert json.loads(data.text) == {"error": message(page)}
