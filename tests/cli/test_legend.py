"""The ``legend`` command: one JSON object a line in, one turn a line out."""

from typing import Any

import pytest

from tests.cli.asking import ask

AREA = [
    (True, ["mythical", "green", "orange"]),
    (False, ["red", "red", "blue"]),
    (True, ["green", "purple", "orange"]),
    (False, ["green", "purple", "orange"]),
    (True, ["red", "purple", "green"]),
]


def question(**changes: Any) -> dict[str, Any]:
    spaces = [{"face_up": face_up, "gems": gems} for face_up, gems in AREA]
    return {"icons": ["red", "blue"], "spaces": spaces} | changes


def test_answers_one_turn_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    status, (answer,) = ask(monkeypatch, "legend", question())
    reasons = answer.pop("reasons")
    assert status == 0
    assert answer == {
        "taken": [{"space": 5, "gem": "red"}, {"space": 1, "gem": "mythical"}],
        "domino_from": 1,
        "flip": 1,
        "refill": [],
        "bag_draw": 0,
    }
    assert reasons[-1] == "He took his last gem in space 1: the domino comes from there."


def test_one_gem_an_icon_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    spaces = question()["spaces"]
    spaces[4]["gems"] = ["red", "red", "mythical"]
    _, answers = ask(
        monkeypatch, "legend", question(spaces=spaces), question(spaces=spaces, per_icon=True)
    )
    assert [[t["gem"] for t in answer["taken"]] for answer in answers] == [
        ["red", "red"],
        ["red", "mythical"],
    ]


def test_another_number_of_face_up_spaces_is_decided_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spaces = question()["spaces"]
    spaces[1]["face_up"] = True
    status, (answer,) = ask(monkeypatch, "legend", question(spaces=spaces))
    assert status == 0
    assert answer["warnings"] == ["Face-up spaces: 4; in the game there are always 3."]
