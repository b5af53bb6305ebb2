"""Ask a JSON-lines command in this process."""

import io
import json
import sys
from typing import Any

import pytest

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
