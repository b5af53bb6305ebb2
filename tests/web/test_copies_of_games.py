"""Which copies of a game a table is offered."""

import pytest

from assistant.store import SqliteStore
from tests.web.phone import Phone


@pytest.mark.parametrize("game", ["forgotten_treasures", "pyramido"])
def test_the_pad_offers_the_copies_of_its_own_game_alone(
    phone: Phone, store: SqliteStore, game: str
) -> None:
    for each in ("forgotten_treasures", "pyramido"):
        store.add_copy(each, f"Copy of {each}", "{}", 0)
    location = phone.post("/new", {"game": game, "name": ["Ana", "Ben"]}).location
    pad = phone.get(location).text
    for each in ("forgotten_treasures", "pyramido"):
        assert (f"Copy of {each}" in pad) is (each == game)
