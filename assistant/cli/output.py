"""What commands say: answers on standard output, remarks on standard error.

Either may be closed, and a disk may be full or a reader gone. Answers that cannot be written end
the command; remarks are then left out.
"""

import os
import sys
from contextlib import suppress

NO_OUTPUT = "Standard output is closed: there is nowhere to put the answers."


class OutputError(Exception):
    """Answers cannot be written; says why, or nothing if the reader has simply gone."""


def check_output() -> None:
    """Raise `OutputError` if there is no standard output, before any work is done for it."""
    if sys.stdout is None:
        raise OutputError(NO_OUTPUT)


def put(text: str) -> None:
    """Write a line of the answer, at once.

    Raises:
        OutputError: it cannot be written.
    """
    check_output()
    encoding = sys.stdout.encoding
    line = f"{text}\n".encode(encoding, "backslashreplace").decode(encoding)
    try:
        sys.stdout.write(line)
        sys.stdout.flush()
    except OSError as error:
        raise output_error(error) from error


def put_bytes(line: bytes) -> None:
    """As `put`, of a line that is encoded already."""
    check_output()
    try:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
    except OSError as error:
        raise output_error(error) from error


def output_error(error: OSError) -> OutputError:
    """The error that ends the command; nothing more goes to standard output."""
    with suppress(OSError):
        # What is still buffered must not raise once more when Python flushes it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return OutputError()
    return OutputError(f"The answers cannot be written: {error.strerror or error}.")


def remark(text: str) -> None:
    """Write a line to standard error, if anybody can read it there."""
    if sys.stderr is None:
        return  # where print would turn to standard output, amidst the answers
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)
