import random
from collections import Counter

import pytest

from assistant.core.areas import layout_areas
from assistant.core.geometry import BASE_SHAPES, Frame
from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.core.problems import DeckLimits, problems
from assistant.core.topview import top_view
from assistant.games.forgotten_treasures.legend.exploration import GEM_COLORS, GEM_KINDS
from assistant.games.forgotten_treasures.lookahead.drafting import (
    BLOCKS,
    SUPPLY,
    Offers,
    Pool,
    best_turn,
    play_stage,
    wants,
)
from assistant.games.forgotten_treasures.lookahead.foresight import StageEnd
from assistant.games.forgotten_treasures.lookahead.futures import Futures, kinds_in_order
from assistant.games.forgotten_treasures.lookahead.growing import (
    Growing,
    empty_growing,
    open_slots,
    site,
)
from assistant.games.forgotten_treasures.lookahead.hands import (
    COLORS,
    KINDS,
    MYTHICAL,
    count,
    hand_of,
)
from assistant.games.forgotten_treasures.lookahead.simulation import play_game
from tests.core.samples import gems_of, parsed

LIMITS = DeckLimits(dict.fromkeys(GEM_COLORS, 36), dict.fromkeys(GEM_COLORS, 36))


def test_all_dominoes_of_the_game_are_ninety_with_two_icons_each() -> None:
    rng = random.Random(1)
    pool = Pool()
    dominoes = [pool.draw(rng) for _ in range(90)]
    assert {icons + others for (_, icons), (_, others) in dominoes} == {2}
    blocks = Counter(half for domino in dominoes for half in domino)
    assert blocks == {
        (color, icons): number for icons, number in enumerate(BLOCKS) for color in COLORS
    }
    icons = Counter(color for domino in dominoes for color, count in domino for _ in range(count))
    assert set(icons.values()) == {36}
    assert pool.draw(rng)


def test_what_has_been_seen_is_not_drawn_again() -> None:
    rng = random.Random(2)
    seen = [(0, icons) for icons, number in enumerate(BLOCKS) for _ in range(number)]
    pool = Pool(seen)
    for _ in range(60):
        assert 0 not in {color for color, _ in pool.draw(rng)}


def test_gems_in_hand_are_not_on_the_table() -> None:
    held = hand_of([9, 9, 9, 9, 0, 0])
    offers = Offers(Pool(), held, random.Random(3))
    for _ in range(30):
        assert {gem for gems in offers.gems for gem in gems} <= {4, MYTHICAL}
        assert all(1 <= len(gems) <= 3 for gems in offers.gems)
        assert len(set(offers.face_up)) == 3
        offers.other_turn()


def test_a_table_copied_goes_its_own_way() -> None:
    offers = Offers(Pool(), 0, random.Random(4))
    twin = offers.copy()
    assert (twin.tops, twin.gems, twin.face_up) == (offers.tops, offers.gems, offers.face_up)
    before = [gems.copy() for gems in offers.gems]
    for _ in range(5):
        twin.other_turn()
    assert offers.gems == before


def test_one_wants_what_pays_for_most() -> None:
    areas = [(6, 2), (3,), (), (), ()]
    assert wants(areas, [0] * 6) == [6, 3, 0, 0, 0, 3]
    assert wants(areas, [1, 1, 0, 0, 0, 0]) == [3, 1.5, 0, 0, 0, 2]
    assert wants(areas, [2, 1, 0, 0, 0, 0]) == [3, 1.5, 0, 0, 0, 2]


def test_a_domino_is_laid_where_areas_grow() -> None:
    """The row of red at the top is the only one that a coming stage leaves on the border."""
    view = top_view(parsed("r3r3r3r3r3/b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0b0"))
    red, blue = (dict(view.colors)[color] for color in (Color.RED, Color.BLUE))
    growing = Growing(view.frame, [red, blue, 0, 0, 0], view.icons, 2)
    assert growing.areas() == ((10,), (), (), (), ())
    gain, first, second = growing.best_place(((0, 1), (2, 1)))
    assert gain == 11**2 - 10**2 + 1
    assert first in range(4)
    growing.lay(((0, 1), (2, 1)), (first, second), random.Random(1))
    assert growing.areas() == ((11,), (), (1,), (), ())


@pytest.mark.parametrize("shape", BASE_SHAPES)
def test_no_domino_leaves_the_next_one_without_room(shape: tuple[int, int]) -> None:
    columns, rows = shape
    rng = random.Random(5)
    for _ in range(20):
        taken = 0
        for turn in range(10):
            slots = open_slots(columns, rows, taken, True)
            assert slots
            first, second = rng.choice(slots)
            assert not taken >> first & 1
            assert not taken >> second & 1
            taken |= 1 << first | 1 << second
            assert taken.bit_count() == 2 * turn + 2
        assert open_slots(columns, rows, taken, True) == ()


@pytest.mark.parametrize("seed", range(8))
def test_grown_areas_are_those_of_the_layout(seed: int) -> None:
    rng = random.Random(seed)
    growing = empty_growing(Frame(*rng.choice(BASE_SHAPES)))
    offers = Offers(Pool(), 0, rng)
    stages = []
    for number, turns in enumerate((10, 6, 3, 1), start=1):
        if number > 1:
            growing.begin_next()
        assert growing.turns == turns
        gained = play_stage(growing, offers)
        assert sum(count(gained, kind) for kind in KINDS) == turns
        stages.append(growing.built(GEM_KINDS))
        layout = Layout(tuple(stages))
        assert growing.areas() == icons_of(layout)
        assert problems(layout, LIMITS) == ()


def icons_of(layout: Layout) -> tuple[tuple[int, ...], ...]:
    areas = [area for area in layout_areas(layout) if area.icons]
    return tuple(
        tuple(sorted((area.icons for area in areas if area.color is color), reverse=True))
        for color in GEM_COLORS
    )


def test_the_bot_takes_what_it_may() -> None:
    offers = Offers(Pool(), 0, random.Random(6))
    growing = empty_growing(Frame(5, 4))
    space, gem, cells = best_turn(growing, offers, [0] * 6)
    assert space in offers.face_up
    assert gem in offers.gems[space]
    assert tuple(sorted(cells)) in open_slots(5, 4, 0, True)


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_a_future_has_a_stage_end_for_each_stage_to_come(stage: int) -> None:
    game = play_game(7)
    layout = Layout(game.layout.stages[:stage])
    futures = Futures(layout, Inventory(), GEM_KINDS)
    end = futures.draw(random.Random(1), (3, 2)[stage - 1 :])
    assert isinstance(end, StageEnd)
    assert end.scenarios == {1: 6, 2: 2, 3: 1}[stage]
    assert end[0] >= 0


def test_the_next_stage_covers_what_it_covers() -> None:
    """Of a pyramid all of whose icons lie inside, none is left: only the coming ones score."""
    inside = parsed("r0r0r0r0r0/r0r8rCr4r0/r0r2r3r1r0/r0r0r0r0r0")
    growing = Futures(inside, Inventory(), GEM_KINDS)._start
    assert growing.icons == 0
    assert growing.areas() == ((),) * 5


def test_a_colour_that_shows_nowhere_has_no_area_yet() -> None:
    """Its first quadrant of all, at the corner of the pyramid, is not its own either."""
    layout = parsed("r1r0r0g0b0/" + "/".join(["r0r0r0r0r0"] * 3))
    growing = Futures(layout, Inventory(), GEM_KINDS)._start
    shown = {Color.RED, Color.GREEN, Color.BLUE}
    assert [bool(groups) for groups in growing.groups] == [kind in shown for kind in GEM_KINDS[:-1]]


def test_colours_are_numbered_as_they_are_met() -> None:
    layout = parsed("g0r0g0b0b0/" + "/".join(["r0r0r0r0r0"] * 3))
    kinds = kinds_in_order(layout, gems_of("1 orange, 2 purple"))
    assert kinds == (
        Color.GREEN,
        Color.RED,
        Color.BLUE,
        Color.PURPLE,
        Color.ORANGE,
        Color.MYTHICAL,
    )


def test_the_gems_of_a_game_are_those_of_the_bag() -> None:
    for seed in range(10):
        ends = play_game(seed).ends
        for kind in KINDS:
            assert sum(count(end.gained, kind) for end in ends) <= SUPPLY[kind]


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
def test_beside_a_block_lies_what_shares_an_edge_with_it(stage: int) -> None:
    frame = Frame(5, 4)
    place = site(frame, stage)
    for mask, around in zip(place.masks, place.around, strict=True):
        own = set(frame.quadrants(mask))
        beside = {
            (q.x + dx, q.y + dy) for q in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        } - {(q.x, q.y) for q in own}
        inside = {(x, y) for x, y in beside if 0 <= x < 10 and 0 <= y < 8}
        assert {(q.x, q.y) for q in frame.quadrants(around)} == inside
