"""By keyboard alone: a whole game, focus that stays when another phone writes, who won is told."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from assistant.core.layout import Layout
from assistant.core.pieces import Block
from tests.browser.hand import Hand, one_icon_each, start_game
from tests.faults.server import Server
from tests.service.parts import full_layout

MOST_TABS = 90
DESK = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": False}


def tab_to(hand: Hand, selector: str) -> None:
    """Press Tab until the part of the page has the focus."""
    for _ in range(MOST_TABS):
        if hand.page.evaluate("s => document.activeElement.matches(s)", selector):
            visible = "document.activeElement.matches(':focus-visible')"
            assert hand.page.evaluate(visible), f"{selector} has the focus, and nobody sees it"
            return
        hand.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab on {hand.path}")


def enter_stage_1(hand: Hand, layout: Layout) -> None:
    """Letters lay colours, 1 to 4 the icons, arrows go on: a snake over the board."""
    tab_to(hand, "#board [data-place]")
    stage = layout.stages[0]
    for row in range(stage.rows):
        columns = range(stage.columns) if row % 2 == 0 else reversed(range(stage.columns))
        for at, column in enumerate(columns):
            if at:
                hand.page.keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
            cell = stage[row, column]
            assert isinstance(cell, Block)
            hand.page.keyboard.press(cell.color.value[0])
            for position in range(4):
                if (cell.icons or 0) >> position & 1:
                    hand.page.keyboard.press(str(position + 1))
        if row + 1 < stage.rows:
            hand.page.keyboard.press("ArrowDown")


def test_a_whole_game_is_played_by_keyboard_only(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server, **DESK)
    keys = hand.page.keyboard
    hand.goto("/")
    tab_to(hand, 'a[href="/new"]')
    keys.press("Enter")
    hand.page.wait_for_url("**/new*")
    tab_to(hand, '[aria-label="Player 1"]')
    keys.type("Ana")
    tab_to(hand, '[aria-label="Player 2"]')
    keys.type("Ben")
    tab_to(hand, "form .go")
    keys.press("Enter")
    hand.page.wait_for_url("**/t/*")
    code = hand.path.split("/")[2]

    # Ana's first stage, block by block.
    tab_to(hand, ".pad-state > a.go")
    keys.press("Enter")
    hand.page.wait_for_url("**/1/1")
    hand.ready()
    layout = Layout((one_icon_each(full_layout(3, 1).stages[0]),))
    enter_stage_1(hand, layout)
    assert hand.notation() == repr(layout)
    hand.saved()
    tab_to(hand, "#next")
    keys.press("Enter")
    hand.page.wait_for_url("**/gems")
    hand.ready()
    tab_to(hand, '[data-color="red"] [data-number="3"]')
    keys.press("Enter")
    expect(hand.page.locator('[data-color="red"]')).to_have_attribute("data-count", "3")
    hand.saved()
    tab_to(hand, "#next")
    keys.press("Enter")
    hand.page.wait_for_url("**/result")
    tab_to(hand, "#write")
    keys.press("Enter")
    hand.page.wait_for_url(f"**/t/{code}")

    # Everything else as numbers, which go on to the next cell by themselves.
    tab_to(hand, '[data-cell="2-1"]')
    keys.press("Enter")
    for _ in range(7):
        cell = hand.page.locator(".typed").get_attribute("data-cell") or ""
        points = f"{cell[2]}{cell[0]}"
        keys.type(points)
        keys.press("Enter")
        expect(hand.page.locator(f'[data-cell="{cell}"]')).to_have_text(points)
    expect(hand.page.locator(".winner")).to_contain_text("wins!")
    expect(hand.page.locator("#told")).to_have_text(re.compile("(Ana|Ben) wins!"))


def test_the_focus_stays_where_it_is_when_another_phone_writes(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand, other = phone(server, **DESK), phone(server)
    code = start_game(hand, "Ana", "Ben")
    tab_to(hand, '[data-cell="2-1"]')
    other.goto(f"/t/{code}/1/1/type")
    other.page.fill("input[name=points]", "23")
    other.tap_text("Write to the pad", "button")
    expect(hand.page.locator('[data-cell="1-1"]')).to_have_text("23")
    assert hand.page.evaluate("document.activeElement.dataset.cell") == "2-1"
    # The cell that has the focus keeps it when its own score comes.
    other.goto(f"/t/{code}/2/1/type")
    other.page.fill("input[name=points]", "12")
    other.tap_text("Write to the pad", "button")
    expect(hand.page.locator('[data-cell="2-1"]')).to_have_text("12")
    assert hand.page.evaluate("document.activeElement.dataset.cell") == "2-1"


def test_a_winner_is_told_when_it_happens_and_not_when_a_game_is_opened(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand, other = phone(server), phone(server)
    code = start_game(hand, "Ana", "Ben")
    for stage in (1, 2, 3, 4):
        for seat in (1, 2):
            other.goto(f"/t/{code}/{seat}/{stage}/type")
            other.page.fill("input[name=points]", str(10 * stage + seat))
            other.tap_text("Write to the pad", "button")
            other.page.wait_for_url(f"**/t/{code}")
    expect(hand.page.locator("#told")).to_have_text("Ben wins!")
    hand.page.reload()
    hand.page.wait_for_timeout(1500)
    expect(hand.page.locator("#told")).to_have_text("")
