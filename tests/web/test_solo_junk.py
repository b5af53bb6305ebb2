"""Whatever is sent to a solo game is played or refused in words, never half."""

from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.games.forgotten_treasures.legend.exploration import GEM_KINDS
from assistant.games.forgotten_treasures.legend.steps import (
    KINDS,
    Expecting,
)
from tests.web.phone import message
from tests.web.solo_phone import BY_APP, SoloPhone

JUNK = settings(
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def phone(app: Flask) -> SoloPhone:
    return SoloPhone(app)


@pytest.fixture
def code(phone: SoloPhone) -> str:
    """A table that the app has set up."""
    code = phone.begin()
    phone.played(code, BY_APP)
    return code


WORDS = st.sampled_from(
    [*KINDS, *GEM_KINDS, *(e.value for e in Expecting), "rb go", "", "\ud800", "x" * 300]
)
LEAVES = st.none() | st.booleans() | st.integers(-3, 20) | st.integers() | st.floats() | WORDS
FIELDS = st.sampled_from(
    sorted(
        {name for kind in KINDS.values() for name in kind.__dataclass_fields__}
        | {"face_up", "gems", "pile", "below", "per_icon", "red", "colored", "mythicals"}
    )
)
PARTS = (
    *("gem-1-1", "gem-9-1", "gem-1", "face-2", "pile-1", "icons", "hand-player-red", "hand-x-red"),
    *("hand-legend-mythical", "stage", "turn", "phase", "points-1", "colored-1", "mythicals-0"),
    *("rule-per_icon", "rule", "draws", "hisdominoes", "yourdominoes", "-", "gem--", "face-²"),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(FIELDS, inner, max_size=4),
    max_leaves=12,
)


@JUNK
@given(kind=st.sampled_from(sorted(KINDS)), fields=st.dictionaries(FIELDS, VALUES, max_size=6))
def test_any_junk_is_answered_in_words(
    phone: SoloPhone, code: str, kind: str, fields: dict[str, Any]
) -> None:
    answer = phone.play(code, {"step": kind, **fields})
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert message(answer)
    assert phone.get(f"/t/{code}/legend").status_code == 200
    phone.go_to(code, 1)


@JUNK
@given(fields=st.dictionaries(FIELDS, VALUES, max_size=6))
def test_any_set_up_is_answered_in_words(
    phone: SoloPhone, code: str, fields: dict[str, Any]
) -> None:
    phone.go_to(code, 0)
    answer = phone.play(code, {"step": "set_up", **fields})
    assert answer.status_code < 500
    assert phone.get(f"/t/{code}/legend").status_code == 200


@JUNK
@given(
    what=st.sampled_from(PARTS),
    value=WORDS.filter(lambda word: word.isascii()) | st.integers(-2, 12).map(str),
)
def test_any_correction_is_answered_in_words(
    phone: SoloPhone, code: str, what: str, value: str
) -> None:
    assert phone.get(f"/t/{code}/legend/correct", query_string={"what": what}).status_code < 500
    answer = phone.correct(code, what, value)
    assert answer.status_code < 500
    assert phone.get(f"/t/{code}/legend").status_code == 200
    phone.go_to(code, 1)
