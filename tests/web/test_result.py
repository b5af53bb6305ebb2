"""The result of a stage: one list of what to keep, plans of one's own, and how much is told."""

import re

import pytest

from assistant.core.areas import layout_areas
from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.activation import frontier
from tests.service.parts import full_layout
from tests.web.phone import Phone

RICH = Inventory.of({Color.RED: 2, Color.BLUE: 3, Color.GREEN: 1, Color.MYTHICAL: 4})


def test_what_can_be_kept_stands_in_one_list_with_the_points_now(phone: Phone, code: str) -> None:
    gems = Inventory.of({Color.RED: 1, Color.MYTHICAL: 2})
    layout = FORGOTTEN_TREASURES.parse("rArArArArA/rArArArArA/rArArArArA/rArArArArA")
    phone.save(code, 1, 1, layout, gems)
    page = phone.get(f"/t/{code}/1/1/result")
    rows = re.findall(r'data-plan="\d+"[^>]*>.*?<strong>(\d+)<', page.text)
    assert list(map(int, rows)) == [each.points for each in frontier(layout_areas(layout), gems)]
    assert page.text.count('aria-current="true"') == 1


def test_a_plan_of_ones_own_is_told_against_the_best(phone: Phone, code: str) -> None:
    phone.save(code, 1, 1, full_layout(5, 1), RICH)
    best = re.search(r"<strong>(\d+) points", phone.get(f"/t/{code}/1/1/result").text)
    own = phone.get(f"/t/{code}/1/1/result?own=0")
    assert best
    assert "Your own plan" in own.text
    less = int(best[1]) - RICH[Color.MYTHICAL]
    assert f"{less} points less than the best plan now." in own.text


@pytest.mark.parametrize(
    ("level", "list_shown", "ahead"), [("plan", True, False), ("ahead", True, True)]
)
def test_a_table_chooses_how_much_it_is_told(
    phone: Phone, code: str, level: str, list_shown: bool, ahead: bool
) -> None:
    phone.save(code, 1, 1, full_layout(5, 1), RICH)
    phone.post(f"/t/{code}/help", {"level": level})
    page = phone.get(f"/t/{code}/1/1/result")
    assert ("What to keep" in page.text) is list_shown
    assert ('id="advice"' in page.text) is ahead


def test_a_table_that_only_wants_its_score_makes_its_own_plan(phone: Phone, code: str) -> None:
    phone.save(code, 1, 1, full_layout(5, 1), RICH)
    assert phone.post(f"/t/{code}/help", {"level": "score"}).status_code == 303
    assert "Undo" in phone.get(f"/t/{code}").text
    answer = phone.get(f"/t/{code}/1/1/result")
    assert (answer.status_code, answer.location) == (303, f"/t/{code}/1/1/plan")
    own = phone.get(f"/t/{code}/1/1/result?own=0")
    assert "Your own plan" in own.text
    assert "less than the best" not in own.text
    assert "What to keep" not in own.text
    assert phone.post(f"/t/{code}/help", {"level": "all"}).status_code == 400
