"""Areas: maximal groups of visible quadrants of one colour, joined edge to edge."""

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.core.errors import N_, LayoutError
from assistant.core.geometry import Frame, Quadrant
from assistant.core.layout import Layout
from assistant.core.pieces import Color
from assistant.core.topview import TopView, top_view


@dataclass(frozen=True, slots=True)
class Area:
    """A group of one colour and its visible icons; ``mask`` holds its quadrants (0: not known)."""

    id: int
    color: Color
    icons: int
    mask: int = 0

    def quadrants(self, frame: Frame) -> list[Quadrant]:
        """Its quadrants, row by row."""
        return list(frame.quadrants(self.mask))


def find_areas(view: TopView) -> tuple[Area, ...]:
    """All areas of a top view, those without icons too, in reading order of their first quadrant.

    Covered quadrants neither score nor join; areas may span stages; a block seen only on two
    diagonal quadrants is one piece (rules: "Area").

    Raises:
        LayoutError: a block or an icon that can be seen is not known.
    """
    if view.unknown:
        first = next(view.frame.quadrants(view.unknown))
        raise LayoutError(
            N_(
                "What can be seen at quadrant x=%(x)d, y=%(y)d is not known yet:"
                " enter its colour and icon, or a gap."
            ),
            x=first.x,
            y=first.y,
        )
    found = []
    for color, mask in view.colors:
        while mask:
            piece = _piece(view.frame, mask & -mask, mask, view.links)
            mask ^= piece
            found.append((piece & -piece, color, piece))
    found.sort(key=lambda entry: entry[0])
    return tuple(
        Area(number, color, (piece & view.icons).bit_count(), piece)
        for number, (_, color, piece) in enumerate(found)
    )


def layout_areas(layout: Layout) -> tuple[Area, ...]:
    """The areas of a layout as seen from above; raises as `find_areas`."""
    return find_areas(top_view(layout))


def label_place(frame: Frame, mask: int, icons: int) -> Quadrant:
    """Where to write on an area: a quadrant without an icon if there is, and well inside it.

    mask, icons: the area's quadrants, and all with an icon.
    """

    def room(quadrant: Quadrant) -> tuple[bool, int, int, int]:
        x, y = quadrant.x, quadrant.y
        beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        inside = [at for at in beside if 0 <= at[0] < frame.width and 0 <= at[1] < frame.height]
        neighbours = sum(bool(frame.bit(*at) & mask) for at in inside)
        return not frame.bit(x, y) & icons, neighbours, -y, -x

    return max(frame.quadrants(mask), key=room)


def _piece(frame: Frame, seed: int, within: int, links: Iterable[int]) -> int:
    """The flood of ``seed``, across links as well."""
    piece = frame.flood(seed, within)
    while any(link & piece and link & ~piece for link in links):
        for link in links:
            if link & piece:
                piece |= link
        piece = frame.flood(piece, within)
    return piece
