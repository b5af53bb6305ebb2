"""The exploration area of a simulated table, and a bot that takes from it.

The bot takes, of all it may, the domino and the gem that do most for its pyramid, so that what
it does not want stays; others take at random. Only the top dominoes are held: what lies below is
drawn when it comes to light.
"""

from collections.abc import Iterable, Sequence
from random import Random

from assistant.games.forgotten_treasures.legend.exploration import (
    FACE_UP_AT_SETUP,
    GEM_KINDS,
    GEMS_PER_AREA,
    ICONS_PER_COLOR,
    SPACE_COUNT,
    supply,
)
from assistant.games.forgotten_treasures.lookahead.growing import Growing, Half, Piece
from assistant.games.forgotten_treasures.lookahead.hands import COLORS, KINDS, Hand, count, hand_of

#: Blocks of each colour with no, one and two icons: as many blocks as icons. How the real
#: dominoes share them is not public.
BLOCKS = (ICONS_PER_COLOR // 4, ICONS_PER_COLOR // 2, ICONS_PER_COLOR // 4)

SUPPLY = tuple(supply()[kind] for kind in GEM_KINDS)

GAIN_WEIGHT = 0.5
"""What one more in the gain of `Growing.best_place` is worth, in points that a gem pays for."""
MYTHICAL_WORTH = 2.0
"""A mythical is worth two points even where no gem is: it scores again at each stage end."""


class Pool:
    """Dominoes that nobody has seen, as the colours of blocks by their number of icons."""

    def __init__(self, seen: Iterable[Half] = ()) -> None:
        """All blocks of the game but those seen."""
        left = [dict.fromkeys(COLORS, number) for number in BLOCKS]
        for color, icons in seen:
            left[min(icons, len(BLOCKS) - 1)][color] -= 1
        self._blocks = [[color for color in COLORS for _ in range(each[color])] for each in left]

    def copy(self) -> "Pool":
        """Another one, drawn from by itself."""
        twin = object.__new__(Pool)
        twin._blocks = [blocks.copy() for blocks in self._blocks]
        return twin

    def draw(self, rng: Random) -> Piece:
        """A domino: one icon on each half, or both on one of them."""
        plain, ones, twos = self._blocks
        singles, doubles = len(ones) // 2, min(len(plain), len(twos))
        if not singles + doubles:
            return (pick(COLORS, rng), 1), (pick(COLORS, rng), 1)
        if rng.random() * (singles + doubles) < singles:
            return (_taken(ones, rng), 1), (_taken(ones, rng), 1)
        return (_taken(twos, rng), 2), (_taken(plain, rng), 0)


class Offers:
    """Five spaces: the top domino and the gems of each, and which of them lie face up.

    Args:
        pool: the dominoes below.
        held: gems that are not in the bag.
        rng: the source of all chance.
    """

    def __init__(self, pool: Pool, held: Hand, rng: Random) -> None:
        self.rng = rng
        self.face_up = [number - 1 for number in FACE_UP_AT_SETUP]
        self._pool = pool
        self._full_bag = [kind for kind in KINDS for _ in range(SUPPLY[kind] - count(held, kind))]
        self._bag = self._full_bag.copy()
        self.tops = [pool.draw(rng) for _ in range(SPACE_COUNT)]
        self.gems = [self._drawn() for _ in range(SPACE_COUNT)]

    def copy(self) -> "Offers":
        """The same table; what is drawn from now on differs."""
        twin = object.__new__(Offers)
        twin.rng, twin._pool, twin._full_bag = self.rng, self._pool.copy(), self._full_bag
        twin.face_up, twin.tops, twin._bag = self.face_up.copy(), self.tops.copy(), self._bag.copy()
        twin.gems = [gems.copy() for gems in self.gems]
        return twin

    def take(self, space: int, gem: int) -> None:
        """Take a gem and the domino; refill the gem area; turn up a face-down pile."""
        self.gems[space].remove(gem)
        if not self.gems[space]:
            self.gems[space] = self._drawn()
        self.tops[space] = self._pool.draw(self.rng)
        self.face_up.remove(space)
        down = [number for number in range(SPACE_COUNT) if number not in self.face_up]
        self.face_up.append(pick(down, self.rng))

    def other_turn(self) -> None:
        """Another player, whose wishes are not known."""
        space = pick(self.face_up, self.rng)
        self.take(space, pick(self.gems[space], self.rng))

    def _drawn(self) -> list[int]:
        if len(self._bag) < GEMS_PER_AREA:
            self._bag = self._full_bag.copy()
        return [_taken(self._bag, self.rng) for _ in range(GEMS_PER_AREA)]


def pick(choices: Sequence[int], rng: Random) -> int:
    """One of them; quicker than `Random.choice`."""
    return choices[int(rng.random() * len(choices))]


def _taken(stock: list[int], rng: Random) -> int:
    return stock.pop(int(rng.random() * len(stock)))


def play_stage(growing: Growing, offers: Offers) -> Hand:
    """A whole stage, another player's turn after each of the bot's; the gems it takes."""
    taken = [0 for _ in KINDS]
    for _ in range(growing.turns):
        space, gem, cells = best_turn(growing, offers, taken)
        growing.lay(offers.tops[space], cells, offers.rng)
        offers.take(space, gem)
        taken[gem] += 1
        offers.other_turn()
    return hand_of(taken)


def best_turn(
    growing: Growing, offers: Offers, taken: Sequence[int]
) -> tuple[int, int, tuple[int, int]]:
    """(space, gem, cells of the two halves of its domino) that do most for this pyramid."""
    wanted = wants(growing.areas(), taken)
    best = None
    for space in offers.face_up:
        gain, first, second = growing.best_place(offers.tops[space])
        gem = max(offers.gems[space], key=wanted.__getitem__)
        worth = GAIN_WEIGHT * gain + wanted[gem]
        if best is None or worth > best[0]:
            best = worth, space, gem, (first, second)
    assert best
    return best[1:]


def wants(areas: Sequence[Sequence[int]], taken: Sequence[int]) -> list[float]:
    """The points that one more gem of each kind pays for, after those taken in this stage.

    A coloured gem scores the largest area that has none yet, or is one of the two that score
    the largest area once more; a mythical is half of any.
    """
    wanted = []
    for own, number in zip(areas, taken, strict=False):
        next_area = own[number] if number < len(own) else 0
        again = own[0] / 2 if own else 0.0
        wanted.append(max(next_area, again))
    return [*wanted, max(MYTHICAL_WORTH, max(wanted) / 2)]


def settle(growing: Growing, offers: Offers, turns: int) -> None:
    """Take the gems that a player would have taken before now: what he wants is gone."""
    wanted = wants(growing.areas(), [0 for _ in KINDS])
    for _ in range(turns):
        _, space, gem = max(
            (wanted[gem], space, gem) for space in offers.face_up for gem in offers.gems[space]
        )
        offers.take(space, gem)
        offers.other_turn()
