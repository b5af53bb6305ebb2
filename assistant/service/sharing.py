"""Tables out of the app and in again: one JSON text with everything that is kept of them."""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from assistant.core.errors import N_, AssistantError, DamagedError, InputError
from assistant.games import Game, any_game_named, game_named
from assistant.games.pyramis.text import parse_player
from assistant.plain import from_plain
from assistant.service.drafts import CODEC, DraftState
from assistant.service.kept import KEPT, Kept, KeptCopy, KeptEntry, KeptTable, with_photos
from assistant.service.ports import Store
from assistant.service.pyramis import CardState
from assistant.service.seats import checked_names
from assistant.service.solo_pad import MODES
from assistant.service.table import Table, fold

FORMAT = "pyramido_companion"
NEWEST = 1
"""The format of an export stands at its top: ``{"pyramido_companion": 1, "tables": [...]}``."""
MOST_STEPS = 5000
_CODE = re.compile(r"[A-Z0-9]{4,12}")
_JPEG = b"\xff\xd8"


@dataclass(frozen=True, slots=True)
class TakenIn:
    """A table of an export; ``code`` is its code here, ``was`` the one it had there."""

    code: str
    was: str


class Sharing:
    """Use cases of export and import.

    ``check_profile`` gives game and name of the profile of a copy, as `PhotoReader` does.
    """

    def __init__(self, store: Store, check_profile: Callable[[str], tuple[str, str]]) -> None:
        self._store = store
        self._check_profile = check_profile

    def codes(self) -> list[str]:
        """The codes of all tables, the oldest first."""
        return self._store.codes()

    def tables(self, codes: Collection[str]) -> list[Table]:
        """These tables, in this order; raises `NotFoundError` or `DamagedError`."""
        return [fold(self._store.table(code)) for code in codes]

    def export(self, codes: Collection[str], *, photos: bool = True) -> str:
        """Everything of these tables as a JSON text.

        Raises:
            NotFoundError: one of them is not there.
            DamagedError: one of them cannot be read.
        """
        for code in codes:
            self._store.table_version(code)
        kept = self._store.kept(codes, photos=photos)
        if not photos:
            kept = replace(kept, tables=tuple(with_photos(table, {}) for table in kept.tables))
        plain = {FORMAT: NEWEST, **KEPT.to_plain(kept)}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))

    def take_in(self, text: str | bytes, *, known: Collection[str] | None = None) -> list[TakenIn]:
        """Add the tables of an export to those that are here.

        A table that is here already and the same is left alone; one whose code another table has
        here gets a new code. So does every one whose code is not ``known`` to who takes it in, or
        codes could be tried like that; None: all are.

        Raises:
            InputError: this is no export, or a table in it cannot be; nothing is taken in.
        """
        kept = _parsed(text)
        _check_codes(kept)
        for table in kept.tables:
            _check_table(table)
        for copy in kept.copies:
            self._check_copy(copy)
        codes = self._store.take_in(kept, known)
        return [TakenIn(*pair) for pair in zip(codes, (t.code for t in kept.tables), strict=True)]

    def _check_copy(self, copy: KeptCopy) -> None:
        game, _ = self._check_profile(copy.profile)
        if game_named(copy.game).name != game:
            raise InputError(N_("The copy %(name)s is of another game."), name=copy.name)


def _parsed(text: str | bytes) -> Kept:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or FORMAT not in data:
        raise InputError(N_("This is no export of this app: choose the JSON file that it gave."))
    if data[FORMAT] != NEWEST:
        raise InputError(N_("A newer version of the app has made this export. Update this one."))
    inside = {key: value for key, value in data.items() if key != FORMAT}
    kept: Kept = KEPT.from_plain(Kept, inside)
    return kept


def _check_codes(kept: Kept) -> None:
    for code, count in Counter(table.code for table in kept.tables).items():
        if count > 1 or not _CODE.fullmatch(code):
            raise InputError(N_("%(code)s cannot be the code of a table."), code=repr(code[:20]))


def _check_table(table: KeptTable) -> None:
    """Raise `InputError`, which names the table, unless all pages can show it."""
    try:
        game = any_game_named(table.game)
        names = checked_names(game, table.seating)
        if table.mode not in MODES or table.starter not in names or "" in names:
            raise InputError(N_("nobody begins, or the mode is unknown"))
        if len(table.steps) > MOST_STEPS:
            raise InputError(N_("it has more than %(most)d steps"), most=MOST_STEPS)
        for moment in (table.created, table.changed, *(step.at for step in table.steps)):
            _check_moment(moment)
        for entry in table.entries:
            _check_entry(game, entry, len(fold(table.record).seating))
        if not all(photo.jpeg.startswith(_JPEG) for photo in table.photos):
            raise InputError(N_("a photo is no JPEG"))
        fold(table.record)
    except DamagedError as error:
        raise InputError(
            N_("Table %(code)s of this export makes no sense: its steps are not of one game."),
            code=table.code,
        ) from error
    except AssistantError as error:
        raise InputError(
            N_("Table %(code)s of this export makes no sense: %(why)s"),
            code=table.code,
            why=error.message,
        ) from error


def _check_entry(game: Any, entry: KeptEntry, seats: int) -> None:
    if not (entry.seat < seats and 1 <= entry.stage <= game.stage_count):
        raise InputError(N_("there is no such seat or stage"))
    if isinstance(game, Game):
        game.parse(CODEC.from_plain(DraftState, entry.state, "state").layout)
    else:
        parse_player(from_plain(CardState, entry.state, "state").layout, "")


def _check_moment(text: str) -> None:
    try:
        datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError) as error:
        raise InputError(N_("%(text)s is no moment"), text=repr(text[:30])) from error
