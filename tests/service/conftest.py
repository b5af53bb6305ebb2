"""A real store in a file for every test, and the use cases over it."""

from pathlib import Path

import pytest

from assistant.service.copies import Copies
from assistant.service.drafts import Drafts
from assistant.service.photos import PhotoJobs
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import FakeReader


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "tables.sqlite3")


@pytest.fixture
def tables(store: SqliteStore) -> Tables:
    return Tables(store)


@pytest.fixture
def reader() -> FakeReader:
    return FakeReader()


@pytest.fixture
def entries(store: SqliteStore) -> Drafts:
    return Drafts(store)


@pytest.fixture
def copies(store: SqliteStore, reader: FakeReader) -> Copies:
    return Copies(store, reader)


@pytest.fixture
def photos(entries: Drafts, copies: Copies, reader: FakeReader) -> PhotoJobs:
    return PhotoJobs(entries, copies, reader)
