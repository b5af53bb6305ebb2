"""The real app over a real store and the real photo reader, spoken to as a phone does.

One app and one database serve all tests of a run, as one server serves many tables.
"""

from collections.abc import Iterator

import pytest
from flask import Flask

from assistant.pooled import PooledAdvisor, PooledReader
from assistant.store import SqliteStore
from assistant.web import create_app
from assistant.web.guesses import Guesses
from assistant.workers import Workers
from tests.web.phone import Phone


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    workers = Workers(1)
    yield workers
    workers.close()


@pytest.fixture(scope="session")
def reader(workers: Workers) -> PooledReader:
    return PooledReader(workers)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path_factory.mktemp("web") / "tables.sqlite3")
    yield store
    store.close()


@pytest.fixture(scope="session")
def app(store: SqliteStore, reader: PooledReader, workers: Workers) -> Flask:
    return create_app(store=store, reader=reader, advisor=PooledAdvisor(workers, seconds=60))


@pytest.fixture(autouse=True)
def _nobody_has_guessed(request: pytest.FixtureRequest) -> None:
    """All tests come from one address: none suffers from the wrong codes of another."""
    if "app" in request.fixturenames:
        request.getfixturevalue("app").extensions["guesses"] = Guesses()


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def code(phone: Phone) -> str:
    return phone.new_game("Ana", "Ben")
