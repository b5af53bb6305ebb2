"""The overlay: outlines on the borders of areas, ticks on icons, labels, and nothing else."""

import cv2
import numpy as np
import pytest

from assistant.core.areas import layout_areas
from assistant.core.layout import Layout
from assistant.core.notation import parse_layout
from assistant.core.pieces import Color
from assistant.core.topview import top_view
from assistant.synth import random_layout
from assistant.vision.find.pose import Pose, pose_from_corners
from assistant.vision.overlay import overlay

PALETTE = (Color.ORANGE, Color.BLUE, Color.PURPLE, Color.GREEN, Color.RED)
SIDE = 60
MARGIN = 50
LAYOUT = parse_layout(
    "o8o0g4r0/o0b0g2r1/p0b0b8g0/p0o0b1g1/r0r0p0g8 o0b0b9/o8o0g0/p0p0--/p1r0r2", PALETTE
)


def straight_pose(lift: tuple[float, float, float] = (0, 0, 0)) -> Pose:
    """Quadrants of SIDE pixels, MARGIN from the edge; `lift` is in quadrants."""
    base = np.array([[SIDE, 0, MARGIN], [0, SIDE, MARGIN], [0, 0, 1.0]])
    return Pose(4, 5, base, np.array(lift, float))


def blank(layout: Layout = LAYOUT, value: int = 90) -> np.ndarray:
    size = (2 * MARGIN + layout.frame.height * SIDE, 2 * MARGIN + layout.frame.width * SIDE, 3)
    return np.full(size, value, np.uint8)


def area_grid() -> np.ndarray:
    """The id of the area at each quadrant, -1 over the table."""
    frame = LAYOUT.frame
    grid = np.full((frame.height, frame.width), -1)
    for area in layout_areas(LAYOUT):
        for quadrant in frame.quadrants(area.mask):
            grid[quadrant.y, quadrant.x] = area.id
    return grid


def changed(result: np.ndarray, value: int = 90) -> np.ndarray:
    return (result != value).any(axis=2)


def cell(picture: np.ndarray, x: int, y: int) -> np.ndarray:
    top, left = MARGIN + y * SIDE, MARGIN + x * SIDE
    return picture[top : top + SIDE, left : left + SIDE]


def test_lines_run_along_borders_between_areas_and_nowhere_else() -> None:
    bare = parse_layout(repr(LAYOUT).translate(str.maketrans("123456789", "0" * 9)), PALETTE)
    result = changed(overlay(blank(), straight_pose(), bare, layout_areas(bare)))
    grid = np.pad(area_grid(), 1, constant_values=-2)
    for y in range(10):
        for x in range(8):
            here, middle = grid[y + 1, x + 1], cell(result, x, y)
            strip = slice(SIDE // 3, 2 * SIDE // 3)
            sides = (
                middle[strip, :12],
                middle[strip, -12:],
                middle[:12, strip],
                middle[-12:, strip],
            )
            others = (grid[y + 1, x], grid[y + 1, x + 2], grid[y, x + 1], grid[y + 2, x + 1])
            for side, other in zip(sides, others, strict=True):
                assert side.any() == (here != other)
            assert not middle[strip, strip].any()
    assert not result[: MARGIN - 4].any()


def test_exactly_the_visible_icons_are_ticked() -> None:
    result = overlay(blank(), straight_pose(), LAYOUT, layout_areas(LAYOUT)).astype(int)
    green = (result[:, :, 1] > result[:, :, 0] + 60) & (result[:, :, 1] > result[:, :, 2] + 60)
    frame, icons = LAYOUT.frame, top_view(LAYOUT).icons
    for y in range(frame.height):
        for x in range(frame.width):
            assert cell(green, x, y).any() == bool(frame.bit(x, y) & icons)


def test_labels_are_written_on_their_areas_only() -> None:
    plain = overlay(blank(), straight_pose(), LAYOUT, layout_areas(LAYOUT))
    chosen = int(area_grid()[9, 0])
    labelled = overlay(
        blank(), straight_pose(), LAYOUT, layout_areas(LAYOUT), labels={chosen: "x2", 999: "no"}
    )
    different = (plain != labelled).any(axis=2)
    grid = area_grid()
    touched = {int(grid[y, x]) for y in range(10) for x in range(8) if cell(different, x, y).any()}
    assert touched == {chosen}
    assert different.sum() > 300


def test_strong_areas_are_gold_and_the_others_white() -> None:
    strong = int(area_grid()[0, 0])
    result = overlay(blank(), straight_pose(), LAYOUT, layout_areas(LAYOUT), strong={strong})
    gold = (result[:, :, 2].astype(int) - result[:, :, 0]) > 100
    grid = area_grid()
    golden = {int(grid[y, x]) for y in range(10) for x in range(8) if cell(gold, x, y).any()}
    assert golden == {strong}


def test_outlines_of_a_higher_stage_follow_its_height() -> None:
    """Stage 2 in one colour, moved by 0.3 quadrants: its outline moves by 18 pixels, whole."""
    layout = parse_layout("/".join(["o0o0o0o0"] * 5) + " " + "/".join(["b0b0b0"] * 4), PALETTE)
    upper = [area for area in layout_areas(layout) if area.color is Color.BLUE]
    flat = changed(overlay(blank(), straight_pose(), layout, upper))
    lifted = changed(overlay(blank(), straight_pose((0.3, 0, 0)), layout, upper))
    assert flat.any()
    assert (lifted == np.roll(flat, round(0.3 * SIDE), axis=1)).all()


@pytest.mark.parametrize("value", [0, 90, 255])
def test_lines_stand_out_on_any_ground(value: int) -> None:
    result = overlay(blank(value=value), straight_pose(), LAYOUT, layout_areas(LAYOUT)).astype(int)
    assert np.abs(result - value).max(axis=2).max() > 120


def test_the_photo_itself_is_left_alone_and_shapes_must_agree() -> None:
    picture = blank()
    overlay(picture, straight_pose(), LAYOUT, layout_areas(LAYOUT), labels={0: "5"})
    assert (picture == 90).all()
    wide = pose_from_corners(np.array([[0, 0], [500, 0], [500, 400], [0, 400]]), 5, 4)
    with pytest.raises(ValueError, match="shapes"):
        overlay(picture, wide, LAYOUT, layout_areas(LAYOUT))


@pytest.mark.parametrize("seed", range(12))
def test_any_layout_is_drawn_with_a_label_on_every_area(seed: int) -> None:
    rng = np.random.default_rng(seed)
    layout = random_layout(rng, "forgotten_treasures", 1 + seed % 4, gap_chance=0.7)
    base = np.array([[SIDE, 3, MARGIN], [-2, SIDE, MARGIN + 20], [1e-4, 2e-4, 1.0]])
    pose = Pose(layout.frame.columns, layout.frame.rows, base, np.array([0.05, -0.04, 1e-4]))
    areas = layout_areas(layout)
    bare = overlay(blank(layout), pose, layout, areas)
    labelled = overlay(blank(layout), pose, layout, areas, {area.id: "8" for area in areas})
    plates = (bare != labelled).any(axis=2).astype(np.uint8)
    count, _ = cv2.connectedComponents(cv2.dilate(plates, np.ones((3, 3), np.uint8)))
    assert count - 1 == len(areas)
