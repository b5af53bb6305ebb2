"""Every page there is: it renders, leads on, and keeps to the strict content rules."""

import re
import string
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import quote, urljoin, urlsplit

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from assistant.core.pieces import Color, Inventory
from assistant.pooled import PooledReader
from assistant.store import SqliteStore
from assistant.web import create_app
from tests.service.parts import full_layout, top_of
from tests.web.phone import Phone, fields, message

RICH = Inventory.of({Color.RED: 3, Color.BLUE: 1, Color.MYTHICAL: 6})


class Page(HTMLParser):
    """The tags and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[tuple[str, str]] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open = tag

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.inside.append((self._open, data))

    def links(self) -> list[str]:
        """Everything the page loads or leads to."""
        found = []
        for tag, attrs in self.tags:
            for name in ("href", "src", "action", "poster", "data-poll", "data-gems", "srcset"):
                if value := attrs.get(name):
                    found.append(value)
            assert tag not in ("iframe", "object", "embed", "base", "applet"), tag
        return found


def play(phone: Phone) -> str:
    """A table with every kind of score: entered, with gaps, typed; one stage still open."""
    code = phone.new_game("Ana", "Ben")
    layout = full_layout(1, 1, gaps=1)
    assert phone.save(code, 1, 1, layout, RICH).status_code == 200
    assert phone.write(code, 1, 1).status_code == 303
    assert phone.type_score(code, 2, 1, 7).status_code == 303
    above = top_of(layout, 2, 2)
    gems = Inventory.of({Color.MYTHICAL: 4})
    assert phone.save(code, 1, 2, above, gems).status_code == 200
    return code


def crawl(phone: Phone, start: str) -> dict[str, TestResponse]:
    """All addresses of the app that can be reached by links, with their answers."""
    answers: dict[str, TestResponse] = {}
    todo = [start]
    while todo:
        path = todo.pop()
        if path in answers:
            continue
        answer = phone.get(path, buffered=True)
        if answer.status_code == 303:
            todo.append(answer.location)
            continue
        answers[path] = answer
        if answer.mimetype == "text/html":
            for tag, attrs in Page(answer.text).tags:
                link = attrs.get("href") or attrs.get("src") or attrs.get("data-poll")
                if link and tag != "form":
                    url = urlsplit(urljoin(f"http://localhost{path}", link))
                    assert url.netloc == "localhost", link
                    todo.append(url.path + (f"?{url.query}" if url.query else ""))
    return answers


@pytest.fixture(scope="module")
def crawled(
    tmp_path_factory: pytest.TempPathFactory, reader: PooledReader
) -> Iterator[dict[str, TestResponse]]:
    """The pages of an app with one table, so that home leads to no tables of other tests."""
    store = SqliteStore(tmp_path_factory.mktemp("crawl") / "tables.sqlite3")
    phone = Phone(create_app(store=store, reader=reader))
    yield crawl(phone, f"/t/{play(phone)}") | {"/copies": phone.get("/copies")}
    store.close()


def test_every_link_of_every_page_leads_somewhere(crawled: dict[str, TestResponse]) -> None:
    failed = {path: answer.status_code for path, answer in crawled.items()}
    failed = {path: status for path, status in failed.items() if status >= 400}
    # Only a person's script leads from the gems on: a pyramid that is not entered has no result.
    assert {path.rsplit("/", 1)[1]: status for path, status in failed.items()} == {"result": 422}
    ends = {path.split("?")[0].rsplit("/", 1)[1] for path in crawled}
    assert {"", "new", "gems", "result", "plan", "type", "audit", "qr.svg", "style.css"} <= ends


def test_every_page_without_arguments_and_of_a_stage_was_seen(
    app: Flask, crawled: dict[str, TestResponse]
) -> None:
    """Whatever page is added must be reachable, or be named here with its reason."""
    elsewhere = {
        "/csrf": "asked by a script",
        "/health": "asked by whoever watches the server",
        "/t/<code>/pad": "asked by a script, seen as data-poll",
        "/static/<path:filename>": "files",
        "/t/<code>/<int:seat>/<int:stage>/entry": "asked by a script",
        "/t/<code>/<int:seat>/<int:stage>/advice": "asked by a script",
        "/t/<code>/mine": "leads to another page; see test_board.py",
        "/t/<code>/game.txt": "of a finished game; see test_share.py",
        "/t/<code>/game.svg": "of a finished game; see test_share.py",
    }
    photo = ("corners", "photo.jpg", "picture.jpg", "overlay.jpg", "learned", "job/<number>")
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or str(rule) in elsewhere:
            continue
        if str(rule).startswith(("/t/<code>/legend", "/t/<code>/cards")) or "/marks" in str(rule):
            continue  # a game of one and the other games have their own tests
        if str(rule).endswith(photo) or str(rule).startswith("/copies/"):
            continue  # there is no photo here; see test_photo.py
        pattern = (
            re.sub(r"<int:\w+>", r"\\d+", str(rule))
            .replace("<code>", "[A-Z0-9]+")
            .replace("<game>", "[a-z_]+")
            .replace("<token>", r"[\w-]+")
        )
        assert any(re.fullmatch(pattern, path.split("?")[0]) for path in crawled), rule


def test_no_page_has_inline_script_style_or_handlers(crawled: dict[str, TestResponse]) -> None:
    for path, answer in crawled.items():
        if answer.mimetype not in ("text/html", "image/svg+xml"):
            continue
        page = Page(answer.text)
        for tag, attrs in page.tags:
            assert not [name for name in attrs if name.startswith("on")], (path, tag, attrs)
            assert "style" not in attrs, (path, tag, attrs)
            assert tag != "style", path
            assert tag != "script" or attrs.get("src"), path
            for value in attrs.values():
                assert not (value or "").strip().lower().startswith("javascript:"), path
        assert not [data for tag, data in page.inside if tag in ("script", "style")], path


def test_nothing_is_loaded_from_elsewhere(crawled: dict[str, TestResponse]) -> None:
    for path, answer in crawled.items():
        if answer.mimetype == "text/html":
            for link in Page(answer.text).links():
                assert not re.match(r"[a-z]+:|//", link), (path, link)
        elif answer.mimetype in ("text/css", "text/javascript"):
            foreign = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", answer.text)
            assert [url for url in foreign if "www.w3.org" not in url] == [], path
            assert "@import" not in answer.text


def test_every_answer_has_the_strict_headers(
    phone: Phone, crawled: dict[str, TestResponse]
) -> None:
    answers = [*crawled.values(), phone.get("/none"), phone.client.post("/new"), phone.get("/csrf")]
    for answer in answers:
        policy = dict(
            part.strip().split(" ", 1)
            for part in answer.headers["Content-Security-Policy"].split(";")
        )
        assert policy["default-src"] == "'self'"
        assert policy["object-src"] == policy["base-uri"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in str(policy)
        assert policy.get("script-src", "'self'") == "'self'"
        assert policy.get("style-src", "'self'") == "'self'"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if answer.mimetype == "text/html":
            assert answer.headers["Cache-Control"] == "no-store"


def test_every_page_is_whole_html_for_a_phone(crawled: dict[str, TestResponse]) -> None:
    for path, answer in crawled.items():
        if answer.mimetype != "text/html" or path.split("?")[0].endswith(("/pad", "/state")):
            continue
        page = Page(answer.text)
        tags = [tag for tag, _ in page.tags]
        assert answer.text.lstrip().lower().startswith("<!doctype html>"), path
        assert tags.count("h1") == tags.count("title") == tags.count("main") == 1, path
        assert any(attrs.get("name") == "viewport" for _, attrs in page.tags), path
        assert dict(page.tags)["html"]["lang"]
        ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
        assert len(ids) == len(set(ids)), path


def test_every_page_says_when_scripts_are_off(crawled: dict[str, TestResponse]) -> None:
    for path, answer in crawled.items():
        if answer.mimetype == "text/html" and not path.split("?")[0].endswith(("/pad", "/state")):
            (inside,) = re.findall(r"<noscript>(.*?)</noscript>", answer.text, re.DOTALL)
            assert "Scripts are off in this browser" in inside, path


def test_everything_that_can_be_operated_has_a_name(crawled: dict[str, TestResponse]) -> None:
    for path, answer in crawled.items():
        if answer.mimetype != "text/html":
            continue
        page = Page(answer.text)
        labelled = {attrs.get("for") for tag, attrs in page.tags if tag == "label"}
        inside_label = re.findall(r"<label\b.*?</label>", answer.text, re.DOTALL)
        for tag, attrs in page.tags:
            if tag in ("input", "textarea", "select") and attrs.get("type") != "hidden":
                wrapped = any(
                    f'name="{attrs.get("name")}"' in label and Page(label).inside
                    for label in inside_label
                )
                named = attrs.get("aria-label") or attrs.get("id") in labelled or wrapped
                assert named, (path, attrs)
        for svg in re.findall(r"<svg\b[^>]*>", answer.text):
            assert 'aria-hidden="true"' in svg or "aria-label=" in svg, (path, svg)
        for button in re.findall(r"<(?:button|a)\b.*?</(?:button|a)>", answer.text, re.DOTALL):
            parsed = Page(button)
            assert parsed.inside or parsed.tags[0][1].get("aria-label"), (path, button)


# ---- pages one by one


def test_the_pad_tells_whose_turn_it_is(phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben", starter=1)
    assert "Stage 1 · Ben begins." in phone.get(f"/t/{code}").text
    phone.type_score(code, 2, 1, 9)
    assert "Score stage 1 of Ana" in phone.get(f"/t/{code}").text
    phone.type_score(code, 1, 1, 4)
    assert "Ana begins: the lowest score of stage 1." in phone.get(f"/t/{code}").text


@pytest.mark.parametrize(
    ("last", "left", "words"),
    [
        ((9, 5), ("", ""), "Ana wins! 24 points, the most."),
        ((5, 5), ("", ""), "Not known yet: Ana, Ben. Tap the stage 4 score to add them."),
        ((5, 5), ("1", "2"), "Ben wins! Tied at 20 points; more gems left after stage 4 decide."),
        ((5, 5), ("2", "2"), "Ana, Ben share the victory Tied at 20 points, in gems left and"),
    ],
)
def test_the_end_names_the_winner_and_why(
    phone: Phone, last: tuple[int, int], left: tuple[str, str], words: str
) -> None:
    code = phone.new_game("Ana", "Ben")
    for stage in (1, 2, 3):
        for seat in (1, 2):
            phone.type_score(code, seat, stage, 5)
    for seat, points, gems in zip((1, 2), last, left, strict=True):
        assert phone.type_score(code, seat, 4, points, gems_left=gems).status_code == 303
    text = " ".join(re.sub(r"<[^>]+>", " ", phone.get(f"/t/{code}").text).split())
    assert words in text
    link = re.search(rf'<a href="/t/{code}">.*?</a>', phone.get("/").text, re.DOTALL)
    assert link
    home = " ".join(re.sub(r"<[^>]+>", "", link[0]).split())
    scores = f"Ana {24 if last[0] == 9 else 20}, Ben 20"
    assert scores in home.replace("★ ", "")
    assert ("★ Ana" in home, "★ Ben" in home) == tuple(
        name in words and "Not known" not in words for name in ("Ana", "Ben")
    )


def test_no_winner_is_named_while_a_tie_break_is_not_known(phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben")
    for stage, points in ((1, (9, 1)), (2, (1, 5)), (3, (1, 5)), (4, (1, 1))):
        for seat in (1, 2):
            phone.type_score(code, seat, stage, points[seat - 1])
    text = phone.get(f"/t/{code}").text
    assert "Not known yet: Ana, Ben" in text
    assert "wins!" not in text
    assert "share the victory" not in text


def test_the_pad_is_sent_again_only_when_it_changed(phone: Phone, code: str) -> None:
    assert phone.get(f"/t/{code}/pad?since=1").status_code == 204
    phone.type_score(code, 1, 1, 5)
    answer = phone.get(f"/t/{code}/pad?since=1")
    assert answer.status_code == 200
    assert 'data-version="2"' in answer.text
    assert ">5</a>" in answer.text


def test_undo_and_redo_go_through_the_pad(phone: Phone, code: str) -> None:
    phone.type_score(code, 1, 1, 5)
    page = phone.get(f"/t/{code}")
    assert phone.post(f"/t/{code}/undo", fields(page, "/undo")).status_code == 303
    page = phone.get(f"/t/{code}")
    assert ">5</a>" not in page.text
    assert phone.post(f"/t/{code}/redo", fields(page, "/redo")).status_code == 303
    assert ">5</a>" in phone.get(f"/t/{code}").text


def test_a_written_score_can_be_looked_back_at_and_cleared(phone: Phone) -> None:
    code = play(phone)
    page = phone.get(f"/t/{code}/1/1/audit")
    written = phone.get(f"/t/{code}").text
    points = re.search(r"<strong>(\d+)</strong>", page.text)
    assert points
    assert f">{points[1]}</a>" in written
    answer = phone.post(f"/t/{code}/1/1/clear", fields(page, "/clear"))
    assert answer.status_code == 303
    assert "Score stage 1 of Ana" in phone.get(f"/t/{code}").text


def test_the_sums_of_a_result_add_up_for_every_alternative(phone: Phone, code: str) -> None:
    layout = full_layout(5, 1)
    assert phone.save(code, 1, 1, layout, RICH).status_code == 200
    seen = []
    for plan in range(30):
        page = phone.get(f"/t/{code}/1/1/result?plan={plan}")
        sums = re.search(r'<ul class="sums">(.*?)</ul>', page.text, re.DOTALL)
        assert sums
        lines = [int(n) for n in re.findall(r"<strong>(\d+)</strong></li>", sums[1])]
        head = re.search(r"<strong>(\d+) points?</strong>", page.text)
        button = re.search(r"Write (\d+) points? to the pad", page.text)
        assert head
        assert button
        assert sum(lines) == int(head[1]) == int(button[1])
        if "Most points now" not in page.text:
            seen.append(plan)
    assert seen


def test_an_alternative_is_written_as_shown(phone: Phone, code: str) -> None:
    phone.save(code, 1, 1, full_layout(5, 1), RICH)
    pages = [phone.get(f"/t/{code}/1/1/result?plan={plan}") for plan in range(5)]
    page = next(page for page in pages if "Most points now" not in page.text)
    points = re.search(r"Write (\d+) points? to the pad", page.text)
    assert points
    answer = phone.post(f"/t/{code}/1/1/write", fields(page, "/write"))
    assert answer.status_code == 303, message(answer)
    assert f">{points[1]}</a>" in phone.get(f"/t/{code}").text


def test_the_first_five_names_played_before_can_be_tapped(phone: Phone) -> None:
    phone.new_game("Zoe", "Yan")
    text = phone.get("/new").text
    assert text.index('data-name="Yan"') < text.index('data-name="Zoe"')


def test_the_address_for_other_phones_is_not_this_machine(phone: Phone, code: str) -> None:
    text = phone.get(f"/t/{code}", headers={"Host": "192.168.7.9:8000"}).text
    assert f"http://192.168.7.9:8000/t/{code}" in text
    for here in ("localhost:8000", "127.0.0.1:8000"):
        text = phone.get(f"/t/{code}", headers={"Host": here}).text
        assert re.search(rf"http://[^/\s]+:8000/t/{code}", text)


# ---- junk


@given(
    path=st.text(string.printable, max_size=40),
    method=st.sampled_from(["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE"]),
    query=st.text(max_size=20),
    body=st.binary(max_size=60),
    kind=st.sampled_from(
        ["application/json", "multipart/form-data", "multipart/form-data; boundary=x", "text/plain",
         "application/x-www-form-urlencoded", "application/json; charset=utf-7", "", "\x80"]
    ),
)  # fmt: skip
@settings(
    derandomize=True,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_request_gets_an_answer_below_500(
    phone: Phone, path: str, method: str, query: str, body: bytes, kind: str
) -> None:
    answer = phone.client.open(
        "/" + quote(path, safe="/%"),
        method=method,
        query_string=query,
        data=body,
        content_type=kind,
        headers={"X-CSRFToken": phone.token},
    )
    assert answer.status_code < 500


def test_a_code_is_understood_in_groups_and_small_letters(phone: Phone, code: str) -> None:
    spoken = f" {code[:2].lower()}-{code[2:]} "
    assert phone.post("/join", {"code": spoken}).location == f"/t/{code}"


def test_a_wrong_code_stays_in_its_field(phone: Phone) -> None:
    answer = phone.post("/join", {"code": "no such"})
    assert answer.status_code == 404
    assert 'value="no such"' in answer.text
    assert "NOSUCH" in message(answer)


def test_a_refused_new_game_keeps_names_and_star(phone: Phone) -> None:
    answer = phone.post("/new", {"name": ["Ana", "ana"], "starter": "1"})
    assert answer.status_code == 400
    assert 'value="1" checked' in answer.text
    assert 'value="ana"' in answer.text


def test_a_new_game_can_seat_the_same_players_again(phone: Phone, code: str) -> None:
    page = phone.get(f"/new?again={code}")
    assert 'value="Ana"' in page.text
    assert 'value="Ben"' in page.text
    assert phone.get("/new?again=NONE").status_code == 404


def test_an_address_typed_in_small_letters_leads_to_the_table(phone: Phone, code: str) -> None:
    assert phone.get(f"/t/{code.lower()}").status_code == 200
