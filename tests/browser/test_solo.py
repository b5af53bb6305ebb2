"""Whole games against THE Legend in Chromium, in both modes, with slips, reloads and crashes."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    Expecting,
    HisIcons,
    LegendMove,
    LegendScore,
    LostTurn,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageEnd,
    Step,
)
from assistant.service.solo import Solo
from assistant.service.solo_pad import LEGEND, step_from_plain
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.browser.hand import Hand, one_icon_each
from tests.browser.solo_hand import LOST_TURN, SoloHand
from tests.faults.server import Server
from tests.games.forgotten_treasures.legend.solo_table import Table, gems_drawn, next_step
from tests.service.parts import GAME, full_layout

SET_UP_TAPS, PLAYER_TAPS, LEGEND_TAPS = 24, 6, 5

TakePhone = Callable[..., Hand]


def stored(server: Server, code: str) -> SoloGame:
    """The game as the server has it on disk."""
    store = SqliteStore(server.database)
    steps = store.table(code).steps
    store.close()
    return SoloGame.of(step_from_plain(step.payload["game"]) for step in steps)


def play_counted(solo: SoloHand, step: Step) -> None:
    """Play a step within the taps that it may take, plus one a gem drawn by hand."""
    before = solo.hand.taps
    solo.play(step)
    most = LEGEND_TAPS if isinstance(step, LegendMove) else PLAYER_TAPS
    assert solo.hand.taps - before <= most + gems_drawn(step), step


def type_stage(solo: SoloHand, points: int) -> None:
    """End a stage with typed points, keeping up to five gems."""
    page, before = solo.hand.page, solo.version
    solo.hand.tap_text("Only type the points")
    page.get_by_label("Points of this stage").fill(str(points))
    for gem in page.locator(".keep label").all()[:5]:
        solo.hand.tap(gem)
    solo.hand.tap_text("Write to the pad", "button")
    solo.ready(before + 1)


def score_stage_1(solo: SoloHand) -> None:
    """End stage 1 with the pyramid itself."""
    before = solo.version
    layout = full_layout(3, 1)
    solo.hand.tap_text("Score your pyramid")
    solo.hand.ready()
    solo.hand.enter(type(layout)((one_icon_each(layout.stages[0]),)))
    solo.hand.to_gems()
    solo.hand.to_result()
    solo.hand.tap("#write")
    solo.ready(before + 1)


def after_stage(table: Table, before: SoloState, after: SoloState) -> None:
    """Put the paid, cut and coloured gems to the discards of the table."""
    gone = before.player.minus(after.player).plus(before.legend.minus(after.legend))
    table.discards += [color for color, count in gone for _ in range(count)]


def move_to_discards(solo: SoloHand, table: Table) -> None:
    """The table says otherwise: a gem of the bag lies in the discards."""
    color: Color = table.bag.pop()
    table.discards.append(color)
    before = solo.version
    solo.hand.tap_text("The table says otherwise")
    field = solo.hand.page.locator(f"[name=discards-{color}]")
    field.fill(str(int(field.input_value()) + 1))
    solo.hand.tap_text("That is how it lies", "button")
    solo.ready(before + 1)


def undo_and_redo(solo: SoloHand, game: SoloGame) -> None:
    version = solo.version
    solo.hand.tap_text("Undo", "button")
    solo.ready(version + 1)
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
        play_counted(solo, step)
        game = game.play(step)
        if count == 15:
            undo_and_redo(solo, game)
        if count == 16:
            move_to_discards(solo, table)
            game = stored(server, solo.code)
        assert not game.state.warnings
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


def test_a_whole_game_dealt_by_the_app(phone: TakePhone, server: Server) -> None:
    """Become THE Legend, open after a victory, with app-drawn gems and dominoes."""
    unlock(server, "Eva")
    rng = random.Random(21)
    solo = SoloHand(phone(server))
    solo.hand.page.route("**/legend/step", seeded)
    solo.begin("Eva", "become")
    solo.deal()
    expect(solo.hand.page.locator(".turn")).to_contain_text("Lay everything out")
    game = stored(server, solo.code)
    drew = False
    while game.state.expecting is not Expecting.OVER:
        state = game.state
        if state.expecting is Expecting.STAGE_END:
            type_stage(solo, 0)
        else:
            step = next_step(rng, state, None, greedy=False)
            drew |= isinstance(step, BecomeDraw)
            play_counted(solo, step)
        game = stored(server, solo.code)
        if (state.stage, state.turn) == (1, 2) and game.state.legend[Color.MYTHICAL] < 7:
            undo_and_redo(solo, game)
            put_right(solo, legend_mythical="7")
            game = stored(server, solo.code)
    assert drew
    expect(solo.hand.page.locator(".winner strong")).to_have_text("THE Legend wins")
    expect(solo.hand.page.locator(".record")).to_contain_text("1 of 2 games won")


def put_right(solo: SoloHand, **fields: str) -> None:
    """Fill in fields of "the table says otherwise"."""
    before, page = solo.version, solo.hand.page
    solo.hand.tap_text("The table says otherwise")
    for name, value in fields.items():
        field = page.locator(f"[name={name.replace('_', '-')}]")
        field.select_option(value) if name.startswith("gem_") else field.fill(value)
    solo.hand.tap_text("That is how it lies", "button")
    solo.ready(before + 1)


def seeded(route: Any) -> None:
    """Let the app deal the same game each time."""
    body = route.request.post_data_json
    if body["step"]["step"] == "set_up":
        body["step"]["seed"] = 77
    route.continue_(post_data=body)


def unlock(server: Server, name: str) -> None:
    """A victory, played behind the pages."""
    store = SqliteStore(server.database)
    solo, scores = Solo(store), tuple(LegendScore(stage, 1, 1) for stage in (1, 2, 3))
    code = solo.create(GAME, [name], LEGEND)
    solo.play(code, 1, SetUp(gems_by_app=True, dominoes_by_app=True))
    solo.play(code, 2, Correction(stage=4, turn=1, player_points=(9, 9, 9), legend_scores=scores))
    Tables(store).type_score(code, 0, 4, 90)
    store.close()


@pytest.fixture
def dealt(phone: TakePhone, own_server: Server) -> SoloHand:
    solo = SoloHand(phone(own_server))
    solo.begin("Ana", "legend")
    solo.deal()
    return solo


def by_hand(solo: SoloHand) -> None:
    """From here on the gems and dominoes are drawn by hand."""
    solo.hand.tap_text("The table says otherwise")
    solo.hand.page.locator("[name=gems_by_app]").uncheck()
    solo.hand.page.locator("[name=dominoes_by_app]").uncheck()
    solo.hand.tap_text("That is how it lies", "button")
    solo.ready(3)


def test_reload_and_crash_in_the_middle_of_turns_lose_nothing(
    dealt: SoloHand, own_server: Server
) -> None:
    by_hand(dealt)
    page, code = dealt.hand.page, dealt.code
    state = stored(own_server, code).state
    space = state.area.face_up[1]
    turn = PlayerTurn(space, state.area[space].gems[0], space, (Color.RED, Color.BLUE))
    dealt.choose(turn)
    dealt.hand.tap('#palette [data-value="red"]')
    dealt.hand.tap(page.locator(f'.space[data-space="{space}"] .spot').nth(2))
    dealt.hand.tap(page.locator(f'.space[data-space="{space}"] .spot').nth(0))
    page.reload()
    dealt.ready(3)
    expect(page.locator(f'[data-pile="{space}"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#asks .slot use")).to_have_count(1)
    with dealt.hand.expecting("ERR_CONNECTION", "Failed to fetch"):
        own_server.kill()
        dealt.hand.tap('#palette [data-value="blue"]')
        dealt.hand.tap("#done")
        expect(page.locator("#error")).to_contain_text("nothing is lost")
        own_server.restart()
        dealt.hand.tap("#done")
        dealt.ready(4)
        assert stored(own_server, code).steps[-1] == turn
        own_server.kill()
        own_server.restart()
        page.reload()
        dealt.ready(4)
    expect(page.locator(".solo")).to_have_attribute("data-step", "legend_turn")
    assert stored(own_server, code).steps[-1] == turn


def test_a_second_phone_follows_and_cannot_play_a_stale_step(
    phone: TakePhone, server: Server
) -> None:
    solo = SoloHand(phone(server))
    solo.begin("Ana", "legend")
    solo.deal()
    other = SoloHand(phone(server))
    other.hand.page.route("**/legend/state*", lambda route: route.fulfill(status=204))
    other.hand.goto(f"/t/{solo.code}/legend")
    other.ready(2)
    solo.play(LostTurn())
    with other.hand.expecting("409"):
        other.hand.tap(LOST_TURN)
        expect(other.hand.page.locator("#error")).to_contain_text("turn lost")
    other.hand.page.unroute("**/legend/state*")
    other.ready(3)
    solo.play(LostTurn())
    other.ready(4)


def test_what_he_would_do_and_why_are_told(dealt: SoloHand, own_server: Server) -> None:
    page = dealt.hand.page
    state = stored(own_server, dealt.code).state
    space = state.area.face_up[0]
    step = PlayerTurn(space, state.area[space].gems[0], space)
    dealt.choose(step)
    dealt.hand.tap_text("What would he do?", "button")
    expect(page.locator("#advice li")).to_have_count(1)
    dealt.hand.tap("#done")
    dealt.ready(3)
    expect(page.locator(".why")).to_be_hidden()
    dealt.hand.tap("summary:has-text('Why?')")
    expect(page.locator(".why li").first).to_contain_text("The icons on his domino are")


def test_gems_by_the_app_and_dominoes_by_hand_without_their_icons(
    phone: TakePhone, server: Server
) -> None:
    """The icons are asked for when he needs them; two taps are enough."""
    solo = SoloHand(phone(server))
    page = solo.hand.page
    solo.begin("Ana", "legend")
    solo.hand.tap("#gems-by-app")
    solo.hand.tap("summary:has-text('House rules')")
    solo.hand.tap("[name=acts_after_lost_turn]")
    solo.hand.tap("#start")
    solo.ready(2)
    state = stored(server, solo.code).state
    assert (state.gems_by_app, state.dominoes_by_app) == (True, False)
    assert state.rules == SoloRules(acts_after_lost_turn=True)
    solo.play(LostTurn())
    before = solo.hand.taps
    page.route("**/legend/step", lambda route: route.abort())
    with solo.hand.expecting("ERR_FAILED"):
        solo.tell(HisIcons((Color.RED, Color.GREEN)))
        expect(page.locator("#error")).to_contain_text("nothing is lost")
    assert solo.hand.taps - before == 2
    page.unroute("**/legend/step")
    solo.hand.tap("#done")
    solo.ready(4)
    expect(page.locator(".lines li")).to_have_count(3)
    solo.play(LegendMove())
    assert stored(server, solo.code).state.icons is None


def test_a_set_up_half_told_is_kept_and_one_taken_back_comes_again(
    phone: TakePhone, server: Server
) -> None:
    solo, table = SoloHand(phone(server)), Table(random.Random(5), SoloRules())
    page = solo.hand.page
    solo.begin("Ana", "legend")
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


def test_a_space_without_gems_is_chosen_by_its_domino(dealt: SoloHand, own_server: Server) -> None:
    put_right(dealt, gem_1_0="", gem_1_1="", gem_1_2="")
    dealt.hand.tap('[data-pile="1"]')
    expect(dealt.hand.page.locator("#say")).to_contain_text("the domino of space 1")
    dealt.hand.tap('[data-pile="1"]')
    dealt.hand.tap("#done")
    dealt.ready(4)
    step = stored(own_server, dealt.code).steps[-1]
    assert isinstance(step, PlayerTurn)
    assert (step.space, step.gem, step.reveal, len(step.drawn)) == (1, None, 1, 3)


def test_the_gem_that_begins_a_stage_is_drawn_by_hand(phone: TakePhone, server: Server) -> None:
    unlock(server, "Ida")
    solo = SoloHand(phone(server))
    solo.begin("Ida", "become")
    solo.hand.tap("#dominoes-by-app")
    for _ in range(15):
        solo.hand.tap('#palette [data-value="blue"]')
    solo.hand.tap("#start")
    solo.ready(2)
    expect(solo.hand.page.locator(".note")).to_contain_text("15 blue gems lie outside the bag")
    put_right(solo, turn="10", legend_mythical="7")
    type_stage(solo, 10)
    before = solo.hand.taps
    solo.hand.tap('#palette [data-value="mythical"]')
    solo.hand.tap("#done")
    solo.ready(5)
    assert solo.hand.taps - before == 2
    state = stored(server, solo.code).state
    assert state.legend[Color.MYTHICAL] == 8
    assert (state.stage, state.expecting) == (2, Expecting.PLAYER_TURN)
