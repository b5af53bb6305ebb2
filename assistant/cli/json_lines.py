"""JSON lines: one object a line from standard input, one object a line to standard output."""

import json
import reprlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from assistant.cli.output import check_output, put_bytes, remark
from assistant.core.errors import N_, AssistantError, InputError

JsonObject = dict[str, Any]
LINE_LIMIT = 1_000_000
"""Bytes of the longest line that is read; no question comes near."""
NO_INPUT = "Standard input is closed: the questions must come from there."


def answer_lines(answer: Callable[[JsonObject], JsonObject]) -> int:
    """Answer every line, each answer flushed before the next line is read.

    A bad line is answered by its error and its number.

    Returns:
        The exit status: 1 if any line was bad, or if there is no standard input.

    Raises:
        OutputError: the answers cannot be written, or nobody wants them any more.
    """
    check_output()
    if sys.stdin is None:
        remark(NO_INPUT)
        return 1
    status = 0
    for number, line in enumerate(_lines(sys.stdin.buffer), start=1):
        try:
            reply = answer(parse_object(line))
        except AssistantError as error:
            reply = {"error": str(error), "line": number}
            status = 1
        put_bytes(json.dumps(reply).encode())
    return status


def parse_object(line: bytes) -> JsonObject:
    """The JSON object of one line.

    Raises:
        InputError: the line is anything else; says what.
    """
    if len(line) > LINE_LIMIT:
        raise InputError(N_("The line is longer than %(most)d bytes."), most=LINE_LIMIT)
    try:
        value = json.loads(
            line.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_number
        )
    except UnicodeDecodeError as error:
        raise InputError(N_("Byte %(at)d is not UTF-8."), at=error.start + 1) from None
    except json.JSONDecodeError as error:
        raise InputError(
            N_("Not JSON at character %(at)d: %(reason)s."), at=error.pos + 1, reason=error.msg
        ) from None
    except RecursionError:
        raise InputError(N_("The JSON is nested too deeply.")) from None
    except ValueError:  # Python's limit on the digits of an int
        raise InputError(N_("A number has too many digits.")) from None
    if not isinstance(value, dict):
        raise InputError(N_("The line must be a JSON object: {...}."))
    return value


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long just enough to see that it is."""
    while line := source.readline(LINE_LIMIT + 1):
        rest = line
        while len(rest) > LINE_LIMIT and not rest.endswith(b"\n"):
            rest = source.readline(LINE_LIMIT + 1)
        yield line


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    value: JsonObject = {}
    for name, content in pairs:
        if name in value:
            raise InputError(N_("%(name)s is given twice in one object."), name=reprlib.repr(name))
        value[name] = content
    return value


def _no_number(text: str) -> None:
    raise InputError(N_("%(text)s is no number in JSON."), text=text)
