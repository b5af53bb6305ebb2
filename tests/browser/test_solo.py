"""Whole games against THE Legend in Chromium, in both modes, with slips, reloads and crashes."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.draws import needs
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    Expecting,
    LegendMove,
    LegendScore,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageComplete,
    StageEnd,
)
from assistant.service.solo import Solo
from assistant.service.solo_pad import LEGEND, step_from_plain
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from assistant.web.solo_forms import NONE
from tests.browser.hand import Hand, one_icon_each
from tests.browser.solo_hand import COMPLETE, SoloHand
from tests.faults.server import Server
from tests.games.forgotten_treasures.legend.solo_table import Table, next_step
from tests.service.parts import GAME, full_layout

SET_UP_TAPS, STAGE_END_TAPS = 18, 2
ROUND_BY_HAND, ROUND_BY_APP = 7, 5
"""Taps: set-up; from the written score to the next turn; a round all told, on average."""

TakePhone = Callable[..., Hand]


class Rounds:
    """Counts the taps of a round: the player's turn and his."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.taps, self.count = hand, 0, 0

    def play(self, solo: SoloHand, step: Any) -> None:
        before = self.hand.taps
        solo.play(step)
        self.taps += self.hand.taps - before
        self.count += isinstance(step, PlayerTurn)

    @property
    def average(self) -> float:
        return self.taps / self.count


def stored(server: Server, code: str) -> SoloGame:
    """The game as the server has it on disk."""
    store = SqliteStore(server.database)
    steps = store.table(code).steps
    store.close()
    return SoloGame.of(step_from_plain(step.payload["game"]) for step in steps)


def type_stage(solo: SoloHand, points: int) -> None:
    """End a stage with typed points; the gems that are ticked already are kept."""
    page, before, taps = solo.hand.page, solo.version, solo.hand.taps
    page.locator(".typed [name=points]").fill(str(points))
    with page.expect_navigation():
        solo.hand.tap(page.locator(".typed").get_by_role("button", name="Write to the pad"))
    solo.ready(before + 1)
    tidy(solo)
    assert solo.hand.taps - taps <= STAGE_END_TAPS


def tidy(solo: SoloHand) -> None:
    """Between two stages one Done leads on."""
    if solo.hand.page.locator("#tidied").count():
        solo.hand.tap("#tidied")
        expect(solo.hand.page.locator("#between")).to_be_hidden()
        version = solo.version
        solo.hand.page.reload()
        solo.ready(version)
        expect(solo.hand.page.locator("#between")).to_be_hidden()


def score_stage_1(solo: SoloHand) -> None:
    """End stage 1 with the pyramid itself."""
    before = solo.version
    layout = full_layout(3, 1)
    solo.hand.tap_text("Score your pyramid")
    solo.hand.page.wait_for_url("**/1/1")
    solo.hand.ready()
    solo.hand.enter(type(layout)((one_icon_each(layout.stages[0]),)))
    solo.hand.to_gems()
    solo.hand.to_result()
    solo.hand.tap("#write")
    solo.ready(before + 1)
    tidy(solo)


def after_stage(table: Table, before: SoloState, after: SoloState) -> None:
    """Put the paid, cut and coloured gems to the discards of the table."""
    gone = before.player.minus(after.player).plus(before.legend.minus(after.legend))
    table.discards += [color for color, count in gone for _ in range(count)]


def undo_and_redo(solo: SoloHand, game: SoloGame) -> None:
    version = solo.version
    solo.hand.tap_text("Undo", "button")
    solo.ready(version + 1)
    expect(solo.hand.page.locator(".back-again")).to_be_visible()
    due = SoloGame.of(game.steps[:-1]).state.expecting
    expect(solo.hand.page.locator(".solo")).to_have_attribute("data-step", due)
    solo.hand.tap_text("Redo", "button")
    solo.ready(version + 2)


def test_a_whole_game_by_hand(phone: TakePhone, server: Server) -> None:
    """Become A Legend with a real bag and real dominoes; the app is told, and never wrong."""
    rng = random.Random(20)
    solo, table = SoloHand(phone(server)), Table(rng, SoloRules())
    solo.begin("Ana", "legend")
    before = solo.hand.taps
    solo.set_up(table.set_up)
    assert solo.hand.taps - before <= SET_UP_TAPS
    code = solo.code
    game = stored(server, code)
    rounds = Rounds(solo.hand)
    for count in range(1000):
        state = game.state
        if state.expecting is Expecting.OVER:
            break
        if state.expecting is Expecting.STAGE_END:
            score_stage_1(solo) if state.stage == 1 else type_stage(solo, 99)
            game = stored(server, solo.code)
            assert isinstance(game.steps[-1], StageEnd)
            after_stage(table, state, game.state)
            continue
        step = next_step(rng, state, table, greedy=False)
        rounds.play(solo, step)
        game = game.play(step)
        if count == 15:
            undo_and_redo(solo, game)
        assert not game.state.warnings
    assert rounds.count >= 15
    assert rounds.average <= ROUND_BY_HAND
    assert stored(server, solo.code) == game
    result = game.state.result
    assert result
    assert result.won
    page = solo.hand.page
    expect(page.locator(".winner strong")).to_have_text("Ana wins!")
    expect(page.locator(".winner")).to_contain_text("Become THE Legend is open to you")
    solo.hand.tap(page.locator("a.button", has_text="To the pad"))
    page.wait_for_url(f"**/t/{code}")
    assert solo.hand.pad()[-1] == [str(result.player), str(result.legend)]


def test_a_whole_game_with_gems_drawn_by_the_app(phone: TakePhone, server: Server) -> None:
    """Become THE Legend, open after a victory; a correction brings his extra draw."""
    unlock(server, "Eva")
    rng = random.Random(21)
    solo = SoloHand(phone(server))
    solo.hand.page.route("**/legend/step", seeded)
    solo.begin("Eva", "become")
    table = Table(rng, SoloRules(become_the_legend=True))
    solo.set_up(SetUp(gems_by_app=True, icons=table.set_up.icons))
    game = stored(server, solo.code)
    rounds = Rounds(solo.hand)
    drew = False
    while game.state.expecting is not Expecting.OVER:
        state = game.state
        if state.expecting is Expecting.STAGE_END:
            if state.stage == 1:
                solo.mend("hand-legend-mythical", "7")
            type_stage(solo, 0)
        else:
            step = next_step(rng, state, None, greedy=False)
            if isinstance(step, LegendMove) and needs(state, step).domino:
                step = replace(step, domino=(rng.choice(GEM_COLORS), rng.choice(GEM_COLORS)))
            drew |= isinstance(step, BecomeDraw)
            rounds.play(solo, step)
        game = stored(server, solo.code)
    assert drew
    assert rounds.average <= ROUND_BY_APP
    expect(solo.hand.page.locator(".winner strong")).to_have_text("THE Legend wins")
    expect(solo.hand.page.locator(".record")).to_contain_text("Become THE Legend: 0 of 1 game won")


def seeded(route: Any) -> None:
    """Let the app draw the same gems each time."""
    body = route.request.post_data_json
    if body["step"]["step"] == "set_up":
        body["step"]["seed"] = 77
    route.continue_(post_data=body)


def unlock(server: Server, name: str) -> None:
    """A victory, played behind the pages."""
    store = SqliteStore(server.database)
    solo, scores = Solo(store), tuple(LegendScore(stage, 1, 1) for stage in (1, 2, 3))
    code = solo.create(GAME, [name], LEGEND)
    solo.play(code, 1, SetUp(gems_by_app=True, icons=(Color.RED, Color.BLUE)))
    solo.play(code, 2, Correction(stage=4, turn=1, player_points=(9, 9, 9), legend_scores=scores))
    Tables(store).type_score(code, 0, 4, 90)
    store.close()


@pytest.fixture
def started(phone: TakePhone, own_server: Server) -> SoloHand:
    """A game whose gems are drawn by hand, at the player's first turn."""
    solo = SoloHand(phone(own_server))
    solo.begin("Ana", "legend")
    solo.set_up(Table(random.Random(3), SoloRules()).set_up)
    return solo


def test_reload_and_crash_in_the_middle_of_turns_lose_nothing(
    started: SoloHand, own_server: Server
) -> None:
    page, code = started.hand.page, started.code
    state = stored(own_server, code).state
    space = state.area.face_up[1]
    for _ in range(2):
        started.mend(f"gem-{space}-1", NONE)
    state = stored(own_server, code).state
    (gem,) = state.area[space].gems
    drawn = (Color.RED, Color.BLUE, Color.GREEN)
    turn = PlayerTurn(space, gem, space, drawn=drawn)
    version = started.version
    started.choose(turn)
    started.hand.tap('#palette [data-value="red"]')
    page.reload()
    started.ready(version)
    expect(page.locator("#asks .slot use")).to_have_count(1)
    started.hand.tap('#palette [data-value="blue"]')
    started.hand.tap('#palette [data-value="green"]')
    with started.hand.expecting("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "Failed to"):
        own_server.kill()
        started.hand.tap(f'[data-pile="{space}"]')
        expect(page.locator("#error")).to_contain_text("nothing is lost")
        own_server.restart()
        started.hand.tap("#done")
        started.ready(version + 1)
        assert stored(own_server, code).steps[-1] == turn
        own_server.kill()
        own_server.restart()
        page.reload()
        started.ready(version + 1)
    expect(page.locator(".solo")).to_have_attribute("data-step", "legend_turn")
    assert stored(own_server, code).steps[-1] == turn


def test_a_second_phone_follows_and_cannot_play_a_stale_step(
    phone: TakePhone, started: SoloHand, own_server: Server
) -> None:
    other = SoloHand(phone(own_server))
    other.hand.page.route("**/legend/state*", lambda route: route.fulfill(status=204))
    other.hand.goto(f"/t/{started.code}/legend")
    other.ready(2)
    started.play(StageComplete())
    with other.hand.expecting("409"):
        other.hand.tap(COMPLETE)
        expect(other.hand.page.locator("#error")).to_contain_text("complete")
    other.hand.page.unroute("**/legend/state*")
    other.ready(3)


def test_a_complete_stage_ends_all_turns_at_once(started: SoloHand, own_server: Server) -> None:
    started.play(StageComplete())
    state = stored(own_server, started.code).state
    assert state.stage == 1
    while state.expecting is Expecting.LEGEND_TURN:
        started.play(LegendMove(domino=None))
        state = stored(own_server, started.code).state
    assert state.expecting is Expecting.STAGE_END


def test_what_he_would_do_and_why_are_told(started: SoloHand, own_server: Server) -> None:
    page = started.hand.page
    state = stored(own_server, started.code).state
    space = state.area.face_up[0]
    step = PlayerTurn(space, state.area[space].gems[0], space)
    started.choose(step)
    started.hand.tap("#ask-him")
    expect(page.locator("#advice li").first).to_be_visible()
    version = started.version
    started.hand.tap(f'[data-pile="{space}"]')
    started.ready(version + 1)
    expect(page.locator(".why")).to_be_hidden()
    started.hand.tap("summary:has-text('Why?')")
    expect(page.locator(".why li").first).to_contain_text("The icons on his domino are")


def test_a_set_up_half_told_is_kept_and_one_taken_back_comes_again(
    phone: TakePhone, server: Server
) -> None:
    solo, table = SoloHand(phone(server)), Table(random.Random(5), SoloRules())
    page = solo.hand.page
    solo.begin("Uma", "legend")
    gems = [gem for space in table.set_up.spaces for gem in space.gems]
    for gem in gems[:7]:
        solo.hand.tap(f'#palette [data-value="{gem}"]')
    page.reload()
    expect(page.locator("#setup")).to_have_attribute("data-ready", "true")
    expect(page.locator("#say")).to_have_text("Space 3: gem 2 of 3")
    solo.hand.tap("#back")
    expect(page.locator("#say")).to_have_text("Space 3: gem 1 of 3")
    for gem in gems[6:]:
        solo.hand.tap(f'#palette [data-value="{gem}"]')
    assert table.set_up.icons
    solo._pair(table.set_up.icons)
    solo.hand.tap("#start")
    solo.ready(2)
    state = stored(server, solo.code).state
    assert [space.gems for space in state.area.spaces] == [
        space.gems for space in table.set_up.spaces
    ]
    solo.hand.tap_text("Undo", "button")
    expect(page.locator("#setup")).to_have_attribute("data-ready", "true")
    solo.hand.tap_text("Redo", "button")
    solo.ready(4)
    assert stored(server, solo.code).state == state


def test_one_thing_is_mended_within_three_taps(started: SoloHand, own_server: Server) -> None:
    before = started.hand.taps
    started.mend("gem-1-1", "mythical")
    assert started.hand.taps - before <= 3
    assert stored(own_server, started.code).state.area[1].gems[0] is Color.MYTHICAL
