"""The letters of the colours on the pages."""

from enum import StrEnum

from assistant.games import FORGOTTEN_TREASURES, PYRAMIDO, PYRAMIS
from assistant.web.letters import letters_of


class Shade(StrEnum):
    ONE = "aa"
    TWO = "a"
    THREE = "a b"


def test_every_colour_of_every_game_has_the_first_free_letter_of_its_name() -> None:
    assert "".join(letters_of(FORGOTTEN_TREASURES.palette).values()) == "OBPGR"
    assert "".join(letters_of(PYRAMIDO.palette).values()) == "BLYTGR"
    assert "".join(letters_of(PYRAMIS.palette).values()) == "SFMC"


def test_a_name_without_a_free_letter_takes_a_number() -> None:
    assert letters_of(Shade) == {"aa": "A", "a": "0", "a b": "B"}
