"""Files that commands read and write."""

from pathlib import Path

from assistant.core.errors import N_, InputError

MEGABYTE = 2**20
LARGEST_FILE = 40 * MEGABYTE
"""Bytes of the largest file that is read, as large as what the web app takes."""


def read_file(path: str | Path) -> bytes:
    """The bytes of a file.

    Raises:
        InputError: it cannot be opened, or is too large; says why.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(N_("The file cannot be opened: %(why)s."), why=why) from error
    if len(data) > LARGEST_FILE:
        raise InputError(
            N_("The file is too large: at most %(most)d MB."), most=LARGEST_FILE // MEGABYTE
        )
    return data


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        InputError: it cannot be opened, is too large, empty or no UTF-8; says why.
    """
    data = read_file(path)
    if not data:
        raise InputError(N_("%(path)s is empty."), path=path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            N_("%(path)s is no text: byte %(at)d is not UTF-8."), path=path, at=error.start + 1
        ) from None


def write_file(path: Path, data: bytes) -> None:
    """Write a file.

    Raises:
        InputError: it cannot be written; says why.
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(
            N_("%(path)s cannot be written: %(why)s."),
            path=path,
            why=error.strerror or error,
        ) from error
