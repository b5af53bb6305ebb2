"""How the pages look on this phone: the palette of its player, in a cookie of its own."""

from flask import Blueprint, Flask, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from assistant.core.errors import N_, InputError
from assistant.web.phone_cookie import PhoneCookie

pages = Blueprint("looks", __name__)

PALETTES = (
    ("box", N_("as on the gems of the box")),
    ("okabe", N_("easier to tell apart (Okabe and Ito)")),
)
_LOOKS = PhoneCookie("looks")


def init_app(app: Flask) -> None:
    """Let the templates ask for the palette."""
    app.jinja_env.globals["phone_looks"] = palette
    app.jinja_env.globals["palettes"] = PALETTES


def palette() -> str:
    """The palette of this phone."""
    chosen = _LOOKS.text()
    return chosen if chosen in dict(PALETTES) else PALETTES[0][0]


@pages.post("/looks")
def choose() -> Response:
    """Keep the palette that was chosen."""
    chosen = request.form.get("palette", "")
    if chosen not in dict(PALETTES):
        raise InputError(N_("Choose one of the palettes."))
    response = make_response(redirect(url_for("home.home"), 303))
    _LOOKS.keep(response, chosen)
    return response
