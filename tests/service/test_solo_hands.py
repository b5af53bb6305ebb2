"""The end of a stage, and what is put back after undo: every gem that moved is named."""

from collections import Counter

import pytest

from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    LegendMove,
    LostTurn,
    PlayerTurn,
    SoloRules,
    StageEnd,
)
from assistant.service.solo_hands import put_back, put_back_all, stage_end_lines
from assistant.service.solo_lines import Line
from tests.games.forgotten_treasures.legend.solo_table import played
from tests.games.forgotten_treasures.legend.test_play import at_stage_end, hand, started

RED, BLUE, GREEN = Color.RED, Color.BLUE, Color.GREEN


def words(lines: tuple[Line, ...]) -> list[str]:
    return list(map(str, lines))


def test_the_end_of_a_stage_names_every_gem_that_leaves_and_stays() -> None:
    game = at_stage_end(player=hand("rrbbmmmmmm"), legend=hand("rrbggmmm"))
    game = game.play(StageEnd(23, hand("rrb"), hand("mmmmm")))
    assert words(stage_end_lines(game)) == [
        "his coloured gems, beside the bag blue, green, green, red, red",
        "the gems you placed, beside the bag blue, red, red",
        "those you do not keep, beside the bag blue, mythical",
        "you keep mythical, mythical, mythical, mythical, mythical",
        "he keeps mythical, mythical, mythical",
        "Stage 2: 4 × 3 blocks, 6 dominoes, on top of stage 1. Each corner of a domino lies on the"
        " centre of a block.",
    ]


@pytest.mark.parametrize(
    ("stage", "size"), [(1, "4 × 3 blocks, 6"), (2, "3 × 2 blocks, 3"), (3, "2 × 1 blocks, 1")]
)
def test_the_next_stage_has_its_own_size(stage: int, size: str) -> None:
    assert size in words(stage_end_lines(at_stage_end(stage).play(StageEnd(1))))[-1]


def test_only_the_end_of_a_stage_that_goes_on_has_such_lines() -> None:
    assert stage_end_lines(SoloGame()) == ()
    assert stage_end_lines(started()) == ()
    assert stage_end_lines(at_stage_end(4).play(StageEnd(1))) == ()


@pytest.mark.parametrize("by_app", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_put_back_names_every_gem_that_had_moved(seed: int, by_app: bool) -> None:
    """Bag and hands before a step are those after it, with what is put back moved back."""
    kinds, before = set(), None
    for game in played(seed, by_app=by_app):
        if before is None:
            before = game.state
            continue
        step = game.steps[-1]
        named = Counter(gem for line in put_back(before, step) for gem in line.gems)
        if isinstance(step, PlayerTurn | LegendMove | BecomeDraw):
            short = len(getattr(step, "drawn", ())) > before.bag.total
            if not short:
                moved = game.state.player.total + game.state.legend.total
                moved -= before.player.total + before.legend.total
                into_bag = game.state.draws - before.draws
                own_draw = isinstance(step, BecomeDraw) or getattr(step, "bag_draw", None)
                assert named.total() == moved + into_bag - bool(own_draw), step
            kinds.add(type(step))
        elif isinstance(step, StageEnd):
            gone = before.player.total + before.legend.total
            assert named.total() == gone - game.state.player.total - game.state.legend.total
        before = game.state
    assert {PlayerTurn, LegendMove} <= kinds


def test_a_turn_is_put_back_in_the_order_in_which_it_is_undone() -> None:
    game = started()
    step = PlayerTurn(5, GREEN, 2)
    assert words(put_back(game.state, step)) == [
        "pile 2: face down again",
        "your domino back on pile 5, face up",
        "from you back into space 5 green",
    ]
    after = game.play(step)
    assert words(put_back(after.state, LegendMove())) == [
        "pile 3: face down again",
        "his domino back on pile 3, face up",
        "from him back into space 1 red",
        "from him back into space 3 blue",
    ]
    lines = put_back_all(game.steps, (step, LegendMove()))
    assert [each[0].text for each in lines] == [
        put_back(after.state, LegendMove())[0].text,
        put_back(game.state, step)[0].text,
    ]


def test_drawn_gems_go_back_into_the_bag_and_discards_come_out_of_it() -> None:
    everything = started().state
    lone = (type(everything.area[1])(True, (RED,), (RED, GREEN)), *everything.area.spaces[1:])
    state = started(spaces=lone).state
    beside = state.bag.minus(Inventory.of({BLUE: 1}))
    state = started(spaces=lone, discards=beside).state
    assert state.bag == Inventory.of({BLUE: 1})
    lines = put_back(state, PlayerTurn(1, RED, 1, drawn=(BLUE, RED, RED)))
    assert words(lines)[1] == "back into the bag blue, red, red"
    assert lines[2].counted == beside
    assert words(lines)[2].startswith("out of the bag again, beside it")


def test_steps_that_move_nothing_have_nothing_to_put_back() -> None:
    game = started(SoloRules())
    assert put_back(game.state, LostTurn()) == ()
    assert put_back_all(game.steps, (LostTurn(),)) == ()
