"""Copies of the games: what the photo reader has learned of the one on this table."""

import json

from assistant.core.errors import N_, ConflictError, InputError
from assistant.core.photos import Learned
from assistant.games import game_named
from assistant.service.ports import PhotoReader, Store
from assistant.service.records import CopyRecord

NAME_LIMIT = 40


class Copies:
    """Use cases of copies: name, export, import, forget, choose for a table."""

    def __init__(self, store: Store, reader: PhotoReader) -> None:
        self._store = store
        self._reader = reader

    def all(self) -> list[CopyRecord]:
        """All copies, last changed first."""
        return self._store.copies()

    def get(self, number: int) -> CopyRecord:
        """The copy; raises `NotFoundError`."""
        return self._store.copy(number)

    def rename(self, number: int, name: str) -> None:
        """Give a copy another name; raises `InputError` if it is none."""
        self._store.change_copy(number, name=_checked_name(name))

    def forget(self, number: int) -> None:
        """Delete a copy; tables that play with it go back to the default."""
        self._store.delete_copy(self._store.copy(number).number)

    def take_in(self, text: str) -> int:
        """Keep a profile that was exported elsewhere; returns the copy's number.

        Raises:
            InputError: the text is no profile of a game known here.
        """
        game, name = self._reader.check_profile(text)
        return self._store.add_copy(game_named(game).name, _checked_name(name), text, 0)

    def use(self, code: str, number: int | None) -> None:
        """Read the photos of a table with this copy; None: with the default.

        Raises:
            InputError: the copy is of another game.
        """
        with self._store.transaction():
            table = self._store.table(code)
            if number is not None and self._store.copy(number).game != table.game:
                raise InputError(N_("That copy is of another game."))
            self._store.set_copy(code, number)

    def profile_for(self, code: str) -> str | None:
        """The text of the profile that a table's photos are read with; None: the default."""
        number = self._store.table(code).copy
        return None if number is None else self._store.copy(number).profile

    def export(self, number: int) -> str:
        """The text of a copy's profile, under the copy's name."""
        copy = self._store.copy(number)
        return json.dumps(json.loads(copy.profile) | {"name": copy.name}, indent=2)

    def keep_learned(self, code: str, learned: Learned, name: str, base: str | None) -> int:
        """Keep what a photo taught: in the table's copy, or in a new one called ``name``.

        Raises:
            ConflictError: the copy is no longer the ``base`` that was learned from.
        """
        with self._store.transaction():
            if self.profile_for(code) != base:
                raise ConflictError(
                    N_("Another photo was learned from meanwhile. Learn from this one again.")
                )
            table = self._store.table(code)
            number = table.copy
            if number is None:
                number = self._store.add_copy(table.game, name, learned.profile, 0)
                self._store.set_copy(code, number)
            photos = self._store.copy(number).photos + 1
            self._store.change_copy(
                number, profile=learned.profile, photos=photos, notes=list(learned.notes)
            )
        return number


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > NAME_LIMIT or not name.isprintable():
        raise InputError(N_("A copy needs a name of at most %(most)d letters."), most=NAME_LIMIT)
    return name
