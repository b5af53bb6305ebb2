"""Stages with gems and single-block cards: kept with the entry, scored, written, lost."""

from typing import Any

import pytest

from assistant.core.errors import (
    CardError,
    ConflictError,
    InputError,
    MarkerError,
    OrderError,
)
from assistant.core.layout import Layout
from assistant.core.photos import PreparedPhoto
from assistant.core.reading import BlockReading, Reading
from assistant.games import PYRAMIDO
from assistant.service.drafts import Drafts, with_reading
from assistant.service.laid import Laid
from assistant.service.marking import MarkedResult, evaluate_marks, write_marks
from assistant.service.tables import Table, Tables
from tests.games.pyramido.test_game import WORKED
from tests.service.parts import SQUARE

LAYOUT = PYRAMIDO.parse("n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8")
HOLES = PYRAMIDO.parse("n1--b4--y1/t2t4g8r1y2/n4--g1--r4/y8t1n2g4r8")
ABOVE = "r1n1b1g1/t1y1n1b1/y1t1n1b1"


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create(PYRAMIDO.name, ["Ana", "Ben", "Cleo"])


def state(layout: Layout, marks: Any = (), cards: Any = (), **more: Any) -> dict[str, Any]:
    laid = {"marks": marks, "cards": cards}
    return {"layout": repr(layout), "inventory": {}, "laid": laid, **more}


def enter(
    entries: Drafts, code: str, seat: int, layout: Layout, marks: Any = (), cards: Any = ()
) -> MarkedResult:
    stage = len(layout.stages)
    version = entries.open(code, seat, stage).version
    return evaluate_marks(entries.save(code, seat, stage, version, state(layout, marks, cards)))


def write(tables: Tables, result: MarkedResult, left: int | None = None) -> Table:
    entry = result.entry
    return write_marks(tables, result, left=left, version=entry.version, seen=None)


@pytest.mark.parametrize(("text", "cells", "card", "icons", "points"), WORKED)
def test_the_examples_of_the_manual_reach_the_pad(
    tables: Tables,
    entries: Drafts,
    code: str,
    text: str,
    cells: list[tuple[int, int]],
    card: tuple[int, int] | None,
    icons: list[int],
    points: int,
) -> None:
    layout = PYRAMIDO.parse(text)
    stage = len(layout.stages)
    for earlier in range(1, stage):
        tables.type_score(code, 0, earlier, 20)
    marks = [[stage, *cell] for cell in cells]
    result = enter(entries, code, 0, layout, marks, [[stage, *card]] if card else [])
    assert result.score.points == points
    assert result.smallest
    assert result.smallest.icons == min(icons) == result.score.bonus
    assert result.problems == ()
    assert result.best.points >= points
    assert result.cards_known is (stage == 1)
    table = write(tables, result)
    written = table.scores[0, stage]
    assert (written.points, written.marks) == (points, tuple(map(tuple, marks)))
    known = (2 if card else 3) if stage == 1 else None
    assert table.cards_left(0) == known


def test_who_has_laid_every_card_has_none_left(tables: Tables, entries: Drafts, code: str) -> None:
    layout = PYRAMIDO.parse("/".join(["r1b1g1n1y1"] * 4))
    result = enter(entries, code, 0, layout, (), [[1, 0, 0], [1, 0, 1], [1, 0, 4]])
    assert (result.cards_left, result.cards_known) == (0, True)
    assert write(tables, result).cards_left(0) == 0


def test_gems_cards_and_their_history_are_kept(entries: Drafts, code: str) -> None:
    laid = {"marks": [[1, 0, 0]], "cards": [[1, 3, 3]]}
    history = [["", f"{LAYOUT!r}||"], ["Gem on brown", f"{LAYOUT!r}|1,0,0|1,3,3"]]
    own = state(LAYOUT, **laid, history=history, cursor=1)
    entries.save(code, 0, 1, 0, own)
    kept = entries.open(code, 0, 1)
    assert kept.laid == Laid(((1, 0, 0),), ((1, 3, 3),))
    assert kept.whole_state() == own | {"laid": laid, "photo": None, "doubts": []}
    assert kept.history.steps[kept.history.cursor].text == kept.text
    assert entries.save(code, 0, 1, 1, kept.state()).whole_state() == kept.whole_state()


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ([[1, 0, 1]], "there is a gap"),
        ([[1, 0, 9]], "the pyramid has no such place"),
        ([[2, 0, 0]], "the pyramid has no such place"),
        ([[1, 0, 0], [1, 2, 0]], "are both marked in brown"),
    ],
)
def test_gems_that_cannot_lie_are_refused_and_nothing_is_lost(
    entries: Drafts, code: str, marks: Any, words: str
) -> None:
    before = entries.save(code, 0, 1, 0, state(HOLES, [[1, 0, 0]])).state()
    with pytest.raises(MarkerError, match=words):
        entries.save(code, 0, 1, 1, state(HOLES, marks))
    assert entries.open(code, 0, 1).state() == before


def test_an_unfinished_pyramid_keeps_its_gems_but_not_on_what_is_not_entered(
    entries: Drafts, code: str
) -> None:
    half = PYRAMIDO.parse(repr(LAYOUT).replace("n2b4b8y1", "????????", 1))
    entries.save(code, 0, 1, 0, state(half, [[1, 0, 0], [1, 1, 0]]))
    with pytest.raises(MarkerError, match="row 1, column 3 is marked, but its block is not enter"):
        entries.save(code, 0, 1, 1, state(half, [[1, 0, 2]]))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ([[1, 0, 1]], "no block for a card"),
        ([[1, 3, 3], [1, 3, 4]], "red/green card lies on the pyramid twice"),
    ],
)
def test_cards_that_nobody_has_are_refused(
    entries: Drafts, code: str, cards: Any, words: str
) -> None:
    with pytest.raises(CardError, match=words):
        entries.save(code, 0, 1, 0, state(HOLES, (), cards))
    assert entries.open(code, 0, 1).version == 0


@pytest.mark.parametrize(
    "laid",
    [
        7,
        "x",
        {"marks": 7},
        {"marks": [7]},
        {"marks": [[1, 2]]},
        {"cards": [[1, 2, "x"]]},
        {"marks": [[1, -1, 0]]},
        {"marks": [[1, True, 0]]},
    ],
)
def test_junk_is_refused(entries: Drafts, code: str, laid: Any) -> None:
    with pytest.raises(InputError, match="makes no sense"):
        entries.save(code, 0, 1, 0, {"layout": repr(LAYOUT), "inventory": {}, "laid": laid})


def test_gems_without_icon_or_below_are_pointed_out_and_scored(
    tables: Tables, entries: Drafts, code: str
) -> None:
    write(tables, enter(entries, code, 0, LAYOUT, [[1, 0, 0]]))
    layout = PYRAMIDO.parse(f"{LAYOUT!r} {ABOVE.replace('r1', 'r0')}")
    result = enter(entries, code, 0, layout, [[2, 0, 0], [1, 0, 0]])
    texts = [str(problem) for problem in result.problems]
    assert any("has no icon" in text for text in texts)
    assert any("newest stage" in text for text in texts)
    assert len(result.score.marked) == 2


def test_cards_are_carried_along(tables: Tables, entries: Drafts, code: str) -> None:
    write(tables, enter(entries, code, 0, LAYOUT, cards=[[1, 3, 3]]))
    layout = PYRAMIDO.parse(f"{LAYOUT!r} {ABOVE}")
    assert entries.open(code, 0, 2).cards == ((1, 3, 3),)
    with pytest.raises(CardError, match="red/green"):
        enter(entries, code, 0, layout, cards=[[2, 0, 0]])
    table = write(tables, enter(entries, code, 0, layout, cards=[[2, 0, 1]]))
    assert [table.cards_left(seat) for seat in range(3)] == [1, 3, 3]
    table = tables.type_score(code, 0, 3, 9)
    assert table.cards_left(0) is None
    result = evaluate_marks(entries.open(code, 0, 2))
    assert result.cards_known
    assert (result.cards_left, result.holes) == (1, 0)


def test_after_a_typed_stage_the_person_says_how_many_cards_are_left(
    tables: Tables, entries: Drafts, code: str
) -> None:
    tables.type_score(code, 0, 1, 9)
    result = enter(entries, code, 0, PYRAMIDO.parse(f"{LAYOUT!r} {ABOVE}"), cards=[[2, 0, 1]])
    assert not result.cards_known
    with pytest.raises(InputError, match="4 cards left"):
        write(tables, result, left=4)
    assert write(tables, result, left=1).cards_left(0) == 1
    tables.clear(code, 0, 2, seen=tables.get(code).scores[0, 2].points)
    assert write(tables, result, left=3).cards_left(0) == 2
    above = PYRAMIDO.parse(f"{LAYOUT!r} {ABOVE} r1y1t1/n1b1g1")
    result = enter(entries, code, 0, above)
    assert (result.cards_left, result.cards_known) == (2, True)
    with pytest.raises(InputError, match="4 cards left"):
        tables.type_score(code, 0, 3, 5, cards_left=4)


def test_a_card_told_later_on_a_lower_stage_counts_from_then_on(
    tables: Tables, entries: Drafts, code: str
) -> None:
    write(tables, enter(entries, code, 0, LAYOUT))
    layout = PYRAMIDO.parse(f"{LAYOUT!r} {ABOVE}")
    assert write(tables, enter(entries, code, 0, layout)).cards_left(0) == 3
    result = enter(entries, code, 0, LAYOUT, cards=[[1, 3, 3]])
    table = write_marks(tables, result, left=None, version=result.entry.version, seen=0)
    assert table.cards_left(0) == 2
    assert (table.cards_left(0, 0), table.cards_left(0, 1)) == (3, 2)


def test_more_holes_than_cards_lose_the_game(tables: Tables, entries: Drafts, code: str) -> None:
    result = enter(entries, code, 1, HOLES)
    assert (result.holes, result.cards_left) == (4, 3)
    table = write(tables, result)
    assert table.scores[1, 1].lost
    assert table.staying() == (0, 2)
    assert not table.over
    with pytest.raises(OrderError, match="Ben has lost"):
        entries.open(code, 1, 2)
    for stage, own, other in ((1, 9, 8), (2, 5, 7), (3, 5, 5), (4, 1, 1)):
        tables.type_score(code, 0, stage, own, cards_left=3)
        table = tables.type_score(code, 2, stage, other, cards_left=2)
        if stage == 1:
            assert table.turn_order(2) == ("Cleo", "Ana")
            assert table.standings().next_starter == "Cleo"
            assert table.next_seat() == 2
    assert table.over
    shown = table.standings()
    assert shown.winners == ("Cleo",)
    assert [(entry.name, entry.rank) for entry in shown.ranking] == [
        ("Ana", 2), ("Ben", 3), ("Cleo", 1)
    ]  # fmt: skip


def test_the_last_one_left_wins_and_undo_brings_the_others_back(
    tables: Tables, entries: Drafts, code: str
) -> None:
    for seat in (0, 2):
        table = write(tables, enter(entries, code, seat, HOLES))
    assert table.over
    assert table.next_seat() is None
    assert table.standings().winners == ("Ben",)
    tables.undo(code, table.record.version)
    assert not tables.get(code).over


def test_when_all_have_lost_nobody_wins(tables: Tables, entries: Drafts, code: str) -> None:
    results = [enter(entries, code, seat, HOLES) for seat in range(3)]
    for result in results:
        table = write(tables, result)
    assert table.over
    assert table.standings().winners == ()


@pytest.mark.parametrize(
    ("left", "stages", "tie_break", "winners"),
    [
        ((3, 2, 2), ((5, 5, 5),) * 4, "cards_left", ("Ana",)),
        ((2, 2, 2), ((5, 5, 5), (5, 9, 5), (5, 1, 5), (5, 5, 5)), "best_stage", ("Ben",)),
        ((2, 2, 2), ((5, 5, 5),) * 4, "shared", ("Ana", "Ben", "Cleo")),
    ],
)
def test_ties_go_to_cards_then_to_the_best_stage(
    tables: Tables,
    code: str,
    left: tuple[int, ...],
    stages: tuple[tuple[int, ...], ...],
    tie_break: str,
    winners: tuple[str, ...],
) -> None:
    for stage, points in enumerate(stages, start=1):
        for seat, own in enumerate(points):
            table = tables.type_score(code, seat, stage, own)
    assert table.needs_left() == ("Ana", "Ben", "Cleo")
    for seat, count in enumerate(left):
        own = stages[3][seat]
        table = tables.type_score(code, seat, 4, own, cards_left=count, seen=own)
    assert table.needs_left() == ()
    assert (table.standings().tie_break, table.standings().winners) == (tie_break, winners)


def test_a_changed_entry_is_not_written(tables: Tables, entries: Drafts, code: str) -> None:
    seen = enter(entries, code, 0, LAYOUT).entry.version
    result = enter(entries, code, 0, LAYOUT, [[1, 0, 0]])
    with pytest.raises(ConflictError, match="Look again"):
        write_marks(tables, result, left=None, version=seen, seen=None)


def test_a_photo_keeps_the_gems_on_blocks_that_it_shows_the_same(
    entries: Drafts, code: str
) -> None:
    entries.save(code, 0, 1, 0, state(LAYOUT, [[1, 0, 0], [1, 0, 2]]))
    prepared = PreparedPhoto(b"jpeg", SQUARE, True)
    entry = entries.attach_photo(code, 0, 1, 1, prepared)
    seen = PYRAMIDO.parse(repr(LAYOUT).replace("b4b8y1", "r4b8y1"))
    blocks = tuple(
        BlockReading(s, r, c, block.color, block.icons or 0, 0.9, False)
        for s, r, c, block in seen.blocks()
    )
    reading = Reading(PYRAMIDO.name, 1, seen, SQUARE, blocks, (), (120, 100))
    shown = with_reading(entry, reading, 1, "Photo read")
    assert shown.laid == Laid(((1, 0, 0),))
    assert [step.text for step in shown.history.steps] == [entry.text, shown.text]
