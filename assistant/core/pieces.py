"""Colours, blocks, dominoes and gems: the pieces on the table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from assistant.core.errors import N_, InventoryError


class Color(StrEnum):
    """A colour of blocks and gems; ``mythical`` is a colour of gems only."""

    ORANGE = "orange"
    BLUE = "blue"
    PURPLE = "purple"
    GREEN = "green"
    RED = "red"
    BROWN = "brown"
    YELLOW = "yellow"
    TURQUOISE = "turquoise"
    MYTHICAL = "mythical"

    # Colours are dictionary keys in inner loops; Enum's own hash is a Python function.
    __hash__ = str.__hash__

    @property
    def letter(self) -> str:
        """The letter of this colour in the notation, such as ``r``."""
        return "n" if self is Color.BROWN else self.value[0]


#: The order in which gems and colours are listed everywhere.
COLOR_ORDER = {color: position for position, color in enumerate(Color)}

#: Quadrants of a block in the order of the mask's bits: top-left, top-right, bottom-left, -right.
QUADRANT_BITS = (1, 2, 4, 8)
ALL_QUADRANTS = 15


@dataclass(frozen=True, slots=True)
class Block:
    """Half a domino: its colour and the mask of its icons.

    ``icons`` has bit 1 top-left, 2 top-right, 4 bottom-left, 8 bottom-right; None: not known.
    """

    color: Color
    icons: int | None = 0

    @property
    def icon_count(self) -> int:
        """How many icons are known on this block."""
        return (self.icons or 0).bit_count()

    def __repr__(self) -> str:
        return f"{self.color.letter}{'?' if self.icons is None else f'{self.icons:X}'}"


@dataclass(frozen=True, slots=True)
class Domino:
    """Two joined cells of a stage as (row, column), the first above or left of the second."""

    first: tuple[int, int]
    second: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Inventory:
    """Gems in hand: (colour, count) pairs in the order of `Color`, counts above zero."""

    items: tuple[tuple[Color, int], ...] = ()

    @classmethod
    def of(cls, gems: Mapping[Color, int] | Iterable[tuple[Color, int]] = ()) -> "Inventory":
        """Inventory of the given counts.

        Raises:
            InventoryError: a count is negative.
        """
        pairs = dict(gems)
        for color, count in pairs.items():
            if count < 0:
                raise InventoryError(
                    N_("%(count)d %(color)s gems cannot be: counts start at 0."),
                    count=count,
                    color=color,
                )
        kept = sorted(
            ((c, n) for c, n in pairs.items() if n), key=lambda pair: COLOR_ORDER[pair[0]]
        )
        return cls(tuple(kept))

    def __getitem__(self, color: Color) -> int:
        for held, count in self.items:
            if held is color:
                return count
        return 0

    def __iter__(self) -> Iterator[tuple[Color, int]]:
        return iter(self.items)

    @property
    def total(self) -> int:
        """How many gems there are, of all kinds."""
        return sum(count for _, count in self.items)

    def plus(self, other: "Inventory") -> "Inventory":
        """Both inventories together."""
        gems = dict(self.items)
        for color, count in other.items:
            gems[color] = gems.get(color, 0) + count
        return Inventory.of(gems)

    def minus(self, other: "Inventory") -> "Inventory":
        """What is left when ``other`` is taken away.

        Raises:
            InventoryError: ``other`` holds more of a colour than there is.
        """
        gems = dict(self.items)
        for color, count in other.items:
            gems[color] = gems.get(color, 0) - count
        return Inventory.of(gems)

    def covers(self, other: "Inventory") -> bool:
        """Whether there are at least as many gems of every kind as in ``other``."""
        return all(self[color] >= count for color, count in other.items)

    def as_dict(self) -> dict[str, int]:
        """The counts by the colour's word, as in the JSON of the commands."""
        return {color.value: count for color, count in self.items}

    def __repr__(self) -> str:
        gems = " ".join(f"{count} {color.value}" for color, count in self.items)
        return f"<{gems or 'no gems'}>"
