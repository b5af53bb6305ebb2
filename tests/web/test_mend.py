"""The page on which a table is mended."""

from tests.web.phone import Phone, fields, message


def test_names_and_seats_are_changed_by_the_form(phone: Phone, code: str) -> None:
    form = fields(phone.get(f"/t/{code}/mend"), "")
    answer = phone.post(
        f"/t/{code}/mend", form | {"order": ["1", "0"], "name-0": "Anna", "starter": "1"}
    )
    assert answer.status_code == 303, message(answer)
    pad = phone.get(f"/t/{code}").text
    assert pad.index(">Ben</th>") < pad.index(">Anna</th>")
    assert "Stage 1 · Ben begins." in pad
    assert "The players changed" in pad


def test_a_refused_change_keeps_what_was_typed(phone: Phone, code: str) -> None:
    form = fields(phone.get(f"/t/{code}/mend"), "")
    answer = phone.post(
        f"/t/{code}/mend", form | {"order": ["1", "0"], "name-0": "Zoe", "name-1": "Zoe"}
    )
    assert answer.status_code == 400
    assert "the same name" in message(answer)
    assert answer.text.count('value="Zoe"') == 2


def test_a_game_that_ends_early_names_the_winner_and_can_go_on(phone: Phone, code: str) -> None:
    phone.type_score(code, 1, 1, 12)
    phone.type_score(code, 2, 1, 9)
    page = phone.get(f"/t/{code}/mend")
    assert phone.post(f"/t/{code}/mend/end", fields(page, "/end")).status_code == 303
    pad = phone.get(f"/t/{code}").text
    assert "Ana wins!" in pad
    assert "Ended after stage 1." in pad
    phone.post(f"/t/{code}/undo", fields(phone.get(f"/t/{code}"), "/undo"))
    assert "Score stage 2 of Ben" in phone.get(f"/t/{code}").text


def test_a_game_chosen_by_mistake_is_changed_from_the_table(phone: Phone, code: str) -> None:
    page = phone.get(f"/t/{code}/mend")
    assert "This one is Pyramido: Forgotten Treasures." in page.text
    form = fields(page, "/game") | {"game": "pyramido"}
    assert phone.post(f"/t/{code}/mend/game", form).status_code == 303
    assert "This one is Pyramido." in phone.get(f"/t/{code}/mend").text
    phone.type_score(code, 1, 1, 7)
    assert "Another game?" not in phone.get(f"/t/{code}/mend").text
