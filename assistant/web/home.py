"""Home, new game, join."""

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from assistant.core.errors import AssistantError, InputError
from assistant.games import ALL_GAMES, FORGOTTEN_TREASURES
from assistant.web.context import solo, tables
from assistant.web.errors import status_of
from assistant.web.forms import whole_number
from assistant.web.i18n import sentence

pages = Blueprint("home", __name__)

Page = str | Response | tuple[str, int]


@pages.get("/")
def home() -> Page:
    """Continue, new, join, earlier games."""
    known = tables().all()
    return render_template(
        "home.html",
        running=[table for table in known if not table.over],
        finished=[table for table in known if table.over],
    )


@pages.route("/new", methods=["GET", "POST"])
def new() -> Page:
    """A new game: who plays, and who begins."""
    if request.method == "GET":
        return _new_page([], FORGOTTEN_TREASURES.name)
    names = request.form.getlist("name")
    game = request.form.get("game", FORGOTTEN_TREASURES.name)
    starter = whole_number(request.form.get("starter", ""))
    try:
        if sum(map(bool, map(str.strip, names))) == 1 and request.form.get("mode"):
            code = solo().create(game, names, request.form["mode"])
            return redirect(url_for("solo.page", code=code), 303)
        code = tables().create(game, names, starter or 0)
    except InputError as error:
        return _new_page(names, game, error), status_of(error)
    return redirect(url_for("table.pad", code=code), 303)


@pages.post("/join")
def join() -> Page:
    """To the table with the code that somebody read out."""
    code = request.form.get("code", "").strip().upper()
    tables().version(code)
    return redirect(url_for("table.pad", code=code), 303)


@pages.get("/csrf")
def csrf() -> Response:
    """A fresh token for a page that has been open for long."""
    return jsonify(token=generate_csrf())


def _new_page(names: list[str], game: str, error: AssistantError | None = None) -> str:
    return render_template(
        "new.html",
        game=ALL_GAMES.get(game, FORGOTTEN_TREASURES),
        games=ALL_GAMES.values(),
        names=names,
        known=tables().names()[:12],
        unlocked=sorted(solo().unlocked()),
        error=sentence(error) if error else None,
    )
