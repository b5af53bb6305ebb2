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
from functools import cache
from itertools import accumulate, product
from operator import attrgetter, itemgetter
from typing import TypeAlias

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


@dataclass(slots=True, eq=False)
class _Use:
    """How a colour is used: its ``doubles`` largest areas twice, the next ``singles`` once.

    It is paid with ``coloured`` gems and ``pairs`` of mythicals and scores ``points``. Many
    entries of a frontier share a use, so it works out its activations only once.
    """

    group: list[Area]
    doubles: int
    singles: int
    coloured: int
    pairs: int
    points: int
    _activations: list[Activation] | None = None

    def activations(self) -> list[Activation]:
        """The activations: coloured gems go first, to the largest areas."""
        if self._activations is None:
            self._activations = []
            coloured = self.coloured
            for position, area in enumerate(self.group[: self.doubles + self.singles]):
                multiplier = 2 if position < self.doubles else 1
                units = UNITS[multiplier]
                paid = units if units < coloured else coloured
                coloured -= paid
                pay = _payment(area.color, paid, units - paid)
                self._activations.append(Activation(area.id, multiplier, pay))
        return self._activations


@cache
def _payment(color: Color, coloured: int, pairs: int) -> Inventory:
    return Inventory.of({color: coloured, Color.MYTHICAL: MYTHICALS_PER_UNIT * pairs})


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
    chosen = chain = max(best.values(), key=itemgetter(0))[1]
    points = 0
    while chain:
        use, chain = chain
        points += use.points
        if use.coloured:
            gems[use.group[0].color] -= use.coloured
        if use.pairs:
            gems[Color.MYTHICAL] -= MYTHICALS_PER_UNIT * use.pairs
    mythical_points = gems.get(Color.MYTHICAL, 0)
    kept = Inventory(tuple(item for item in gems.items() if item[1]))
    return Plan(points + mythical_points, mythical_points, _activations(chosen), kept)


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
    best: dict[int, tuple[int, int, _Chain]] = {}
    for (packed, count, spent), (net, chain) in states.items():
        kept_mythicals = min(mythicals - MYTHICALS_PER_UNIT * spent, KEEP_LIMIT - count)
        kept = packed | kept_mythicals
        if kept not in best or net > best[kept][0]:
            best[kept] = (net, count + kept_mythicals, chain)
    return tuple(
        FrontierEntry(_unpack(kept, colors), net + mythicals, _activations(chain))
        for kept, (net, _, chain) in _undominated(best, len(colors) + 1)
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


def own_plan(areas: Iterable[Area], inventory: Inventory, times: Mapping[int, int]) -> Plan:
    """The plan that scores the areas with these ids once or twice each.

    Coloured gems pay first, then pairs of mythicals: that costs the fewest points.

    Raises:
        PaymentError: there is no such area, or there are not enough gems.
    """
    left = dict(inventory.items)
    activations = []
    by_id = {area.id: area for area in areas}
    for number, multiplier in times.items():
        if number not in by_id:
            raise PaymentError(N_("There is no area %(area)d."), area=number)
        color = by_id[number].color
        units = UNITS.get(multiplier, 0)
        coloured = min(units, left.get(color, 0))
        left[color] = left.get(color, 0) - coloured
        pay = _payment(color, coloured, units - coloured)
        activations.append(Activation(number, multiplier, pay))
    return price_plan(by_id.values(), inventory, activations)


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
    """For each number of pairs one colour can use, the best (value, use), if more pays.

    With the doublings given, every gem of the colour that is left scores one more area: a point
    is worth more than a gem.
    """
    icons = [area.icons for area in group]
    prefix = [0, *accumulate(icons)]
    most = len(group)
    options: list[tuple[int, _Use]] = []
    highest = -1
    for spent in range(pairs + 1):
        units = gems + spent
        best = None
        for doubles in range(min(most, units // 3) + 1):
            scored = min(most, units - 2 * doubles)
            unused = units - 2 * doubles - scored
            if unused and spent:
                continue
            points = prefix[scored] + prefix[doubles]
            value = points * _POINT - (gems - unused) * _GEM - spent * _PAIR
            if value > highest:
                highest = value
                best = _Use(group, doubles, scored - doubles, gems - unused, spent, points)
        if best:
            options.append((highest, best))
    return options


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
    """(gems kept, points less the mythicals paid, use) of one colour.

    Left out is what spends more mythicals without more of these points: keeping those
    mythicals is as good now and better later.
    """
    choices = []
    for kept in range(min(gems, KEEP_LIMIT) + 1):
        most = -1
        for _, use in _options(group, gems - kept, pairs):
            net = use.points - MYTHICALS_PER_UNIT * use.pairs
            if net > most:
                most = net
                choices.append((kept, net, use))
    return choices


def _keep_color(
    states: dict[_State, tuple[int, _Chain]],
    choices: list[tuple[int, int, _Use]],
    shift: int,
    pairs: int,
) -> dict[_State, tuple[int, _Chain]]:
    """The states after one more colour, whose kept gems are packed at ``shift``."""
    merged: dict[_State, tuple[int, _Chain]] = {}
    for (packed, count, spent), (net, chain) in states.items():
        for kept, gain, use in choices:
            state = (packed | kept << shift, count + kept, spent + use.pairs)
            if state[1] > KEEP_LIMIT or state[2] > pairs:
                continue
            if state not in merged or net + gain > merged[state][0]:
                merged[state] = (net + gain, (use, chain))
    return merged


def _undominated(
    best: dict[int, tuple[int, int, _Chain]], fields: int
) -> list[tuple[int, tuple[int, int, _Chain]]]:
    """Those of (packed gems, (points, gems kept, choices)) that no other dominates, best first.

    A packed vector covers another if no field borrows its guard bit in the difference. Only a
    full hand could cover a full hand, and that would be the same one.
    """
    guard = sum(_GUARD << _FIELD * field for field in range(fields))
    accepted: list[tuple[int, tuple[int, int, _Chain]]] = []
    for kept, worth in sorted(best.items(), key=lambda c: (-c[1][0], -c[1][1], -c[0])):
        if worth[1] == KEEP_LIMIT or all(
            (other | guard) - kept & guard != guard for other, _ in accepted
        ):
            accepted.append((kept, worth))
    return accepted


def _activations(chain: _Chain) -> tuple[Activation, ...]:
    """The activations of the choices made, in the order of the areas."""
    activations: list[Activation] = []
    while chain:
        use, chain = chain
        activations += use.activations()
    activations.sort(key=attrgetter("area"))
    return tuple(activations)


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
    """The gems of a packed vector: mythical in the first field, then ``colors``."""
    return Inventory.of(
        (color, packed >> _FIELD * field & _GUARD - 1)
        for field, color in enumerate((Color.MYTHICAL, *colors))
    )
