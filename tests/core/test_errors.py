import pytest

from assistant.core import errors
from assistant.core.errors import AssistantError, ConflictError, Message, PhotoError
from assistant.core.pieces import Color

WORDS = {
    "%(count)d %(color)s gems: %(why)s": "%(count)d gemas %(color)s: %(why)s",
    "red": "vermelhas",
    "at most %(most)d": "no máximo %(most)d",
}


def portuguese(text: str) -> str:
    return WORDS.get(text, text)


def test_a_message_is_its_english_sentence() -> None:
    assert str(Message("%(a)s and %(b)d", {"a": "x", "b": 2})) == "x and 2"
    assert str(Message("nothing to fill in")) == "nothing to fill in"


def test_translation_reaches_nested_messages_and_colours() -> None:
    nested = Message("at most %(most)d", {"most": 9})
    message = Message(
        "%(count)d %(color)s gems: %(why)s", {"count": 12, "color": Color.RED, "why": nested}
    )
    assert str(message) == "12 red gems: at most 9"
    assert message.translated(portuguese) == "12 gemas vermelhas: no máximo 9"


def test_plain_words_are_not_translated() -> None:
    """A name that happens to be a word of the catalogue stays a name."""
    message = Message("%(name)s", {"name": "red"})
    assert message.translated(portuguese) == "red"


def test_an_error_tells_its_message() -> None:
    error = AssistantError("only %(most)d", most=3)
    assert str(error) == "only 3"
    assert error.message == Message("only %(most)d", {"most": 3})
    assert str(AssistantError(Message("a %(b)s", {"b": 1}))) == "a 1"


def test_a_percent_sign_in_a_detail_is_left_alone() -> None:
    assert str(AssistantError("%(text)s", text="100%(x)s %d")) == "100%(x)s %d"


def test_errors_carry_what_helps_to_go_on() -> None:
    assert PhotoError("dark", hint="more light").hint == "more light"
    assert ConflictError("changed", current=7).current == 7


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    ],
)
def test_every_error_is_one_tree_and_shown_in_it(name: str) -> None:
    assert issubclass(getattr(errors, name), AssistantError)
    assert name in (errors.__doc__ or "")
