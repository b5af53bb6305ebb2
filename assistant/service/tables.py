"""Tables: the players around one game, their score pad and its undo."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

from assistant.core.errors import N_, ConflictError, InputError, Message, OrderError
from assistant.core.geometry import STAGE_COUNT
from assistant.core.pieces import Inventory
from assistant.games import FORGOTTEN_TREASURES, Game, any_game_named
from assistant.plain import to_plain
from assistant.service.pad import PadScore as PadScore
from assistant.service.pad import score_payload
from assistant.service.ports import Store
from assistant.service.records import Step
from assistant.service.seats import Seats, checked_names
from assistant.service.solo_pad import MODES, scored, stored
from assistant.service.table import (
    CLEAR,
    END,
    GAME,
    HELP,
    HOUSE,
    PLAYERS,
    WRITE,
    Helps,
    fold,
    fold_readable,
)
from assistant.service.table import Table as Table

MOST_POINTS = 300


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
        game = any_game_named(game_name)
        rows = checked_names(game, names)
        seating = [name for name in rows if name]
        if mode and (mode not in MODES or game != FORGOTTEN_TREASURES or len(seating) > 1):
            raise InputError(N_("THE Legend is an opponent for one player alone."))
        begins = (rows[starter] if 0 <= starter < len(rows) else "") or seating[0]
        with self._store.transaction():
            return self._store.create_table(game.name, seating, begins, mode)

    def get(self, code: str) -> Table:
        """The table with this code.

        Raises:
            NotFoundError: there is none.
            DamagedError: what is kept of it cannot be read.
        """
        return fold(self._store.table(code))

    def version(self, code: str) -> int:
        """Only the version of a table, for pages that ask whether anything changed."""
        return self._store.table_version(code)

    def some(self, codes: Collection[str]) -> list[Table]:
        """Those of these tables that are there and can be read, last changed first."""
        return fold_readable(self._store.tables(codes))

    def view_of(self, code: str) -> str:
        """The token with which this table can be looked at and not changed."""
        return self._store.view_of(code)

    def viewed(self, token: str) -> Table:
        """The table that a token shows; raises `NotFoundError`."""
        return self.get(self._store.viewed(token))

    def versions(self, code: str) -> tuple[int, int]:
        """The version of a table and of all its entries together, as `version`."""
        return self._store.all_versions(code)

    def viewed_versions(self, token: str) -> tuple[int, int]:
        """As `versions`, of the table that a token shows; raises `NotFoundError`."""
        return self._store.viewed_versions(token)

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
        cards_left: int | None = None,
        kept: Inventory | None = None,
        seen: int | None = None,
    ) -> Table:
        """Write a score that was counted by hand; arguments as for `write`.

        A solo game goes on with the gems ``kept``, the others in hand are spent; for the last
        stage, and for a score that is corrected, it does not matter.

        Raises:
            InputError: the points or gems cannot be.
            OrderError, ConflictError: as for `write`.
        """
        if not 0 <= points <= MOST_POINTS:
            raise InputError(N_("A stage scores 0 to %(most)d points."), most=MOST_POINTS)
        table = self.get(code)
        left = gems_left if cards_left is None else cards_left
        check_left(table.dominoes, left)
        goes_on = table.solo and stage < STAGE_COUNT and (seat, stage) not in table.scores
        known: dict[str, Any] = {table.dominoes.first_tie_break: left}
        score = PadScore(points, kept=kept if goes_on else None, **known)
        return self.write(code, seat, stage, score, seen=seen)

    def write(
        self, code: str, seat: int, stage: int, score: PadScore, *, seen: int | None
    ) -> Table:
        """Write a stage score to the pad.

        Args:
            code: the table.
            seat: the player's seat, from 0.
            stage: 1 to 4.
            score: the points and whatever else is known.
            seen: the points the writer saw on the pad for this stage, None for an empty cell.

        Raises:
            OrderError: an earlier stage of this player has no score yet.
            ConflictError: somebody else wrote or cleared this score meanwhile.
        """
        with self._store.transaction():
            table = self.get(code)
            check_stage_open(table, seat, stage)
            if table.scores.get((seat, stage)) == score:
                return table  # the same once more: a second tap, or an answer that got lost
            self._check_seen(table, seat, stage, seen)
            self._store.add_step(code, _score_step(table, seat, stage, score))
        return self.get(code)

    def clear(self, code: str, seat: int, stage: int, *, seen: int | None) -> Table:
        """Take a score off the pad; only a player's last one, so that no stage is skipped.

        Raises:
            OrderError: there is no score, or a later stage is scored already.
            ConflictError: somebody else changed this score since it was ``seen``.
        """
        with self._store.transaction():
            table = self.get(code)
            if table.solo:
                raise OrderError(N_("In a solo game undo the end of the stage instead."))
            check_stage_open(table, seat, stage)
            later = any(own == seat and number > stage for own, number in table.scores)
            if (seat, stage) not in table.scores or later:
                raise OrderError(
                    N_("Only the last score of %(name)s can be cleared."), name=table.seating[seat]
                )
            self._check_seen(table, seat, stage, seen)
            self._store.add_step(code, Step(CLEAR, {"seat": seat, "stage": stage}))
        return self.get(code)

    def set_help(self, code: str, level: str) -> None:
        """How much the app says about a stage; raises `InputError` for no such level."""
        if level not in set(Helps):
            raise InputError(N_("Choose how much help this table wants."))
        with self._store.transaction():
            table = self.get(code)
            if table.solo is None and table.helps != level:
                self._store.add_step(code, Step(HOUSE, {HELP: level}))

    def mend(
        self, code: str, seen_version: int, clockwise: Sequence[tuple[int, str]], starter: int
    ) -> None:
        """Rename players, seat them otherwise, let another begin, or add one who came late.

        Args:
            code: the table.
            seen_version: the version of the table that the person saw.
            clockwise: (row, name) around the table. The rows of those who are there are their
                seats; higher ones are of new players, and do not count without a name.
            starter: the row of who begins stage 1; any other number changes nothing.

        Raises:
            InputError: the names cannot be, or somebody is left out or seated twice.
            OrderError: the game is over, or is played against THE Legend.
            ConflictError: the table changed since ``seen_version``.
        """
        with self._store.transaction():
            table = self.unchanged(code, seen_version)
            if table.solo or table.over:
                raise OrderError(N_("The players of this game can no longer be changed."))
            known = len(table.seating)
            rows = [(row, name) for row, name in clockwise if row < known or name.strip()]
            seat_of = {row: seat for seat, (row, _) in enumerate(sorted(rows))}
            if len(seat_of) < len(rows) or not set(range(known)) <= seat_of.keys():
                raise InputError(N_("Seat every player once."))
            names = tuple(checked_names(table.game, (name for _, name in sorted(rows))))
            if not all(names):
                raise InputError(N_("Every player who is there keeps a name."))
            seats = Seats(
                names,
                tuple(seat_of[row] for row, _ in rows),
                names[seat_of.get(starter, table.seating.index(table.seats.starter))],
            )
            if seats != table.seats:
                late = [[seat, table.finished_stages] for seat in range(known, len(names))]
                self._store.add_step(code, Step(PLAYERS, {"seats": to_plain(seats), "late": late}))

    def change_game(self, code: str, seen_version: int, name: str) -> None:
        """Play another game at this table, as long as nothing has been entered in this one.

        Raises:
            InputError: there is no such game, or it is for another number of players.
            OrderError: something has been entered, or THE Legend plays.
            ConflictError: the table changed since ``seen_version``.
        """
        with self._store.transaction():
            table = self.unchanged(code, seen_version)
            game = any_game_named(name)
            if game == table.game:
                return
            self._check_untouched(table)
            checked_names(game, table.seating)
            self._store.add_step(code, Step(GAME, {"game": game.name}))
            self._store.set_copy(code, None)

    def _check_untouched(self, table: Table) -> None:
        """Refuse to change the game once a pyramid or a score of it is there."""
        stages = range(1, table.game.stage_count + 1)
        entered = any(
            self._store.entry_version(table.code, seat, stage)
            for seat in range(len(table.seating))
            for stage in stages
        )
        if table.solo or table.scores or entered:
            raise OrderError(
                N_(
                    "Something of this game has been entered already. Start a new game with the"
                    " same players instead."
                )
            )

    def end_early(self, code: str, seen_version: int) -> None:
        """End a game after the last stage that everybody has finished.

        Raises:
            OrderError: no stage is finished, one is half scored, or the game is over.
            ConflictError: the table changed since ``seen_version``.
        """
        with self._store.transaction():
            table = self.unchanged(code, seen_version)
            finished = table.finished_stages
            if table.solo or table.over or not table.plays_stages or not finished:
                raise OrderError(N_("This game cannot be ended now."))
            if any(stage > finished for _, stage in table.scores):
                raise OrderError(
                    N_("Stage %(stage)d is half scored: finish or clear it first."),
                    stage=finished + 1,
                )
            self._store.add_step(code, Step(END, {}))

    def wipe(self, code: str, seen_version: int) -> None:
        """Delete a table with its steps, entries and photos, for good, even if it is damaged.

        Raises:
            NotFoundError: there is no such table.
            ConflictError: it changed since ``seen_version``.
        """
        with self._store.transaction():
            if self.version(code) != seen_version:
                raise ConflictError(
                    N_("The table changed on another phone meanwhile. Look again first.")
                )
            self._store.delete_table(code)

    def undo(self, code: str, seen_version: int) -> Message | None:
        """Take back the last step; its title, or None if there was none.

        The same undo sent twice is one: nothing more is taken back.

        Raises:
            ConflictError: the table changed since ``seen_version``.
        """
        with self._store.transaction():
            record = self.get(code).record
            if record.undone and record.version == seen_version + 1:
                return None
            table = self.unchanged(code, seen_version)
            if record.steps and record.steps[-1].kind == GAME:
                self._check_untouched(table)
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

    def _check_seen(self, table: Table, seat: int, stage: int, seen: int | None) -> None:
        written = table.scores.get((seat, stage))
        now = written.points if written else None
        if now == seen:
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


def _score_step(table: Table, seat: int, stage: int, score: PadScore) -> Step:
    pad = score_payload(seat, stage, score)
    if table.solo is None:
        return Step(WRITE, pad)
    before = table.scores.get((seat, stage))
    return stored(scored(table.solo, stage, score, before.kept if before else None), pad)


LEFT_TOO_MANY = {
    "gems_left": N_("Nobody can have %(count)d gems left after stage 4: at most %(most)d."),
    "cards_left": N_("Nobody can have %(count)d cards left: each player begins with %(most)d."),
}


def check_left(game: Game, left: int | None) -> None:
    """Refuse more gems or cards left than anybody can have; raises `InputError`."""
    if left is not None and not 0 <= left <= game.most_left:
        raise InputError(LEFT_TOO_MANY[game.first_tie_break], count=left, most=game.most_left)


def open_stages(table: Table, seat: int) -> list[int]:
    """The stages of a player that can be scored, or scored again, now."""
    found = []
    for stage in range(1, table.dominoes.stage_count + 1):
        with suppress(OrderError):
            check_stage_open(table, seat, stage)
            found.append(stage)
    return found


def check_stage_open(table: Table, seat: int, stage: int) -> None:
    """Raise unless this player's stage can be scored now.

    Raises:
        InputError: no such seat or stage.
        OrderError: an earlier stage of this player has no score yet.
    """
    if not 0 <= seat < len(table.seating):
        raise InputError(N_("There is no player at seat %(seat)d of this table."), seat=seat + 1)
    if not 1 <= stage <= table.dominoes.stage_count:
        raise InputError(N_("There is no stage %(stage)d: a game has 4."), stage=stage)
    if table.ended_early and (seat, stage) not in table.scores:
        raise OrderError(N_("This game was ended early: undo that to go on."))
    if seat not in table.staying(stage - 1):
        raise OrderError(N_("%(name)s has lost this game."), name=table.seating[seat])
    for earlier in range(1, stage):
        if (seat, earlier) not in table.scores:
            raise OrderError(
                N_("Stage %(earlier)d of %(name)s comes first: it has no score yet."),
                earlier=earlier,
                name=table.seating[seat],
            )
