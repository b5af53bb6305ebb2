"""``score`` for Pyramido."""

import random
from typing import Any

import pytest

from assistant.core.areas import layout_areas
from assistant.games.pyramido.marking import best_marks
from tests.cli.asking import ask
from tests.games.pyramido.marks import full_layout, plain_points, some_markers

BASE = "r1b1g1n1y1/r1b1g1n1y1/r1b1g1n1y1/r1b1g1n1y1"
TOP = "r1b1g1n1/r1--g1n1/r1b1g1n1"


def at(stage: int, row: int, column: int) -> dict[str, int]:
    return {"stage": stage, "row": row, "column": column}


def question(**fields: object) -> dict[str, Any]:
    return {"game": "pyramido", **fields}


def answer_to(monkeypatch: pytest.MonkeyPatch, **fields: object) -> dict[str, Any]:
    status, (answer,) = ask(monkeypatch, "score", question(**fields))
    assert status == 0, answer
    return answer


def test_a_layout_with_its_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answer_to(monkeypatch, layout=BASE, markers=[at(1, 0, 1), at(1, 3, 0)])
    assert set(answer) == {"areas", "marked", "mino_bonus", "points"}
    assert [area["color"] for area in answer["areas"]] == [
        "red",
        "blue",
        "green",
        "brown",
        "yellow",
    ]
    assert [area["icons"] for area in answer["areas"]] == [4] * 5
    assert answer["areas"][4]["quadrants"][:3] == [[8, 0], [9, 0], [8, 1]]
    assert (answer["marked"], answer["mino_bonus"], answer["points"]) == ([1, 0], 4, 12)


def test_nobody_has_to_be_marked_to_be_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answer_to(monkeypatch, layout=BASE, markers=[])
    assert (answer["marked"], answer["mino_bonus"], answer["points"]) == ([], 0, 0)


def test_areas_may_be_given_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first stage of the manual."""
    icons = {"brown": 4, "blue": 4, "yellow": 3, "turquoise": 4, "green": 3, "red": 3}
    areas = [{"color": color, "icons": count} for color, count in icons.items()]
    areas.append({"color": "red", "icons": 9})
    answer = answer_to(monkeypatch, areas=areas, marked=[0, 1, 2, 3, 4, 5])
    assert (answer["marked"], answer["mino_bonus"], answer["points"]) == ([*range(6)], 3, 24)
    assert answer["areas"][6] == {"id": 6, "color": "red", "icons": 9}


def test_random_positions_equal_a_plain_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    layouts = [full_layout(rng, rng.randint(1, 4)) for _ in range(120)]
    markers = [some_markers(rng, layout) for layout in layouts]
    status, answers = ask(
        monkeypatch,
        "score",
        *(
            question(layout=repr(layout), markers=[at(*each.place) for each in own], best=True)
            for layout, own in zip(layouts, markers, strict=True)
        ),
    )
    assert status == 0
    for layout, own, answer in zip(layouts, markers, answers, strict=True):
        icons, points = plain_points(layout, own)
        assert [answer["areas"][area]["icons"] for area in answer["marked"]] == icons
        assert (answer["points"], answer["mino_bonus"]) == (points, min(icons, default=0))
        best, score = best_marks(layout)
        assert answer["best"] == {
            "markers": [at(*marker.place) for marker in best],
            "marked": list(score.marked),
            "mino_bonus": score.bonus,
            "points": score.points,
        }
        assert [area["icons"] for area in answer["areas"]] == [
            area.icons for area in layout_areas(layout)
        ]


def test_marks_and_layouts_that_break_a_rule_are_scored_with_warnings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layout = BASE.replace("r1", "r3", 1).replace("b1", "b0", 1)
    answer = answer_to(monkeypatch, layout=f"{layout} {TOP}", markers=[at(1, 0, 1), at(2, 0, 0)])
    assert answer["points"] > 0
    assert [text[:40] for text in answer["warnings"]] == [
        "The blocks of stage 2 cannot be laid wit",
        "Stage 2 has gaps: single-block cards mus",
        "Stage 1, row 1, column 2 is marked, but ",
        "Stage 1, row 1, column 2 is marked, but ",
    ]


def test_cards_may_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red has two icons at one end, so a domino has three unless a card lies on it."""
    odd = question(layout=BASE.replace("r1", "r3", 1), markers=[at(1, 0, 0)])
    _, (unsaid, none, one, there, elsewhere) = ask(
        monkeypatch,
        "score",
        odd,
        odd | {"cards_played": 0},
        odd | {"cards_played": 1},
        odd | {"cards": [at(1, 0, 1)]},
        odd | {"cards": [at(1, 3, 4)]},
    )
    assert "only if single-block cards" in unsaid["warnings"][0]
    assert "cannot be right" in none["warnings"][0]
    assert "warnings" not in one
    assert "warnings" not in there
    assert none["warnings"] == elsewhere["warnings"]
    assert {answer["points"] for answer in (unsaid, none, one, there, elsewhere)} == {10}


def test_the_best_marks_know_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last domino is marked once, and once more on its card."""
    tower = "/".join(["n0" * 5] * 4) + " " + "/".join(["n0" * 4] * 3) + " n0n0n0/n0n0n0 "
    whole = answer_to(monkeypatch, layout=tower + "r1b1", markers=[], best=True)
    assert whole["best"]["points"] == 2
    card = answer_to(monkeypatch, layout=tower + "r3b1", markers=[], best=True, cards=[at(4, 0, 1)])
    assert card["best"]["markers"] == [at(4, 0, 0), at(4, 0, 1)]
    assert card["best"]["points"] == 2 + 1 + 1


PAIR = f"{BASE} {TOP}"
