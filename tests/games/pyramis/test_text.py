import random
from collections.abc import Iterator

import pytest

from assistant.core.errors import AssistantError, CardError, NotationError
from assistant.games.pyramis.cards import ROW_LENGTHS, Card, CardPyramid, Icons
from assistant.games.pyramis.scoring import Land, Player
from assistant.games.pyramis.text import format_player, parse_player


def some_player(rng: random.Random) -> Player:
    """An unfinished pyramid: each row as far as the row below carries it."""
    rows, most = [], ROW_LENGTHS[0]
    for length in ROW_LENGTHS:
        count = rng.randint(0, max(most, 0))
        rows.append((*(some_card(rng) for _ in range(count)), *[None] * (length - count)))
        most = count - 1
    stars = tuple(Icons(*rng.choice(((1, 0), (0, 1)))) for _ in range(rng.randint(0, 5)))
    return Player("Ana", CardPyramid(tuple(rows)), stars)


def some_card(rng: random.Random) -> Card:
    halves = [Icons(rng.randint(0, 9), rng.randint(0, 9)) for _ in range(2)]
    turned = rng.random() < 0.3
    upper, lower = (rng.choice((half, None)) for half in halves)
    return Card(rng.choice([*Land]), upper, lower, turned)


def test_texts_and_players_are_the_same() -> None:
    rng = random.Random(5)
    for _ in range(500):
        player = some_player(rng)
        assert parse_player(format_player(player), "Ana") == player


def junk() -> Iterator[tuple[str, type[AssistantError], str]]:
    empty = "......"
    rows = [empty * length for length in ROW_LENGTHS]
    yield "", CardError, "not 1 rows"
    yield "/".join(rows[:3]), CardError, "not 3 rows"
    yield "/".join([rows[0] + empty, *rows[1:]]), CardError, "4 places, not 5"
    yield (
        "/".join([rows[0], "s10??^" + 2 * empty, *rows[2:]]),
        CardError,
        "stands on a missing card",
    )
    yield "/".join(["s-1??^" + 3 * empty, *rows[1:]]), NotationError, "'s-1??^' is no card"
    yield "/".join(["x10??^" + 3 * empty, *rows[1:]]), NotationError, "'x10??^' is no card"
    yield "/".join(["s1???^" + 3 * empty, *rows[1:]]), NotationError, "'s1???^' is no card"
    yield "/".join(["s????x" + 3 * empty, *rows[1:]]), NotationError, "'s????x' is no card"
    yield "/".join(rows) + " 1", NotationError, "'1' is no shooting star"
    yield "/".join(rows) + " 10,-1", NotationError, "'-1' is no shooting star"
    yield "/".join(["s١0??^" + 3 * empty, *rows[1:]]), NotationError, "is no card"


@pytest.mark.parametrize(("text", "error", "words"), [*junk()])
def test_other_texts_are_refused_with_the_reason(
    text: str, error: type[AssistantError], words: str
) -> None:
    with pytest.raises(error) as raised:
        parse_player(text, "Ana")
    assert words in str(raised.value)
