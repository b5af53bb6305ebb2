"""Gem activation: which areas to pay for, exactly.

An area is worth its icons once for 1 gem of its colour and twice for 3; a coloured gem may be
replaced by 2 mythicals; every mythical left scores 1 (rules: "Forgotten Treasures:
activation"). So an activation costs 1 or 3 *units*, a unit is a coloured gem or a pair of
mythicals, and colours compete only for the pairs. Within a colour the best d doublings and s
single activations are always the d + s largest areas, the d largest of them doubled. That
leaves a small table per colour (the best for each number of pairs) and a (max, +) convolution
of the tables, which is exact.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, product
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeAlias

from assistant.core.areas import Area
from assistant.core.errors import N_, PaymentError
from assistant.core.pieces import Color, Inventory

UNITS = {1: 1, 2: 3}
"""Units that an activation costs, by its multiplier."""
MYTHICALS_PER_UNIT = 2
KEEP_LIMIT = 5

# One number orders plans: points, then gems kept, then mythicals kept (fewer than 1024 each).
_POINT, _GEM, _MYTHICAL = 1 << 20, 1 << 10, 1
_PAIR = MYTHICALS_PER_UNIT * (_POINT + _GEM + _MYTHICAL)


@dataclass(frozen=True, slots=True)
class Activation:
    """The area with this id, scored ``multiplier`` times (1 or 2) for the gems in ``pay``."""

    area: int
    multiplier: int
    pay: Inventory


@dataclass(frozen=True, slots=True)
class Plan:
    """Activations and what they come to; ``kept`` is before the cut to 5 gems."""

    points: int
    mythical_points: int
    activations: tuple[Activation, ...]
    kept: Inventory


@dataclass(frozen=True, slots=True)
class FrontierEntry:
    """The most points now when ``kept``, after the cut to 5 gems, goes into the next stage."""

    kept: Inventory
    points: int
    activations: tuple[Activation, ...]


class _Use(NamedTuple):
    """How a colour is used: its ``doubles`` largest areas twice, the next ``singles`` once."""

    group: list[Area]
    doubles: int
    singles: int
    pairs: int

    def points(self) -> int:
        """What the areas score."""
        icons = [area.icons for area in self.group[: self.doubles + self.singles]]
        return sum(icons) + sum(icons[: self.doubles])


# Choices so far, colour by colour: (this colour's use, the choices before it).
_Chain: TypeAlias = "tuple[_Use, _Chain] | None"

# Gems kept, one field a kind, the top bit of each field free as a guard; how many; pairs spent.
_State = tuple[int, int, int]
_FIELD, _GUARD = 4, 8


def best_plan(areas: Iterable[Area], inventory: Inventory) -> Plan:
    """The optimal activation: most points; then most gems kept; then most mythicals kept.

    Areas without icons are never activated.
    """
    gems = dict(inventory.items)
    pairs = gems.get(Color.MYTHICAL, 0) // MYTHICALS_PER_UNIT
    best: dict[int, tuple[int, _Chain]] = {0: (0, None)}
    for color, group in _payable_groups(areas, gems, pairs).items():
        best = _convolve(best, _options(group, gems.get(color, 0), pairs), pairs)
    chain = max(best.values(), key=itemgetter(0))[1]
    return _plan_of(chain, inventory)


def frontier(areas: Iterable[Area], inventory: Inventory) -> tuple[FrontierEntry, ...]:
    """For every inventory that can be kept (at most 5 gems) the most points now, best first.

    Left out is what another entry dominates: at least as many points and at least as many gems
    of every kind. Keeping fewer gems than the cut allows is always dominated, so it is enough
    to ask, for each vector of coloured gems kept, for the best use of all the others.
    """
    gems = dict(inventory.items)
    mythicals = gems.pop(Color.MYTHICAL, 0)
    pairs = mythicals // MYTHICALS_PER_UNIT
    groups = _payable_groups(areas, gems, pairs)
    colors = list(gems)
    colors += [color for color in groups if color not in gems]
    states: dict[_State, tuple[int, _Chain]] = {(0, 0, 0): (0, None)}
    for position, color in enumerate(colors):
        choices = _keep_choices(groups.get(color, []), gems.get(color, 0), pairs)
        states = _keep_color(states, choices, _FIELD * (position + 1), pairs)
    candidates = []
    for (kept, count, spent), (points, chain) in states.items():
        left = mythicals - MYTHICALS_PER_UNIT * spent
        kept_mythicals = min(left, KEEP_LIMIT - count)
        candidates.append((points + left, count + kept_mythicals, kept | kept_mythicals, chain))
    return tuple(
        FrontierEntry(
            _unpack(kept, [Color.MYTHICAL, *colors]), points, _plan_of(chain, inventory).activations
        )
        for points, kept, chain in _undominated(candidates, len(colors) + 1)
    )


def price_plan(
    areas: Iterable[Area], inventory: Inventory, activations: Iterable[Activation]
) -> Plan:
    """What a person's own plan comes to.

    Raises:
        PaymentError: a payment is not allowed; says which and why.
    """
    by_id = {area.id: area for area in areas}
    left = dict(inventory.items)
    points = 0
    done: dict[int, Activation] = {}
    for activation in activations:
        area = by_id.get(activation.area)
        if area is None:
            raise PaymentError(N_("There is no area %(area)d."), area=activation.area)
        if area.id in done:
            raise PaymentError(N_("The %(color)s area is activated twice."), color=area.color)
        _check_payment(area, activation)
        for color, count in activation.pay.items:
            left[color] = left.get(color, 0) - count
            if left[color] < 0:
                raise PaymentError(
                    N_("The plan needs more %(color)s gems than the %(count)d in hand."),
                    color=color,
                    count=inventory[color],
                )
        done[area.id] = activation
        points += area.icons * activation.multiplier
    kept = Inventory.of(left)
    mythical_points = kept[Color.MYTHICAL]
    return Plan(points + mythical_points, mythical_points, tuple(done.values()), kept)


def best_cut(areas: Iterable[Area], kept: Inventory) -> Inventory:
    """The five gems of ``kept`` that would score most if these areas were scored again.

    Ties go to the mythicals, which score every time they are left.
    """
    if kept.total <= KEEP_LIMIT:
        return kept
    known = tuple(areas)

    def worth(cut: Inventory) -> tuple[int, int]:
        return best_plan(known, cut).points, cut[Color.MYTHICAL]

    return max(_cuts(kept, KEEP_LIMIT), key=worth)


def _payable_groups(
    areas: Iterable[Area], gems: Mapping[Color, int], pairs: int
) -> dict[Color, list[Area]]:
    """The areas with icons that some gem could pay for, by colour, largest first."""
    groups: dict[Color, list[Area]] = {}
    for area in areas:
        if area.icons and (pairs or area.color in gems):
            groups.setdefault(area.color, []).append(area)
    for group in groups.values():
        group.sort(key=attrgetter("icons"), reverse=True)
    return groups


def _options(group: list[Area], gems: int, pairs: int) -> list[tuple[int, _Use]]:
    """For each number of pairs one colour can use, the best (value, use)."""
    prefix = [0, *accumulate(map(attrgetter("icons"), group))]
    most = len(group)
    best: dict[int, tuple[int, int, int]] = {}
    for doubles in range(min(most, (gems + pairs) // 3) + 1):
        for singles in range(min(most - doubles, gems + pairs - 3 * doubles) + 1):
            units = 3 * doubles + singles
            spent = units - gems if units > gems else 0
            icons = prefix[doubles + singles] + prefix[doubles]
            value = icons * _POINT - (units - spent) * _GEM - spent * _PAIR
            if spent not in best or value > best[spent][0]:
                best[spent] = (value, doubles, singles)
    return [(value, _Use(group, d, s, spent)) for spent, (value, d, s) in best.items()]


def _convolve(
    best: dict[int, tuple[int, _Chain]], options: list[tuple[int, _Use]], pairs: int
) -> dict[int, tuple[int, _Chain]]:
    """The best (value, choices) of both for each number of pairs spent in all."""
    merged: dict[int, tuple[int, _Chain]] = {}
    for spent, (value, chain) in best.items():
        for gain, use in options:
            total = spent + use.pairs
            if total <= pairs and (total not in merged or value + gain > merged[total][0]):
                merged[total] = (value + gain, (use, chain))
    return merged


def _keep_choices(group: list[Area], gems: int, pairs: int) -> list[tuple[int, int, _Use]]:
    """(gems kept, points, use) of one colour, those that spend more pairs for nothing left out."""
    choices = []
    for kept in range(min(gems, KEEP_LIMIT) + 1):
        most = -1
        for _, use in sorted(_options(group, gems - kept, pairs), key=lambda o: o[1].pairs):
            points = use.points()
            if points > most:
                most = points
                choices.append((kept, points, use))
    return choices


def _keep_color(
    states: dict[_State, tuple[int, _Chain]],
    choices: list[tuple[int, int, _Use]],
    shift: int,
    pairs: int,
) -> dict[_State, tuple[int, _Chain]]:
    """The states after one more colour, whose kept gems are packed at ``shift``."""
    merged: dict[_State, tuple[int, _Chain]] = {}
    for (packed, count, spent), (points, chain) in states.items():
        for kept, gain, use in choices:
            state = (packed | kept << shift, count + kept, spent + use.pairs)
            if state[1] > KEEP_LIMIT or state[2] > pairs:
                continue
            if state not in merged or points + gain > merged[state][0]:
                merged[state] = (points + gain, (use, chain))
    return merged


def _undominated(
    candidates: list[tuple[int, int, int, _Chain]], fields: int
) -> list[tuple[int, int, _Chain]]:
    """(points, packed gems, choices), best first, of (points, gems kept, packed gems, choices).

    A packed vector covers another if no field borrows its guard bit in the difference.
    """
    guard = sum(_GUARD << _FIELD * field for field in range(fields))
    accepted: list[tuple[int, int, _Chain]] = []
    for points, _, packed, chain in sorted(candidates, key=lambda c: (-c[0], -c[1], -c[2])):
        if all((other | guard) - packed & guard != guard for _, other, _ in accepted):
            accepted.append((points, packed, chain))
    return accepted


def _plan_of(chain: _Chain, inventory: Inventory) -> Plan:
    """The plan of the choices made, paid from ``inventory``: coloured gems first."""
    activations = []
    left = dict(inventory.items)
    points = 0
    while chain:
        use, chain = chain
        for position, area in enumerate(use.group[: use.doubles + use.singles]):
            multiplier = 2 if position < use.doubles else 1
            coloured = min(UNITS[multiplier], left.get(area.color, 0))
            mythicals = MYTHICALS_PER_UNIT * (UNITS[multiplier] - coloured)
            pay = []
            if coloured:
                left[area.color] -= coloured
                pay.append((area.color, coloured))
            if mythicals:
                left[Color.MYTHICAL] -= mythicals
                pay.append((Color.MYTHICAL, mythicals))
            activations.append(Activation(area.id, multiplier, Inventory(tuple(pay))))
            points += area.icons * multiplier
    mythical_points = left.get(Color.MYTHICAL, 0)
    activations.sort(key=attrgetter("area"))
    kept = Inventory(tuple(item for item in left.items() if item[1]))
    return Plan(points + mythical_points, mythical_points, tuple(activations), kept)


def _check_payment(area: Area, activation: Activation) -> None:
    """Raise `PaymentError` unless the gems are worth exactly 1 or 3 units of the area's colour."""
    if activation.multiplier not in UNITS:
        raise PaymentError(
            N_("An area scores once or twice, not %(multiplier)s times."),
            multiplier=activation.multiplier,
        )
    for color, _ in activation.pay.items:
        if color not in (area.color, Color.MYTHICAL):
            raise PaymentError(
                N_("A %(gem)s gem cannot pay for the %(color)s area: its own colour or mythical."),
                gem=color,
                color=area.color,
            )
    mythicals = activation.pay[Color.MYTHICAL]
    if mythicals % MYTHICALS_PER_UNIT:
        raise PaymentError(
            N_("Mythical gems replace a gem in pairs: %(count)d is not even."), count=mythicals
        )
    units = activation.pay[area.color] + mythicals // MYTHICALS_PER_UNIT
    if units != UNITS[activation.multiplier]:
        raise PaymentError(
            N_(
                "Scoring the %(color)s area x%(multiplier)d takes the worth of %(needed)d"
                " gems, not %(paid)d: 1 gem scores it once, 3 gems twice."
            ),
            color=area.color,
            multiplier=activation.multiplier,
            needed=UNITS[activation.multiplier],
            paid=units,
        )


def _cuts(inventory: Inventory, size: int) -> Iterator[Inventory]:
    """All inventories of ``size`` gems out of ``inventory``."""
    counts = [range(count + 1) for _, count in inventory.items]
    for chosen in product(*counts):
        if sum(chosen) == size:
            yield Inventory.of(zip((c for c, _ in inventory.items), chosen, strict=True))


def _unpack(packed: int, colors: list[Color]) -> Inventory:
    return Inventory.of(
        (color, packed >> _FIELD * position & _GUARD - 1) for position, color in enumerate(colors)
    )
