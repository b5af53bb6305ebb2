"""A table as it stands, folded from its steps: who plays, the pad, who won and who is next."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from assistant.core.errors import N_, AssistantError, DamagedError, InputError, Message
from assistant.core.pieces import Inventory
from assistant.core.scorepad import (
    PlayerScores,
    Standing,
    Standings,
    next_starter,
    standings,
    turn_order_from,
)
from assistant.games import CardGame, Game, any_game_named
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.plain import from_plain
from assistant.service.pad import PadScore, pad_score
from assistant.service.records import Step, TableRecord
from assistant.service.seats import Seats
from assistant.service.solo_pad import SOLO, solo_game, solo_scores

WRITE, CLEAR = "write", "clear"
FINISH, HOUSE = "finish", "house"
PLAYERS, GAME, END = "players", "game", "end"
"""Kinds of steps: a stage score written or cleared; all final points at once; a house rule or a
setting; who plays; which game is played; the game ended early."""

logger = logging.getLogger(__name__)

HELP = "help"


class Helps(StrEnum):
    """How much a table wants to be told: what was scored, the best plan, or what to keep too."""

    SCORE = "score"
    BEST_PLAN = "plan"
    LOOK_AHEAD = "ahead"

    @property
    def plan(self) -> bool:
        """Whether the best plan is shown."""
        return self is not Helps.SCORE

    @property
    def ahead(self) -> bool:
        """Whether the coming stages are looked at."""
        return self is Helps.LOOK_AHEAD


@dataclass(frozen=True)
class Table:
    """A table as it stands: the record and the pad folded from its steps.

    ``solo`` is the game against THE Legend, if that is played here; ``house`` the house rules and
    settings that were switched, by name.
    """

    record: TableRecord
    game: Game | CardGame
    scores: Mapping[tuple[int, int], PadScore]
    seats: Seats
    solo: SoloGame | None = None
    house: Mapping[str, Any] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The table's code, as in its address."""
        return self.record.code

    @property
    def seating(self) -> tuple[str, ...]:
        """The players' names; a player's seat is the position here."""
        return self.seats.names

    @property
    def ended_early(self) -> bool:
        """Whether the players stopped before the last stage."""
        return any(step.kind == END for step in self.record.steps)

    @property
    def dominoes(self) -> Game:
        """The game, if its stages are laid with dominoes; raises `InputError` if not."""
        if isinstance(self.game, Game):
            return self.game
        raise InputError(N_("%(title)s has no stages."), title=self.game.title)

    @property
    def plays_stages(self) -> bool:
        """Whether the game is one of `dominoes`."""
        return isinstance(self.game, Game)

    @property
    def finished_stages(self) -> int:
        """How many stages everybody has a score for who has not lost."""
        return next(
            (
                stage - 1
                for stage in range(1, self.game.stage_count + 1)
                if any((seat, stage) not in self.scores for seat in self.staying(stage - 1))
            ),
            self.game.stage_count,
        )

    @property
    def over(self) -> bool:
        """Whether all stages are scored, the game was stopped, or all others have lost."""
        given_up = self.solo is not None and self.solo.state.phase is Expecting.OVER
        finished = self.finished_stages == self.game.stage_count
        return given_up or self.ended_early or self.all_but_one_lost or finished

    @property
    def all_but_one_lost(self) -> bool:
        """Whether at most one of several players is left."""
        return len(self.staying()) < min(2, len(self.seating))

    def staying(self, stage: int | None = None) -> tuple[int, ...]:
        """The seats of those who have not lost the game by the end of a stage, or at all."""
        until = self.game.stage_count if stage is None else stage
        lost = {seat for (seat, n), entry in self.scores.items() if entry.lost and n <= until}
        return tuple(seat for seat in range(len(self.seating)) if seat not in lost)

    @property
    def helps(self) -> Helps:
        """How much the app says about a stage beyond its score."""
        return Helps(self.house.get(HELP, Helps.LOOK_AHEAD))

    def is_open(self, seat: int, stage: int) -> bool:
        """Whether a stage has no score yet and one can be entered now."""
        if (seat, stage) in self.scores or seat not in self.staying() or self.ended_early:
            return False
        if self.solo is not None:
            state = self.solo.state
            return state.expecting is Expecting.STAGE_END and state.stage == stage
        return stage == 1 or (seat, stage - 1) in self.scores

    def total(self, seat: int) -> int:
        """All points of a player so far."""
        return sum(entry.points for (own, _), entry in self.scores.items() if own == seat)

    def cards_left(self, seat: int, stage: int | None = None) -> int | None:
        """The single-block cards a player has left after a stage, or now, if they are known.

        What a person said counts; else those that lie on a stage are missing from then on.
        """
        left: int | None = self.dominoes.most_left
        last = self.game.stage_count if stage is None else stage
        for number in range(1, last + 1):
            written = self.scores.get((seat, number))
            if written and (written.typed or left is None or written.cards_left is not None):
                left = written.cards_left
            elif written and left is not None:
                left -= len(written.cards)
        return left

    def _left(self, seat: int) -> int | None:
        """What a player has left at the end of what breaks ties first."""
        if self.game.first_tie_break == "cards_left":
            return self.cards_left(seat)
        return self.scores[seat, self.game.stage_count].gems_left

    def standings(self) -> Standings:
        """Where everybody stands after the last finished stage; who has lost comes last."""
        finished = self.finished_stages
        staying = [self.seating[seat] for seat in self.staying()]
        if self.all_but_one_lost:
            ranking = tuple(
                Standing(name, self.total(self.seating.index(name)), 1) for name in staying
            )
            return self._with_lost(Standings(ranking, tuple(staying), None, None))
        order = [name for name in self.turn_order(max(finished, 1)) if name in staying]
        return self._with_lost(
            standings(
                self._columns(finished),
                order,
                first_tie_break=self.game.first_tie_break,
                stage_count=finished if self.ended_early else self.game.stage_count,
            )
        )

    def _with_lost(self, found: Standings) -> Standings:
        ranks = {entry.name: entry for entry in found.ranking}
        last = len(found.ranking) + 1
        ranking = tuple(
            ranks.get(name) or Standing(name, self.total(seat), last)
            for seat, name in enumerate(self.seating)
        )
        return replace(found, ranking=ranking)

    def turn_order(self, stage: int) -> tuple[str, ...]:
        """The turn order of a stage: clockwise from its starter (rules: "Next starter")."""
        order = self.seats.turn_order()
        for finished in range(1, stage):
            staying = self.seats.clockwise(self.staying(finished))
            order = tuple(name for name in order if name in staying)
            starter = next_starter(self._columns(finished), order)
            order = turn_order_from(staying, starter)
        return order

    def lowest_last_stage(self) -> tuple[str, ...]:
        """Who scored least in the last finished stage; one of them begins the next."""
        stage = self.finished_stages
        points = {self.seating[n]: self.scores[n, stage].points for n in self.staying(stage)}
        return tuple(name for name, own in points.items() if own == min(points.values()))

    def next_seat(self) -> int | None:
        """Whose score the pad waits for, in turn order; None when the game is over."""
        if self.over:
            return None
        stage = self.finished_stages + 1
        return next(
            seat
            for seat in map(self.seating.index, self.turn_order(stage))
            if (seat, stage) not in self.scores and seat in self.staying()
        )

    def needs_left(self) -> tuple[str, ...]:
        """Leaders tied at the end of whom it is not known what they have left that breaks ties."""
        if not self.game.first_tie_break or self.finished_stages < self.game.stage_count:
            return ()
        best = max((self.total(seat) for seat in self.staying()), default=0)
        tied = [seat for seat in self.staying() if self.total(seat) == best]
        if len(tied) < 2:
            return ()
        return tuple(self.seating[seat] for seat in tied if self._left(seat) is None)

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
                self.seating[seat],
                tuple(self.scores[seat, stage].points for stage in range(1, stages + 1)),
                self._left(seat) if stages == self.game.stage_count else None,
            )
            for seat in self.staying(stages)
        ]


def step_title(table: Table, step: Step) -> Message:
    """What a step did, for undo and redo."""
    if step.kind == FINISH:
        return Message(N_("The result"))
    if step.kind == HOUSE:
        return Message(N_("How much help") if HELP in step.payload else N_("House rule"))
    if step.kind == PLAYERS:
        return Message(N_("The players changed"))
    if step.kind == GAME:
        return Message(N_("The game changed"))
    if step.kind == END:
        return Message(N_("The game ended early"))
    where = _whose(table, step)
    if step.kind == CLEAR:
        return Message(N_("%(where)s: cleared"), {"where": where})
    if step.payload.get("lost"):
        return Message(N_("%(where)s: lost"), {"where": where})
    points = {"where": where, "points": step.payload["points"]}
    return Message(N_("%(where)s: %(points)d points"), points)


def _whose(table: Table, step: Step) -> Message | str:
    name: str = table.seating[step.payload["seat"]]
    if not table.plays_stages:
        return name
    stage = step.payload["stage"]
    return Message(N_("%(name)s, stage %(stage)d"), {"name": name, "stage": stage})


def fold_readable(records: Iterable[TableRecord]) -> list[Table]:
    """The tables that can be read; the log tells of the rest, which must not hide them."""
    tables = []
    for record in records:
        try:
            tables.append(fold(record))
        except DamagedError as error:
            logger.warning("%s", error)
    return tables


def fold(record: TableRecord) -> Table:
    """The table that its steps make.

    Raises:
        DamagedError: they make none, or not by the rules by which they were written.
    """
    try:
        table = _folded(record)
        whole = _is_whole(table)
    except (AssistantError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise DamagedError.of_table(record.code) from error
    if not whole:
        raise DamagedError.of_table(record.code)
    return table


def _is_whole(table: Table) -> bool:
    """Whether every step is known, has a title, and belongs to the players and stages here."""
    record = table.record
    steps = (*record.steps, *record.undone)
    kinds = {WRITE, CLEAR, FINISH, HOUSE, PLAYERS, GAME, END} if table.solo is None else {SOLO}
    seats, stages = range(len(table.seating)), range(1, table.game.stage_count + 1)
    if table.solo is None:
        for step in steps:
            step_title(table, step)
    return (
        all(step.kind in kinds for step in steps)
        and table.seats.whole
        and all(seat in seats and stage in stages for seat, stage in table.scores)
    )


def _folded(record: TableRecord) -> Table:
    solo = solo_game(record)
    scores = solo_scores(record, solo) if solo else _scores(record)
    house: dict[str, Any] = {}
    seats, game = Seats.of(record.seating, record.starter), record.game
    for step in record.steps:
        if step.kind == HOUSE:
            house |= step.payload
        elif step.kind == PLAYERS:
            seats = from_plain(Seats, step.payload["seats"], "seats")
        elif step.kind == GAME:
            game = step.payload["game"]
    return Table(record, any_game_named(game), scores, seats, solo, house)


def _scores(record: TableRecord) -> dict[tuple[int, int], PadScore]:
    scores: dict[tuple[int, int], PadScore] = {}
    for step in record.steps:
        if step.kind == FINISH:
            points = from_plain(tuple[int, ...], step.payload["points"], "points")
            scores |= {(seat, 1): PadScore(own) for seat, own in enumerate(points)}
        elif step.kind == CLEAR:
            scores.pop((step.payload["seat"], step.payload["stage"]), None)
        elif step.kind == PLAYERS:
            late = from_plain(tuple[tuple[int, int], ...], step.payload["late"], "late")
            for seat, finished in late:
                scores |= {(seat, stage): PadScore(0) for stage in range(1, finished + 1)}
        elif step.kind == WRITE:
            scores[step.payload["seat"], step.payload["stage"]] = pad_score(step.payload)
    return scores
