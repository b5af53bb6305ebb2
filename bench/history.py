"""What a long history costs: opening an entry with 200 steps, and what one tap sends then.

The entry is a whole pyramid of four stages with a photo. The tap is a real one, in Chromium on the
page of the grid; its figure is left out where there is no browser.
"""

import random
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from flask import Flask
from playwright.sync_api import sync_playwright
from waitress.server import create_server

from assistant.core.pieces import Color
from assistant.pooled import PooledReader
from assistant.service.drafts import Drafts, EntryPhoto, SeenBlock, StageDraft
from assistant.service.history import EMPTY_HISTORY, HISTORY_LIMIT, History, HistoryStep
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from assistant.web import create_app
from assistant.workers import Workers
from bench.figures import Figure
from bench.positions import random_layout

SEED = 4
STAGE = 4
ROUNDS = 40
CORNERS = ((101.25, 98.5), (1490.75, 120.0), (1475.5, 1190.25), (87.0, 1175.5))
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Entries:
    """The same entry at two tables, without steps and with as many as there can be."""

    app: Flask
    drafts: Drafts
    none: str
    full: str


def figures() -> list[Figure]:
    """Opening with a full history over opening with none, and the bytes that one tap sends."""
    with _entries() as entries:
        found = opening(entries)
        browser = next(filter(None, map(shutil.which, BROWSERS)), None)
        if browser:
            sent = bytes_of_a_tap(entries, browser)
            found.append(Figure(f"one tap at {HISTORY_LIMIT} steps", sent, "bytes", at_most=2000))
    return found


def opening(entries: Entries, rounds: int = ROUNDS) -> list[Figure]:
    """The fastest opening of each, in turn: as a value, and as the page of the grid."""
    phone = entries.app.test_client()
    ways = {
        "as a value": lambda code: entries.drafts.open(code, 0, STAGE),
        "as a page": lambda code: phone.get(f"/t/{code}/1/{STAGE}"),
        "its version": lambda code: entries.drafts.version(code, 0, STAGE),
    }
    found = []
    for name, way in ways.items():
        fastest = dict.fromkeys((entries.none, entries.full), float("inf"))
        for _ in range(rounds):
            for code in fastest:
                start = perf_counter()
                way(code)
                fastest[code] = min(fastest[code], perf_counter() - start)
        ratio = fastest[entries.full] / fastest[entries.none]
        title = f"opening {name}: {HISTORY_LIMIT} steps over none"
        found.append(Figure(title, ratio, "x", at_most=1.5))
    return found


def bytes_of_a_tap(entries: Entries, browser: str) -> int:
    """The body of the request that saves one tap on the entry with a full history."""
    server = create_server(entries.app, host="127.0.0.1", port=0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        with sync_playwright() as playwright:
            window = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
            page = window.new_page(viewport={"width": 360, "height": 740})
            page.goto(f"http://127.0.0.1:{server.effective_port}/t/{entries.full}/1/{STAGE}")
            page.wait_for_selector("#editor[data-ready=true]")
            with page.expect_request(lambda request: request.method == "PUT") as sent:
                page.click('[data-brush="-"]')
                page.click(f'[data-place="{STAGE},0,0"]')
            body = sent.value.post_data_buffer or b""
            window.close()
            return len(body)
    finally:
        server.close()


@contextmanager
def _entries() -> Iterator[Entries]:
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "tables.sqlite3")
        tables, drafts = Tables(store), Drafts(store)
        codes = [_table(tables, drafts, steps) for steps in (0, HISTORY_LIMIT)]
        app = create_app(store=store, reader=PooledReader(Workers()))
        yield Entries(app, drafts, *codes)
        store.close()


def _table(tables: Tables, drafts: Drafts, steps: int) -> str:
    code = tables.create("forgotten_treasures", ["Ana", "Ben"])
    for stage in range(1, STAGE):
        tables.type_score(code, 0, stage, 10)
    drafts.keep(_entered(drafts.open(code, 0, STAGE), steps))
    return code


def _entered(draft: StageDraft, steps: int) -> StageDraft:
    """A pyramid of four stages read from a photo, with so many different steps before."""
    rng = random.Random(SEED)
    layouts = [random_layout(rng, STAGE) for _ in range(max(steps, 1))]
    past = tuple(HistoryStep(f"red ({n})", repr(each)) for n, each in enumerate(layouts))
    return StageDraft(
        table=draft.table,
        seat=draft.seat,
        stage=draft.stage,
        version=draft.version,
        below=None,
        layout=layouts[-1],
        inventory=draft.inventory,
        start=None,
        history=History(past, steps - 1) if steps else EMPTY_HISTORY,
        photo=EntryPhoto(
            1,
            CORNERS,
            otherwise=tuple(SeenBlock((1, 0, column), Color.RED, 3) for column in range(4)),
        ),
        doubts=tuple((1, row, column) for row in range(4) for column in range(4)),
    )
