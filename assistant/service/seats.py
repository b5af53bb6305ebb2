"""Who sits at a table: names, the order around it and who begins, as mended on the way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from assistant.core.errors import N_, InputError
from assistant.core.scorepad import turn_order_from
from assistant.games import CardGame, Game

NAME_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Seats:
    """The players of a table.

    Attributes:
        names: by seat; a seat keeps its number whatever is mended, so scores stay with it.
        order: the seats clockwise around the table.
        starter: the name of who begins stage 1.
    """

    names: tuple[str, ...]
    order: tuple[int, ...]
    starter: str

    @classmethod
    def of(cls, names: Sequence[str], starter: str) -> "Seats":
        """Seats in the order of the names, as a new table has them."""
        return cls(tuple(names), tuple(range(len(names))), starter)

    @property
    def whole(self) -> bool:
        """Whether names, order and starter fit together."""
        return sorted(self.order) == list(range(len(self.names))) and self.starter in self.names

    def clockwise(self, seats: Iterable[int]) -> tuple[str, ...]:
        """The names of some seats in the order around the table."""
        wanted = set(seats)
        return tuple(self.names[seat] for seat in self.order if seat in wanted)

    def turn_order(self) -> tuple[str, ...]:
        """The turn order of stage 1."""
        return turn_order_from(self.clockwise(self.order), self.starter)


def checked_names(game: Game | CardGame, rows: Iterable[str]) -> list[str]:
    """The names of these rows as they are kept, empty ones left in.

    Raises:
        InputError: too few or too many for the game, too long, or two that are the same.
    """
    names = [normalize("NFC", name).strip() for name in rows]
    seated = [name for name in names if name]
    fewest, most = game.players
    if not fewest <= len(seated) <= most:
        raise InputError(
            N_("%(title)s is for %(fewest)d to %(most)d players: enter their names."),
            title=game.title,
            fewest=fewest,
            most=most,
        )
    for name in seated:
        if len(name) > NAME_LIMIT or not name.isprintable():
            raise InputError(
                N_("%(name)s is no name for the pad: at most %(most)d letters."),
                name=repr(name[: 2 * NAME_LIMIT]),
                most=NAME_LIMIT,
            )
    if len({name.casefold() for name in seated}) < len(seated):
        raise InputError(N_("Two players have the same name: tell them apart."))
    return names
