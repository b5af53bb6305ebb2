"""``read``: photos in, readings out, and a clear word for what cannot be read."""

import json
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.cli.files import LARGEST_FILE
from assistant.games import FORGOTTEN_TREASURES
from assistant.web.app import LARGEST_UPLOAD

SAMPLES = Path(__file__).parents[2] / "sample_photos"
FIRST, SECOND = (SAMPLES / f"forgotten-5x4-stage{stage}.jpg" for stage in (1, 2))
GAME = ["--game", "forgotten_treasures"]


def truth(photo: Path) -> dict[str, object]:
    return dict(json.loads(photo.with_suffix(".json").read_text(encoding="utf-8")))


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_photo_is_read_as_the_truth_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(FIRST), *GAME, "--stage", "1", "--json"]) == 0
    (answer,) = answers(capsys)
    known = truth(FIRST)
    assert answer["notation"] == known["notation"]
    assert {"file", "game", "stage", "corners", "blocks", "warnings", "elapsed_ms"} <= set(answer)
    corners, right = answer["corners"], known["corners"]
    assert isinstance(corners, list)
    assert isinstance(right, list)
    for (x, y), (known_x, known_y) in zip(corners, right, strict=True):
        assert abs(x - known_x) + abs(y - known_y) < 40
    blocks = answer["blocks"]
    assert isinstance(blocks, list)
    assert len(blocks) == 20
    for block in blocks:
        assert 0 <= block["confidence"] <= 1
        assert block["color"] in [color.value for color in FORGOTTEN_TREASURES.palette]


def test_gems_on_blocks_are_told_as_marks(capsys: pytest.CaptureFixture[str]) -> None:
    photo = SAMPLES / "pyramido-gems-stage3.jpg"
    assert main(["read", str(photo), "--game", "pyramido", "--stage", "3", "--json"]) == 0
    (answer,) = answers(capsys)
    marks, markers = answer["marks"], truth(photo)["markers"]
    assert isinstance(marks, list)
    assert isinstance(markers, list)
    assert sorted(marks, key=str) == sorted(markers, key=str)


def test_the_stages_below_are_taken_as_known(capsys: pytest.CaptureFixture[str]) -> None:
    below = str(truth(FIRST)["notation"])
    argv = ["read", str(SECOND), *GAME, "--stage", "2", "--layout-below", below, "--json"]
    assert main(argv) == 0
    (answer,) = answers(capsys)
    assert str(answer["notation"]).startswith(f"{below} ")


def test_every_photo_gets_an_answer_and_one_that_fails_sets_the_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.jpg"
    letter.write_text("Dear Ana")
    missing = tmp_path / "none.jpg"
    argv = ["read", str(letter), str(missing), str(FIRST), *GAME, "--stage", "1", "--json"]
    assert main(argv) == 1
    no_photo, not_there, good = answers(capsys)
    assert no_photo["hint"]
    assert "cannot be opened: No such file" in str(not_there["error"])
    assert good["notation"] == truth(FIRST)["notation"]


def test_without_json_a_person_can_read_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(tmp_path), *GAME, "--stage", "1"]) == 1
    assert f"{tmp_path}: The file cannot be opened" in capsys.readouterr().out


@pytest.mark.parametrize(
    "corners",
    ["", "1,2,3", "0,0,0,0,0,0,0,0", "a,b,c,d,e,f,g,h", "nan,0,1,0,1,1,0,1", "0,0,1e9,0,9,9,0,9"],
)
def test_corners_that_are_none_are_wrong_usage(
    corners: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["read", str(FIRST), *GAME, "--stage", "1", f"--corners={corners}"])
    assert caught.value.code == 2
    assert "are not four corners" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("stage", "below", "words"),
    [
        ("1", "/".join(["r0" * 5] * 4), "has 0 stages, not 1"),
        ("3", "/".join(["r0" * 5] * 4), "has 2 stages, not 1"),
        ("2", "/".join(["n0" * 5] * 4), "is no colour of this game"),
        ("2", "junk", "is no colour of this game"),
    ],
)
def test_a_layout_below_that_does_not_fit_is_told(
    stage: str, below: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["read", str(FIRST), *GAME, "--stage", stage, "--layout-below", below, "--json"]
    assert main(argv) == 1
    (answer,) = answers(capsys)
    assert words in str(answer["error"])


def test_a_profile_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = tmp_path / "profile.json"
    profile.write_text("{}")
    for path in (profile, tmp_path / "none.json"):
        argv = ["read", str(FIRST), *GAME, "--stage", "1", "--profile", str(path), "--json"]
        assert main(argv) == 1
        (answer,) = answers(capsys)
        assert answer["error"]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[" * 100_000])
def test_a_profile_that_is_no_json_is_told_with_each_photo(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "profile.json"
    profile.write_bytes(content)
    argv = ["read", str(FIRST), str(SECOND), *GAME, "--stage", "1", "--profile", str(profile)]
    assert main([*argv, "--json"]) == 1
    assert [str(answer["error"])[:12] for answer in answers(capsys)] == ["The profile "] * 2


def test_a_photo_may_be_as_large_as_in_the_web_app() -> None:
    assert LARGEST_FILE == LARGEST_UPLOAD


def test_no_more_is_read_of_a_file_than_is_needed_to_refuse_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(2**40)  # takes no room on the disk, and would all of the memory
    assert main(["read", str(large), *GAME, "--stage", "1", "--json"]) == 1
    (answer,) = answers(capsys)
    assert answer["error"] == "The file is too large: at most 40 MB."
