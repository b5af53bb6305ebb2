"""A bounded part of ``make fuzz``, and that it would notice what it looks for."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from assistant.core.errors import PhotoError
from assistant.core.photos import DrawAreas, FindPyramid, PhotoTask, PreparePhoto, ReadPyramid
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.legend.steps import KINDS, Step
from assistant.service.solo_pad import STEPS
from assistant.vision.tasks import run
from assistant.workers import Workers
from bench.fuzz import Finding
from bench.fuzz.__main__ import is_fine, report
from bench.fuzz.forms import forms_of
from bench.fuzz.junk import changed, changed_bytes, changed_text, plain_of
from bench.fuzz.pages import Pages
from bench.fuzz.pictures import KINDS as PICTURES
from bench.fuzz.pictures import SIZES, encoded
from bench.fuzz.run import Outcome, fuzz


@pytest.mark.filterwarnings("ignore")  # Pillow's, about damaged pictures
def test_a_few_hundred_inputs_of_every_kind_are_answered() -> None:
    outcome = fuzz(300, seed=3, seconds=600)
    assert not outcome.findings, report(outcome)
    assert not outcome.left_over
    assert set(outcome.sent) == {"pages", "lines", "pictures", "arguments"}
    assert min(outcome.sent.values()) > 0
    assert outcome.answers["pages"]["200"]


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    pages = Pages(tmp_path, Workers(1))
    yield pages
    pages.close()


def test_an_error_of_the_app_is_found(pages: Pages) -> None:
    def breaks() -> None:
        raise ZeroDivisionError

    pages.app.view_functions["home.home"] = breaks
    with pytest.raises(Finding, match="500 INTERNAL SERVER ERROR"):
        pages._ask(Random(1), "GET", "/")


def test_what_is_logged_as_an_error_is_found(pages: Pages) -> None:
    def complain() -> str:
        pages.app.logger.error("this went wrong")
        return "all is well"

    pages.app.view_functions["home.health"] = complain
    with pytest.raises(Finding, match="this went wrong"):
        pages._ask(Random(1), "GET", "/health")


def test_growth_and_left_over_processes_are_not_fine() -> None:
    fine = Outcome(Counter(pages=1), {"pages": Counter()}, warm_bytes=100, last_bytes=200)
    assert is_fine(fine)
    fine.last_bytes = 2**30
    assert not is_fine(fine)
    fine.last_bytes, fine.left_over = 200, [7]
    assert not is_fine(fine)
    assert "processes left over: 1" in report(fine)


def test_every_kind_of_step_is_sent_as_its_type_is_written() -> None:
    steps = [plain_of(Random(seed), STEPS, Step) for seed in range(300)]
    assert {step["step"] for step in steps} == set(KINDS)
    taken = [STEPS.from_plain(Step, step, "step") for step in steps if step["step"] == "lost_turn"]
    assert taken


def test_changes_change_something_and_are_the_same_for_the_same_seed() -> None:
    whole = {"version": 1, "state": {"layout": "r0b1", "gems": [{"red": 3}]}}
    told = [json.dumps(changed(Random(seed), whole)) for seed in range(50)]
    assert told == [json.dumps(changed(Random(seed), whole)) for seed in range(50)]
    assert len(set(told)) > 40
    assert {changed_text(Random(seed), "12") for seed in range(30)} >= {"13", "11"}
    assert len({changed_bytes(Random(seed), bytes(50)) for seed in range(30)}) > 20


def test_the_fields_of_a_form_are_what_a_browser_sends() -> None:
    page = """<form method="post" action="/a"><input name="x" value="1">
        <input type="radio" name="r" value="2"><input type="radio" name="r" value="3" checked>
        <button name="go" value="yes">Go</button></form><form><input name="q"></form>"""
    post, get = forms_of(page, "/here")
    assert (post.method, post.action, get.method, get.action) == ("POST", "/a", "GET", "/here")
    assert post.fields == {"x": ["1"], "r": ["3"], "go": ["yes"]}


TINY = [(1, 1), (2, 2), (1, 3000), (3000, 1), (900, 3), (64, 39)]


@pytest.mark.parametrize("size", TINY)
def test_a_tiny_or_thin_picture_has_no_pyramid_and_says_so(size: tuple[int, int]) -> None:
    photo = encoded(PICTURES.index(("PNG", "RGB", {})), size)
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    assert not run(PreparePhoto(photo, "forgotten_treasures", 1)).sure
    assert not run(FindPyramid(photo, "forgotten_treasures", 1, (0.0, 0.0))).sure
    layout = FORGOTTEN_TREASURES.parse("/".join(["r0" * 5] * 4))
    tasks: list[PhotoTask[object]] = [
        ReadPyramid(photo, "forgotten_treasures", 1, corners, None, None),
        DrawAreas(photo, "forgotten_treasures", corners, layout, {}),
    ]
    for task in tasks:
        with pytest.raises(PhotoError, match="pixels, too few to see a pyramid"):
            run(task)
    assert set(TINY[:5]) <= set(SIZES)
