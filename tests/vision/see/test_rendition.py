"""A phone's own saturation, put on and taken back."""

import numpy as np

from assistant.vision.see.rendition import ENCODING, cut_off, saturated


def test_saturation_moves_encoded_values_away_from_their_grey() -> None:
    """Known values: grey stays grey; (0.3, 0.5, 0.6) has grey 0.5071 and moves by its distance."""
    encoded = np.array([[0.5, 0.5, 0.5], [0.3, 0.5, 0.6]])
    grey = 0.114 * 0.3 + 0.587 * 0.5 + 0.299 * 0.6
    result = saturated(encoded**ENCODING, 1.2) ** (1 / ENCODING)
    assert np.allclose(result[0], 0.5)
    assert np.allclose(result[1], grey + 1.2 * (encoded[1] - grey))


def test_taking_saturation_back_undoes_it() -> None:
    """As long as nothing was cut off, the inverse factor gives the colours again."""
    colors = np.random.default_rng(1).uniform(0.2, 0.5, (50, 3))
    assert np.allclose(saturated(saturated(colors, 1.3), 1 / 1.3), colors)


def test_what_leaves_the_range_is_cut_off() -> None:
    """A strong red loses its blue, which cannot be had back."""
    red = np.array([[0.01, 0.05, 0.9]])
    strong = saturated(red, 1.4)
    assert cut_off(strong).tolist() == [[True, False, True]]
    assert cut_off(red).tolist() == [[False, False, False]]
    assert not np.allclose(saturated(strong, 1 / 1.4), red)
