"""Pyramido through the pages: stages with gems and cards, ties, and a player who loses."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from assistant.core.areas import layout_areas
from assistant.core.layout import Layout
from assistant.games import PYRAMIDO
from assistant.games.pyramido.marking import Marker, best_marks, marked_areas, score_areas
from tests.browser.hand import Hand, start_game
from tests.faults.server import Server
from tests.games.pyramido.marks import full_layout
from tests.games.pyramido.test_game import WORKED

STAGE_1 = PYRAMIDO.parse("n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8")
STAGE_1_MARKS = [(0, 0), (0, 2), (0, 4), (1, 0), (1, 2), (1, 3)]


def pyramid(seed: int) -> Layout:
    """Four stages of dominoes with two icons each."""
    return full_layout(random.Random(seed), 4)


def upto(layout: Layout, stage: int) -> Layout:
    return Layout(layout.stages[:stage])


def open_pyramido(phone: Callable[..., Hand], server: Server) -> tuple[Hand, str]:
    hand = phone(server)
    hand.game = PYRAMIDO
    return hand, start_game(hand, "Ana", "Ben", game="Pyramido")


def lay(hand: Hand, mode: str, stage: int, cells: list[tuple[int, int]]) -> None:
    """Tap gems or cards onto blocks of the stage, which nothing covers."""
    button = hand.page.locator(f"#{mode}")
    if button.get_attribute("aria-pressed") != "true":
        hand.tap(button)
    for row, column in cells:
        hand.tap_block(stage, row, column)


def paste(hand: Hand, notation: str) -> None:
    hand.tap("summary")
    hand.page.locator("#notation").fill(notation)
    hand.tap("#use-text")
    hand.page.evaluate("scrollTo(0, 0)")


def to_result(hand: Hand) -> None:
    """On to the result; without gems the editor leads to them first."""
    if hand.page.locator("#next").inner_text() == "Gems ›":
        hand.tap("#next")
    hand.tap("#next")
    hand.page.wait_for_url("**/marks")


def said(page: Page) -> str:
    return page.locator("#what").inner_text()


def points_of(layout: Layout, cells: list[tuple[int, int]]) -> int:
    markers = [Marker(len(layout.stages), *cell) for cell in cells]
    return score_areas(marked_areas(layout, layout_areas(layout), markers)).points


def test_stage_1_with_its_gems_takes_at_most_50_taps_from_the_pad_to_the_pad(
    phone: Callable[..., Hand], server: Server
) -> None:
    """Areas by a drag each, 5 more colours, 20 icons, 6 gems; the gems' turn comes by itself."""
    hand, code = open_pyramido(phone, server)
    assert len({block.color for *_, block in STAGE_1.blocks()}) == 6
    assert sum(block.icon_count for *_, block in STAGE_1.blocks()) == 20
    hand.goto(f"/t/{code}")
    hand.taps = 0
    hand.tap("#pad a.button.go")
    hand.page.wait_for_url(f"**/t/{code}/1/1")
    hand.ready()
    hand.enter(STAGE_1, drags=True)
    expect(hand.page.locator("#marks")).to_have_attribute("aria-pressed", "true")
    lay(hand, "marks", 1, STAGE_1_MARKS)
    assert hand.notation() == repr(STAGE_1)
    to_result(hand)
    assert hand.write() == points_of(STAGE_1, STAGE_1_MARKS)
    assert hand.taps <= 50


def test_a_full_grid_leads_on_to_the_gems_and_a_result_without_any_asks_first(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand, code = open_pyramido(phone, server)
    hand.goto(f"/t/{code}/1/1")
    paste(hand, repr(STAGE_1))
    expect(hand.page.locator("#next")).to_have_text("Gems ›")
    hand.tap("#next")
    assert said(hand.page) == "Tap the blocks with gems on them: 0 of 6"
    expect(hand.page.locator("#next")).to_have_text("Result ›")
    to_result(hand)
    expect(hand.page.get_by_role("alert")).to_contain_text("No gem lies on a block yet")
    expect(hand.page.locator("#write")).to_have_count(0)
    hand.tap_text("Tap the blocks with gems")
    hand.page.wait_for_url(f"**/t/{code}/1/1")
    hand.ready()
    hand.tap_block(1, *STAGE_1_MARKS[0])
    expect(hand.page.locator("#board .mark")).to_have_count(1)
    hand.tap("#undo")
    to_result(hand)
    hand.tap("#none")
    hand.page.wait_for_url("**/marks?none=1")
    assert hand.write() == 0


def test_colours_have_the_letters_that_their_names_begin_with(
    phone: Callable[..., Hand], server: Server
) -> None:
    """Brown is B, so blue takes its next letter; the keys of a keyboard follow."""
    hand, code = open_pyramido(phone, server)
    hand.goto(f"/t/{code}/1/1")
    letters = hand.page.locator("[data-brush]").evaluate_all(
        "buttons => buttons.map(button => getComputedStyle(button, '::after').content)"
    )
    assert letters == ['"B"', '"L"', '"Y"', '"T"', '"G"', '"R"', '"–"']
    hand.page.locator('[data-place="1,0,0"]').focus()
    for key in ("b", "ArrowRight", "l"):
        hand.page.keyboard.press(key)
    assert hand.notation().startswith("n0b0")
    shown = hand.page.locator("#board .letter").all_text_contents()
    assert shown == ["B", "L"]


def test_a_whole_game_of_two_that_cards_decide(phone: Callable[..., Hand], server: Server) -> None:
    hand, code = open_pyramido(phone, server)
    whole, total = pyramid(3), 0
    for stage in (1, 2, 3, 4):
        layout = upto(whole, stage)
        cells = [(marker.row, marker.column) for marker in best_marks(layout)[0]]
        hand.goto(f"/t/{code}/1/{stage}")
        if stage == 1:  # tapped in the test above
            paste(hand, repr(layout))
        else:
            hand.enter(layout)
        lay(hand, "marks", stage, cells)
        assert hand.notation() == repr(layout)
        to_result(hand)
        expect(hand.page.locator("#best")).to_have_text(
            "No other marks on these blocks would have scored more."
        )
        worth = hand.write()
        assert worth == points_of(layout, cells)
        total += worth
        left = {"cards_left": 2} if stage == 4 else {}
        rest = total if stage == 4 else 0
        hand.goto(f"/t/{code}/2/{stage}/type")
        hand.page.locator("input[name=points]").fill(str(rest))
        for name, count in left.items():
            hand.page.locator(f"input[name={name}]").fill(str(count))
        hand.tap_text("Write to the pad", "button")
        hand.page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
        if stage < 4:
            expect(hand.page.locator("#pad")).to_contain_text(f"Stage {stage + 1} · Ben begins")
    assert hand.pad()[4:] == [["3", "2"], [str(total), str(total)]]
    expect(hand.page.locator(".winner")).to_contain_text("Ana wins!")
    expect(hand.page.locator(".winner")).to_contain_text("more cards left decide")
    hand.goto("/")
    expect(hand.page.get_by_role("link", name=f"Ana {total}, Ben {total}").first).to_contain_text(
        "Pyramido"
    )


def test_gems_that_cannot_lie_are_refused_at_once(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand, code = open_pyramido(phone, server)
    hand.goto(f"/t/{code}/1/1")
    paste(hand, "n1n0b4b8y1/t2t4--r1y2/n4b8g1r2r4/y8t1n2g4r8")
    lay(hand, "marks", 1, [(0, 0), (1, 2)])
    assert said(hand.page) == "There is a gap: a gem lies on a block"
    hand.tap_block(1, 2, 0)
    assert said(hand.page).startswith("One gem a colour: brown lies at stage 1, row 1, column 1")
    hand.tap_block(1, 0, 0)
    hand.tap_block(1, 0, 1)
    assert said(hand.page).startswith("This block has no icon")
    hand.saved()
    expect(hand.page.locator("#problems")).to_contain_text("column 2 is marked, but has no icon.")
    hand.tap("#undo")
    expect(hand.page.locator("#board .mark")).to_have_count(0)
    hand.tap("#undo")
    expect(hand.page.locator('[data-place="1,0,0"] .mark')).to_have_count(1)
    hand.saved()
    hand.page.reload()
    hand.ready()
    expect(hand.page.locator('[data-place="1,0,0"] .mark')).to_have_count(1)


def test_a_card_is_told_counted_and_carried_along(
    phone: Callable[..., Hand], server: Server
) -> None:
    """The first example of the manual, and the stage above it."""
    text, cells, card, _, points = WORKED[0]
    assert card
    hand, code = open_pyramido(phone, server)
    hand.goto(f"/t/{code}/1/1")
    paste(hand, text)
    lay(hand, "cards", 1, [card])
    hand.tap_block(1, 3, 4)
    assert said(hand.page) == "A single-block card has one icon: check the icons of this block"
    lay(hand, "marks", 1, cells)
    to_result(hand)
    expect(hand.page.locator("main")).to_contain_text("Single-block cards left: 2 of 3")
    assert hand.write() == points
    hand.goto(f"/t/{code}/1/2")
    expect(hand.page.locator("#board .card-frame")).to_have_count(1)
    hand.tap("#cards")
    assert said(hand.page).endswith("2 of 3 cards left")
    paste(hand, f"{text} r1n1b1g1/t1y1n1b1/y1t1n1b1")
    hand.tap("#cards")
    hand.tap_block(2, 0, 0)
    assert said(hand.page) == "The red/green card lies already: each player has only one"
    hand.tap_block(2, 0, 1)
    assert said(hand.page).endswith("1 of 3 cards left")


def test_too_few_cards_lose_the_game(phone: Callable[..., Hand], server: Server) -> None:
    hand, code = open_pyramido(phone, server)
    hand.goto(f"/t/{code}/1/1")
    paste(hand, "n1--b4--y1/t2t4g8r1y2/n4--g1--r4/y8t1n2g4r8")
    to_result(hand)
    expect(hand.page.get_by_role("alert")).to_contain_text("4 holes, 3 cards left")
    hand.tap("#write")
    hand.page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    expect(hand.page.locator(".winner")).to_contain_text("Ben wins!")
    expect(hand.page.locator(".winner")).to_contain_text("All others had too few cards")
