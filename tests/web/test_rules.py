"""The rules cards, checked against the numbers of the games."""

import pytest

from assistant.games import ALL_GAMES, FORGOTTEN_TREASURES, GAMES
from tests.web.phone import Phone


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_game_has_a_rules_card_that_leads_to_the_others(phone: Phone, game: str) -> None:
    page = phone.get(f"/rules/{game}")
    assert page.status_code == 200
    assert all(f'href="/rules/{other}"' in page.text for other in ALL_GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_card_tells_the_dominoes_of_each_stage_as_the_game_has_them(
    phone: Phone, game: str
) -> None:
    *first, last = GAMES[game].turns
    told = f"{', '.join(map(str, first))} and {last} dominoes"
    assert told in phone.get(f"/rules/{game}").text


def test_the_card_tells_how_many_gems_are_kept(phone: Phone) -> None:
    told = f"keep at most {FORGOTTEN_TREASURES.keep_limit} gems"
    assert told in phone.get(f"/rules/{FORGOTTEN_TREASURES.name}").text


def test_a_game_that_is_not_known_has_no_card(phone: Phone) -> None:
    assert phone.get("/rules/chess").status_code == 400
