"""What no page can help: the person is told in words, the log gets the reason."""

import logging
import sqlite3
from typing import Any

import pytest
from flask import Flask

from assistant.pooled import PooledReader
from assistant.store import SqliteStore
from assistant.web import create_app
from tests.web.phone import message

JSON = {"Accept": "application/json"}


class Broken(SqliteStore):
    """A real store whose questions about a table fail with an error of choice."""

    failure: Exception

    def table(self, code: str) -> Any:
        raise self.failure

    table_version = table


@pytest.fixture
def broken(store: SqliteStore, reader: PooledReader) -> tuple[Broken, Flask]:
    """An app as it is served, not one in testing, over a store that fails."""
    own = Broken(store.path)
    return own, create_app(store=own, reader=reader)


FAILURES = [
    (ZeroDivisionError("secret detail"), 500, "not at your side", "unexpected error"),
    (sqlite3.OperationalError("disk I/O error"), 503, "could not be kept", "database failed"),
    (sqlite3.DatabaseError("malformed image"), 503, "could not be kept", "database failed"),
]


@pytest.mark.parametrize(("failure", "status", "words", "logged"), FAILURES)
def test_a_failure_is_a_page_in_words_and_a_line_in_the_log(
    broken: tuple[Broken, Flask],
    failure: Exception,
    status: int,
    words: str,
    logged: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, app = broken
    store.failure = failure
    with caplog.at_level(logging.ERROR):
        answer = app.test_client().get("/t/ABCDE")
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert words in message(answer)
    assert "Traceback" not in answer.text
    assert str(failure) not in answer.text
    assert f"{logged} at /t/ABCDE" in caplog.text
    assert str(failure) in caplog.text


@pytest.mark.parametrize(("failure", "status", "words", "logged"), FAILURES)
def test_a_failure_is_json_for_a_script(
    broken: tuple[Broken, Flask], failure: Exception, status: int, words: str, logged: str
) -> None:
    store, app = broken
    store.failure = failure
    answer = app.test_client().get("/t/ABCDE", headers=JSON)
    assert (answer.status_code, answer.mimetype) == (status, "application/json")
    assert set(answer.get_json()) == {"error"}
    assert words in answer.get_json()["error"]
    assert str(failure) not in answer.text
