"""Every page at every size of screen and of text."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.hand import Hand
from tests.browser.test_look import PAGES as OF_A_TABLE
from tests.browser.test_look import code
from tests.faults.server import Server

__all__ = ["code"]  # the table with every kind of page
PAGES = (
    *OF_A_TABLE, "/t/{code}/mend", "/t/{code}/share", "/records", "/files", "/rules/pyramis",
)  # fmt: skip
SIZES = ((320, 640), (360, 740), (740, 360), (820, 1180), (1280, 800))
PICTURES = os.environ.get("PICTURES")
"""A folder for a picture of every page at every size, light and dark; none are taken without."""
TEXT = (100, 130, 200) if PICTURES else (100, 200)
SCHEMES = ("light", "dark") if PICTURES else ("light",)

FAULTS = """
([width, text]) => {
  document.documentElement.style.fontSize = `${text}%`;
  const found = [], wide = document.documentElement.scrollWidth - width;
  if (wide > 0) found.push(`is ${wide} px too wide`);
  const keys = "button, .button, summary, label, .pad td a, .choice, .which-game span, .tables a";
  for (const key of document.querySelectorAll(keys)) {
    if (!key.checkVisibility()) continue;
    const box = key.getBoundingClientRect();
    for (const line of lines(key)) {
      const over = Math.max(
        box.left - line.left, line.right - box.right, box.top - line.top, line.bottom - box.bottom
      );
      if (over <= 1.5) continue;
      const label = key.textContent.trim().slice(0, 30);
      found.push(`"${label}" leaves its key by ${Math.round(over)} px`);
      break;
    }
  }
  return found;
  function lines(key) {
    const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    const found = [], range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement.closest(".sr, option") || !text.data.trim()) continue;
      range.selectNodeContents(text);
      found.push(...range.getClientRects());
    }
    return found;
  }
}
"""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_scrolls_sideways_and_no_label_leaves_its_key(
    phone: Callable[..., Hand], server: Server, code: str, scheme: str
) -> None:
    hand = phone(server, is_mobile=False, color_scheme=scheme)
    wrong = {}
    with hand.expecting("404"):
        for page in PAGES:
            path = page.format(code=code)
            hand.goto(path)
            for details in hand.page.locator("details:not([open])").all():
                details.evaluate("details => { details.open = true; }")
            for width, height in SIZES:
                hand.page.set_viewport_size({"width": width, "height": height})
                for text in TEXT:
                    found = hand.page.evaluate(FAULTS, [width, text])
                    if found:
                        wrong[f"{page} at {width} x {height}, {text} %"] = found
                    if PICTURES:
                        name = page.replace("{code}", "table").replace("/", "_")
                        picture = f"{name}-{width}-{text}-{scheme}.png"
                        hand.page.screenshot(path=Path(PICTURES) / picture)
    assert not wrong, "\n".join(f"{where}: {'; '.join(found)}" for where, found in wrong.items())
