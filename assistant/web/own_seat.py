"""Whose phone this is, at each table: kept by the phone through reloads and a locked screen."""

from flask import Response

from assistant.web.phone_cookie import PhoneCookie

MOST_TABLES = 50
"""Tables at which a phone remembers its seat, the latest ones."""
_SEATS = PhoneCookie("seats")


def own_seat(code: str, seats: int) -> int | None:
    """The seat of this phone at a table of so many, from 0; None: nobody's."""
    seat = _kept().get(code)
    return seat if seat is not None and 0 <= seat < seats else None


def take_seat(response: Response, code: str, seat: int | None) -> None:
    """Have this phone keep a seat, or none."""
    seats = {other: number for other, number in _kept().items() if other != code}
    if seat is not None:
        seats[code] = seat
    latest = list(seats.items())[-MOST_TABLES:]
    _SEATS.keep(response, " ".join(f"{own}:{number}" for own, number in latest))


def _kept() -> dict[str, int]:
    pairs = (pair.split(":") for pair in _SEATS.text().split())
    return {code: int(seat) for code, seat in pairs}
