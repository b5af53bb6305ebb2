"""Remarks of the photo reader as plain JSON and back."""

import pytest

from assistant.core.errors import InputError
from assistant.core.remarks import (
    CUT_SHORT,
    OTHER_STAGE,
    remark,
    remark_from_plain,
    remark_to_plain,
)


def test_a_remark_survives_its_json() -> None:
    told = remark(OTHER_STAGE, looks=3, stage=1)
    assert remark_from_plain(remark_to_plain(told)) == told
    assert str(told) == "This looks like stage 3, not stage 1."


def test_a_sentence_of_before_is_shown_as_it_is() -> None:
    assert str(remark_from_plain("50 % dim")) == "50 % dim"


@pytest.mark.parametrize(
    "junk",
    [None, 3, [], ["%(x)999999999d", {"x": 1}], [OTHER_STAGE, {"looks": "x", "stage": 1}],
     [OTHER_STAGE, {}], [CUT_SHORT, 5], [CUT_SHORT, {}, 1], [[CUT_SHORT], {}], "\ud800"],
)  # fmt: skip
def test_what_no_reader_says_is_refused(junk: object) -> None:
    with pytest.raises(InputError, match="photo reader"):
        remark_from_plain(junk)
