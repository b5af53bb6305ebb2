"""The renderer: the picture shows the layout that was asked for, where the corners say."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.dominoes import icons_split
from assistant.core.layout import Blank, Layout, Stage
from assistant.core.notation import format_layout, parse_layout
from assistant.core.pieces import Block, Color
from assistant.games import GAMES
from assistant.synth import (
    ICONS,
    LOOKS,
    STONES,
    TABLES,
    Art,
    make_art,
    random_layout,
    render,
    write_folder,
)
from assistant.synth.__main__ import main
from assistant.synth.blocks import draw_block, grain
from assistant.synth.camera import Lens, look_at
from assistant.synth.photo import Place
from assistant.synth.samples import Sample, mark_blocks, samples
from assistant.synth.tables import draw_table
from assistant.vision.image import decode

SMALL = (640, 480)
FORGOTTEN, PYRAMIDO = GAMES


def rng_of(*seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def seen_from_above(
    picture: np.ndarray, corners: np.ndarray, layout: Layout, side: int
) -> np.ndarray:
    """Stage 1's plane at `side` pixels a quadrant."""
    size = (layout.frame.width * side, layout.frame.height * side)
    target = np.array([[0, 0], [size[0], 0], size, [0, size[1]]]) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
    return cv2.warpPerspective(picture, matrix, size)


def hue_distance(first: np.ndarray, second: object) -> float:
    """Distance of two BGR colours when both are as bright as each other."""
    shares = (np.asarray(color, float) / np.sum(color) for color in (first, second))
    return float(np.linalg.norm(next(shares) - next(shares)))


# --- layouts -----------------------------------------------------------------------------------


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(list(GAMES)), st.integers(1, 4), st.floats(0, 1))
def test_random_layouts_could_come_up_in_a_game(
    seed: int, game: str, stage: int, gap_chance: float
) -> None:
    layout = random_layout(rng_of(seed), game, stage, gap_chance=gap_chance)
    assert parse_layout(format_layout(layout), GAMES[game].deck.blocks) == layout
    assert len(layout.stages) == stage
    assert all(icons_split(each) for each in layout.stages)
    for each in layout.stages:
        holes = [(row, column) for row, column, cell in each.places() if cell is Blank.GAP]
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 for a in holes for b in holes)
        assert not holes or game == FORGOTTEN
    counts = dict.fromkeys(GAMES[game].deck.blocks, 0)
    for *_, block in layout.blocks():
        counts[block.color] += 1
    assert all(counts[color] <= GAMES[game].deck.blocks[color] for color in counts)


def test_both_shapes_and_gaps_come_up() -> None:
    layouts = [random_layout(rng_of(seed), FORGOTTEN, 3, gap_chance=0.5) for seed in range(40)]
    assert {layout.stages[0].columns for layout in layouts} == {4, 5}
    with_gaps = sum("--" in format_layout(layout) for layout in layouts)
    assert 10 < with_gaps < 40


def test_the_deck_has_the_180_blocks_of_either_game() -> None:
    assert {sum(game.deck.blocks.values()) for game in GAMES.values()} == {180}


# --- art ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stone", STONES)
@pytest.mark.parametrize("icons", [name for name in ICONS if name != "glyph"])
def test_icons_are_drawn_in_their_quadrants_and_nowhere_else(stone: str, icons: str) -> None:
    art = make_art(FORGOTTEN, 3, stone, icons)
    noise = grain(rng_of(1))
    assert_icons_in_place(art, noise)


@pytest.mark.parametrize("copy", range(3))
def test_pyramido_has_a_mark_for_each_colour(copy: int) -> None:
    art = make_art(PYRAMIDO, copy)
    assert set(art.colors) == set(GAMES[PYRAMIDO].deck.blocks)
    assert_icons_in_place(art, grain(rng_of(1)))


def assert_icons_in_place(art: Art, noise: np.ndarray) -> None:
    for number, color in enumerate(art.colors):
        for mask in (1, 2, 4, 8):
            plain = draw_block(Block(color, 0), art, rng_of(number), noise, 80).astype(int)
            marked = draw_block(Block(color, mask), art, rng_of(number), noise, 80).astype(int)
            different = np.abs(plain - marked).max(axis=2) > 12
            for index in range(4):
                row, column = divmod(index, 2)
                part = different[40 * row : 40 * row + 40, 40 * column : 40 * column + 40]
                assert (part.mean() > 0.04) == (mask == 1 << index)
            rows, columns = np.nonzero(different)
            assert max(np.ptp(rows), np.ptp(columns)) <= 0.43 * 80


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("copy", range(25))
def test_the_colours_of_a_copy_can_be_told_apart(game: str, copy: int) -> None:
    colors = list(make_art(game, copy).colors.values())
    lab = cv2.cvtColor(np.array([colors], np.float32) / 255, cv2.COLOR_BGR2LAB)[0]
    for index, first in enumerate(lab):
        for second in lab[index + 1 :]:
            assert np.linalg.norm(first - second) > 14


def test_copies_differ_and_one_copy_is_always_the_same() -> None:
    assert make_art(FORGOTTEN, 5) == make_art(FORGOTTEN, 5)
    looks = {
        (make_art(FORGOTTEN, copy).stone, make_art(FORGOTTEN, copy).icons) for copy in range(60)
    }
    assert len(looks) > 30


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_full_pictures(name: str) -> None:
    table = draw_table(rng_of(2), name)
    assert table.shape == (1024, 1024, 3)
    assert table.dtype == np.uint8
    assert 5 < table.mean() < 245


# --- camera ------------------------------------------------------------------------------------


def test_a_camera_straight_above_sees_the_table_as_a_map() -> None:
    camera = look_at((0, 0), 10, 0, 0, 0, 1000, (801, 601))
    table = camera.at_height(np.array([[0, 0], [1, 0], [0, 1]]), 0)
    assert np.allclose(table, [[400, 300], [500, 300], [400, 400]])
    assert np.allclose(camera.at_height(np.array([[1.0, 0]]), 2), [[525, 300]])
    assert camera.scale_at((0, 0), 0) == pytest.approx(100)


def test_a_tilted_camera_sees_the_far_side_smaller_and_heights_move_away() -> None:
    camera = look_at((0, 0), 10, 30, 0, 0, 1000, (801, 601))
    far, near = camera.at_height(np.array([[0, -2], [0, 2.0]]), 0)
    assert far[1] < 300 < near[1]
    assert camera.scale_at((0, -2), 0) < camera.scale_at((0, 2), 0)
    assert camera.at_height(np.array([[0, 0.0]]), 0.5)[0, 1] < 300


def test_roll_turns_the_picture_clockwise() -> None:
    camera = look_at((0, 0), 10, 0, 0, 90, 1000, (801, 601))
    assert np.allclose(camera.at_height(np.array([[1.0, 0]]), 0), [[400, 400]])


@pytest.mark.parametrize("k", [-0.03, 0.0, 0.05])
def test_a_lens_distorts_and_undistorts_to_the_same_place(k: float) -> None:
    lens = Lens(k, (1600, 1200))
    points = np.array([[0, 0], [1599, 0], [800, 600], [300, 1100]], float)
    assert np.allclose(lens.undistort(lens.distort(points)), points, atol=1e-3)
    assert np.allclose(lens.distort(np.array([[799.5, 599.5]])), [[799.5, 599.5]])


# --- whole photos ------------------------------------------------------------------------------


def test_a_seed_gives_the_same_photo_and_another_seed_another() -> None:
    layout = random_layout(rng_of(1), FORGOTTEN, 3)
    first, corners = render(layout, game=FORGOTTEN, seed=4, size=SMALL)
    again, corners_again = render(layout, game=FORGOTTEN, seed=4, size=SMALL)
    other, _ = render(layout, game=FORGOTTEN, seed=5, size=SMALL)
    assert first.shape == (480, 640, 3)
    assert first.dtype == np.uint8
    assert (first == again).all()
    assert (corners == corners_again).all()
    assert np.abs(first.astype(int) - other).mean() > 5


@pytest.mark.parametrize("difficulty", LOOKS)
@pytest.mark.parametrize("seed", range(6))
def test_the_pyramid_is_in_the_picture_with_corners_clockwise(difficulty: str, seed: int) -> None:
    layout = random_layout(rng_of(seed), FORGOTTEN, 1 + seed % 4)
    picture, corners = render(layout, game=FORGOTTEN, seed=seed, difficulty=difficulty, size=SMALL)
    assert (corners > 0).all()
    assert (corners < (picture.shape[1], picture.shape[0])).all()
    x, y = corners.T
    area = (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2
    assert area > 0.06 * picture.shape[0] * picture.shape[1]
    assert corners[0].sum() == corners.sum(axis=1).min() or difficulty == "rough"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_block_has_its_colour_where_the_corners_put_it(game: str, seed: int) -> None:
    layout = random_layout(rng_of(seed), game, 1)
    stone = "flat" if game == FORGOTTEN else "bevel"
    art = make_art(game, seed, stone)
    picture, corners = render(
        layout, game=game, seed=seed, difficulty="clean", art=art, size=(960, 720)
    )
    view = seen_from_above(picture, corners, layout, 30)
    for row, column, cell in layout.stages[0].places():
        if not isinstance(cell, Block):
            continue
        block = view[60 * row + 6 : 60 * row + 54, 60 * column + 6 : 60 * column + 54]
        color = np.median(block.reshape(-1, 3), axis=0)
        nearest = min(art.colors, key=lambda each: hue_distance(color, art.colors[each]))
        assert nearest is cell.color


def test_icons_appear_where_the_layout_has_them() -> None:
    art = make_art(FORGOTTEN, 1, "flat", "white")
    for seed in range(3):
        layout = random_layout(rng_of(seed), FORGOTTEN, 1, gap_chance=0)
        picture, corners = render(
            layout, game=FORGOTTEN, seed=seed, difficulty="clean", art=art, size=(960, 720)
        )
        view = seen_from_above(picture, corners, layout, 30).astype(int)
        for row, column, cell in layout.stages[0].places():
            for index in range(4):
                y, x = 60 * row + 30 * (index // 2), 60 * column + 30 * (index % 2)
                middle = view[y + 6 : y + 24, x + 6 : x + 24]
                pale = (np.ptp(middle, axis=2) < 60) & (middle.min(axis=2) > 110)
                assert isinstance(cell, Block)
                assert (pale.mean() > 0.1) == bool((cell.icons or 0) >> index & 1)


@pytest.mark.parametrize("seed", range(4))
def test_corners_agree_with_the_edges_of_the_pyramid(seed: int) -> None:
    """On a dark, empty table an orange pyramid ends where saturated colour ends."""
    layout = Layout((Stage(5, 4, (Block(Color.ORANGE, 0),) * 20),))
    picture, corners = render(
        layout,
        game=FORGOTTEN,
        seed=seed,
        difficulty="clean",
        art=make_art(FORGOTTEN, 2, "flat", "shade"),
        table="dark",
        loose=False,
        size=(960, 720),
    )
    mask = (np.ptp(picture.astype(int), axis=2) > 40).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(np.concatenate(contours))
    truth = cv2.contourArea(corners.astype(np.float32))
    assert cv2.contourArea(hull) == pytest.approx(truth, rel=0.02)
    for corner in corners:
        distance = cv2.pointPolygonTest(hull, tuple(map(float, corner)), True)
        assert abs(distance) < 0.006 * np.sqrt(truth)


def test_a_higher_stage_is_drawn_above_and_shifted_by_its_height() -> None:
    """The top block of a full pyramid covers the middle; its colour is not what lies below."""
    below = Stage(5, 4, (Block(Color.BLUE, 0),) * 20)
    layout = Layout(
        (below, Stage(4, 3, (Block(Color.GREEN, 0),) * 12), Stage(3, 2, (Block(Color.RED, 0),) * 6))
    )
    art = make_art(FORGOTTEN, 1, "flat", "gem")
    picture, corners = render(
        layout, game=FORGOTTEN, seed=2, difficulty="clean", art=art, size=(960, 720)
    )
    view = seen_from_above(picture, corners, layout, 30)
    expected = {(15, 15): Color.BLUE, (45, 150): Color.GREEN, (120, 150): Color.RED}
    for (y, x), color in expected.items():
        found = np.median(view[y - 4 : y + 5, x - 4 : x + 5].reshape(-1, 3), axis=0)
        assert min(art.colors, key=lambda each: hue_distance(found, art.colors[each])) is color


def test_a_gap_shows_what_lies_below() -> None:
    full = parse_layout("r0r0r0r0r0/r0r0r0r0r0/r0r0r0r0r0/r0r0r0r0r0 b0b0b0b0/b0b0b0b0/b0b0b0b0",
                        GAMES[FORGOTTEN].deck.blocks)  # fmt: skip
    cells = list(full.stages[1].cells)
    cells[5] = Blank.GAP
    layout = full.with_stage(2, Stage(4, 3, tuple(cells)))
    art = make_art(FORGOTTEN, 1, "flat", "gem")
    picture, corners = render(
        layout, game=FORGOTTEN, seed=3, difficulty="clean", art=art, size=(960, 720), loose=False
    )
    view = seen_from_above(picture, corners, layout, 30).astype(int)
    hole, beside = (view[110:130, x : x + 20].reshape(-1, 3).mean(axis=0) for x in (110, 170))
    assert hole[2] > hole[0]
    assert beside[0] > beside[2]


def test_gems_stand_on_marked_blocks() -> None:
    layout = random_layout(rng_of(4), PYRAMIDO, 2, (5, 4))
    marked = mark_blocks(rng_of(1), layout)
    assert marked
    colors = [layout.stages[1][place.row, place.column] for place in marked]
    assert len({cell.color for cell in colors if isinstance(cell, Block)}) == len(marked)
    options = {"game": PYRAMIDO, "seed": 8, "difficulty": "clean", "size": (960, 720)}
    plain, corners = render(layout, **options, loose=False)
    gems, _ = render(layout, **options, loose=False, marked=marked)
    change = np.abs(plain.astype(int) - gems).max(axis=2)
    view = cv2.blur(seen_from_above(change.astype(np.uint8), corners, layout, 30), (15, 15))
    for row, column, _ in layout.stages[1].places():
        y, x = 30 + 60 * row + 30, 30 + 60 * column + 30
        stands = Place(2, row, column) in marked
        assert (view[y - 12 : y + 13, x - 12 : x + 13].max() > 40) == stands


def test_a_layout_of_gaps_only_leaves_the_table_bare() -> None:
    bare = parse_layout("/".join(["--" * 5] * 4), GAMES[FORGOTTEN].deck.blocks)
    picture, _ = render(
        bare, game=FORGOTTEN, seed=3, difficulty="clean", table="dark", loose=False, size=SMALL
    )
    assert np.ptp(picture.astype(int), axis=2).mean() < 12


@pytest.mark.parametrize(
    "text", ["o?b0??r1--/p2o0b8g0r?/????????--/g1g2g4g8gF", "o0" * 4 + "/o0o0o0--" * 4]
)
def test_unknown_blocks_odd_numbers_and_any_seed_can_be_shown(text: str) -> None:
    layout = parse_layout(text, GAMES[FORGOTTEN].deck.blocks)
    picture, _ = render(layout, game=FORGOTTEN, seed=-5, size=(320, 240))
    assert picture.shape == (240, 320, 3)


def test_other_pyramids_stand_where_they_are_put() -> None:
    red = Layout((Stage(5, 4, (Block(Color.RED, 0),) * 20),))
    green = Layout((Stage(5, 4, (Block(Color.GREEN, 0),) * 20),))
    art = make_art(FORGOTTEN, 1, "flat", "gem")
    picture, corners = render(
        red, game=FORGOTTEN, seed=3, difficulty="clean", art=art, table="dark", loose=False,
        others=[(green, (6.0, 0.0)), (green, (-6.0, 0.0))], size=(960, 720),
    )  # fmt: skip
    middle = corners.mean(axis=0)
    row = picture[round(middle[1])].astype(int)
    reds = np.flatnonzero((row[:, 2] > 90) & (row[:, 1] < 70))
    greens = np.flatnonzero((row[:, 1] > 90) & (row[:, 2] < row[:, 1] - 30))
    assert greens.min() < reds.min() < reds.max() < greens.max()
    assert not ((greens > reds.min()) & (greens < reds.max())).any()


def test_photos_of_one_difficulty_vary_in_light() -> None:
    layout = random_layout(rng_of(1), FORGOTTEN, 1, gap_chance=0)
    art = make_art(FORGOTTEN, 1, "flat", "gem")
    ratios = []
    for seed in range(8):
        picture, corners = render(layout, game=FORGOTTEN, seed=seed, art=art, size=(320, 240))
        view = seen_from_above(picture, corners, layout, 12).reshape(-1, 3).mean(axis=0)
        ratios.append(view[2] / view[0])
    assert max(ratios) > 1.4 * min(ratios)


# --- folders -----------------------------------------------------------------------------------


def test_a_folder_has_photos_and_their_truth_and_is_reproducible(tmp_path: Path) -> None:
    options = {"game": PYRAMIDO, "count": 3, "seed": 6, "size": SMALL}
    truths = write_folder(tmp_path / "a", **options)
    write_folder(tmp_path / "b", **options)
    lines = (tmp_path / "a" / "truth.jsonl").read_text().splitlines()
    assert len(lines) == len(truths) == 3
    for number, line in enumerate(lines):
        truth = json.loads(line)
        photo = (tmp_path / "a" / truth["file"]).read_bytes()
        assert photo == (tmp_path / "b" / truth["file"]).read_bytes()
        assert decode(photo).full_size == SMALL
        layout = parse_layout(truth["notation"], GAMES[truth["game"]].deck.blocks)
        assert len(layout.stages) == truth["stage"] == number + 1
        assert truth["inside"] is True
        assert np.array(truth["corners"]).shape == (4, 2)
    assert (tmp_path / "b" / "truth.jsonl").read_text().splitlines() == lines


def test_chosen_copies_and_stages_are_shown_in_turn(tmp_path: Path) -> None:
    truths = write_folder(
        tmp_path, game=FORGOTTEN, count=4, seed=1, copies=[7, 9], stages=[2], size=(320, 240)
    )
    assert [truth.copy for truth in truths] == [7, 9, 7, 9]
    assert {truth.stage for truth in truths} == {2}


def test_the_command_writes_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(tmp_path / "new"), "--game", FORGOTTEN, "--count", "1", "--stages", "1"])
    assert "1 photos" in capsys.readouterr().out
    assert (tmp_path / "new" / "0000.jpg").exists()


# --- sample photos -----------------------------------------------------------------------------

SAMPLES = Path(__file__).parents[2] / "sample_photos"


def test_samples_cover_both_games_all_stages_shapes_and_gaps() -> None:
    everything = list(samples())
    assert len({sample.name for sample in everything}) == len(everything) >= 24
    for game in GAMES:
        own = [sample for sample in everything if sample.game == game]
        assert {len(sample.layout.stages) for sample in own} == {1, 2, 3, 4}
        assert {sample.layout.stages[0].columns for sample in own} == {4, 5}
        assert {sample.difficulty for sample in own} == {"clean", "table", "rough"}
    assert any("--" in format_layout(sample.layout) for sample in everything)
    assert any(sample.marked for sample in everything)


@pytest.mark.parametrize("sample", list(samples()), ids=lambda sample: sample.name)
def test_every_sample_lies_beside_its_truth(sample: Sample) -> None:
    path = SAMPLES / f"{sample.name}.json"
    truth = json.loads(path.read_text())
    assert truth["notation"] == format_layout(sample.layout)
    assert truth["game"] == sample.game
    photo = (SAMPLES / truth["file"]).read_bytes()
    assert len(photo) <= 120_000
    width, height = decode(photo).full_size
    assert (width, height) == sample.size
    corners = np.array(truth["corners"])
    assert (corners > 0).all()
    assert (corners < (width, height)).all()


def test_nothing_else_lies_among_the_samples() -> None:
    names = {sample.name for sample in samples()}
    found = {path.stem for path in SAMPLES.iterdir() if path.suffix in (".jpg", ".json")}
    assert found == names
