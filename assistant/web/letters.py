"""Letters that stand for colours on the pages: how their names begin in the reader's language."""

from collections.abc import Iterable
from enum import StrEnum

from assistant.web.i18n import gettext as _


def letters_of(colors: Iterable[StrEnum]) -> dict[str, str]:
    """A capital letter for each colour, by its value; no two alike.

    A name takes its first letter that no earlier name has taken.
    """
    letters: dict[str, str] = {}
    for color in colors:
        letters[color.value] = _free_letter(_(color.value).upper(), set(letters.values()))
    return letters


def _free_letter(name: str, taken: set[str]) -> str:
    free = (letter for letter in (*name, *"0123456789") if letter.isalnum() and letter not in taken)
    return next(free, "?")
