"""A real Chromium as a phone of 360 x 740 px, and a real server for it.

Without a browser these tests are skipped and say why; where ``CI`` is set that is a failure.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.hand import Hand
from tests.faults.server import Server

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without its own windows and menus, for less than half the work."""
SCREEN = {"width": 360, "height": 740}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        reason = f"no browser: none of {', '.join(NAMES)} is installed"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return {
        "executable_path": found,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    server = Server(tmp_path_factory.mktemp("browser") / "tables.sqlite3")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server to kill and start again."""
    server = Server(tmp_path / "tables.sqlite3")
    server.start()
    yield server
    if server.process:
        server.kill()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., Hand]]:
    """Takes a phone in hand: ``phone(server)``; whatever went wrong on it fails the test."""
    hands: list[Hand] = []

    def take(server: Server, **options: Any) -> Hand:
        settings: dict[str, Any] = {"viewport": SCREEN, "has_touch": True, "is_mobile": True}
        context = browser.new_context(base_url=server.address, **settings | options)
        context.set_default_timeout(20_000)
        hands.append(Hand(context))
        return hands[-1]

    yield take
    wrong = [trouble for hand in hands for trouble in hand.trouble]
    for hand in hands:
        hand.context.close()
    assert wrong == []
