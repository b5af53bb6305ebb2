"""Every page on a phone: its weight, its width, the size of what is touched, light and dark."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from tests.browser.hand import Hand, one_icon_each
from tests.faults.server import Caller, Server
from tests.service.parts import full_layout, state_of

LIMIT = 300_000
LAYOUT = Layout(tuple(map(one_icon_each, full_layout(51, 4).stages)))
PAGES = (
    "/", "/new", "/t/{code}", "/t/{code}/1/1", "/t/{code}/1/2", "/t/{code}/2/1",
    "/t/{code}/1/1/gems",
    "/t/{code}/1/1/result", "/t/{code}/1/1/plan", "/t/{code}/1/1/audit", "/t/{code}/1/1/type",
    "/t/{code}/1/4", "/t/{code}/1/4/result", "/t/{code}/1/4/type", "/copies", "/t/NONE",
)  # fmt: skip

SMALL = """
() => {
  const found = [];
  const parts = "a, button, input:not([type=hidden]), textarea, select, summary, .handle";
  for (const node of document.querySelectorAll(parts)) {
    const box = node.getBoundingClientRect();
    if (!node.checkVisibility() || !box.width) continue;
    const label = node.closest("label");
    const outer = label ? label.getBoundingClientRect() : box;
    const width = Math.max(box.width, outer.width), height = Math.max(box.height, outer.height);
    const inline = node.matches("p a, td a:not(.pad a)") && !node.matches(".button");
    if (!inline && Math.min(width, height) < 43.5)
      found.push(`${node.outerHTML.slice(0, 90)} ${width.toFixed(1)} x ${height.toFixed(1)}`);
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def code(server: Server) -> str:
    """A table with every kind of page."""
    caller = Caller(server)
    names = ["Maximiliane-Josefine", "Ben", "Cleopatra VII of E.", "Dan"]
    _, address = caller.post("/new", name=names, starter="1")
    code = str(address).rsplit("/", 1)[1]
    gems = Inventory.of({Color.MYTHICAL: 6, Color.RED: 3, Color.BLUE: 1})
    for stage in (1, 2, 3, 4):
        layout = Layout(LAYOUT.stages[:stage])
        path = f"/t/{code}/1/{stage}"
        own = gems if stage == 1 else Inventory.of({Color.MYTHICAL: 5})
        body = json.dumps({"version": 0, "state": state_of(layout, own)}).encode()
        assert caller.call("PUT", f"{path}/entry", body)[0] == 200
        if stage < 4:
            _, page = caller.call("GET", f"{path}/result")
            form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.decode()))
            keep = re.findall(r'name="keep" value="(\w+)" checked', page.decode()) or re.findall(
                r'type="hidden" name="keep" value="(\w+)"', page.decode()
            )
            fields = {
                "activations": html.unescape(form["activations"]),
                "version": "1",
                "keep": keep,
            }
            status, answer = caller.post(f"{path}/write", **fields)
            assert status == 303, answer
    return code


@pytest.fixture(params=["light", "dark"])
def hand(request: pytest.FixtureRequest, phone: Callable[..., Hand], server: Server) -> Hand:
    return phone(server, color_scheme=request.param)


def test_every_page_fits_the_phone_and_can_be_touched(hand: Hand, code: str) -> None:
    wrong: dict[str, Any] = {}
    with hand.expecting("404"):
        for page in PAGES:
            path = page.format(code=code)
            hand.goto(path)
            for details in hand.page.locator("details:not([open]) > summary").all():
                details.evaluate("summary => summary.parentElement.open = true")
            width = hand.page.evaluate("document.documentElement.scrollWidth")
            if width > 360:
                wrong[f"{path} is wide"] = width
            small = hand.page.evaluate(SMALL)
            if small:
                wrong[f"{path} has small targets"] = small
    assert wrong == {}


def test_quadrants_are_large_enough_to_be_tapped(hand: Hand, code: str) -> None:
    for path in (f"/t/{code}/1/1", f"/t/{code}/1/4"):
        hand.goto(path)
        (x0, y0), (x1, y1) = hand.point(0, 0), hand.point(1, 1)
        assert min(x1 - x0, y1 - y0) >= 32
        hand.page.locator("#turn").evaluate("button => button.disabled || button.click()")
        (x0, y0), (x1, y1) = hand.point(0, 0), hand.point(1, 1)
        assert min(x1 - x0, y1 - y0) >= 32


def test_the_next_step_of_the_editor_is_on_the_first_screen(hand: Hand, code: str) -> None:
    for stage in (1, 4):
        hand.goto(f"/t/{code}/1/{stage}")
        for part in ("#board", "#icons", "#undo", "#next"):
            box = hand.page.locator(part).bounding_box()
            assert box
            assert box["y"] + box["height"] <= 740, part


def test_light_and_dark_are_different_and_readable(hand: Hand, code: str) -> None:
    hand.goto(f"/t/{code}")
    script = """
    () => {
      const parse = (text) => text.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
        .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const ground = light(parse(getComputedStyle(document.body).backgroundColor));
      const found = {};
      for (const name of ["body", ".quiet", ".leads", "summary", ".pad td a"]) {
        const node = document.querySelector(name);
        const own = getComputedStyle(node);
        const clear = own.backgroundColor.endsWith(", 0)");
        const behind = clear || name === "body" ? ground : light(parse(own.backgroundColor));
        found[name] = ratio(light(parse(own.color)), behind);
      }
      return [ground, found];
    }
    """
    ground, ratios = hand.page.evaluate(script)
    scheme = hand.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert (ground < 0.1) == scheme
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}


def test_no_page_weighs_more_than_its_limit(
    browser: Browser, phone: Callable[..., Hand], server: Server, code: str
) -> None:
    """Everything that a page loads into an empty cache, photos apart."""
    weights = {}
    for page in PAGES[:-1]:
        hand = phone(server)
        sizes = []
        hand.page.on("response", lambda answer, own=sizes: own.append(answer))
        hand.goto(page.format(code=code))
        weights[page] = sum(len(answer.body()) for answer in sizes if answer.status == 200)
        hand.context.close()
    print(weights)
    assert {page: size for page, size in weights.items() if size > LIMIT} == {}
    assert min(weights.values()) > 5_000
