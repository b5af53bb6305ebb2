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


def test_what_breaks_ties_may_be_left_out_where_nothing_is_tied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status, (answer,) = ask(
        monkeypatch, "standings", question(player("A", 1, 2, 3, 4), player("B", 1, 1, 1, 1))
    )
    assert (status, answer["winners"], answer["tie_break"]) == (0, ["A"], None)
