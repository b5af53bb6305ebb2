"""The text of a game on the clipboard, and its picture as a PNG that this browser draws."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hand import Hand, start_game
from tests.faults.server import Server


def finish(hand: Hand, code: str) -> None:
    for stage in (1, 2, 3, 4):
        for seat in (1, 2):
            hand.goto(f"/t/{code}/{seat}/{stage}/type")
            hand.page.fill("input[name=points]", str(10 * stage + seat))
            hand.tap_text("Write to the pad", "button")
            hand.page.wait_for_url(f"**/t/{code}")


def test_a_finished_game_is_copied_as_text_and_saved_as_a_picture(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server, permissions=["clipboard-read"])
    code = start_game(hand, "Ana", "次郎")
    finish(hand, code)
    hand.tap_text("Share and export")
    hand.page.wait_for_url("**/share")
    hand.tap("#copy")
    expect(hand.page.locator("#copy")).to_have_text("Copied")
    copied = hand.page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[1:] == [
        "次郎 wins!",
        "1. 次郎 108 (12 + 22 + 32 + 42)",
        "2. Ana 104 (11 + 21 + 31 + 41)",
    ]
    hand.page.evaluate("navigator.canShare = undefined")
    with hand.page.expect_download() as saved:
        hand.tap("#as-png")
    assert saved.value.suggested_filename == f"pyramido-{code}.png"
    data = saved.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    width = int.from_bytes(data[16:20], "big")
    assert width == 2 * 720
