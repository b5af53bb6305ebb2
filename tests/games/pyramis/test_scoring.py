import random
from collections import Counter

import pytest

from assistant.core.errors import CardError
from assistant.games.pyramis.cards import EMPTY_PYRAMID, CardPyramid, Icons, Place
from assistant.games.pyramis.scoring import (
    DECK,
    PYRAMIS,
    Land,
    Player,
    PlayerScore,
    doubts,
    largest_zone,
    score_players,
    winners,
)
from tests.games.pyramis.card_pyramids import (
    drawn_pyramid,
    icons,
    pyramid,
    shuffled_deck,
    some_icons,
)


def player(name: str, table: CardPyramid, stars: str = "") -> Player:
    return Player(name, table, tuple(map(icons, stars.split())))


def test_the_cards_are_those_of_the_box() -> None:
    assert sum(DECK.values()) == 48
    assert (PYRAMIS.players, PYRAMIS.palette) == ((2, 4), tuple(Land))


def test_a_game_worked_by_hand() -> None:
    """Ana's sea joins across three rows, 6 cards; Ben's two zones of 4 cards differ by a pyramid.

    Ana: 7 pyramids and a star, 5 of them in her zone, 2 aliens. Ben: 6 pyramids, 3 in the better
    zone, 2 aliens and one on a star, the most.
    """
    ana = pyramid(
        "sea:p sea:pp/a city:p/aa forest:", "sea:p sea: city:/p*", "sea: sea:p/ppp", "city:aa"
    )
    ben = pyramid(
        "forest:p forest:p city:a sea:p", "forest:p forest: sea:p", "mountain: sea:p", "sea:a"
    )
    scores = score_players([player("Ana", ana, "p"), player("Ben", ben, "a")])
    assert scores == (
        PlayerScore("Ana", 8, 5, ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)), 2, 0),
        PlayerScore("Ben", 6, 3, ((0, 0), (0, 1), (1, 0), (1, 1)), 3, 3),
    )
    assert [score.points for score in scores] == [13, 12]
    assert winners(scores) == ("Ana",)


def test_zones_of_equally_many_cards_the_better_one_counts() -> None:
    table = pyramid("sea: sea: city:p city:p")
    assert largest_zone(table) == (((0, 2), (0, 3)), 2)


def test_a_larger_zone_counts_even_if_it_is_worth_less() -> None:
    table = pyramid("sea: sea: city:ppp city:ppp", "sea: - -")
    assert largest_zone(table) == (((0, 0), (0, 1), (1, 0)), 0)


def test_of_zones_that_are_equal_in_all_the_lowest_counts() -> None:
    assert largest_zone(pyramid("sea:p city:p sea:p -")) == (((0, 0),), 1)


def test_by_the_house_rule_zones_stay_in_their_row() -> None:
    table = pyramid("sea:p sea:p city: city:", "sea:p - -")
    assert largest_zone(table) == (((0, 0), (0, 1), (1, 0)), 3)
    assert largest_zone(table, same_row=True) == (((0, 0), (0, 1)), 2)


def test_stars_add_to_pyramids_and_aliens_but_not_to_the_zone() -> None:
    (score,) = score_players([player("A", pyramid("sea:p - - -"), "p p a")])
    assert (score.pyramids, score.zone_bonus, score.aliens, score.points) == (3, 1, 1, 5)


def test_all_who_are_tied_for_most_aliens_score_their_own() -> None:
    tables = [pyramid(f"sea:{'a' * count} - - -") for count in (2, 3, 3, 0)]
    scores = score_players([player(*entry) for entry in zip("ABCD", tables, strict=True)])
    assert [score.alien_points for score in scores] == [0, 3, 3, 0]
    assert winners(scores) == ("B", "C")


def test_nobody_has_aliens() -> None:
    scores = score_players([player("A", EMPTY_PYRAMID), player("B", pyramid("sea:p - - -"))])
    assert scores[0] == PlayerScore("A", 0, 0, (), 0, 0)
    assert [score.points for score in scores] == [0, 2]


def test_a_turn_changes_what_counts() -> None:
    table = pyramid("sea:p/aa sea:p/a city:p/a sea:p/a")
    before, after = (score_players([player("A", t)])[0] for t in (table, table.turn((0, 0))))
    assert (before.pyramids, before.zone_bonus, before.aliens) == (4, 2, 0)
    assert (after.pyramids, after.zone_bonus, after.aliens) == (3, 1, 2)


@pytest.mark.parametrize("same_row", [False, True])
def test_random_games_equal_a_plain_computation(same_row: bool) -> None:
    rng = random.Random(same_row)
    for _ in range(700):
        players = random_game(rng)
        scores = score_players(players, same_row=same_row)
        expected = [plain_score(each, players, same_row) for each in players]
        assert [
            (s.pyramids, s.zone_bonus, len(s.zone), s.aliens, s.points) for s in scores
        ] == expected
        best = max(entry[-1] for entry in expected)
        assert winners(scores) == tuple(
            each.name for each, entry in zip(players, expected, strict=True) if entry[-1] == best
        )


def random_game(rng: random.Random) -> list[Player]:
    deck = shuffled_deck(rng)
    stars = [some_icons(rng) for _ in range(5)]
    cards = rng.choice((10, 10, rng.randint(0, 10)))
    return [
        Player(
            name,
            drawn_pyramid(rng, deck, cards),
            tuple(stars.pop() for _ in range(rng.randint(0, len(stars)))),
        )
        for name in "ABCD"[: rng.randint(2, 4)]
    ]


def plain_counts(each: Player) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in each.pyramid.rows:
        for card in row:
            if card:
                half = card.lower if card.rotated else card.upper
                assert half
                found.update(p=half.pyramids, a=half.aliens)
    for star in each.stars:
        found.update(p=star.pyramids, a=star.aliens)
    return found


def plain_score(each: Player, players: list[Player], same_row: bool) -> tuple[int, ...]:
    """Pyramids, zone bonus, cards of the zone, aliens and points, as told in the rules."""
    own = plain_counts(each)
    most = max(plain_counts(other)["a"] for other in players)
    cards, bonus = max(
        zone_of(place, each.pyramid, same_row) for place in [(0, 0), *each.pyramid.cards()]
    )
    aliens = own["a"] if own["a"] == most else 0
    return own["p"], bonus, cards, own["a"], own["p"] + bonus + aliens


def zone_of(start: Place, table: CardPyramid, same_row: bool) -> tuple[int, int]:
    """Cards and pyramids of the zone of one card, in a drawing with half cards as columns."""
    drawing = {(2 * n + row, row): card for (row, n), card in table.cards().items()}
    steps = [(2, 0), (-2, 0)]
    if not same_row:
        steps += [(1, 1), (-1, 1), (1, -1), (-1, -1)]
    row, position = start
    todo, zone = [(2 * position + row, row)], set()
    while todo:
        x, y = spot = todo.pop()
        if spot in drawing and spot not in zone and drawing[spot].color is table[start].color:
            zone.add(spot)
            todo += [(x + dx, y + dy) for dx, dy in steps]
    return len(zone), sum(drawing[spot].icons.pyramids for spot in zone)


def test_more_cards_of_a_colour_than_there_are_are_refused() -> None:
    city = pyramid("city: city: city: city:")
    assert score_players([player("A", city), player("B", pyramid("city: city: - -"))])
    with pytest.raises(CardError, match="7 city cards: there are only 6 in the game"):
        score_players([player("A", city), player("B", pyramid("city: city: city: -"))])


def test_more_stars_than_there_are_are_refused() -> None:
    assert score_players([player("A", EMPTY_PYRAMID, "p p p"), player("B", EMPTY_PYRAMID, "a a")])
    with pytest.raises(CardError, match="6 shooting stars: there are only 5 in the game"):
        score_players([player("A", EMPTY_PYRAMID, "p p p"), player("B", EMPTY_PYRAMID, "a a a")])


def test_what_the_rules_do_not_allow_is_pointed_out() -> None:
    apart = player("Ana", pyramid("sea: - - sea:"), "p")
    odd = Player("Ben", EMPTY_PYRAMID, (Icons(1, 1), Icons(0, 0), Icons(0, 1)))
    assert list(map(str, doubts([apart, odd]))) == [
        "The cards of Ana are not all connected.",
        "A shooting star of Ben shows 1 pyramids and 1 aliens; it must be one or the other.",
        "A shooting star of Ben shows 0 pyramids and 0 aliens; it must be one or the other.",
    ]
    assert doubts([player("Ana", pyramid("sea: sea: - -"), "p")]) == ()
