from typing import Any

import pytest

from assistant.core.layout import Layout
from assistant.games.forgotten_treasures.lookahead.advice import SAMPLES, advise
from assistant.games.forgotten_treasures.lookahead.hands import unpack
from assistant.games.forgotten_treasures.lookahead.simulation import play_game
from tests.cli.asking import ask

GAME = play_game(11)
BASE = "r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1"


def question(stage: int, **fields: object) -> dict[str, Any]:
    layout = Layout(GAME.layout.stages[:stage])
    gems = unpack(GAME.ends[stage - 1].gained)
    return {
        "game": "forgotten_treasures",
        "layout": repr(layout),
        "inventory": gems.as_dict(),
    } | fields


def answers_to(monkeypatch: pytest.MonkeyPatch, *questions: object) -> list[dict[str, Any]]:
    status, answers = ask(monkeypatch, "plan", *questions)
    assert status == 0, answers
    return answers


def test_the_answer_is_the_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = answers_to(monkeypatch, question(2, seed=5))
    layout = Layout(GAME.layout.stages[:2])
    advice = advise(layout, unpack(GAME.ends[1].gained), seed=5)
    assert set(answer) == {
        "activations",
        "points_now",
        "kept",
        "expected_total",
        "standard_error",
        "greedy",
        "alternatives",
        "samples",
    }
    assert answer["points_now"] == advice.best.points_now
    assert answer["kept"] == advice.best.kept.as_dict()
    assert answer["expected_total"] == round(advice.best.expected_total, 2)
    assert answer["standard_error"] == round(advice.best.error, 2)
    assert answer["samples"] == SAMPLES[1]
    assert answer["greedy"]["points_now"] == advice.greedy.points_now
    assert answer["greedy"]["kept"] == advice.greedy.kept.as_dict()
    assert answer["greedy"]["expected_total"] == round(advice.greedy.expected_total, 2)
    assert [other["kept"] for other in answer["alternatives"]] == [
        option.kept.as_dict() for option in advice.alternatives
    ]


def test_the_same_seed_gives_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    one, same, plain, zero = answers_to(
        monkeypatch,
        question(3, seed=1),
        question(3, seed=1),
        question(3),
        question(3, seed=0),
    )
    assert one == same
    assert plain == zero


def test_at_stage_4_it_is_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question(4)
    (answer,) = answers_to(monkeypatch, asked)
    _, (score,) = ask(monkeypatch, "score", asked)
    assert answer["activations"] == score["plan"]["activations"]
    assert answer["points_now"] == answer["expected_total"] == score["plan"]["points"]
    assert answer["kept"] == score["plan"]["kept"]
    assert answer["greedy"]["points_now"] == score["plan"]["points"]
    assert answer["alternatives"] == []
    assert answer["samples"] == 0


def test_the_points_now_are_those_of_the_frontier(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question(3)
    (answer,) = answers_to(monkeypatch, asked)
    _, (score,) = ask(monkeypatch, "score", asked)
    frontier = [(entry["points"], entry["kept"]) for entry in score["frontier"]]
    for option in (answer, answer["greedy"], *answer["alternatives"]):
        assert (option["points_now"], option["kept"]) in frontier
    assert answer["greedy"]["points_now"] == score["plan"]["points"]


def test_a_layout_that_breaks_a_rule_is_answered_with_warnings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (answer,) = answers_to(
        monkeypatch, question(1, layout=BASE.replace("r1", "r7", 1), inventory={"red": 1})
    )
    assert answer["warnings"]
