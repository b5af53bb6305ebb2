"""Junk for the commands: lines for those that read them, arguments for all."""

import argparse
import contextlib
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from assistant.cli import COMMANDS, command_parser, main
from bench.fuzz import Finding
from bench.fuzz.junk import changed, changed_bytes, word

LINES = 50
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "commands.md"
LONG = {"simulate", "serve", "render", "eval"}
"""Commands that would run for long: their arguments are read, and that is all."""
NO_ARGUMENT = ("", "0", "1", "3", "-1", "²", "x", "1,2", "1,1,9,1,9,9,1,9", "--", "-", "r0")


class Lines:
    """Questions of the documentation with something wrong in them."""

    def __init__(self) -> None:
        self.questions = examples(DOCUMENTATION.read_text(encoding="utf-8"))
        self.outcomes: Counter[str] = Counter()

    def send(self, rng: Random) -> int:
        """Ask a command many questions; each is answered on a line of its own."""
        shares = [1 if command == "plan" else 10 for command in self.questions]  # it thinks long
        (command,) = rng.choices(list(self.questions), shares)
        asked = [self._question(rng, rng.choice(self.questions[command])) for _ in range(LINES)]
        status, output, remarks = run([command], b"".join(line + b"\n" for line in asked))
        answers = output.splitlines()
        if remarks or status not in (0, 1) or len(answers) != LINES:
            raise Finding(f"{command} {asked!r}: {status}, {len(answers)} answers, {remarks}")
        for line, answer in zip(asked, answers, strict=True):
            reply = json.loads(answer)
            self.outcomes["refused" if "error" in reply else "answered"] += 1
            if not reply:
                raise Finding(f"{command} {line!r}: {answer!r}")
        return LINES

    def _question(self, rng: Random, question: Any) -> bytes:
        if rng.random() < 0.1:
            spoilt = changed_bytes(rng, json.dumps(question).encode())
            return spoilt.replace(b"\n", b" ")
        return json.dumps(changed(rng, question)).encode()


class Arguments:
    """The arguments that a command says it has, with values that make no sense."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: Counter[str] = Counter()

    def send(self, rng: Random) -> int:
        """Call a command; it ends with a status, and without a traceback."""
        command = rng.choice(list(COMMANDS))
        given = self._arguments(rng, command)
        with contextlib.chdir(self.folder):
            try:
                if command in LONG:
                    with _streams(b""):
                        command_parser(command).parse_args(given)
                    status = 0
                else:
                    status, _, _ = run([command, *given], b"")
            except SystemExit as error:
                status = error.code if isinstance(error.code, int) else 2
            except Exception as error:
                raise Finding(f"{command} {given!r}: {error!r}") from error
        self.outcomes[f"status {status}"] += 1
        if status not in (0, 1, 2):
            raise Finding(f"{command} {given!r}: status {status}")
        return 1

    def _arguments(self, rng: Random, command: str) -> list[str]:
        given = []
        for action in command_parser(command)._actions:
            if isinstance(action, argparse._HelpAction) or rng.random() < 0.2:
                continue
            if action.option_strings:
                given.append(action.option_strings[-1])
            if action.nargs != 0:
                given.append(self._value(rng, action))
        return given

    def _value(self, rng: Random, action: argparse.Action) -> str:
        if action.choices and rng.random() < 0.7:
            return str(rng.choice(list(action.choices)))
        if action.metavar in ("FILE", "PHOTO", "PATH", "FOLDER"):
            return rng.choice(("none", ".", "here.jpg", "", "a" * 300, "no/where"))
        given = rng.choice(NO_ARGUMENT) if rng.random() < 0.7 else word(rng)
        return given.replace("\0", "")  # no system hands that over


def examples(text: str) -> dict[str, list[Any]]:
    """The questions of the documentation, by the command that they are for."""
    found: dict[str, list[Any]] = {}
    for given, command in re.findall(r"'(\{.*?\})'.*?\| python -m assistant (\w+)", text):
        found.setdefault(command, []).append(json.loads(given))
    return found


def run(arguments: list[str], text: bytes) -> tuple[int, bytes, str]:
    """Status, output and remarks of a command in this process."""
    with _streams(text) as (output, remarks):
        status = main(arguments)
        output.flush()
        return status, output.buffer.getvalue(), remarks.getvalue()  # type: ignore[attr-defined]


@contextlib.contextmanager
def _streams(text: bytes) -> Iterator[tuple[io.TextIOWrapper, io.StringIO]]:
    output, remarks = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(text)), output, remarks
    try:
        yield output, remarks
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
