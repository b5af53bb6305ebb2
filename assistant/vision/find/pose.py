"""Where every stage of the pyramid lies in the photo: one homography a stage.

The plane of stage k is parallel to that of stage 1, (k-1) card thicknesses nearer the camera.
For parallel planes only the third column of the plane-to-image homography differs, by a multiple
of the image of the planes' normal (Hartley and Zisserman, Multiple View Geometry, 2nd ed., 8.1.1).
So eight numbers for the base and three for the "lift" place all four stages, and every seam of
every stage helps to find them.

Plane coordinates are quadrants of stage 1: (0, 0) is its outer top-left corner, (2 * columns,
2 * rows) its outer bottom-right one. Pixel centres are at whole numbers.
"""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.profile import PoseSettings

Floats = NDArray[np.floating[Any]]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A pyramid in a picture.

    columns, rows: blocks of stage 1.
    base: float64 (3, 3), quadrants of stage 1 to pixels.
    lift: float64 (3,), how much a stage moves against the one below, in base coordinates.
    """

    columns: int
    rows: int
    base: Floats
    lift: Floats

    def homography(self, stage: int) -> Floats:
        """float64 (3, 3): quadrants to pixels on the plane of stage 1 to 4."""
        rise = np.eye(3)
        rise[:, 2] += (stage - 1) * self.lift
        return self.base @ rise

    def corners(self) -> Floats:
        """float64 (4, 2): outer corners of stage 1, clockwise from its top-left, in pixels."""
        return project(self.base, outline(self.columns, self.rows))

    def moved(self, matrix: Floats) -> "Pose":
        """The same pyramid after the picture was moved by a (3, 3) homography."""
        return replace(self, base=matrix @ self.base)


def outline(columns: int, rows: int) -> Floats:
    """(4, 2): corners of stage 1 in quadrants, clockwise from the top-left."""
    width, height = 2.0 * columns, 2.0 * rows
    return np.array([[0, 0], [width, 0], [width, height], [0, height]])


def project(homography: Floats, points: Floats) -> Floats:
    """Points (..., 2) through a (3, 3) homography."""
    moved = points @ homography[:, :2].T + homography[:, 2]
    return moved[..., :2] / moved[..., 2:]


def pose_from_corners(corners: Floats, columns: int, rows: int) -> Pose:
    """The pose whose stage 1 has these outer corners (4, 2), with no lift yet."""
    source = outline(columns, rows).astype(np.float32)
    base = cv2.getPerspectiveTransform(source, np.asarray(corners, np.float32))
    return Pose(columns, rows, np.asarray(base, np.float64), np.zeros(3))


def scaled(factor: float) -> Floats:
    """The (3, 3) matrix from pixels of a picture to those of its copy ``factor`` times as large."""
    shift = (factor - 1) / 2
    return np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1.0]])


def shrunk(picture: Pixels, longest: int) -> tuple[Pixels, float]:
    """A copy with about ``longest`` pixels a side, and its scale, one over a whole number.

    Averaging whole squares is several times as fast as any other reduction; rows and columns
    that do not fill a square are left out.
    """
    step = max(1, round(max(picture.shape[:2]) / longest))
    if step == 1:
        return picture, 1.0
    height, width = picture.shape[0] // step, picture.shape[1] // step
    whole = picture[: height * step, : width * step]
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), 1 / step


def warp(
    picture: NDArray[Any], homography: Floats, box: tuple[int, int, int, int], side: int
) -> NDArray[Any]:
    """The part ``box`` = (x, y, width, height), in quadrants, seen straight from above.

    picture: (height, width[, channels]); side: pixels a quadrant; the result keeps the dtype.
    """
    x, y, width, height = box
    to_plane = np.array([[1 / side, 0, x + 0.5 / side], [0, 1 / side, y + 0.5 / side], [0, 0, 1]])
    return cv2.warpPerspective(
        picture,
        homography @ to_plane,
        (width * side, height * side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )


def visible_of_full(columns: int, rows: int, stage: int, top: int) -> NDArray[np.bool_]:
    """bool (2 * rows, 2 * columns): quadrants of ``stage`` seen when ``top`` is the highest.

    All stages are taken to be without gaps.
    """
    seen = np.zeros((2 * rows, 2 * columns), bool)
    inset = stage - 1
    seen[inset : 2 * rows - inset, inset : 2 * columns - inset] = True
    if stage < top:
        seen[stage : 2 * rows - stage, stage : 2 * columns - stage] = False
    return seen


# --- fitting the pose to the seams ---------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Offsets:
    """How far seams lie from where the pose puts them.

    points: (n, 2) middles of unit edges, in quadrants.
    axis: (n,) 0 if the offset is along x, 1 if along y.
    offset: (n,) in quadrants.
    weight: (n,) contrast of the seam, 0 to 1.
    stage: (n,)
    """

    points: Floats
    axis: NDArray[np.intp]
    offset: Floats
    weight: Floats
    stage: NDArray[np.intp]


def seam_energy(view: Pixels, side: int) -> tuple[Floats, Floats]:
    """Edge strength of a warped view across x and across y, float32 (height, width).

    All channels are added, and smoothed so that a dark seam gives one hump and not two.
    """
    blurred = cv2.GaussianBlur(view, (0, 0), 0.05 * side)
    smooth = 0.07 * side
    energies = []
    for order, across in (((1, 0), (smooth, 0.001)), ((0, 1), (0.001, smooth))):
        slope = cv2.Sobel(blurred, cv2.CV_32F, *order, ksize=3)
        squares = cv2.transform(slope * slope, np.ones((1, 3), np.float32))
        energy = np.asarray(np.sqrt(squares), np.float32)
        smoothed = cv2.GaussianBlur(energy, (0, 0), sigmaX=across[0], sigmaY=across[1])
        energies.append(np.asarray(smoothed, np.float32))
    return energies[0], energies[1]


def _profile_peaks(profiles: Floats, side: int) -> tuple[Floats, Floats]:
    """Peak position against the middle (in quadrants) and contrast of profiles (n, odd length)."""
    count, length = profiles.shape
    best = np.clip(profiles.argmax(axis=1), 1, length - 2)
    rows = np.arange(count)
    left, mid, right = (profiles[rows, best + k] for k in (-1, 0, 1))
    bend = left - 2 * mid + right
    sub = np.where(bend < 0, 0.5 * (left - right) / np.minimum(bend, -1e-6), 0.0)
    rest = np.median(profiles, axis=1)
    contrast = (mid - rest) / (mid + rest + 1e-6)
    return (best + np.clip(sub, -0.5, 0.5) - length // 2) / side, np.clip(contrast, 0, 1)


def measure_offsets(
    picture: Pixels, pose: Pose, stage: int, top: int, side: int, reach: float
) -> Offsets:
    """Find the seams of one stage's visible unit edges, within ``reach`` quadrants."""
    width, height = 2 * pose.columns, 2 * pose.rows
    view = warp(picture, pose.homography(stage), (-1, -1, width + 2, height + 2), side)
    seen = np.pad(visible_of_full(pose.columns, pose.rows, stage, top), 1)
    half = round(reach * side)
    parts = []
    for axis, energy in enumerate(seam_energy(view, side)):
        mask = seen
        if axis == 1:
            energy, mask = energy.T, seen.T
        across = energy.shape[1]
        # mean strength of every cell row, leaving out the crossings with other seams
        strips = energy.reshape(-1, side, across)[:, side // 6 : side - side // 6].mean(axis=1)
        near = mask[:, 1:] | mask[:, :-1]
        cell, line = np.nonzero(near)
        columns = (line[:, None] + 1) * side - 0.5 + np.arange(-half, half + 1) + 0.5
        valid = np.clip(columns.astype(int), 0, across - 1)
        offset, contrast = _profile_peaks(strips[cell[:, None], valid], side)
        offset = offset + 0.5 / side
        middle = np.stack([line.astype(float), cell - 0.5], axis=1)
        parts.append((middle if axis == 0 else middle[:, ::-1], axis, offset, contrast))
    points = np.concatenate([p[0] for p in parts])
    axes = np.concatenate([np.full(len(p[2]), p[1]) for p in parts])
    return Offsets(
        points,
        axes,
        np.concatenate([p[2] for p in parts]),
        np.concatenate([p[3] for p in parts]),
        np.full(len(points), stage),
    )


def _design(pose: Pose, offsets: Offsets) -> Floats:
    """(n, 12): change of each offset with the nine entries of a base change and three of lift."""
    design = np.zeros((len(offsets.offset), 12))
    for stage in np.unique(offsets.stage):
        here = offsets.stage == stage
        points = np.c_[offsets.points[here], np.ones(here.sum())]
        rise = np.eye(3)
        rise[:, 2] += (stage - 1) * pose.lift
        inverse = np.linalg.inv(rise)
        lifted = points @ rise.T
        # moved[n, i, j]: row i of inverse @ (E_ij @ lifted)
        moved = inverse[None, :, :, None] * lifted[:, None, None, :]
        effect = np.concatenate(
            [
                moved.reshape(len(points), 3, 9),
                np.broadcast_to((stage - 1) * inverse, (len(points), 3, 3)),
            ],
            axis=2,
        )
        axis = offsets.axis[here]
        along = points[np.arange(len(points)), axis]
        design[here] = effect[np.arange(len(points)), axis] - along[:, None] * effect[:, 2]
    return design


def fit_pose(
    pose: Pose, offsets: Offsets, ridge: Floats, scale: float
) -> tuple[Pose, float, float]:
    """One robust Gauss-Newton step; also gives the mean offset left and the support.

    ridge: (12,) inverse variances that keep the step small; scale: Tukey's cut-off in quadrants.
    """
    design = _design(pose, offsets)
    solution: Floats = np.zeros(12)
    for _ in range(6):
        left = offsets.offset - design @ solution
        weight = offsets.weight * np.clip(1 - (left / scale) ** 2, 0, 1) ** 2
        normal = (design * weight[:, None]).T @ design + np.diag(ridge)
        solution = np.linalg.solve(normal, (design * weight[:, None]).T @ offsets.offset)
    left = np.abs(offsets.offset - design @ solution)
    base = pose.base @ (np.eye(3) + solution[:9].reshape(3, 3))
    error = float(np.sum(weight * left) / max(np.sum(weight), 1e-9))
    moved = replace(pose, base=base / base[2, 2], lift=pose.lift + solution[9:])
    return moved, error, float(weight.mean())


def fit_to_seams(
    picture: Pixels, pose: Pose, top: int, settings: PoseSettings
) -> tuple[Pose, float, float]:
    """Fit a rough pose to the seams of all stages up to ``top``.

    Also gives the mean offset that is left (quadrants) and the support: the mean contrast of the
    seams that were found where the pose puts them, 0 to 1.
    """
    small, factor = shrunk(picture, settings.picture)
    pose = pose.moved(scaled(factor))
    ridge = np.array([settings.stiffness] * 9 + [settings.lift_stiffness] * 3)
    rounds = list(zip(settings.reach, settings.cutoff, strict=True))
    plan = [(min(top, 2), *rounds[0]), *((top, *each) for each in rounds)]
    error = support = 0.0
    for highest, reach, cutoff in plan if top > 2 else plan[1:]:
        offsets = _joined(
            [
                measure_offsets(small, pose, stage, top, settings.side, reach)
                for stage in range(1, highest + 1)
            ]
        )
        pose, error, support = fit_pose(pose, offsets, ridge, cutoff)
    return pose.moved(scaled(1 / factor)), error, support


def _joined(parts: list[Offsets]) -> Offsets:
    return Offsets(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.axis for part in parts]),
        np.concatenate([part.offset for part in parts]),
        np.concatenate([part.weight for part in parts]),
        np.concatenate([part.stage for part in parts]),
    )
