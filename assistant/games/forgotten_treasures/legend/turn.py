"""THE Legend's turn: which gems and which domino he takes, and why.

One pass from the left for coloured gems that match the icons on top of his pile; if he holds
fewer than two gems, a new pass from the left for mythical ones; the domino comes from the space
of the gem that he took last (rules: "THE Legend (solo)").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.core.errors import N_, InputError, InventoryError, Message
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import (
    GEM_KINDS,
    GEMS_PER_AREA,
    SPACE_COUNT,
    Icons,
    Space,
    check_icons,
    gems_of,
    listed,
    supply,
)

GEMS_PER_TURN = 2


@dataclass(frozen=True, slots=True)
class Taken:
    """A gem that he takes and the space it lies in."""

    space: int
    gem: Color


@dataclass(frozen=True, slots=True)
class LegendTurn:
    """What THE Legend does.

    Attributes:
        taken: the gems in the order in which he takes them.
        domino_from: the space whose face-up domino goes on his pile.
        refill: the spaces whose gem areas he emptied, from the left.
        bag_draw: gems that he draws from the bag, 1 if he found none.
        reasons: the rules that decided, in order, and what they passed over.
    """

    taken: tuple[Taken, ...]
    domino_from: int
    refill: tuple[int, ...]
    bag_draw: int
    reasons: tuple[Message, ...]

    @property
    def flip(self) -> int:
        """The pile that is flipped: the one he took the domino from."""
        return self.domino_from


def legend_turn(
    icons: Sequence[Color], spaces: Sequence[Space], per_icon: bool = False
) -> LegendTurn:
    """THE Legend's turn in this position.

    Args:
        icons: the two gem icons on top of his pile.
        spaces: the five spaces from the left.
        per_icon: the house rule that each icon takes only one gem.

    Raises:
        InputError: the icons are not two coloured ones, there are not five spaces, or none is
            face up.
        InventoryError: more gems than a space or the game has.
    """
    wanted = check_icons(icons)
    check_spaces(spaces)
    _check_supply(spaces)
    return decide(wanted, spaces, per_icon)


def decide(wanted: Icons, spaces: Sequence[Space], per_icon: bool) -> LegendTurn:
    """His turn as `legend_turn` gives it, without asking whether there can be such gems."""
    search = _Search(spaces, wanted)
    search.for_colored(per_icon)
    search.for_mythicals()
    return search.turn()


def check_spaces(spaces: Sequence[Space]) -> None:
    """Refuse spaces that cannot be.

    Raises:
        InputError: there are not five spaces, or none is face up, or a gem is of another game.
        InventoryError: a space has more than three gems.
    """
    if len(spaces) != SPACE_COUNT:
        raise InputError(
            N_("The exploration area has five spaces, not %(count)d: name all, left to right."),
            count=len(spaces),
        )
    for number, space in enumerate(spaces, start=1):
        _check_gems(number, space.gems)
    if not any(space.face_up for space in spaces):
        raise InputError(N_("No space is face up: THE Legend explores the face-up ones."))


def _check_supply(spaces: Sequence[Space]) -> None:
    most = supply()
    for color, count in gems_of(gem for space in spaces for gem in space.gems):
        if count > most[color]:
            raise InventoryError(
                N_("%(count)d %(color)s gems: there are only %(most)d in the game."),
                count=count,
                color=color,
                most=most[color],
            )


def _check_gems(number: int, gems: Sequence[Color]) -> None:
    if len(gems) > GEMS_PER_AREA:
        raise InventoryError(
            N_("Space %(space)d has %(count)d gems: a gem area holds at most 3."),
            space=number,
            count=len(gems),
        )
    for gem in gems:
        if gem not in GEM_KINDS:
            raise InputError(
                N_("Space %(space)d: %(color)s is no gem of this game."), space=number, color=gem
            )


class _Search:
    """His search as it goes: the gems he holds and the reasons so far."""

    def __init__(self, spaces: Sequence[Space], wanted: Icons) -> None:
        self.wanted = wanted
        self.left = {
            number: list(space.gems)
            for number, space in enumerate(spaces, start=1)
            if space.face_up
        }
        self.taken: list[Taken] = []
        self.reasons: list[Message] = []

    def full(self) -> bool:
        """Whether he holds the two gems he is after."""
        return len(self.taken) == GEMS_PER_TURN

    def for_colored(self, per_icon: bool) -> None:
        """The pass for matching gems: in each space icons not yet served, then repeats."""
        self._because(
            N_(
                "The icons on his domino are %(icons)s: he looks for such gems in the face-up"
                " spaces only (%(spaces)s), from the left."
            ),
            icons=listed(self.wanted),
            spaces=listed(list(self.left)),
        )
        unserved = list(self.wanted)
        for number in self.left:
            for icon in tuple(unserved):
                if self._take(number, icon, N_("Space %(space)d: %(gem)s matches an icon.")):
                    unserved.remove(icon)
            self._repeat(number, per_icon)
            if self.full():
                self._stopped(number)
                return
            if all(taken.space != number for taken in self.taken):
                self._because(
                    N_("Space %(space)d: no gem matches an icon (%(gems)s)."),
                    space=number,
                    gems=self._gems(number),
                )

    def _repeat(self, number: int, per_icon: bool) -> None:
        """Gems whose colour repeats an icon that is served already."""
        for icon in dict.fromkeys(self.wanted):
            while icon in self.left[number] and not self.full():
                if per_icon:
                    self._because(
                        N_(
                            "Space %(space)d: he passes over %(gem)s, its icon has its gem"
                            " already (house rule: one gem an icon)."
                        ),
                        space=number,
                        gem=icon,
                    )
                    break
                self._take(
                    number,
                    icon,
                    N_("Space %(space)d: %(gem)s repeats an icon's colour, which is fine too."),
                )

    def for_mythicals(self) -> None:
        """The new pass from the left for mythical gems; it may return to any space."""
        if self.full():
            return
        self._because(
            N_(
                "He holds %(count)d of 2 gems after all face-up spaces: a new search, for"
                " mythical gems, begins at the leftmost one."
            ),
            count=len(self.taken),
        )
        for number in self.left:
            found = False
            while self._take(number, Color.MYTHICAL, N_("Space %(space)d: he takes %(gem)s.")):
                found = True
            if self.full():
                self._stopped(number)
                return
            if not found:
                self._because(N_("Space %(space)d: no mythical gem."), space=number)

    def turn(self) -> LegendTurn:
        """The turn that the search comes to."""
        refill: tuple[int, ...] = ()
        if self.taken:
            source = self.taken[-1].space
            self._because(
                N_("He took his last gem in space %(space)d: the domino comes from there."),
                space=source,
            )
            touched = {taken.space for taken in self.taken}
            refill = tuple(number for number in sorted(touched) if not self.left[number])
        else:
            source = next(iter(self.left))
            self._because(
                N_(
                    "He found no gem: he takes the leftmost face-up domino, of space %(space)d,"
                    " and draws 1 gem from the bag."
                ),
                space=source,
            )
        for number in refill:
            self._because(
                N_("He emptied the gem area of space %(space)d: it gets 3 gems from the bag."),
                space=number,
            )
        return LegendTurn(
            tuple(self.taken), source, refill, 0 if self.taken else 1, tuple(self.reasons)
        )

    def _take(self, number: int, gem: Color, reason: str) -> bool:
        """Take a gem if he wants one more and the space has it."""
        if self.full() or gem not in self.left[number]:
            return False
        self.left[number].remove(gem)
        self.taken.append(Taken(number, gem))
        self._because(reason, space=number, gem=gem)
        return True

    def _stopped(self, number: int) -> None:
        """Name what the end of the search passes over: spaces to the right that hold gems."""
        rest = [other for other in self._after(number) if self.left[other]]
        if rest:
            self._because(
                N_("He holds 2 gems: he searches no further (not reached: %(spaces)s)."),
                spaces=listed(rest),
            )

    def _after(self, number: int) -> Iterator[int]:
        return (other for other in self.left if other > number)

    def _gems(self, number: int) -> Message:
        gems = self.left[number]
        return listed(gems) if gems else Message(N_("no gems"))

    def _because(self, template: str, **details: object) -> None:
        self.reasons.append(Message(template, details))
