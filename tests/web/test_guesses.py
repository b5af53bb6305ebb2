"""Wrong codes: how many a household may try, and how little a guesser."""

import pytest

from assistant.web.guesses import AT_ONCE, CLIENTS_REMEMBERED, SECONDS_EACH, Guesses

HOUSE = "192.168.1.20"


class Clock:
    now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guesses(clock: Clock) -> Guesses:
    return Guesses(clock)


def use_up(guesses: Guesses, client: str) -> None:
    for number in range(AT_ONCE):
        assert guesses.seconds_to_wait(client) == 0
        guesses.note(client, f"I{number}")


def test_a_guesser_has_one_code_each_twenty_seconds(guesses: Guesses, clock: Clock) -> None:
    use_up(guesses, HOUSE)
    tried = 0
    for _ in range(3600):
        clock.now += 1
        if not guesses.seconds_to_wait(HOUSE):
            guesses.note(HOUSE, f"J{tried}")
            tried += 1
    assert tried == 3600 / SECONDS_EACH


def test_nobody_waits_longer_than_for_one_code_and_a_pause_gives_all_back(
    guesses: Guesses, clock: Clock
) -> None:
    use_up(guesses, HOUSE)
    for number in range(50):
        guesses.note(HOUSE, f"I{number % AT_ONCE}")
    assert guesses.seconds_to_wait(HOUSE) == SECONDS_EACH
    clock.now += AT_ONCE * SECONDS_EACH
    use_up(guesses, HOUSE)


def test_others_are_not_held_up(guesses: Guesses) -> None:
    use_up(guesses, HOUSE)
    assert guesses.seconds_to_wait("192.168.1.21") == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::5", "2001:db8:1:3::5", False),
        ("::ffff:192.168.1.20", HOUSE, True),
        ("unknown", "unknown", True),
        ("", "unknown", False),
    ],
)
def test_addresses_that_one_household_chooses_itself_count_together(
    guesses: Guesses, one: str, other: str, same: bool
) -> None:
    use_up(guesses, one)
    assert bool(guesses.seconds_to_wait(other)) == same


def test_so_many_clients_are_remembered_and_no_more(guesses: Guesses) -> None:
    use_up(guesses, HOUSE)
    for number in range(CLIENTS_REMEMBERED):
        guesses.note(f"10.0.{number // 250}.{number % 250}", "I" * 60)
    assert len(guesses._clients) == CLIENTS_REMEMBERED
    assert guesses.seconds_to_wait(HOUSE) == 0
