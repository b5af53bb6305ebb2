"""Solo play step by step: what each step changes, what is refused, what is asked next."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from assistant.core.errors import AssistantError, InputError, InventoryError, OrderError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.advice import what_if
from assistant.games.forgotten_treasures.legend.draws import Needs, dealt, needs
from assistant.games.forgotten_treasures.legend.exploration import Space, gems_of, shuffled_deck
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.play import apply
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    End,
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

ORANGE, BLUE, PURPLE, GREEN, RED, MYTHICAL = (
    Color.ORANGE,
    Color.BLUE,
    Color.PURPLE,
    Color.GREEN,
    Color.RED,
    Color.MYTHICAL,
)
LETTERS = {color.letter: color for color in (ORANGE, BLUE, PURPLE, GREEN, RED, MYTHICAL)}


def gems(letters: str) -> tuple[Color, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def hand(letters: str) -> Inventory:
    return gems_of(gems(letters))


AREA = tuple(
    Space(number % 2 == 1, gems(letters), (RED, GREEN) if number % 2 else None)
    for number, letters in enumerate(("rgo", "ggp", "bbm", "ppo", "mgg"), start=1)
)


def started(rules: SoloRules | None = None, **changes: Any) -> SoloGame:
    """A game with real pieces, piles of sizes unknown, corrected as told."""
    set_up = SetUp(rules or SoloRules(), icons=(RED, BLUE), spaces=AREA)
    game = SoloGame().play(set_up)
    return game.play(Correction(**changes)) if changes else game


def at_stage_end(stage: int = 1, rules: SoloRules | None = None, **changes: Any) -> SoloGame:
    scores = tuple(LegendScore(number, 0, 0) for number in range(1, stage))
    return started(
        rules,
        stage=stage,
        turn=(10, 6, 3, 1)[stage - 1],
        player_points=(20,) * (stage - 1),
        legend_scores=scores,
        **changes,
    )


def test_a_turn_of_the_player_and_of_the_legend() -> None:
    game = started()
    assert game.state.expecting is Expecting.PLAYER_TURN
    game = game.play(PlayerTurn(5, MYTHICAL, 2, (ORANGE, PURPLE)))
    state = game.state
    assert state.player == hand("m")
    assert state.area.face_up == (1, 2, 3)
    assert state.area[5].gems == gems("gg")
    assert (state.turn, state.player_dominoes) == (1, 1)
    assert state.expecting is Expecting.LEGEND_TURN
    turn = state.legend_turn
    assert turn
    assert [(taken.space, taken.gem) for taken in turn.taken] == [(1, RED), (3, BLUE)]
    game = game.play(LegendMove((BLUE, BLUE)))
    state = game.state
    assert state.legend == hand("rb")
    assert state.icons == (RED, GREEN)
    assert state.area[3] == Space(True, gems("bm"), (BLUE, BLUE))
    assert state.his_dominoes == 2
    assert state.expecting is Expecting.PLAYER_TURN


def test_emptied_areas_are_refilled_from_the_bag() -> None:
    spaces = (replace(AREA[0], gems=gems("r")), *AREA[1:])
    game = started(spaces=spaces)
    choice = PlayerTurn(1, RED, 1)
    assert needs(game.state, choice) == Needs(drawn=3)
    with pytest.raises(InputError, match="draw from the bag here: 3, not 0"):
        game.play(choice)
    game = game.play(replace(choice, drawn=gems("oob")))
    assert game.state.area[1].gems == gems("oob")


def test_discards_go_back_when_the_bag_runs_short() -> None:
    spaces = (replace(AREA[0], gems=gems("r")), *AREA[1:])
    everything = Inventory.of(dict.fromkeys(gems("obpgr"), 9) | {MYTHICAL: 18})
    rest = everything.minus(gems_of(gem for space in spaces for gem in space.gems))
    game = started(spaces=spaces, legend=rest.minus(hand("oopp")), discards=hand("opp"))
    assert (game.state.bag, game.state.drawable) == (hand("o"), 4)
    game = game.play(PlayerTurn(1, RED, 1, drawn=gems("oop")))
    assert game.state.discards == Inventory()
    assert game.state.bag == hand("p")


def test_an_area_is_left_short_when_there_are_no_gems() -> None:
    spaces = (replace(AREA[0], gems=gems("r")), *AREA[1:])
    everything = Inventory.of(dict.fromkeys(gems("obpgr"), 9) | {MYTHICAL: 18})
    rest = everything.minus(gems_of(gem for space in spaces for gem in space.gems))
    game = started(spaces=spaces, legend=rest.minus(hand("p")))
    game = game.play(PlayerTurn(1, RED, 1, drawn=gems("p")))
    game = game.play(LegendMove())
    game = game.play(PlayerTurn(1, PURPLE, 1))
    assert game.state.area[1].gems == ()
    game = game.play(LegendMove())
    with pytest.raises(InputError, match="Space 1 has no red gem; it has: no gems"):
        game.play(PlayerTurn(1, RED, 1))
    assert game.play(PlayerTurn(1, None, 1)).state.player == game.state.player


def test_an_area_left_empty_is_refilled_when_its_domino_is_taken() -> None:
    spaces = (replace(AREA[0], gems=()), *AREA[1:])
    game = started(spaces=spaces)
    assert needs(game.state, PlayerTurn(1, None, 1)).drawn == 3
    state = game.play(PlayerTurn(1, None, 1, drawn=gems("rrr"))).state
    assert state.area[1].gems == gems("rrr")
    assert state.player == Inventory()


def test_he_draws_from_the_bag_when_he_finds_nothing() -> None:
    spaces = tuple(replace(space, gems=gems("ggp")) for space in AREA)
    game = started(spaces=spaces).play(PlayerTurn(5, GREEN, 4))
    assert needs(game.state, LegendMove()) == Needs(bag_draw=True)
    with pytest.raises(InputError, match="draw from the bag here: 1, not 0"):
        game.play(LegendMove())
    game = game.play(LegendMove(bag_draw=ORANGE))
    assert game.state.legend == hand("o")
    assert game.state.area.face_up == (1, 3, 4)
    assert str(game.titles()[-1]) == (
        "Stage 1, turn 1: THE Legend takes orange and the domino of space 1"
    )


def test_his_icons_are_asked_when_nobody_told_them() -> None:
    spaces = tuple(replace(space, icons=None) for space in AREA)
    game = started(spaces=spaces).play(PlayerTurn(1, RED, 1)).play(LegendMove())
    game = game.play(PlayerTurn(1, GREEN, 1))
    assert game.state.expecting is Expecting.HIS_ICONS
    assert game.state.legend_turn is None
    with pytest.raises(OrderError, match="Now comes the icons on top of THE Legend's pile"):
        game.play(LegendMove())
    game = game.play(HisIcons((PURPLE, PURPLE)))
    assert game.state.expecting is Expecting.LEGEND_TURN


def test_an_emptied_pile_gets_the_bottom_half_of_another() -> None:
    piles = tuple(replace(space, pile=n) for space, n in zip(AREA, (1, 5, 18, 30, 35), strict=True))
    game = started(spaces=piles)
    choice = PlayerTurn(1, RED, 1)
    assert needs(game.state, choice).pile_from
    with pytest.raises(OrderError, match="Pile 1 is empty now: choose the pile"):
        game.play(choice)
    with pytest.raises(OrderError, match="Pile 1 has no bottom half"):
        game.play(replace(choice, pile_from=1))
    state = game.play(replace(choice, pile_from=2)).state
    assert [space.pile for space in state.area.spaces] == [2, 3, 18, 30, 35]
    assert state.area.face_up == (1, 3, 5)
    with pytest.raises(OrderError, match="Pile 3 still has dominoes"):
        game.play(PlayerTurn(3, BLUE, 3, pile_from=2))


def test_an_emptied_pile_of_unknown_size_may_be_refilled() -> None:
    game = started().play(PlayerTurn(1, RED, 1, pile_from=4))
    assert game.state.area[1].pile is None


@pytest.mark.parametrize(
    ("acts", "expected"), [(False, Expecting.PLAYER_TURN), (True, Expecting.LEGEND_TURN)]
)
def test_a_lost_turn(acts: bool, expected: Expecting) -> None:
    game = started(SoloRules(acts_after_lost_turn=acts)).play(LostTurn())
    assert (game.state.turn, game.state.expecting) == (1, expected)
    assert game.state.player_dominoes == 0


def test_the_last_turn_of_a_stage_is_followed_by_his() -> None:
    game = started(turn=9).play(PlayerTurn(1, RED, 1))
    assert game.state.expecting is Expecting.LEGEND_TURN
    assert game.play(LegendMove()).state.expecting is Expecting.STAGE_END
    assert started(turn=9).play(LostTurn()).state.expecting is Expecting.STAGE_END


def test_stage_end_scores_and_moves_the_gems() -> None:
    game = at_stage_end(player=hand("rrbbmmmmmm"), legend=hand("rrbggmmm"))
    game = game.play(StageEnd(23, hand("rrb"), hand("mmmmm")))
    state = game.state
    assert state.legend_scores == (LegendScore(1, 5, 3),)
    assert (state.player_total, state.legend_total) == (23, 5 + 6)
    assert state.player == hand("mmmmm")
    assert state.legend == hand("mmm")
    assert state.discards == hand("rrbbm" + "rrbgg")
    assert (state.stage, state.turn, state.expecting) == (2, 0, Expecting.PLAYER_TURN)
    assert str(game.titles()[-1]) == "End of stage 1: 23 points against 11"


def test_a_stage_counts_his_coloured_gems_by_its_number() -> None:
    """The rulebook's example: stage 3, five coloured and six mythical gems, 27 points."""
    assert LegendScore(3, 5, 6).points == 27


@pytest.mark.parametrize(
    ("spent", "kept", "says"),
    [
        ("rrr", None, "You spend 3 red but hold 2 blue, 2 red, 6 mythical"),
        ("r", None, "keep 5 of them, not 2 blue, 1 red, 6 mythical"),
        ("r", "mmmm", "keep 5 of them, not 4 mythical"),
        ("rr", "rmmmm", "keep 5 of them, not 1 red, 4 mythical"),
        ("rrbbmm", "", "4 mythical are left: keep 4 of them, not no gems"),
    ],
)
def test_gems_at_stage_end_must_add_up(spent: str, kept: str | None, says: str) -> None:
    game = at_stage_end(player=hand("rrbbmmmmmm"))
    with pytest.raises(InventoryError, match=says):
        game.play(StageEnd(0, hand(spent), None if kept is None else hand(kept)))


def test_points_below_zero_are_refused() -> None:
    with pytest.raises(InputError, match="-1 points cannot be"):
        at_stage_end().play(StageEnd(-1))


@pytest.mark.parametrize(("points", "won"), [(20, False), (21, True)])
def test_the_player_must_have_strictly_more(points: int, won: bool) -> None:
    game = at_stage_end(4, player=hand("rrrrrr"), legend=hand("rr" + "m" * 6))
    scores = (LegendScore(1, 0, 20), LegendScore(2, 0, 0), LegendScore(3, 0, 0))
    game = game.play(Correction(legend_scores=scores, player_points=(20, 0, 20)))
    result = game.play(StageEnd(points)).state.result
    assert result
    assert (result.legend, result.won, result.unlocks_become) == (60, won, won)
    assert result.margin == points - 20


def test_become_the_legend_unlocks_nothing_more() -> None:
    game = at_stage_end(4, SoloRules(become_the_legend=True))
    result = game.play(StageEnd(30)).state.result
    assert result
    assert result.won
    assert not result.unlocks_become


@pytest.mark.parametrize(("mythicals", "draws"), [(6, False), (7, True)])
@pytest.mark.parametrize("stage", [1, 2, 3])
def test_become_the_legend_draws_one_gem(stage: int, mythicals: int, draws: bool) -> None:
    game = at_stage_end(stage, SoloRules(become_the_legend=True), legend=hand("m" * mythicals))
    game = game.play(StageEnd(10))
    if not draws:
        assert game.state.expecting is Expecting.PLAYER_TURN
        return
    assert game.state.expecting is Expecting.BECOME_DRAW
    assert needs(game.state, BecomeDraw()) == Needs(bag_draw=True)
    game = game.play(BecomeDraw(RED))
    assert game.state.legend == hand("m" * 7 + "r")
    assert game.state.warnings == ()
    assert str(game.titles()[-1]) == f"Start of stage {stage + 1}: THE Legend draws red"


def test_without_become_the_legend_he_draws_nothing() -> None:
    game = at_stage_end(legend=hand("m" * 9)).play(StageEnd(10))
    assert game.state.expecting is Expecting.PLAYER_TURN


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (SetUp(), "Now comes your turn, not the set-up"),
        (LegendMove(), "Now comes your turn, not THE Legend's turn"),
        (HisIcons((RED, RED)), "not the icons on top"),
        (StageEnd(3), "not the scoring of the stage"),
        (BecomeDraw(RED), "not THE Legend's draw"),
        (PlayerTurn(2, GREEN, 4), "Space 2 is face down: choose one of 1, 3, 5"),
        (PlayerTurn(1, MYTHICAL, 2), "Space 1 has no mythical gem; it has: red, green, orange"),
        (PlayerTurn(1, None, 2), "Space 1 has gems: take one of red, green, orange"),
        (PlayerTurn(1, RED, 3), "Pile 3 is face up already"),
        (PlayerTurn(6, RED, 3), "There is no space 6"),
        (PlayerTurn(1, RED, 0), "There is no space 0"),
        (PlayerTurn(1, RED, 1, drawn=gems("r")), "draw from the bag here: 0, not 1"),
    ],
)
def test_refused_in_the_players_turn(step: Step, says: str) -> None:
    game = started()
    with pytest.raises(AssistantError, match=says):
        game.play(step)


@pytest.mark.parametrize("step", [LostTurn(), Correction(turn=1), End()])
def test_nothing_before_the_set_up(step: Step) -> None:
    with pytest.raises(OrderError, match=r"set it up first|Now comes the set-up"):
        SoloGame().play(step)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"spaces": AREA[:4]}, "five spaces, not 4"),
        ({"spaces": AREA[:4], "icons": None, "dominoes_by_app": True}, "five spaces, not 4"),
        ({"spaces": (*AREA, AREA[0]), "gems_by_app": True}, "five spaces, not 6"),
        (
            {"spaces": (replace(AREA[0], gems=gems("rr")), *AREA[1:])},
            "Space 1 begins with 3 gems, not 2",
        ),
        ({"spaces": (replace(AREA[0], face_up=False), *AREA[1:])}, "1, 3 and 5 are face up"),
        ({"icons": (RED, MYTHICAL)}, "mythical is no gem icon"),
    ],
)
def test_refused_set_ups(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        SoloGame().play(replace(SetUp(icons=(RED, BLUE), spaces=AREA), **changes))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"stage": 5}, "There is no stage 5"),
        ({"turn": 11}, "Stage 1 has 10 turns: 11 cannot be over"),
        ({"stage": 2}, "both have a score of each stage before"),
        ({"player_points": (3,)}, "both have a score of each stage before"),
        (
            {
                "phase": Expecting.OVER,
                "player_points": (1,) * 5,
                "legend_scores": tuple(LegendScore(stage, 1, 1) for stage in range(1, 6)),
            },
            "both have a score of each stage before",
        ),
        ({"phase": Expecting.LEGEND_TURN}, "After turn 0 of stage 1 cannot come THE Legend's"),
        ({"phase": Expecting.BECOME_DRAW}, "cannot come THE Legend's draw"),
        ({"phase": Expecting.SET_UP}, "cannot come the set-up"),
        ({"spaces": (Space(),) * 5}, "No space is face up"),
        ({"spaces": (Space(True, gems("rrrr")), *AREA[1:])}, "Space 1 has 4 gems"),
        ({"dominoes_by_app": True}, "only at the set-up"),
    ],
)
def test_refused_corrections(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(AssistantError, match=says):
        started(**changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"player": hand("r" * 9)}, "10 red gems lie outside the bag: the game has only 9"),
        ({"player": hand("r")}, "Your gems: 1; 0 kept and one a turn make at most 0"),
        ({"legend": hand("ggg"), "turn": 1}, "THE Legend's coloured gems: 3; .* at most 2"),
        ({"spaces": (Space(True), *AREA[1:])}, "Space 1 has no gems: refill it"),
        ({"spaces": (Space(False, gems("r")), *AREA[1:])}, "Face-up piles: 2"),
        ({"spaces": tuple(replace(s, pile=18) for s in AREA)}, "Dominoes in all: 91"),
    ],
)
def test_warnings_of_what_cannot_be(changes: dict[str, Any], says: str) -> None:
    assert started().state.warnings == ()
    warnings = " ".join(map(str, started(**changes).state.warnings))
    assert re.search(says, warnings)


def test_the_spare_set_counts_in_the_warnings() -> None:
    game = started(SoloRules(spare_gems=False), player=hand("r" * 8), turn=8)
    assert "9 red gems lie outside the bag: the game has only 8." in map(str, game.state.warnings)


def test_a_drawn_gem_that_cannot_be_there_is_taken_and_warned_of() -> None:
    """The table is right: the slip was made earlier, and the warning says so."""
    spaces = (replace(AREA[0], gems=gems("r")), *AREA[1:])
    game = started(spaces=spaces, discards=hand("r" * 8))
    game = game.play(PlayerTurn(1, RED, 1, drawn=gems("rog")))
    assert str(game.state.warnings[0]).startswith("10 red gems lie outside the bag")
    assert game.state.bag[RED] == 0


def test_who_draws_can_be_switched_in_mid_game() -> None:
    game = SoloGame().play(SetUp(gems_by_app=True, dominoes_by_app=True, seed=3))
    assert game.state.area.face_up == (1, 3, 5)
    game = game.play(Correction(gems_by_app=False, dominoes_by_app=False))
    assert all(space.below == () for space in game.state.area.spaces)
    assert all(space.icons for space in game.state.area.spaces)
    space = game.state.area[1]
    game = game.play(PlayerTurn(1, space.gems[0], 1))
    assert game.state.area[1].icons is None


def test_the_app_deals_only_what_it_is_asked_to() -> None:
    state = SoloState()
    own_gems = tuple(Space(n % 2 == 0, gems("rgb")) for n in range(5))
    by_dominoes = dealt(state, SetUp(dominoes_by_app=True, seed=1, spaces=own_gems))
    assert isinstance(by_dominoes, SetUp)
    assert all(space.gems == gems("rgb") for space in by_dominoes.spaces)
    assert [space.pile for space in by_dominoes.spaces] == [18, 18, 18, 18, 17]
    assert by_dominoes.icons
    own_faces = tuple(Space(n % 2 == 0, (), (RED, BLUE)) for n in range(5))
    by_gems = dealt(state, SetUp(gems_by_app=True, seed=1, icons=(RED, RED), spaces=own_faces))
    assert isinstance(by_gems, SetUp)
    assert all(len(space.gems) == 3 for space in by_gems.spaces)
    assert all(space.icons == (RED, BLUE) for space in by_gems.spaces)


def test_the_deck_has_the_totals_of_the_box() -> None:
    deck = shuffled_deck(random.Random(1))
    assert len(deck) == 90
    icons = gems_of(icon for domino in deck for icon in domino)
    assert icons == Inventory.of(dict.fromkeys(gems("obpgr"), 36))


def test_a_tap_at_the_wrong_moment_is_refused_as_such() -> None:
    game = SoloGame().play(SetUp(gems_by_app=True, dominoes_by_app=True, seed=3))
    after = game.play(PlayerTurn(1, game.state.area[1].gems[0], 1))
    with pytest.raises(OrderError, match="Now comes THE Legend's turn, not your turn"):
        after.play(PlayerTurn(2, RED, 2))


def test_a_draw_from_nothing_gives_nothing() -> None:
    everything = Inventory.of(dict.fromkeys(gems("obpgr"), 9) | {MYTHICAL: 18})
    rest = everything.minus(gems_of(gem for space in AREA for gem in space.gems))
    game = at_stage_end(1, SoloRules(become_the_legend=True), legend=rest)
    game = game.play(StageEnd(3)).play(
        Correction(gems_by_app=True, legend=rest, discards=Inventory(), phase=Expecting.BECOME_DRAW)
    )
    assert needs(game.state, BecomeDraw()) == Needs()
    game = game.play(BecomeDraw())
    assert game.state.expecting is Expecting.PLAYER_TURN
    assert str(game.titles()[-1]) == "Start of stage 2: THE Legend draws no gems"


def test_what_the_flip_shows_must_be_what_the_app_dealt() -> None:
    game = SoloGame().play(SetUp(gems_by_app=True, dominoes_by_app=True, seed=3))
    top = game.state.area[2].icons
    other = (RED, RED) if top != (RED, RED) else (BLUE, BLUE)
    with pytest.raises(InputError, match="Pile 2 shows"):
        game.play(PlayerTurn(1, game.state.area[1].gems[0], 2, other))


def test_giving_up_ends_the_game_without_a_winner() -> None:
    game = started().play(End())
    assert game.state.expecting is Expecting.OVER
    assert game.state.result is None
    with pytest.raises(OrderError, match="over already"):
        game.play(End())


def test_titles_tell_what_each_step_did() -> None:
    game = started(player=Inventory()).play(PlayerTurn(1, RED, 1)).play(LegendMove())
    assert [str(title) for title in game.titles()] == [
        "Set-up",
        "The table says otherwise: your gems",
        "Stage 1, turn 1: you take red in space 1, reveal pile 1",
        "Stage 1, turn 1: THE Legend takes blue, blue and the domino of space 3",
    ]


def test_what_if_leaves_open_what_a_refill_decides() -> None:
    spaces = (replace(AREA[0], gems=gems("r")), *AREA[1:])
    answers = {(w.space, w.reveal): w.turn for w in what_if(started(spaces=spaces).state)}
    assert answers[1, 1] is None
    certain = answers[1, 2]
    assert certain
    assert [taken.space for taken in certain.taken] == [3, 3]
    assert len(what_if(started().state)) == 3 * (3 + 2 + 2)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (started().play(PlayerTurn(1, RED, 1)), "Now comes THE Legend's turn, not your turn"),
        (
            SoloGame().play(SetUp(spaces=AREA)),
            "The icons on top of THE Legend's pile are not known yet",
        ),
    ],
)
def test_what_if_is_refused(game: SoloGame, says: str) -> None:
    with pytest.raises(OrderError, match=says):
        what_if(game.state)


def test_the_state_is_the_fold_of_the_steps() -> None:
    game = started().play(PlayerTurn(1, RED, 1))
    state = SoloState()
    for step in game.steps:
        state = apply(state, step)
    assert state == game.state
