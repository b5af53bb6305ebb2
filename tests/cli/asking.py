"""Ask a JSON-lines command in this process."""

import io
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

from assistant.cli import main


def ask_bytes(monkeypatch: pytest.MonkeyPatch, command: str, text: bytes) -> tuple[int, bytes]:
    """Exit status and output of a command that reads this text."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="ascii"))
    monkeypatch.setattr(sys, "stdout", output)
    status = main([command])
    assert isinstance(output.buffer, io.BytesIO)
    return status, output.buffer.getvalue()


def ask(
    monkeypatch: pytest.MonkeyPatch, command: str, *questions: object
) -> tuple[int, list[dict[str, Any]]]:
    """Exit status and answers of a command to these questions."""
    text = "".join(json.dumps(question) + "\n" for question in questions).encode()
    status, output = ask_bytes(monkeypatch, command, text)
    return status, [json.loads(line) for line in output.splitlines()]


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 99)
    | st.floats(allow_nan=False)
    | st.text("ar1", max_size=3),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text("ar", max_size=2), parts),
    max_leaves=4,
)
"""Any JSON that is not what a question wants."""


def spots(whole: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in an object, as what holds it and where."""
    parts = whole.items() if isinstance(whole, dict) else enumerate(whole)
    for key, part in parts:
        yield whole, key
        if isinstance(part, dict | list):
            yield from spots(part)
