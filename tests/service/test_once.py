"""A form that is sent twice makes one thing."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from assistant.core.errors import InputError
from assistant.service.once import REMEMBERED, Once


def test_the_same_key_makes_one_thing_even_from_many_threads() -> None:
    once, numbers = Once(), count()
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda _: once.make("key", lambda: str(next(numbers))), range(50)))
    assert set(made) == {"0"}


def test_other_keys_and_none_make_others() -> None:
    once, numbers = Once(), count()
    made = [once.make(key, lambda: str(next(numbers))) for key in ("a", "b", "", "", "a")]
    assert made == ["0", "1", "2", "3", "0"]


def test_a_key_whose_form_was_refused_can_be_sent_again() -> None:
    once = Once()

    def refuse() -> str:
        raise InputError("Not like that.")

    with pytest.raises(InputError):
        once.make("key", refuse)
    assert once.make("key", lambda: "made") == "made"


def test_only_so_many_keys_are_remembered() -> None:
    once = Once()
    for number in range(REMEMBERED + 1):
        once.make(str(number), lambda: "first")
    assert once.make("0", lambda: "again") == "again"
    assert once.make(str(REMEMBERED), lambda: "again") == "first"
