"""Futures: how the stages to come may go, given what lies on the table now.

A future is what a later stage end depends on: the areas, and the gems gained. What is not known
is drawn at random; what is known is kept: the quadrants that coming stages cover, the blocks
and gems that are left, the turns of each stage.
"""

from collections.abc import Sequence
from random import Random

from assistant.core.geometry import STAGE_COUNT
from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.core.topview import top_view
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS, GEM_KINDS
from assistant.games.forgotten_treasures.lookahead.drafting import Offers, Pool, play_stage, settle
from assistant.games.forgotten_treasures.lookahead.foresight import Coming, StageEnd
from assistant.games.forgotten_treasures.lookahead.growing import Growing, Half
from assistant.games.forgotten_treasures.lookahead.hands import Hand, pack

SETTLING_TURNS = 3
"""Turns after which the gems on the table are those that players leave."""


class Futures:
    """Draws futures of a layout at the end of its highest stage."""

    def __init__(self, layout: Layout, held: Inventory, kinds: Sequence[Color]) -> None:
        view = top_view(layout)
        shown = dict(view.colors)
        self._seen: list[Half] = [
            (kinds.index(block.color), block.icon_count) for *_, block in layout.blocks()
        ]
        self._held: Hand = pack(held, kinds)
        self._start = Growing(
            view.frame,
            [shown.get(kind, 0) for kind in kinds[:-1]],
            view.icons,
            len(layout.stages) + 1,
        )

    def draw(self, rng: Random, branches: Sequence[int]) -> StageEnd:
        """The next stage end in one future, and what may follow it.

        Args:
            rng: the source of all chance.
            branches: how many ways on from each later stage end are drawn.
        """
        growing = self._start.copy()
        offers = Offers(Pool(self._seen), self._held, rng)
        settle(growing, offers, SETTLING_TURNS)
        return _played(growing, offers, branches)


def _played(growing: Growing, offers: Offers, branches: Sequence[int]) -> StageEnd:
    gained = play_stage(growing, offers)
    coming = Coming(growing.areas(), gained)
    if growing.stage == STAGE_COUNT:
        return StageEnd(coming)
    growing.begin_next()
    return StageEnd(
        coming,
        [_played(growing.copy(), offers.copy(), branches[1:]) for _ in range(branches[0])],
    )


def kinds_in_order(layout: Layout, held: Inventory) -> tuple[Color, ...]:
    """The gem kinds, the colours numbered as they are met in the layout, then by the hand.

    With colours numbered so, other colours for the same pyramid draw the same futures.
    """
    met = dict.fromkeys(block.color for *_, block in layout.blocks())
    others = sorted((c for c in GEM_COLORS if c not in met), key=lambda c: -held[c])
    return (*(color for color in met if color in GEM_COLORS), *others, GEM_KINDS[-1])
