"""Solo games against THE Legend: played step by step, each durable when it is acknowledged."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from unicodedata import normalize

from assistant.core.errors import N_, InputError, NotFoundError
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.advice import LegendWhatIf, what_if
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloResult
from assistant.games.forgotten_treasures.legend.steps import SetUp, StageEnd, Step
from assistant.service.ports import Store
from assistant.service.solo_pad import BECOME, stored
from assistant.service.summaries import Summaries
from assistant.service.tables import Table, Tables

SEED_BITS = 48


@dataclass(frozen=True)
class SoloTable:
    """A table at which one player plays against THE Legend."""

    table: Table
    game: SoloGame

    @property
    def version(self) -> int:
        """The version of the table, which grows with every step."""
        return self.table.record.version

    @property
    def name(self) -> str:
        """The player's name."""
        return self.table.seating[0]

    @property
    def become(self) -> bool:
        """Whether the mode is Become THE Legend."""
        return self.table.record.mode == BECOME


@dataclass(frozen=True, slots=True)
class SoloRecord:
    """A player's finished solo games of one mode.

    Attributes:
        games: how many there are, without those given up.
        wins: how many the player won.
        best_margin: the largest lead of a victory in points; None without one.
        streak: victories in a row up to the last game.
    """

    games: int
    wins: int
    best_margin: int | None
    streak: int


class Solo:
    """Use cases of solo games.

    ``new_seed`` gives the seed of what the app draws in a game that does not name its own.
    """

    def __init__(self, store: Store, new_seed: Callable[[], int] | None = None) -> None:
        self._store = store
        self._tables = Tables(store)
        self._summaries = Summaries(store)
        self._new_seed = new_seed or (lambda: secrets.randbits(SEED_BITS))

    def open(self, code: str) -> SoloTable:
        """The game as it stands.

        Raises:
            NotFoundError: there is no such table, or nobody plays against THE Legend there.
        """
        return _solo(self._tables.get(code))

    def play(self, code: str, seen_version: int, step: Step) -> SoloTable:
        """Play a step, with what the app draws for it.

        Raises:
            ConflictError: the table changed since ``seen_version``; says what.
            OrderError, InputError, InventoryError: the step is not possible now; says why.
        """
        if isinstance(step, StageEnd):
            raise InputError(N_("A stage ends when its score is written to the pad."))
        with self._store.transaction():
            at = _solo(self._tables.unchanged(code, seen_version))
            if isinstance(step, SetUp):
                step = self._prepared(at, step)
            self._store.add_step(code, stored(at.game.play(step).steps[-1]))
        return self.open(code)

    def go_to(self, code: str, seen_version: int, count: int) -> SoloTable:
        """Take steps back, or bring undone ones back, until ``count`` are played.

        Raises:
            ConflictError: as `play`.
            InputError: there are not so many steps.
        """
        with self._store.transaction():
            game = _solo(self._tables.unchanged(code, seen_version)).game
            most = len(game.steps) + len(game.undone)
            if not 0 <= count <= most:
                raise InputError(
                    N_("There is no step %(count)d: the game has %(most)d."), count=count, most=most
                )
            for _ in range(len(game.steps) - count):
                self._store.undo(code)
            for _ in range(count - len(game.steps)):
                self._store.redo(code)
        return self.open(code)

    def advice(
        self, code: str, space: int | None, gem: Color | None, reveal: int | None
    ) -> list[LegendWhatIf]:
        """What he would do after each choice that begins like this.

        Raises:
            OrderError: it is not the player's turn, or his icons are not known.
        """
        return [
            choice
            for choice in what_if(self.open(code).game.state)
            if space in (None, choice.space)
            and gem in (None, choice.gem)
            and reveal in (None, choice.reveal)
        ]

    def unlocked(self) -> set[str]:
        """The names, casefolded, of those who have beaten THE Legend: they may become him."""
        return {name for name, result in self._results() if result.won}

    def record(self, name: str, become: bool) -> SoloRecord:
        """How a player has done so far, in Become THE Legend or in Become A Legend."""
        results = [
            result
            for own, result in self._results()
            if own == name.casefold() and result.become_the_legend == become
        ]
        margins = [result.margin for result in results if result.won]
        streak = next((at for at, result in enumerate(results) if not result.won), len(results))
        return SoloRecord(len(results), len(margins), max(margins, default=None), streak)

    def create(self, game_name: str, names: list[str], mode: str) -> str:
        """Open a solo table; as `Tables.create`.

        Raises:
            InputError: also if the player has not unlocked Become THE Legend.
        """
        seated = {normalize("NFC", name).strip().casefold() for name in names}
        if mode == BECOME and not seated & self.unlocked():
            raise InputError(
                N_("Become THE Legend opens with the first victory against THE Legend.")
            )
        return self._tables.create(game_name, names, mode=mode)

    def _prepared(self, at: SoloTable, step: SetUp) -> SetUp:
        """The set-up in the mode of the table, with a seed of its own unless it names one."""
        rules = replace(step.rules, become_the_legend=at.become)
        return replace(step, rules=rules, seed=step.seed or self._new_seed())

    def _results(self) -> list[tuple[str, SoloResult]]:
        """(casefolded name, result) of the finished solo games, the newest first."""
        tables = sorted(self._summaries.solo(), key=lambda table: table.created, reverse=True)
        return [(each.seating[0].casefold(), each.result) for each in tables if each.result]


def _solo(table: Table) -> SoloTable:
    if table.solo is None:
        raise NotFoundError(N_("Nobody plays against THE Legend at this table."))
    return SoloTable(table, table.solo)
