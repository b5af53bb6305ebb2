"""Home, new game, join."""

import secrets

from flask import (
    Blueprint,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from assistant.core.errors import AssistantError, InputError, NotFoundError, TooOftenError
from assistant.games import ALL_GAMES, FORGOTTEN_TREASURES
from assistant.web.context import once, solo, summaries, tables
from assistant.web.errors import status_of
from assistant.web.i18n import sentence
from assistant.web.joined import admit, join, joined, leave, remember
from assistant.web.requests import whole_number

pages = Blueprint("home", __name__)

Page = str | Response | tuple[str, int]


@pages.get("/")
def home() -> Page:
    """Continue, new, join, earlier games of this phone."""
    response = make_response(_home_page())
    if joined():
        remember(response, joined())  # kept for as long as it is used
    return response


@pages.route("/new", methods=["GET", "POST"])
def new() -> Page:
    """A new game: who plays, and who begins."""
    if request.method == "GET":
        return _again_page(request.args.get("again"))
    names = request.form.getlist("name")
    game = request.form.get("game", FORGOTTEN_TREASURES.name)
    starter = whole_number(request.form.get("starter", ""))
    try:
        alone = sum(map(bool, map(str.strip, names))) == 1
        mode = request.form.get("mode", "") if alone else ""
        code = once().make(
            request.form.get("once", ""),
            lambda: (
                solo().create(game, names, mode)
                if mode
                else tables().create(game, names, starter or 0)
            ),
        )
    except InputError as error:
        return _new_page(names, game, error, starter or 0), status_of(error)
    join(code)
    return redirect(url_for("solo.page" if mode else "table.pad", code=code), 303)


@pages.post("/join")
def join_table() -> Page:
    """To the table with the code that somebody read out, in whatever groups."""
    given = request.form.get("code", "")
    code = "".join(filter(str.isalnum, given)).upper()
    try:
        admit(code)
    except (NotFoundError, TooOftenError) as error:
        return _home_page(given, error), status_of(error)
    join(code)
    return redirect(url_for("table.pad", code=code), 303)


@pages.post("/hide")
def hide() -> Page:
    """Leave a table out of this phone's home; it stays what it is, and its code brings it back."""
    code = request.form.get("hide", "")
    leave(code)
    return redirect(url_for("home.home", hidden=code), 303)


@pages.get("/health")
def health() -> Response:
    """Whether the app answers and still keeps what it is given; for whoever watches it."""
    current_app.extensions["check"]()
    return jsonify(ok=True)


@pages.get("/csrf")
def csrf() -> Response:
    """A fresh token for a page that has been open for long."""
    return jsonify(token=generate_csrf())


def _home_page(code: str = "", error: AssistantError | None = None) -> str:
    hidden = request.args.get("hidden", "")
    known = summaries().some(joined())
    return render_template(
        "table/home.html",
        running=[table for table in known if not table.over],
        finished=[table for table in known if table.over],
        code=code,
        hidden=hidden if hidden.isalnum() and hidden not in joined() else "",
        error=sentence(error) if error else None,
    )


def _again_page(code: str | None) -> str:
    """An empty page, or one with the players of a finished game seated as before."""
    if code is None:
        return _new_page([], FORGOTTEN_TREASURES.name)
    admit(code := code.upper())
    table = tables().get(code)
    return _new_page(list(table.seating), table.game.name)


def _new_page(
    names: list[str], game: str, error: AssistantError | None = None, starter: int = 0
) -> str:
    return render_template(
        "table/new.html",
        game=ALL_GAMES.get(game, FORGOTTEN_TREASURES),
        games=ALL_GAMES.values(),
        names=names,
        starter=starter,
        once=secrets.token_urlsafe(12),
        known=tables().names()[:12],
        unlocked=sorted(solo().unlocked()),
        error=sentence(error) if error else None,
    )
