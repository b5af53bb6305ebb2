"""A hand that plays against THE Legend: it taps what lies on the table."""

from playwright.sync_api import expect

from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS, Icons
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    HisIcons,
    LegendMove,
    PlayerTurn,
    SetUp,
    StageComplete,
    Step,
)
from tests.browser.hand import Hand

COMPLETE = "[data-play*=stage_complete]"


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
        expect(self.hand.page.locator(f"#alone [value={mode}]")).to_be_checked()
        self.hand.tap_text("Start", "button")
        expect(self.hand.page.locator("#setup")).to_have_attribute("data-ready", "true")

    def set_up(self, step: SetUp) -> None:
        """Tell the rules, the fifteen gems unless the app draws them, and his domino."""
        if not step.rules.spare_gems:
            self.hand.tap("[name=spare_gems]")
        if step.rules.per_icon:
            self.hand.tap("details.house summary")
            self.hand.tap("[name=per_icon]")
        if step.gems_by_app:
            self.hand.tap("#gems-by-app")
        else:
            for space in step.spaces:
                self._keys(space.gems)
        assert step.icons
        self._pair(step.icons)
        self.hand.tap("#start")
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
        if not isinstance(step, PlayerTurn | StageComplete):
            self.hand.tap("#done")
        self.ready(before + 1)

    def tell(self, step: Step) -> None:
        """Tap all of a step up to Done; the player's turn is played by its last tap."""
        match step:
            case PlayerTurn():
                self.choose(step)
                self._told(step.pile_from, step.drawn)
                self.hand.tap(f'[data-pile="{step.reveal}"]')
            case LegendMove():
                gems = (step.bag_draw, *step.drawn) if step.bag_draw else step.drawn
                self._told(step.pile_from, gems)
                if step.domino:
                    self._pair(step.domino)
            case BecomeDraw(gem=gem) if gem:
                self._keys((gem,))
            case StageComplete():
                self.hand.tap(COMPLETE)
            case HisIcons():
                self._pair(step.icons)

    def choose(self, step: PlayerTurn) -> None:
        """The gem with its space."""
        space = self.hand.page.locator(f'.space[data-space="{step.space}"]')
        self.hand.tap(space.locator(f'[data-gem="{step.gem}"]').first)

    def mend(self, what: str, value: str) -> None:
        """The table says otherwise: tap what is wrong, and what it is."""
        before, page = self.version, self.hand.page
        self.hand.tap_text("The table says otherwise")
        self.hand.tap(f'.mend[href$="what={what}"]')
        expect(page.locator(f'.part [name=what][value="{what}"]')).to_be_attached()
        field = page.locator(".part input[type=number]")
        if field.count():
            field.fill(value)
            self.hand.tap_text("That is it", "button")
        else:
            self.hand.tap(f'.choices [value="{value}"]')
        self.ready(before + 1)

    def _told(self, pile_from: int | None, gems: tuple[Color, ...]) -> None:
        self._keys(gems)
        if pile_from is not None:
            self._key(str(pile_from))

    def _pair(self, icons: Icons) -> None:
        one, two = sorted(icons, key=GEM_COLORS.index)
        self._key(f"{one} {two}")

    def _keys(self, colors: tuple[Color, ...]) -> None:
        for color in colors:
            self._key(color.value)

    def _key(self, value: str) -> None:
        self.hand.tap(f'#palette [data-value="{value}"]')
