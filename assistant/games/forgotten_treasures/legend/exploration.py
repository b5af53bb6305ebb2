"""The exploration area: five spaces of a domino pile and up to three gems, and the supply.

A space shows what the table shows: its gems, whether its top domino is face up, the icons of
that domino when they are known (the back of a domino gives them away too), and how many
dominoes the pile has when that is known. When the app dealt the dominoes, ``below`` holds those
under the top one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from assistant.core.errors import N_, InputError, Message, OrderError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.game import FORGOTTEN_TREASURES

GEM_COLORS = FORGOTTEN_TREASURES.palette
GEM_KINDS = tuple(FORGOTTEN_TREASURES.supply)
SPACE_COUNT = 5
GEMS_PER_AREA = 3
FACE_UP_COUNT = 3
FACE_UP_AT_SETUP = (1, 3, 5)
DOMINO_COUNT = sum(FORGOTTEN_TREASURES.deck.blocks.values()) // 2
ICONS_PER_COLOR = 2 * DOMINO_COUNT // len(GEM_COLORS)

NO_GEMS = Inventory()

#: The two gem icons of a domino, in either order.
Icons = tuple[Color, Color]


@cache
def supply(spare_gems: bool = True) -> Inventory:
    """All gems of the game: 45 + 18 with the spare set of one a kind, 40 + 17 without."""
    spare = 0 if spare_gems else 1
    return Inventory.of({kind: n - spare for kind, n in FORGOTTEN_TREASURES.supply.items()})


def gems_of(colors: Iterable[Color]) -> Inventory:
    """The inventory of single gems."""
    return Inventory.of(Counter(colors))


def check_icons(icons: Sequence[Color]) -> Icons:
    """The icons if they are two coloured ones.

    Raises:
        InputError: there are not two, or one is no gem icon.
    """
    if len(icons) != 2:
        raise InputError(
            N_("A domino has two gem icons, not %(count)d: name both, a double one twice."),
            count=len(icons),
        )
    for icon in icons:
        if icon not in GEM_COLORS:
            raise InputError(
                N_("%(color)s is no gem icon: use %(colors)s."),
                color=icon,
                colors=listed(GEM_COLORS),
            )
    return icons[0], icons[1]


@dataclass(frozen=True, slots=True)
class Space:
    """One column of the exploration area.

    Attributes:
        face_up: whether the top domino lies face up.
        gems: its gem area.
        icons: the gem icons of the top domino; None: not known.
        pile: how many dominoes the pile has, the top one included; None: not known.
        below: the icons of the dominoes under the top one, if the app dealt them.
    """

    face_up: bool = False
    gems: tuple[Color, ...] = ()
    icons: Icons | None = None
    pile: int | None = None
    below: tuple[Icons, ...] = ()

    def without_gem(self, gem: Color) -> "Space":
        """The space after one gem of that kind, which must be there, is taken."""
        at = self.gems.index(gem)
        return replace(self, gems=self.gems[:at] + self.gems[at + 1 :])

    def without_domino(self) -> "Space":
        """The space after its top domino is taken; the next one lies face down."""
        return replace(
            self,
            face_up=False,
            icons=self.below[0] if self.below else None,
            pile=None if self.pile is None else max(self.pile - 1, 0),
            below=self.below[1:],
        )

    def halved(self) -> tuple["Space", "Space"]:
        """The space without the bottom half of its pile, rounded down, and a space with it."""
        if self.pile is None:
            return self, Space()
        half = self.pile // 2
        if not self.below:
            return replace(self, pile=self.pile - half), Space(pile=half)
        kept, moved = self.below[:-half], self.below[-half:]
        return (
            replace(self, pile=self.pile - half, below=kept),
            Space(icons=moved[0], pile=half, below=moved[1:]),
        )


@dataclass(frozen=True, slots=True)
class ExplorationArea:
    """The five spaces, counted from 1 on the left."""

    spaces: tuple[Space, ...] = (Space(),) * SPACE_COUNT

    def __getitem__(self, number: int) -> Space:
        """Space 1 to 5.

        Raises:
            InputError: there is no such space.
        """
        if not 1 <= number <= SPACE_COUNT:
            raise InputError(N_("There is no space %(space)d: they are 1 to 5."), space=number)
        return self.spaces[number - 1]

    @property
    def face_up(self) -> tuple[int, ...]:
        """The numbers of the face-up spaces, from the left."""
        return tuple(n for n, space in enumerate(self.spaces, start=1) if space.face_up)

    @property
    def face_down(self) -> tuple[int, ...]:
        """The numbers of the face-down spaces, from the left."""
        return tuple(n for n, space in enumerate(self.spaces, start=1) if not space.face_up)

    def with_space(self, number: int, space: Space) -> "ExplorationArea":
        """The area with one space replaced."""
        return ExplorationArea((*self.spaces[: number - 1], space, *self.spaces[number:]))

    def changed(self, number: int, **changes: Any) -> "ExplorationArea":
        """The area with some fields of one space changed."""
        return self.with_space(number, replace(self[number], **changes))

    def filled(self, numbers: Sequence[int], gems: Sequence[Color]) -> "ExplorationArea":
        """The empty gem areas of these spaces refilled, from the left, three gems each.

        Too few gems leave the last ones short (rules: bag and discards both empty).
        """
        area = self
        for position, number in enumerate(numbers):
            drawn = gems[GEMS_PER_AREA * position : GEMS_PER_AREA * (position + 1)]
            area = area.changed(number, gems=tuple(drawn))
        return area

    def flipped(self, number: int, icons: Icons | None = None) -> "ExplorationArea":
        """The top domino of a face-down pile turned up, showing ``icons`` (None: not told).

        Raises:
            OrderError: the pile is face up already or has no domino.
            InputError: the icons are not those of the domino that the app dealt.
        """
        space = self[number]
        if space.face_up:
            raise OrderError(
                N_("Pile %(space)d is face up already: reveal one of the face-down piles."),
                space=number,
            )
        if space.pile == 0:
            raise OrderError(
                N_("Pile %(space)d is empty: refill it with the bottom half of another first."),
                space=number,
            )
        known = space.icons
        if icons and known and sorted(icons) != sorted(known):
            raise InputError(
                N_("Pile %(space)d shows %(icons)s: correct the table if it does not."),
                space=number,
                icons=listed(known),
            )
        return self.changed(number, face_up=True, icons=known or icons)

    def givers(self, number: int) -> tuple[int, ...]:
        """The piles whose bottom half can refill pile ``number``: a half of 1 is nothing."""
        return tuple(
            other
            for other, space in enumerate(self.spaces, start=1)
            if other != number and (space.pile is None or space.pile > 1)
        )

    def with_pile_from(self, number: int, source: int) -> "ExplorationArea":
        """An empty pile refilled with the bottom half, rounded down, of another.

        Raises:
            OrderError: the pile is not empty, or the other one has no bottom half.
        """
        if self[number].pile:
            raise OrderError(
                N_("Pile %(space)d still has dominoes: only an empty pile is refilled."),
                space=number,
            )
        if source not in self.givers(number):
            raise OrderError(
                N_("Pile %(space)d has no bottom half to give: choose another pile."), space=source
            )
        rest, moved = self[source].halved()
        return self.with_space(source, rest).with_space(
            number, replace(moved, gems=self[number].gems)
        )


EMPTY_AREA = ExplorationArea()


def listed(words: Sequence[Any]) -> Message:
    """The words, one or more of them, with commas between, translatable one by one."""
    if len(words) == 1:
        return Message(N_("%(word)s"), {"word": words[0]})
    return Message(N_("%(word)s, %(rest)s"), {"word": words[0], "rest": listed(words[1:])})


def shuffled_deck(rng: Random) -> tuple[Icons, ...]:
    """All dominoes, of two icons each; the real list is not known, only the totals."""
    icons = [color for color in GEM_COLORS for _ in range(ICONS_PER_COLOR)]
    rng.shuffle(icons)
    return tuple(zip(icons[::2], icons[1::2], strict=True))


def dealt_piles(dominoes: Sequence[Icons]) -> tuple[Space, ...]:
    """Five roughly equal piles without gems, the 1st, 3rd and 5th face up (rules: set-up)."""
    piles = [dominoes[start::SPACE_COUNT] for start in range(SPACE_COUNT)]
    return tuple(
        Space(number in FACE_UP_AT_SETUP, icons=pile[0], pile=len(pile), below=tuple(pile[1:]))
        for number, pile in enumerate(piles, start=1)
    )


def drawn_gems(bag: Inventory, discards: Inventory, count: int, rng: Random) -> tuple[Color, ...]:
    """Gems drawn from the bag at random; from the discards, put back, when it runs empty."""
    inside = [color for color, number in bag for _ in range(number)]
    first = rng.sample(inside, min(count, len(inside)))
    again = [color for color, number in discards for _ in range(number)]
    return (*first, *rng.sample(again, min(count - len(first), len(again))))
