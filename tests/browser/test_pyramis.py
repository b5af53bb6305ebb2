"""Pyramis through the pages: cards by taps, turns, stars, two phones, and the result."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from assistant.games.pyramis.cards import ROW_LENGTHS, Card, CardPyramid, Icons
from assistant.games.pyramis.scoring import DECK, Land, Player, score_players
from assistant.games.pyramis.text import format_player
from tests.browser.hand import Hand, start_game
from tests.faults.server import Server


def dealt(seed: int, players: int) -> list[CardPyramid]:
    """Ten cards of one shuffled deck for each player."""
    rng = random.Random(seed)
    deck = [land for land, count in DECK.items() for _ in range(count)]
    rng.shuffle(deck)
    return [pyramid(rng, deck) for _ in range(players)]


def pyramid(rng: random.Random, deck: list[Land]) -> CardPyramid:
    def card() -> Card:
        shown = Icons(rng.choice((0, 1, 1, 2, 2, 3, 3, 4)), rng.choice((0, 0, 1, 2)))
        return Card(deck.pop(), shown)

    return CardPyramid(tuple(tuple(card() for _ in range(length)) for length in ROW_LENGTHS))


def tell(hand: Hand, shown: Icons) -> None:
    """Tap what a half shows: a key, and one tap more for each icon beyond the keys."""
    pyramids, aliens = min(shown.pyramids, 3), min(shown.aliens, 2)
    hand.tap(f'[data-counts="{pyramids},{aliens}"]')
    for which, beyond in enumerate((shown.pyramids - pyramids, shown.aliens - aliens)):
        for _ in range(beyond):
            hand.tap(f'[data-more="{which}"]')


def lay(hand: Hand, card: Card) -> None:
    hand.tap(f'[data-land="{card.color[0]}"]')
    tell(hand, card.icons)


def enter(hand: Hand, cards: CardPyramid) -> None:
    """Lay all cards from below."""
    for card in cards.cards().values():
        lay(hand, card)


def text(hand: Hand, code: str, seat: int) -> str:
    """What the server has."""
    answer = hand.page.request.get(f"/t/{code}/cards/{seat}/entry")
    return str(answer.json()["state"]["layout"])


def test_a_whole_game_of_two(phone: Callable[..., Hand], server: Server) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben", game="Pyramis")
    ana, ben = dealt(1, 2)
    taps = 0
    for seat, cards in ((1, ana), (2, ben)):
        hand.tap("#pad .button.go")
        hand.page.wait_for_url(f"**/cards/{seat}")
        hand.ready()
        hand.taps = 0
        enter(hand, cards)
        taps += hand.taps
        hand.saved()
        assert text(hand, code, seat) == format_player(Player("", cards))
        if seat == 1:
            hand.tap("#done")
            hand.page.wait_for_url("**/cards")

    assert taps <= 2.2 * 20
    # Two equal pyramids on the decks: Ben turns his top card, and later turns it back.
    hand.tap("#turn")
    hand.tap('[data-place="0,0"]')
    expect(hand.page.locator("#what")).to_have_text("A card lies on top of it")
    hand.tap('[data-place="3,0"]')
    tell(hand, Icons(0, 2))
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
    lay(one, Card(Land.SEA, Icons(1, 0)))
    expect(other.page.locator('[data-place="0,0"]')).to_have_class("card-at sea zone")
    expect(other.page.locator(".players strong").first).to_have_text("2")
    other.tap('[data-place="0,1"]')
    other.tap('[data-land="c"]')
    expect(one.page.locator('[data-place="0,1"]')).to_have_class("card-at city")
    one.tap("#undo")
    expect(other.page.locator('[data-place="0,1"] .letter')).to_have_count(0)
    one.page.reload()
    one.ready()
    one.tap("#redo")
    expect(other.page.locator('[data-place="0,1"] .letter')).to_have_count(1)


def test_a_colour_corrects_the_new_card_until_its_count_is_told(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben", game="Pyramis")
    hand.goto(f"/t/{code}/cards/1")
    what = hand.page.locator("#what")
    hand.tap('[data-land="s"]')
    expect(what).to_have_text("What does its upper half show? Another colour corrects it")
    expect(hand.page.locator('[data-counts][aria-pressed="true"]')).to_have_count(0)
    expect(hand.page.locator('[data-place="0,0"]')).to_have_attribute(
        "aria-label", "sea, row 1, card 1: no count yet"
    )
    hand.tap('[data-land="f"]')
    tell(hand, Icons(5, 1))
    hand.tap('[data-land="m"]')
    tell(hand, Icons(0, 0))
    hand.saved()
    assert text(hand, code, 1).startswith("f51??^m00??^......")

    # Changing an older card ends by itself: the next colour lays a card again.
    hand.tap('[data-place="0,0"]')
    hand.tap('[data-land="c"]')
    hand.tap('[data-land="s"]')
    tell(hand, Icons(1, 0))
    hand.tap('[data-place="0,1"]')
    tell(hand, Icons(2, 0))
    hand.tap('[data-land="s"]')
    hand.saved()
    assert text(hand, code, 1).startswith("c51??^m20??^s10??^s????^")


def test_a_card_that_would_touch_none_is_not_offered(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben", game="Pyramis")
    hand.goto(f"/t/{code}/cards/1")
    places = hand.page.locator(".card-at.free")
    expect(places).to_have_count(4)
    hand.tap('[data-place="0,1"]')
    lay(hand, Card(Land.SEA, Icons(1, 0)))
    offered = places.evaluate_all("nodes => nodes.map(node => node.dataset.place)")
    assert offered == ["0,0", "0,2"]
    hand.tap('[data-place="0,3"]')
    expect(hand.page.locator("#what")).to_have_text("A card must lie beside another one")
    lay(hand, Card(Land.CITY, Icons(1, 0)))
    hand.saved()
    assert text(hand, code, 1).startswith("c10??^s10??^......")


@pytest.mark.parametrize("names", [("Ana", "Ben", "Cleo"), ("Ana", "Ben", "Cleo", "Dan")])
def test_the_sea_turns_at_a_table_of_three_and_of_four(
    phone: Callable[..., Hand], server: Server, names: tuple[str, ...]
) -> None:
    """All lay three cards; the last player has no sea card and is passed over."""
    hand = phone(server)
    code = start_game(hand, *names, game="Pyramis")
    lands = (Land.FOREST, Land.SEA, Land.MOUNTAIN)
    for seat in range(1, len(names) + 1):
        hand.goto(f"/t/{code}/cards/{seat}")
        own = [Land.CITY if seat == len(names) and land is Land.SEA else land for land in lands]
        for land in own:
            lay(hand, Card(land, Icons(1, 0)))
        hand.saved()
    hand.tap("#turn")
    hand.tap('[data-land="s"]')
    for seat in range(1, len(names)):
        hand.page.wait_for_url(f"**/cards/{seat}?turn=sea&back={len(names)}")
        hand.ready()
        name = names[seat - 1]
        what = hand.page.locator("#what")
        expect(what).to_have_text(f"The sea turns: tap the card that {name} turns")
        expect(hand.page.locator(".card-at.can")).to_have_count(1)
        hand.tap('[data-place="0,0"]')
        expect(what).to_have_text(f"The sea turns: tap the card that {name} turns")
        hand.tap('[data-place="0,1"]')
        expect(what).to_have_text("Turned: the other half is up now. What does it show?")
        tell(hand, Icons(0, seat))
        hand.tap("#done")
    hand.page.wait_for_url(f"**/cards/{len(names)}")
    for seat in range(1, len(names)):
        assert text(hand, code, seat).startswith(f"f10??^s100{seat}vm10??^")
    assert text(hand, code, len(names)).startswith("f10??^c10??^m10??^")
    hand.goto(f"/t/{code}/cards")
    rows = hand.page.locator(".compare tbody tr")
    expect(rows).to_have_count(len(names))
    most = len(names) - 1
    expect(rows.nth(most - 1).locator("td").nth(3)).to_have_text(f"+{most}")
    expect(rows.nth(most).locator(".total")).to_have_text("4")


@pytest.mark.parametrize("count", [3, 4])
def test_a_whole_game_of_three_and_of_four(
    phone: Callable[..., Hand], server: Server, count: int
) -> None:
    hand = phone(server)
    names = ("Ana", "Ben", "Cleo", "Dan")[:count]
    code = start_game(hand, *names, game="Pyramis")
    everybody = dealt(3, count)
    taps = 0
    for seat, cards in enumerate(everybody, start=1):
        hand.goto(f"/t/{code}/cards/{seat}")
        hand.taps = 0
        enter(hand, cards)
        taps += hand.taps
        hand.saved()
    assert taps <= 2.2 * 10 * count
    scores = score_players(list(map(Player, names, everybody)))
    hand.goto(f"/t/{code}/cards")
    shown = hand.page.locator(".compare .total").all_inner_texts()
    assert shown == [str(score.points) for score in scores]
    hand.tap("#finish")
    best = max(score.points for score in scores)
    winner = hand.page.locator(".winner")
    for score in scores:
        if score.points == best:
            expect(winner).to_contain_text(score.name)


def test_slips_are_said_and_nothing_is_lost(phone: Callable[..., Hand], server: Server) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben", game="Pyramis")
    hand.goto(f"/t/{code}/cards/1")
    what = hand.page.locator("#what")
    hand.tap('[data-place="1,0"]')
    expect(what).to_have_text("A card needs two cards below it")
    enter(hand, dealt(4, 1)[0])
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
    lay(hand, Card(Land.CITY, Icons(1, 0)))
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
