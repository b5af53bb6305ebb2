"""A whole two-player game through the pages, checked against the core at every step."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from assistant.core.areas import layout_areas
from assistant.core.layout import Blank, Layout, Stage
from assistant.core.pieces import Block, Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.activation import best_plan, frontier
from tests.browser.hand import Hand, one_icon_each, start_game
from tests.faults.server import Server
from tests.service.parts import full_layout

ANA = Layout(tuple(map(one_icon_each, full_layout(21, 4).stages)))
FIRST_GEMS = Inventory.of({Color.MYTHICAL: 7, Color.RED: 2, Color.GREEN: 1})
BEN = Layout(tuple(map(one_icon_each, full_layout(22, 4).stages)))


def with_gap(layout: Layout, stage: int, row: int, column: int) -> Layout:
    old = layout.stages[stage - 1]
    cells = list(old.cells)
    cells[row * old.columns + column] = Blank.GAP
    return layout.with_stage(stage, Stage(old.columns, old.rows, tuple(cells)))


def upto(layout: Layout, stage: int) -> Layout:
    return Layout(layout.stages[:stage])


def best(layout: Layout, gems: Inventory) -> int:
    return best_plan(layout_areas(layout), gems).points


def score(hand: Hand, code: str, seat: int, stage: int) -> None:
    """Follow the pad's golden button, which must lead to this player's stage."""
    hand.tap(hand.page.locator("#pad .button.go"))
    hand.page.wait_for_url(f"**/t/{code}/{seat}/{stage}")
    hand.ready()


def type_points(hand: Hand, points: int, left: int | None = None) -> None:
    hand.tap("summary")
    hand.tap_text("Only type the points")
    hand.page.wait_for_url("**/type")
    hand.page.locator("input[name=points]").fill(str(points))
    if left is not None:
        hand.page.locator("input[name=gems_left]").fill(str(left))
    hand.tap_text("Write to the pad", "button")
    hand.page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))


def test_a_whole_game_of_two(phone: Callable[..., Hand], server: Server) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    ben = with_gap(BEN, 1, 1, 2)
    pad: dict[tuple[int, int], int] = {}

    # Stage 1: Ana taps her pyramid in, plays a plan of her own and discards down to five.
    score(hand, code, 1, 1)
    hand.enter(upto(ANA, 1))
    hand.to_gems()
    hand.take_gems(FIRST_GEMS)
    hand.to_result()
    shown = best(upto(ANA, 1), FIRST_GEMS)
    expect(hand.page.locator(".points strong")).to_have_text(re.compile(rf"^{shown} "))
    hand.tap_text("My own plan")
    hand.page.wait_for_url("**/plan*")
    for area in hand.page.locator("ul.own button").all():
        while area.get_attribute("data-times") != "0":
            hand.tap(area)
    hand.tap_text("Score this plan", "button")
    expect(hand.page.locator(".points")).to_have_text(re.compile("Your own plan7 points"))
    expect(hand.page.get_by_text("10 gems are left: choose the 5 to keep")).to_be_visible()
    boxes = hand.page.locator("#keep input")
    checked = [box.is_checked() for box in boxes.all()]
    assert (len(checked), sum(checked)) == (10, 5)
    hand.tap(hand.page.locator("#keep label").nth(checked.index(True)))
    expect(hand.page.locator("#write")).to_be_disabled()
    expect(hand.page.locator("#kept")).to_have_text("4 of 5 chosen")
    hand.tap(hand.page.locator("#keep label").nth(checked.index(False)))
    pad[1, 1] = hand.write()
    assert pad[1, 1] == 7

    # Ben pastes his pyramid, which has a gap, as text.
    score(hand, code, 2, 1)
    hand.tap("summary")
    hand.page.locator("#notation").fill(repr(upto(ben, 1)))
    hand.tap("#use-text")
    hand.to_gems()
    gems = Inventory.of({Color.BLUE: 3, Color.PURPLE: 2, Color.MYTHICAL: 5})
    hand.take_gems(gems)
    hand.to_result()
    pad[2, 1] = hand.write()
    assert pad[2, 1] == best(upto(ben, 1), gems)

    # Stage 2: the lower score begins. Ana taps; Ben only says his points.
    assert pad[1, 1] < pad[2, 1]
    score(hand, code, 1, 2)
    hand.enter(upto(ANA, 2))
    hand.to_gems()
    assert hand.gems_shown().total == 5
    hand.take_gems(Inventory.of({Color.ORANGE: 3}))
    gems = hand.gems_shown()
    hand.to_result()
    pad[1, 2] = hand.write()
    assert pad[1, 2] == best(upto(ANA, 2), gems)
    score(hand, code, 2, 2)
    type_points(hand, 33)
    pad[2, 2] = 33

    # Undo takes Ben's points back, redo brings them again.
    hand.tap(hand.page.get_by_role("button", name="Undo Ben, stage 2: 33 points"))
    expect(hand.page.locator(".pad tbody tr").nth(1).locator("td a").nth(1)).to_have_text("+")
    hand.tap(hand.page.get_by_role("button", name="Redo Ben, stage 2: 33 points"))
    expect(hand.page.locator(".pad tbody tr").nth(1).locator("td a").nth(1)).to_have_text("33")

    # Stage 3: Ben's rim of stage 2 is asked, stage 1 is known; he takes an alternative.
    order = [1, 2] if pad[1, 2] < pad[2, 2] else [2, 1]
    for seat in order:
        score(hand, code, seat, 3)
        whole = upto(ANA if seat == 1 else ben, 3)
        hand.enter(whole, ask={2} if seat == 2 else None)
        hand.to_gems()
        hand.take_gems(Inventory.of({Color.MYTHICAL: 2, Color.RED: 1}))
        gems = hand.gems_shown()
        hand.to_result()
        shown = best(whole, gems)
        expect(hand.page.locator(".points strong")).to_have_text(re.compile(rf"^{shown} "))
        if seat == 2:
            option = frontier(layout_areas(whole), gems)[1]
            hand.tap(hand.page.locator("a.choice").nth(1))
            hand.page.wait_for_url("**plan=1")
            shown = option.points
        pad[seat, 3] = hand.write()
        assert pad[seat, 3] == shown

    # Ana's stage 1 is corrected: one block was another colour.
    hand.tap(hand.page.locator(".pad tbody tr").nth(0).locator("td a").nth(0))
    hand.tap("#keypad-audit")
    hand.page.wait_for_url("**/audit")
    hand.tap_text("Correct it")
    hand.page.wait_for_url(f"**/t/{code}/1/1")
    hand.ready()
    first = ANA.stages[0].cells[0]
    assert isinstance(first, Block)
    other = next(c for c in FORGOTTEN_TREASURES.palette if c is not first.color)
    hand.brush(other.letter)
    hand.tap_block(1, 0, 0)
    changed = ANA.with_stage(1, Stage(5, 4, (Block(other, first.icons), *ANA.stages[0].cells[1:])))
    assert hand.notation() == repr(upto(changed, 1))
    hand.to_gems()
    gems = hand.gems_shown()
    assert gems == FIRST_GEMS
    hand.to_result()
    pad[1, 1] = hand.write()
    assert pad[1, 1] == best(upto(changed, 1), gems)

    # Stage 4 and the end.
    for _ in range(2):
        seat = 1 if "Ana" in hand.page.locator("#pad .button.go").inner_text() else 2
        whole = changed if seat == 1 else ben
        score(hand, code, seat, 4)
        hand.enter(whole)
        hand.to_gems()
        hand.take_gems(Inventory.of({Color.MYTHICAL: 1}))
        gems = hand.gems_shown()
        hand.to_result()
        pad[seat, 4] = hand.write()
        assert pad[seat, 4] == best(whole, gems)

    totals = [sum(pad[seat, stage] for stage in (1, 2, 3, 4)) for seat in (1, 2)]
    rows = [[str(pad[seat, stage]) for seat in (1, 2)] for stage in (1, 2, 3, 4)]
    assert hand.pad() == [*rows, [str(total) for total in totals]]
    assert totals[0] != totals[1]
    winner = "Ana" if totals[0] > totals[1] else "Ben"
    expect(hand.page.locator(".winner strong")).to_have_text(f"{winner} wins!")
    expect(hand.page.locator(".winner")).to_contain_text(f"{max(totals)} points, the most.")
