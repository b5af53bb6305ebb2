"""The cases of what is seen from above that Python and the scripts of the pages are held to.

``tests/data/seen_from_above.json`` draws each: for each quadrant the stage that is seen, a dot for
the table. The block there follows, since at a stage each quadrant belongs to one block.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from assistant.core.layout import Layout
from assistant.games import FORGOTTEN_TREASURES

Place = tuple[int, int, int]
FILE = Path(__file__).parent / "data" / "seen_from_above.json"


@dataclass(frozen=True, slots=True)
class Case:
    """A pyramid, and the stage seen at each quadrant."""

    name: str
    notation: str
    drawn: tuple[str, ...]

    @property
    def layout(self) -> Layout:
        return FORGOTTEN_TREASURES.parse(self.notation)

    @property
    def owners(self) -> dict[tuple[int, int], tuple[Place, int]]:
        """(x, y) -> the block that is seen there, and which of its quadrants, 0 to 3."""
        return {
            (x, y): (
                (stage, (y - stage + 1) // 2, (x - stage + 1) // 2),
                (x - stage + 1) % 2 + 2 * ((y - stage + 1) % 2),
            )
            for y, row in enumerate(self.drawn)
            for x, seen in enumerate(row)
            if seen != "."
            for stage in [int(seen)]
        }

    @property
    def visible(self) -> dict[Place, int]:
        """Block -> mask of its quadrants that are seen; those wholly covered are left out."""
        masks: dict[Place, int] = {}
        for place, corner in self.owners.values():
            masks[place] = masks.get(place, 0) | 1 << corner
        return masks


CASES = [
    Case(case["name"], case["layout"], tuple(case["seen"]))
    for case in json.loads(FILE.read_text(encoding="utf-8"))
]
