"""A photo through the pages with the real reader, from the upload to the reading."""

import html
import io
import json
import re
import time
from pathlib import Path
from typing import Any

from PIL import Image
from werkzeug.test import TestResponse

from assistant.service.photos import WAITING_FOR_A_TABLE
from assistant.store import SqliteStore
from assistant.web import create_app
from tests.service.parts import SQUARE, FakeReader, full_layout
from tests.web.phone import Phone, entry_data, fields, message

SAMPLE = Path(__file__).parents[2] / "sample_photos" / "forgotten-5x4-stage1.jpg"
TRUTH = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))


def upload(phone: Phone, place: str, photo: bytes) -> TestResponse:
    data = {"version": "0", "photo": (io.BytesIO(photo), "photo.jpg")}
    return phone.post(f"{place}/photo", data)


def finished(phone: Phone, started: TestResponse) -> TestResponse:
    """The last answer about a job."""
    assert started.status_code == 202, message(started)
    job, accept = started.get_json()["job"], {"Accept": "application/json"}
    while not (answer := phone.get(job, headers=accept)).get_json().get("done", True):
        assert {"done", "ahead"} <= set(answer.get_json())
        time.sleep(0.05)
    return answer


def size(answer: TestResponse) -> tuple[int, int]:
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    return Image.open(io.BytesIO(answer.data)).size


def test_a_photo_becomes_a_layout_over_its_picture(phone: Phone, code: str) -> None:
    place = f"/t/{code}/1/1"
    started = upload(phone, place, SAMPLE.read_bytes())
    assert started.get_json()["next"] == f"{place}/corners?straight=1"
    assert finished(phone, started).get_json()["done"] is True
    assert entry_data(phone.get(place))["state"]["layout"] == "/".join(["??" * 5] * 4)

    page = phone.get(f"{place}/corners")
    form: dict[str, Any] = fields(page, "/read")
    assert page.status_code == 200
    assert form["version"] == "1"
    assert len(json.loads(form["corners"])) == 4
    assert max(size(phone.get(f"{place}/photo.jpg"))) <= 1600
    assert phone.get(f"{place}/picture.jpg").status_code == 400

    started = phone.post(f"{place}/read", form)
    assert started.get_json()["next"] == place
    assert finished(phone, started).get_json()["done"] is True
    data = entry_data(phone.get(place))
    assert data["state"]["layout"] == TRUTH["notation"]
    assert data["state"]["history"][-1][0] == "Photo read"
    assert data["picture"]
    width, height = size(phone.get(data["picture"]))
    assert width * 4 == height * 5


def test_the_areas_are_drawn_on_the_photo_while_the_page_goes_on(phone: Phone, code: str) -> None:
    place = f"/t/{code}/1/1"
    finished(phone, upload(phone, place, SAMPLE.read_bytes()))
    finished(phone, phone.post(f"{place}/read", fields(phone.get(f"{place}/corners"), "/read")))
    page = phone.get(f"{place}/result").text
    (address,) = re.findall(r'data-drawn="([^"]+)"', page)
    address = html.unescape(address)
    finished(phone, phone.get(address))  # 202, and where to ask
    answer = phone.get(address)
    assert max(size(answer)) <= 1600
    assert phone.get(address).data == answer.data
    assert "v=" in address


def test_drawings_that_wait_keep_nobody_waiting(store: SqliteStore) -> None:
    reader = FakeReader(layout=full_layout(2, 1))
    phone = Phone(create_app(store=store, reader=reader))
    code = phone.new_game("Ana", "Ben")
    place = f"/t/{code}/1/1"
    upload(phone, place, b"photo")
    phone.post(f"{place}/read", {"corners": json.dumps(SQUARE), "version": "1"})
    reader.hold = True
    answers = [phone.get(f"{place}/overlay.jpg?activations=[]").status_code for _ in range(30)]
    assert answers == [202] * 30
    assert len(reader.open) == 1
    assert phone.get(f"/t/{code}").status_code == 200
    reader.finish()
    assert phone.get(f"{place}/overlay.jpg?activations=[]").data == b"drawn"


def test_too_many_photos_at_once_are_told_to_wait(store: SqliteStore) -> None:
    reader = FakeReader(hold=True)
    phone = Phone(create_app(store=store, reader=reader))
    place = f"/t/{phone.new_game('Ana', 'Ben')}/1/1"
    for _ in range(WAITING_FOR_A_TABLE):
        assert upload(phone, place, b"photo").status_code == 202
    answer = upload(phone, place, b"photo")
    assert answer.status_code == 503
    assert "Try again in about" in message(answer)


def test_a_tap_looks_for_the_pyramid_there_and_changes_nothing(phone: Phone, code: str) -> None:
    place = f"/t/{code}/1/1"
    finished(phone, upload(phone, place, SAMPLE.read_bytes()))
    before = {**fields(phone.get(f"{place}/corners"), "/read"), "csrf_token": ""}
    x, y = (sum(axis) / 4 for axis in zip(*TRUTH["corners"], strict=True))
    answer = finished(phone, phone.post(f"{place}/near", {"point": json.dumps([x, y])})).get_json()
    assert answer["sure"] is True
    for found, true in zip(answer["corners"], TRUTH["corners"], strict=True):
        assert abs(found[0] - true[0]) + abs(found[1] - true[1]) < 20
    after = fields(phone.get(f"{place}/corners"), "/read")
    assert after["version"] == "1"
    assert {**after, "csrf_token": ""} == before
    for wrong in ("", "[1]", "[1, null]", "[1e9, 3]"):
        assert phone.post(f"{place}/near", {"point": wrong}).status_code == 400


def test_a_photo_leaves_what_was_entered_meanwhile_alone(phone: Phone, code: str) -> None:
    place = f"/t/{code}/1/1"
    body = {"version": 0, "state": {"layout": TRUTH["notation"], "inventory": {"red": 2}}}
    assert phone.put(f"{place}/entry", body).status_code == 200
    assert finished(phone, upload(phone, place, SAMPLE.read_bytes())).status_code == 200
    state = entry_data(phone.get(place))["state"]
    assert (state["layout"], state["inventory"]) == (TRUTH["notation"], {"red": 2})
    assert state["photo"]["picture"] is None


def test_a_photo_without_a_pyramid_still_leads_to_its_corners(phone: Phone, code: str) -> None:
    """A guess is always given; the person moves the corners or enters the blocks by hand."""
    place = f"/t/{code}/1/1"
    picture = io.BytesIO()
    Image.new("RGB", (300, 400), "gray").save(picture, "PNG")
    assert finished(phone, upload(phone, place, picture.getvalue())).status_code == 200
    form = fields(phone.get(f"{place}/corners"), "/read")
    answer = finished(phone, phone.post(f"{place}/read", form))
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert len(message(answer)) > 20
    assert phone.get(place).status_code == 200


def test_metadata_of_a_photo_is_not_kept(phone: Phone, code: str) -> None:
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    exif[0x0112] = 6
    picture = io.BytesIO()
    Image.new("RGB", (400, 300), "gray").save(picture, "JPEG", exif=exif)
    place = f"/t/{code}/1/1"
    assert finished(phone, upload(phone, place, picture.getvalue())).status_code == 200
    kept = phone.get(f"{place}/photo.jpg")
    assert b"SecretCamera" not in kept.data
    assert size(kept) == (300, 400)


def test_a_job_of_yesterday_says_to_take_the_photo_again(phone: Phone, code: str) -> None:
    answer = phone.get(f"/t/{code}/1/1/job/none")
    assert answer.status_code == 404
    assert "Take it again" in message(answer)


def test_pictures_without_a_photo_are_refused(phone: Phone, code: str) -> None:
    for name in ("photo.jpg", "picture.jpg"):
        answer = phone.get(f"/t/{code}/1/1/{name}")
        assert answer.status_code == 400
        assert "Take or choose a photo" in message(answer)
    assert phone.get(f"/t/{code}/1/1/corners").status_code == 303
