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


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ([], "must be a JSON object"),
        ({"icons": ["red", "blue"]}, "spaces is missing"),
        (question(icons=["red"]), "two gem icons, not 1"),
        (question(icons=["red", "mythical"]), "icons[1] must be one of"),
        (question(spaces=question()["spaces"][:4]), "five spaces, not 4"),
        (question(spaces=[{"gems": []}] * 5), "spaces[0].face_up is missing"),
        (question(spaces=[{"face_up": 1, "gems": []}] * 5), "must be true or false, not 1"),
        (question(spaces=[{"face_up": True, "gems": ["ruby"]}] * 5), "spaces[0].gems[0] must"),
        (question(spaces=[{"face_up": True, "gems": ["red"] * 4}] * 5), "Space 1 has 4 gems"),
        (question(spaces=[{"face_up": False, "gems": ["red"]}] * 5), "No space is face up"),
        (question(per_icon="yes"), "per_icon must be true or false"),
    ],
)
def test_a_bad_line_does_not_stop_the_rest(
    monkeypatch: pytest.MonkeyPatch, line: object, says: str
) -> None:
    status, (bad, good) = ask(monkeypatch, "legend", line, question())
    assert status == 1
    assert bad["line"] == 1
    assert says in bad["error"]
    assert good["domino_from"] == 1


def test_another_number_of_face_up_spaces_is_decided_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spaces = question()["spaces"]
    spaces[1]["face_up"] = True
    status, (answer,) = ask(monkeypatch, "legend", question(spaces=spaces))
    assert status == 0
    assert answer["warnings"] == ["Face-up spaces: 4; in the game there are always 3."]
