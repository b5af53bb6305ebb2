"""A file kept by the app before histories were apart from their entries: its games go on.

``before_history.sql`` is what that version wrote: a game of Forgotten Treasures with a photo read
and a score undone, one of Pyramido with gems and a card, one of Pyramis, and a solo game.
"""

import random
import sqlite3
from pathlib import Path

import pytest

from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.service.drafts import Drafts, SeenBlock
from assistant.service.history import HistoryStep
from assistant.service.laid import Laid
from assistant.service.pyramis import CardTables
from assistant.service.scoring import evaluate
from assistant.service.solo import Solo
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import full_layout, state_of, top_of, write_best
from tests.service.solo_parts import play_on

FILE = Path(__file__).with_name("before_history.sql")
TREASURES, PYRAMIDO, PYRAMIS, SOLO = "AAAAA", "BBBBB", "CCCCC", "DDDDD"
PYRAMID = "n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8"
ONE = full_layout(1, 1)
TWO = top_of(ONE, 5, 2)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    path = tmp_path / "tables.sqlite3"
    database = sqlite3.connect(path)
    database.executescript(FILE.read_text(encoding="utf-8"))
    database.close()
    return SqliteStore(path)


def test_a_stage_comes_back_with_its_history_and_what_its_photo_showed(store: SqliteStore) -> None:
    first, second = (Drafts(store).open(TREASURES, 0, stage) for stage in (1, 2))
    assert (first.version, first.layout, first.history.cursor) == (1, ONE, 2)
    assert first.inventory == Inventory.of({Color.RED: 2, Color.MYTHICAL: 1})
    blank = "/".join(["??" * 5] * 4)
    assert first.history.steps == (("", blank), ("half", repr(ONE)), ("red (3)", repr(ONE)))
    assert (second.layout, second.doubts) == (TWO, ((2, 1, 1),))
    assert second.history.steps[1] == HistoryStep("Photo read", repr(TWO))
    photo = second.photo
    assert photo is not None
    assert (photo.number, photo.picture, photo.turns, [*map(str, photo.warnings)]) == (
        1,
        2,
        1,
        ["dim"],
    )
    assert photo.otherwise == (
        SeenBlock((1, 0, 0), Color.BLUE, 3),
        SeenBlock((1, 0, 1), None, 0),
    )
    assert Drafts(store).picture(second) == b"from above"


def test_a_game_goes_on_and_what_was_undone_can_be_redone(store: SqliteStore) -> None:
    tables, drafts = Tables(store), Drafts(store)
    assert {key: score.points for key, score in tables.get(TREASURES).scores.items()} == {
        (0, 1): 5,
        (1, 1): 12,
    }
    tables.redo(TREASURES, tables.get(TREASURES).record.version)
    assert tables.get(TREASURES).scores[0, 2].points == 9
    before = drafts.open(TREASURES, 0, 2)
    gone_back = before.state() | {"layout": before.history.steps[0].text, "cursor": 0}
    back = drafts.save(TREASURES, 0, 2, before.version, gone_back)
    assert repr(back.layout) == before.history.steps[0].text
    saved = drafts.save(TREASURES, 0, 2, back.version, state_of(TWO, Inventory()))
    write_best(tables, evaluate(saved))
    assert tables.get(TREASURES).scores[0, 2].layout == repr(TWO)


def test_the_gems_and_cards_of_earlier_steps_of_pyramido_are_still_there(
    store: SqliteStore,
) -> None:
    drafts = Drafts(store)
    draft = drafts.open(PYRAMIDO, 0, 1)
    assert draft.laid == Laid(((1, 0, 0),))
    assert [step.text for step in draft.history.steps] == [
        f"{PYRAMID}||",
        f"{PYRAMID}|1,0,0|",
        f"{PYRAMID}|1,0,0|1,3,3",
    ]
    assert draft.history.steps[draft.history.cursor].text == draft.text
    laid = {"marks": [[1, 0, 0]], "cards": [[1, 3, 3]]}
    redone = drafts.save(PYRAMIDO, 0, 1, 1, draft.state() | {"laid": laid, "cursor": 2})
    assert redone.text == redone.history.steps[2].text


def test_cards_of_pyramis_come_back_with_their_history(store: SqliteStore) -> None:
    cards = CardTables(store)
    own = cards.entry(PYRAMIS, 0)[1]
    titles = [step.title for step in own.history.steps]
    assert (titles, own.history.cursor) == (["", "sea laid", "forest laid"], 1)
    redone = own.state() | {"layout": own.history.steps[2].text, "cursor": 2}
    assert len(cards.save(PYRAMIS, 0, 1, redone).players[0].pyramid.cards()) == 2


def test_a_solo_game_goes_on(store: SqliteStore) -> None:
    solo, tables, rng = Solo(store), Tables(store), random.Random(3)
    at = solo.open(SOLO)
    assert (at.game.state.stage, at.game.state.expecting) == (2, Expecting.PLAYER_TURN)
    assert at.table.scores[0, 1].points == 20
    for _ in range(6):
        at = play_on(solo, tables, at, rng)
    assert at.version == 21 + 6


def test_a_copy_that_was_learned_is_still_played_with(store: SqliteStore) -> None:
    assert store.copy(Tables(store).get(TREASURES).record.copy or 0).name == "Ours"


def test_a_damaged_entry_stops_no_update_and_hides_no_other(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    database = sqlite3.connect(path)
    database.executescript(FILE.read_text(encoding="utf-8"))
    database.execute("""UPDATE entries SET state = '{"history": 7' WHERE code = 'BBBBB'""")
    database.commit()
    database.close()
    store = SqliteStore(path)
    assert Drafts(store).open(TREASURES, 0, 1).history.steps
