"""Whose phone this is, at each table: a signed cookie that a reload and a locked screen survive."""

from flask import Response, current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

MOST_TABLES = 50
"""Tables at which a phone remembers its seat, the latest ones."""
_SECONDS_KEPT = 400 * 24 * 3600


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
    response.set_cookie(
        _cookie(),
        _signer().dumps(" ".join(f"{own}:{number}" for own, number in latest)),
        max_age=_SECONDS_KEPT,
        httponly=True,
        samesite="Lax",
    )


def _kept() -> dict[str, int]:
    try:
        text = _signer().loads(request.cookies.get(_cookie(), ""))
        return {code: int(seat) for code, seat in (pair.split(":") for pair in text.split())}
    except (BadSignature, ValueError):
        return {}


def _cookie() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}_seats"


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="own seats")
