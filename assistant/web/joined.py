"""The tables that a phone has made or joined, in a signed cookie; others need their code.

Whoever opens a table by its code joins it. Wrong codes are slowed down (`Guesses`), and for a phone
that has no code left to try even right ones, so that trying says nothing. Phones that have joined
are never held up.
"""

from functools import lru_cache
from typing import cast

from flask import Flask, Response, current_app, g, make_response, request
from itsdangerous import BadSignature, URLSafeSerializer

from assistant.core.errors import N_, NotFoundError, TooOftenError
from assistant.web.context import tables
from assistant.web.errors import answer
from assistant.web.guesses import Guesses
from assistant.web.i18n import sentence
from assistant.web.sessions import COOKIES_AT_HAND

MOST_TABLES = 100
"""Tables that a phone remembers, the latest ones: a cookie of at most about a kilobyte."""
_SECONDS_KEPT = 400 * 24 * 3600
"""The longest that browsers keep a cookie; counted from when it comes, whatever our clock says."""


def init_app(app: Flask) -> None:
    """Ask for the code of a table before anything about it is answered; note who had it."""
    app.extensions["guesses"] = Guesses()
    app.url_value_preprocessor(_note_code)
    app.before_request(_admit_to_the_table)
    app.after_request(_remember)


def joined() -> tuple[str, ...]:
    """The codes of the tables that this phone has joined, the latest last."""
    if "joined" not in g:
        g.joined = _kept_codes()
    return cast(tuple[str, ...], g.joined)


def admit(code: str) -> None:
    """Let a phone go on that has joined this table, or knows its code.

    Raises:
        NotFoundError: there is no such table.
        TooOftenError: too many wrong codes have come from there.
    """
    if code in joined():
        return
    guesses = cast(Guesses, current_app.extensions["guesses"])
    client = request.remote_addr or ""
    if seconds := guesses.seconds_to_wait(client):
        raise TooOftenError(
            N_(
                "Too many codes were tried that no table has. Look at the code on the pad, and try"
                " it in %(seconds)d seconds."
            ),
            seconds=seconds,
        )
    try:
        tables().version(code)
    except NotFoundError:
        guesses.note(client, code)
        raise


def join(code: str) -> None:
    """Note that this phone has made this table, or was let in."""
    g.code = code


def leave(code: str) -> None:
    """Forget on this phone that it joined this table; its code lets it in again."""
    g.joined = tuple(known for known in joined() if known != code)
    g.left = True


def remember(response: Response, codes: tuple[str, ...]) -> None:
    """Have this phone keep these tables, the latest last."""
    response.set_cookie(
        _cookie(),
        _signer(current_app.config["SECRET_KEY"]).dumps(" ".join(codes[-MOST_TABLES:])),
        max_age=_SECONDS_KEPT,
        httponly=True,
        samesite="Lax",
    )


def _note_code(endpoint: str | None, values: dict[str, str] | None) -> None:
    """Codes are read out and typed: small letters are as good."""
    if values and "code" in values:
        g.code = values["code"] = values["code"].upper()


def _admit_to_the_table() -> Response | None:
    if "code" not in g:
        return None
    try:
        admit(g.code)
    except TooOftenError as error:
        response = make_response(*answer(sentence(error), 429))
        response.headers["Retry-After"] = str(error.message.details["seconds"])
        return response
    return None


def _remember(response: Response) -> Response:
    code = g.get("code")
    if g.get("left"):
        remember(response, joined())
    elif code and response.status_code < 400 and code not in joined():
        remember(response, (*joined(), code))
    return response


def _kept_codes() -> tuple[str, ...]:
    return _codes_in(request.cookies.get(_cookie(), ""), current_app.config["SECRET_KEY"])


@lru_cache(COOKIES_AT_HAND)
def _codes_in(cookie: str, secret: str) -> tuple[str, ...]:
    try:
        return tuple(_signer(secret).loads(cookie).split())
    except BadSignature:
        return ()


def _cookie() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}_tables"


def _signer(secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt="joined tables")
