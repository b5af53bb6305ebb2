"""The gems in hand, tapped in."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from assistant.core.pieces import Color, Inventory
from tests.browser.hand import Hand, start_game
from tests.faults.server import Server


def test_result_is_gold_until_more_gems_are_told_than_can_be(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1/gems")
    result, gold = hand.page.locator("#next"), re.compile(r"\bgo\b")
    hand.take_gems(Inventory.of({Color.RED: 3, Color.BLUE: 2, Color.MYTHICAL: 5}))
    expect(result).to_have_class(gold)
    hand.take_gems(Inventory.of({Color.GREEN: 1}))
    expect(result).not_to_have_class(gold)
    expect(hand.page.locator("#meter")).to_contain_text("11")
    hand.tap('[data-color="green"] [data-number="0"]')
    expect(result).to_have_class(gold)
