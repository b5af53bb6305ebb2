"""Use the printed card, if it lies beside the pyramid, to take the lamp's colour out of a photo."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from assistant.core.pieces import Color
from assistant.core.problems import Place
from assistant.vision.card import find_sheet, marker_seen
from assistant.vision.find.pose import Pixels, Pose
from assistant.vision.profile import LightSettings, Profile
from assistant.vision.see.look import Seen, look

_GAIN_SD = 0.15
"""Log gains by which the light on the pyramid may differ from that on the card."""
_GAIN_SPAN = 0.4
_GAMMA = 2.2


def in_white_light(picture: Pixels, profile: Profile) -> tuple[Pixels, Profile]:
    """A BGR picture as if its lamp were white, with a profile that counts on that.

    Both as they are if the card is not to be seen, or its grey patches tell nothing.
    """
    if not marker_seen(picture):
        return picture, profile
    sheet = find_sheet(picture)
    if sheet is None or sheet.gains is None:
        return picture, profile
    return _balanced(picture, sheet.gains), replace(profile, light=_sure_of_white(profile.light))


def look_by_card(
    picture: Pixels,
    white: tuple[Pixels, Profile],
    pose: Pose,
    stage: int,
    profile: Profile,
    known: Mapping[Place, Color | None],
) -> Seen:
    """What a photo shows, seen in ``white`` light as long as the pyramid agrees with the card.

    white: of `in_white_light` from picture and profile. Where the pyramid's own colours lead to
    the rim of the search the card lies in another light, and counts for nothing.
    """
    seen = look(white[0], pose, stage, white[1], known)
    blue, _, red = np.abs(np.log(seen.light.gains))
    if white[0] is picture or max(blue, red) < 0.99 * white[1].light.gain_span:
        return seen
    return look(picture, pose, stage, profile, known)


def _balanced(picture: Pixels, gains: tuple[float, float, float]) -> Pixels:
    """The picture with linear light multiplied by gains (BGR); nothing gets lighter, so nothing
    is blown out that was not."""
    factors = (np.array(gains) / max(gains)) ** (1 / _GAMMA)
    table = np.rint(np.arange(256)[:, None] * factors).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table.reshape(1, 256, 3)), np.uint8)


def _sure_of_white(light: LightSettings) -> LightSettings:
    span = min(_GAIN_SPAN, light.gain_span)
    return replace(light, gain_sd=min(_GAIN_SD, light.gain_sd), gain_span=span)
