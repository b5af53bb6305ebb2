"""THE Legend's turn: worked turns, an independent oracle, and what is refused."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.errors import InputError, InventoryError
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS, GEM_KINDS, Space
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, legend_turn

every_example = settings(max_examples=150, deadline=None, derandomize=True)

LETTERS = {color.letter: color for color in GEM_KINDS}

# Worked turns. Spaces from the left, a capital F marks a face-up one; m is mythical. Then what
# he takes as space and gem, the space of the domino, gems from the bag, spaces to refill; where
# the house rule of one gem an icon changes the turn, that turn after a "|".
WORKED = {
    "two icons served in one space": ("rb", "Frbg rrb Fgpo gpo Frbm", "1r 1b > 1"),
    "a double icon, two identical gems": ("rr", "Fgmp gpo Frrb gpo Frmg", "3r 3r > 3"),
    "second gem in another space": ("rb", "Frgm gpo Fgpo gpo Fbpm", "1r 5b > 5"),
    "mythical search restarts left": ("rb", "Fmgo gpo Fgpo gpo Frpg", "5r 1m > 1"),
    "mythical in a space revisited": ("rb", "Fgpo gpo Frmo gpo Fgpo", "3r 3m > 3"),
    "two mythicals": ("rb", "Fmgo gpo Fgpo gpo Fpmg", "1m 5m > 5"),
    "two mythicals of one space": ("rb", "Fgpo gpo Fmmg gpo Fgpo", "3m 3m > 3"),
    "only one gem, face-down ignored": ("rb", "Fgpo mmr Fgpo gpo Fmgo", "5m > 5"),
    "one coloured gem and no more": ("rr", "Fgpo gpo Frgp gpo Fgpo", "3r > 3"),
    "nothing found": ("rb", "rbm Fgpo rbm Fgpo Fgpo", "> 2 bag"),
    "other spaces face up": ("rb", "rrm Fogb Fmpp Frgm bbr", "2b 4r > 4"),
    "icons count, not blocks": ("gg", "Frro gpo Fgrp gpo Fmrb", "3g 5m > 5"),
    "one mythical with a coloured gem": ("rb", "Fmmm gpo Fgpo gpo Fbmg", "5b 1m > 1"),
    "an area emptied": ("rb", "Frb gpo Fgpo gpo Frbm", "1r 1b > 1 refill 1"),
    "two gems of one icon": ("rb", "Frrg gpo Fgpo gpo Fbpo", "1r 1r > 1 | 1r 5b > 5"),
    "unserved icon first": ("rb", "Frrb gpo Fgpo gpo Fgpo", "1r 1b > 1"),
    "a repeat elsewhere": ("rb", "Frgo gpo Frpo gpo Fmgg", "1r 3r > 3 | 1r 5m > 5"),
    "unserved icon first elsewhere": ("rb", "Frgo gpo Frbo gpo Fgpo", "1r 3b > 3"),
    "refilled only after his search": ("rb", "Fr gpo Fgpo gpo Fgpo", "1r > 1 refill 1"),
    "two areas emptied": ("rb", "Fr gpo Fb gpo Fgpo", "1r 3b > 3 refill 1 3"),
    "emptied again further left": ("rb", "Fm gpo Fgpo gpo Fb", "5b 1m > 1 refill 1 5"),
}


def icons(letters: str) -> tuple[Color, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def spaces(text: str) -> tuple[Space, ...]:
    return tuple(Space(word[:1] == "F", icons(word.removeprefix("F"))) for word in text.split())


def described(turn: LegendTurn) -> str:
    words = [f"{taken.space}{taken.gem.letter}" for taken in turn.taken]
    words += [">", str(turn.domino_from)]
    words += ["bag"] * turn.bag_draw
    words += ["refill", *map(str, turn.refill)] if turn.refill else []
    return " ".join(words)


@pytest.mark.parametrize("name", WORKED)
@pytest.mark.parametrize("per_icon", [False, True])
def test_worked_turn(name: str, per_icon: bool) -> None:
    wanted, area, expected = WORKED[name]
    usual, _, house_rule = expected.partition(" | ")
    turn = legend_turn(icons(wanted), spaces(area), per_icon)
    assert described(turn) == (house_rule if per_icon and house_rule else usual)
    assert turn.flip == turn.domino_from


def oracle(wanted: tuple[Color, ...], area: tuple[Space, ...], per_icon: bool) -> str:
    """His turn read off the rules once more: one gem at a time, counting icons not yet served."""
    lying = {n: list(space.gems) for n, space in enumerate(area, start=1) if space.face_up}
    bare = {n for n, gems in lying.items() if not gems}
    hand: list[tuple[int, Color]] = []
    for space in (n for n in lying for _ in range(2)):
        unserved = Counter(wanted) - Counter(gem for _, gem in hand)
        matching = [icon for icon in wanted if icon in lying[space]]
        chosen = [icon for icon in matching if unserved[icon]] or ([] if per_icon else matching)
        if chosen and len(hand) < 2:
            lying[space].remove(chosen[0])
            hand.append((space, chosen[0]))
    for space in (n for n in lying for _ in range(2)):
        if Color.MYTHICAL in lying[space] and len(hand) < 2:
            lying[space].remove(Color.MYTHICAL)
            hand.append((space, Color.MYTHICAL))
    words = [f"{space}{gem.letter}" for space, gem in hand]
    words += [">", str(hand[-1][0])] if hand else [">", str(min(lying)), "bag"]
    emptied = [str(n) for n, gems in lying.items() if not gems and n not in bare]
    return " ".join(words + (["refill", *emptied] if emptied else []))


def random_position(rng: random.Random) -> tuple[tuple[Color, ...], tuple[Space, ...]]:
    face_up = rng.sample(range(5), 3)
    bag = rng.sample([color for color in GEM_KINDS for _ in range(9)], 15)
    kinds = rng.randint(1, 3)
    area = tuple(
        Space(n in face_up, tuple(bag[3 * n : 3 * n + rng.randint(min(1, kinds), 3)]))
        for n in range(5)
    )
    return (rng.choice(GEM_COLORS), rng.choice(GEM_COLORS)), area


@pytest.mark.parametrize("per_icon", [False, True])
def test_agrees_with_the_oracle(per_icon: bool) -> None:
    rng = random.Random(4)
    for _ in range(4000):
        wanted, area = random_position(rng)
        assert described(legend_turn(wanted, area, per_icon)) == oracle(wanted, area, per_icon), (
            wanted,
            area,
        )


gem_areas = st.lists(st.sampled_from(GEM_KINDS), max_size=3).map(tuple)
areas = st.tuples(*[st.builds(Space, st.booleans(), gem_areas)] * 5).filter(
    lambda area: (
        any(space.face_up for space in area)
        and max(Counter(g for s in area for g in s.gems).values(), default=0) <= 8
    )
)
wanted_icons = st.tuples(st.sampled_from(GEM_COLORS), st.sampled_from(GEM_COLORS))


@every_example
@given(wanted_icons, areas, st.booleans())
def test_takes_only_what_he_may(
    wanted: tuple[Color, Color], area: tuple[Space, ...], per_icon: bool
) -> None:
    """He never leaves with fewer gems than the face-up spaces offer him, nor with others."""
    turn = legend_turn(wanted, area, per_icon)
    offered = Counter((n, g) for n, s in enumerate(area, 1) if s.face_up for g in s.gems)
    taken = Counter((t.space, t.gem) for t in turn.taken)
    assert taken <= offered
    usable = [g for _, g in offered.elements() if g in (*wanted, Color.MYTHICAL)]
    if not per_icon:
        assert len(turn.taken) == min(2, len(usable))
    else:
        gems = Counter(t.gem for t in turn.taken if t.gem is not Color.MYTHICAL)
        assert gems <= Counter(wanted)
    assert turn.bag_draw == (not turn.taken)
    assert area[turn.domino_from - 1].face_up


@every_example
@given(wanted_icons, areas, st.randoms(use_true_random=False))
def test_order_of_the_gems_in_a_space_does_not_matter(
    wanted: tuple[Color, Color], area: tuple[Space, ...], rng: random.Random
) -> None:
    mixed = tuple(Space(s.face_up, tuple(rng.sample(s.gems, len(s.gems)))) for s in area)
    assert legend_turn(wanted, mixed).taken == legend_turn(wanted, area).taken


def test_reasons_name_the_rules_and_what_was_passed_over() -> None:
    turn = legend_turn(icons("rb"), spaces("Fmgo gpo Fgpo gpo Frpg"))
    assert [str(reason) for reason in turn.reasons] == [
        "The icons on his domino are red, blue: he looks for such gems in the face-up spaces"
        " only (1, 3, 5), from the left.",
        "Space 1: no gem matches an icon (mythical, green, orange).",
        "Space 3: no gem matches an icon (green, purple, orange).",
        "Space 5: red matches an icon.",
        "He holds 1 of 2 gems after all face-up spaces: a new search, for mythical gems, begins"
        " at the leftmost one.",
        "Space 1: he takes mythical.",
        "He holds 2 gems: he searches no further (not reached: 3, 5).",
        "He took his last gem in space 1: the domino comes from there.",
    ]


def test_reasons_translate_word_by_word() -> None:
    turn = legend_turn(icons("rb"), spaces("Fmgo gpo Fgpo gpo Frpg"))
    words = {"red": "rouge", "Space %(space)d: %(gem)s matches an icon.": "%(space)d : %(gem)s !"}
    assert turn.reasons[3].translated(lambda text: words.get(text, text)) == "5 : rouge !"


@pytest.mark.parametrize(
    ("wanted", "area", "error", "says"),
    [
        ("r", "Fr g Fb g Fo", InputError, "two gem icons, not 1"),
        ("rm", "Fr g Fb g Fo", InputError, "mythical is no gem icon"),
        ("rb", "Fr g Fb g", InputError, "five spaces, not 4"),
        ("rb", "r g b g o", InputError, "No space is face up"),
        ("rb", "Frrrr g Fb g Fo", InventoryError, "Space 1 has 4 gems"),
        ("rb", "Frrr rrr Frrr r Fo", InventoryError, "10 red gems: there are only 9"),
    ],
)
def test_refuses_what_cannot_be(wanted: str, area: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        legend_turn(icons(wanted), spaces(area))


def test_refuses_gems_of_another_game() -> None:
    area = (Space(True, (Color.BROWN,)), *[Space()] * 4)
    with pytest.raises(InputError, match="Space 1: brown is no gem"):
        legend_turn(icons("rb"), area)


def test_a_space_is_passed_over_only_if_it_has_no_mythical_gem() -> None:
    turn = legend_turn(icons("rb"), spaces("Fgpo gpo Fmgo gpo Frgo"))
    reasons = [str(reason) for reason in turn.reasons]
    assert "Space 1: no mythical gem." in reasons
    assert "Space 3: no mythical gem." not in reasons
