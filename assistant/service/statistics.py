"""Records: how players have done over finished games of one kind, alone and against each other."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, islice
from unicodedata import normalize

from assistant.core.errors import N_, InputError
from assistant.games import Game
from assistant.service.ports import Store
from assistant.service.reports import game_report, points_by_source
from assistant.service.seats import NAME_LIMIT
from assistant.service.solo_pad import MODES
from assistant.service.summary import GameSummary, PlayerSummary, summary
from assistant.service.table import Table

EVENING_ENDS = timedelta(hours=6)
"""What begins after midnight belongs to the evening before."""
LOOKED_BACK_AT = 10
"""Games of a player whose optimum is sought: each takes about a twentieth of a second, once."""


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's finished game."""

    code: str
    day: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class StageMean:
    """The mean of a stage, and of how many games."""

    stage: int
    mean: float
    games: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """How a player has done.

    Attributes:
        name: as on the pads, merged ones under one name.
        finishes: the games, the oldest first.
        stages: mean points stage by stage.
        sources: (words, mean points of an entered stage) of what points came from.
        planned: (mean points, mean of the most they could have had) of the last games that were
            entered with all their gems; None where there is none.
    """

    name: str
    finishes: tuple[Finish, ...]
    stages: tuple[StageMean, ...]
    sources: tuple[tuple[str, float], ...]
    planned: tuple[float, float] | None

    @property
    def games(self) -> int:
        """How many games were finished."""
        return len(self.finishes)

    @property
    def wins(self) -> int:
        """How many were won, alone or with others."""
        return sum(finish.won for finish in self.finishes)

    @property
    def mean(self) -> float:
        """The mean total."""
        return sum(finish.total for finish in self.finishes) / self.games

    @property
    def best(self) -> Finish:
        """The game with the most points, the first of them."""
        return max(self.finishes, key=lambda finish: finish.total)

    @property
    def streak(self) -> int:
        """Victories in a row up to the last game."""
        return _streaks(self.finishes)[-1]

    @property
    def longest_streak(self) -> int:
        """The most victories in a row."""
        return max(_streaks(self.finishes))


@dataclass(frozen=True, slots=True)
class PairRecord:
    """Two players at the same tables: who had the better rank how often, and by how many points.

    ``lead`` is the mean of the points of the first above the second.
    """

    first: str
    second: str
    games: int
    first_ahead: int
    second_ahead: int
    lead: float


@dataclass(frozen=True, slots=True)
class LegendRecord:
    """THE Legend's finished games in one mode."""

    mode: str
    games: int
    wins: int
    mean: float
    best: int


@dataclass(frozen=True, slots=True)
class Records:
    """What there is to tell of some games; ``days`` are those of all games, for the choice."""

    players: tuple[PlayerRecord, ...]
    pairs: tuple[PairRecord, ...]
    legend: tuple[LegendRecord, ...]
    days: tuple[str, ...]


class Statistics:
    """Use cases of records. Names that stand for one player are merged for everybody."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def records(self, tables: Iterable[Table], game: str, when: str = "") -> Records:
        """The records of the finished games of one kind at these tables.

        ``when`` is the beginning of a date: a year, a month or an evening, empty for all.
        """
        own = [table for table in tables if table.game.name == game]
        played = [(table, told) for table in own if (told := summary(table)).finished]
        played.sort(key=lambda pair: pair[1].created)
        days = tuple(dict.fromkeys(evening(told) for _, told in reversed(played)))
        chosen = [(table, told) for table, told in played if evening(told).startswith(when)]
        names = self.aliases()
        return Records(_players(chosen, names), _pairs(chosen, names), _legend(chosen), days)

    def aliases(self) -> Mapping[str, str]:
        """For each name that stands for another one, that one."""
        return self._store.aliases()

    def merge(self, name: str, into: str) -> None:
        """Count the games of one name as those of another.

        Raises:
            InputError: one of them is no name, or they are the same player already.
        """
        name, into = (normalize("NFC", each).strip() for each in (name, into))
        if not all(0 < len(each) <= NAME_LIMIT for each in (name, into)):
            raise InputError(N_("Choose two names."))
        with self._store.transaction():
            known = dict(self.aliases())
            if called(name, known) == called(into, known):
                raise InputError(N_("These names are one player already."))
            known[called(name, known)] = called(into, known)
            self._store.set_aliases(known)

    def part(self, name: str) -> None:
        """Count the games of a merged name as its own again."""
        with self._store.transaction():
            known = dict(self.aliases())
            known.pop(name, None)
            self._store.set_aliases(known)


def called(name: str, aliases: Mapping[str, str]) -> str:
    """The name that a name stands for."""
    seen = {name}
    while name in aliases and aliases[name] not in seen:
        name = aliases[name]
        seen.add(name)
    return name


def evening(game: GameSummary) -> str:
    """The day of the evening on which a game began, as ``2026-05-03``, in the time of here."""
    try:
        began = datetime.fromisoformat(game.created).astimezone()
    except ValueError:
        return ""
    return (began - EVENING_ENDS).date().isoformat()


def _players(
    games: Sequence[tuple[Table, GameSummary]], aliases: Mapping[str, str]
) -> tuple[PlayerRecord, ...]:
    """By games won, then games played, then name."""
    own: defaultdict[str, list[tuple[Table, GameSummary, int]]] = defaultdict(list)
    for table, told in games:
        for seat, player in enumerate(told.players):
            if not player.legend:
                own[called(player.name, aliases)].append((table, told, seat))
    records = (_player(name, played) for name, played in own.items())
    return tuple(sorted(records, key=lambda each: (-each.wins, -each.games, each.name)))


def _player(name: str, played: Sequence[tuple[Table, GameSummary, int]]) -> PlayerRecord:
    finishes = tuple(
        Finish(told.code, evening(told), told.players[seat].total, told.players[seat].winner)
        for _, told, seat in played
    )
    stages = [told.players[seat].stages for _, told, seat in played]
    return PlayerRecord(name, finishes, _stage_means(stages), _sources(played), _planned(played))


def _stage_means(stages: Sequence[tuple[int, ...]]) -> tuple[StageMean, ...]:
    most = max(map(len, stages), default=0)
    if most < 2:
        return ()
    columns = ([own[at] for own in stages if len(own) > at] for at in range(most))
    return tuple(
        StageMean(at, sum(column) / len(column), len(column))
        for at, column in enumerate(columns, start=1)
    )


def _sources(played: Sequence[tuple[Table, GameSummary, int]]) -> tuple[tuple[str, float], ...]:
    totals: Counter[str] = Counter()
    entered = 0
    for table, _, seat in played:
        if isinstance(table.game, Game):
            for (own, _stage), score in table.scores.items():
                found = points_by_source(table.game, score) if own == seat else ()
                entered += bool(found)
                for words, points in found:
                    totals[words] += points
    return tuple((words, points / entered) for words, points in totals.items())


def _planned(played: Sequence[tuple[Table, GameSummary, int]]) -> tuple[float, float] | None:
    reports = (
        game_report(table, seat)
        for table, _, seat in reversed(played)
        if isinstance(table.game, Game)
    )
    whole = ((each.points, each.optimum) for each in reports if each.optimum is not None)
    known = list(islice(whole, LOOKED_BACK_AT))
    if not known:
        return None
    return sum(points for points, _ in known) / len(known), sum(o for _, o in known) / len(known)


def _pairs(
    games: Sequence[tuple[Table, GameSummary]], aliases: Mapping[str, str]
) -> tuple[PairRecord, ...]:
    met: defaultdict[tuple[str, str], list[tuple[PlayerSummary, PlayerSummary]]]
    met = defaultdict(list)
    for _, told in games:
        people = [player for player in told.players if not player.legend]
        for one, other in combinations(people, 2):
            names = called(one.name, aliases), called(other.name, aliases)
            if names[0] < names[1]:
                met[names].append((one, other))
            elif names[1] < names[0]:
                met[names[1], names[0]].append((other, one))
    records = (_pair(*names, together) for names, together in met.items())
    return tuple(sorted(records, key=lambda each: (-each.games, each.first, each.second)))


def _pair(
    first: str, second: str, together: Sequence[tuple[PlayerSummary, PlayerSummary]]
) -> PairRecord:
    ranks = [(one.rank or 0, other.rank or 0) for one, other in together]
    leads = [one.total - other.total for one, other in together]
    return PairRecord(
        first,
        second,
        len(together),
        sum(one < other for one, other in ranks),
        sum(one > other for one, other in ranks),
        sum(leads) / len(leads),
    )


def _legend(games: Sequence[tuple[Table, GameSummary]]) -> tuple[LegendRecord, ...]:
    found = []
    for mode in filter(None, MODES):
        own = [told.players[1] for table, told in games if table.record.mode == mode]
        if own:
            totals = [player.total for player in own]
            wins = sum(player.winner for player in own)
            found.append(LegendRecord(mode, len(own), wins, sum(totals) / len(own), max(totals)))
    return tuple(found)


def _streaks(finishes: Sequence[Finish]) -> list[int]:
    """Victories in a row up to each game."""
    streaks = []
    streak = 0
    for finish in finishes:
        streak = streak + 1 if finish.won else 0
        streaks.append(streak)
    return streaks
