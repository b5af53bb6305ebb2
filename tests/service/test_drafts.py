"""Entries: saved as they are made, on top of what is known below, whatever a page sends."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.core.errors import (
    ConflictError,
    InputError,
    InventoryError,
    LayoutError,
    NotationError,
    NotFoundError,
    OrderError,
)
from assistant.core.geometry import Frame
from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.core.remarks import BLURRED, OTHER_STAGE, remark
from assistant.service.below import blank_layout, on_top_of
from assistant.service.drafts import (
    Drafts,
    EntryPhoto,
    StageDraft,
    check_corners,
    corners_from,
    entry_from_state,
)
from assistant.service.history import EMPTY_HISTORY, HISTORY_LIMIT, History, HistoryStep
from assistant.service.scoring import evaluate
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.core.samples import layouts, rough_layout
from tests.service.parts import (
    GAME,
    SQUARE,
    enter,
    full_layout,
    state_of,
    top_of,
    write_best,
)

NO_GEMS = Inventory()
ONCE = settings(
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create(GAME, ["Ana", "Ben"])


@pytest.fixture
def fresh(entries: Drafts, code: str) -> StageDraft:
    return entries.open(code, 0, 1)


# ---- opening and saving


def test_a_new_entry_is_blank_without_gems(fresh: StageDraft) -> None:
    assert repr(fresh.layout) == "/".join(["??" * 5] * 4)
    assert (fresh.inventory, fresh.start, fresh.below) == (NO_GEMS, NO_GEMS, None)
    assert (fresh.version, fresh.history, fresh.photo, fresh.doubts) == (0, EMPTY_HISTORY, None, ())
    assert fresh.name == "Ana"


def test_an_entry_of_no_table_seat_or_turn_is_refused(entries: Drafts, code: str) -> None:
    with pytest.raises(NotFoundError):
        entries.open("NONE", 0, 1)
    for seat, stage in ((2, 1), (-1, 1), (0, 0), (0, 9)):
        with pytest.raises(InputError):
            entries.open(code, seat, stage)
        with pytest.raises(InputError):
            entries.save(code, seat, stage, 0, {})
    with pytest.raises(OrderError):
        entries.open(code, 0, 2)


def test_a_saved_entry_comes_back_and_has_a_new_version(entries: Drafts, code: str) -> None:
    layout, gems = full_layout(1, 1), Inventory.of({Color.RED: 2, Color.MYTHICAL: 1})
    saved = entries.save(code, 0, 1, 0, state_of(layout, gems))
    again = entries.open(code, 0, 1)
    assert saved.version == again.version == 1
    assert (again.layout, again.inventory) == (layout, gems)
    assert entries.open(code, 1, 1).version == 0


def test_a_stale_save_is_refused_with_the_entry_that_stands(entries: Drafts, code: str) -> None:
    mine, theirs = full_layout(1, 1), full_layout(2, 1)
    entries.save(code, 0, 1, 0, state_of(theirs, NO_GEMS))
    for version in (0, 2, -5):
        with pytest.raises(ConflictError) as caught:
            entries.save(code, 0, 1, version, state_of(mine, NO_GEMS))
        assert caught.value.current.layout == theirs
        assert caught.value.current.version == 1
    assert entries.open(code, 0, 1).layout == theirs


def test_history_is_cut_at_its_limit_and_the_cursor_kept_inside(fresh: StageDraft) -> None:
    history = [[f"step {n}", repr(fresh.layout)] for n in range(HISTORY_LIMIT + 30)]
    entry = entry_from_state(fresh, state_of(fresh.layout, NO_GEMS, history=history, cursor=10**9))
    assert len(entry.history.steps) == HISTORY_LIMIT
    assert entry.history.steps[-1].title == f"step {HISTORY_LIMIT + 29}"
    assert entry.history.cursor == HISTORY_LIMIT - 1
    assert entry_from_state(fresh, state_of(fresh.layout, NO_GEMS, cursor=3)).history.cursor == 0


# ---- what is known below


def test_the_stage_below_is_known_from_the_written_entry(
    entries: Drafts, tables: Tables, code: str
) -> None:
    layout = full_layout(3, 1)
    result = enter(entries, code, 0, 1, layout, Inventory.of({Color.MYTHICAL: 7}))
    write_best(tables, result)
    entry = entries.open(code, 0, 2)
    assert entry.below == layout
    assert entry.layout.stages[0] == layout.stages[0]
    assert repr(entry.layout.stages[1]) == "/".join(["??" * 4] * 3)
    assert entry.start == entry.inventory == result.suggested_keep(result.best)
    assert entry.start is not None
    assert 0 < entry.start.total <= 5


def test_a_page_cannot_change_what_is_known_below(
    entries: Drafts, tables: Tables, code: str
) -> None:
    below = full_layout(3, 1)
    write_best(tables, enter(entries, code, 0, 1, below, NO_GEMS))
    other = top_of(full_layout(4, 1), 5, 2)
    entry = entries.save(code, 0, 2, 0, state_of(other, NO_GEMS))
    assert entry.layout.stages == (below.stages[0], other.stages[1])


def test_after_a_typed_stage_everything_below_is_asked_and_gems_are_unknown(
    entries: Drafts, tables: Tables, code: str
) -> None:
    tables.type_score(code, 0, 1, 12)
    entry = entries.open(code, 0, 2)
    assert (entry.below, entry.start, entry.inventory) == (None, None, NO_GEMS)
    layout = full_layout(6, 2)
    assert entries.save(code, 0, 2, 0, state_of(layout, NO_GEMS)).layout == layout


def test_a_typed_stage_above_an_entered_one_leaves_only_itself_unknown(
    entries: Drafts, tables: Tables, code: str
) -> None:
    first = full_layout(7, 1)
    write_best(tables, enter(entries, code, 0, 1, first, NO_GEMS))
    tables.type_score(code, 0, 2, 12)
    entry = entries.open(code, 0, 3)
    assert entry.below is not None
    assert entry.below.stages[0] == first.stages[0]
    assert repr(entry.below.stages[1]) == "/".join(["??" * 4] * 3)
    layout = top_of(top_of(first, 8, 2), 9, 3)
    assert entries.save(code, 0, 3, 0, state_of(layout, NO_GEMS)).layout == layout


def test_a_correction_below_shows_in_the_entry_above(
    entries: Drafts, tables: Tables, code: str
) -> None:
    first, second = full_layout(1, 1), full_layout(2, 1)
    write_best(tables, enter(entries, code, 0, 1, first, NO_GEMS))
    above = top_of(first, 3, 2)
    enter(entries, code, 0, 2, above, NO_GEMS)
    write_best(tables, enter(entries, code, 0, 1, second, NO_GEMS))
    entry = entries.open(code, 0, 2)
    assert entry.layout.stages == (second.stages[0], above.stages[1])


def test_a_correction_that_turns_the_base_empties_the_stages_above(
    entries: Drafts, tables: Tables, code: str
) -> None:
    write_best(tables, enter(entries, code, 0, 1, full_layout(1, 1), NO_GEMS))
    enter(entries, code, 0, 2, top_of(full_layout(1, 1), 3, 2), NO_GEMS)
    tall = full_layout(2, 1, columns=4)
    write_best(tables, enter(entries, code, 0, 1, tall, NO_GEMS))
    entry = entries.open(code, 0, 2)
    assert entry.layout.frame == Frame(4, 5)
    assert entry.layout.stages[0] == tall.stages[0]
    assert repr(entry.layout.stages[1]) == "/".join(["??" * 3] * 4)


@given(below=layouts(), layout=layouts())
@ONCE
def test_known_cells_always_win_over_entered_ones(below: Layout, layout: Layout) -> None:
    stage = len(layout.stages)
    below = Layout((*below.stages, *blank_layout(below.frame, 4).stages[len(below.stages) :]))
    below = Layout(below.stages[: stage - 1]) if stage > 1 else below
    if stage == 1:
        assert on_top_of(None, layout, 1) == layout
        return
    merged = on_top_of(below, layout, stage)
    assert merged.frame == below.frame
    assert len(merged.stages) == stage
    for number, known in enumerate(below.stages):
        for row, column, cell in known.places():
            if repr(cell) != "??":
                assert merged.stages[number][row, column] == cell
            elif below.frame == layout.frame:
                assert merged.stages[number][row, column] == layout.stages[number][row, column]
    if below.frame == layout.frame:
        assert merged.stages[-1] == layout.stages[-1]
    assert on_top_of(below, merged, stage) == merged


# ---- the state of a page


@st.composite
def entered(draw: st.DrawFn) -> dict[str, Any]:
    """Parts of an entry of stage 1 of Forgotten Treasures as a page can make them."""
    counts = st.dictionaries(st.sampled_from([*Color]), st.integers(0, 30))
    number = st.integers(0, 2**40)
    one = st.integers(0, 999).map(lambda seed: rough_layout(random.Random(seed), 1))
    titles = st.text(max_size=80)
    history = draw(st.lists(st.builds(HistoryStep, titles, one.map(repr)), max_size=4))
    floats = st.floats(-9e4, 9e4)
    corner = st.tuples(floats, floats)
    return {
        "layout": draw(one),
        "inventory": Inventory.of(draw(counts)),
        "history": History(tuple(history), draw(st.integers(0, max(0, len(history) - 1)))),
        "photo": draw(
            st.none()
            | st.builds(
                EntryPhoto,
                number,
                st.tuples(corner, corner, corner, corner),
                st.none() | number,
                st.lists(
                    st.sampled_from([remark(BLURRED), remark(OTHER_STAGE, looks=1, stage=2)])
                ).map(tuple),
            )
        ),
        "doubts": tuple(draw(st.lists(st.tuples(number, number, number), max_size=3))),
    }


@given(parts=entered())
@ONCE
def test_any_entry_comes_back_from_its_state(fresh: StageDraft, parts: dict[str, Any]) -> None:
    entry = replace(fresh, **parts)
    assert entry_from_state(fresh, json.loads(json.dumps(entry.whole_state()))) == entry


JUNK: list[Any] = [
    {},
    {"layout": None, "inventory": {}},
    {"layout": 7, "inventory": {}},
    {"layout": ["r0"], "inventory": {}},
    {"layout": "", "inventory": {}},
    {"layout": "r0", "inventory": {}},
    {"layout": "/".join(["n0" * 5] * 4), "inventory": {}},
    {"layout": "/".join(["rZ" * 5] * 4), "inventory": {}},
    {"layout": "r0" * 10**5, "inventory": {}},
    {"layout": repr(full_layout(1, 2)), "inventory": {}},
]
GOOD = {"layout": repr(full_layout(1, 1)), "inventory": {}}
JUNK += [
    GOOD | change
    for change in (
        {"inventory": None},
        {"inventory": []},
        {"inventory": "red"},
        {"inventory": {"pink": 1}},
        {"inventory": {"red": -1}},
        {"inventory": {"red": 1.5}},
        {"inventory": {"red": "2"}},
        {"inventory": {"red": True}},
        {"inventory": {"red": None}},
        {"inventory": {"red": float("nan")}},
        {"history": 5},
        {"history": {"a": 1}},
        {"history": {"keep": [0, 1]}},
        {"history": {"keep": [2, 1], "steps": []}},
        {"history": {"keep": [0], "steps": []}},
        {"history": {"keep": [-1, 0], "steps": []}},
        {"history": {"keep": [0, 0], "steps": [["title", "r0"]]}},
        {"history": {"keep": [0, 0], "steps": [["title", f"{full_layout(1, 1)!r}|1,0"]]}},
        {"history": {"keep": [0, 0], "steps": [["title", f"{full_layout(1, 1)!r}|1,x,0|"]]}},
        {"history": ["ab"]},
        {"history": [["title"]]},
        {"history": [["title", "r0"]]},
        {"history": [["title", None]]},
        {"cursor": -1},
        {"cursor": "1"},
        {"cursor": 1e999},
        {"cursor": None},
        {"doubts": [[1, 2]]},
        {"doubts": [1]},
        {"doubts": [["a", 1, 2]]},
        {"doubts": 4},
        {"photo": 1},
        {"photo": [1]},
        {"photo": {"number": 1}},
        {"photo": {"number": 1, "corners": [], "picture": None, "warnings": []}},
        {"photo": {"number": 1, "corners": [[0, 0]] * 3, "picture": None, "warnings": []}},
        {"photo": {"number": 1, "corners": [[0, 10**400]] * 4, "picture": None, "warnings": []}},
        {"photo": {"number": 1, "corners": [[0, 1e999]] * 4, "picture": None, "warnings": []}},
        {"photo": {"number": -1, "corners": SQUARE, "picture": None, "warnings": []}},
        {"photo": {"number": 10**30, "corners": SQUARE, "picture": None, "warnings": []}},
        {"photo": {"number": 1, "corners": SQUARE, "picture": 10**30, "warnings": []}},
        {"photo": {"number": 1, "corners": SQUARE, "picture": "x", "warnings": []}},
        {"photo": {"number": 1, "corners": SQUARE, "picture": None, "warnings": 3}},
        {"photo": {"number": 1, "corners": SQUARE, "picture": None, "warnings": ["\ud800"]}},
    )
]


@pytest.mark.parametrize("state", JUNK, ids=range(len(JUNK)))
def test_a_state_that_makes_no_sense_is_refused_and_nothing_is_lost(
    entries: Drafts, code: str, state: Any
) -> None:
    kept = entries.save(code, 0, 1, 0, state_of(full_layout(9, 1), NO_GEMS))
    with pytest.raises((InputError, NotationError, InventoryError)) as caught:
        entries.save(code, 0, 1, 1, state)
    assert len(str(caught.value)) < 400
    str(caught.value).encode()
    assert entries.open(code, 0, 1) == kept


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["red", "mythical", "??", "r0", repr(full_layout(1, 1))]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["red", "number", "corners", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    state=st.dictionaries(
        st.sampled_from(["layout", "inventory", "history", "cursor", "doubts", "photo"]), ANYTHING
    ),
    good=st.booleans(),
)
@ONCE
def test_any_junk_is_an_entry_or_a_clear_refusal(
    fresh: StageDraft, state: dict[str, Any], good: bool
) -> None:
    try:
        entry = entry_from_state(fresh, GOOD | state if good else state)
    except (InputError, NotationError, InventoryError):
        return
    assert entry_from_state(fresh, entry.whole_state()) == entry


@given(points=ANYTHING)
@ONCE
def test_any_junk_is_four_corners_or_a_clear_refusal(points: Any) -> None:
    try:
        corners = corners_from(points)
    except InputError:
        return
    assert [len(corner) for corner in corners] == [2] * 4


@pytest.mark.parametrize(
    "corners",
    [
        ((0, 0),) * 4,
        ((0, 0), (10, 0), (20, 0), (30, 0)),
        (SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]),
        SQUARE[::-1],
        ((0, 0), (100, 0), (20, 20), (0, 100)),
    ],
)
def test_corners_that_cross_or_go_round_the_wrong_way_are_refused(corners: Any) -> None:
    with pytest.raises(InputError, match="drag each one"):
        check_corners(corners)


def test_corners_round_the_pyramid_are_accepted_from_any_first_one() -> None:
    for first in range(4):
        check_corners(SQUARE[first:] + SQUARE[:first])  # type: ignore[arg-type]


# ---- evaluating


def test_an_entry_with_something_seen_not_entered_is_not_scored(entries: Drafts, code: str) -> None:
    with pytest.raises(LayoutError, match="not known yet"):
        evaluate(entries.open(code, 0, 1))


def test_photos_and_entries_share_one_file_with_everything_else(
    entries: Drafts, store: SqliteStore, code: str
) -> None:
    entries.save(code, 0, 1, 0, state_of(full_layout(1, 1), NO_GEMS))
    assert Drafts(SqliteStore(store.path)).open(code, 0, 1).layout == full_layout(1, 1)


@pytest.mark.parametrize(
    ("turns", "corners"),
    [
        (0, ((0, 0), (9, 1), (8, 7), (1, 6))),
        (1, ((1, 6), (0, 0), (9, 1), (8, 7))),
        (2, ((8, 7), (1, 6), (0, 0), (9, 1))),
        (3, ((9, 1), (8, 7), (1, 6), (0, 0))),
    ],
)
def test_the_corners_of_the_layout_begin_at_its_top_left(
    turns: int, corners: tuple[tuple[int, int], ...]
) -> None:
    """After one quarter turn clockwise the bottom-left corner of the photo is the top-left."""
    photo = EntryPhoto(1, ((0, 0), (9, 1), (8, 7), (1, 6)), turns=turns)
    assert photo.layout_corners == corners


def test_a_new_grid_lies_broad(entries: Drafts, code: str) -> None:
    layout = entries.open(code, 0, 1).layout
    assert (layout.frame.columns, layout.frame.rows) == (5, 4)


def test_a_history_sent_without_its_place_is_at_its_beginning(entries: Drafts, code: str) -> None:
    text = repr(full_layout(1, 1))
    state = {"layout": text, "inventory": {}, "history": [["", text], ["t", text]]}
    assert entries.save(code, 0, 1, 0, state).history.cursor == 0
