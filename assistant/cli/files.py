"""Files that commands read and write."""

from pathlib import Path

from assistant.core.errors import N_, InputError


def read_file(path: str | Path) -> bytes:
    """The bytes of a file.

    Raises:
        InputError: it cannot be opened; says why.
    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(
            N_("The file cannot be opened: %(why)s."), why=error.strerror or error
        ) from error


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
