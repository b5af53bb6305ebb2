"""The grid editor under the finger: drags, clears, undo, reload, keys and text."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from assistant.core.layout import Blank, Layout, Stage
from assistant.core.pieces import Block, Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from tests.browser.hand import Hand, one_icon_each, start_game
from tests.faults.server import Server
from tests.service.parts import full_layout

FULL = Layout((one_icon_each(full_layout(31, 1).stages[0]),))


@pytest.fixture
def hand(phone: Callable[..., Hand], server: Server) -> Hand:
    """A phone with an empty stage 1 open."""
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    return hand


def cells(hand: Hand) -> list[list[str]]:
    """The cells of the top stage."""
    return [re.findall("..", row) for row in hand.notation().split(" ")[-1].split("/")]


# ---- drags


def test_a_fast_drag_paints_every_block_on_its_line(hand: Hand) -> None:
    """Two events far apart, as a fast finger gives them, and everything between is painted."""
    hand.brush("b")
    hand.drag([hand.point(1, 1), hand.point(9, 1)])
    assert cells(hand)[0] == ["b0"] * 5
    hand.brush("g")
    hand.drag([hand.point(1, 3), hand.point(9, 7)])
    painted = {(r, c) for r, row in enumerate(cells(hand)) for c, x in enumerate(row) if x == "g0"}
    assert {(1, 0), (3, 4)} <= painted
    for row, column in painted - {(1, 0)}:
        assert {(row - 1, column), (row, column - 1)} & painted
    hand.brush("r")
    hand.drag([hand.point(*at) for at in ((1, 1), (9, 1), (9, 7), (1, 7), (1, 3))])
    assert [row[column] for row in cells(hand) for column in (0, 4)] == ["r0"] * 8
    assert cells(hand)[0] == cells(hand)[3] == ["r0"] * 5


def test_one_drag_that_comes_back_paints_and_does_not_clear_again(hand: Hand) -> None:
    hand.drag([hand.point(*at) for at in ((1, 1), (9, 1), (1, 1), (9, 1))])
    assert cells(hand)[0] == ["o0"] * 5


def test_a_drag_that_leaves_the_board_goes_on_painting_inside(hand: Hand) -> None:
    x, y = hand.point(9, 1)
    hand.drag([hand.point(5, 1), (x + 400, y), hand.point(9, 3)])
    assert cells(hand)[0][2:] == ["o0"] * 3
    assert cells(hand)[1][4] == "o0"


def test_the_same_colour_again_clears_by_tap_and_by_drag(hand: Hand) -> None:
    hand.tap_block(1, 0, 0)
    assert cells(hand)[0][0] == "o0"
    hand.tap_block(1, 0, 0)
    assert cells(hand)[0][0] == "??"
    hand.drag([hand.point(1, 1), hand.point(9, 1)])
    hand.drag([hand.point(1, 1), hand.point(5, 1)])
    assert cells(hand)[0] == ["??"] * 3 + ["o0"] * 2


def test_another_colour_keeps_the_icons_and_clearing_drops_them(hand: Hand) -> None:
    hand.tap_block(1, 0, 0)
    hand.tap("#icons")
    hand.tap_icon(1, 0, 0, 2)
    hand.tap_icon(1, 0, 0, 3)
    assert cells(hand)[0][0] == "oC"
    hand.tap_icon(1, 0, 0, 2)
    assert cells(hand)[0][0] == "o8"
    hand.brush("p")
    hand.tap_block(1, 0, 0)
    assert cells(hand)[0][0] == "p8"
    hand.tap_block(1, 0, 0)
    assert cells(hand)[0][0] == "??"


def test_an_icon_needs_a_colour_first(hand: Hand) -> None:
    hand.tap("#icons")
    hand.tap_icon(1, 0, 0, 0)
    expect(hand.page.locator("#what")).to_have_text("Colour the block first")
    assert cells(hand)[0][0] == "??"


def test_icons_are_asked_as_soon_as_every_block_is_there(hand: Hand) -> None:
    for row in range(4):
        expect(hand.page.locator("#icons")).to_have_attribute("aria-pressed", "false")
        hand.drag([hand.point(1, 2 * row + 1), hand.point(9, 2 * row + 1)])
    expect(hand.page.locator("#icons")).to_have_attribute("aria-pressed", "true")
    expect(hand.page.locator("#what")).to_have_text("Tap the gem icons: 0 of 20")


def test_an_unfinished_pyramid_does_not_go_on_to_the_gems(hand: Hand) -> None:
    hand.drag([hand.point(1, 1), hand.point(9, 1)])
    hand.tap("#next")
    expect(hand.page.locator("#what")).to_have_text("Still missing: 15, marked red")
    assert hand.path.endswith("/1/1")


def test_the_step_after_is_golden_only_with_all_blocks_and_icons(hand: Hand) -> None:
    following = hand.page.locator("#next")
    gold = re.compile(r"(^| )go( |$)")
    for row in range(4):
        hand.drag([hand.point(1, 2 * row + 1), hand.point(9, 2 * row + 1)])
    expect(following).not_to_have_class(gold)
    for row in range(4):
        for column in range(5):
            hand.tap_icon(1, row, column, 0)
    expect(hand.page.locator("#what")).to_have_text("Tap the gem icons: 20 of 20")
    expect(following).to_have_class(gold)


def test_taps_are_meant_for_icons_again_once_a_clear_is_undone(hand: Hand) -> None:
    for row in range(4):
        hand.drag([hand.point(1, 2 * row + 1), hand.point(9, 2 * row + 1)])
    hand.tap("#clear")
    hand.brush("p")
    hand.tap("#undo")
    hand.tap_icon(1, 0, 0, 0)
    assert cells(hand)[0][0] == "o1"
    hand.tap("#undo")
    assert cells(hand)[0][0] == "o0"


def test_enter_paints_an_empty_block_and_never_repaints_one(hand: Hand) -> None:
    hand.tap_block(1, 0, 0)
    hand.brush("p")
    hand.page.locator('[data-place="1,0,0"]').focus()
    hand.page.keyboard.press("Enter")
    assert cells(hand)[0][0] == "o0"
    hand.page.keyboard.press("ArrowRight")
    hand.page.keyboard.press("Enter")
    assert cells(hand)[0][:2] == ["o0", "p0"]


# ---- undo, redo, reload


def test_undo_redo_and_clear_go_through_a_reload(hand: Hand) -> None:
    rng = random.Random(3)
    states = [hand.notation()]
    for _ in range(6):
        hand.brush(rng.choice("obpgr"))
        hand.tap_block(1, rng.randrange(4), rng.randrange(5))
        if hand.notation() != states[-1]:
            states.append(hand.notation())
    hand.tap("#clear")
    assert set(hand.notation()) <= set("?/")
    states.append(hand.notation())
    expect(hand.page.locator("#redo")).to_be_disabled()
    for back in states[-2::-1]:
        if back == states[2]:
            hand.saved()
            hand.page.reload()
            hand.ready()
        hand.tap("#undo")
        assert hand.notation() == back
    expect(hand.page.locator("#undo")).to_be_disabled()
    for forth in states[1:]:
        if forth == states[3]:
            hand.saved()
            hand.page.reload()
            hand.ready()
        hand.tap("#redo")
        assert hand.notation() == forth
    expect(hand.page.locator("#redo")).to_be_disabled()


def test_each_undo_says_what_it_took_back(hand: Hand) -> None:
    hand.brush("b")
    hand.drag([hand.point(1, 1), hand.point(9, 1)])
    hand.tap("#undo")
    expect(hand.page.locator("#what")).to_have_text("undone: blue (5)")
    hand.tap("#redo")
    expect(hand.page.locator("#what")).to_have_text("redone: blue (5)")


def test_a_new_step_drops_what_was_undone(hand: Hand) -> None:
    hand.tap_block(1, 0, 0)
    hand.tap_block(1, 0, 1)
    hand.tap("#undo")
    hand.tap_block(1, 3, 3)
    expect(hand.page.locator("#redo")).to_be_disabled()
    assert (cells(hand)[0][:2], cells(hand)[3][3]) == (["o0", "??"], "o0")


@pytest.mark.parametrize("seed", range(3))
def test_a_reload_right_after_a_tap_loses_no_tap(hand: Hand, seed: int) -> None:
    """Whether the save had begun or not: the page itself keeps the last taps."""
    rng = random.Random(seed)
    for _ in range(4):
        hand.brush(rng.choice("obpgr"))
        for _ in range(rng.randint(1, 3)):
            hand.tap_block(1, rng.randrange(4), rng.randrange(5))
        hand.page.wait_for_timeout(rng.choice((0, 245, 255, 265, 300)))
        before = hand.notation()
        with hand.expecting("409"):  # a save that the reload overtook is tried again
            hand.page.reload()
            hand.ready()
            assert hand.notation() == before
            hand.saved()
        assert not hand.page.locator("#conflict").is_visible()


# ---- keys and text


def test_the_keyboard_enters_a_whole_stage(hand: Hand) -> None:
    hand.page.locator('[data-place="1,0,0"]').focus()
    for row in range(4):
        for column in range(5):
            cell = FULL.stages[0][row, column]
            assert isinstance(cell, Block)
            hand.page.keyboard.press(cell.color.letter)
            hand.page.keyboard.press(str((cell.icons or 0).bit_length()))
            if column < 4:
                hand.page.keyboard.press("ArrowRight")
        for _ in range(4):
            hand.page.keyboard.press("ArrowLeft")
        hand.page.keyboard.press("ArrowDown")
    assert hand.notation() == repr(FULL)
    focused = hand.page.locator('[data-place="1,3,0"]')
    expect(focused).to_be_focused()
    expect(focused).to_have_attribute("aria-label", re.compile("stage 1, row 4, column 1: .* icon"))
    hand.page.keyboard.press("ArrowLeft")
    expect(focused).to_be_focused()
    hand.page.keyboard.press("Delete")
    hand.page.keyboard.press("-")
    assert cells(hand)[3][0] == "--"
    hand.page.keyboard.press("Control+z")
    hand.page.keyboard.press("Control+z")
    assert hand.notation() == repr(FULL)
    hand.page.keyboard.press("Control+y")
    assert cells(hand)[3][0] == "??"


def test_text_enters_a_whole_stage_and_junk_is_refused(hand: Hand) -> None:
    hand.tap("summary")
    notation = hand.page.locator("#notation")
    for junk in (
        "",
        "r",
        "r0",
        "zz" * 20,
        repr(full_layout(1, 2)),
        "/".join(["rZ" * 5] * 4),
        "/".join(["r0" * 4] * 4),
        "é",
    ):
        notation.fill(junk)
        hand.tap("#use-text")
        expect(hand.page.locator("#what")).to_have_text("That text is no layout of this stage")
    notation.fill(f"  {FULL!r}\n")
    hand.tap("#use-text")
    expect(notation).to_have_value(repr(FULL))
    hand.saved()
    hand.page.reload()
    hand.ready()
    assert hand.notation() == repr(FULL)
    hand.tap("#undo")
    assert "r" not in hand.notation()


def test_text_in_letters_of_another_game_is_refused(hand: Hand) -> None:
    hand.tap("summary")
    hand.page.locator("#notation").fill("/".join(["n0" * 5] * 4))
    hand.tap("#use-text")
    expect(hand.page.locator("#what")).to_have_text("That text is no layout of this stage")


# ---- shapes


def test_a_turn_gives_four_columns_and_takes_the_blocks_along(hand: Hand) -> None:
    hand.tap("summary")
    hand.page.locator("#notation").fill(repr(FULL))
    hand.tap("#use-text")
    hand.tap("#turn")
    assert hand.notation() == repr(FULL.turned())
    hand.saved()
    hand.page.reload()
    hand.ready()
    assert hand.notation() == repr(FULL.turned())
    hand.brush("b")
    hand.tap_block(1, 4, 3)
    assert cells(hand)[4][3][0] == "b"
    for _ in range(3):
        hand.tap("#turn")
    assert cells(hand)[0][4][0] == "b"


def test_a_tall_pyramid_is_entered_after_a_turn(hand: Hand) -> None:
    hand.tap("#turn")
    tall = FULL.turned()
    hand.enter(tall)
    assert hand.notation() == repr(tall)


def test_the_seen_rim_of_typed_stages_is_asked(hand: Hand) -> None:
    """Stages 1 and 2 were only typed: the rim of both shows beside stage 3, and is asked."""
    start = hand.path.rsplit("/", 2)[0]
    for stage in (1, 2):
        hand.page.goto(f"{start}/1/{stage}/type")
        hand.page.locator("input[name=points]").fill("5")
        hand.tap_text("Write to the pad", "button")
        hand.page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    hand.goto(f"{start}/1/3")
    layout = Layout(tuple(map(one_icon_each, full_layout(33, 3).stages)))
    top = layout.stages[2]
    hole = Stage(3, 2, (Blank.GAP, *top.cells[1:]))
    layout = layout.with_stage(3, hole)
    hand.brush("-")
    hand.tap_block(3, 0, 0)
    for color in FORGOTTEN_TREASURES.palette:
        for row, column, cell in hole.places():
            if isinstance(cell, Block) and cell.color is color:
                hand.brush(color.letter)
                hand.tap_block(3, row, column)
    expect(hand.page.locator("#what")).to_have_text(
        "Enter what can still be seen of the stages below, too"
    )
    hand.tap("#clear")
    hand.enter(layout, ask={1, 2})
    hand.to_gems()
    hand.take_gems(Inventory.of({Color.RED: 1, Color.MYTHICAL: 2}))
    hand.to_result()
    expect(hand.page.locator(".points strong")).to_be_visible()
