"""Moments as people say them."""

from datetime import datetime

import pytest

from assistant.web.dates import day_words, when

NOW = datetime(2026, 12, 1, 20, 30)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (datetime(2026, 12, 1, 19, 5), "today, 19:05"),
        (datetime(2026, 12, 1, 0, 0), "today, 00:00"),
        (datetime(2026, 11, 30, 23, 59), "yesterday"),
        (datetime(2026, 11, 29, 12, 0), "29 Nov"),
        (datetime(2026, 1, 3, 12, 0), "3 Jan"),
        (datetime(2025, 12, 31, 12, 0), "31 Dec 2025"),
    ],
)
def test_a_moment_is_told_by_its_day(moment: datetime, words: str) -> None:
    assert day_words(moment, NOW) == words


def test_what_is_no_moment_is_shown_as_it_is() -> None:
    assert when("one evening") == "one evening"
    assert when("2001-02-03T04:05:06+00:00").endswith("Feb 2001")
