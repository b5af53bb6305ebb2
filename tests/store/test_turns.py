"""Threads that write at once: everybody has a turn, first come first served."""

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from assistant.core.errors import UnkeptError
from assistant.store import SqliteStore
from assistant.store.turns import Turns

PATIENCE = 30.0


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    turns, order = Turns(), []
    threads = []

    def ask(number: int) -> None:
        with turns.turn(PATIENCE):
            order.append(number)

    with turns.turn(PATIENCE):
        for number in range(6):
            threads.append(threading.Thread(target=ask, args=(number,)))
            threads[-1].start()
            while len(turns._waiting) <= number:
                time.sleep(0.001)
        assert order == []
    for thread in threads:
        thread.join()
    assert order == list(range(6))


def test_who_waited_too_long_is_told_and_stands_in_nobodys_way() -> None:
    turns = Turns()
    with turns.turn(PATIENCE) as left:
        assert 0 < left <= PATIENCE
        with pytest.raises(UnkeptError, match="Try again in a moment"), turns.turn(0.01):
            pass
    with turns.turn(0.0) as left:
        assert left == 0


def test_many_that_write_at_once_all_get_their_turn(tmp_path: Path) -> None:
    """Together they take longer than one would wait for another program."""
    store = SqliteStore(tmp_path / "tables.sqlite3")
    waited: list[float] = []

    def write() -> None:
        for _ in range(8):
            start = time.monotonic()
            with store.transaction():
                waited.append(time.monotonic() - start)
                time.sleep(0.03)

    threads = [threading.Thread(target=write) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close_all()
    assert len(waited) == 80


def test_a_database_that_another_program_holds_is_waited_for_once(tmp_path: Path) -> None:
    """The wait for our own threads counts, too: who comes second does not wait twice as long."""
    store = SqliteStore(tmp_path / "tables.sqlite3")
    other = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    took: list[float] = []

    def write() -> None:
        start = time.monotonic()
        with pytest.raises(UnkeptError, match="another program holds the database"):
            store.create_table("forgotten_treasures", ["Ana", "Ben"], "Ana")
        took.append(time.monotonic() - start)

    threads = [threading.Thread(target=write) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    store.close_all()
    assert len(took) == 3
    assert max(took) < 3.5
