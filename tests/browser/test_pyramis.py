"""Pyramis through the pages: cards by taps, turns, stars, two phones, and the result."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from assistant.games.pyramis.cards import ROW_LENGTHS, Card, CardPyramid, Icons
from assistant.games.pyramis.scoring import Land, Player, score_players
from assistant.games.pyramis.text import format_player
from tests.browser.hand import Hand, start_game
from tests.faults.server import Server


def pyramid(seed: int) -> CardPyramid:
    """Ten cards, not more of a colour than two players can have."""
    rng = random.Random(seed)
    lands = rng.sample([*[Land.SEA, Land.FOREST, Land.MOUNTAIN] * 4, Land.CITY], 10)
    return CardPyramid(
        tuple(
            tuple(
                Card(lands.pop(), Icons(rng.randint(0, 2), rng.choice((0, 0, 1, 2))))
                for _ in range(length)
            )
            for length in ROW_LENGTHS
        )
    )


def icons(hand: Hand, shown: Icons | None, now: tuple[int, int]) -> None:
    """Tap the counts that are otherwise than they stand."""
    assert shown
    for kind, wanted, own in zip(
        ("pyramids", "aliens"), (shown.pyramids, shown.aliens), now, strict=True
    ):
        if wanted != own:
            hand.tap(f'[data-kind="{kind}"][data-count="{wanted}"]')


def enter(hand: Hand, cards: CardPyramid) -> None:
    """Lay all cards from below; a new card shows one pyramid."""
    for card in cards.cards().values():
        hand.tap(f'[data-land="{card.color[0]}"]')
        icons(hand, card.upper, (1, 0))


def text(hand: Hand, code: str, seat: int) -> str:
    """What the server has."""
    answer = hand.page.request.get(f"/t/{code}/cards/{seat}/entry")
    return str(answer.json()["state"]["layout"])


def test_a_whole_game_of_two(phone: Callable[..., Hand], server: Server) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben", game="Pyramis")
    ana, ben = pyramid(1), pyramid(2)
    for seat, cards in ((1, ana), (2, ben)):
        hand.tap("#pad .button.go")
        hand.page.wait_for_url(f"**/cards/{seat}")
        hand.ready()
        hand.taps = 0
        enter(hand, cards)
        assert hand.taps <= 40
        hand.saved()
        assert text(hand, code, seat) == format_player(Player("", cards))
        if seat == 1:
            hand.tap("#done")
            hand.page.wait_for_url("**/cards")

    # Two equal pyramids on the decks: Ben turns his top card, and later turns it back.
    hand.tap("#turn")
    hand.tap('[data-place="0,0"]')
    expect(hand.page.locator("#what")).to_have_text("A card lies on top of it")
    hand.tap('[data-place="3,0"]')
    icons(hand, Icons(0, 2), (1, 0))
    hand.tap('[data-star="10"]')
    hand.saved()
    top = ben[3, 0]
    assert top
    ben = ben.with_card((3, 0), Card(top.color, top.upper, Icons(0, 2), True))
    players = [Player("Ana", ana), Player("Ben", ben, (Icons(1, 0),))]
    assert text(hand, code, 2) == format_player(players[1])

    scores = score_players(players)
    hand.tap("#done")
    hand.page.wait_for_url("**/cards")
    shown = hand.page.locator(".compare .total").all_inner_texts()
    assert shown == [str(score.points) for score in scores]
    hand.tap("#finish")
    best = max(scores, key=lambda score: score.points)
    assert scores[0].points != scores[1].points
    expect(hand.page.locator(".winner")).to_contain_text(f"{best.name} wins!")
    hand.goto(f"/t/{code}/cards/1")
    with hand.expecting("409"):
        hand.tap('[data-star="01"]')
        expect(hand.page.locator("#what")).to_contain_text("The result is written already")
    hand.goto("/")
    totals = ", ".join(f"{score.name} {score.points}" for score in scores)
    finished = hand.page.get_by_role("link", name=totals).first
    expect(finished).to_contain_text("Pyramis")
    hand.tap(finished)
    hand.page.wait_for_url("**/cards")
    hand.tap(hand.page.get_by_role("button", name="Undo The result"))
    expect(hand.page.locator("#finish")).to_be_visible()


def test_a_second_phone_sees_what_the_first_lays(
    phone: Callable[..., Hand], server: Server
) -> None:
    one, other = phone(server), phone(server)
    code = start_game(one, "Ana", "Ben", "Cleo", game="Pyramis")
    one.goto(f"/t/{code}/cards/1")
    other.goto(f"/t/{code}/cards/1")
    one.tap('[data-land="s"]')
    expect(other.page.locator('[data-place="0,0"]')).to_have_class("card-at sea zone")
    expect(other.page.locator(".players strong").first).to_have_text("2")
    other.tap('[data-place="0,2"]')
    other.tap('[data-land="c"]')
    expect(one.page.locator('[data-place="0,2"]')).to_have_class("card-at city")
    one.tap("#undo")
    expect(other.page.locator('[data-place="0,2"] .letter')).to_have_count(0)
    one.page.reload()
    one.ready()
    one.tap("#redo")
    expect(other.page.locator('[data-place="0,2"] .letter')).to_have_count(1)


def test_slips_are_said_and_nothing_is_lost(phone: Callable[..., Hand], server: Server) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben", game="Pyramis")
    hand.goto(f"/t/{code}/cards/1")
    what = hand.page.locator("#what")
    hand.tap('[data-place="1,0"]')
    expect(what).to_have_text("A card needs two cards below it")
    enter(hand, pyramid(4))
    hand.tap('[data-land="s"]')
    expect(what).to_have_text("All ten cards lie")
    hand.page.locator('[data-place="3,0"]').focus()
    hand.page.keyboard.press("ArrowDown")
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator('[data-place="2,0"]')).to_have_class(re.compile("selected"))
    expect(hand.page.locator('[data-place="2,0"]')).to_be_focused()
    hand.tap('[data-place="0,1"]')
    hand.tap("#remove")
    expect(what).to_have_text("A card lies on top of it")
    hand.tap('[data-place="3,0"]')
    hand.tap("#remove")
    hand.tap('[data-land="c"]')
    for _ in range(6):
        hand.tap('[data-star="10"]')
    expect(what).to_have_text("There are only 5 shooting stars")
    hand.saved()
    assert text(hand, code, 1).endswith("c10??^ 10,10,10,10,10")
    hand.page.reload()
    hand.ready()
    expect(hand.page.locator("#stars button")).to_have_count(5)
    expect(hand.page.locator('[data-place="3,0"]')).to_have_attribute(
        "aria-label", "city, row 4, card 1: 1 pyramids, 0 aliens"
    )
