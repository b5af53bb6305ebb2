"""What the use cases need from outside, as protocols; wired in `assistant.wiring`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from assistant.core.layout import Layout
from assistant.core.photos import PhotoTask
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.lookahead.advice import KeepAdvice
from assistant.service.kept import Kept
from assistant.service.records import CopyRecord, EntryRecord, Step, SummaryRecord, TableRecord

T = TypeVar("T")


class Store(Protocol):
    """Where tables, entries and photos are kept; every change is durable when the call returns."""

    def transaction(self) -> AbstractContextManager[None]:
        """All calls inside happen together or not at all, and nobody writes in between."""
        ...

    def check(self) -> None:
        """Raise `UnkeptError` if nothing can be kept any more."""
        ...

    def secret_key(self) -> str:
        """The secret that signs sessions, made at the first call and kept."""
        ...

    def create_table(self, game: str, seating: Sequence[str], starter: str, mode: str = "") -> str:
        """Keep a new table and the names of its players; returns its code."""
        ...

    def table(self, code: str) -> TableRecord:
        """The table; raises `NotFoundError`."""
        ...

    def table_version(self, code: str) -> int:
        """Only the version of a table; raises `NotFoundError`."""
        ...

    def all_versions(self, code: str) -> tuple[int, int]:
        """The version of a table, and those of its entries added up; raises `NotFoundError`."""
        ...

    def viewed_versions(self, token: str) -> tuple[int, int]:
        """As `all_versions`, of the table that a token shows; raises `NotFoundError`."""
        ...

    def tables(self, codes: Collection[str] | None = None) -> list[TableRecord]:
        """All tables, or those with these codes that are there, last changed first."""
        ...

    def summaries(self, codes: Collection[str] | None) -> list[SummaryRecord]:
        """Summaries of the tables with these codes, last changed first.

        None: of all tables that are played in a mode of their own.
        """
        ...

    def keep_summaries(self, summaries: Iterable[SummaryRecord]) -> None:
        """Keep summaries of tables that still have their version."""
        ...

    def add_step(self, code: str, step: Step) -> None:
        """Add a step; what had been undone can no longer be redone."""
        ...

    def undo(self, code: str) -> Step | None:
        """Take back the last step and return it; None if there is none."""
        ...

    def redo(self, code: str) -> Step | None:
        """Bring back the step undone last and return it; None if there is none."""
        ...

    def codes(self) -> list[str]:
        """The codes of all tables, the oldest first."""
        ...

    def kept(self, codes: Collection[str], *, photos: bool = True) -> Kept:
        """These tables with everything of them; raises `DamagedError` if one cannot be read."""
        ...

    def take_in(self, kept: Kept, known: Collection[str] | None = None) -> tuple[str, ...]:
        """Add tables from elsewhere; returns their codes here, new ones unless ``known``.

        None: whoever adds them knows all codes.
        """
        ...

    def view_of(self, code: str) -> str:
        """The token with which a table can be looked at, made at the first call and kept."""
        ...

    def viewed(self, token: str) -> str:
        """The code of the table that a token shows; raises `NotFoundError`."""
        ...

    def aliases(self) -> dict[str, str]:
        """For each name that stands for another one in the records, that one."""
        ...

    def set_aliases(self, aliases: Mapping[str, str]) -> None:
        """Replace all of `aliases`."""
        ...

    def names(self) -> list[str]:
        """Names of players, most recently used first."""
        ...

    def entry(self, code: str, seat: int, stage: int) -> EntryRecord:
        """The entry of a player's stage; an empty record if there is none."""
        ...

    def entry_version(self, code: str, seat: int, stage: int) -> int:
        """Only the version of an entry, 0 if there is none."""
        ...

    def save_entry(
        self,
        code: str,
        seat: int,
        stage: int,
        state: Mapping[str, Any],
        version: int,
        history: Sequence[Sequence[str]] = (),
    ) -> int:
        """Replace an entry that still has ``version``; returns the new version.

        Raises `ConflictError` with the current record if it does not.
        """
        ...

    def set_copy(self, code: str, copy: int | None) -> None:
        """Say which copy of the game a table plays with; None: the default."""
        ...

    def add_copy(self, game: str, name: str, profile: str, photos: int) -> int:
        """Keep a copy of a game; returns its number."""
        ...

    def copy(self, number: int) -> CopyRecord:
        """The copy; raises `NotFoundError`."""
        ...

    def copies(self) -> list[CopyRecord]:
        """All copies, last changed first."""
        ...

    def change_copy(self, number: int, **changes: Any) -> None:
        """Replace any of a copy's ``name``, ``profile``, ``photos`` and ``notes``."""
        ...

    def delete_copy(self, number: int) -> None:
        """Forget a copy; tables that play with it go back to the default."""
        ...

    def add_photo(self, code: str, jpeg: bytes) -> int:
        """Keep a photo (JPEG bytes without metadata); returns its number."""
        ...

    def delete_photo(self, code: str, number: int) -> None:
        """Delete a photo, so that its bytes are nowhere in the file."""
        ...

    def delete_table(self, code: str) -> None:
        """Delete a table and everything of it, and names that no other table has.

        Raises `NotFoundError`.
        """
        ...

    def photo(self, code: str, number: int) -> bytes:
        """The JPEG bytes; raises `NotFoundError`."""
        ...


class PhotoReader(Protocol):
    """Reads photos of pyramids, off the request: results are futures."""

    def check(self, photo: bytes) -> None:
        """Refuse at once what is no photo; raises `PhotoError`."""
        ...

    def check_profile(self, text: str) -> tuple[str, str]:
        """(game, name) of a profile's text; raises `InputError` if it is none."""
        ...

    def do(self, task: PhotoTask[T]) -> Future[T]:
        """Start on a task; the future fails with `PhotoError`, whose hint says what to do."""
        ...

    def seconds_to_wait(self) -> float:
        """About how long a new task would wait for those before it."""
        ...


class Advisor(Protocol):
    """Looks ahead: what to keep for the coming stages, off the request."""

    def advise(self, layout: Layout, inventory: Inventory, *, seed: int) -> Future[KeepAdvice]:
        """The advice at the end of the layout's highest stage; the seed makes it repeatable."""
        ...
