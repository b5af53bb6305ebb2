"""Pyramis at a table: everybody's cards, saved as they are entered, and the score so far."""

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.core.errors import N_, ConflictError, InputError, Message, OrderError
from assistant.core.pieces import Inventory
from assistant.games.pyramis.cards import EMPTY_PYRAMID, ROW_LENGTHS
from assistant.games.pyramis.scoring import (
    Land,
    Player,
    PlayerScore,
    check_cards,
    doubts,
    score_players,
)
from assistant.games.pyramis.text import format_player, parse_player
from assistant.plain import to_plain
from assistant.service.history import EMPTY_HISTORY, History, read_state
from assistant.service.pad import PadScore, score_payload
from assistant.service.ports import Store
from assistant.service.records import CHANGED_MEANWHILE, EntryRecord, Step
from assistant.service.table import CLEAR, FINISH, HOUSE, WRITE, Table
from assistant.service.tables import MOST_POINTS, Tables

CARDS = sum(ROW_LENGTHS)
SAME_ROW = "same_row"
STAGE = 1


@dataclass(frozen=True)
class CardEntry:
    """A player's cards as entered so far; the history holds their earlier lines of text."""

    seat: int
    version: int
    player: Player
    history: History = EMPTY_HISTORY

    @property
    def finished(self) -> bool:
        """Whether all ten cards lie and are told."""
        pyramid = self.player.pyramid
        return len(pyramid.cards()) == CARDS and not pyramid.untold

    def state(self) -> dict[str, Any]:
        """As plain JSON without the history; named as the state of a stage entry."""
        plain: dict[str, Any] = to_plain(
            CardState(format_player(self.player), cursor=self.history.cursor)
        )
        return plain

    def whole_state(self) -> dict[str, Any]:
        """The state with its history, as plain JSON, for a page."""
        return self.state() | {"history": self.history.as_json()}


@dataclass(frozen=True, slots=True)
class CardState:
    """What a page sends and the store keeps of a `CardEntry`: cards as text, never any gems."""

    layout: str
    inventory: Inventory = field(default_factory=Inventory)
    cursor: int = 0


@dataclass(frozen=True)
class CardTable:
    """A table of Pyramis: the entries of all players by seat, and what they are worth now."""

    table: Table
    entries: tuple[CardEntry, ...]

    @property
    def version(self) -> str:
        """Changes with whatever anybody changes."""
        return _version(self.table.record.version, sum(each.version for each in self.entries))

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody's cards."""
        return tuple(entry.player for entry in self.entries)

    @property
    def same_row(self) -> bool:
        """Whether the house rule holds that zones join in the row only."""
        return bool(self.table.house.get(SAME_ROW))

    @property
    def scores(self) -> tuple[PlayerScore, ...]:
        """What everybody's cards are worth now."""
        return score_players(self.players, same_row=self.same_row)

    def typed(self, seat: int) -> int | None:
        """The total that is written for a player; None if the cards are counted."""
        written = self.table.scores.get((seat, STAGE))
        return written.points if written else None

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's points: as they are written, else as the cards make them."""
        written = (self.typed(entry.seat) for entry in self.entries)
        pairs = zip(written, self.scores, strict=True)
        return tuple(score.points if own is None else own for own, score in pairs)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has most points now: ties are shared."""
        most = max(self.totals)
        return tuple(e.player.name for e in self.entries if self.totals[e.seat] == most)

    @property
    def doubts(self) -> tuple[Message, ...]:
        """What the rules do not allow."""
        return doubts(self.players)

    @property
    def next_seat(self) -> int | None:
        """Who has cards to lay or to tell yet, fewest cards first; None if nobody."""
        open_seats = [e for e in self.entries if not e.finished and self.typed(e.seat) is None]
        laid = {entry.seat: len(entry.player.pyramid.cards()) for entry in open_seats}
        return min(laid, key=lambda seat: laid[seat], default=None)


class CardTables:
    """Use cases of tables of Pyramis."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables = Tables(store)

    def open(self, code: str) -> CardTable:
        """The table as it stands.

        Raises:
            NotFoundError, InputError: no such table, or it plays another game.
        """
        table = self._tables.get(code)
        if table.plays_stages:
            raise InputError(N_("%(title)s is not played with cards."), title=table.game.title)
        return CardTable(
            table,
            tuple(
                card_entry(seat, name, self._store.entry(table.code, seat, STAGE))
                for seat, name in enumerate(table.seating)
            ),
        )

    def version(self, code: str) -> str:
        """Only the version of a table, for pages that ask whether anything changed."""
        return _version(*self._store.all_versions(code))

    def entry_version(self, code: str, seat: int) -> int:
        """Only the version of an entry, for pages that ask whether anything changed."""
        return self._store.entry_version(code, seat, STAGE)

    def entry(self, code: str, seat: int) -> tuple[CardTable, CardEntry]:
        """The table and the entry of a player; raises as `open`."""
        at = self.open(code)
        if not 0 <= seat < len(at.entries):
            raise InputError(
                N_("There is no player at seat %(seat)d of this table."), seat=seat + 1
            )
        return at, at.entries[seat]

    def save(self, code: str, seat: int, version: int, state: Mapping[str, Any]) -> CardTable:
        """Keep what was entered, if the entry still has ``version``.

        Raises:
            InputError, NotationError, CardError: the cards cannot be.
            OrderError: the result has been written.
            ConflictError: another phone changed the entry; ``current`` is that `CardEntry`.
        """
        with self._store.transaction():
            at, before = self.entry(code, seat)
            if at.table.over:
                raise OrderError(N_("The result is written already: undo it to change cards."))
            if before.version != version:
                raise ConflictError(CHANGED_MEANWHILE, current=before)
            entry = with_state(before, state)
            check_cards([entry.player, *(e.player for e in at.entries if e.seat != seat)])
            self._store.save_entry(
                at.table.code, seat, STAGE, entry.state(), version, entry.history.as_json()
            )
            return self.open(code)

    def switch(self, code: str, same_row: bool) -> None:
        """Play with the house rule that zones join in the row only, or without."""
        with self._store.transaction():
            at = self.open(code)
            if at.table.over:
                raise OrderError(N_("The result is written already: undo it to change rules."))
            if at.same_row != same_row:
                self._store.add_step(at.table.code, Step(HOUSE, {SAME_ROW: same_row}))

    def type_total(self, code: str, seat: int, points: int, *, seen: int | None) -> CardTable:
        """Write a player's total that was counted by hand; with all of them the game is over.

        Args:
            code: the table.
            seat: the player's seat, from 0.
            points: the total.
            seen: the total the writer saw written for this player, None for none.

        Raises:
            InputError: no such player, or more points than anybody can have.
            ConflictError: somebody else wrote or cleared this total meanwhile.
        """
        if not 0 <= points <= MOST_POINTS:
            raise InputError(N_("A player has 0 to %(most)d points."), most=MOST_POINTS)
        with self._store.transaction():
            at, entry = self.entry(code, seat)
            if at.typed(seat) == points:
                return at  # the same once more: a second tap, or an answer that got lost
            _check_seen(at, entry, seen)
            written = score_payload(seat, STAGE, PadScore(points))
            self._store.add_step(at.table.code, Step(WRITE, written))
            return self.open(code)

    def clear_total(self, code: str, seat: int, *, seen: int | None) -> CardTable:
        """Take a written total off, so that the player's cards count again.

        Raises:
            InputError: no such player.
            OrderError: no total is written.
            ConflictError: somebody else changed it since it was ``seen``.
        """
        with self._store.transaction():
            at, entry = self.entry(code, seat)
            if at.typed(seat) is None:
                raise OrderError(N_("%(name)s has no total to clear."), name=entry.player.name)
            _check_seen(at, entry, seen)
            self._store.add_step(at.table.code, Step(CLEAR, {"seat": seat, "stage": STAGE}))
            return self.open(code)

    def finish(self, code: str, seen: str) -> None:
        """Write everybody's points as the result.

        Raises:
            ConflictError: something changed since it was seen.
            OrderError: cards are missing, or the result is written already.
        """
        with self._store.transaction():
            at = self.open(code)
            if at.version != seen:
                raise ConflictError(N_("Cards were changed on another phone. Look again first."))
            if at.next_seat is not None:
                raise _unfinished(at.entries[at.next_seat])
            if at.table.over:
                raise OrderError(N_("The result is written already."))
            self._store.add_step(at.table.code, Step(FINISH, {"points": list(at.totals)}))

    def turning(self, code: str, land: str, first: int) -> int | None:
        """Whose turn it is to turn a card, when two equal pyramids lie on the decks.

        Args:
            code: of the table.
            land: the colour of the pyramids.
            first: the seat to begin with; those before it have turned theirs.

        Returns:
            The next seat that has a card of this colour with no card on top; None if nobody has.

        Raises:
            NotFoundError, InputError: as `open`; or there is no such colour.
            OrderError: the result has been written.
        """
        at = self.open(code)
        if land not in list(Land):
            raise InputError(N_("%(land)s is no colour of this game."), land=reprlib.repr(land))
        if at.table.over:
            raise OrderError(N_("The result is written already: undo it to change cards."))
        color = Land(land)
        with_one = (e.seat for e in at.entries if e.player.pyramid.turnable(color))
        return next((seat for seat in with_one if seat >= first), None)


def _check_seen(at: CardTable, entry: CardEntry, seen: int | None) -> None:
    now = at.typed(entry.seat)
    if now != seen:
        raise ConflictError(
            N_(
                "Another phone changed the total of %(name)s meanwhile: it is now %(now)s. Look at"
                " it, then write again if yours is right."
            ),
            name=entry.player.name,
            now="–" if now is None else now,
            current=now,
        )


def _unfinished(entry: CardEntry) -> OrderError:
    name, pyramid = entry.player.name, entry.player.pyramid
    if len(pyramid.cards()) < CARDS:
        return OrderError(N_("%(name)s has not laid all ten cards yet."), name=name)
    return OrderError(
        N_("%(count)d cards of %(name)s have no count yet."), name=name, count=pyramid.untold
    )


def card_entry(seat: int, name: str, record: EntryRecord) -> CardEntry:
    """The entry of a stored record.

    Raises:
        InputError: the state makes no sense.
        NotationError, CardError: its cards cannot be.
    """
    blank = CardEntry(seat, record.version, Player(name, EMPTY_PYRAMID))
    if not record.version:
        return blank
    return with_state(replace(blank, history=History.of(record.history)), record.state)


def with_state(entry: CardEntry, plain: Mapping[str, Any]) -> CardEntry:
    """``entry`` with a `CardState` as plain JSON; ``history`` in it is what changed there.

    Raises:
        InputError: the state makes no sense.
        NotationError, CardError: its cards cannot be.
    """
    name = entry.player.name
    state, history = read_state(
        CardState, plain, entry.history, lambda text: format_player(parse_player(text, name))
    )
    player = parse_player(state.layout, name)
    return replace(entry, player=player, history=history.go_to(state.cursor))


def _version(table: int, entries: int) -> str:
    return f"{table}-{entries}"
