"""Poses: projecting, warping, and fitting to seams."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.vision.find.pose import (
    Pose,
    fit_to_seams,
    pose_from_corners,
    project,
    scaled,
    shrunk,
    visible_of_full,
    warp,
)
from assistant.vision.profile import PoseSettings

SETTINGS = PoseSettings(
    picture=800,
    side=20,
    reach=(0.45, 0.3, 0.2),
    cutoff=(0.4, 0.25, 0.15),
    leash=0.6,
    stiffness=0.001,
    lift_stiffness=0.5,
)
CORNERS = np.array([[150.0, 120.0], [640.0, 90.0], [700.0, 500.0], [100.0, 480.0]])


def drawn(pose: Pose, top: int) -> np.ndarray:
    """A picture of grey blocks with dark seams, each stage drawn over the one below."""
    picture = np.full((600, 800, 3), 200, np.uint8)
    for stage in range(1, top + 1):
        homography = pose.homography(stage)
        for row in range(pose.rows - stage + 1):
            for column in range(pose.columns - stage + 1):
                x, y = stage - 1 + 2 * column, stage - 1 + 2 * row
                square = np.array([[x, y], [x + 2, y], [x + 2, y + 2], [x, y + 2]], float)
                shade = 90 + 40 * ((row + 2 * column + stage) % 4)
                points = np.round(project(homography, square) * 16).astype(np.int32)
                cv2.fillConvexPoly(picture, points, (shade, 120, 255 - shade), cv2.LINE_AA, 4)
                cv2.polylines(picture, [points], True, (20, 20, 20), 2, cv2.LINE_AA, 4)
                cross = np.array(
                    [[[x + 1, y], [x + 1, y + 2]], [[x, y + 1], [x + 2, y + 1]]], float
                )
                lines = np.round(project(homography, cross) * 16).astype(np.int32)
                cv2.polylines(picture, list(lines), False, (30, 30, 30), 1, cv2.LINE_AA, 4)
    return picture


def test_corners_come_back() -> None:
    """A pose from corners has these corners."""
    np.testing.assert_allclose(pose_from_corners(CORNERS, 5, 4).corners(), CORNERS, atol=1e-3)


def test_warp_puts_pixel_centres_right() -> None:
    """A ramp warped with a known scale keeps its values: pixel centres are at whole numbers."""
    ramp = np.tile(np.arange(80, dtype=np.float32), (80, 1))
    # quadrant (x, y) covers pixels 8 x - 0.5 to 8 x + 7.5
    homography = np.array([[8, 0, -0.5], [0, 8, -0.5], [0, 0, 1.0]])
    view = warp(ramp, homography, (2, 2, 3, 3), 8)
    np.testing.assert_allclose(view[5], np.arange(16, 40), atol=0.02)


@given(st.integers(1, 6), st.integers(0, 50), st.integers(0, 50))
def test_scaling_there_and_back(step: int, x: int, y: int) -> None:
    """`scaled` of a factor and of its inverse undo each other."""
    point = np.array([[float(x), float(y)]])
    there = project(scaled(1 / step), point)
    np.testing.assert_allclose(project(scaled(step), there), point, atol=1e-9)


def test_shrinking_averages_whole_squares() -> None:
    """A picture is shrunk by a whole number, and never enlarged."""
    picture = np.arange(12 * 20 * 3, dtype=np.uint8).reshape(12, 20, 3)
    small, factor = shrunk(picture, 10)
    assert small.shape == (6, 10, 3)
    assert factor == 0.5
    same, factor = shrunk(picture, 100)
    assert same is picture
    assert factor == 1.0


def test_lift_moves_higher_stages_only() -> None:
    """The base stays, and each stage moves as much as the one below it."""
    pose = Pose(5, 4, np.eye(3), np.array([0.1, -0.05, 0.0]))
    point = np.array([[3.0, 3.0]])
    moves = [project(pose.homography(stage), point)[0] - [3, 3] for stage in (1, 2, 3)]
    np.testing.assert_allclose(moves, [[0, 0], [0.1, -0.05], [0.2, -0.1]], atol=1e-12)


def test_visible_rim() -> None:
    """A covered stage shows a rim one quadrant wide; the top stage shows all."""
    assert visible_of_full(5, 4, 1, 2).sum() == 80 - 48
    assert visible_of_full(5, 4, 2, 2).sum() == 48
    assert visible_of_full(5, 4, 1, 1).sum() == 80


@pytest.mark.parametrize("top", [1, 3])
@pytest.mark.parametrize("columns", [5, 4])
def test_fit_recovers_a_drawn_pyramid(top: int, columns: int) -> None:
    """From corners off by a fifth of a quadrant the drawn corners and lift are found again."""
    true = pose_from_corners(CORNERS, columns, 9 - columns)
    true = Pose(true.columns, true.rows, true.base, np.array([-0.06, -0.08, -0.004]))
    picture = drawn(true, top)
    moves = np.array([[9.0, -6.0], [-7.0, 8.0], [8.0, 7.0], [-9.0, -8.0]])
    rough = pose_from_corners(CORNERS + moves, columns, 9 - columns)
    found, error, support = fit_to_seams(picture, rough, top, SETTINGS)
    np.testing.assert_allclose(found.corners(), CORNERS, atol=5.0)  # 1 % of the width
    assert error < 0.05
    assert support > 0.1
    if top > 1:
        middle = np.array([[5.0, 4.0]])
        expected = project(true.homography(top), middle)
        np.testing.assert_allclose(project(found.homography(top), middle), expected, atol=3.0)


def test_fit_of_the_wrong_shape_is_worse() -> None:
    """Seams of five columns do not support four."""
    picture = drawn(pose_from_corners(CORNERS, 5, 4), 1)
    fits = [
        fit_to_seams(picture, pose_from_corners(CORNERS, *shape), 1, SETTINGS)
        for shape in ((5, 4), (4, 5))
    ]
    assert fits[0][2] > fits[1][2]
