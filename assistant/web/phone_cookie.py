"""What a phone remembers for itself: a signed text in a cookie, as long as browsers keep one."""

from dataclasses import dataclass

from flask import Response, current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

_SECONDS_KEPT = 400 * 24 * 3600


@dataclass(frozen=True, slots=True)
class PhoneCookie:
    """A cookie of this name, signed for this purpose alone."""

    name: str

    def text(self) -> str:
        """What the phone has kept; empty if it has nothing that is ours."""
        try:
            return str(self._signer().loads(request.cookies.get(self._key(), "")))
        except BadSignature:
            return ""

    def keep(self, response: Response, text: str) -> None:
        """Have the phone keep this text from now on."""
        response.set_cookie(
            self._key(),
            self._signer().dumps(text),
            max_age=_SECONDS_KEPT,
            httponly=True,
            samesite="Lax",
        )

    def _key(self) -> str:
        return f"{current_app.config['SESSION_COOKIE_NAME']}_{self.name}"

    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(current_app.config["SECRET_KEY"], salt=f"phone {self.name}")
