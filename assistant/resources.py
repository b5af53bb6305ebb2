"""Where the files beside the code are: in a checkout at its top, in a wheel inside the package."""

from pathlib import Path

from platformdirs import user_data_path

_PACKAGE = Path(__file__).parent


def resource_directory(name: str) -> Path:
    """The folder ``templates``, ``static`` or ``calibration``."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def default_database() -> Path:
    """The database in the data folder of whoever runs the app."""
    return user_data_path("pyramido-assistant") / "tables.sqlite3"
