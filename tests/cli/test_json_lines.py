"""The loop that the JSON-lines commands share, in this process and through real pipes."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.cli import INTERRUPTED
from assistant.cli.json_lines import LINE_LIMIT, parse_object
from assistant.core.errors import AssistantError, InputError
from tests.cli.asking import ask_bytes

ROOT = Path(__file__).parents[2]
GOOD = b'{"game":"forgotten_treasures","areas":[],"inventory":{"mythical":3}}'
COMMANDS = ("score", "standings")

every_example = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@contextmanager
def running(command: str) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]]:
    """The command, its input and its output; it must end without a word on standard error.

    Output is buffered, as it is unless the environment says otherwise. A command that hangs is
    ended, so that the test fails instead of hanging too.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "assistant", command],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    patience = Timer(60, process.kill)
    patience.start()
    try:
        with process:
            yield process, process.stdin, process.stdout
            assert process.stderr.read() == b""
    finally:
        patience.cancel()


def test_bad_lines_are_numbered_and_the_rest_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"\n".join([GOOD, b"junk", GOOD, b"", b"[]", GOOD])
    status, output = ask_bytes(monkeypatch, "score", text)
    answers = [json.loads(line) for line in output.splitlines()]
    assert status == 1
    assert [answer.get("line") for answer in answers] == [None, 2, None, 4, 5, None]
    assert [answer["plan"]["points"] for answer in answers if "plan" in answer] == [3, 3, 3]


def test_nothing_asked_is_nothing_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask_bytes(monkeypatch, "score", b"") == (0, b"")


def test_line_ends_of_windows_and_a_byte_order_mark_do_no_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status, output = ask_bytes(monkeypatch, "score", b"\xef\xbb\xbf" + GOOD + b"\r\n" + GOOD)
    assert (status, output.count(b"\n")) == (0, 2)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "Not JSON at character 1: Expecting value."),
        (b'{"a": }', "Not JSON at character 7: Expecting value."),
        (b"{} {}", "Not JSON at character 4: Extra data."),
        (b"[1]", "must be a JSON object"),
        (b"null", "must be a JSON object"),
        (b'"text"', "must be a JSON object"),
        (b"\xff\xfe", "Byte 1 is not UTF-8."),
        (b'{"a": "\xc3"}', "Byte 8 is not UTF-8."),
        (b'{"a": NaN}', "NaN is no number in JSON."),
        (b'{"a": -Infinity}', "-Infinity is no number in JSON."),
        (b'{"a": 1, "b": 2, "a": 3}', "'a' is given twice in one object."),
        (b'{"a": ' + b"9" * 5000 + b"}", "A number has too many digits."),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b" " * LINE_LIMIT + b"{}", f"longer than {LINE_LIMIT} bytes"),
    ],
)
def test_a_line_that_is_no_object_says_why(line: bytes, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_object(line)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_line_that_is_too_long_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for length in (LINE_LIMIT, LINE_LIMIT + 1, LINE_LIMIT + 2, 3 * LINE_LIMIT + 3):
        text = b"\n".join([GOOD, b"x" * length, GOOD])
        status, output = ask_bytes(monkeypatch, "score", text)
        answers = [json.loads(line) for line in output.splitlines()]
        assert status == 1
        assert [answer.get("line") for answer in answers] == [None, 2, None]
        assert ("longer than" in answers[1]["error"]) is (length > LINE_LIMIT - 1)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["red", "mythical", "forgotten_treasures", "A"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
fields = st.sampled_from(
    ["game", "layout", "areas", "inventory", "players", "turn_order", "color", "icons", "red"]
)
near_questions = st.fixed_dictionaries(
    {"game": st.just("forgotten_treasures") | json_values},
    optional={
        "layout": st.text("rb01?-/ ") | json_values,
        "areas": st.lists(
            st.dictionaries(st.sampled_from(["color", "icons"]), json_values) | json_values
        )
        | json_values,
        "inventory": st.dictionaries(fields | st.text(), json_values) | json_values,
        "players": st.lists(
            st.dictionaries(st.sampled_from(["name", "stages", "gems_left"]), json_values)
        )
        | json_values,
        "turn_order": st.lists(json_values) | json_values,
    },
).map(lambda value: json.dumps(value).encode())


@every_example
@given(st.lists(st.binary() | near_questions, max_size=4), st.sampled_from(COMMANDS))
def test_any_bytes_are_answered_line_by_line(
    monkeypatch: pytest.MonkeyPatch, lines: list[bytes], command: str
) -> None:
    text = b"\n".join(lines)
    count = text.count(b"\n") + (bool(text) and not text.endswith(b"\n"))
    status, output = ask_bytes(monkeypatch, command, text)
    answers = [json.loads(line) for line in output.splitlines()]
    assert len(answers) == count
    assert status == (1 if any("error" in answer for answer in answers) else 0)
    for number, answer in enumerate(answers, start=1):
        assert ("error" in answer) is (answer.get("line") == number)


@every_example
@given(st.binary() | near_questions)
def test_a_line_is_an_object_or_an_error(line: bytes) -> None:
    try:
        value = parse_object(line)
    except AssistantError:
        return
    assert isinstance(value, dict)


def test_each_answer_is_flushed_before_the_next_line_is_read() -> None:
    with running("score") as (process, questions, answers):
        for line in (GOOD, b"junk", GOOD):
            questions.write(line + b"\n")
            questions.flush()
            assert json.loads(answers.readline())
        questions.close()
        assert process.wait() == 1


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with running("score") as (process, questions, answers):
        questions.write(GOOD + b"\n")
        questions.flush()
        answers.readline()
        answers.close()
        questions.write(GOOD + b"\n")
        questions.flush()
        assert process.wait() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_an_interrupt_ends_it_quietly() -> None:
    with running("score") as (process, questions, answers):
        questions.write(GOOD + b"\n")
        questions.flush()
        answers.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == INTERRUPTED


def test_through_a_real_pipe_junk_gives_no_traceback() -> None:
    junk = random.Random(1).randbytes(2000).replace(b"\n", b" ") + b"\n\x00\n" + GOOD + b"\n"
    for command in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-m", "assistant", command], cwd=ROOT, input=junk, capture_output=True
        )
        assert done.returncode == 1
        assert done.stderr == b""
        assert done.stdout.count(b"\n") == 3
