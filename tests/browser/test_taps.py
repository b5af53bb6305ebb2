"""Taps that the tasks of a game evening take, counted on a real page."""

from collections.abc import Callable

from playwright.sync_api import expect

from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from tests.browser.hand import Hand, one_icon_each, start_game
from tests.faults.server import Server
from tests.service.parts import full_layout

LAYOUT = Layout(tuple(map(one_icon_each, full_layout(11, 4).stages)))
MOST = {1: 45, 2: 29, 3: 17, 4: 6}
MOST_FOR_GEMS = 6
"""Taps for the gems of a stage, ten in stage 1."""
TEN_GEMS = Inventory.of({Color.RED: 3, Color.BLUE: 2, Color.GREEN: 1, Color.MYTHICAL: 4})
STAGE_1 = 52
"""From the pad to the pad: 20 blocks, 20 icons, ten gems in four colours, no block dragged."""
GAINED = {
    1: Inventory.of({Color.RED: 1, Color.BLUE: 2, Color.GREEN: 1, Color.MYTHICAL: 6}),
    2: Inventory.of({Color.RED: 1, Color.MYTHICAL: 5}),
    3: Inventory.of({Color.RED: 1, Color.MYTHICAL: 2}),
    4: Inventory.of({Color.MYTHICAL: 1}),
}


def test_every_stage_by_hand_keeps_to_its_taps(phone: Callable[..., Hand], server: Server) -> None:
    """20 blocks in five colours and 20 icons, then 12, 6 and 2; a tap a colour of gems."""
    assert len({block.color for _, _, _, block in LAYOUT.blocks()}) == 5
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    for stage in (1, 2, 3, 4):
        hand.goto(f"/t/{code}/1/{stage}")
        layout = Layout(LAYOUT.stages[:stage])
        hand.taps = 0
        hand.enter(layout)
        assert hand.taps <= MOST[stage]
        assert hand.notation() == repr(layout)
        hand.to_gems()
        start = hand.gems_shown()
        gems = GAINED[stage]
        hand.taps = 0
        hand.take_gems(gems)
        assert hand.taps <= MOST_FOR_GEMS
        shown = hand.gems_shown()
        assert all(
            shown[color] == start[color] + gems[color] for color in FORGOTTEN_TREASURES.supply
        )
        hand.to_result()
        hand.write()


def test_stage_1_by_hand_takes_at_most_52_taps_and_no_swipe_from_the_pad_to_the_pad(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    start_game(hand, "Ana", "Ben")
    layout = Layout(LAYOUT.stages[:1])
    assert sum(block.icon_count or 0 for *_, block in layout.blocks()) == 20
    assert TEN_GEMS.total == 10
    hand.taps = 0
    hand.tap(".wide.go")
    hand.page.wait_for_url("**/1/1")
    hand.ready()
    hand.enter(layout)
    hand.stays_on_the_first_screen("#next")
    hand.to_gems()
    hand.take_gems(TEN_GEMS)
    hand.stays_on_the_first_screen("#next")
    hand.to_result()
    hand.stays_on_the_first_screen("#write")
    points = hand.write()
    assert hand.taps <= STAGE_1
    assert hand.pad()[0][0] == str(points)


def test_a_new_game_for_four_who_played_before_takes_at_most_seven_taps(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    names = ["Quin", "Rosa", "Saul", "Tess"]
    start_game(hand, *names)
    hand.goto("/")
    hand.taps = 0
    hand.tap(hand.page.get_by_role("link", name="New game"))
    for name in names:
        hand.tap(hand.page.get_by_role("button", name=name, exact=True))
    hand.tap(hand.page.locator(".first").nth(2))
    hand.tap_text("Start", "button")
    hand.page.wait_for_url("**/t/*")
    assert hand.taps <= 7
    expect(hand.page.locator(".pad thead th:not(.stage)")).to_have_text(names)
    expect(hand.page.get_by_text("Stage 1 · Saul begins.")).to_be_visible()
