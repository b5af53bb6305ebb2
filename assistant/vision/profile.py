"""What the reader knows about a copy of a game: the numbers fitted to photos, in a JSON file.

A profile is plain data. `load_profile` refuses keys it does not know and names keys that are
missing, so that a typing error in a calibration file cannot go unnoticed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.core.errors import N_, InputError
from assistant.core.pieces import Color
from assistant.plain import from_plain, to_plain

LARGEST_PROFILE = 200_000
"""Bytes of a file that can be a profile; one has about 10,000."""


@dataclass(frozen=True, slots=True)
class LocateSettings:
    """How the pyramid is found (`lattice`, `locate`); lengths in pixels of the close-up.

    overview: longest side of the picture in which the table is told apart.
    side: longest side of the close-up in which lines are searched; margin: its share around the
        region.
    border: share of that side at the picture's edge that is taken as table.
    table_colors: clusters of table colour.
    ground: how many times the table's own variation is unlike it.
    lightness: weight of lightness against the two colour axes of CIELAB.
    shortest: shortest line segment used.
    parallel: degrees by which a segment may miss its vanishing point.
    focal: assumed focal length over the longest side (a phone's main camera: about 0.75).
    pitch: shortest and longest quadrant side considered, as shares of the region's size.
    accept: placement scores over this end the search.
    reject: placement scores under this are no pyramid.
    doubt: placement scores under this are worth a warning.
    """

    overview: int
    side: int
    margin: float
    border: float
    table_colors: int
    ground: float
    lightness: float
    shortest: float
    parallel: float
    focal: float
    pitch: tuple[float, float]
    accept: float
    reject: float
    doubt: float


@dataclass(frozen=True, slots=True)
class PoseSettings:
    """How the pose is fitted to the seams (`rectify`).

    picture: longest side, in pixels, of the picture the seams are measured in.
    side: pixels a quadrant in the warped views.
    reach: quadrants to look to either side of a seam, one entry a round.
    cutoff: Tukey's cut-off of each round, quadrants.
    leash: quadrants the seams may pull corners that a person gave; further, the person is right.
    stiffness: ridge on changes of the base; lift_stiffness: on the lift.
    """

    picture: int
    side: int
    reach: tuple[float, ...]
    cutoff: tuple[float, ...]
    leash: float
    stiffness: float
    lift_stiffness: float


@dataclass(frozen=True, slots=True)
class LightSettings:
    """How light and colours are solved together (`illumination`).

    noise: standard deviation of a median colour in the power space (0 to 1).
    floor: darkest linear value told apart, of the photo's brightest.
    gain_sd, gain_span, gain_steps: log gains of red and blue against green: prior and search;
    green_sd: the prior where both go the same way.
    haze: prior standard deviation of the additive haze, of the photo's brightest.
    haze_near: the same around the haze of the neighbours.
    shade, shade_near: prior standard deviation of a block's log brightness, alone and against
        its neighbours.
    near: reach of neighbours, quadrants.
    pool: weight of one quadrant's evidence about the gains.
    cap: most evidence one quadrant has.
    votes: most quadrants of a block that count as independent.
    rounds: rounds of labels, haze and prototypes.
    within: relative spread of one colour inside one photo.
    slack: how many blocks it takes to trust the photo over the prototypes.
    spread_floor: least spread of a prototype before the photo is seen: a colour differs that much
        from camera to camera and from light to light.
    saturation_sd, saturation_span, saturation_steps: log factor of the phone's own saturation:
        prior and search.
    """

    noise: float
    floor: float
    gain_sd: float
    green_sd: float
    gain_span: float
    gain_steps: int
    haze: float
    haze_near: float
    shade: float
    shade_near: float
    near: float
    pool: float
    cap: float
    votes: float
    rounds: int
    within: float
    slack: float
    spread_floor: float = 0.08
    saturation_sd: float = 0.2
    saturation_span: tuple[float, float] = (-0.1, 0.5)
    saturation_steps: int = 7


@dataclass(frozen=True, slots=True)
class IconClass:
    """The icon features of one kind of quadrant.

    mean, covariance: over all copies and colours the profile stands for.
    within: covariance inside one colour of one copy.
    """

    mean: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    within: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class IconSettings:
    """How icons are told from plain stone (`icons`).

    features: names of the features used, of `icons.FEATURES`.
    plain, icon: all features of the two, against the photo's own plain stone.
    freedom: degrees of freedom; small ones keep far-out values from being certain.
    tempering: factor on the log odds, and bias: added to them, so that they are calibrated.
    washed: share of haze in a quadrant's light at which half of the log odds is lost.
    rounds: rounds in which the classes follow the photo; mean_trust, covariance_trust: how many
        quadrants the profile's classes count as.
    baseline: quantile of a colour's features that stands for its plain stone.
    """

    features: tuple[str, ...]
    plain: IconClass
    icon: IconClass
    freedom: float
    tempering: float
    bias: float
    washed: float
    rounds: int
    mean_trust: float
    covariance_trust: float
    baseline: float


@dataclass(frozen=True, slots=True)
class GapSettings:
    """How gaps are told from blocks (`gaps`).

    prior: share of cells that are gaps; 0 if the game has none.
    cap: most evidence of one quadrant.
    table_sd: standard deviation of the table's colour from place to place, in power space;
    table_shade: of its relative brightness in a gap; table_haze: of a haze over it.
    seam: evidence that one unit of seam contrast is for a block; seam_middle: where it is none.
    """

    prior: float
    cap: float
    table_sd: float
    table_shade: float
    table_haze: float
    seam: float
    seam_middle: float


@dataclass(frozen=True, slots=True)
class DecodeSettings:
    """How the rules of the dominoes weigh in (`decode`).

    trust: chance that a stage is dominoes with two icons each.
    single: chance that a domino's two icons lie on one block.
    deck: chance that a stage's dominoes are those of the game, where these are known.
    """

    trust: float
    single: float
    deck: float = 0.9


@dataclass(frozen=True, slots=True)
class ConfidenceSettings:
    """How sure is sure enough.

    tempering: factor on the colour evidence before it becomes a chance.
    floor: chance that anything else went wrong with a block.
    uncertain: confidences under this are marked.
    blurred: contrast of the seams at which half of the blocks are lost; blur_width: how steeply.
    """

    tempering: float
    floor: float
    uncertain: float
    blurred: float
    blur_width: float


@dataclass(frozen=True, slots=True)
class MarkSettings:
    """How gems that mark blocks are told from bare blocks (`marks`); without weights never.

    weights, bias: from the features of a block to the log odds of a gem on it.
    propose: chances over which a mark is proposed.
    confidence: most confidence in a block with a gem, which may hide icons.
    """

    weights: tuple[float, ...] = ()
    bias: float = 0.0
    propose: float = 0.5
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class ColorModel:
    """One colour of a copy.

    bgr: its plain stone in white light, sRGB 0 to 255.
    spread: standard deviation of that in power space, copy to copy (small once learned).
    plain, icon: what the colour's own icon features add to the shared ones.
    """

    bgr: tuple[float, float, float]
    spread: float
    plain: tuple[float, ...]
    icon: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """A copy of a game as the reader knows it."""

    game: str
    name: str
    colors: Mapping[Color, ColorModel]
    locate: LocateSettings
    pose: PoseSettings
    light: LightSettings
    icons: IconSettings
    gaps: GapSettings
    decode: DecodeSettings
    confidence: ConfidenceSettings
    marks: MarkSettings = MarkSettings()


def parse_profile(text: str) -> Profile:
    """The profile in a JSON text.

    Raises:
        InputError: the text is no JSON, has unknown keys, lacks keys or holds wrong values.
    """
    _check_size(text)
    try:
        data = json.loads(text)
    except RecursionError:
        raise InputError(N_("The profile is nested too deeply.")) from None
    except ValueError as error:  # no JSON, or a number of more digits than Python takes
        raise InputError(N_("The profile is no JSON: %(error)s."), error=str(error)) from None
    profile: Profile = from_plain(Profile, data, "profile")
    return profile


def load_profile(path: Path) -> Profile:
    """The profile in a file; raises InputError as `parse_profile` does."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_PROFILE + 1)
    except OSError as error:
        raise InputError(N_("The profile cannot be opened: %(error)s."), error=str(error)) from None
    return parse_profile(_decoded(data))


def _check_size(profile: str | bytes) -> None:
    if len(profile) > LARGEST_PROFILE:
        raise InputError(
            N_("The profile is too large: at most %(most)d bytes."), most=LARGEST_PROFILE
        )


def _decoded(data: bytes) -> str:
    _check_size(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            N_("The profile is no text: byte %(at)d is not UTF-8."), at=error.start + 1
        ) from None


def format_profile(profile: Profile) -> str:
    """The JSON text of a profile, the inverse of `parse_profile`."""
    return json.dumps(to_plain(profile), indent=2) + "\n"
