"""Profiles: the files that hold every tunable number."""

import json
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from assistant.core.errors import InputError
from assistant.core.pieces import Color
from assistant.resources import resource_directory
from assistant.vision.profile import (
    LARGEST_PROFILE,
    Profile,
    format_profile,
    load_profile,
    parse_profile,
)
from assistant.vision.see.icons import FEATURES

DIRECTORY = resource_directory("calibration")
FILES = sorted(DIRECTORY.glob("*.json"))


@pytest.fixture
def data() -> dict:
    """The JSON of the Pyramido profile."""
    return json.loads((DIRECTORY / "pyramido.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_round_trip(path: Path) -> None:
    """Writing a profile and parsing it again gives the same profile."""
    profile = load_profile(path)
    assert profile.game == path.stem
    assert parse_profile(format_profile(profile)) == profile


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_colour_has_all_features(path: Path) -> None:
    """Means, covariances and shifts have one entry for each feature; names used exist."""
    profile = load_profile(path)
    assert set(profile.icons.features) <= set(FEATURES)
    sizes = {len(kind.mean) for kind in (profile.icons.plain, profile.icons.icon)}
    sizes |= {len(model.plain) for model in profile.colors.values()}
    sizes |= {len(model.icon) for model in profile.colors.values()}
    for kind in (profile.icons.plain, profile.icons.icon):
        for matrix in (kind.covariance, kind.within):
            sizes |= {len(matrix), *map(len, matrix)}
    assert sizes == {len(FEATURES)}


def test_unknown_keys_are_refused(data: dict) -> None:
    """A typing error in a key is named, with its place."""
    data["light"]["nosie"] = 0.1
    with pytest.raises(InputError, match=r"profile\.light\.nosie is unknown here"):
        parse_profile(json.dumps(data))


def test_missing_keys_are_named(data: dict) -> None:
    """A key that lacks is named, with its place."""
    del data["locate"]["side"]
    with pytest.raises(InputError, match=r"profile\.locate\.side is missing"):
        parse_profile(json.dumps(data))


@pytest.mark.parametrize("value", ["0.1", None, True, [1]])
def test_wrong_kinds_are_refused(data: dict, value: object) -> None:
    """A text or a truth value is no number."""
    data["light"]["noise"] = value
    with pytest.raises(InputError, match=r"profile\.light\.noise must be a number"):
        parse_profile(json.dumps(data))


def test_foreign_colours_are_refused(data: dict) -> None:
    """A colour must be one of the games' colours."""
    data["colors"]["pink"] = data["colors"]["red"]
    with pytest.raises(InputError, match="pink"):
        parse_profile(json.dumps(data))


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"game": 1}'])
def test_other_texts_are_refused(text: str) -> None:
    """Whatever it is, the error is the one for wrong input."""
    with pytest.raises(InputError):
        parse_profile(text)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "[" * 900 + "]" * 900]
)
def test_texts_that_python_itself_gives_up_on_are_refused(text: str) -> None:
    """Too deep, or too many digits."""
    with pytest.raises(InputError, match="profile"):
        parse_profile(text)


def test_numbers_that_are_too_large_are_refused(data: dict) -> None:
    """An integer beyond what a float holds."""
    data["light"]["noise"] = 10**400
    with pytest.raises(InputError, match="too large"):
        parse_profile(json.dumps(data))


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"{\xff}", "byte 2 is not UTF-8"), (b" " * (LARGEST_PROFILE + 1), "too large")],
)
def test_files_that_hold_no_profile_are_told(tmp_path: Path, content: bytes, words: str) -> None:
    """No text, or far too much of it."""
    path = tmp_path / "profile.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=words):
        load_profile(path)


def test_a_text_that_is_too_long_is_no_profile() -> None:
    """Whatever it holds: a page may send it, too."""
    with pytest.raises(InputError, match="too large: at most 200000 bytes"):
        parse_profile(" " * (LARGEST_PROFILE + 1))


def test_missing_file_is_told(tmp_path: Path) -> None:
    """A file that is not there is an input error, not a crash."""
    with pytest.raises(InputError, match="cannot be opened"):
        load_profile(tmp_path / "none.json")


def test_colours_are_those_of_the_game() -> None:
    """Each default profile knows exactly its game's colours."""
    five = {Color.ORANGE, Color.BLUE, Color.PURPLE, Color.GREEN, Color.RED}
    six = {Color.BROWN, Color.BLUE, Color.YELLOW, Color.TURQUOISE, Color.GREEN, Color.RED}
    assert set(load_profile(DIRECTORY / "forgotten_treasures.json").colors) == five
    assert set(load_profile(DIRECTORY / "pyramido.json").colors) == six


def test_every_key_is_documented() -> None:
    """docs/photo-reader.md names every key of the calibration files."""
    text = (Path(__file__).parents[2] / "docs" / "photo-reader.md").read_text(encoding="utf-8")
    profile = load_profile(FILES[0])
    missing = [name for name in _keys(profile) if f"`{name}`" not in text]
    assert missing == []


def _keys(value: object) -> list[str]:
    found = []
    for field in fields(value):  # type: ignore[arg-type]
        found.append(field.name)
        inner = getattr(value, field.name)
        found += _keys(inner) if is_dataclass(inner) else []
    if isinstance(value, Profile):
        found += _keys(next(iter(value.colors.values())))
    return found
