import pytest

from assistant.core.errors import InputError, InventoryError, NotationError
from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES, GAMES, PYRAMIDO, Game, game_named
from tests.core.samples import gems_of


def test_the_pieces_of_forgotten_treasures_add_up() -> None:
    game = FORGOTTEN_TREASURES
    assert sum(game.supply.values()) == 63
    assert game.supply[Color.MYTHICAL] == 18
    assert sum(game.deck.blocks.values()) == 2 * 90
    assert sum(game.deck.icons.values()) == 2 * 90
    assert (game.players, sum(game.turns)) == ((1, 4), 20)


def test_the_pieces_of_pyramido_add_up() -> None:
    game = PYRAMIDO
    assert sum(game.deck.blocks.values()) == sum(game.deck.icons.values()) == 2 * 90
    assert {color.value: count for color, count in game.deck.blocks.items()} == {
        "brown": 37,
        "blue": 34,
        "yellow": 31,
        "turquoise": 29,
        "red": 26,
        "green": 23,
    }
    assert {color.value: count for color, count in game.deck.icons.items()} == {
        "brown": 24,
        "blue": 28,
        "yellow": 29,
        "turquoise": 31,
        "red": 32,
        "green": 36,
    }
    assert (game.players, game.first_tie_break) == ((2, 4), "cards_left")


def test_games_are_found_by_name() -> None:
    for name, game in GAMES.items():
        assert game_named(name) is game
        assert game.name == name


@pytest.mark.parametrize("name", ["", "Pyramido", "pyramis2", None, 3, ["pyramido"], {}])
def test_an_unknown_game_is_refused_with_those_there_are(name: object) -> None:
    with pytest.raises(InputError, match="use one of forgotten_treasures, pyramido"):
        game_named(name)


def test_each_game_reads_layouts_in_its_own_letters() -> None:
    text = "t0" * 5 + ("/" + "b0" * 5) * 3
    assert repr(PYRAMIDO.parse(text)) == text
    with pytest.raises(NotationError):
        FORGOTTEN_TREASURES.parse(text)


@pytest.mark.parametrize(("stage", "most"), [(1, 10), (2, 11), (3, 8), (4, 6), (None, 11)])
def test_nobody_holds_more_gems_than_kept_and_taken(stage: int | None, most: int) -> None:
    game = FORGOTTEN_TREASURES
    game.check_inventory(
        gems_of(f"9 red, {most - 9} mythical") if most > 9 else gems_of(f"{most} red"), stage
    )
    with pytest.raises(InventoryError, match=rf"{most + 1} gems are too many.* make {most}\."):
        game.check_inventory(gems_of(f"3 red, {most - 2} mythical"), stage)


def test_there_are_nine_gems_of_a_colour_and_mythicals_for_any_hand() -> None:
    FORGOTTEN_TREASURES.check_inventory(gems_of("9 red"), 1)
    FORGOTTEN_TREASURES.check_inventory(gems_of("10 mythical"), 1)
    with pytest.raises(InventoryError, match="10 red gems: there are only 9 in the game"):
        FORGOTTEN_TREASURES.check_inventory(gems_of("10 red"), 1)


def test_gems_of_another_game_are_refused() -> None:
    with pytest.raises(InventoryError, match="has no brown gems"):
        FORGOTTEN_TREASURES.check_inventory(Inventory.of({Color.BROWN: 1}), 2)


def test_no_gems_are_always_possible() -> None:
    for stage in (1, 2, 3, 4, None):
        FORGOTTEN_TREASURES.check_inventory(Inventory(), stage)


def test_problems_count_against_the_deck_of_the_game() -> None:
    """38 brown blocks: one of them could be a card, unless no card was played."""
    blocks = "/".join(["n1" * 5] * 4)
    layout = PYRAMIDO.parse(f"{blocks} {'/'.join(['n1' * 4] * 3)} n1n1n1/n1n1n1")
    icons = "38 brown icons: the game has only %d."
    assert [str(problem) for problem in PYRAMIDO.problems(layout)] == [icons % 25]
    assert [str(problem) for problem in PYRAMIDO.problems(layout, 1)] == [icons % 25]
    assert [str(problem) for problem in PYRAMIDO.problems(layout, 0)] == [
        "38 brown blocks: the game has only 37.",
        icons % 24,
    ]
    assert [str(problem) for problem in PYRAMIDO.problems(layout, {(1, 0, 0)})] == [
        "37 brown icons: the game has only 24."
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_turn_lays_a_domino_and_every_stage_is_full(game: Game) -> None:
    blocks = [5 * 4, 4 * 3, 3 * 2, 2 * 1]
    assert [2 * turns for turns in game.turns] == blocks


def test_every_colour_of_forgotten_treasures_is_as_often_there() -> None:
    deck = FORGOTTEN_TREASURES.deck
    assert set(deck.blocks.values()) == set(deck.icons.values()) == {36}
