"""What browsers are told about every answer, and what the log must not hold."""

import logging
import sqlite3

import pytest
from flask import Flask

from tests.web.phone import Phone

NAMES = ("Xanthippe", "Quirinus")


@pytest.mark.parametrize(
    "path", ["/", "/new", "/health", "/nothing", "/t/NONE", "/static/lib/app.js", "/copies"]
)
def test_every_answer_tells_the_browser_what_it_may_do(phone: Phone, path: str) -> None:
    with phone.get(path) as answer:  # which holds a file open
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    for part in ("default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"):
        assert part in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_pages_are_not_kept_by_the_browser(phone: Phone, code: str) -> None:
    for path in ("/", f"/t/{code}", f"/t/{code}/1/1", "/t/NONE"):
        assert phone.get(path).headers["Cache-Control"] == "no-store"


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(app: Flask, code: str) -> None:
    client = app.test_client()
    told = [
        cookie
        for path in ("/csrf", f"/t/{code}")
        for cookie in client.get(path).headers.getlist("Set-Cookie")
    ]
    assert len(told) == 2
    assert all("HttpOnly" in each and "SameSite=Lax" in each for each in told)


def test_the_log_names_no_player(
    app: Flask, phone: Phone, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole round of what goes wrong: refused forms, a fault of the app, of the database."""
    caplog.set_level(logging.DEBUG)
    code = phone.new_game(*NAMES)
    phone.post("/new", {"name": [NAMES[0], NAMES[0]]})
    phone.type_score(code, 1, 1, 5)
    phone.type_score(code, 1, 3, 5)
    phone.get(f"/t/{code}/2/3")
    phone.post(f"/t/{code}/mend", {"version": "x", "name-0": NAMES[0]})
    phone.get(f"/t/NONE?{NAMES[0]}")
    for error in (ZeroDivisionError("inside"), sqlite3.OperationalError("disk I/O error")):

        def fails(error: Exception = error, **_: str) -> None:
            raise error

        monkeypatch.setitem(app.view_functions, "table.pad", fails)
        assert phone.get(f"/t/{code}").status_code >= 500
    assert "unexpected error at /t/" in caplog.text
    assert "the database failed at /t/" in caplog.text
    for name in NAMES:
        assert name not in caplog.text
