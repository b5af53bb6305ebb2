"""A hand that plays against THE Legend: it taps what lies on the table."""

from playwright.sync_api import expect

from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import Icons
from assistant.games.forgotten_treasures.legend.steps import (
    HisIcons,
    LegendMove,
    LostTurn,
    PlayerTurn,
    SetUp,
    Step,
)
from tests.browser.hand import Hand

LOST_TURN = "[data-play*=lost_turn]"


class SoloHand:
    """Plays steps on the page of a solo table, as the people at the table would."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    @property
    def code(self) -> str:
        return self.hand.path.split("/")[2]

    def begin(self, name: str, mode: str) -> None:
        """A new table for one player, up to its set-up page."""
        self.hand.goto("/new")
        self.hand.fill("Player 1", name)
        self.hand.tap(f"#alone [value={mode}]")
        self.hand.tap_text("Start", "button")
        expect(self.hand.page.locator("#setup")).to_have_attribute("data-ready", "true")

    def set_up(self, step: SetUp) -> None:
        """Tell all fifteen gems and four dominoes."""
        for space in step.spaces:
            self._keys(space.gems)
        for space in step.spaces:
            if space.face_up:
                self._keys(space.icons or ())
        self._keys(step.icons or ())
        self.hand.tap("#start")
        self.ready(2)

    def deal(self) -> None:
        self.hand.tap("#deal")
        self.ready(2)

    def ready(self, version: int) -> None:
        """Wait until the page shows this version of the table."""
        self.hand.page.wait_for_function(
            "version => document.querySelector('#solo')?.dataset.ready === version",
            arg=str(version),
        )

    @property
    def version(self) -> int:
        return int(self.hand.page.locator(".solo").get_attribute("data-version") or "")

    def play(self, step: Step) -> None:
        """Play a step and wait for what comes next."""
        before = self.version
        self.tell(step)
        if not isinstance(step, LostTurn | HisIcons):
            self.hand.tap("#done")
        self.ready(before + 1)

    def tell(self, step: Step) -> None:
        """Tap all of a step up to Done."""
        match step:
            case PlayerTurn():
                self.choose(step)
                self._told(step.pile_from, step.drawn, step.icons)
            case LegendMove():
                gems = step.drawn or ((step.bag_draw,) if step.bag_draw else ())
                self._told(step.pile_from, gems, step.icons)
            case LostTurn():
                self.hand.tap(LOST_TURN)
            case HisIcons():
                self._keys(step.icons)

    def choose(self, step: PlayerTurn) -> None:
        """The gem with its space, and the pile."""
        space = self.hand.page.locator(f'.space[data-space="{step.space}"]')
        self.hand.tap(space.locator(f'[data-gem="{step.gem}"]').first)
        self.hand.tap(f'[data-pile="{step.reveal}"]')

    def _told(self, pile_from: int | None, gems: tuple[Color, ...], icons: Icons | None) -> None:
        if pile_from is not None:
            self._key(str(pile_from))
        self._keys(gems)
        if self.hand.page.locator("#asks .slot").count() > (pile_from is not None) + len(gems):
            self._keys(icons or ())

    def _keys(self, colors: tuple[Color, ...]) -> None:
        for color in colors:
            self._key(color.value)

    def _key(self, value: str) -> None:
        self.hand.tap(f'#palette [data-value="{value}"]')
