"""A hand at a phone: everything is tapped, dragged or typed, and every tap is counted."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from assistant.core.layout import Blank, Layout, Stage
from assistant.core.pieces import QUADRANT_BITS, Block, Color, Inventory
from assistant.core.topview import visible_quadrants
from assistant.games import FORGOTTEN_TREASURES, Game

Point = tuple[float, float]
Place = tuple[int, int, int]
ABORTED = "net::ERR_ABORTED"  # a page that is left while it still asks for something


class Hand:
    """One phone and the hand that holds it.

    Attributes:
        game: whose blocks are tapped in.
        taps: touches of the screen so far, drags counted as one each.
        trouble: errors of pages, consoles and requests; `expecting` excuses some.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.game: Game = FORGOTTEN_TREASURES
        self.taps = 0
        self.trouble: list[str] = []
        self.bytes: dict[str, int] = {}
        self._excused: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self._note(f"page error: {error}"))
        self.page.on("requestfailed", self._failed)
        self._touch = context.new_cdp_session(self.page)

    # ---- what goes wrong

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[None]:
        """Excuse trouble that matches while this lasts."""
        self._excused += patterns
        yield
        self.page.wait_for_timeout(50)
        self._excused = self._excused[: -len(patterns)]

    def _note(self, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in self._excused):
            self.trouble.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        if request.failure != ABORTED:
            self._note(f"request: {request.url}: {request.failure}")

    # ---- moving about

    def goto(self, path: str) -> None:
        self.page.goto(path)
        self.ready()

    def ready(self) -> None:
        """Wait until a page with an editor can be used."""
        self.page.wait_for_load_state("domcontentloaded")
        editor = self.page.locator("#editor, #gems, #cards[data-entry]")
        if editor.count():
            expect(editor).to_have_attribute("data-ready", "true")

    @property
    def path(self) -> str:
        return "/" + self.page.url.split("/", 3)[3]

    def tap(self, what: str | Locator) -> None:
        """Tap a part of the page: a selector, or a locator of exactly one."""
        found = self.page.locator(what) if isinstance(what, str) else what
        found.tap()
        self.taps += 1

    def tap_text(self, text: str, role: str = "link") -> None:
        self.tap(self.page.get_by_role(role, name=text))  # type: ignore[arg-type]

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).fill(text)

    def stays_on_the_first_screen(self, part: str) -> None:
        """Whether a part can be tapped without a swipe, and nothing has been swiped so far."""
        assert self.page.evaluate("scrollY") == 0, self.path
        expect(self.page.locator(part)).to_be_in_viewport(ratio=1)

    # ---- the board

    def point(self, x: float, y: float) -> Point:
        """The point of the screen at quadrant units (x, y) of the board."""
        board = self.page.locator("#board")
        box = board.bounding_box()
        assert box
        width, height = map(float, (board.get_attribute("viewBox") or "").split()[2:])
        return box["x"] + box["width"] * 10 * x / width, box["y"] + box["height"] * 10 * y / height

    def tap_at(self, x: float, y: float) -> None:
        """Tap the board at quadrant units (x, y)."""
        self.page.touchscreen.tap(*self.point(x, y))
        self.taps += 1

    def tap_block(self, stage: int, row: int, column: int, mask: int = 15) -> None:
        """Tap a block where it is seen (``mask``)."""
        position = next(p for p, bit in enumerate(QUADRANT_BITS) if mask & bit)
        inside = (1.0, 1.0) if mask == 15 else (0.5 + position % 2, 0.5 + position // 2)
        self.tap_at(stage - 1 + 2 * column + inside[0], stage - 1 + 2 * row + inside[1])

    def middle(self, stage: int, row: int, column: int) -> Point:
        """The point of the screen at the middle of a block."""
        return self.point(stage + 2 * column, stage + 2 * row)

    def tap_icon(self, stage: int, row: int, column: int, position: int) -> None:
        """Tap a quadrant of a block."""
        self.tap_at(stage - 0.5 + 2 * column + position % 2, stage - 0.5 + 2 * row + position // 2)

    def drag(self, points: Sequence[Point]) -> None:
        """One finger down at the first point of the screen, over the others, and up."""
        first, *others = [[{"x": x, "y": y}] for x, y in points]
        self._send("touchStart", first)
        for other in others:
            self._send("touchMove", other)
        self.page.wait_for_timeout(60)  # the finger rests: lifted in flight it would fling
        self._send("touchEnd", [])
        self.taps += 1

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def notation(self) -> str:
        """What the editor holds."""
        return self.page.locator("#notation").input_value()

    def brush(self, letter: str) -> None:
        """Choose a colour, or ``-`` for gaps, unless it is chosen."""
        button = self.page.locator(f'[data-brush="{letter}"]')
        if button.get_attribute("aria-pressed") != "true":
            self.tap(button)

    def saved(self) -> None:
        """Wait until the server has everything."""
        expect(self.page.locator("#saved")).to_have_text("saved")

    # ---- whole stages

    def enter(self, layout: Layout, *, ask: set[int] | None = None, drags: bool = False) -> None:
        """Tap a pyramid in: colours, then icons, of its top stage and of the stages in ``ask``.

        With ``drags`` neighbours of one colour on stage 1 are painted in one stroke.
        """
        top = len(layout.stages)
        asked = {top} | (ask or set())
        seen = visible_quadrants(layout)
        cells = [
            (number, row, column, cell)
            for number in sorted(asked, reverse=True)
            for row, column, cell in layout.stages[number - 1].places()
            if cell is Blank.GAP or seen[number, row, column]
        ]
        gaps = [place for *place, cell in cells if cell is Blank.GAP]
        if gaps:
            self.brush("-")
            for stage, row, column in gaps:
                self.tap_block(stage, row, column)
        for color in self.game.palette:
            own = [
                (stage, row, column)
                for stage, row, column, cell in cells
                if isinstance(cell, Block) and cell.color is color
            ]
            if own:
                self.brush(color.letter)
            for path in strokes(own) if drags else [[place] for place in own]:
                if len(path) > 1:
                    self.drag([self.middle(*place) for place in path])
                else:
                    self.tap_block(*path[0], seen[path[0]])
        expect(self.page.locator("#icons")).to_have_attribute("aria-pressed", "true")
        for stage, row, column, cell in cells:
            if isinstance(cell, Block):
                for position, bit in enumerate(QUADRANT_BITS):
                    if (cell.icons or 0) & seen[stage, row, column] & bit:
                        self.tap_icon(stage, row, column, position)

    def enter_differences(self, layout: Layout) -> None:
        """Put right what the editor shows differently on a pyramid of one stage."""
        if self.notation() == repr(layout):
            return
        shown = self.game.parse(self.notation()).stages[0]
        for row, column, cell in layout.stages[0].places():
            now = shown[row, column]
            assert isinstance(cell, Block)
            if not isinstance(now, Block) or now.color is not cell.color:
                self.brush(cell.color.letter)
                self.tap_block(1, row, column)
        self.tap("#icons")
        for row, column, cell in layout.stages[0].places():
            now = shown[row, column]
            icons = now.icons or 0 if isinstance(now, Block) else 0
            for position, bit in enumerate(QUADRANT_BITS):
                if isinstance(cell, Block) and ((cell.icons or 0) ^ icons) & bit:
                    self.tap_icon(1, row, column, position)

    def to_gems(self) -> None:
        self.tap("#next")
        self.page.wait_for_url("**/gems")
        self.ready()

    def gems_shown(self) -> Inventory:
        """The gems in hand as the page shows them."""
        strips = self.page.locator(".strip").all()
        shown = [
            (strip.get_attribute("data-color"), strip.get_attribute("data-count"))
            for strip in strips
        ]
        return Inventory.of({Color(color or ""): int(count or "") for color, count in shown})

    def take_gems(self, gems: Inventory) -> None:
        """Add the gems gained: a tap on the new count of each colour, more taps above five."""
        for color, count in gems:
            before = self.gems_shown()[color]
            key = f'[data-color="{color.value}"] [data-number="{min(before + count, 5)}"]'
            taps = count if before >= 5 else 1 + max(0, before + count - 5)
            for _ in range(taps):
                self.tap(key)

    def to_result(self) -> None:
        self.tap("#next")
        self.page.wait_for_url("**/result")

    def write(self) -> int:
        """Write the shown result to the pad; the points written."""
        button = self.page.locator("#write")
        points = int(re.sub(r"\D", "", button.inner_text()))
        self.tap(button)
        self.page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
        return points

    def pad(self) -> list[list[str]]:
        """The pad as it is shown: rows of cells, the totals last."""
        rows = self.page.locator(".pad tbody tr, .pad tfoot tr")
        return [row.locator("td:not(.stage)").all_inner_texts() for row in rows.all()]


def strokes(places: Sequence[Place]) -> Iterator[list[Place]]:
    """Paths of blocks side by side, as a finger drags over them; each block in one path."""
    left = list(places)
    while left:
        path = [left.pop(0)]
        while near := [place for place in left if beside(place, path[-1])]:
            left.remove(near[0])
            path.append(near[0])
        yield path


def beside(one: Place, other: Place) -> bool:
    return one[0] == other[0] and abs(one[1] - other[1]) + abs(one[2] - other[2]) == 1


def start_game(hand: Hand, *names: str, game: str | None = None) -> str:
    """A new game through the pages; its code."""
    hand.goto("/new")
    if game:
        hand.tap(hand.page.locator(".which-game label", has_text=game))
    for seat, name in enumerate(names, start=1):
        hand.fill(f"Player {seat}", name)
    hand.tap_text("Start", "button")
    hand.page.wait_for_url("**/t/**")
    return hand.path.split("/")[2]


def one_icon_each(stage: Stage) -> Stage:
    """The stage with one icon on every block, so that each domino carries two."""
    cells = tuple(
        Block(cell.color, 1 << (position * 7 + position // 3) % 4)
        if isinstance(cell, Block)
        else cell
        for position, cell in enumerate(stage.cells)
    )
    return Stage(stage.columns, stage.rows, cells)
