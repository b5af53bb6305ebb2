"""Gems and single-block cards that lie on the blocks, in games that have them."""

import reprlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.core.errors import N_, InputError
from assistant.core.layout import Layout
from assistant.core.problems import Place
from assistant.games.pyramido.game import cards_played
from assistant.games.pyramido.marking import Marker, check_markers
from assistant.plain import from_plain
from assistant.service.table import Table


@dataclass(frozen=True, slots=True)
class Laid:
    """Gems that mark blocks, and single-block cards of the stage that is entered."""

    marks: tuple[Place, ...] = ()
    cards: tuple[Place, ...] = ()

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The gems as markers."""
        return tuple(Marker(*place) for place in self.marks)

    @property
    def text(self) -> str:
        """As text, the inverse of `parse_laid`: gems and cards, such as ``1,0,0 2,1,1|1,3,3``."""
        return "|".join(
            " ".join(",".join(map(str, place)) for place in places)
            for places in (self.marks, self.cards)
        )

    def on_blocks(self, layout: Layout) -> "Laid":
        """What still lies on a block."""
        blocks = {(stage, row, column) for stage, row, column, _ in layout.blocks()}
        marks = (place for place in self.marks if place in blocks)
        return Laid(tuple(marks), tuple(place for place in self.cards if place in blocks))

    def still_on(self, before: Layout, after: Layout) -> "Laid":
        """What lies on blocks that are the same in both layouts."""
        same = {tuple(place) for *place, _ in {*before.blocks()} & {*after.blocks()}}
        marks = (place for place in self.marks if place in same)
        return Laid(tuple(marks), tuple(place for place in self.cards if place in same))

    def shown(self, marks: tuple[Place, ...]) -> "Laid":
        """The gems as a photo shows them; those known before if it shows none."""
        return replace(self, marks=marks or self.marks)


NOTHING_LAID = Laid()


def parse_laid(text: str) -> Laid:
    """Gems and cards as `Laid.text` writes them.

    Raises:
        InputError: the text is none.
    """
    try:
        kinds = [
            [[int(number) for number in place.split(",")] for place in places.split()]
            for places in text.split("|")
        ]
        marks, cards = kinds
    except ValueError as error:
        raise InputError(N_("%(text)s are no places."), text=reprlib.repr(text)) from error
    laid: Laid = from_plain(Laid, {"marks": marks, "cards": cards})
    return laid


def cards_below(table: Table, seat: int, stage: int) -> tuple[Place, ...]:
    """The cards that lie on the stages below, as far as the pad knows them."""
    written = (table.scores.get((seat, number)) for number in range(1, stage))
    return tuple(place for entry in written if entry for place in entry.cards)


def check_laid(layout: Layout, laid: Laid, cards: Iterable[Place]) -> None:
    """Refuse gems and cards that cannot lie like that, however little has been entered.

    Raises:
        MarkerError: a gem on a gap, off the pyramid, on nothing entered, or two of a colour.
        CardError: cards that no player has.
    """
    check_markers(layout, laid.markers)
    cards_played(layout, cards)
