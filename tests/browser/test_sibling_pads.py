"""Pyramido and Pyramis have the number pad, corrections, undo and two phones as the main game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand, start_game
from tests.browser.test_keypad import NAMES, cell, digits, write
from tests.faults.server import Server

SIBLINGS = ["Pyramido", "Pyramis"]
siblings = pytest.mark.parametrize("game", SIBLINGS)


def test_pyramido_of_four_by_typed_totals_takes_at_most_twenty_taps_besides_digits(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    start_game(hand, *NAMES, game="Pyramido")
    hand.taps = 0
    hand.tap(cell(hand, 1, 1))
    heading, sums = hand.page.locator("#keypad-name"), dict.fromkeys(NAMES, 0)
    for count in range(16):
        expect(heading).to_have_text(
            f"{heading.inner_text().split(',')[0]}, stage {count // 4 + 1}"
        )
        shown = heading.inner_text()
        name = shown.split(",")[0]
        points = 10 + (7 * count) % 23
        sums[name] += points
        digits(hand, points)
        write(hand)
        if count < 15:
            expect(heading).not_to_have_text(shown)
    expect(hand.page.locator(".winner")).to_be_visible()
    assert hand.taps <= 20
    assert hand.pad()[-1] == [str(own) for own in sums.values()]


def test_pyramis_of_four_by_typed_totals_takes_a_tap_and_one_for_each_player(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    start_game(hand, *NAMES, game="Pyramis")
    hand.taps = 0
    hand.tap(cell(hand, 1, 1))
    heading = hand.page.locator("#keypad-name")
    for name, points in zip(NAMES, (31, 28, 40, 7), strict=True):
        expect(heading).to_have_text(f"{name}, total")
        digits(hand, points)
        write(hand)
    expect(hand.page.locator("#keypad")).to_be_hidden()
    expect(hand.page.locator(".winner")).to_contain_text("Cleo wins!")
    assert hand.taps <= 5
    assert hand.page.locator(".compare .total").all_inner_texts() == ["31", "28", "40", "7"]


@siblings
def test_a_number_is_corrected_and_undone(
    phone: Callable[..., Hand], server: Server, game: str
) -> None:
    hand = phone(server)
    start_game(hand, "Ana", "Ben", game=game)
    hand.tap(cell(hand, 1, 1))
    digits(hand, 12)
    write(hand)
    expect(hand.page.locator("#keypad-name")).to_contain_text("Ben")
    hand.tap(cell(hand, 1, 1))
    expect(hand.page.locator("#keypad-value")).to_have_class("selected")
    digits(hand, 30)
    write(hand)
    expect(cell(hand, 1, 1)).to_have_text("30")
    hand.tap("#keypad-close")
    hand.tap(hand.page.get_by_role("button", name="Undo"))
    expect(cell(hand, 1, 1)).to_have_text("12")
    hand.tap(hand.page.get_by_role("button", name="Redo"))
    expect(cell(hand, 1, 1)).to_have_text("30")


@siblings
def test_a_number_that_cannot_be_is_questioned_at_once(
    phone: Callable[..., Hand], server: Server, game: str
) -> None:
    hand = phone(server)
    start_game(hand, "Ana", "Ben", game=game)
    hand.tap(cell(hand, 1, 1))
    digits(hand, 150)
    expect(hand.page.locator("#keypad-note")).to_contain_text("Write 150 all the same?")
    write(hand)
    expect(cell(hand, 1, 1)).to_have_text("150")


@siblings
def test_what_another_phone_wrote_meanwhile_is_said_and_not_overwritten(
    phone: Callable[..., Hand], server: Server, game: str
) -> None:
    one, two = phone(server), phone(server)
    code = start_game(one, "Ana", "Ben", game=game)
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
    expect(cell(one, 1, 1)).to_have_text("9")


@siblings
def test_a_number_waits_for_the_server_and_is_written_once_it_is_back(
    phone: Callable[..., Hand], own_server: Server, game: str
) -> None:
    hand = phone(own_server)
    start_game(hand, "Ana", "Ben", game=game)
    hand.tap(cell(hand, 1, 1))
    digits(hand, 17)
    with hand.expecting("ERR_CONNECTION", "Failed to load"):
        own_server.kill()
        write(hand)
        expect(hand.page.locator("#keypad-note")).to_contain_text("Kept on this phone")
        own_server.start()
        expect(cell(hand, 1, 1)).to_have_text("17", timeout=15_000)
    expect(hand.page.locator("#keypad-name")).to_contain_text("Ben")


def test_both_phones_may_keep_their_cards_of_pyramis(
    phone: Callable[..., Hand], server: Server
) -> None:
    """As on the grid: who comes later is asked, and undo reaches what was not chosen."""
    mine, theirs = phone(server), phone(server)
    code = start_game(mine, "Ana", "Ben", game="Pyramis")
    path = f"/t/{code}/cards/1"
    mine.goto(path)
    theirs.goto(path)
    with mine.expecting("409", "ERR_INTERNET_DISCONNECTED"):
        mine.context.set_offline(True)
        mine.tap('[data-land="s"]')
        theirs.tap('[data-land="f"]')
        theirs.saved()
        mine.context.set_offline(False)
        expect(mine.page.locator("#conflict")).to_be_visible()
        mine.tap("#mine")
        mine.saved()
    first = mine.page.locator('[data-place="0,0"]')
    expect(first).to_have_class(re.compile("card-at sea"))
    expect(theirs.page.locator(".card-at.sea")).to_have_count(1)
    mine.tap("#undo")
    expect(first).to_have_class(re.compile("card-at forest"))


def test_a_player_of_pyramis_is_renamed_and_one_comes_late(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    start_game(hand, "Ana", "Ben", game="Pyramis")
    hand.tap_text("Change players")
    hand.fill("Player 1", "Anna")
    hand.fill("Player 3", "Cleo")
    hand.tap(hand.page.get_by_role("button", name="Change", exact=True))
    names = hand.page.locator(".compare th[scope=row]")
    expect(names).to_have_text(["Anna", "Ben", "Cleo"])
    hand.tap(hand.page.get_by_role("button", name="Undo"))
    expect(names).to_have_text(["Ana", "Ben"])
