import random
from itertools import permutations

import pytest

from assistant.core.errors import StandingsError
from assistant.core.scorepad import (
    PlayerScores,
    Standings,
    next_starter,
    standings,
    turn_order_from,
)


def stand(*players: PlayerScores, order: str = "") -> Standings:
    """Standings in the turn order given, one letter a player, else in the order given."""
    turn_order = list(order) or [player.name for player in players]
    return standings(players, turn_order, first_tie_break="gems_left")


def test_most_points_win_and_nothing_had_to_decide() -> None:
    result = stand(
        PlayerScores("A", (20, 20, 20, 10), 6),
        PlayerScores("B", (30, 30, 5, 6), 0),
        PlayerScores("C", (1, 2, 3, 4), 0),
    )
    assert [(e.name, e.total, e.rank) for e in result.ranking] == [
        ("A", 70, 2),
        ("B", 71, 1),
        ("C", 10, 3),
    ]
    assert result.winners == ("B",)
    assert result.tie_break is None
    assert result.next_starter is None


def test_equal_totals_are_decided_by_what_is_left() -> None:
    result = stand(PlayerScores("A", (40, 10, 0, 0), 2), PlayerScores("B", (20, 10, 10, 10), 3))
    assert (result.winners, result.tie_break) == (("B",), "gems_left")
    assert [entry.rank for entry in result.ranking] == [2, 1]


def test_then_by_the_best_single_stage() -> None:
    result = stand(PlayerScores("A", (21, 9, 10, 10), 3), PlayerScores("B", (20, 10, 10, 10), 3))
    assert (result.winners, result.tie_break) == (("A",), "best_stage")
    assert [entry.rank for entry in result.ranking] == [1, 2]


def test_then_the_victory_is_shared() -> None:
    result = stand(
        PlayerScores("A", (20, 10, 10, 10), 3),
        PlayerScores("B", (10, 10, 10, 20), 3),
        PlayerScores("C", (10, 10, 10, 19), 6),
    )
    assert (result.winners, result.tie_break) == (("A", "B"), "shared")
    assert [entry.rank for entry in result.ranking] == [1, 1, 3]


def test_the_tie_break_named_is_the_one_that_settled_it() -> None:
    """What is left parts C from the others, the best stage then parts A and B."""
    result = stand(
        PlayerScores("A", (21, 9, 10, 10), 3),
        PlayerScores("B", (20, 10, 10, 10), 3),
        PlayerScores("C", (50, 0, 0, 0), 2),
    )
    assert (result.winners, result.tie_break) == (("A",), "best_stage")
    assert [entry.rank for entry in result.ranking] == [1, 2, 3]


def test_a_tie_below_the_first_place_needs_no_tie_break() -> None:
    result = stand(
        PlayerScores("A", (30, 10, 10, 10), 0),
        PlayerScores("B", (10, 10, 10, 10), 1),
        PlayerScores("C", (10, 10, 10, 10), 1),
    )
    assert (result.winners, result.tie_break) == (("A",), None)
    assert [entry.rank for entry in result.ranking] == [1, 2, 2]


def test_what_ties_break_by_has_the_name_of_the_game() -> None:
    players = [PlayerScores("A", (1, 1, 1, 1), 2), PlayerScores("B", (1, 1, 1, 1), 0)]
    result = standings(players, ["A", "B"], first_tie_break="cards_left")
    assert (result.winners, result.tie_break) == (("A",), "cards_left")


def test_what_is_left_is_nothing_unless_told() -> None:
    result = stand(PlayerScores("A", (5, 5, 5, 5)), PlayerScores("B", (5, 5, 5, 5), 0))
    assert result.tie_break == "shared"


def test_before_the_end_equal_totals_share_a_rank_and_nobody_has_won() -> None:
    result = stand(PlayerScores("A", (12, 8), 0), PlayerScores("B", (10, 10), 5))
    assert [(e.total, e.rank) for e in result.ranking] == [(20, 1), (20, 1)]
    assert result.winners == ()
    assert result.tie_break is None
    assert result.next_starter == "A"


def test_the_lowest_score_of_the_finished_stage_starts_the_next() -> None:
    players = [PlayerScores("A", (1, 30)), PlayerScores("B", (40, 20)), PlayerScores("C", (9, 21))]
    for order in permutations("ABC"):
        assert stand(*players, order="".join(order)).next_starter == "B"


def test_tied_lowest_scores_start_in_the_turn_order_of_the_finished_stage() -> None:
    players = [
        PlayerScores("A", (1, 10)),
        PlayerScores("B", (2, 10)),
        PlayerScores("C", (3, 9)),
        PlayerScores("D", (4, 9)),
    ]
    assert stand(*players, order="ABCD").next_starter == "C"
    assert stand(*players, order="DABC").next_starter == "D"
    assert next_starter(players[:2], ["B", "A"]) == "B"


def test_before_the_first_stage_everybody_is_equal() -> None:
    result = stand(PlayerScores("A", ()), PlayerScores("B", ()))
    assert [(e.total, e.rank) for e in result.ranking] == [(0, 1), (0, 1)]
    assert result.next_starter is None


def test_one_player_stands_alone() -> None:
    result = stand(PlayerScores("A", (20, 20, 20, 20), 1))
    assert (result.winners, result.tie_break) == (("A",), None)
    assert stand(PlayerScores("A", (20,))).next_starter == "A"


def test_ranks_count_who_is_better_by_points_then_left_then_best_stage() -> None:
    rng = random.Random(1)
    for _ in range(300):
        players = [
            PlayerScores(name, tuple(rng.randint(0, 2) for _ in range(4)), rng.randint(0, 1))
            for name in "ABCD"[: rng.randint(1, 4)]
        ]
        result = stand(*players)
        order = sorted(players, key=lambda p: (-sum(p.stages), -(p.left or 0), -max(p.stages)))
        keys = [(sum(p.stages), p.left, max(p.stages)) for p in order]
        expected = {p.name: keys.index(key) + 1 for p, key in zip(order, keys, strict=True)}
        assert {entry.name: entry.rank for entry in result.ranking} == expected
        assert [entry.name for entry in result.ranking] == [player.name for player in players]
        assert set(result.winners) == {name for name, rank in expected.items() if rank == 1}
        leaders = [key for key in keys if key[0] == keys[0][0]]
        if len(leaders) == 1:
            assert result.tie_break is None
        elif [key[1] for key in leaders].count(leaders[0][1]) == 1:
            assert result.tie_break == "gems_left"
        else:
            assert result.tie_break == ("best_stage" if keys.count(keys[0]) == 1 else "shared")


@pytest.mark.parametrize(
    ("players", "order", "reason"),
    [
        ([], "", "no players"),
        ([("A", (1,)), ("A", (2,))], "AA", "same name"),
        ([("A", (1,)), ("B", (2,))], "A", "name every player once"),
        ([("A", (1,)), ("B", (2,))], "AAB", "name every player once"),
        ([("A", (1,)), ("B", (2,))], "AC", "name every player once"),
        ([("A", (1,)), ("B", (2, 3))], "AB", "same number of stage scores"),
        ([("A", (1, 2, 3, 4, 5))], "A", "5 scores a player are too many: the game has 4"),
        ([("A", (1, -2))], "A", "A has a number below zero"),
        ([("A", (1, 2, 3, 4), -1)], "A", "A has a number below zero"),
    ],
)
def test_a_pad_that_does_not_add_up_is_refused(
    players: list[tuple[str, tuple[int, ...]]], order: str, reason: str
) -> None:
    with pytest.raises(StandingsError, match=reason):
        standings([PlayerScores(*p) for p in players], list(order), first_tie_break="gems_left")


def test_the_turn_order_goes_clockwise_from_the_starter() -> None:
    assert turn_order_from(["A", "B", "C", "D"], "C") == ("C", "D", "A", "B")
    assert turn_order_from(["A"], "A") == ("A",)
