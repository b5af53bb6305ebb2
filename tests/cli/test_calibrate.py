"""``calibrate``: what it says of a profile that it cannot improve."""

from pathlib import Path

import pytest

from assistant.cli import command_parser, main

PHOTO = Path(__file__).parents[2] / "sample_photos" / "forgotten-5x4-stage1.jpg"
LAYOUT = "/".join(["r0" * 5] * 4)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe", "is no text: byte 1 is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"", "is empty"),
        (b"{}", "profile.game is missing"),
    ],
)
def test_a_base_that_is_no_profile_is_told(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, out = tmp_path / "base.json", tmp_path / "own.json"
    base.write_bytes(content)
    argv = ["calibrate", str(PHOTO), "--game", "forgotten_treasures", "--layout", LAYOUT]
    assert main([*argv, "--from", str(base), "--out", str(out)]) == 1
    assert words in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("command", ["calibrate", "render"])
def test_the_help_tells_how_to_give_a_layout_that_begins_with_a_gap(command: str) -> None:
    assert "--layout=..." in command_parser(command).format_help()
