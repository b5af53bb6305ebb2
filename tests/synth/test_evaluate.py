"""The accuracy figures themselves, on readings with known faults."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.core.errors import InputError, PhotoError
from assistant.core.layout import Layout
from assistant.core.notation import parse_layout
from assistant.core.reading import BlockReading, Reading
from assistant.resources import resource_directory
from assistant.synth.evaluate import evaluate, format_accuracy, load_truths, measure
from assistant.vision.reader import OpenCVReader

READER = OpenCVReader(resource_directory("calibration"))
PALETTE = READER.profile("pyramido").colors
TEXT = "n0t2y4r8t6/g6r8b4y2y0/n1y1t1g8n8/n4b8y1r2n8"
CORNERS = ((100.0, 100.0), (600.0, 100.0), (600.0, 500.0), (100.0, 500.0))


class Fixed(OpenCVReader):
    """A reader that always sees the same."""

    def __init__(self, reading: Reading | None) -> None:
        super().__init__(resource_directory("calibration"))
        self.reading = reading

    def read(self, photo: bytes, **_: object) -> Reading:  # type: ignore[override]
        if self.reading is None:
            raise PhotoError("nothing")
        return self.reading


def reading_of(layout: Layout, doubtful: tuple[tuple[int, int], ...] = ()) -> Reading:
    blocks = tuple(
        BlockReading(s, r, c, block.color, block.icons or 0, 0.9, (r, c) in doubtful)
        for s, r, c, block in layout.blocks()
    )
    return Reading("pyramido", 1, layout, CORNERS, blocks, (), (800, 600))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    line = {"file": "a.jpg", "game": "pyramido", "stage": 1, "notation": TEXT, "corners": CORNERS}
    (tmp_path / "truth.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    (tmp_path / "a.jpg").write_bytes(b"photo")
    return tmp_path


def figures(folder: Path, text: str, doubtful: tuple[tuple[int, int], ...] = ()) -> dict:
    reader = Fixed(reading_of(parse_layout(text, PALETTE), doubtful))
    accuracy = evaluate(folder, reader)
    return {name: getattr(accuracy, name) for name in accuracy.__slots__}


def test_right_reading(folder: Path) -> None:
    found = figures(folder, TEXT)
    assert (found["perfect"], found["wrong"], found["flagged"], found["false_flags"]) == (
        1,
        0,
        1,
        0,
    )
    assert found["corner_percent"] == 0


def test_wrong_colour_and_icon_are_counted(folder: Path) -> None:
    """One block of a wrong colour, one missing icon; one of them marked, and one right block."""
    text = TEXT.replace("n0t2", "b0t0")
    found = figures(folder, text, ((0, 1), (3, 3)))
    assert found["perfect"] == 0
    assert found["wrong"] == 2
    assert found["flagged"] == pytest.approx(0.5)
    assert found["false_flags"] == 1
    assert found["color_error"] == pytest.approx(1 / 20)
    assert found["icon_error"] == pytest.approx(1 / 80)


def test_turned_readings_are_compared_as_seen(folder: Path) -> None:
    turned = parse_layout(TEXT, PALETTE).turned(2)
    accuracy = evaluate(folder, Fixed(reading_of(turned)))
    assert accuracy.perfect == 1


def test_unread_photos_count_as_wrong(folder: Path) -> None:
    accuracy = evaluate(folder, Fixed(None))
    assert (accuracy.read, accuracy.perfect, accuracy.wrong) == (0, 0, 0)
    assert accuracy.corner_percent is None
    assert "perfect" in format_accuracy(accuracy)


def test_corner_errors_are_in_percent_of_the_width(folder: Path) -> None:
    reading = reading_of(parse_layout(TEXT, PALETTE))
    moved = replace(reading, corners=((105.0, 100.0), *CORNERS[1:]))
    truth = next(load_truths(folder, READER))
    assert measure(truth, Fixed(moved)).corner == pytest.approx(1.0)


def test_folders_without_truth_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"truth\.jsonl"):
        evaluate(tmp_path, READER)


def test_bad_lines_are_named(folder: Path) -> None:
    (folder / "truth.jsonl").write_text('{"file": "a.jpg"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="Line 1"):
        evaluate(folder, READER)


GOOD = {"file": "a.jpg", "game": "pyramido", "stage": 1, "notation": TEXT, "corners": CORNERS}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (json.dumps(GOOD | {"file": "none.jpg"}).encode(), "No such file.*none.jpg"),
        (json.dumps(GOOD | {"file": "."}).encode(), "directory"),
        (json.dumps(GOOD | {"game": "chess"}).encode(), "chess"),
        (json.dumps(GOOD | {"notation": "z0"}).encode(), "z0"),
        (b'{"file": "\xe4.jpg"}', "codec can.t decode byte 0xe4"),
        (b"[" * 100_000, "recursion"),
        (b"[]", "JSON must be an object"),
        (json.dumps(GOOD | {"corners": [[0, 0]]}).encode(), "corners must be a list of 4"),
        (json.dumps(GOOD | {"stage": "1"}).encode(), "stage must be a whole number"),
    ],
)
def test_a_line_that_cannot_be_measured_is_named(folder: Path, line: bytes, words: str) -> None:
    truth = folder / "truth.jsonl"
    truth.write_bytes(truth.read_bytes() + line + b"\n")
    with pytest.raises(InputError, match=rf"Line 2 of truth\.jsonl makes no sense: .*{words}"):
        evaluate(folder, READER)
