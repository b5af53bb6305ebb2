"""Whole games against THE Legend in Chromium in which everything runs out, and mending counted."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from playwright.sync_api import expect

from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.draws import needs
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Expecting,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageComplete,
    Step,
)
from tests.browser.hand import Hand
from tests.browser.solo_hand import SoloHand
from tests.browser.test_solo import after_stage, seeded, stored, type_stage, unlock
from tests.faults.server import Server
from tests.games.forgotten_treasures.legend.solo_table import (
    Table,
    legend_step,
    player_step,
    random_choice,
)

TakePhone = Callable[..., Hand]
MENDING_TAPS = 3
COMPLETE_AT = (3, 2)
"""The stage and turn in which there is no room any more."""


@dataclass
class Seen:
    """What happened in a game, counted."""

    emptied_piles: int = 0
    emptied_bags: int = 0
    completed: int = 0
    extra_draws: list[int] = field(default_factory=list)

    def note(self, state: SoloState, step: Step) -> None:
        need = needs(state, step)
        self.emptied_piles += bool(need.pile_from)
        self.emptied_bags += need.drawn + need.bag_draw > state.bag.total
        self.completed += isinstance(step, StageComplete)
        if isinstance(step, BecomeDraw):
            self.extra_draws.append(state.stage)


def step_of(rng: random.Random, state: SoloState, table: Table | None, seen: Seen) -> Step:
    """The next step of a player who always takes the leftmost space and turns its pile up."""
    if state.expecting is Expecting.BECOME_DRAW:
        return BecomeDraw(table.draw(1)[0] if table else None)
    if state.expecting is Expecting.LEGEND_TURN:
        step = legend_step(state, table)
        if table is None and needs(state, step).domino:
            step = replace(step, domino=(rng.choice(GEM_COLORS), rng.choice(GEM_COLORS)))
        return step
    if (state.stage, state.turn) == COMPLETE_AT and not seen.completed:
        return StageComplete()
    return player_step(state, random_choice(rng, state, greedy=True), table)


def play(solo: SoloHand, server: Server, rng: random.Random, table: Table | None) -> Seen:
    """The game to its end; the bag runs short because the spare gems are left out."""
    seen, game = Seen(), stored(server, solo.code)
    while game.state.expecting is not Expecting.OVER:
        state = game.state
        if state.expecting is Expecting.STAGE_END:
            type_stage(solo, 20)
            game = stored(server, solo.code)
            if table:
                after_stage(table, state, game.state)
            if game.state.stage == 2 and game.state.rules.become_the_legend:
                game = make_him_strong(solo, server, game, table)
            continue
        step = step_of(rng, state, table, seen)
        seen.note(state, step)
        solo.play(step)
        game = stored(server, solo.code) if table is None else game.play(step)
        assert not game.state.warnings
    assert stored(server, solo.code) == game
    return seen


def make_him_strong(
    solo: SoloHand, server: Server, game: SoloGame, table: Table | None
) -> SoloGame:
    """Somebody forgot mythical gems of his: with 7 the extra draw of stage 2 falls due."""
    lacking = 7 - game.state.legend[Color.MYTHICAL]
    assert lacking > 0
    assert game.state.expecting is Expecting.PLAYER_TURN
    for _ in range(lacking if table else 0):
        assert table
        table.bag.remove(Color.MYTHICAL)
    solo.mend("hand-legend-mythical", "7")
    corrected = stored(server, solo.code)
    assert corrected.state.expecting is Expecting.BECOME_DRAW
    return corrected


def test_become_the_legend_by_hand_when_bag_and_pile_run_out(
    phone: TakePhone, server: Server
) -> None:
    """One gem an icon; a correction makes the extra draw due, and it is drawn by hand."""
    unlock(server, "Ida")
    rng = random.Random(4)
    rules = SoloRules(become_the_legend=True, per_icon=True, spare_gems=False)
    solo, table = SoloHand(phone(server)), Table(rng, rules)
    solo.begin("Ida", "become")
    solo.set_up(table.set_up)
    assert stored(server, solo.code).state.rules == rules
    seen = play(solo, server, rng, table)
    assert seen.emptied_bags
    assert seen.emptied_piles
    assert seen.completed == 1
    assert seen.extra_draws[0] == 2


def test_become_a_legend_with_gems_by_the_app_when_bag_and_pile_run_out(
    phone: TakePhone, server: Server
) -> None:
    """Two gems may match one icon; the app draws."""
    rng = random.Random(5)
    rules = SoloRules(spare_gems=False)
    solo = SoloHand(phone(server))
    solo.hand.page.route("**/legend/step", seeded)
    solo.begin("Jon", "legend")
    solo.set_up(SetUp(rules, gems_by_app=True, icons=(Color.RED, Color.BLUE)))
    assert stored(server, solo.code).state.rules == rules
    seen = play(solo, server, rng, None)
    assert seen.emptied_bags
    assert seen.emptied_piles
    assert seen.completed == 1
    assert not seen.extra_draws
    result = stored(server, solo.code).state.result
    assert result
    winner = "Jon wins!" if result.won else "THE Legend wins"
    expect(solo.hand.page.locator(".winner strong")).to_have_text(winner)


@pytest.fixture
def second_stage(phone: TakePhone, server: Server) -> SoloHand:
    """A game in its second stage."""
    solo = SoloHand(phone(server))
    solo.begin("Kim", "legend")
    solo.set_up(SetUp(gems_by_app=True, icons=(Color.RED, Color.BLUE)))
    solo.play(StageComplete())
    type_stage(solo, 20)
    return solo


def mended(solo: SoloHand, server: Server, what: str, value: str) -> SoloState:
    before = solo.hand.taps
    solo.mend(what, value)
    assert solo.hand.taps - before <= MENDING_TAPS, what
    return stored(server, solo.code).state


def test_pile_hand_stage_and_score_are_mended_within_three_taps_each(
    second_stage: SoloHand, server: Server
) -> None:
    solo = second_stage
    assert mended(solo, server, "pile-2", "11").area[2].pile == 11
    assert mended(solo, server, "face-1", "2").area.face_up == (2, 3, 5)
    assert mended(solo, server, "hand-player-red", "2").player[Color.RED] == 2
    assert mended(solo, server, "hand-legend-mythical", "3").legend[Color.MYTHICAL] == 3
    assert mended(solo, server, "icons", "orange green").icons == (Color.ORANGE, Color.GREEN)
    assert mended(solo, server, "points-1", "31").player_points == (31,)
    assert mended(solo, server, "turn", "2").turn == 2
    assert mended(solo, server, "stage", "1").stage == 1


def test_a_turn_that_was_played_is_taken_back_by_one_tap(
    second_stage: SoloHand, server: Server
) -> None:
    solo = second_stage
    state = stored(server, solo.code).state
    space = state.area.face_up[0]
    solo.play(PlayerTurn(space, state.area[space].gems[0], space))
    version = solo.version
    solo.hand.tap_text("Undo", "button")
    solo.ready(version + 1)
    assert stored(server, solo.code).state == state
    expect(solo.hand.page.locator(".back-again")).to_be_visible()
