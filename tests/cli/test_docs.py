"""Every example of docs/commands.md gives the answer that stands below it."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import COMMANDS
from assistant.cli.json_lines import LINE_LIMIT
from tests.cli.asking import ask_bytes

TEXT = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ ([^\n]+)\n```\n\n```json\n(.+?)\n```", TEXT, re.DOTALL)


def objects(text: str) -> list[Any]:
    """The JSON values that follow each other in a text."""
    decoder = json.JSONDecoder()
    found = []
    while text := text.strip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found


@pytest.mark.parametrize(("line", "answer"), EXAMPLES)
def test_the_example_gives_the_answer_below_it(
    line: str, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(line)
    bar = words.index("|")
    start = {"echo": 1, "printf": 2}[words[0]]
    assert words[bar:-1] == ["|", "python", "-m", "assistant"]
    text = "".join(f"{question}\n" for question in words[start:bar]).encode()
    status, output = ask_bytes(monkeypatch, words[-1], text)
    answers = objects(output.decode())
    assert answers == objects(answer)
    assert status == any("error" in each for each in answers)


def test_no_console_block_is_left_without_its_answer() -> None:
    assert len(EXAMPLES) == TEXT.count("```console") == TEXT.count("```json") >= 5


@pytest.mark.parametrize("command", ["score", "standings", "legend", "plan"])
def test_the_command_has_a_section(command: str) -> None:
    assert command in COMMANDS
    assert f"\n## {command}\n" in TEXT
    assert any(line.endswith(f"assistant {command}") for line, _ in EXAMPLES)


def test_the_limit_of_a_line_is_told() -> None:
    assert f"{LINE_LIMIT:,} bytes" in TEXT
