"""What is made of the evidence in the end: the confidence of a block counts all its doubts."""

from dataclasses import replace

import pytest

from assistant.vision.image import decode
from assistant.vision.reader import WORKING_SIDE, find_pose
from assistant.vision.see.look import interpret, look
from tests.vision.test_reader import READER, photo


def test_the_chance_of_a_gap_is_taken_off_the_confidence() -> None:
    data, _, corners = photo("pyramido", 1, 11)
    profile = READER.profile("pyramido")
    upright = decode(data, WORKING_SIDE)
    found = find_pose(upright, 1, profile, corners)
    seen = look(upright.pixels, found.pose, 1, profile)
    place = (1, 2, 3)

    def confidence(gap: float) -> float:
        doubted = replace(seen, gap_chance={**seen.gap_chance, place: gap})
        _, blocks = interpret(doubted, found, profile)
        return next(b.confidence for b in blocks if (b.stage, b.row, b.column) == place)

    assert confidence(0.4) == pytest.approx(0.6 * confidence(0.0))
    assert confidence(0.0) > 0.5
