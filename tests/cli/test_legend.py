"""The ``legend`` command: one JSON object a line in, one turn a line out."""

import io
import json
import sys
from typing import Any

import pytest

from assistant.cli import main

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


class Standard(io.TextIOWrapper):
    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8")


def ask(monkeypatch: pytest.MonkeyPatch, *lines: object) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the answers to these lines; a text goes in as it is."""
    text = "".join(
        (line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines
    ).encode()
    output = Standard()
    monkeypatch.setattr(sys, "stdin", Standard(text))
    monkeypatch.setattr(sys, "stdout", output)
    status = main(["legend"])
    assert isinstance(output.buffer, io.BytesIO)
    answers = output.buffer.getvalue().decode().splitlines()
    return status, [json.loads(answer) for answer in answers]


def test_answers_one_turn_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    status, (answer,) = ask(monkeypatch, question())
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
    _, answers = ask(monkeypatch, question(spaces=spaces), question(spaces=spaces, per_icon=True))
    assert [[t["gem"] for t in answer["taken"]] for answer in answers] == [
        ["red", "red"],
        ["red", "mythical"],
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "Not JSON"),
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
    status, (bad, good) = ask(monkeypatch, line, question())
    assert status == 1
    assert bad["line"] == 1
    assert says in bad["error"]
    assert good["domino_from"] == 1


def test_another_number_of_face_up_spaces_is_decided_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spaces = question()["spaces"]
    spaces[1]["face_up"] = True
    status, (answer,) = ask(monkeypatch, question(spaces=spaces))
    assert status == 0
    assert answer["warnings"] == ["Face-up spaces: 4; in the game there are always 3."]
