"""What the fields of forms and addresses hold."""

from collections import Counter
from collections.abc import Iterable, Mapping

from assistant.core.errors import N_, InputError
from assistant.core.pieces import Color, Inventory

LONGEST_NUMBER = 6


def whole_number(text: str) -> int | None:
    """The number of a field; None if it is none, or longer than any number of the game."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return None


def number_field(source: Mapping[str, str], name: str, default: str = "") -> int:
    """The number of a field, or the default if it is left out.

    Raises:
        InputError: it is no number.
    """
    text = source.get(name, "").strip() or default
    number = whole_number(text)
    if number is None:
        raise InputError(N_("Enter a whole number, not %(text)s."), text=repr(text[:20]))
    return number


def gems_from(words: Iterable[str]) -> Inventory:
    """The gems of as many fields of the same name.

    Raises:
        InputError: one of them is no gem.
    """
    try:
        return Inventory.of(Counter(map(Color, words)))
    except ValueError as error:
        raise nonsense() from error


def nonsense() -> InputError:
    """What no page of ours sends."""
    return InputError(N_("What the page sent makes no sense. Reload it."))
