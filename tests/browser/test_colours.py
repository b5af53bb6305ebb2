"""In grey every block differs from the others by its lines, and every gem by its cut."""

import io
import json
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.faults.server import Server

COLORS = ("orange", "blue", "purple", "green", "red", "brown", "yellow", "turquoise")
GEMS = (*COLORS, "mythical")
SIDE = 60
PHOTO = (
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect width='9' height='9'/></svg>"
)

# Blocks of all colours in one row, drawn by the script of the pages, and the gems below them.
DRAW = """
async ([colors, gems, picture, side]) => {
  const { draw, element } = await import("/static/lib/board.js");
  const layout = {
    columns: colors.length, rows: 1,
    stages: [[colors.map((_, at) => ({ c: String(at), m: 0 }))]],
  };
  const svg = element("svg", { class: "board", width: side * colors.length, height: side });
  draw(svg, layout, {
    gems: "/static/lib/gems.svg", letters: {},
    colors: Object.fromEntries(colors.map((c, at) => [at, c])), picture,
    label: () => "", visible: () => 15, doubtful: () => false, locked: () => false,
  });
  const strip = element("svg", { width: side * gems.length, height: side });
  gems.forEach((gem, at) => {
    const href = `/static/lib/gems.svg#${gem}`;
    element("use", { href, x: side * at, width: side, height: side }, strip);
  });
  const main = document.querySelector("main");
  main.replaceChildren(svg, strip);
  for (const each of [svg, strip]) {
    const width = `${each.getAttribute("width")}px`, height = `${side}px`;
    Object.assign(each.style, { width, height, maxWidth: "none", display: "block" });
    each.id = each === svg ? "blocks" : "cuts";
  }
  Object.assign(main.style, { maxWidth: "none", padding: 0 });
  document.documentElement.style.filter = "grayscale(1)";
}
"""


def pieces(hand: Hand, where: str, count: int) -> list[NDArray[np.float64]]:
    """Each piece of a strip in grey, without the rim that all have alike."""
    shot = Image.open(io.BytesIO(hand.page.locator(where).screenshot())).convert("L")
    width = shot.width / count
    cut = [
        shot.crop((round(at * width) + 6, 6, round((at + 1) * width) - 6, shot.height - 6))
        for at in range(count)
    ]
    return [np.asarray(piece.resize((48, 48)), dtype=float) for piece in cut]


def lines_differ(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How much two pieces differ in their lines alone: mean grey levels, brightness taken out."""
    return float(np.abs((one - one.mean()) - (other - other.mean())).mean())


@pytest.mark.parametrize("palette", ["box", "okabe"])
@pytest.mark.parametrize("picture", [None, PHOTO], ids=["drawn", "over a photo"])
def test_all_colours_are_told_apart_in_grey(
    phone: Callable[..., Hand], server: Server, palette: str, picture: str | None
) -> None:
    hand = phone(server, viewport={"width": 700, "height": 400}, is_mobile=False)
    hand.goto("/")
    hand.page.get_by_label("Colours on this phone").select_option(palette)
    hand.page.get_by_role("button", name="Use").click()
    expect(hand.page.locator("html")).to_have_attribute("data-looks", palette)
    hand.page.evaluate(DRAW, [list(COLORS), list(GEMS), picture, SIDE])
    hand.page.wait_for_timeout(300)
    blocks = dict(zip(COLORS, pieces(hand, "#blocks", len(COLORS)), strict=True))
    cuts = dict(zip(GEMS, pieces(hand, "#cuts", len(GEMS)), strict=True))
    told = {
        f"{what}: {one} and {other}": round(lines_differ(found[one], found[other]), 2)
        for what, found in (("blocks", blocks), ("gems", cuts))
        for one, other in combinations(found, 2)
    }
    alike = {pair: by for pair, by in told.items() if by < 2.5}
    assert not alike, json.dumps(alike)


def test_the_palette_of_okabe_and_ito_is_the_published_one_on_blocks_and_gems(
    phone: Callable[..., Hand], server: Server
) -> None:
    published = {"#e69f00", "#0072b2", "#cc79a7", "#009e73", "#d55e00", "#f0e442", "#56b4e9"}
    hand = phone(server)
    hand.goto("/")
    hand.page.get_by_label("Colours on this phone").select_option("okabe")
    hand.page.get_by_role("button", name="Use").click()
    hand.page.reload()
    root = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
    for kind in ("--", "--gem-"):
        shown = {hand.page.evaluate(root, f"{kind}{color}") for color in COLORS if color != "brown"}
        assert shown == published
