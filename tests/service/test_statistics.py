"""Records of players and pairs, counted anew from the games by plain loops."""

import random
import sqlite3
from collections import defaultdict
from dataclasses import dataclass

import pytest

from assistant.core.errors import InputError
from assistant.games.forgotten_treasures.lookahead.simulation import play_game
from assistant.service.reports import game_report
from assistant.service.solo import Solo
from assistant.service.solo_pad import BECOME, LEGEND
from assistant.service.statistics import LOOKED_BACK_AT, PairRecord, Statistics, called
from assistant.service.table import Table
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import GAME, type_totals
from tests.service.solo_parts import won
from tests.service.test_reports import record

NAMES = ("Ana", "Ben", "Cleo", "Dan")


@dataclass
class Played:
    """What the test knows of a game: names, points of each seat and stage, winners, its day."""

    names: list[str]
    points: list[list[int]]
    winners: set[str]
    day: str

    def total(self, name: str) -> int:
        return sum(self.points[self.names.index(name)])


@pytest.fixture
def statistics(store: SqliteStore) -> Statistics:
    return Statistics(store)


@pytest.fixture
def season(store: SqliteStore, tables: Tables) -> list[Played]:
    """Twelve finished games over two years, the later ones made first, and one half played."""
    rng = random.Random(7)
    games = []
    for number in reversed(range(12)):
        names = rng.sample(NAMES, rng.choice((2, 3)))
        points = [[rng.randrange(5, 20) for _ in range(4)] for _ in names]
        code = tables.create(GAME, names)
        for stage in (1, 2, 3, 4):
            for seat in range(len(names)):
                left = seat if stage == 4 else None
                tables.type_score(code, seat, stage, points[seat][stage - 1], gems_left=left)
        totals = [sum(own) for own in points]
        best = max(totals)
        winner = max(seat for seat, total in enumerate(totals) if total == best)
        day = f"202{5 + number // 6}-0{1 + number % 6}-10"
        dated(store, code, f"{day}T20:00:00+00:00")
        games.insert(0, Played(names, points, {names[winner]}, day))
    tables.type_score(tables.create(GAME, ["Ana", "Ben"]), 0, 1, 99)
    return games


def dated(store: SqliteStore, code: str, created: str) -> None:
    with sqlite3.connect(store.path) as db:
        db.execute("UPDATE tables SET created = ? WHERE code = ?", [created, code])


def everything(store: SqliteStore, tables: Tables) -> list[Table]:
    return tables.some(store.codes())


@pytest.mark.parametrize("when", ["", "2025", "2026-03", "2026-03-10", "1999"])
def test_a_players_record_counts_the_finished_games(
    store: SqliteStore, tables: Tables, statistics: Statistics, season: list[Played], when: str
) -> None:
    records = statistics.records(everything(store, tables), GAME, when)
    chosen = [game for game in season if game.day.startswith(when)]
    played = {name: [g for g in chosen if name in g.names] for name in NAMES}
    assert {player.name for player in records.players} == {n for n in NAMES if played[n]}
    for player in records.players:
        own = played[player.name]
        totals = [game.total(player.name) for game in own]
        wins = [player.name in game.winners for game in own]
        assert [finish.total for finish in player.finishes] == totals
        assert [finish.won for finish in player.finishes] == wins
        assert (player.games, player.wins) == (len(own), sum(wins))
        assert player.mean == pytest.approx(sum(totals) / len(totals))
        assert player.best.total == max(totals)
        letters = "".join("w" if each else "l" for each in wins)
        assert player.streak == len(letters) - len(letters.rstrip("w"))
        assert player.longest_streak == max(map(len, letters.split("l")))
        for stage in player.stages:
            points = [g.points[g.names.index(player.name)][stage.stage - 1] for g in own]
            assert (stage.mean, stage.games) == (pytest.approx(sum(points) / len(points)), len(own))
        assert player.planned is None
        assert player.sources == ()
    assert records.days == tuple(sorted((game.day for game in season), reverse=True))


def test_pairs_are_counted_from_the_same_games(
    store: SqliteStore, tables: Tables, statistics: Statistics, season: list[Played]
) -> None:
    leads: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for game in season:
        for first in game.names:
            for second in game.names:
                if first < second:
                    leads[first, second].append(game.total(first) - game.total(second))
    records = statistics.records(everything(store, tables), GAME)
    assert {(pair.first, pair.second) for pair in records.pairs} == set(leads)
    for pair in records.pairs:
        own = leads[pair.first, pair.second]
        assert pair.games == len(own)
        assert pair.lead == pytest.approx(sum(own) / len(own))
        assert 0 not in own
        assert pair.first_ahead == sum(lead > 0 for lead in own)
        assert pair.second_ahead == sum(lead < 0 for lead in own)


def test_merged_names_are_one_player_and_can_be_parted(
    store: SqliteStore, tables: Tables, statistics: Statistics, season: list[Played]
) -> None:
    before = statistics.records(everything(store, tables), GAME)
    alone = {player.name: player.games for player in before.players}
    statistics.merge("Dan", "Ana")
    statistics.merge("Ana", "Ben")
    merged = statistics.records(everything(store, tables), GAME)
    assert {player.name: player.games for player in merged.players} == {
        "Ben": alone["Ana"] + alone["Ben"] + alone["Dan"],
        "Cleo": alone["Cleo"],
    }
    assert [(pair.first, pair.second) for pair in merged.pairs] == [("Ben", "Cleo")]
    assert Statistics(store).aliases() == {"Dan": "Ana", "Ana": "Ben"}
    statistics.part("Ana")
    statistics.part("Dan")
    assert statistics.records(everything(store, tables), GAME) == before


@pytest.mark.parametrize(("name", "into"), [("Ana", "Ana"), ("", "Ana"), ("Ana", "x" * 21)])
def test_names_that_cannot_be_merged_are_refused(
    statistics: Statistics, name: str, into: str
) -> None:
    with pytest.raises(InputError):
        statistics.merge(name, into)
    statistics.merge("Eva", "Fay")
    with pytest.raises(InputError, match="one player already"):
        statistics.merge("Fay", "Eva")


def test_a_circle_of_names_ends() -> None:
    assert called("Ana", {"Ana": "Ben", "Ben": "Ana"}) in ("Ana", "Ben")


def test_the_legend_has_a_record_by_mode(
    store: SqliteStore, tables: Tables, statistics: Statistics
) -> None:
    solo = Solo(store, new_seed=lambda: 3)
    ends = [won(solo, tables, "Ana", seed=n, points=own).game for n, own in ((5, 200), (6, 0))]
    last = won(solo, tables, "Ana", seed=7, mode=BECOME).game
    records = statistics.records(everything(store, tables), GAME)
    totals = [game.state.legend_total for game in ends]
    first, second = records.legend
    assert (first.mode, first.games, first.wins) == (LEGEND, 2, 1)
    assert (first.mean, first.best) == (pytest.approx(sum(totals) / 2), max(totals))
    assert (second.mode, second.games, second.wins) == (BECOME, 1, 0)
    assert second.best == last.state.legend_total
    (ana,) = records.players
    assert (ana.games, ana.wins) == (3, 2)
    assert records.pairs == ()


def test_games_of_another_kind_are_counted_apart(
    store: SqliteStore, tables: Tables, statistics: Statistics, season: list[Played]
) -> None:
    code = tables.create("pyramis", ["Ana", "Ben"])
    type_totals(store, code, 20, 20)
    records = statistics.records(everything(store, tables), "pyramis")
    assert [(p.name, p.games, p.wins, p.stages) for p in records.players] == [
        ("Ana", 1, 1, ()),
        ("Ben", 1, 1, ()),
    ]
    assert records.pairs == (PairRecord("Ana", "Ben", 1, 0, 0, 0.0),)


def test_what_begins_after_midnight_belongs_to_the_evening_before(
    store: SqliteStore, tables: Tables, statistics: Statistics, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = tables.create("pyramis", ["Ana", "Ben"])
    type_totals(store, code, 20, 21)
    for created, day in (("2026-05-04T01:30", "2026-05-03"), ("2026-05-04T12:00", "2026-05-04")):
        dated(store, code, created)
        assert statistics.records(everything(store, tables), "pyramis").days == (day,)


def test_the_best_plans_are_those_of_the_last_games(
    store: SqliteStore, tables: Tables, statistics: Statistics
) -> None:
    codes = [record(tables, play_game(seed), seed) for seed in range(LOOKED_BACK_AT + 2)]
    for number, code in enumerate(codes):
        dated(store, code, f"2026-05-{number + 1:02}T20:00:00+00:00")
    (ana,) = statistics.records(everything(store, tables), GAME).players
    last = [game_report(tables.get(code), 0) for code in codes[2:]]
    optimum = sum(report.optimum or 0 for report in last) / len(last)
    points = sum(report.points for report in last) / len(last)
    assert ana.planned == (pytest.approx(points), pytest.approx(optimum))
    assert {words for words, _ in ana.sources} == {"areas", "doubling", "mythical gems"}
    entered = sum(points for _, points in ana.sources)
    assert entered == pytest.approx(sum(stage.mean for stage in ana.stages) / 4)
