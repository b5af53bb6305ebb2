"""What is stored, as plain values between the store and the use cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.core.errors import N_


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a table, as stored; ``payload`` is plain JSON, ``at`` when it was stored."""

    kind: str
    payload: Mapping[str, Any]
    at: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table as stored: its players in seating order and every step, undone ones apart.

    ``version`` grows with every change. ``undone`` has the most recently undone step last.
    ``copy`` is the number of the copy of the game that is played with, None: the default.
    ``mode`` names how it is played; empty: only the pad is kept.
    """

    code: str
    game: str
    seating: tuple[str, ...]
    starter: str
    created: str
    version: int
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    copy: int | None = None
    mode: str = ""


@dataclass(frozen=True, slots=True)
class SummaryRecord:
    """A table in short, as a text of the use cases; empty if there is none of its version."""

    code: str
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class CopyRecord:
    """A copy of a game as the photo reader has learned it.

    ``profile`` is its text for the reader, ``photos`` how many it was learned from, ``notes``
    what the last of them left open.
    """

    number: int
    game: str
    name: str
    profile: str
    photos: int
    notes: tuple[str, ...]
    changed: str


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """A stage entry as stored; version 0 means that nothing has been stored yet.

    ``history`` holds title and text of each step of its history, oldest first.
    """

    version: int = 0
    state: Mapping[str, Any] = field(default_factory=dict)
    history: Sequence[Sequence[str]] = ()


CHANGED_MEANWHILE = N_("Another phone changed this entry meanwhile.")
