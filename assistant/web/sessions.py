"""The signed cookie of a phone."""

from hashlib import sha256

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature


def cookie_name(secret: str) -> str:
    """A name that belongs to the database: browsers keep one cookie of a name for all ports."""
    return f"pyramido_{sha256(secret.encode()).hexdigest()[:8]}"


class KeptSessions(SecureCookieSessionInterface):
    """Cookies are good for as long as the browser has them, whatever the clock of the server says.

    A small machine without a battery starts in the past; a cookie from its future is no forgery.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request; an empty one if its cookie is not ours."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(
                signer.loads(request.cookies.get(self.get_cookie_name(app), ""))
            )
        except BadSignature:
            return self.session_class()
