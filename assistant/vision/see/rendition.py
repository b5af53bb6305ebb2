"""What a phone makes of the light it caught, as far as it can be taken back: its saturation.

Phones render colours stronger than they were: in the encoded picture, every pixel is moved away
from its own grey by a factor. What was moved out of the range of the picture is cut off there.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.vision.find.pose import Floats

ENCODING = 2.2
"""Exponent between linear light and picture values (about that of sRGB)."""
LUMA = np.array([0.114, 0.587, 0.299])
"""Weights of blue, green and red in a pixel's grey."""
_DARK_END, _BRIGHT_END = 0.02, 0.98
"""Encoded values, 0 to 1, beyond which a channel may have been cut off."""


def saturated(colors: NDArray[Any], factor: float) -> Floats:
    """Linear BGR colours (n, 3), 0 to 1, with encoded differences from grey times ``factor``."""
    encoded = np.clip(colors, 0, 1) ** (1 / ENCODING)
    grey = (encoded @ LUMA)[..., None]
    return np.asarray(np.clip(grey + factor * (encoded - grey), 0, 1) ** ENCODING)


def cut_off(colors: NDArray[Any]) -> NDArray[np.bool_]:
    """bool (n, 3): which channels of linear colours lie at an end of the picture's range."""
    encoded = np.asarray(colors) ** (1 / ENCODING)
    return np.asarray((encoded < _DARK_END) | (encoded > _BRIGHT_END))
