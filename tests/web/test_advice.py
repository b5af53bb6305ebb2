"""The look ahead on a result's page."""

import re
import time
from concurrent.futures import Future

import pytest

from assistant.core.areas import layout_areas
from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.activation import frontier
from assistant.games.forgotten_treasures.lookahead.advice import KeepAdvice, Option, advise
from assistant.pooled import PooledReader
from assistant.store import SqliteStore
from assistant.web import create_app
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


class Told:
    """An advisor whose options leave out the one with most points now."""

    def __init__(self, best: Option, greedy: Option) -> None:
        self.advice = KeepAdvice(best, greedy, (best,), 1)

    def advise(self, layout: Layout, inventory: Inventory, *, seed: int) -> Future[KeepAdvice]:
        answer: Future[KeepAdvice] = Future()
        answer.set_result(self.advice)
        return answer


def test_what_most_points_now_come_to_is_always_told(
    store: SqliteStore, reader: PooledReader
) -> None:
    layout = full_layout(3, 1)
    first, *_, last = frontier(layout_areas(layout), GEMS)
    greedy = Option(first.kept, first.activations, first.points, 31.25)
    best = Option(last.kept, last.activations, last.points, 33.75)
    phone = Phone(create_app(store=store, reader=reader, advisor=Told(best, greedy)))
    code = phone.new_game("Ana", "Ben")
    phone.save(code, 1, 1, layout, GEMS)
    page = phone.get(f"/t/{code}/1/1/advice").text
    assert re.search(r'data-for="0">31\.2', page)
    assert "33.8" in page
