"""A photo of two pyramids is not read at once: a tap on the other one brings the frame there."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import expect

from assistant.synth import random_layout, render
from assistant.synth.noise import seeded
from assistant.vision.image import encode_jpeg
from tests.browser.hand import Hand, start_game
from tests.browser.test_photo import READ_WITHIN
from tests.faults.server import Server

GAME = "forgotten_treasures"


def middle(corners: object) -> np.ndarray:
    return np.asarray(np.mean(np.array(corners), axis=0))


def test_a_tap_outside_the_frame_brings_it_to_the_pyramid_there(
    phone: Callable[..., Hand], server: Server, tmp_path: Path
) -> None:
    layouts = [random_layout(seeded(seed), GAME, 1, (5, 4), gap_chance=0) for seed in (1, 2)]
    picture, corners = render(
        layouts[0], game=GAME, seed=9, size=(1000, 800), others=[(layouts[1], (0.0, 5.4))]
    )
    photo = tmp_path / "two.jpg"
    photo.write_bytes(encode_jpeg(picture, 90))
    ideal = np.array([[-2.5, -2], [2.5, -2], [2.5, 2], [-2.5, 2]], np.float32)
    plane = cv2.getPerspectiveTransform(ideal, corners.astype(np.float32))
    other = cv2.perspectiveTransform((ideal + np.array([0, 5.4], np.float32))[None], plane)[0]

    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/1/1")
    hand.page.get_by_label("Photo of the pyramid").set_input_files(photo)
    hand.page.wait_for_url("**/corners?straight=1", timeout=READ_WITHIN)
    expect(hand.page.locator(".handle").first).to_have_attribute("r", re.compile(r"\d"))
    field = hand.page.locator("input[name=corners]")
    before = json.loads(field.input_value())
    places = sorted(
        (corners, other), key=lambda each: np.linalg.norm(middle(each) - middle(before))
    )
    here, there = map(middle, places)
    width = np.linalg.norm(corners[1] - corners[0])
    assert np.linalg.norm(middle(before) - here) < 0.05 * width

    box = hand.page.locator("#frame img").bounding_box()
    assert box
    scale = box["width"] / picture.shape[1]
    spot = box["x"] + scale * there[0], box["y"] + scale * there[1]
    hand.page.touchscreen.tap(*map(float, spot))
    expect(field).not_to_have_value(json.dumps(before, separators=(",", ":")), timeout=READ_WITHIN)
    expect(hand.page.locator("#busy")).to_be_hidden(timeout=READ_WITHIN)
    after = json.loads(field.input_value())
    assert np.linalg.norm(middle(after) - there) < 0.05 * width
