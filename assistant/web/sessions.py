"""The signed cookie of a phone."""

from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

COOKIES_AT_HAND = 1000
"""Cookies that were checked before: pages send the same one every second."""


def cookie_name(secret: str) -> str:
    """A name that belongs to the database: browsers keep one cookie of a name for all ports."""
    return f"pyramido_{sha256(secret.encode()).hexdigest()[:8]}"


class KeptSessions(SecureCookieSessionInterface):
    """Cookies are good for as long as the browser has them, whatever the clock of the server says.

    A small machine without a battery starts in the past; a cookie from its future is no forgery.
    """

    def __init__(self) -> None:
        self._known = lru_cache(COOKIES_AT_HAND)(self._checked)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request; an empty one if its cookie is not ours."""
        return self.session_class(
            self._known(app, request.cookies.get(self.get_cookie_name(app), ""))
        )

    def _checked(self, app: Flask, cookie: str) -> dict[str, Any]:
        """What a cookie holds; nothing if it is not ours."""
        signer = self.get_signing_serializer(app)
        if signer is None or not cookie:
            return {}
        try:
            return dict(signer.loads(cookie))
        except BadSignature:
            return {}
