"""Four screens at one table: two players' phones, the board, and somebody who only looks on."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hand import Hand, start_game
from tests.faults.server import Server

TV = {"viewport": {"width": 1280, "height": 720}, "has_touch": False, "is_mobile": False}


def type_points(hand: Hand, path: str, points: int) -> None:
    hand.goto(f"{path}/type")
    hand.page.fill("input[name=points]", str(points))
    hand.tap_text("Write to the pad", "button")
    hand.page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))


def test_four_screens_at_one_table(phone: Callable[..., Hand], server: Server) -> None:
    ana, ben, board, viewer = phone(server), phone(server), phone(server, **TV), phone(server)
    code = start_game(ana, "Ana", "Ben")
    for hand, name, seat in ((ana, "Ana", 1), (ben, "Ben", 2)):
        hand.goto(f"/t/{code}/roles")
        hand.page.get_by_label(name, exact=True).check()
        hand.tap_text("Use", "button")
        hand.page.wait_for_url(f"**/t/{code}/{seat}/1")
    watch = re.search(r"/watch/\S+", ana.page.request.get(f"/t/{code}/roles").text())
    assert watch
    board.goto(f"/t/{code}/board")
    viewer.goto(watch[0].split('"')[0])
    for screen in (board, viewer):
        expect(screen.page.get_by_role("status")).to_contain_text("Stage 1 · Ana begins.")

    type_points(ana, f"/t/{code}/1/1", 23)
    for screen in (board, viewer):
        expect(screen.page.get_by_label("Ana", exact=True).locator(".board-total")).to_have_text(
            "23"
        )
        expect(screen.page.get_by_label("Ben", exact=True)).to_contain_text("is scored next")
    type_points(ben, f"/t/{code}/2/1", 12)
    for screen in (board, viewer):
        expect(screen.page.get_by_role("status")).to_contain_text("Stage 2 · Ben begins")

    # The total is read across the table, and nothing is cut on the TV or on a phone.
    total = board.page.locator(".board-total").first
    assert float(total.evaluate("e => getComputedStyle(e).fontSize").removesuffix("px")) >= 100
    for screen in (board, viewer):
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert code not in viewer.page.content()

    ana.goto(f"/t/{code}/roles")
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # A seat is kept through a reload, and home leads to the own pyramid.
    ben.page.reload()
    ben.goto("/")
    ben.tap(f'a[href="/t/{code}/mine"]')
    ben.page.wait_for_url(f"**/t/{code}/2/2")
    ben.page.reload()
    ben.goto(f"/t/{code}/mine")
    assert ben.path == f"/t/{code}/2/2"
