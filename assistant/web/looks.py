"""How the pages look on this phone: the palette of its player, in a cookie of its own."""

from flask import Blueprint, Flask, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from assistant.core.errors import N_, InputError

pages = Blueprint("looks", __name__)

PALETTES = (
    ("box", N_("as on the gems of the box")),
    ("okabe", N_("easier to tell apart (Okabe and Ito)")),
)
_SECONDS_KEPT = 400 * 24 * 3600


def init_app(app: Flask) -> None:
    """Let the templates ask for the palette."""
    app.jinja_env.globals["palette"] = palette
    app.jinja_env.globals["palettes"] = PALETTES


def palette() -> str:
    """The palette of this phone."""
    chosen = request.cookies.get(_cookie(), "")
    return chosen if chosen in dict(PALETTES) else PALETTES[0][0]


@pages.post("/looks")
def choose() -> Response:
    """Keep the palette that was chosen."""
    chosen = request.form.get("palette", "")
    if chosen not in dict(PALETTES):
        raise InputError(N_("Choose one of the palettes."))
    response = redirect(url_for("home.home"), 303)
    response.set_cookie(_cookie(), chosen, max_age=_SECONDS_KEPT, httponly=True, samesite="Lax")
    return response


def _cookie() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}_looks"
