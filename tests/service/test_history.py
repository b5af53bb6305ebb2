"""The history of an entry: recorded, gone back and forth in, changed by what a page sends."""

from typing import Any

import pytest

from assistant.core.errors import InputError
from assistant.service.history import EMPTY_HISTORY, HISTORY_LIMIT, TITLE_LIMIT, History


def history(count: int, cursor: int = 0) -> History:
    return History.of([f"step {n}", f"text {n}"] for n in range(count)).go_to(cursor)


def texts(history: History) -> list[str]:
    return [step.text for step in history.steps]


def test_a_history_begins_with_the_state_before_its_first_step() -> None:
    first = EMPTY_HISTORY.record("one", "before", "after")
    assert first.as_json() == [["", "before"], ["one", "after"]]
    assert first.cursor == 1
    assert texts(first.record("two", "not needed", "later")) == ["before", "after", "later"]


def test_a_new_step_ends_what_had_been_undone() -> None:
    again = history(5, cursor=2).record("other", "text 2", "new")
    assert texts(again) == ["text 0", "text 1", "text 2", "new"]
    assert again.cursor == 3


def test_of_too_many_steps_the_oldest_are_forgotten() -> None:
    full = history(HISTORY_LIMIT, cursor=HISTORY_LIMIT)
    more = full.record("x" * 100, "text 199", "new")
    assert len(more.steps) == HISTORY_LIMIT
    assert (more.steps[0].text, more.steps[-1].text) == ("text 1", "new")
    assert more.cursor == HISTORY_LIMIT - 1
    assert len(more.steps[-1].title) == TITLE_LIMIT


@pytest.mark.parametrize(("cursor", "lands"), [(-3, 0), (0, 0), (4, 4), (5, 4), (10**9, 4)])
def test_the_cursor_stays_inside(cursor: int, lands: int) -> None:
    assert history(5).go_to(cursor).cursor == lands
    assert EMPTY_HISTORY.go_to(cursor).cursor == 0


def test_an_empty_history_sent_is_at_its_beginning() -> None:
    assert history(3).changed([], str) == EMPTY_HISTORY


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (None, ["text 0", "text 1", "text 2"]),
        ({"keep": [0, 3]}, ["text 0", "text 1", "text 2"]),
        ({"keep": [0, 2], "steps": [["t", "new"]]}, ["text 0", "text 1", "NEW"]),
        ({"keep": [1, 3], "steps": [["t", "new"]]}, ["text 1", "text 2", "NEW"]),
        ({"keep": [0, 0], "steps": []}, []),
        ([["t", "new"]], ["NEW"]),
    ],
)
def test_a_page_sends_what_changed(change: Any, expected: list[str]) -> None:
    """Only new states are read: those that are kept stay the text they are."""
    assert texts(history(3).changed(change, str.upper)) == expected


def test_a_page_cannot_make_a_history_longer_than_its_limit() -> None:
    change = {"keep": [0, HISTORY_LIMIT], "steps": [["t", "new"]] * 3}
    changed = history(HISTORY_LIMIT).changed(change, str)
    assert len(changed.steps) == HISTORY_LIMIT
    assert texts(changed)[0] == "text 3"


@pytest.mark.parametrize(
    "change",
    [{"keep": [0, 4]}, {"keep": [2, 1]}, {"keep": [0]}, {"steps": []}, 7, "x", [["t"]], [[1, "x"]]],
)
def test_a_change_that_makes_no_sense_is_refused(change: Any) -> None:
    with pytest.raises(InputError):
        history(3).changed(change, str)


@pytest.mark.parametrize("steps", [[["t"]], [7], [["t", "x", "y"]]])
def test_damaged_steps_are_told(steps: Any) -> None:
    with pytest.raises(InputError, match="damaged"):
        History.of(steps)
