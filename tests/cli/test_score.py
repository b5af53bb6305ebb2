import random
from typing import Any

import pytest

from assistant.games.forgotten_treasures.activation import best_plan, frontier
from bench.positions import Position, random_position
from tests.cli.asking import ask

GAME = {"game": "forgotten_treasures"}
BASE = "r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1/r1b1g1o1p1"


def question(**fields: object) -> dict[str, Any]:
    return GAME | {"inventory": {}} | fields


def answer_to(monkeypatch: pytest.MonkeyPatch, **fields: object) -> dict[str, Any]:
    status, (answer,) = ask(monkeypatch, "score", question(**fields))
    assert status == 0, answer
    return answer


def error_to(monkeypatch: pytest.MonkeyPatch, whole: object) -> str:
    status, (answer,) = ask(monkeypatch, "score", whole)
    assert status == 1
    assert set(answer) == {"error", "line"}
    assert answer["line"] == 1
    return str(answer["error"])


def test_areas_are_scored_with_their_positions_as_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answer_to(
        monkeypatch,
        areas=[{"color": "red", "icons": 0}, {"color": "blue", "icons": 5}],
        inventory={"blue": 1, "mythical": 5},
    )
    doubled = [{"area": 1, "multiplier": 2, "pay": {"blue": 1, "mythical": 4}}]
    single = [{"area": 1, "multiplier": 1, "pay": {"blue": 1}}]
    by_mythicals = [{"area": 1, "multiplier": 1, "pay": {"mythical": 2}}]
    assert answer == {
        "areas": [
            {"id": 0, "color": "red", "icons": 0},
            {"id": 1, "color": "blue", "icons": 5},
        ],
        "plan": {
            "points": 11,
            "mythical_points": 1,
            "activations": doubled,
            "kept": {"mythical": 1},
            "gems_kept": 1,
        },
        "frontier": [
            {"kept": {"mythical": 1}, "points": 11, "activations": doubled},
            {"kept": {"mythical": 5}, "points": 10, "activations": single},
            {"kept": {"blue": 1, "mythical": 3}, "points": 8, "activations": by_mythicals},
            {"kept": {"blue": 1, "mythical": 4}, "points": 5, "activations": []},
        ],
    }


def test_a_layout_is_scored_with_the_quadrants_of_its_areas(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The purple column of stage 1 joins stage 2, which covers all its icons but one."""
    tower = f"{BASE} p1p1p1p1/p1p1p1p1/p1p1p1p1"
    answer = answer_to(monkeypatch, layout=tower, inventory={"purple": 3})
    assert "warnings" not in answer
    (purple,) = (area for area in answer["areas"] if area["color"] == "purple")
    assert purple["icons"] == 12 + 1
    assert len(purple["quadrants"]) == 8 * 6 + 2 * 8 - 6
    assert [9, 7] in purple["quadrants"]
    assert [0, 0] not in purple["quadrants"]
    assert answer["plan"]["points"] == 2 * 13


def described(position: Position) -> dict[str, Any]:
    return question(layout=repr(position.layout), inventory=position.inventory.as_dict())


def test_answers_are_those_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    positions = [random_position(rng, stage) for stage in (1, 2, 3, 4) for _ in range(3)]
    status, answers = ask(monkeypatch, "score", *map(described, positions))
    assert status == 0
    for position, answer in zip(positions, answers, strict=True):
        plan = best_plan(position.areas, position.inventory)
        assert answer["plan"]["points"] == plan.points
        assert answer["plan"]["kept"] == plan.kept.as_dict()
        assert answer["plan"]["gems_kept"] == plan.kept.total
        assert [(entry["kept"], entry["points"]) for entry in answer["frontier"]] == [
            (entry.kept.as_dict(), entry.points)
            for entry in frontier(position.areas, position.inventory)
        ]
        assert [area["icons"] for area in answer["areas"]] == [a.icons for a in position.areas]
        assert sum(len(area["quadrants"]) for area in answer["areas"]) == sum(
            a.mask.bit_count() for a in position.areas
        )


def test_a_layout_that_breaks_a_rule_is_scored_with_warnings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = answer_to(monkeypatch, layout=BASE.replace("r1", "r7", 1), inventory={"red": 1})
    assert answer["plan"]["points"] == 3 + 3
    assert answer["warnings"][0].startswith("Stage 1, row 1, column 1 has 3 icons")


def test_what_is_covered_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    below = "r1b1g1o1p1/r1??g1o1p1/r1b1g1o1p1/r1b1g1o1p1"
    answer = answer_to(monkeypatch, layout=f"{below} p1p1p1p1/p1p1p1p1/p1p1p1p1")
    assert answer["plan"]["points"] == 0


STAGES = [BASE, "p1p1p1p1/p1p1p1p1/p1p1p1p1", "p1p1p1/p1p1p1", "p1p1"]


@pytest.mark.parametrize(("stage", "most"), [(1, 10), (2, 11), (3, 8), (4, 6)])
def test_with_a_layout_its_stages_bound_the_gems(
    monkeypatch: pytest.MonkeyPatch, stage: int, most: int
) -> None:
    layout = " ".join(STAGES[:stage])
    answer = answer_to(monkeypatch, layout=layout, inventory={"mythical": most})
    assert answer["plan"]["points"] >= most
    many = question(layout=layout, inventory={"mythical": most, "red": 1})
    assert f"{most + 1} gems are too many" in error_to(monkeypatch, many)


def test_with_areas_only_eleven_gems_are_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_to(monkeypatch, areas=[], inventory={"mythical": 11})["plan"]["points"] == 11
    many = question(areas=[], inventory={"mythical": 12})
    assert "12 gems are too many" in error_to(monkeypatch, many)


def test_equal_areas_are_two_areas(monkeypatch: pytest.MonkeyPatch) -> None:
    areas = [{"color": "red", "icons": 3}] * 2
    answer = answer_to(monkeypatch, areas=areas, inventory={"red": 2})
    assert answer["plan"]["points"] == 6
    assert [activation["area"] for activation in answer["plan"]["activations"]] == [0, 1]


def test_unknown_fields_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script may keep its own notes in a question, and ask several commands the same."""
    assert answer_to(monkeypatch, areas=[], seed=7, note="mine")["plan"]["points"] == 0
