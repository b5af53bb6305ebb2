"""A table is deleted for good after a question; who is there is told."""

from flask import Flask

from assistant.store import SqliteStore
from tests.web.phone import Phone, fields, message


def test_a_table_is_deleted_after_a_question(app: Flask, phone: Phone, store: SqliteStore) -> None:
    other = Phone(app)
    code, kept = phone.new_game("Ana", "Ben"), phone.new_game("Ana", "Cleo")
    other.get(f"/t/{code}")
    assert f"/t/{code}/wipe" in phone.get(f"/t/{code}").text
    question = phone.get(f"/t/{code}/wipe")
    assert "Ana, Ben" in question.text
    assert "cannot be undone" in question.text
    assert phone.get(f"/t/{code}").status_code == 200
    answer = phone.post(f"/t/{code}/wipe", fields(question, ""))
    assert (answer.status_code, answer.location) == (303, "/")
    home = phone.get("/").text
    assert (code in home, kept in home) == (False, True)
    for path in ("", "/pad", "/1/1", "/1/1/entry", "/qr.svg"):
        gone = other.get(f"/t/{code}{path}")
        assert (gone.status_code, "There is no table" in message(gone)) == (404, True), path
    assert code not in other.get("/").text


def test_a_table_that_changed_meanwhile_is_not_deleted(phone: Phone) -> None:
    code = phone.new_game("Ana", "Ben")
    question = fields(phone.get(f"/t/{code}/wipe"), "")
    phone.type_score(code, 1, 1, 20)
    answer = phone.post(f"/t/{code}/wipe", question)
    assert (answer.status_code, "Look again" in message(answer)) == (409, True)
    assert phone.get(f"/t/{code}").status_code == 200


def test_a_card_table_offers_it_too(phone: Phone) -> None:
    answer = phone.post("/new", {"game": "pyramis", "name": ["Ana", "Ben"]})
    code = answer.location.rsplit("/", 1)[1]
    assert f"/t/{code}/wipe" in phone.get(f"/t/{code}/cards").text
    assert phone.post(f"/t/{code}/wipe", fields(phone.get(f"/t/{code}/wipe"), "")).location == "/"


def test_a_damaged_table_can_be_deleted(phone: Phone, store: SqliteStore) -> None:
    code = phone.new_game("Ana", "Ben")
    phone.type_score(code, 1, 1, 20)
    with store.transaction():
        store._db.execute("UPDATE steps SET payload = '{' WHERE code = ?", [code])
    assert phone.get(f"/t/{code}").status_code == 422
    question = phone.get(f"/t/{code}/wipe")
    assert f"Table {code}" in question.text
    assert phone.post(f"/t/{code}/wipe", fields(question, "")).location == "/"
    assert phone.get(f"/t/{code}").status_code == 404
