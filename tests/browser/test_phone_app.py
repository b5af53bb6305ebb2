"""A phone app as far as plain HTTP goes: on the home screen, awake or honest, no silent failure."""

import struct
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.hand import Hand, start_game
from tests.faults.server import Server

STATIC = Path(__file__).parents[2] / "static" / "lib"


def test_the_manifest_and_its_icons_are_what_they_say(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    hand.goto("/")
    address = hand.page.locator("link[rel=manifest]").get_attribute("href") or ""
    answer = hand.page.request.get(address)
    assert answer.headers["content-type"].split(";")[0] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    folder = address.rsplit("/", 1)[0]
    sizes = []
    for icon in manifest["icons"]:
        data = hand.page.request.get(f"{folder}/{icon['src']}")
        assert data.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.append(width)
    assert sizes == [192, 512]  # what browsers ask for before they offer the home screen
    found = hand.context.new_cdp_session(hand.page).send("Page.getAppManifest")
    assert found["errors"] == []


def test_who_cannot_keep_the_screen_awake_is_told_so(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    code = start_game(hand, "Ana", "Ben")
    hand.goto(f"/t/{code}/roles")
    expect(hand.page.locator("#sleeps")).to_be_hidden()
    hand.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    hand.page.reload()
    expect(hand.page.locator("#sleeps")).to_contain_text("browsers let no page keep it awake")


def test_a_browser_that_is_too_old_is_told_so(phone: Callable[..., Hand], server: Server) -> None:
    hand = phone(server)
    hand.goto("/")
    expect(hand.page.locator("#too-old")).to_be_hidden()
    assert hand.page.locator("script[nomodule]").get_attribute("src") == "/static/lib/old.js"
    hand.page.evaluate((STATIC / "old.js").read_text(encoding="utf-8"))
    expect(hand.page.locator("#too-old")).to_contain_text("too old")
