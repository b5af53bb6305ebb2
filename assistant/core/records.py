"""What is stored, as plain values between the store and the use cases."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a table, as stored; ``payload`` is plain JSON."""

    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table as stored: its players in seating order and every step, undone ones apart.

    ``version`` grows with every change. ``undone`` has the most recently undone step last.
    """

    code: str
    game: str
    seating: tuple[str, ...]
    starter: str
    created: str
    version: int
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """A stage entry as stored; version 0 means that nothing has been stored yet."""

    version: int = 0
    state: Mapping[str, Any] = field(default_factory=dict)
