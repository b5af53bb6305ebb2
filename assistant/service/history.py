"""The history of an entry: its states one after another, to go back and forth between.

Every step keeps a whole state as text. Nobody reads that text until somebody goes back to it, so
a long history costs nothing when an entry is opened.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from assistant.core.errors import N_, InputError
from assistant.plain import PLAIN, Codec, from_plain

T = TypeVar("T")

HISTORY_LIMIT = 200
TITLE_LIMIT = 80


class HistoryStep(NamedTuple):
    """What was done, and the state that came out of it, as text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class HistoryChange:
    """What a page has changed in the history of the version that it knows.

    Attributes:
        keep: the steps from the first number up to, but without, the second one are still there.
        steps: title and text of the steps that come after them.
    """

    keep: tuple[int, int]
    steps: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """The steps of an entry, oldest first; ``cursor`` is the one whose state is shown now."""

    steps: tuple[HistoryStep, ...] = ()
    cursor: int = 0

    @staticmethod
    def of(steps: Iterable[Sequence[str]]) -> "History":
        """The history of stored pairs of title and text, at its first step.

        Raises:
            InputError: they are no such pairs.
        """
        try:
            return History(tuple(HistoryStep(title, text) for title, text in steps))
        except (TypeError, ValueError) as error:
            raise InputError(N_("What is kept of these steps is damaged.")) from error

    def as_json(self) -> list[list[str]]:
        """The steps as plain JSON, the inverse of `of`."""
        return [list(step) for step in self.steps]

    def record(self, title: str, before: str, after: str) -> "History":
        """With a new step after the present one; what had been undone is gone.

        ``before`` is the state that it started from: a history begins with it.
        """
        kept = self.steps[: self.cursor + 1] or (HistoryStep("", before),)
        return _ended((*kept, HistoryStep(title[:TITLE_LIMIT], after)))

    def go_to(self, cursor: int) -> "History":
        """At another step, the nearest one there is."""
        return replace(self, cursor=max(0, min(cursor, len(self.steps) - 1)))

    def changed(self, change: Any, read: Callable[[str], str]) -> "History":
        """With what a page sends: a `HistoryChange`, or all steps anew, as plain JSON.

        Args:
            change: plain JSON; None changes nothing.
            read: the text of a new state as it is kept; raises if it is none.

        Raises:
            InputError: this is neither.
        """
        if change is None:
            return self
        whole = {"keep": [0, 0], "steps": change} if isinstance(change, list) else change
        found = from_plain(HistoryChange, whole, "history")
        start, end = found.keep
        if not start <= end <= len(self.steps):
            raise InputError(N_("history.keep: there are only %(count)d."), count=len(self.steps))
        new = found.steps[-HISTORY_LIMIT:]
        steps = (HistoryStep(title[:TITLE_LIMIT], read(text)) for title, text in new)
        return _ended((*self.steps[start:end], *steps))


EMPTY_HISTORY = History()


def read_state(
    kind: type[T],
    plain: Mapping[str, Any],
    before: History,
    read: Callable[[str], str],
    codec: Codec = PLAIN,
) -> tuple[T, History]:
    """A state of ``kind`` out of plain JSON, and the history with what changed in it.

    Args:
        plain: the state; ``history`` in it is what `History.changed` takes.
        before: the history that it changes.
        read: as in `History.changed`.

    Raises:
        InputError: the state makes no sense.
        AssistantError: a text in it is refused by ``read``.
    """
    try:
        own = {key: value for key, value in plain.items() if key != "history"}
        state: T = codec.from_plain(kind, own)
        return state, before.changed(plain.get("history"), read)
    except InputError as error:
        if type(error) is not InputError:
            raise
        raise InputError(
            N_("What the page sent makes no sense (%(what)s). Reload it."), what=error.message
        ) from error


def _ended(steps: tuple[HistoryStep, ...]) -> History:
    """A history at its last step; of too many steps the oldest are forgotten."""
    kept = steps[-HISTORY_LIMIT:]
    return History(kept, max(0, len(kept) - 1))
