"""The whole chain, on rendered photos whose layout is known."""

from contextlib import suppress
from functools import cache

import cv2
import numpy as np
import pytest

from assistant.core.errors import PhotoError
from assistant.core.layout import Blank, Layout
from assistant.core.pieces import Block, Color
from assistant.core.reading import Corners
from assistant.core.topview import top_view, visible_quadrants
from assistant.resources import resource_directory
from assistant.synth import make_art, random_layout, render
from assistant.synth.evaluate import corner_error
from assistant.vision.calibrate import calibrate
from assistant.vision.image import decode
from assistant.vision.profile import format_profile, parse_profile
from assistant.vision.reader import OpenCVReader, from_above

GAMES = ("forgotten_treasures", "pyramido")
READER = OpenCVReader(resource_directory("calibration"))


@cache
def photo(
    game: str, stage: int, seed: int, gap_chance: float = 0.0
) -> tuple[bytes, Layout, Corners]:
    """A rendered photo as JPEG bytes, what it shows, and where."""
    cv2.setNumThreads(1)
    layout = random_layout(np.random.default_rng(seed), game, stage, (5, 4), gap_chance)
    art = make_art(game, 5, stone="mottled", icons="gem" if game == GAMES[0] else "glyph")
    picture, corners = render(
        layout, game=game, seed=seed, difficulty="clean", art=art, table="cloth", size=(1200, 900)
    )
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return data.tobytes(), layout, (a, b, c, d)


def without_stage(layout: Layout) -> Layout:
    return Layout(layout.stages[:-1])


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_reads_what_is_seen(game: str, stage: int) -> None:
    """Colours and icons of every visible quadrant, and the corners within 1.5 %."""
    data, layout, corners = photo(game, stage, 10 + stage)
    reading = READER.read(data, game=game, stage=stage)
    assert top_view(reading.layout) == top_view(layout)
    assert corner_error(corners, reading.corners) < 1.5
    assert reading.size == (1200, 900)


def test_every_visible_block_is_listed_once() -> None:
    """Blocks that are wholly covered are unknown and not listed; all others are."""
    data, layout, _ = photo("pyramido", 4, 14)
    reading = READER.read(data, game="pyramido", stage=4)
    listed = [(block.stage, block.row, block.column) for block in reading.blocks]
    visible = [place for place, seen in visible_quadrants(layout).items() if seen]
    assert sorted(listed) == sorted(visible)
    assert reading.layout.stages[0][1, 1] is Blank.UNKNOWN
    assert all(0 <= block.confidence <= 1 for block in reading.blocks)


def test_given_corners_are_used() -> None:
    """Corners a few pixels off are pulled to the seams; the answer names them."""
    data, layout, corners = photo("pyramido", 2, 12)
    off = tuple((x + 4.0, y - 3.0) for x, y in corners)
    reading = READER.read(data, game="pyramido", stage=2, corners=off)
    assert top_view(reading.layout) == top_view(layout)
    assert corner_error(corners, reading.corners) < 1.5


def test_gaps_are_seen() -> None:
    """Holes of the top stage and of stage 1 come out as gaps, without their neighbours."""
    data, layout, _ = photo("forgotten_treasures", 1, 31, 1.0)
    assert Blank.GAP in layout.stages[0].cells
    reading = READER.read(data, game="forgotten_treasures", stage=1)
    assert reading.layout == layout


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_known_stages_are_followed_from_any_side(turns: int) -> None:
    """The answer has the rows and columns of the layout below, with its hidden blocks."""
    data, layout, _ = photo("pyramido", 3, 13)
    below = without_stage(layout).turned(turns)
    reading = READER.read(data, game="pyramido", stage=3, below=below)
    assert reading.layout == layout.turned(turns)
    assert reading.contradictions == ()


def test_contradictions_are_told_and_not_taken_over() -> None:
    """A block entered wrongly stays as it was entered, and a warning names it."""
    data, layout, _ = photo("pyramido", 2, 12)
    first = layout.stages[0]
    shown = first[0, 0]
    assert isinstance(shown, Block)
    other = next(color for color in (Color.RED, Color.BLUE) if color is not shown.color)
    cells = (Block(other, shown.icons), *first.cells[1:])
    entered = Layout((type(first)(first.columns, first.rows, cells),))
    reading = READER.read(data, game="pyramido", stage=2, below=entered)
    assert reading.layout.stages[0] == entered.stages[0]
    assert reading.layout.stages[1] == layout.stages[1]
    assert [(b.stage, b.row, b.column) for b in reading.contradictions] == [(1, 0, 0)]
    assert any("row 1, column 1" in str(warning) for warning in reading.warnings)


def test_learned_copy_reads_other_photos() -> None:
    """A profile learned from one photo survives its file and reads another photo."""
    game = "forgotten_treasures"
    data, layout, corners = photo(game, 1, 11)
    learned, notes = calibrate(data, layout, corners, base=READER.profile(game), name="ours")
    again = parse_profile(format_profile(learned))
    assert again == learned
    assert learned.name == "ours"
    other, shown, _ = photo(game, 2, 12)
    reading = READER.read(other, game=game, stage=2, profile=again)
    assert top_view(reading.layout) == top_view(shown)
    assert all(isinstance(note, str) for note in notes)


def test_learning_says_what_it_did_not_see() -> None:
    """A colour without blocks keeps the profile's spread, and a note names it."""
    game = "forgotten_treasures"
    data, layout, corners = photo(game, 1, 11)
    base = READER.profile(game)
    stage = layout.stages[0]
    hidden = tuple(
        Blank.UNKNOWN if isinstance(cell, Block) and cell.color is Color.RED else cell
        for cell in stage.cells
    )
    partly = Layout((type(stage)(stage.columns, stage.rows, hidden),))
    learned, notes = calibrate(data, partly, corners, base=base)
    assert any("red" in note for note in notes)
    assert learned.colors[Color.RED].bgr == base.colors[Color.RED].bgr
    assert learned.colors[Color.RED].spread == base.colors[Color.RED].spread
    assert learned.colors[Color.BLUE].spread < base.colors[Color.BLUE].spread


def as_jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def decoded(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def test_dark_photos_are_refused() -> None:
    """Too little light is named as the reason."""
    dark = (decoded(photo("pyramido", 1, 11)[0]) * 0.05).astype(np.uint8)
    with pytest.raises(PhotoError, match="too dark") as error:
        READER.read(as_jpeg(dark), game="pyramido", stage=1)
    assert error.value.hint


def test_blurred_photos_are_refused_or_doubted() -> None:
    """Nothing is sure in a photo that is badly out of focus."""
    blurred = cv2.GaussianBlur(decoded(photo("pyramido", 1, 11)[0]), (0, 0), 14)
    try:
        reading = READER.read(as_jpeg(blurred), game="pyramido", stage=1)
    except PhotoError:
        return
    assert all(block.uncertain for block in reading.blocks)


def test_pictures_without_a_pyramid_are_refused() -> None:
    """A plain table is no pyramid; the hint tells what to do."""
    table = np.random.default_rng(0).normal(128, 10, (600, 800, 3))
    with pytest.raises(PhotoError, match="no pyramid") as error:
        READER.read(as_jpeg(table.clip(0, 255).astype(np.uint8)), game="pyramido", stage=1)
    assert error.value.hint


def test_pyramids_cut_by_the_frame_are_refused() -> None:
    """Given corners far outside the photo mean that part of the pyramid is missing."""
    data, _, corners = photo("pyramido", 1, 11)
    picture = decoded(data)
    cut = int(min(x for x, _ in corners)) + 90
    moved = tuple((x - cut, y) for x, y in corners)
    with pytest.raises(PhotoError, match="outside"):
        READER.read(as_jpeg(picture[:, cut:]), game="pyramido", stage=1, corners=moved)


def scaled_to_blocks(pixels: float) -> tuple[bytes, Corners]:
    """A photo shrunk until a block is so many pixels wide, and its corners."""
    data, _, corners = photo("pyramido", 1, 11)
    points = np.array(corners)
    sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    factor = pixels / float((sides / np.array([5, 4, 5, 4])).min())
    picture = decoded(data)
    height, width = picture.shape[:2]
    size = (round(width * factor), round(height * factor))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    a, b, c, d = ((float(x * factor), float(y * factor)) for x, y in corners)
    return as_jpeg(small), (a, b, c, d)


@pytest.mark.parametrize(("pixels", "told"), [(40, True), (70, False)])
def test_small_pyramids_are_read_with_a_word_to_go_nearer(pixels: int, told: bool) -> None:
    data, corners = scaled_to_blocks(pixels)
    reading = READER.read(data, game="pyramido", stage=1, corners=corners)
    small = [text for text in map(str, reading.warnings) if "small" in text]
    words = f"The pyramid is small in the photo (a block is {pixels} pixels wide): go nearer."
    assert small == ([words] if told else [])


def test_washed_out_blocks_teach_nothing_about_their_colour() -> None:
    """Every red block lies under a reflection: red stays as it was, and a note says why."""
    game = "forgotten_treasures"
    data, layout, corners = photo(game, 1, 11)
    base = READER.profile(game)
    picture = decoded(data)
    flat = np.array([[0, 0], [500, 0], [500, 400], [0, 400]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, np.array(corners, np.float32))
    glare = np.zeros((400, 500), np.float32)
    for _, row, column, block in layout.blocks():
        if block.color is Color.RED:
            glare[100 * row : 100 * row + 100, 100 * column : 100 * column + 100] = 0.75
    share = cv2.warpPerspective(glare, onto, (picture.shape[1], picture.shape[0]))[..., None]
    washed = np.rint(picture * (1 - share) + 255 * share).astype(np.uint8)
    learned, notes = calibrate(as_jpeg(washed), layout, corners, base=base)
    assert learned.colors[Color.RED].bgr == base.colors[Color.RED].bgr
    assert learned.colors[Color.RED].spread == base.colors[Color.RED].spread
    assert "There are too few clear red blocks in this photo." in notes
    assert learned.colors[Color.BLUE].bgr != base.colors[Color.BLUE].bgr


def test_tiny_pyramids_are_refused() -> None:
    """Blocks of a few pixels cannot be read."""
    data, _, corners = photo("pyramido", 1, 11)
    tiny = cv2.resize(decoded(data), (120, 90), interpolation=cv2.INTER_AREA)
    moved = tuple((x / 10, y / 10) for x, y in corners)
    with pytest.raises(PhotoError, match=r"small|blurred"):
        READER.read(as_jpeg(tiny), game="pyramido", stage=1, corners=moved)


def test_locating_never_fails() -> None:
    """Without a pyramid there is a frame in the middle to drag from."""
    plain = np.full((600, 800, 3), 128, np.uint8)
    guess = READER.locate(as_jpeg(plain), game="pyramido", stage=1)
    assert not guess.sure
    assert all(0 < x < 800 and 0 < y < 600 for x, y in guess.corners)


def test_rectified_picture_shows_the_blocks() -> None:
    """Seen straight from above every block fills its square."""
    data, layout, corners = photo("pyramido", 1, 11)
    upright = decode(data)
    _, pose = READER.read_upright(upright, game="pyramido", stage=1, corners=corners)
    picture = from_above(upright.pixels, pose, stage=1, side=48)
    assert picture.shape == (48 * layout.frame.rows, 48 * layout.frame.columns, 3)
    reds = [
        picture[48 * r + 12 : 48 * r + 36, 48 * c + 12 : 48 * c + 36].mean(axis=(0, 1))
        for r, c, cell in layout.stages[0].places()
        if isinstance(cell, Block) and cell.color is Color.RED
    ]
    assert all(red[2] > red[0] and red[2] > red[1] for red in reds)


@pytest.mark.parametrize("seed", range(8))
def test_any_picture_is_read_or_refused(seed: int) -> None:
    """Whatever is in the picture, and whatever the corners, there is no other kind of error."""
    rng = np.random.default_rng(seed)
    height, width = rng.integers(30, 500, 2)
    picture = rng.integers(0, 256, (height, width, 3)).astype(np.uint8)
    if seed % 2:
        picture = np.full((400, 500, 3), 90, np.uint8)
        for _ in range(50):
            start, end = rng.integers(0, 500, (2, 2)).tolist()
            cv2.line(picture, start, end, rng.integers(0, 256, 3).tolist(), 3)
    corners = tuple((float(x), float(y)) for x, y in rng.uniform(-50, 450, (4, 2)))
    for given in (None, corners, ((5.0, 5.0),) * 4):
        with suppress(PhotoError):
            reading = READER.read(as_jpeg(picture), game="pyramido", stage=2, corners=given)
            assert len(reading.layout.stages) == 2
