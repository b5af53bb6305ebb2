"""From a photo file to a written score, with the real reader."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from assistant.core.areas import layout_areas
from assistant.core.pieces import Block, Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.activation import best_plan
from tests.browser.hand import Hand, start_game
from tests.faults.server import ROOT, Server

SAMPLES = ROOT / "sample_photos"
PHOTO = SAMPLES / "forgotten-5x4-stage1.jpg"
TRUTH = FORGOTTEN_TREASURES.parse(
    json.loads(PHOTO.with_suffix(".json").read_text(encoding="utf-8"))["notation"]
)
READ_WITHIN = 60_000


def wait_until_read(hand: Hand) -> None:
    expect(hand.page.locator("#over-photo")).to_be_visible(timeout=READ_WITHIN)
    hand.ready()


def choose(hand: Hand, photo: Path) -> None:
    """Choose the file, as the camera or the gallery gives it; a sure frame is read at once."""
    hand.page.get_by_label("Photo of the pyramid").set_input_files(photo)
    wait_until_read(hand)


def to_corners(hand: Hand) -> None:
    """Look at the frame of the photo that was read."""
    hand.tap_text("Frame wrong?")
    hand.page.wait_for_url("**/corners")
    expect(hand.page.locator(".handle").first).to_have_attribute("r", re.compile(r"\d"))


def read(hand: Hand) -> None:
    hand.tap_text("Read the pyramid", "button")
    hand.page.wait_for_url(re.compile(r"/\d/\d$"), timeout=READ_WITHIN)
    hand.ready()


def agreement(hand: Hand) -> float:
    """The share of blocks whose colour and icons were read right."""
    found = FORGOTTEN_TREASURES.parse(hand.notation()).stages[0].cells
    return sum(a == b for a, b in zip(found, TRUTH.stages[0].cells, strict=True)) / len(found)


def look_at_the_drawing(hand: Hand) -> None:
    """Open the photo with the areas on it, which the server draws only now."""
    drawn = hand.page.locator("details[data-drawn]")
    expect(drawn.locator("a")).to_be_hidden()
    hand.tap(drawn.locator("summary"))
    expect(drawn.locator("img")).to_be_visible(timeout=READ_WITHIN)
    expect(drawn.locator("a")).to_be_visible()
    expect(drawn.get_by_role("status")).to_be_hidden()
    width = "img => img.decode().then(() => img.naturalWidth)"
    assert drawn.locator("img").evaluate(width) == 1280


def test_from_a_photo_to_a_written_score(phone: Callable[..., Hand], server: Server) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    choose(hand, PHOTO)
    to_corners(hand)

    # A corner is dragged away, under the magnifier, and back again.
    corner = hand.page.locator(".handle").first
    expect(corner).to_have_attribute("aria-valuetext", re.compile(r"^\d+ % from the left, \d+ % "))
    field = hand.page.locator("input[name=corners]")
    guessed = json.loads(field.input_value())
    box = corner.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    away = at[0] + 30, at[1] + 24
    hand._send("touchStart", [{"x": at[0], "y": at[1]}])
    expect(hand.page.locator(".loupe")).to_be_visible()
    hand._send("touchMove", [{"x": away[0], "y": away[1]}])
    hand._send("touchEnd", [])
    expect(hand.page.locator(".loupe")).to_be_hidden()
    moved = json.loads(field.input_value())
    assert moved[1:] == guessed[1:]
    assert moved[0][0] > guessed[0][0] + 20
    assert moved[0][1] > guessed[0][1] + 20
    hand.drag([away, at])
    back = json.loads(field.input_value())
    assert back[0] == pytest.approx(guessed[0], abs=6)

    read(hand)
    assert agreement(hand) >= 0.8
    expect(hand.page.locator("#board image")).to_have_attribute("href", re.compile("picture.jpg"))
    hand.tap("#over-photo")
    expect(hand.page.locator("#board image")).to_have_count(0)
    hand.tap("#over-photo")

    # What was misread is put right block by block, over the photo; one block on purpose twice.
    doubts = hand.page.locator("#walk .right")
    while doubts.is_visible():
        hand.tap(doubts)
    first = TRUTH.stages[0].cells[0]
    assert isinstance(first, Block)
    other = next(color for color in FORGOTTEN_TREASURES.palette if color is not first.color)
    hand.brush(other.letter)
    hand.tap_block(1, 0, 0)
    assert hand.notation()[0] == other.letter
    hand.tap("#undo")
    hand.enter_differences(TRUTH)
    assert hand.notation() == repr(TRUTH)
    hand.saved()
    hand.page.reload()
    hand.ready()
    assert hand.notation() == repr(TRUTH)

    hand.to_gems()
    gems = Inventory.of({Color.RED: 3, Color.MYTHICAL: 4})
    hand.take_gems(gems)
    hand.to_result()
    look_at_the_drawing(hand)
    points = hand.write()
    assert points == best_plan(layout_areas(TRUTH), gems).points
    assert hand.pad()[0][0] == str(points)


def test_a_sure_photo_takes_at_most_eight_taps_and_its_gems_from_the_pad_to_the_pad(
    phone: Callable[..., Hand], server: Server
) -> None:
    """A cell, Photo, one tap a doubtful block, on to the gems, the result, write."""
    hand = phone(server)
    start_game(hand, "Ana", "Ben")
    hand.taps = 0
    hand.tap('[data-cell="1-1"]')
    with hand.page.expect_file_chooser() as chooser:
        hand.tap(hand.page.locator("#keypad label", has_text="Photo"))
    chooser.value.set_files(PHOTO)
    wait_until_read(hand)
    assert agreement(hand) == 1
    doubts = hand.page.locator("#walk .right")
    while doubts.is_visible():
        hand.tap(doubts)
    hand.stays_on_the_first_screen("#next")
    hand.to_gems()
    before = hand.taps
    hand.take_gems(Inventory.of({Color.RED: 3, Color.MYTHICAL: 4}))
    counted = hand.taps - before
    hand.to_result()
    hand.stays_on_the_first_screen("#write")
    hand.write()
    assert counted <= 6
    assert hand.taps - counted <= 8


def test_the_photo_alone_shows_under_a_held_finger_and_the_photo_can_be_discarded(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    choose(hand, PHOTO)
    entered = hand.notation()
    board, hold = hand.page.locator("#board"), hand.page.locator("#plain-photo")
    hold.scroll_into_view_if_needed()
    box = hold.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand._send("touchStart", [at])
    expect(board.locator("g.stage")).to_be_hidden()
    expect(board.locator("image")).to_be_visible()
    hand._send("touchEnd", [])
    expect(board.locator("g.stage")).to_be_visible()
    to_corners(hand)
    hand.tap_text("Go on without this photo", "button")
    hand.page.wait_for_url(re.compile(r"/1/1$"))
    hand.ready()
    assert hand.notation() == entered
    expect(hand.page.locator("#over-photo")).to_have_count(0)


def test_a_photo_of_another_stage_says_so_and_undo_takes_that_along(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    choose(hand, SAMPLES / "forgotten-5x4-stage2.jpg")
    card = hand.page.locator("#looks-like")
    expect(card).to_contain_text("This looks like stage 2 of Pyramido: Forgotten Treasures")
    hand.tap("#undo")
    expect(card).to_be_hidden()
    expect(hand.page.locator("#walk")).to_be_hidden()
    hand.tap("#redo")
    expect(card).to_be_visible()


def test_a_file_that_is_no_photo_says_so_and_the_entry_stays(
    phone: Callable[..., Hand], server: Server, tmp_path: Path
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    hand.tap_block(1, 0, 0)
    letter = tmp_path / "letter.jpg"
    letter.write_text("Dear Ana")
    with hand.expecting("422"):
        hand.page.get_by_label("Photo of the pyramid").set_input_files(letter)
        expect(hand.page.locator("#busy p")).to_contain_text(re.compile(r"photo|image", re.I))
        hand.tap(hand.page.locator("#busy button"))
    expect(hand.page.locator("#busy")).to_be_hidden()
    assert hand.notation().startswith("o0??")
