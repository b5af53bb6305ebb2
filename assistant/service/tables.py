"""Tables: the players around one game, their score pad and its undo."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from assistant.core.errors import N_, ConflictError, InputError, Message, OrderError
from assistant.core.geometry import STAGE_COUNT
from assistant.core.pieces import Inventory
from assistant.core.records import Step, TableRecord
from assistant.core.scorepad import (
    PlayerScores,
    Standings,
    next_starter,
    standings,
    turn_order_from,
)
from assistant.core.solo_game import SoloGame
from assistant.core.solo_steps import Expecting
from assistant.games import FORGOTTEN_TREASURES, Game, game_named
from assistant.service.pad import StageEntry as StageEntry
from assistant.service.pad import count_from as count_from
from assistant.service.pad import inventory_from as inventory_from
from assistant.service.pad import stage_entry
from assistant.service.ports import Store
from assistant.service.solo_pad import MODES, scored, solo_game, solo_scores, stored

NAME_LIMIT = 20
MOST_POINTS = 300
WRITE, CLEAR = "write", "clear"


@dataclass(frozen=True)
class Table:
    """A table as it stands: the record and the pad folded from its steps.

    ``solo`` is the game against THE Legend, if that is played here.
    """

    record: TableRecord
    game: Game
    scores: Mapping[tuple[int, int], StageEntry]
    solo: SoloGame | None = None

    @property
    def code(self) -> str:
        """The table's code, as in its address."""
        return self.record.code

    @property
    def seating(self) -> tuple[str, ...]:
        """The players clockwise; a player's seat is the position here."""
        return self.record.seating

    @property
    def finished_stages(self) -> int:
        """How many stages everybody has a score for."""
        return next(
            (
                stage - 1
                for stage in range(1, STAGE_COUNT + 1)
                if any((seat, stage) not in self.scores for seat in range(len(self.seating)))
            ),
            STAGE_COUNT,
        )

    @property
    def over(self) -> bool:
        """Whether all four stages are scored, or a solo game was given up."""
        given_up = self.solo is not None and self.solo.state.phase is Expecting.OVER
        return given_up or self.finished_stages == STAGE_COUNT

    def total(self, seat: int) -> int:
        """All points of a player so far."""
        return sum(entry.points for (own, _), entry in self.scores.items() if own == seat)

    def standings(self) -> Standings:
        """Where everybody stands after the last finished stage."""
        finished = self.finished_stages
        return standings(
            self._columns(finished),
            self.turn_order(max(finished, 1)),
            first_tie_break=self.game.first_tie_break,
        )

    def turn_order(self, stage: int) -> tuple[str, ...]:
        """The turn order of a stage: clockwise from its starter (rules: "Next starter")."""
        order = turn_order_from(self.seating, self.record.starter)
        for finished in range(1, stage):
            order = turn_order_from(self.seating, next_starter(self._columns(finished), order))
        return order

    def lowest_last_stage(self) -> tuple[str, ...]:
        """Who scored least in the last finished stage; one of them begins the next."""
        stage = self.finished_stages
        points = [self.scores[seat, stage].points for seat in range(len(self.seating))]
        return tuple(
            name for name, own in zip(self.seating, points, strict=True) if own == min(points)
        )

    def next_seat(self) -> int | None:
        """Whose score the pad waits for, in turn order; None when the game is over."""
        if self.over:
            return None
        stage = self.finished_stages + 1
        return next(
            seat
            for seat in map(self.seating.index, self.turn_order(stage))
            if (seat, stage) not in self.scores
        )

    def needs_gems_left(self) -> tuple[str, ...]:
        """Leaders tied at the end of whom it is not known how many gems they have left."""
        if self.finished_stages < STAGE_COUNT:
            return ()
        best = max(self.total(seat) for seat in range(len(self.seating)))
        tied = [seat for seat in range(len(self.seating)) if self.total(seat) == best]
        if len(tied) < 2:
            return ()
        return tuple(
            self.seating[seat] for seat in tied if self.scores[seat, STAGE_COUNT].gems_left is None
        )

    def last_step(self) -> Message | None:
        """The title of the step that undo would take back."""
        if self.solo:
            return self.solo.titles()[len(self.solo.steps) - 1] if self.solo.steps else None
        return step_title(self, self.record.steps[-1]) if self.record.steps else None

    def next_redo(self) -> Message | None:
        """The title of the step that redo would bring back."""
        if self.solo:
            return self.solo.titles()[len(self.solo.steps)] if self.solo.undone else None
        return step_title(self, self.record.undone[-1]) if self.record.undone else None

    def known_gems(self, seat: int, stage: int) -> Inventory | None:
        """The gems in hand that a solo game knows of: of the stage played, and as written."""
        written = self.scores.get((seat, stage))
        if self.solo is None or written:
            return written.inventory if self.solo and written else None
        return self.solo.state.player

    def _columns(self, stages: int) -> list[PlayerScores]:
        return [
            PlayerScores(
                name,
                tuple(self.scores[seat, stage].points for stage in range(1, stages + 1)),
                self.scores[seat, STAGE_COUNT].gems_left if stages == STAGE_COUNT else None,
            )
            for seat, name in enumerate(self.seating)
        ]


def step_title(table: Table, step: Step) -> Message:
    """What a step did, for undo and redo."""
    name = table.seating[step.payload["seat"]]
    if step.kind == CLEAR:
        return Message(
            N_("%(name)s, stage %(stage)d: cleared"),
            {"name": name, "stage": step.payload["stage"]},
        )
    return Message(
        N_("%(name)s, stage %(stage)d: %(points)d points"),
        {"name": name, "stage": step.payload["stage"], "points": step.payload["points"]},
    )


def _fold(record: TableRecord) -> Table:
    solo = solo_game(record)
    scores = solo_scores(record, solo) if solo else _scores(record)
    return Table(record, game_named(record.game), scores, solo)


def _scores(record: TableRecord) -> dict[tuple[int, int], StageEntry]:
    scores: dict[tuple[int, int], StageEntry] = {}
    for step in record.steps:
        place = step.payload["seat"], step.payload["stage"]
        if step.kind == CLEAR:
            scores.pop(place, None)
        else:
            scores[place] = stage_entry(step.payload)
    return scores


class Tables:
    """Use cases of tables and their pads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def create(self, game_name: str, names: Iterable[str], starter: int = 0, mode: str = "") -> str:
        """Open a table for these players, seated clockwise in this order; returns its code.

        Blank names are empty places; ``starter`` counts them too, and an empty one gives the
        start to the first player. ``mode`` is one of `MODES`.

        Raises:
            InputError: too few or too many players, names that cannot be told apart, or a mode
                that is not for them.
        """
        game = game_named(game_name)
        rows = [normalize("NFC", name).strip() for name in names]
        seating = [name for name in rows if name]
        fewest, most = game.players
        if not fewest <= len(seating) <= most:
            raise InputError(
                N_("%(title)s is for %(fewest)d to %(most)d players: enter their names."),
                title=game.title,
                fewest=fewest,
                most=most,
            )
        for name in seating:
            if len(name) > NAME_LIMIT or not name.isprintable():
                raise InputError(
                    N_("%(name)s is no name for the pad: at most %(most)d letters."),
                    name=repr(name[: 2 * NAME_LIMIT]),
                    most=NAME_LIMIT,
                )
        if len({name.casefold() for name in seating}) < len(seating):
            raise InputError(N_("Two players have the same name: tell them apart."))
        if mode and (mode not in MODES or game != FORGOTTEN_TREASURES or len(seating) > 1):
            raise InputError(N_("THE Legend is an opponent for one player alone."))
        begins = (rows[starter] if 0 <= starter < len(rows) else "") or seating[0]
        with self._store.transaction():
            return self._store.create_table(game.name, seating, begins, mode)

    def get(self, code: str) -> Table:
        """The table with this code.

        Raises:
            NotFoundError: there is none.
        """
        return _fold(self._store.table(code))

    def version(self, code: str) -> int:
        """Only the version of a table, for pages that ask whether anything changed."""
        return self._store.table_version(code)

    def all(self) -> list[Table]:
        """All tables, last changed first."""
        return [_fold(record) for record in self._store.tables()]

    def names(self) -> list[str]:
        """Names of earlier players, most recently used first."""
        return self._store.names()

    def type_score(
        self,
        code: str,
        seat: int,
        stage: int,
        points: int,
        *,
        gems_left: int | None = None,
        kept: Inventory | None = None,
        seen: int | None = None,
    ) -> Table:
        """Write a score that was counted by hand; arguments as for `write`.

        A solo game goes on with the gems ``kept``; the others in hand are spent.

        Raises:
            InputError: the points or gems cannot be.
            OrderError, ConflictError: as for `write`.
        """
        if not 0 <= points <= MOST_POINTS:
            raise InputError(N_("A stage scores 0 to %(most)d points."), most=MOST_POINTS)
        table = self.get(code)
        game = table.game
        if gems_left is not None and not 0 <= gems_left <= game.most_gems(STAGE_COUNT):
            raise InputError(
                N_("Nobody can have %(count)d gems left after stage 4: at most %(most)d."),
                count=gems_left,
                most=game.most_gems(STAGE_COUNT),
            )
        payload: dict[str, Any] = {"points": points, "gems_left": gems_left}
        if table.solo and kept is not None:
            payload |= {"kept": kept.as_dict()}
            if (seat, stage) not in table.scores:
                payload |= {"spent": table.solo.state.player.minus(kept).as_dict()}
        return self.write(code, seat, stage, payload, seen=seen)

    def write(
        self, code: str, seat: int, stage: int, payload: Mapping[str, Any], *, seen: int | None
    ) -> Table:
        """Write a stage score to the pad.

        Args:
            code: the table.
            seat: the player's seat, from 0.
            stage: 1 to 4.
            payload: ``points`` and whatever else of `StageEntry` is known, as plain JSON.
            seen: the points the writer saw on the pad for this stage, None for an empty cell.

        Raises:
            OrderError: an earlier stage of this player has no score yet.
            ConflictError: somebody else wrote or cleared this score meanwhile.
        """
        with self._store.transaction():
            table = self.get(code)
            check_stage_open(table, seat, stage)
            self._check_seen(table, seat, stage, seen, payload["points"])
            self._store.add_step(code, _score_step(table, seat, stage, payload))
        return self.get(code)

    def clear(self, code: str, seat: int, stage: int) -> Table:
        """Take a score off the pad; only a player's last one, so that no stage is skipped.

        Raises:
            OrderError: there is no score, or a later stage is scored already.
        """
        with self._store.transaction():
            table = self.get(code)
            if table.solo:
                raise OrderError(N_("In a solo game undo the end of the stage instead."))
            check_stage_open(table, seat, stage)
            later = any((seat, number) in table.scores for number in range(stage + 1, 5))
            if (seat, stage) not in table.scores or later:
                raise OrderError(
                    N_("Only the last score of %(name)s can be cleared."), name=table.seating[seat]
                )
            self._store.add_step(code, Step(CLEAR, {"seat": seat, "stage": stage}))
        return self.get(code)

    def undo(self, code: str, seen_version: int) -> Message | None:
        """Take back the last step; its title, or None if there was none.

        Raises:
            ConflictError: the table changed since ``seen_version``.
        """
        with self._store.transaction():
            table = self.unchanged(code, seen_version)
            title = table.last_step()
            self._store.undo(code)
        return title

    def redo(self, code: str, seen_version: int) -> Message | None:
        """Bring back the step undone last; as `undo`."""
        with self._store.transaction():
            table = self.unchanged(code, seen_version)
            title = table.next_redo()
            self._store.redo(code)
        return title

    def unchanged(self, code: str, seen_version: int) -> Table:
        """The table if it is still as it was seen.

        Raises:
            ConflictError: it changed since; names the last step.
        """
        table = self.get(code)
        if table.record.version != seen_version:
            last = table.last_step()
            raise ConflictError(
                N_("The pad changed on another phone meanwhile (%(last)s). Look again first."),
                last=last or Message(N_("a step was taken back")),
            )
        return table

    def _check_seen(
        self, table: Table, seat: int, stage: int, seen: int | None, points: int
    ) -> None:
        written = table.scores.get((seat, stage))
        now = written.points if written else None
        if now in (seen, points):
            return
        raise ConflictError(
            N_(
                "Another phone changed %(name)s's stage %(stage)d meanwhile: it is now"
                " %(now)s. Look at the pad, then write again if yours is right."
            ),
            name=table.seating[seat],
            stage=stage,
            now="–" if now is None else now,
            current=now,
        )


def _score_step(table: Table, seat: int, stage: int, payload: Mapping[str, Any]) -> Step:
    pad = {"seat": seat, "stage": stage, **payload}
    if table.solo is None:
        return Step(WRITE, pad)
    before = table.scores.get((seat, stage))
    return stored(scored(table.solo, stage, payload, before.kept if before else None), pad)


def check_stage_open(table: Table, seat: int, stage: int) -> None:
    """Raise unless this player's stage can be scored now.

    Raises:
        InputError: no such seat or stage.
        OrderError: an earlier stage of this player has no score yet.
    """
    if not 0 <= seat < len(table.seating):
        raise InputError(N_("There is no player at seat %(seat)d of this table."), seat=seat + 1)
    if not 1 <= stage <= STAGE_COUNT:
        raise InputError(N_("There is no stage %(stage)d: a game has 4."), stage=stage)
    for earlier in range(1, stage):
        if (seat, earlier) not in table.scores:
            raise OrderError(
                N_("Stage %(earlier)d of %(name)s comes first: it has no score yet."),
                earlier=earlier,
                name=table.seating[seat],
            )
