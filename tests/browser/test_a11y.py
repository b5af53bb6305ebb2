"""axe-core finds nothing on any page: a part of it always, all of it with ``make a11y``."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH

from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.games.pyramis.scoring import Player
from assistant.games.pyramis.text import format_player
from assistant.service.drafts import Drafts
from assistant.service.marking import evaluate_marks, write_marks
from assistant.service.pyramis import CardTables
from assistant.service.solo import Solo
from assistant.service.solo_pad import LEGEND
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.browser.hand import Hand
from tests.faults.server import Server
from tests.games.pyramis.card_pyramids import drawn_pyramid, shuffled_deck
from tests.service.parts import GAME, enter, full_layout, state_of, top_of, write_best
from tests.service.solo_parts import BY_APP, play_until, won

AXE = AXE_FILE_PATH.read_text(encoding="utf-8")
WHOLE = bool(os.environ.get("A11Y"))
GEMS = Inventory.of({Color.RED: 3, Color.BLUE: 1, Color.MYTHICAL: 6})
MARKED = "r1r1r1b1b1/r1r1r1b1b1/r1r1r1b1b1/r1r1r1b1b1"

# Every page that there is, by the kind of table; those with * also in the bounded part.
PAGES = {
    "home": ["*/", "*/new", "*/records", "*/files", "/copies", "*/rules/forgotten_treasures"],
    "rules": ["/rules/pyramido", "/rules/pyramis", "/none", "/records?game=pyramis"],
    "running": [
        "*",
        "*/1/2",
        "*/1/2/gems",
        "*/1/2/result",
        "/1/2/plan",
        "*/1/1/audit",
    ],
    "more": [
        "/2/1/type",
        "/mend",
        "*/share",
        "*/board",
        "*/roles",
        "*/1/report",
        "/2/1",
        "/2/1/gems",
    ],
    "over": ["*", "/share", "/board", "/1/report", "/mend", "/1/4/audit"],
    "solo": ["/legend", "/board", "/legend/correct"],
    "fresh_solo": ["*/legend"],
    "won_solo": ["/legend", ""],
    "marked": ["", "/1/1", "*/1/1/marks", "/1/1/marks/audit", "/board"],
    "cards": ["*/cards", "*/cards/1", "/cards/2", "/board", "/share"],
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, str]]]:
    """A server with a table of every kind, by the name of the kind."""
    server = Server(tmp_path_factory.mktemp("a11y") / "tables.sqlite3")
    codes = filled(server.database)
    server.start()
    yield server, codes
    server.kill()


def filled(database: Path) -> dict[str, str]:
    store = SqliteStore(database)
    tables, entries, solo = Tables(store), Drafts(store), Solo(store, new_seed=lambda: 3)
    codes = {}
    for kind in ("running", "over"):
        code = codes[kind] = tables.create(GAME, ["Ana", "Ben"])
        layout = full_layout(1, 1, gaps=2)
        write_best(tables, enter(entries, code, 0, 1, layout, GEMS))
        tables.type_score(code, 1, 1, 7)
        enter(entries, code, 0, 2, top_of(layout, 2, 2), Inventory.of({Color.MYTHICAL: 4}))
    for stage in (2, 3, 4):
        for seat in (0, 1):
            tables.type_score(code, seat, stage, 10 * seat + stage, gems_left=1)
    codes["more"] = codes["running"]
    codes["fresh_solo"] = solo.create(GAME, ["Ana"], LEGEND)
    codes["solo"] = solo.create(GAME, ["Ana"], LEGEND)
    play_until(solo, tables, solo.play(codes["solo"], 1, BY_APP), Expecting.STAGE_END)
    codes["won_solo"] = won(solo, tables, "Ana").table.code
    code = codes["marked"] = tables.create("pyramido", ["Ana", "Ben"])
    state = state_of(
        tables.get(code).dominoes.parse(MARKED),
        Inventory(),
        laid={"marks": [[1, 0, 2]], "cards": []},
    )
    result = evaluate_marks(entries.save(code, 0, 1, 0, state))
    write_marks(tables, result, left=None, version=1, seen=None)
    code = codes["cards"] = tables.create("pyramis", ["Ana", "Ben"])
    rng = random.Random(2)
    player = Player("Ana", drawn_pyramid(rng, shuffled_deck(rng), 7))
    cards = {"layout": format_player(player), "inventory": {}, "cursor": 0}
    CardTables(store).save(code, 0, 0, cards)
    store.close_all()
    return codes


def chosen() -> list[Any]:
    return [
        pytest.param(kind, path.lstrip("*"), id=f"{kind}{path}")
        for kind, paths in PAGES.items()
        for path in paths
        if WHOLE or path.startswith("*")
    ]


def violations(hand: Hand) -> list[str]:
    """What axe finds, with where, everything that folds opened."""
    hand.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    hand.page.evaluate(AXE)
    found = hand.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']} ({each['impact']}): {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"][:3]
    ]


@pytest.mark.parametrize("palette", ["box", "okabe"] if WHOLE else ["box"])
@pytest.mark.parametrize("scheme", ["light", "dark"] if WHOLE else ["light"])
@pytest.mark.parametrize(("kind", "path"), chosen())
def test_axe_finds_nothing_on_any_page(
    phone: Callable[..., Hand],
    evening: tuple[Server, dict[str, str]],
    kind: str,
    path: str,
    scheme: str,
    palette: str,
) -> None:
    server, codes = evening
    hand = phone(server, color_scheme=scheme, reduced_motion="reduce")
    if palette != "box":
        hand.goto("/")
        hand.page.get_by_label("Colours on this phone").select_option(palette)
        hand.page.get_by_role("button", name="Use").click()
    with hand.expecting("404"):
        hand.goto(f"/t/{codes[kind]}{path}" if kind in codes else path)
        assert violations(hand) == []
