"""Gems and single-block cards that lie on the blocks, in games that have them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from assistant.core.layout import Layout
from assistant.core.problems import Place
from assistant.games.pyramido.game import cards_played
from assistant.games.pyramido.marking import Marker, check_markers
from assistant.service.pad import places_from
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

    def as_json(self) -> dict[str, Any]:
        """As plain JSON, the inverse of `laid_from`."""
        return {"marks": list(map(list, self.marks)), "cards": list(map(list, self.cards))}

    def still_on(self, before: Layout, after: Layout) -> "Laid":
        """What lies on blocks that are the same in both layouts."""
        same = {tuple(place) for *place, _ in {*before.blocks()} & {*after.blocks()}}
        marks = (place for place in self.marks if place in same)
        return Laid(tuple(marks), tuple(place for place in self.cards if place in same))

    def shown(self, marks: tuple[Place, ...]) -> "Laid":
        """The gems as a photo shows them; those known before if it shows none."""
        return replace(self, marks=marks or self.marks)


NOTHING_LAID = Laid()


def laid_from(stored: Mapping[str, Any] | None = None) -> Laid:
    """What was stored; a Python error for what makes no sense."""
    stored = stored or {}
    return Laid(places_from(stored.get("marks", ())), places_from(stored.get("cards", ())))


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
