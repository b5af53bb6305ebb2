"""Hosts that are not ours and bodies that no script of ours sends are refused first."""

import socket

import pytest
from flask import Flask

from assistant.web.guard import LARGEST_JSON, is_ours
from tests.web.phone import Phone, message

OWN = socket.gethostname().split(".")[0]


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "127.0.0.1", "192.168.1.5:8000", "[fd12::5]:8123", "10.0.0.1.",
     "games.local", "Games.LOCAL:80", OWN, f"{OWN}:8000"],
)  # fmt: skip
def test_the_machine_is_known_by_its_addresses_and_names(host: str) -> None:
    assert is_ours(host)


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a b", "[::1", "x:y",
     "1.2.3", "local", "\u2603", "http://localhost"],
)  # fmt: skip
def test_every_other_host_is_foreign(host: str) -> None:
    assert not is_ours(host)


def test_a_name_that_the_user_allows_is_ours() -> None:
    assert is_ours("games.example:443", ("games.example",))


@pytest.mark.parametrize("host", ["evil.example", "a b", "[::1", "x:99999"])
def test_a_foreign_host_gets_words_and_no_page(app: Flask, code: str, host: str) -> None:
    answer = app.test_client().get(f"/t/{code}", headers={"Host": host})
    assert answer.status_code == 400
    assert "does not know itself by this name" in message(answer)
    assert code not in answer.text


def test_a_script_sends_at_most_so_much(phone: Phone, code: str) -> None:
    answer = phone.put(f"/t/{code}/1/1/entry", {"version": 0, "state": {"x": "y" * LARGEST_JSON}})
    assert answer.status_code == 413
