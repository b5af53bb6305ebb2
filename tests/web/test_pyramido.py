"""The pages of Pyramido, and every kind of bad input: a reason, a 4xx, and nothing lost."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from assistant.core.layout import Layout
from assistant.games import PYRAMIDO
from assistant.pooled import PooledReader
from assistant.store import SqliteStore
from assistant.web import create_app
from tests.games.pyramido.test_game import WORKED
from tests.web.phone import Phone, entry_data, fields, message
from tests.web.test_pages import crawl
from tests.web.test_pages import test_no_page_has_inline_script_style_or_handlers as nothing_inline
from tests.web.test_photo import finished, size, upload

SAMPLE = Path(__file__).parents[2] / "sample_photos" / "pyramido-4x5-stage1.jpg"
LAYOUT = PYRAMIDO.parse("n1n2b4b8y1/t2t4--r1y2/n4b8g1r2r4/y8t1n2g4r8")
HOLES = PYRAMIDO.parse("n1--b4--y1/t2t4g8r1y2/n4--g1--r4/y8t1n2g4r8")


def new_table(phone: Phone) -> str:
    answer = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramido"})
    assert answer.status_code == 303, message(answer)
    return answer.location.rsplit("/", 1)[1]


@pytest.fixture
def code(phone: Phone) -> str:
    return new_table(phone)


def put(phone: Phone, code: str, layout: Layout, marks: Any = (), cards: Any = ()) -> Any:
    stage = len(layout.stages)
    laid = {"marks": marks, "cards": cards}
    body = {"layout": repr(layout), "inventory": {}, "laid": laid}
    version = phone.version(code, 1, stage)
    return phone.put(f"/t/{code}/1/{stage}/entry", {"version": version, "state": body})


def test_a_stage_goes_from_the_grid_to_the_pad_and_back(phone: Phone, code: str) -> None:
    text, cells, card, _, points = WORKED[0]
    assert card
    marks = [[1, *cell] for cell in cells]
    assert put(phone, code, PYRAMIDO.parse(text), marks, [[1, *card]]).status_code == 200
    page = phone.get(f"/t/{code}/1/1")
    assert f'href="/t/{code}/1/1/marks"' in page.text
    result = phone.get(f"/t/{code}/1/1/marks")
    assert f"Write {points} points to the pad" in result.text
    assert "Mino bonus" in result.text
    assert result.text.count('class="mark"') == 6
    written = phone.post(f"/t/{code}/1/1/marks", fields(result, "/marks"))
    assert written.status_code == 303
    pad = phone.get(f"/t/{code}").text
    assert f"Ana, stage 1: {points} points" in pad
    audit = phone.get(f"/t/{code}/1/1/marks/audit")
    assert "Single-block cards left: 2 of 3" in audit.text
    assert entry_data(phone.get(f"/t/{code}/1/2"))["laid"]["below"] == [[1, *card]]


def test_a_result_without_any_gem_asks_before_it_offers_no_points(phone: Phone, code: str) -> None:
    put(phone, code, LAYOUT)
    asked = phone.get(f"/t/{code}/1/1/marks").text
    assert "No gem lies on a block yet" in asked
    assert "to the pad" not in asked
    page = phone.get(f"/t/{code}/1/1/marks?none=1")
    assert "Write 0 points to the pad" in page.text
    assert phone.post(f"/t/{code}/1/1/marks", fields(page, "/marks")).status_code == 303
    assert "Ana, stage 1: 0 points" in phone.get(f"/t/{code}").text


def test_the_best_marks_are_shown_to_learn_from(phone: Phone, code: str) -> None:
    layout = PYRAMIDO.parse("n1n1b1b1y1/n1n1b1b1y1/t1t1g1g1r1/t1t1g1g1r1")
    put(phone, code, layout, [[1, 0, 0]])
    page = phone.get(f"/t/{code}/1/1/marks").text
    best = re.search(r"the best marks had (\d+) points", page)
    assert best
    assert int(best[1]) == 22


def test_what_the_rules_do_not_allow_is_told_at_once(phone: Phone, code: str) -> None:
    layout = PYRAMIDO.parse(repr(LAYOUT).replace("n1", "n0", 1))
    problems = put(phone, code, layout, [[1, 0, 0]]).get_json()["problems"]
    assert any("marked, but has no icon" in problem["text"] for problem in problems)


def test_cards_left_are_asked_after_stage_4(phone: Phone, code: str) -> None:
    for stage in (1, 2, 3):
        assert phone.type_score(code, 1, stage, 5).status_code == 303
    assert "Single-block cards left" in phone.get(f"/t/{code}/1/4/type").text
    assert phone.type_score(code, 1, 4, 5, cards_left="3").status_code == 303


def test_who_has_too_few_cards_loses(phone: Phone, code: str) -> None:
    put(phone, code, HOLES)
    page = phone.get(f"/t/{code}/1/1/marks")
    assert "4 holes, 3 cards left" in page.text
    phone.post(f"/t/{code}/1/1/marks", fields(page, "/marks"))
    pad = phone.get(f"/t/{code}").text
    assert "Ben wins!" in pad
    assert "Ana, stage 1: lost" in pad
    assert phone.get(f"/t/{code}/1/2").status_code == 409
    assert "has lost the game" in phone.get(f"/t/{code}/1/1/marks/audit").text


def test_pages_of_the_other_way_of_scoring_say_so(phone: Phone, code: str) -> None:
    put(phone, code, LAYOUT)
    for page in ("result", "plan"):
        answer = phone.get(f"/t/{code}/1/1/{page}")
        assert answer.status_code == 400
        assert "mark blocks" in message(answer)


def test_gems_in_hand_are_not_asked(phone: Phone, code: str) -> None:
    put(phone, code, LAYOUT)
    assert phone.get(f"/t/{code}/1/1/gems").location == f"/t/{code}/1/1/marks"


def test_a_pyramid_that_is_not_entered_has_no_result(phone: Phone, code: str) -> None:
    answer = phone.get(f"/t/{code}/1/1/marks")
    assert answer.status_code == 422
    assert "not known yet" in message(answer)


@pytest.mark.parametrize("names", [["Ana"], list("ABCDE")])
def test_two_to_four_play(phone: Phone, names: list[str]) -> None:
    answer = phone.post("/new", {"name": names, "game": "pyramido", "mode": "legend"})
    assert answer.status_code == 400
    assert "Pyramido is for 2 to 4 players" in message(answer)
    assert 'value="pyramido" data-fewest="2" checked' in answer.text


def test_another_game_than_the_three_is_refused(phone: Phone) -> None:
    answer = phone.post("/new", {"name": ["Ana", "Ben"], "game": "chess"})
    assert answer.status_code == 400
    assert "'chess' is no game known here" in message(answer)


def test_every_link_leads_somewhere_and_nothing_stands_inline(
    tmp_path: Path, reader: PooledReader
) -> None:
    phone = Phone(create_app(store=SqliteStore(tmp_path / "own.sqlite3"), reader=reader))
    code = new_table(phone)
    put(phone, code, LAYOUT, [[1, 0, 0]], [[1, 2, 3]])
    page = phone.get(f"/t/{code}/1/1/marks")
    phone.post(f"/t/{code}/1/1/marks", fields(page, "/marks"))
    put(phone, code, LAYOUT, [[1, 0, 0]])
    reached = crawl(phone, f"/t/{code}") | {f"/t/{code}/1/1/marks": page}
    failed = {path for path, answer in reached.items() if answer.status_code >= 400}
    assert failed == {f"/t/{code}/2/1/marks", f"/t/{code}/1/2/marks"}  # not entered yet
    assert f"/t/{code}/1/1/marks/audit" in reached
    nothing_inline(reached)


def test_a_photo_is_read_and_its_marked_areas_are_drawn_on_it(phone: Phone, code: str) -> None:
    place = f"/t/{code}/1/1"
    finished(phone, upload(phone, place, SAMPLE.read_bytes()))
    finished(phone, phone.post(f"{place}/read", fields(phone.get(f"{place}/corners"), "/read")))
    data = entry_data(phone.get(place))
    truth = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
    assert data["state"]["layout"] == truth["notation"]
    state = data["state"] | {"laid": {"marks": [[1, 0, 1]], "cards": []}}
    phone.put(f"{place}/entry", {"version": data["version"], "state": state})
    assert f"{place}/marks/overlay.jpg" in phone.get(f"{place}/marks").text
    finished(phone, phone.get(f"{place}/marks/overlay.jpg"))
    assert max(size(phone.get(f"{place}/marks/overlay.jpg"))) <= 1600


def test_forgotten_treasures_needs_no_tap_to_be_chosen(phone: Phone) -> None:
    page = phone.get("/new").text
    assert re.findall(r'name="game" value="(\w+)"[^>]*checked', page) == ["forgotten_treasures"]
    assert page.count('name="game"') == 3
