"""Every error a person can meet, as one tree.

    AssistantError
    ├── NotationError    text that is no layout: quotes it and says where
    ├── LayoutError      a layout that cannot be scored as it stands
    ├── InventoryError   gems that cannot be
    ├── PaymentError     an activation that may not be paid like that
    ├── MarkerError      a gem where none can lie
    ├── CardError        cards that cannot be, or cannot lie like that
    ├── StandingsError   a score pad that does not add up
    ├── OrderError       right thing, wrong moment (stage out of order, game over)
    ├── InputError       a form or command line that does not make sense
    ├── NotFoundError    no such table, player or photo
    ├── DamagedError     what is kept cannot be read any more
    ├── UnkeptError      what was given cannot be kept now: disk full, database gone or held
    ├── ConflictError    somebody else changed it meanwhile
    ├── BusyError        too much waits already: says when to try again
    ├── TooOftenError    tried too often: says when to try again
    └── PhotoError       a photo that cannot be read; carries a hint

Messages are templates in English with named details, so that the pages can translate the
template and fill in the details; ``str(error)`` is the English sentence.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


def N_(message: str) -> str:  # noqa: N802  (the name gettext tools look for)
    """Mark a message for translation without translating it here."""
    return message


@dataclass(frozen=True)
class Message:
    """An English template with its details; details may be messages themselves."""

    template: str
    details: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.translated(str)

    def translated(self, gettext: Callable[[str], str]) -> str:
        """The sentence in another language: ``gettext`` translates the template and any words."""
        return gettext(self.template) % {
            name: value.translated(gettext)
            if isinstance(value, Message)
            else gettext(value.value)
            if isinstance(value, StrEnum)
            else value
            for name, value in self.details.items()
        }


class AssistantError(Exception):
    """Base of all errors that say what is wrong, where, and what to do."""

    def __init__(self, message: str | Message, **details: Any) -> None:
        self.message = message if isinstance(message, Message) else Message(message, details)
        super().__init__(self.message)


class NotationError(AssistantError):
    """The text is no layout in the notation."""


class LayoutError(AssistantError):
    """The layout cannot be scored as it stands."""


class InventoryError(AssistantError):
    """The gems cannot be."""


class PaymentError(AssistantError):
    """An activation may not be paid like that."""


class MarkerError(AssistantError):
    """A gem lies where none can lie."""


class CardError(AssistantError):
    """The cards cannot be, or cannot lie like that."""


class StandingsError(AssistantError):
    """The score pad does not add up."""


class OrderError(AssistantError):
    """The right thing at the wrong moment."""


class InputError(AssistantError):
    """A form or a command line that does not make sense."""


class NotFoundError(AssistantError):
    """No such table, player or photo."""


class DamagedError(AssistantError):
    """What is kept cannot be read any more."""

    @classmethod
    def of_table(cls, code: str) -> "DamagedError":
        """The error of a table of which something is damaged."""
        return cls(
            N_(
                "Table %(code)s cannot be opened: what is kept of it is damaged. The other tables"
                " are not affected; an earlier copy of the database may still have this one."
            ),
            code=code,
        )


class UnkeptError(AssistantError):
    """What was given cannot be kept now; what was kept before is not affected."""


class ConflictError(AssistantError):
    """Somebody else changed the same thing meanwhile; ``current`` is what stands now."""

    def __init__(self, message: str | Message, *, current: Any = None, **details: Any) -> None:
        super().__init__(message, **details)
        self.current = current


class BusyError(AssistantError):
    """Too much waits already; the message says about how long."""


class TooOftenError(AssistantError):
    """Tried too often; the message says when to try again."""


class PhotoError(AssistantError):
    """A photo that cannot be read; ``hint`` says what to do about it."""

    def __init__(self, message: str | Message, hint: str = "", **details: Any) -> None:
        super().__init__(message, **details)
        self.hint = hint
