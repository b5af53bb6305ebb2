"""A pyramid that grows domino by domino, and where a player would lay the next one.

Quick enough to build thousands: what the stage being built will cover is left out from its
start, so that areas only grow and join until it is complete.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from assistant.core.dominoes import tilings
from assistant.core.geometry import Frame
from assistant.core.layout import Blank, Stage
from assistant.core.pieces import QUADRANT_BITS, Block, Color
from assistant.games.forgotten_treasures.lookahead.hands import COLORS

Half = tuple[int, int]
"""A block in hand: its colour, as a position in a hand of gems, and how many icons it has."""
Piece = tuple[Half, Half]
"""A domino in hand."""
Slot = tuple[int, int]
"""Two cells of a stage, counted row by row."""
Group = tuple[int, int]
"""An area of some colour: its quadrants and how many icons it has."""

_MASKS = tuple(
    tuple(mask for mask in range(1 << len(QUADRANT_BITS)) if mask.bit_count() == icons)
    for icons in range(3)
)


@dataclass(frozen=True, slots=True)
class Site:
    """Where a stage is built: for each cell its quadrants, one by one, together, and around."""

    columns: int
    rows: int
    bits: tuple[tuple[int, int, int, int], ...]
    masks: tuple[int, ...]
    around: tuple[int, ...]
    region: int


class Growing:
    """The areas of a pyramid while a stage is built on it.

    Args:
        frame: its quadrant grid.
        colors: the quadrants that show each colour.
        icons: the quadrants that show an icon.
        stage: the stage that is built next.
    """

    def __init__(self, frame: Frame, colors: Sequence[int], icons: int, stage: int) -> None:
        self.frame = frame
        self.icons = icons
        self.groups: list[list[Group]] = [[(mask, 0)] for mask in colors]
        self.stage = stage - 1
        self.begin_next()

    def copy(self) -> "Growing":
        """Another one that grows by itself."""
        twin = object.__new__(Growing)
        twin.frame, twin.icons, twin.stage = self.frame, self.icons, self.stage
        twin.site, twin.taken, twin.laid = self.site, self.taken, dict(self.laid)
        twin.groups = [groups.copy() for groups in self.groups]
        return twin

    def begin_next(self) -> None:
        """The next stage begins: what it will cover neither scores nor joins any more."""
        self.stage += 1
        self.site = site(self.frame, self.stage)
        self.taken = 0
        self.laid: dict[int, tuple[int, int]] = {}
        self.icons &= ~self.site.region
        self.groups = [list(self._parts(groups)) for groups in self.groups]

    def _parts(self, groups: list[Group]) -> Iterator[Group]:
        """The areas that are left of these outside the site."""
        for mask, _ in groups:
            left = mask & ~self.site.region
            while left:
                part = self.frame.flood(left & -left, left)
                left ^= part
                yield part, (part & self.icons).bit_count()

    @property
    def turns(self) -> int:
        """Dominoes of this stage."""
        return len(self.site.masks) // 2

    def areas(self) -> tuple[tuple[int, ...], ...]:
        """For each colour the icons of its areas that have any, most first."""
        return tuple(
            tuple(sorted([icons for _, icons in groups if icons], reverse=True))
            for groups in self.groups
        )

    def best_place(self, piece: Piece) -> tuple[int, int, int]:
        """(gain, cell of the first half, cell of the second) where a domino fits best.

        The gain is by how much the squares of the areas' icons grow together: one large area is
        worth more than two small ones, as gems are scarce.
        """
        (color, icons), (other, others) = piece
        slots = open_slots(self.site.columns, self.site.rows, self.taken, self.stage == 1)
        around = self.site.around
        if color == other:
            joined = icons + others
            return max([(self._gain(color, joined, around[a] | around[b]), a, b) for a, b in slots])
        cells = {cell for slot in slots for cell in slot}
        first = {cell: self._gain(color, icons, around[cell]) for cell in cells}
        second = {cell: self._gain(other, others, around[cell]) for cell in cells}
        return max(
            max([(first[a] + second[b], a, b) for a, b in slots]),
            max([(first[b] + second[a], b, a) for a, b in slots]),
        )

    def _gain(self, color: int, icons: int, around: int) -> int:
        squares = 0
        for mask, number in self.groups[color]:
            if mask & around:
                icons += number
                squares += number * number
        return icons * icons - squares

    def lay(self, piece: Piece, cells: Slot, rng: Random) -> None:
        """Lay a domino; in which corners its icons lie is left to chance."""
        for (color, icons), cell in zip(piece, cells, strict=True):
            masks = _MASKS[icons]
            icon_mask = masks[int(rng.random() * len(masks))]
            self.laid[cell] = color, icon_mask
            self.taken |= 1 << cell
            for bit, quadrant in zip(self.site.bits[cell], QUADRANT_BITS, strict=True):
                if icon_mask & quadrant:
                    self.icons |= bit
            self._join(color, self.site.masks[cell], icons, self.site.around[cell])

    def _join(self, color: int, mask: int, icons: int, around: int) -> None:
        apart = []
        for group in self.groups[color]:
            if group[0] & around:
                mask |= group[0]
                icons += group[1]
            else:
                apart.append(group)
        apart.append((mask, icons))
        self.groups[color] = apart

    def built(self, kinds: Sequence[Color]) -> Stage:
        """The stage as it stands, in these colours."""
        cells = (self.laid.get(cell) for cell in range(len(self.site.masks)))
        return Stage(
            self.site.columns,
            self.site.rows,
            tuple(Block(kinds[laid[0]], laid[1]) if laid else Blank.GAP for laid in cells),
        )


def empty_growing(frame: Frame) -> Growing:
    """Before the first domino."""
    return Growing(frame, [0 for _ in COLORS], 0, 1)


@cache
def site(frame: Frame, stage: int) -> Site:
    """The site of a stage."""
    columns, rows = frame.stage_shape(stage)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    masks = tuple(frame.block_mask(stage, *place) for place in places)
    return Site(
        columns,
        rows,
        tuple(frame.block_bits(stage, *place) for place in places),
        masks,
        tuple(_around(frame, mask) for mask in masks),
        sum(masks),
    )


def _around(frame: Frame, mask: int) -> int:
    """The quadrants beside a mask."""
    everything = (1 << frame.width * frame.height) - 1
    beside = 0
    for quadrant in frame.quadrants(everything ^ mask):
        bit = frame.bit(quadrant.x, quadrant.y)
        if frame.flood(bit, mask | bit) != bit:
            beside |= bit
    return beside


@lru_cache(maxsize=1 << 14)
def open_slots(columns: int, rows: int, taken: int, connected: bool) -> tuple[Slot, ...]:
    """Where a domino fits so that the rest of the stage can still be laid without a gap.

    Args:
        columns: of the stage.
        rows: of the stage.
        taken: the cells that are laid, as bits.
        connected: whether it must lie beside another one (rules: stage 1).
    """
    holes = frozenset(divmod(cell, columns) for cell in range(columns * rows) if taken >> cell & 1)
    slots = {
        (domino.first, domino.second)
        for tiling in tilings(columns, rows, holes)
        for domino in tiling
    }
    if connected and holes:
        beside = {place for row, column in holes for place in _neighbours(row, column)}
        slots = {slot for slot in slots if not beside.isdisjoint(slot)}
    return tuple(sorted((a * columns + b, c * columns + d) for (a, b), (c, d) in slots))


def _neighbours(row: int, column: int) -> list[tuple[int, int]]:
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
