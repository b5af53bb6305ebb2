"""Finding the pyramid: segments, vanishing points, lattice, place."""

import numpy as np
import pytest

from assistant.resources import resource_directory
from assistant.synth import random_layout, render
from assistant.synth.evaluate import corner_error
from assistant.vision.find.lattice import Segments, find_lattices
from assistant.vision.find.locate import locate, unlike_table
from assistant.vision.find.pose import Pose, pose_from_corners, project
from assistant.vision.profile import load_profile

SETTINGS = load_profile(resource_directory("calibration") / "pyramido.json").locate
CORNERS = np.array([[420.0, 310.0], [1180.0, 250.0], [1290.0, 900.0], [330.0, 860.0]])
CAMERA = np.array([[1360.0, 0, 799.5], [0, 1360, 599.5], [0, 0, 1]])


def seams(pose: Pose, noise: float, seed: int = 0) -> Segments:
    """The seams of every quadrant of a pyramid as segments, with clutter in all directions."""
    rng = np.random.default_rng(seed)
    width, height = 2 * pose.columns, 2 * pose.rows
    ends = [[[x, y], [x, y + 1]] for x in range(width + 1) for y in range(height)]
    ends += [[[x, y], [x + 1, y]] for x in range(width) for y in range(height + 1)]
    lattice = project(pose.base, np.array(ends, float))
    clutter = rng.uniform((200, 200), (1400, 1000), (60, 1, 2)) + rng.normal(0, 20, (60, 2, 2))
    pixels = np.concatenate([lattice, clutter]) + rng.normal(0, noise, (len(lattice) + 60, 2, 2))
    along = pixels[:, 1] - pixels[:, 0]
    length = np.linalg.norm(along, axis=1)
    return Segments(pixels, pixels.mean(axis=1), along / length[:, None], length)


@pytest.mark.parametrize("noise", [0.0, 0.6])
@pytest.mark.parametrize("shape", [(5, 4), (4, 5)])
def test_lattice_of_noisy_seams(shape: tuple[int, int], noise: float) -> None:
    """Quadrant corners of the drawn pyramid fall on whole numbers of the lattice."""
    # blocks are square, so a pyramid of 4 x 5 blocks is the mirror image of one of 5 x 4
    corners = CORNERS if shape == (5, 4) else CORNERS[[0, 3, 2, 1], ::-1]
    pose = pose_from_corners(corners, *shape)
    middle = corners.mean(axis=0)
    lattice = find_lattices(seams(pose, noise), CAMERA, middle, 950.0, SETTINGS)[0]
    inner = np.array([[x, y] for x in range(2 * shape[0] + 1) for y in range(2 * shape[1] + 1)])
    places = project(np.linalg.inv(lattice.homography), project(pose.base, inner.astype(float)))
    assert np.abs(places - np.round(places)).max() < 0.25
    assert np.ptp(np.round(places), axis=0).tolist() == [2 * shape[0], 2 * shape[1]]


def test_too_few_lines_give_no_lattice() -> None:
    """A handful of segments proves nothing."""
    every = seams(pose_from_corners(CORNERS, 5, 4), 0.0)
    few = every.only(np.arange(len(every.weight)) < 5)
    assert find_lattices(few, CAMERA, CORNERS.mean(axis=0), 950.0, SETTINGS) == []


def test_table_is_like_itself() -> None:
    """A coloured square is unlike the plain table around it."""
    picture = np.full((300, 400, 3), (90, 120, 160), np.uint8)
    picture[100:200, 150:250] = (200, 80, 30)
    unlike = unlike_table(picture, SETTINGS)
    assert unlike[150, 200] > 1
    assert unlike[20, 20] < 1


@pytest.mark.parametrize(("seed", "stage"), [(3, 1), (4, 2), (5, 4)])
@pytest.mark.parametrize("game", ["forgotten_treasures", "pyramido"])
def test_rendered_pyramids_are_found(game: str, seed: int, stage: int) -> None:
    """Before any fitting the worst corner is within 4 % of the width."""
    layout = random_layout(np.random.default_rng(seed), game, stage, gap_chance=0.0)
    picture, corners = render(layout, game=game, seed=seed, difficulty="clean", size=(1200, 900))
    found = locate(picture, SETTINGS)
    assert found is not None
    assert found.score > SETTINGS.doubt
    assert (found.pose.columns, found.pose.rows) == (layout.frame.columns, layout.frame.rows)
    assert corner_error(tuple(map(tuple, corners)), found.pose.corners()) < 4


def test_empty_table_has_no_pyramid() -> None:
    """Noise and gradients are not taken for a pyramid."""
    rng = np.random.default_rng(0)
    noise = rng.normal(120, 12, (600, 800, 3)) + np.linspace(0, 60, 800)[None, :, None]
    found = locate(np.clip(noise, 0, 255).astype(np.uint8), SETTINGS)
    assert found is None or found.score < SETTINGS.reject
