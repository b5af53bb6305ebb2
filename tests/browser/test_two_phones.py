"""Two phones at one table, and a server that dies under the finger: nothing is lost unasked."""

import random
from collections.abc import Callable

from playwright.sync_api import expect

from assistant.service.drafts import Drafts, StageDraft
from assistant.store import SqliteStore
from tests.browser.hand import Hand, start_game
from tests.faults.server import Server
from tests.service.parts import full_layout

MINE, THEIRS = full_layout(41, 1), full_layout(42, 1)


def use_text(hand: Hand, notation: str) -> None:
    if not hand.page.locator("#notation").is_visible():
        hand.tap("summary")
    hand.page.locator("#notation").fill(notation)
    hand.tap("#use-text")


def in_conflict(phone: Callable[..., Hand], server: Server) -> tuple[Hand, Hand, str]:
    """Two phones with the same entry: the other one saved, this one has just been refused."""
    mine, theirs = phone(server), phone(server)
    code = start_game(mine, "Ana", "Ben")
    path = f"/t/{code}/1/1"
    mine.goto(path)
    theirs.goto(path)
    with mine.expecting("409", "ERR_INTERNET_DISCONNECTED"):
        mine.context.set_offline(True)
        use_text(mine, repr(MINE))
        use_text(theirs, repr(THEIRS))
        theirs.saved()
        mine.context.set_offline(False)
        expect(mine.page.locator("#conflict")).to_be_visible()
    return mine, theirs, code


def stored_entry(server: Server, code: str) -> StageDraft:
    store = SqliteStore(server.database)
    entry = Drafts(store).open(code, 0, 1)
    store.close()
    return entry


def stored(server: Server, code: str) -> str:
    return repr(stored_entry(server, code).layout)


def test_keeping_mine_saves_it_and_undo_reaches_theirs(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, theirs, code = in_conflict(phone, server)
    assert stored(server, code) == repr(THEIRS)
    mine.tap("#mine")
    mine.saved()
    assert mine.notation() == stored(server, code) == repr(MINE)
    mine.tap("#undo")
    assert mine.notation() == repr(THEIRS)
    mine.saved()
    theirs.page.reload()
    theirs.ready()
    assert theirs.notation() == repr(THEIRS)


def test_taking_theirs_shows_it_and_undo_reaches_mine(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, _, code = in_conflict(phone, server)
    mine.tap("#theirs")
    mine.saved()
    assert mine.notation() == stored(server, code) == repr(THEIRS)
    mine.tap("#undo")
    assert mine.notation() == repr(MINE)


EMPTY = "/".join(["??" * 5] * 4)


def painted(first: str, last: str = "??") -> str:
    """Stage 1 with nothing but its first and its last block."""
    return f"{first}{EMPTY[2:-2]}{last}"


def paint(hand: Hand, color: str, row: int, column: int) -> None:
    hand.brush(color)
    hand.tap_block(1, row, column)


def apart(phone: Callable[..., Hand], server: Server) -> tuple[Hand, Hand, str]:
    """Two phones with the same empty grid; the first one is cut off."""
    mine, theirs = phone(server), phone(server)
    code = start_game(mine, "Ana", "Ben")
    for hand in (mine, theirs):
        hand.goto(f"/t/{code}/1/1")
    mine.context.set_offline(True)
    return mine, theirs, code


def test_blocks_painted_apart_come_together_without_a_question(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, theirs, code = apart(phone, server)
    with mine.expecting("409", "ERR_INTERNET_DISCONNECTED"):
        paint(mine, "r", 0, 0)
        paint(theirs, "b", 3, 4)
        theirs.saved()
        mine.context.set_offline(False)
        mine.saved()
    assert not mine.page.locator("#conflict").is_visible()
    assert mine.notation() == stored(server, code) == painted("r0", "b0")
    expect(theirs.page.locator("#notation")).to_have_value(painted("r0", "b0"))
    mine.tap("#undo")
    assert mine.notation() == painted("??", "b0")


def test_only_the_blocks_that_both_painted_are_asked_about(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, theirs, code = apart(phone, server)
    with mine.expecting("409", "ERR_INTERNET_DISCONNECTED"):
        paint(mine, "r", 0, 0)
        paint(theirs, "b", 0, 0)
        paint(theirs, "b", 3, 4)
        theirs.saved()
        mine.context.set_offline(False)
        expect(mine.page.locator("#conflict")).to_be_visible()
        mine.tap("#mine")
        mine.saved()
    assert mine.notation() == stored(server, code) == painted("r0", "b0")
    mine.tap("#undo")
    assert mine.notation() == painted("b0", "b0")


def test_closing_the_question_chooses_nothing_and_loses_nothing(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, theirs, code = apart(phone, server)
    with mine.expecting("409", "ERR_INTERNET_DISCONNECTED"):
        paint(mine, "r", 0, 0)
        paint(theirs, "b", 0, 0)
        theirs.saved()
        mine.context.set_offline(False)
        question = mine.page.locator("#conflict")
        expect(question).to_be_visible()
        mine.page.keyboard.press("Escape")
        expect(question).not_to_be_visible()
        assert (mine.notation(), stored(server, code)) == (painted("r0"), painted("b0"))
        paint(mine, "r", 3, 4)
        expect(question).to_be_visible()
        mine.page.keyboard.press("Escape")
        mine.page.reload()
        mine.ready()
        expect(question).to_be_visible()
        assert mine.notation() == painted("r0", "r0")
        mine.tap("#theirs")
        mine.saved()
    assert mine.notation() == stored(server, code) == painted("b0", "r0")
    mine.tap("#undo")
    assert mine.notation() == painted("r0", "r0")


def test_a_question_that_is_open_is_answered_before_the_page_is_left(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, _, code = in_conflict(phone, server)
    mine.page.keyboard.press("Escape")
    mine.tap("#next")
    expect(mine.page.locator("#conflict")).to_be_visible()
    mine.tap("#mine")
    mine.saved()
    assert stored(server, code) == repr(MINE)


def test_what_was_tapped_offline_is_asked_about_after_a_reload(
    phone: Callable[..., Hand], server: Server
) -> None:
    """The phone was away, the other one went on: on coming back the person chooses."""
    mine, theirs = phone(server), phone(server)
    code = start_game(mine, "Ana", "Ben")
    mine.goto(f"/t/{code}/1/1")
    theirs.goto(f"/t/{code}/1/1")
    with mine.expecting("ERR_INTERNET_DISCONNECTED", "409"):
        mine.context.set_offline(True)
        use_text(mine, repr(MINE))
        expect(mine.page.locator("#saved")).to_have_text("kept on this phone")
        use_text(theirs, repr(THEIRS))
        theirs.saved()
        mine.page.goto("about:blank")
        mine.context.set_offline(False)
        mine.page.goto(f"/t/{code}/1/1")
        expect(mine.page.locator("#conflict")).to_be_visible()
        mine.tap("#mine")
        mine.saved()
    assert stored(server, code) == repr(MINE)


def test_what_one_phone_paints_the_other_shows_within_the_poll(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, theirs = phone(server), phone(server)
    code = start_game(mine, "Ana", "Ben")
    mine.goto(f"/t/{code}/1/1")
    theirs.goto(f"/t/{code}/1/1")
    use_text(theirs, repr(THEIRS))
    expect(mine.page.locator("#notation")).to_have_value(repr(THEIRS))
    assert not mine.page.locator("#conflict").is_visible()


def test_the_pad_of_one_phone_shows_the_score_of_the_other(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, theirs = phone(server), phone(server)
    code = start_game(mine, "Ana", "Ben")
    theirs.goto("/")
    theirs.fill("Join a table: its code", code.lower())
    theirs.tap_text("Join", "button")
    expect(theirs.page.get_by_text("Score stage 1 of Ana")).to_be_visible()
    mine.goto(f"/t/{code}/1/1/type")
    mine.page.locator("input[name=points]").fill("17")
    mine.tap_text("Write to the pad", "button")
    expect(theirs.page.get_by_role("link", name="Ana, stage 1: 17 points")).to_be_visible()
    expect(theirs.page.get_by_text("Score stage 1 of Ben")).to_be_visible()
    mine.tap(mine.page.get_by_role("button", name="Undo Ana, stage 1: 17 points"))
    expect(theirs.page.get_by_text("Score stage 1 of Ana")).to_be_visible()


def test_a_server_killed_while_tapping_loses_nothing(
    phone: Callable[..., Hand], own_server: Server
) -> None:
    """Taps go on while the server is dead; it comes back and gets them, without a question."""
    rng = random.Random(5)
    hand = phone(own_server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    with hand.expecting(
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
        "ERR_CONTENT_LENGTH_MISMATCH",
        "409",
    ):
        for pause in (0, 250, 262, 400):
            hand.brush(rng.choice("obpgr"))
            hand.tap_block(1, rng.randrange(4), rng.randrange(5))
            hand.page.wait_for_timeout(pause)
            own_server.kill()
            hand.tap_block(1, rng.randrange(4), rng.randrange(5))
            expected = hand.notation()
            own_server.restart()
            hand.saved()
            assert not hand.page.locator("#conflict").is_visible()
            assert hand.notation() == stored(own_server, code) == expected
        hand.tap_block(1, 0, 0)
        expected = hand.notation()
        own_server.kill()
        own_server.restart()
        hand.page.reload()
        hand.ready()
        hand.saved()
        assert hand.notation() == stored(own_server, code) == expected


def test_an_expired_page_saves_after_getting_a_new_token(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    with hand.expecting("400"):
        hand.context.clear_cookies()
        use_text(hand, repr(MINE))
        hand.saved()
    assert stored(server, code) == repr(MINE)


def test_gems_counted_on_one_phone_and_blocks_painted_on_another_come_together(
    phone: Callable[..., Hand], server: Server
) -> None:
    counting, painting = phone(server), phone(server)
    code = start_game(counting, "Ana", "Ben")
    counting.goto(f"/t/{code}/1/1/gems")
    painting.goto(f"/t/{code}/1/1")
    with counting.expecting("409", "ERR_INTERNET_DISCONNECTED"):
        counting.context.set_offline(True)
        counting.tap("[data-color=red] [data-number='4']")
        use_text(painting, repr(MINE))
        painting.saved()
        counting.context.set_offline(False)
        expect(counting.page.locator("#saved")).to_have_text("saved")
    assert counting.gems_shown().as_dict() == {"red": 4}
    entry = stored_entry(server, code)
    assert repr(entry.layout) == repr(MINE)
    assert entry.inventory.as_dict() == {"red": 4}


def test_keeping_my_blocks_keeps_the_gems_of_the_other_phone(
    phone: Callable[..., Hand], server: Server
) -> None:
    mine, _, code = in_conflict(phone, server)
    other = phone(server)
    other.goto(f"/t/{code}/1/1/gems")
    other.tap("[data-color=blue] [data-number='1']")
    expect(other.page.locator("#saved")).to_have_text("saved")
    with mine.expecting("409"):
        mine.tap("#mine")
        mine.saved()
    entry = stored_entry(server, code)
    assert repr(entry.layout) == repr(MINE)
    assert entry.inventory.as_dict() == {"blue": 1}
