"""The palette that a phone chooses."""

from flask import Flask

from tests.web.phone import Phone, message


def test_a_palette_is_kept_on_the_phone_that_chose_it(app: Flask, phone: Phone, code: str) -> None:
    assert 'data-looks="box"' in phone.get("/").text
    assert phone.post("/looks", {"palette": "okabe"}).location == "/"
    solo = phone.post("/new", {"name": ["Ana"], "mode": "legend"}).location
    for path in ("/", f"/t/{code}", "/rules/pyramis", solo):
        assert 'data-looks="okabe"' in phone.get(path).text
    assert 'data-looks="box"' in Phone(app).get("/").text


def test_a_palette_that_is_not_there_is_refused(app: Flask, phone: Phone) -> None:
    answer = phone.post("/looks", {"palette": "x"})
    assert answer.status_code == 400
    assert "Choose one of the palettes" in message(answer)
    phone.client.set_cookie(f"{app.config['SESSION_COOKIE_NAME']}_looks", 'x" onload="')
    assert 'data-looks="box"' in phone.get("/").text
