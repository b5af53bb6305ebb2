"""The pages of a solo game: what they say is the replay of what is stored."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.legend.exploration import GEM_KINDS
from assistant.games.forgotten_treasures.legend.steps import (
    Correction,
    Expecting,
    SetUp,
    SoloRules,
    StageEnd,
)
from assistant.pooled import PooledReader
from assistant.service.solo_pad import LEGEND
from assistant.store import SqliteStore
from assistant.web import create_app
from tests.games.forgotten_treasures.legend.solo_table import next_step
from tests.service.parts import full_layout
from tests.web.phone import message
from tests.web.solo_phone import BY_APP, SoloPhone, first_turn, state_of


@pytest.fixture
def phone(app: Flask) -> SoloPhone:
    return SoloPhone(app)


@pytest.fixture
def code(phone: SoloPhone) -> str:
    """A table that the app has set up."""
    code = phone.begin()
    phone.played(code, BY_APP)
    return code


# ---- the pages


def test_a_new_solo_table_asks_for_the_set_up(phone: SoloPhone) -> None:
    code = phone.begin()
    page = phone.get(f"/t/{code}/legend").text
    assert page.count('data-slot="gem"') == 15
    assert page.count('data-slot="icon"') == 8
    assert "Set up" in phone.state(code).text


def test_every_moment_of_a_game_has_its_page(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    rng = random.Random(1)
    said = set()
    while True:
        state = state_of(store, code)
        page = phone.get(f"/t/{code}/legend")
        assert page.status_code == 200
        assert f'data-step="{state.expecting}"' in page.text
        assert phone.get(f"/t/{code}/legend/correct").status_code == 200
        assert phone.get(f"/t/{code}").status_code == 200
        said.add(state.expecting)
        if state.expecting is Expecting.OVER:
            break
        step = next_step(rng, state, None, greedy=False)
        if isinstance(step, StageEnd):
            kept = [color.value for color, count in step.kept or () for _ in range(count)]
            answer = phone.type_score(code, 1, state.stage, step.points, keep=kept)
            assert answer.status_code == 303, message(answer)
            assert answer.location.endswith("/legend")
        else:
            phone.played(code, step)
    assert said == set(Expecting) - {Expecting.SET_UP, Expecting.HIS_ICONS, Expecting.BECOME_DRAW}
    home = phone.get("/").text
    assert f"THE Legend {state.legend_total}" in home


def test_the_pad_shows_both_and_the_audit_his_score(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    rng = random.Random(2)
    while (state := state_of(store, code)).expecting is not Expecting.STAGE_END:
        phone.played(code, next_step(rng, state, None, greedy=False))
    layout = full_layout(1, 1)
    assert phone.save(code, 1, 1, layout, Inventory()).status_code == 200
    answer = phone.write(code, 1, 1)
    assert answer.status_code == 303, message(answer)
    after = state_of(store, code)
    pad = phone.get(f"/t/{code}/pad").text
    assert f">{after.player_points[0]}</a>" in pad
    assert f'<span class="closed">{state.legend_score.points}</span>' in pad
    audit = phone.get(f"/t/{code}/1/1/audit").text
    assert "THE Legend, stage 1" in audit
    assert "Clear this score" not in audit
    assert "The table says otherwise" in phone.get(f"/t/{code}/1/2/gems").text


def test_pages_ask_only_whether_anything_changed(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    seen = phone.seen(code)
    assert phone.get(f"/t/{code}/legend/state?since={seen}").status_code == 204
    phone.played(code, first_turn(state_of(store, code)))
    answer = phone.get(f"/t/{code}/legend/state?since={seen}")
    assert answer.status_code == 200
    assert 'data-step="legend_turn"' in answer.text


def test_his_turn_is_told_and_explained(phone: SoloPhone, store: SqliteStore, code: str) -> None:
    phone.played(code, first_turn(state_of(store, code)))
    turn = state_of(store, code).legend_turn
    assert turn
    page = phone.state(code).text
    lines = re.search(r'<ol class="lines">(.*?)</ol>', page, re.DOTALL)
    assert lines
    assert lines[1].count("<li>") == 3
    assert page.count(" lit-1") + page.count(" lit-2") + page.count(" lit-3") == (
        len(turn.taken) + 1
    )
    assert "the domino comes from there" in page or "He found no gem" in page


def test_advice_is_given_on_request(phone: SoloPhone, store: SqliteStore, code: str) -> None:
    step = first_turn(state_of(store, code))
    query = f"space={step.space}&gem={step.gem}&reveal={step.reveal}"
    answer = phone.get(f"/t/{code}/legend/advice?{query}")
    assert answer.status_code == 200
    assert answer.text.count("<li>") == 1
    assert phone.get(f"/t/{code}/legend/advice").text.count("<li>") > 9


# ---- sealed: the page is the replay of the stored steps


def without_table(page: str, code: str) -> str:
    """The page without what differs from table to table: code, version, token."""
    page = re.sub(r'(data-version|name="version" value)="\d+"', r"\1", page.replace(code, "CODE"))
    return re.sub(r'(name="csrf_token" value)="[^"]*"', r"\1", page)


@pytest.mark.parametrize("seed", range(3))
def test_the_page_equals_the_replay_of_the_stored_steps(
    phone: SoloPhone, store: SqliteStore, code: str, seed: int, tmp_path: Path, reader: PooledReader
) -> None:
    rng = random.Random(seed)
    for _ in range(35):
        state, count = state_of(store, code), len(store.table(code).steps)
        if state.expecting is Expecting.OVER or rng.random() < 0.2:
            answer = phone.go_to(code, rng.randint(max(1, count - 4), count))
            assert answer.status_code == 303, message(answer)
        elif rng.random() < 0.15:
            answer = phone.correct(code, {f"gem-{rng.randint(1, 5)}-0": rng.choice(GEM_KINDS)})
            assert answer.status_code == 303, message(answer)
        elif state.expecting is Expecting.STAGE_END:
            keep = [color.value for color, count in state.player for _ in range(count)][:5]
            answer = phone.type_score(code, 1, state.stage, rng.randint(0, 40), keep=keep)
            assert answer.status_code == 303, message(answer)
        else:
            phone.played(code, next_step(rng, state, None, greedy=False))
    fresh = SqliteStore(tmp_path / "replay.sqlite3")
    record = store.table(code)
    copy = fresh.create_table(record.game, record.seating, record.starter, record.mode)
    for step in (*record.steps, *reversed(record.undone)):
        fresh.add_step(copy, step)
    for _ in record.undone:
        fresh.undo(copy)
    replay = SoloPhone(create_app(store=fresh, reader=reader))
    for page in ("/legend/state", "/pad"):
        live = without_table(phone.get(f"/t/{code}{page}").text, code)
        assert live == without_table(replay.get(f"/t/{copy}{page}").text, copy)


# ---- corrections


def test_the_form_as_it_is_changes_nothing(phone: SoloPhone, store: SqliteStore, code: str) -> None:
    before = store.table(code)
    assert phone.correct(code, {}).status_code == 303
    assert store.table(code) == before


@pytest.mark.parametrize(
    ("changes", "part", "value"),
    [
        ({"player-red": "2"}, "player", {"red": 2}),
        ({"legend-mythical": "1"}, "legend", {"mythical": 1}),
        ({"discards-blue": "3"}, "discards", {"blue": 3}),
        ({"turn": "4"}, "turn", 4),
        ({"his-icons-0": "green", "his-icons-1": "green"}, "icons", ["green", "green"]),
        ({"his-dominoes": "3"}, "his_dominoes", 3),
        ({"player-dominoes": "3"}, "player_dominoes", 3),
        ({"gems_by_app": None}, "gems_by_app", False),
        ({"dominoes_by_app": None}, "dominoes_by_app", False),
        ({"per_icon": "on"}, "rules", {"per_icon": True}),
        ({"spare_gems": None}, "rules", {"spare_gems": False}),
    ],
)
def test_each_part_is_corrected_alone(
    phone: SoloPhone, store: SqliteStore, code: str, changes: Any, part: str, value: Any
) -> None:
    answer = phone.correct(code, changes)
    assert answer.status_code == 303, message(answer)
    step = store.table(code).steps[-1].payload["game"]
    assert step == {"step": "correction", part: value}


def test_a_space_is_corrected(phone: SoloPhone, store: SqliteStore, code: str) -> None:
    before = state_of(store, code).area
    gone: dict[str, str | None] = {"gem-2-1": "", "up-2": "on", "up-1": None}
    assert phone.correct(code, gone).status_code == 303
    area = state_of(store, code).area
    assert area[2].gems == (before[2].gems[0], before[2].gems[2])
    assert area.face_up == (2, 3, 5)
    assert area[2].below == before[2].below
    assert phone.correct(code, {"pile-2": "7"}).status_code == 303
    assert (state_of(store, code).area[2].pile, state_of(store, code).area[2].below) == (7, ())


def test_stage_and_scores_are_corrected_together(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    stage = {"stage": "2", "turn": "6", "points-1": "31", "colored-1": "9", "mythicals-1": "2"}
    assert phone.correct(code, stage).status_code == 303
    state = state_of(store, code)
    assert (state.stage, state.expecting) == (2, Expecting.STAGE_END)
    assert (state.player_total, state.legend_total) == (31, 13)
    assert ">31</a>" in phone.get(f"/t/{code}/pad").text


def test_what_cannot_be_is_warned_of_at_once(phone: SoloPhone, code: str) -> None:
    assert phone.correct(code, {"discards-red": "9", "player-red": "9"}).status_code == 303
    assert "red gems lie outside the bag: the game has only 9" in phone.state(code).text


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"turn": "11"}, "Stage 1 has 10 turns"),
        ({"turn": "-1"}, "whole number"),
        ({"stage": "2"}, "both have a score of each stage before"),
        ({"stage": "9"}, "no stage 9"),
        ({"phase": "tea"}, "whose turn"),
        ({"phase": "set_up"}, "cannot come the set-up"),
        ({"player-red": "1e3"}, "whole number"),
        ({"gem-1-0": "ruby"}, "gem"),
        ({"icons-1-0": "mythical"}, "two gem icons"),
        ({"icons-1-0": ""}, "two gem icons"),
        ({f"up-{n}": None for n in range(1, 6)}, "No space is face up"),
        ({"version": "1"}, "Look again first"),
    ],
)
def test_corrections_that_make_no_sense_are_refused(
    phone: SoloPhone, store: SqliteStore, code: str, changes: Any, says: str
) -> None:
    before = store.table(code)
    answer = phone.correct(code, {"player-blue": "1"} | changes)
    assert 400 <= answer.status_code < 500
    assert says in message(answer)
    assert store.table(code) == before


# ---- two phones


def test_a_stale_phone_is_told_what_changed(
    app: Flask, phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    other, seen = SoloPhone(app), phone.seen(code)
    turn = first_turn(state_of(store, code))
    phone.played(code, turn)
    answer = other.play(code, turn, seen)
    assert answer.status_code == 409
    assert "you take" in message(answer)
    assert len(store.table(code).steps) == 2


# ---- the new game


def test_become_the_legend_is_locked_before_a_victory(phone: SoloPhone) -> None:
    answer = phone.post("/new", {"name": ["Zoe"], "starter": "0", "mode": "become"})
    assert answer.status_code == 400
    assert "first victory" in message(answer)


def test_several_players_get_the_pad_whatever_the_mode(phone: SoloPhone) -> None:
    answer = phone.post("/new", {"name": ["Ana", "Ben"], "starter": "0", "mode": LEGEND})
    assert answer.status_code == 303
    assert not answer.location.endswith("/legend")


def test_one_player_may_keep_the_pad_alone(phone: SoloPhone) -> None:
    code = phone.new_game("Ana")
    assert phone.get(f"/t/{code}").status_code == 200
    for path in ("/legend", "/legend/state", "/legend/advice", "/legend/correct"):
        assert phone.get(f"/t/{code}{path}").status_code == 404


def test_only_a_game_by_hand_asks_what_the_flip_shows(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    asked = "&#34;field&#34;: &#34;icons&#34;"
    assert asked not in phone.state(code).text
    phone.played(code, Correction(gems_by_app=False, dominoes_by_app=False))
    assert asked in phone.state(code).text
    phone.played(code, first_turn(state_of(store, code)))
    assert asked in phone.state(code).text


def test_rules_hold_the_house_rules_of_the_game(phone: SoloPhone) -> None:
    code = phone.begin()
    rules = SoloRules(per_icon=True, spare_gems=False, acts_after_lost_turn=True)
    phone.played(code, SetUp(rules, True, True, 4))
    page = phone.state(code).text
    assert "each of his icons takes only one gem" in page
    assert "the spare gems are not in the game" in page
    assert "he plays after a lost turn, too" in page
