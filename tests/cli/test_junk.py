"""What a command cannot answer: one line with the reason, and the next question is answered.

One table for all commands: the command, the question, and words of the reason.
"""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli import test_plan as plan
from tests.cli import test_score as score
from tests.cli import test_score_marks as marks
from tests.cli.asking import JUNK, ask, spots
from tests.cli.test_legend import question as turn
from tests.cli.test_score import BASE
from tests.cli.test_score_cards import EMPTY, FULL, SEA, card, icons, rows_with
from tests.cli.test_score_cards import player as hand
from tests.cli.test_score_cards import question as deck
from tests.cli.test_score_marks import PAIR, at
from tests.cli.test_score_marks import question as pyramid
from tests.cli.test_standings import A, player
from tests.cli.test_standings import question as pad

GAMES = {"game": "forgotten_treasures"}
GOOD: dict[str, list[Any]] = {
    "legend": [turn()],
    "plan": [plan.question(4)],
    "score": [
        score.question(areas=[]),
        pyramid(layout=PAIR, markers=[at(2, 0, 0), at(2, 0, 2)], cards=[at(1, 0, 0)], best=True),
        deck(hand("A", FULL, icons(1)), hand("B", EMPTY)),
    ],
    "standings": [pad(A)],
}
"""Questions that are answered."""

SCORE: list[tuple[dict[str, Any], str]] = [
    ({"game": None}, "game must be a text, not None"),
    ({"game": "pyramidion"}, "'pyramidion' is no game known here"),
    ({}, "Give either a layout or areas"),
    ({"layout": BASE, "areas": []}, "Give either a layout or areas"),
    ({"layout": 5}, "layout must be a text, not 5"),
    ({"layout": ""}, "layout must be a text, not ''"),
    ({"layout": "r1b1"}, "Character 1 of 'r1b1': Stage 1 is 5x4 or 4x5"),
    ({"layout": BASE.replace("r1", "n1", 1)}, "'n' is no colour of this game"),
    ({"layout": BASE.replace("r1", "??", 1)}, "quadrant x=0, y=0 is not known"),
    ({"layout": BASE.replace("r1", "r?", 1)}, "quadrant x=0, y=0 is not known"),
    ({"areas": {}}, "areas must be a list, not {}"),
    ({"areas": [7]}, "areas[0] must be an object, not 7"),
    ({"areas": [{"icons": 1}]}, "areas[0].color is missing"),
    ({"areas": [{"color": "red"}]}, "areas[0].icons is missing"),
    ({"areas": [{"color": "mythical", "icons": 1}]}, "areas[0].color must be one of orange"),
    ({"areas": [{"color": "brown", "icons": 1}]}, "areas[0].color must be one of orange"),
    ({"areas": [{"color": ["red"], "icons": 1}]}, "areas[0].color must be one of orange"),
    ({"areas": [{"color": "red", "icons": -1}]}, "areas[0].icons must be a whole number"),
    ({"areas": [{"color": "red", "icons": True}]}, "from 0 to 80, not True"),
    ({"areas": [{"color": "red", "icons": 2.0}]}, "from 0 to 80, not 2.0"),
    ({"areas": [{"color": "red", "icons": "2"}]}, "from 0 to 80, not '2'"),
    ({"areas": [{"color": "red", "icons": 10**100}]}, "from 0 to 80, not 1000"),
    ({"areas": [{"color": "red", "icons": 1}] * 81}, "81 areas are too many"),
    ({"areas": [], "inventory": []}, "inventory must be an object, not []"),
    ({"areas": [], "inventory": {"red": -1}}, "inventory.red must be a whole number"),
    ({"areas": [], "inventory": {"red": False}}, "inventory.red must be a whole number"),
    ({"areas": [], "inventory": {"red": 10}}, "10 red gems: there are only 9"),
    ({"areas": [], "inventory": {"brown": 1}}, "must be one of orange, blue"),
    ({"areas": [], "inventory": {"pink": 0}}, "not 'pink'"),
    ({"areas": [], "inventory": {"red": 10**50}}, "inventory.red must be a whole number"),
]
MARKS: list[tuple[dict[str, Any], str]] = [
    ({}, "Give either a layout or areas"),
    ({"layout": marks.BASE, "areas": []}, "Give either a layout or areas"),
    ({"layout": marks.BASE}, "markers is missing"),
    ({"layout": marks.BASE, "markers": {}}, "markers must be a list, not {}"),
    ({"layout": marks.BASE, "markers": [3]}, "markers[0] must be an object, not 3"),
    ({"layout": marks.BASE, "markers": [{"stage": 1, "row": 0}]}, "markers[0].column is missing"),
    ({"layout": marks.BASE, "markers": [at(5, 0, 0)]}, "markers[0].stage must be a whole number"),
    ({"layout": marks.BASE, "markers": [at(1, -1, 0)]}, "markers[0].row must be a whole number"),
    ({"layout": marks.BASE, "markers": [at(1, 0, True)]}, "markers[0].column must be a whole"),
    ({"layout": marks.BASE, "markers": [at(0, 0, 0)]}, "Stage 0, row 1, column 1 is marked, but"),
    ({"layout": marks.BASE, "markers": [at(2, 0, 0)]}, "the pyramid has no such place"),
    ({"layout": marks.BASE, "markers": [at(1, 4, 0)]}, "the pyramid has no such place"),
    ({"layout": PAIR, "markers": [at(2, 1, 1)]}, "column 2 is marked, but there is a gap"),
    (
        {"layout": PAIR.replace("--", "b1"), "markers": [at(1, 1, 1)]},
        "Stage 1, row 2, column 2 is marked, but other blocks cover it",
    ),
    ({"layout": marks.BASE, "markers": [at(1, 0, 0), at(1, 1, 0)]}, "both marked in red"),
    ({"layout": marks.BASE, "markers": [at(1, 0, 0)] * 7}, "both marked in red"),
    ({"layout": marks.BASE.replace("r1", "??", 1), "markers": []}, "x=0, y=0 is not known"),
    ({"layout": marks.BASE.replace("r1", "o1", 1), "markers": []}, "'o' is no colour of this game"),
    ({"layout": marks.BASE[:-2], "markers": []}, "not equally long"),
    ({"layout": marks.BASE, "markers": [], "best": 1}, "best must be true or false, not 1"),
    ({"layout": marks.BASE, "markers": [], "cards": 1}, "cards must be a list, not 1"),
    ({"layout": marks.BASE, "markers": [], "cards_played": 4}, "a whole number from 0 to 3, not 4"),
    ({"layout": marks.BASE, "markers": [], "cards": [], "cards_played": 0}, "either cards or"),
    ({"layout": marks.BASE, "markers": [], "cards": [at(1, 0, 1), at(1, 0, 3)]}, "brown/blue card"),
    ({"layout": PAIR, "markers": [], "cards": [at(2, 1, 1)]}, "There is no block for a card"),
    ({"areas": []}, "marked is missing"),
    ({"areas": [], "marked": [0]}, "marked[0] names no area: there are 0"),
    ({"areas": [{"color": "red", "icons": 1}], "marked": [1]}, "marked[0] names no area"),
    ({"areas": [{"color": "red", "icons": 1}], "marked": [-1]}, "must be a whole number"),
    ({"areas": [{"color": "red", "icons": 1}], "marked": [0, 0]}, "have one colour"),
    ({"areas": [{"color": "red", "icons": 1}] * 2, "marked": [0, 1]}, "have one colour"),
    ({"areas": [{"color": "orange", "icons": 1}], "marked": []}, "must be one of brown, blue"),
]
ROWS: list[tuple[object, str]] = [
    (rows_with(0, 1, None), "players[0].rows: Row 2 from below, card 1 stands on a missing"),
    (rows_with(2, 0, None), "Row 4 from below, card 1 stands on a missing card"),
    ([[SEA] * 5, *FULL[1:]], "Row 1 from below has 4 places, not 5"),
    ([*FULL, [SEA]], "not 5 rows"),
    (FULL[:3], "not 3 rows"),
    (FULL[::-1], "Row 1 from below has 4 places, not 1"),
    ([[SEA], 3], "players[0].rows[1] must be a list, not 3"),
    ({}, "players[0].rows must be a list, not {}"),
    (rows_with(0, 0, 7), "players[0].rows[0][0] must be an object, not 7"),
    (rows_with(1, 2, {}), "players[0].rows[1][2].color is missing"),
    (rows_with(0, 0, card("red")), "rows[0][0].color must be one of sea, forest, mountain"),
    (rows_with(0, 0, card("sea", -1)), "rows[0][0].upper.pyramids must be a whole number"),
    (rows_with(0, 0, card("sea", 0, 10)), "rows[0][0].upper.aliens must be a whole number"),
    (rows_with(0, 0, card("sea", lower=icons(1, -2))), "rows[0][0].lower.aliens must be a"),
    (rows_with(0, 0, card("sea", lower={"aliens": 1})), "lower.pyramids is missing"),
    (rows_with(0, 0, card("sea", upper=[])), "rows[0][0].upper must be an object, not []"),
    (rows_with(0, 0, card("sea", upper=None)), "rows[0][0]: Enter the icons of the card's"),
    (rows_with(0, 0, card("sea", rotated=True)), "rows[0][0]: The card is turned round"),
    (rows_with(0, 0, card("sea", rotated=0)), "rows[0][0].rotated must be true or false"),
]
CARDS: list[tuple[object, str]] = [
    (deck(), "Pyramis has 2 to 4 players, not 0"),
    (deck(hand("A")), "Pyramis has 2 to 4 players, not 1"),
    (deck(*map(hand, "ABCDE")), "Pyramis has 2 to 4 players, not 5"),
    (deck(*map(hand, "ABC")), "21 sea cards: there are only 16 in the game"),
    (deck(hand("A"), hand("A")), "Two players have the same name"),
    (deck(hand("A"), {"name": "B"}), "players[1].rows is missing"),
    (deck(hand("A"), {"rows": FULL}), "players[1].name is missing"),
    (deck(hand("A"), 5), "players[1] must be an object, not 5"),
    (
        deck(hand("A"), hand("B", FULL, *[icons(1)] * 6)),
        "6 shooting stars",
    ),
    (
        deck(hand("A"), hand("B", FULL, 1)),
        "players[1].stars[0] must be an object",
    ),
    (
        deck(hand("A"), hand("B", FULL, icons(-1))),
        "stars[0].pyramids must be a whole",
    ),
    (
        deck(hand("A"), hand("B") | {"stars": 2}),
        "players[1].stars must be a list",
    ),
    (
        deck(hand("A"), hand("B"), same_row="yes"),
        "same_row must be true or false",
    ),
    ({"game": "pyramis"}, "players is missing"),
]
PLAN: list[tuple[dict[str, Any], str]] = [
    ({"game": "pyramido"}, "Pyramido has no gems to keep"),
    ({"layout": None}, "layout must be a text, not None"),
    ({"layout": BASE.replace("r1", "??", 1)}, "quadrant x=0, y=0 is not known"),
    ({"inventory": {"red": 10}}, "10 red gems: there are only 9"),
    ({"inventory": {"red": 6, "blue": 5}}, "11 gems are too many"),
    ({"seed": -1}, "seed must be a whole number from 0"),
    ({"seed": 1.5}, "seed must be a whole number from 0"),
    ({"seed": "x"}, "seed must be a whole number from 0"),
]
STANDINGS: list[tuple[object, str]] = [
    (pad(), "1 to 4 players, not 0"),
    (pad(*[player(name, 1) for name in "ABCDE"]), "1 to 4 players, not 5"),
    (pad(A, game="pyramido"), "2 to 4 players, not 1"),
    (pad(A, game="pyramis"), "2 to 4 players, not 1"),
    (
        pad(player("A", 1, 2), player("B", 1, 2), game="pyramis"),
        "2 scores a player are too many: the game has 1",
    ),
    (pad(A, player("B", 2), order=["A"], game="pyramis"), "name every player once"),
    (
        pad(*[player(name, 1, 1, 1, 1) for name in "AB"], game="pyramido"),
        "cards_left of A, B must be given: they are tied at 4 points",
    ),
    (
        pad(*[player(name, 1, cards_left=4) for name in "AB"], game="pyramido"),
        "cards_left must be a whole number from 0 to 3",
    ),
    (pad(A) | {"players": "A"}, "players must be a list, not 'A'"),
    (pad(A) | {"players": ["A"]}, "players[0] must be an object, not 'A'"),
    (pad({"name": "A"}), "players[0].stages is missing"),
    (pad(A) | {"players": [{"stages": []}]}, "players[0].name is missing"),
    (pad(player("", 1)), "players[0].name must be a text, not ''"),
    (pad(player("A", 1, -1)), "players[0].stages[1] must be a whole number"),
    (pad(player("A", True)), "players[0].stages[0] must be a whole number"),
    (pad(player("A", 1.5)), "players[0].stages[0] must be a whole number"),
    (pad(player("A", 10**999)), "from 0 to 999, not 1000"),
    (
        pad(player("A", 1, 2, 3, 4, gems_left=2), player("B", 4, 3, 2, 1)),
        "gems_left of B must be given: they are tied at 10 points",
    ),
    (
        pad(player("A", 1, 2, 3, 4, gems_left=7)),
        "gems_left must be a whole number from 0",
    ),
    (
        pad(player("A", 1, gems_left=-1)),
        "gems_left must be a whole number from 0 to 6",
    ),
    (pad(player("A", 1, cards_left=1)), "counts gems_left, not cards_left"),
    (
        pad(player("A", *range(5), gems_left=0)),
        "5 scores a player are too many: the game has 4",
    ),
    (pad(A, player("B", 1, 2)), "Not every player has the same number"),
    (pad(A, A), "same name"),
    (pad(A, order=[]), "name every player once"),
    (pad(A, order=["B"]), "name every player once"),
    (pad(A, order="A"), "turn_order must be a list, not 'A'"),
    (pad(A, order=[1]), "turn_order[0] must be a text, not 1"),
    ({"game": "forgotten_treasures", "players": [A]}, "turn_order is missing"),
    ({"game": "forgotten_treasures"}, "players is missing"),
]
LEGEND: list[tuple[object, str]] = [
    ([], "must be a JSON object"),
    ({"icons": ["red", "blue"]}, "spaces is missing"),
    (turn(icons=["red"]), "two gem icons, not 1"),
    (turn(icons=["red", "mythical"]), "icons[1] must be one of"),
    (turn(spaces=turn()["spaces"][:4]), "five spaces, not 4"),
    (turn(spaces=[{"gems": []}] * 5), "spaces[0].face_up is missing"),
    (turn(spaces=[{"face_up": 1, "gems": []}] * 5), "must be true or false, not 1"),
    (turn(spaces=[{"face_up": True, "gems": ["ruby"]}] * 5), "spaces[0].gems[0] must"),
    (turn(spaces=[{"face_up": True, "gems": ["red"] * 4}] * 5), "Space 1 has 4 gems"),
    (turn(spaces=[{"face_up": False, "gems": ["red"]}] * 5), "No space is face up"),
    (turn(per_icon="yes"), "per_icon must be true or false"),
]


def without(question: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in question.items() if key != name}


JUNK_OF: list[tuple[str, object, str]] = [
    *(("score", score.question(**fields), reason) for fields, reason in SCORE),
    *(("score", pyramid(**fields), reason) for fields, reason in MARKS),
    *(("score", deck(hand("A", rows), hand("B")), reason) for rows, reason in ROWS),
    *(("score", whole, reason) for whole, reason in CARDS),
    *(("plan", plan.question(1, **fields), reason) for fields, reason in PLAN),
    *(("standings", whole, reason) for whole, reason in STANDINGS),
    *(("legend", whole, reason) for whole, reason in LEGEND),
    *(
        ("score", without(GOOD["score"][0], name), f"{name} is missing.")
        for name in ("game", "inventory")
    ),
    *(
        ("plan", without(GOOD["plan"][0], name), f"{name} is missing.")
        for name in ("game", "layout", "inventory")
    ),
]


@pytest.mark.parametrize(
    ("command", "question", "reason"),
    JUNK_OF,
    ids=[f"{command}-{reason[:40]}" for command, _, reason in JUNK_OF],
)
def test_a_bad_question_is_told_what_is_wrong_and_the_next_is_answered(
    monkeypatch: pytest.MonkeyPatch, command: str, question: object, reason: str
) -> None:
    status, (bad, good) = ask(monkeypatch, command, question, GOOD[command][0])
    assert status == 1
    assert set(bad) == {"error", "line"}
    assert bad["line"] == 1
    assert reason in bad["error"]
    assert "error" not in good


@pytest.mark.parametrize(
    ("command", "question"),
    [(command, question) for command, questions in GOOD.items() for question in questions],
)
@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_junk_anywhere_is_answered(
    monkeypatch: pytest.MonkeyPatch, command: str, question: Any, data: st.DataObject
) -> None:
    """Any part of a good question may be replaced by anything: an answer or an error comes."""
    whole = json.loads(json.dumps(question))
    holder, key = data.draw(st.sampled_from(list(spots(whole))))
    holder[key] = data.draw(JUNK)
    status, (answer,) = ask(monkeypatch, command, whole)
    assert status == ("error" in answer)
