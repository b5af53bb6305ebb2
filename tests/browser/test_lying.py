"""A phone that lies on its side."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.test_look import code
from tests.faults.server import Server

__all__ = ["code"]  # the table with every kind of page


@pytest.mark.parametrize(
    ("page", "parts"),
    [("result", (".board", ".points", "#write")), ("plan", (".board", ".writing .go"))],
)
def test_the_board_and_the_next_step_are_on_the_screen_and_apart(
    phone: Callable[..., Hand], server: Server, code: str, page: str, parts: tuple[str, ...]
) -> None:
    hand = phone(server, viewport={"width": 740, "height": 360})
    hand.goto(f"/t/{code}/1/1/{page}")
    for part in parts:
        expect(hand.page.locator(part)).to_be_in_viewport(ratio=1)
    board = hand.page.locator(".board").bounding_box()
    writing = hand.page.locator(".writing").bounding_box()
    assert board
    assert writing
    assert board["x"] + board["width"] <= writing["x"]
