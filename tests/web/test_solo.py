"""The pages of a solo game: what they say is the replay of what is stored."""

import random
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.exploration import GEM_KINDS, Space
from assistant.games.forgotten_treasures.legend.steps import (
    End,
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
    assert page.count('data-slot="pair"') == 1
    assert "Who draws the gems?" in page
    assert "dominoes_by_app" not in page
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
            more: dict[str, Any] = {"keep": kept} if kept else {"keep_none": "1"}
            answer = phone.type_score(code, 1, state.stage, step.points, **more)
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
    lines = re.search(r'<ul class="lines">(.*?)</ul>', page, re.DOTALL)
    assert lines
    assert f"domino of space {turn.domino_from} onto his pile" in lines[1]
    assert f"flip pile {turn.flip}" in lines[1]
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
            answer = phone.correct(code, f"gem-{rng.randint(1, 5)}-1", rng.choice(GEM_KINDS))
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


def test_what_is_so_already_changes_nothing(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    before = store.table(code)
    assert phone.correct(code, "hand-player-red", "0").status_code == 303
    assert phone.correct(code, "gem-1-1", state_of(store, code).area[1].gems[0]).status_code == 303
    assert store.table(code) == before


@pytest.mark.parametrize(
    ("what", "value", "part", "now"),
    [
        ("hand-player-red", "2", "player", {"red": 2}),
        ("hand-legend-mythical", "1", "legend", {"mythical": 1}),
        ("hand-discards-blue", "3", "discards", {"blue": 3}),
        ("turn", "4", "turn", 4),
        ("icons", "green green", "icons", ["green", "green"]),
        ("hisdominoes", "3", "his_dominoes", 3),
        ("yourdominoes", "3", "player_dominoes", 3),
        ("draws", "no", "gems_by_app", False),
        ("rule-per_icon", "yes", "rules", {"per_icon": True}),
        ("rule-spare_gems", "no", "rules", {"spare_gems": False}),
    ],
)
def test_one_thing_is_corrected_alone(
    phone: SoloPhone, store: SqliteStore, code: str, what: str, value: str, part: str, now: Any
) -> None:
    page = phone.get(f"/t/{code}/legend/correct?what={what}")
    assert page.status_code == 200
    assert f'name="value" value="{value}"' in page.text or 'type="number"' in page.text
    answer = phone.correct(code, what, value)
    assert answer.status_code == 303, message(answer)
    step = store.table(code).steps[-1].payload["game"]
    assert step == {"step": "correction", part: now}


def test_everything_on_the_board_leads_to_its_own_choices(phone: SoloPhone, code: str) -> None:
    page = phone.get(f"/t/{code}/legend/correct").text
    links = [unescape(link) for link in re.findall(r'class="mend[^"]*" href="([^"]*)"', page)]
    assert len(links) == 5 * 5 + 3 * 6 + 5 + 5
    for link in links:
        answer = phone.get(link)
        assert answer.status_code == 200, link
        assert 'class="part"' in answer.text


def test_a_space_is_corrected(phone: SoloPhone, store: SqliteStore, code: str) -> None:
    before = state_of(store, code).area
    assert phone.correct(code, "gem-2-2", "none").status_code == 303
    assert state_of(store, code).area[2].gems == (before[2].gems[0], before[2].gems[2])
    assert phone.correct(code, "gem-2-3", "red").status_code == 303
    assert state_of(store, code).area[2].gems[2] == "red"
    assert phone.correct(code, "face-2", "1").status_code == 303
    assert state_of(store, code).area.face_up == (2, 3, 5)
    assert phone.correct(code, "face-2", "turned").status_code == 303
    assert state_of(store, code).area.face_up == (3, 5)
    assert phone.correct(code, "pile-2", "7").status_code == 303
    assert (state_of(store, code).area[2].pile, state_of(store, code).area[2].below) == (7, ())


def test_stage_turn_and_scores_are_corrected(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    told = [("stage", "2"), ("points-1", "31"), ("colored-1", "9"), ("mythicals-1", "2")]
    for what, value in [*told, ("turn", "6")]:
        answer = phone.correct(code, what, value)
        assert answer.status_code == 303, message(answer)
    state = state_of(store, code)
    assert (state.stage, state.expecting) == (2, Expecting.STAGE_END)
    assert (state.player_total, state.legend_total) == (31, 13)
    assert ">31</a>" in phone.get(f"/t/{code}/pad").text
    assert phone.correct(code, "stage", "1").status_code == 303
    assert state_of(store, code).player_points == ()


def test_what_cannot_be_is_warned_of_where_it_can_be_put_right(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    assert phone.correct(code, "hand-discards-red", "9").status_code == 303
    assert phone.correct(code, "hand-player-red", "9").status_code == 303
    page = phone.state(code).text
    assert "red gems lie outside the bag: the game has only 9" in page
    assert "color=red#hands" in page
    assert "#player" in page
    for _gem in range(3):
        assert phone.correct(code, "gem-2-1", "none").status_code == 303
    assert f"/t/{code}/legend/correct?what=gem-2-1" in phone.state(code).text


@pytest.mark.parametrize(
    ("what", "value", "says"),
    [
        ("turn", "11", "Stage 1 has 10 turns"),
        ("turn", "-1", "whole number"),
        ("stage", "9", "no such thing"),
        ("points-1", "3", "no such thing"),
        ("phase", "tea", "whose turn"),
        ("phase", "set_up", "whose turn"),
        ("phase", "legend_turn", "cannot come THE Legend's turn"),
        ("hand-player-red", "1e3", "whole number"),
        ("hand-nobody-red", "1", "no such thing"),
        ("gem-1-1", "ruby", "gem"),
        ("gem-6-1", "red", "no such thing"),
        ("gem-1-4", "red", "no such thing"),
        ("icons", "mythical red", "no gem icon"),
        ("icons", "red", "two gem icons"),
        ("face-1", "9", "no such thing"),
        ("rule-become", "yes", "no such thing"),
        ("draws", "perhaps", "no such thing"),
        ("tea", "1", "no such thing"),
        ("", "", "no such thing"),
    ],
)
def test_corrections_that_make_no_sense_are_refused(
    phone: SoloPhone, store: SqliteStore, code: str, what: str, value: str, says: str
) -> None:
    before = store.table(code)
    answer = phone.correct(code, what, value)
    assert 400 <= answer.status_code < 500
    assert says in message(answer)
    assert store.table(code) == before


def test_a_stale_correction_is_refused(phone: SoloPhone, store: SqliteStore, code: str) -> None:
    before = store.table(code)
    answer = phone.correct(code, "turn", "3", version="1")
    assert (answer.status_code, "Look again first" in message(answer)) == (409, True)
    assert store.table(code) == before


# ---- the end of a stage


def ended(phone: SoloPhone, code: str, gems: dict[str, str]) -> None:
    """To the end of stage 1 with these gems in hand."""
    for color, count in gems.items():
        assert phone.correct(code, f"hand-player-{color}", count).status_code == 303
    assert phone.correct(code, "turn", "10").status_code == 303


def ticked(page: str) -> list[str]:
    found = re.findall(r'name="keep" value="(\w+)"[^>]*\bchecked\b', page)
    return sorted(found)


def test_typed_points_keep_up_to_five_gems_unless_told_otherwise(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    ended(phone, code, {"red": "4", "blue": "3", "mythical": "3"})
    page = phone.get(f"/t/{code}/1/1/type").text
    assert ticked(page) == ticked(phone.state(code).text)
    assert ticked(page) == ["blue", "blue", "mythical", "mythical", "mythical"]
    answer = phone.type_score(code, 1, 1, 20, keep=ticked(page))
    assert answer.status_code == 303
    assert state_of(store, code).player.as_dict() == {"blue": 2, "mythical": 3}
    between = phone.state(code).text
    assert "End of stage 1" in between
    assert "You begin." in between


def test_keeping_none_is_said_and_not_assumed(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    ended(phone, code, {"red": "2"})
    answer = phone.type_score(code, 1, 1, 20)
    assert answer.status_code == 400
    assert "I keep none" in message(answer)
    assert state_of(store, code).stage == 1
    assert phone.type_score(code, 1, 1, 20, keep_none="1").status_code == 303
    assert state_of(store, code).player.total == 0


@pytest.mark.parametrize(
    ("keep", "says"),
    [
        (["red"] * 4 + ["blue"] * 2, "You keep 6 gems: at most 5"),
        (["green"], "You keep 1 green, but hold only 3 blue, 4 red"),
    ],
)
def test_a_refusal_names_the_gems_truly_and_leaves_the_ticks(
    phone: SoloPhone, code: str, keep: list[str], says: str
) -> None:
    ended(phone, code, {"red": "4", "blue": "3"})
    answer = phone.type_score(code, 1, 1, 20, keep=keep)
    assert 400 <= answer.status_code < 500
    assert says in message(answer)
    assert ticked(answer.text) == sorted(word for word in keep if word != "green")


def test_undo_says_what_to_put_back(phone: SoloPhone, store: SqliteStore, code: str) -> None:
    turn = first_turn(state_of(store, code))
    phone.played(code, turn)
    answer = phone.go_to(code, 1)
    page = phone.get(answer.location).text
    assert f"pile {turn.reveal}: face down again" in page
    assert f"your domino back on pile {turn.space}, face up" in page
    assert "Put back by hand" not in phone.state(code).text


def test_giving_up_is_asked_and_can_be_undone(
    phone: SoloPhone, store: SqliteStore, code: str
) -> None:
    page = phone.state(code).text
    assert page.index("Give the game up") < page.index("Yes, give it up")
    phone.played(code, End())
    assert "Undo" in phone.state(code).text
    phone.go_to(code, 1)
    assert state_of(store, code).expecting is Expecting.PLAYER_TURN


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


def test_only_the_domino_that_he_takes_is_asked_for(phone: SoloPhone, store: SqliteStore) -> None:
    asked = "&#34;field&#34;: &#34;domino&#34;"
    code = phone.begin()
    spaces = tuple(Space(number in (1, 3, 5)) for number in range(1, 6))
    phone.played(code, SetUp(gems_by_app=True, seed=3, icons=(Color.RED, Color.RED), spaces=spaces))
    page = phone.state(code).text
    assert asked not in page
    assert "&#34;field&#34;: &#34;icons&#34;" not in page
    phone.played(code, first_turn(state_of(store, code)))
    assert phone.state(code).text.count(asked) == 1


def test_rules_hold_the_house_rules_of_the_game(phone: SoloPhone) -> None:
    code = phone.begin()
    rules = SoloRules(per_icon=True, spare_gems=False, acts_after_lost_turn=True)
    phone.played(code, SetUp(rules, True, True, 4))
    page = phone.state(code).text
    assert "each of his icons takes only one gem" in page
    assert "the spare gems are not in the game" in page
    assert "he plays after a lost turn, too" in page
