import json
from typing import Any

import pytest

from assistant.cli import main
from assistant.cli.simulate import POLICIES, summary
from assistant.games.forgotten_treasures.lookahead.simulation import Totals


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[dict[str, Any], str]:
    assert main(["simulate", *options]) == 0
    captured = capsys.readouterr()
    return json.loads(captured.out), captured.err


def test_the_same_games_are_scored_in_three_ways(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "3", "--seed", "50", "--samples", "4")
    found, progress = simulated(capsys, *options)
    assert (found["games"], found["seed"]) == (3, 50)
    assert set(found["scores"]) == set(POLICIES)
    greedy, plan, clairvoyant = (found["scores"][policy]["mean"] for policy in POLICIES)
    assert greedy < clairvoyant >= plan
    assert found["gap"] == pytest.approx(clairvoyant - greedy, abs=0.02)
    assert found["share_won"] == pytest.approx((plan - greedy) / (clairvoyant - greedy), abs=0.01)
    assert progress.splitlines()[-1].startswith("3 of 3 games, share won ")
    assert simulated(capsys, *options)[0] == found


def test_the_distribution_of_scores_is_told() -> None:
    found = summary([Totals(score, score + 5, score + 10) for score in (60, 62, 64, 70)])
    assert found["scores"]["greedy"] == {
        "mean": 64,
        "deviation": 3.74,
        "lowest": 60,
        "quartiles": [61.5, 63, 65.5],
        "highest": 70,
    }
    assert (found["gap"], found["share_won"], found["standard_error"]) == (10, 0.5, 0)


def test_one_game_has_quartiles_too() -> None:
    assert summary([Totals(60, 60, 61)])["scores"]["plan"]["quartiles"] == [60, 60, 60]


@pytest.mark.parametrize(
    "options", [["--games", "0"], ["--games", "x"], ["--games", "9" * 5000], ["--samples=-1"]]
)
def test_nothing_can_be_simulated(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["simulate", *options])
    assert caught.value.code == 2
    assert "is not a whole number above 0" in capsys.readouterr().err
