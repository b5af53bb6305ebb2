"""The look ahead on a result's page."""

import time

import pytest

from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.lookahead.advice import advise
from tests.service.parts import full_layout
from tests.web.phone import Phone

GEMS = Inventory.of({Color.RED: 2, Color.BLUE: 1, Color.MYTHICAL: 3})


def test_the_advice_of_a_result_is_that_of_the_core(phone: Phone, code: str) -> None:
    layout = full_layout(3, 1)
    version = phone.save(code, 1, 1, layout, GEMS).get_json()["version"]
    page = phone.get(f"/t/{code}/1/1/advice")
    while page.status_code == 202:
        time.sleep(0.02)
        page = phone.get(f"/t/{code}/1/1/advice")
    best = advise(layout, GEMS, seed=version).best
    assert page.status_code == 200
    assert "Best for later:" in page.text
    assert f"{best.expected_total:.1f}" in page.text


def test_the_result_page_does_not_wait_for_it(phone: Phone, code: str) -> None:
    phone.save(code, 1, 1, full_layout(3, 1), GEMS)
    page = phone.get(f"/t/{code}/1/1/result")
    assert f'data-url="/t/{code}/1/1/advice?chosen=' in page.text
    assert "Best for later" not in page.text


@pytest.mark.parametrize("stage", [1, 4])
def test_there_is_none_without_gems_or_without_a_later(phone: Phone, code: str, stage: int) -> None:
    for earlier in range(1, stage):
        phone.type_score(code, 1, earlier, 9)
    gems = Inventory() if stage == 1 else GEMS
    phone.save(code, 1, stage, full_layout(3, stage), gems)
    assert phone.get(f"/t/{code}/1/{stage}/advice").status_code == 204
    assert 'id="advice"' not in phone.get(f"/t/{code}/1/{stage}/result").text


def test_an_unfinished_pyramid_gets_a_reason_instead(phone: Phone, code: str) -> None:
    assert phone.get(f"/t/{code}/1/1/advice").status_code == 422
