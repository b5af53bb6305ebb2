from typing import Any

import pytest

from tests.cli.asking import ask


def player(name: str, *stages: object, **left: object) -> dict[str, Any]:
    return {"name": name, "stages": list(stages)} | left


def question(*players: object, order: object = None, game: str = "forgotten_treasures") -> Any:
    names = [each["name"] for each in players if isinstance(each, dict)]
    return {"game": game, "players": players, "turn_order": names if order is None else order}


def test_the_end_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    status, answers = ask(
        monkeypatch,
        "standings",
        question(
            player("Ana", 20, 17, 15, 8, gems_left=2), player("Zoë", 22, 15, 14, 9, gems_left=1)
        ),
    )
    assert status == 0
    assert answers == [
        {
            "ranking": [
                {"name": "Ana", "total": 60, "rank": 1},
                {"name": "Zoë", "total": 60, "rank": 2},
            ],
            "winners": ["Ana"],
            "tie_break": "gems_left",
            "next_starter": None,
        }
    ]


def test_after_a_stage_the_lowest_begins_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    _, (answer,) = ask(
        monkeypatch,
        "standings",
        question(player("A", 20), player("B", 17), player("C", 17), order=["C", "B", "A"]),
    )
    assert answer["next_starter"] == "C"
    assert answer["winners"] == []
    assert answer["tie_break"] is None


def test_pyramido_breaks_ties_by_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    players = (player("A", 5, 5, 5, 5, cards_left=0), player("B", 5, 5, 5, 5, cards_left=3))
    _, (answer,) = ask(monkeypatch, "standings", question(*players, game="pyramido"))
    assert (answer["winners"], answer["tie_break"]) == (["B"], "cards_left")


def test_pyramis_is_scored_once_and_ties_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben, cleo = player("Ana", 31), player("Ben", 28), player("Cleo", 31)
    whole = question(ana, ben, cleo, game="pyramis")
    del whole["turn_order"]
    status, (answer, sole, before) = ask(
        monkeypatch,
        "standings",
        whole,
        question(ana, ben, game="pyramis"),
        question(player("A"), player("B"), game="pyramis"),
    )
    assert status == 0
    assert answer == {
        "ranking": [
            {"name": "Ana", "total": 31, "rank": 1},
            {"name": "Ben", "total": 28, "rank": 3},
            {"name": "Cleo", "total": 31, "rank": 1},
        ],
        "winners": ["Ana", "Cleo"],
        "tie_break": "shared",
        "next_starter": None,
    }
    assert (sole["winners"], sole["tie_break"]) == (["Ana"], None)
    assert (before["winners"], before["next_starter"]) == ([], None)


def test_pyramido_then_breaks_ties_by_the_best_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [player("A", 9, 5, 5, 5, cards_left=1), player("B", 8, 6, 5, 5, cards_left=1)]
    tied = [player("A", 9, 5, 5, 5, cards_left=1), player("B", 5, 9, 5, 5, cards_left=1)]
    _, (best, shared) = ask(
        monkeypatch,
        "standings",
        question(*players, game="pyramido"),
        question(*tied, game="pyramido"),
    )
    assert (best["winners"], best["tie_break"]) == (["A"], "best_stage")
    assert (shared["winners"], shared["tie_break"]) == (["A", "B"], "shared")


A = player("A", 1)


@pytest.mark.parametrize(
    ("whole", "reason"),
    [
        (question(), "1 to 4 players, not 0"),
        (question(*[player(name, 1) for name in "ABCDE"]), "1 to 4 players, not 5"),
        (question(A, game="pyramido"), "2 to 4 players, not 1"),
        (question(A, game="pyramis"), "2 to 4 players, not 1"),
        (
            question(player("A", 1, 2), player("B", 1, 2), game="pyramis"),
            "2 scores a player are too many: the game has 1",
        ),
        (question(A, player("B", 2), order=["A"], game="pyramis"), "name every player once"),
        (
            question(*[player(name, 1, 1, 1, 1) for name in "AB"], game="pyramido"),
            "cards_left of A, B must be given: they are tied at 4 points",
        ),
        (
            question(*[player(name, 1, cards_left=4) for name in "AB"], game="pyramido"),
            "cards_left must be a whole number from 0 to 3",
        ),
        (question(A) | {"players": "A"}, "players must be a list, not 'A'"),
        (question(A) | {"players": ["A"]}, "players[0] must be an object, not 'A'"),
        (question({"name": "A"}), "players[0].stages is missing"),
        (question(A) | {"players": [{"stages": []}]}, "players[0].name is missing"),
        (question(player("", 1)), "players[0].name must be a text, not ''"),
        (question(player("A", 1, -1)), "players[0].stages[1] must be a whole number"),
        (question(player("A", True)), "players[0].stages[0] must be a whole number"),
        (question(player("A", 1.5)), "players[0].stages[0] must be a whole number"),
        (question(player("A", 10**999)), "from 0 to 999, not 1000"),
        (
            question(player("A", 1, 2, 3, 4, gems_left=2), player("B", 4, 3, 2, 1)),
            "gems_left of B must be given: they are tied at 10 points",
        ),
        (question(player("A", 1, 2, 3, 4, gems_left=7)), "gems_left must be a whole number from 0"),
        (question(player("A", 1, gems_left=-1)), "gems_left must be a whole number from 0 to 6"),
        (question(player("A", 1, cards_left=1)), "counts gems_left, not cards_left"),
        (
            question(player("A", *range(5), gems_left=0)),
            "5 scores a player are too many: the game has 4",
        ),
        (question(A, player("B", 1, 2)), "Not every player has the same number"),
        (question(A, A), "same name"),
        (question(A, order=[]), "name every player once"),
        (question(A, order=["B"]), "name every player once"),
        (question(A, order="A"), "turn_order must be a list, not 'A'"),
        (question(A, order=[1]), "turn_order[0] must be a text, not 1"),
        ({"game": "forgotten_treasures", "players": [A]}, "turn_order is missing"),
        ({"game": "forgotten_treasures"}, "players is missing"),
    ],
)
def test_a_pad_that_does_not_add_up_is_told_why(
    monkeypatch: pytest.MonkeyPatch, whole: object, reason: str
) -> None:
    status, (answer,) = ask(monkeypatch, "standings", whole)
    assert status == 1
    assert reason in answer["error"]


def test_what_breaks_ties_may_be_left_out_where_nothing_is_tied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status, (answer,) = ask(
        monkeypatch, "standings", question(player("A", 1, 2, 3, 4), player("B", 1, 1, 1, 1))
    )
    assert (status, answer["winners"], answer["tie_break"]) == (0, ["A"], None)
