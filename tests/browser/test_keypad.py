"""The number pad of the score pad: a tap on a cell, the digits, and the next cell by itself."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.hand import Hand, start_game
from tests.faults.server import Server

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def cell(hand: Hand, seat: int, stage: int) -> Locator:
    return hand.page.locator(f'[data-cell="{seat}-{stage}"]')


def digits(hand: Hand, points: int) -> None:
    """Type digits, which the standards of taps do not count."""
    taps = hand.taps
    for digit in str(points):
        hand.tap(f'[data-key="{digit}"]')
    hand.taps = taps


def write(hand: Hand) -> None:
    hand.tap('[data-key="write"]')


def test_a_game_of_four_by_typed_totals_takes_at_most_twenty_taps_besides_digits(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    start_game(hand, *NAMES)
    hand.taps = 0
    hand.tap(cell(hand, 1, 1))
    written: dict[tuple[int, int], int] = {}
    for count in range(16):
        heading = hand.page.locator("#keypad-name")
        stage = count // 4 + 1
        expect(heading).to_have_text(re.compile(f"stage {stage}$"))
        name = heading.inner_text().split(",")[0]
        points = 10 + (7 * count) % 23
        written[NAMES.index(name) + 1, stage] = points
        digits(hand, points)
        write(hand)
        seat = NAMES.index(name) + 1
        expect(cell(hand, seat, stage)).to_have_text(str(points))
        if count < 15:
            expect(heading).not_to_have_text(f"{name}, stage {stage}")
    assert hand.taps <= 20
    assert len(written) == 16
    expect(hand.page.locator("#keypad")).to_be_hidden()
    expect(hand.page.locator(".winner")).to_be_visible()
    totals = [str(sum(p for (own, _), p in written.items() if own == seat)) for seat in range(1, 5)]
    assert hand.pad()[-1] == totals


def test_an_old_number_is_selected_so_that_the_first_digit_replaces_it(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    start_game(hand, "Ana", "Ben")
    hand.tap(cell(hand, 1, 1))
    digits(hand, 12)
    write(hand)
    expect(hand.page.locator("#keypad-name")).to_have_text("Ben, stage 1")
    hand.tap(cell(hand, 1, 1))
    value = hand.page.locator("#keypad-value")
    expect(value).to_have_text("12")
    expect(value).to_have_class("selected")
    digits(hand, 3)
    expect(value).to_have_text("3")
    digits(hand, 0)
    expect(value).to_have_text("30")
    write(hand)
    expect(cell(hand, 1, 1)).to_have_text("30")


def test_a_number_that_cannot_be_is_questioned_at_once_and_can_be_written_all_the_same(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    start_game(hand, "Ana", "Ben")
    hand.tap(cell(hand, 1, 1))
    digits(hand, 15)
    note = hand.page.locator("#keypad-note")
    expect(note).to_be_hidden()
    digits(hand, 0)
    expect(note).to_have_text("At most 50 points can be scored in stage 1. Write 150 all the same?")
    hand.tap('[data-key="back"]')
    expect(note).to_be_hidden()
    digits(hand, 0)
    write(hand)
    expect(cell(hand, 1, 1)).to_have_text("150")


def test_what_another_phone_wrote_meanwhile_is_said_and_not_overwritten(
    phone: Callable[..., Hand], server: Server
) -> None:
    one, two = phone(server), phone(server)
    code = start_game(one, "Ana", "Ben")
    two.goto(f"/t/{code}")
    two.tap(cell(two, 1, 1))
    digits(two, 9)
    one.tap(cell(one, 1, 1))
    digits(one, 20)
    write(one)
    expect(cell(two, 1, 1)).to_have_text("20")
    with two.expecting("409"):
        write(two)
        expect(two.page.locator("#keypad-note")).to_contain_text("it is now 20")
    expect(cell(two, 1, 1)).to_have_text("20")
    write(two)
    expect(cell(two, 1, 1)).to_have_text("9")


def test_a_number_written_while_the_server_is_away_waits_and_is_written_once_it_is_back(
    phone: Callable[..., Hand], own_server: Server
) -> None:
    hand = phone(own_server)
    start_game(hand, "Ana", "Ben")
    hand.tap(cell(hand, 1, 1))
    digits(hand, 17)
    with hand.expecting("ERR_CONNECTION", "Failed to load"):
        own_server.kill()
        write(hand)
        expect(hand.page.locator("#keypad-note")).to_contain_text("Kept on this phone")
        own_server.start()
        expect(cell(hand, 1, 1)).to_have_text("17", timeout=15_000)
    expect(hand.page.locator("#keypad-name")).to_have_text("Ben, stage 1")
