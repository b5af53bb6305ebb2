"""The form of a new game."""

from assistant.store import SqliteStore
from tests.web.phone import Phone, fields


def test_a_form_sent_twice_makes_one_game(phone: Phone, store: SqliteStore) -> None:
    form = fields(phone.get("/new"), "") | {"name": ["Ina", "Jon"], "game": "pyramido"}
    before = len(store.tables())
    first, second = phone.post("/new", form), phone.post("/new", form)
    assert first.status_code == second.status_code == 303
    assert first.location == second.location
    assert len(store.tables()) == before + 1


def test_each_page_of_a_new_game_makes_its_own(phone: Phone) -> None:
    forms = [fields(phone.get("/new"), "") | {"name": ["Ina", "Jon"]} for _ in range(2)]
    first, second = (phone.post("/new", form).location for form in forms)
    assert first != second
