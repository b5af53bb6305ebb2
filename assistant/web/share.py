"""Tell others how a game went: text, picture, files; and take in files from elsewhere."""

import re
from functools import cache

from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import N_, AssistantError, InputError, OrderError
from assistant.resources import resource_directory
from assistant.service.play_link import play_link
from assistant.service.score_rows import csv_text
from assistant.service.summary import GameSummary, summary
from assistant.service.table import Table
from assistant.web.context import cards, sharing, tables
from assistant.web.drawing import UNIT, DrawnBlock, drawn_blocks
from assistant.web.errors import status_of
from assistant.web.game_text import game_text, shown_name
from assistant.web.i18n import sentence
from assistant.web.joined import join, joined, remember
from assistant.web.letters import letters_of

pages = Blueprint("share", __name__)

EXCEL_MARK = "\ufeff"
"""At the top of a CSV file it tells Excel that this is UTF-8."""

Page = str | AnyResponse | tuple[str, int]


@pages.get("/t/<code>/share")
def page(code: str) -> Page:
    """A finished game as text and picture, and every table as files."""
    table = tables().get(code)
    game = summary(table)
    return render_template(
        "share/page.html",
        table=table,
        text=game_text(game) if game.finished else None,
        link=play_link(game) if game.finished else None,
    )


@pages.get("/t/<code>/game.txt")
def text(code: str) -> Page:
    """How the game went, as plain text."""
    return Response(game_text(_finished(tables().get(code))), mimetype="text/plain")


@pages.get("/t/<code>/game.svg")
def picture(code: str) -> Page:
    """How the game went, as a picture: the pad, who won, and the pyramids."""
    table = tables().get(code)
    game = _finished(table)
    picture = render_template(
        "share/game.svg",
        game=game,
        text=game_text(game).splitlines(),
        pyramids=[_pyramid(table, seat) for seat in range(len(game.players))],
        names=[shown_name(player) for player in game.players],
        symbols=_symbols(),
        paint=_paint(),
    )
    return Response(picture, mimetype="image/svg+xml")


@pages.get("/t/<code>/game.json")
def as_json(code: str) -> Page:
    """Everything that is kept of a table; ``?photos=no`` without its photos."""
    photos = request.args.get("photos") != "no"
    return _file(sharing().export([code], photos=photos), "application/json", f"pyramido-{code}")


@pages.get("/t/<code>/scores.csv")
def as_csv(code: str) -> Page:
    """The scores of a table for a spreadsheet."""
    made = csv_text([tables().get(code)])
    return _file(f"{EXCEL_MARK}{made}", "text/csv", f"pyramido-{code}")


@pages.get("/games.json")
def all_as_json() -> Page:
    """Everything that is kept of all tables of this phone; ``?photos=no`` without their photos."""
    codes = [table.code for table in tables().some(joined())]
    photos = request.args.get("photos") != "no"
    return _file(sharing().export(codes, photos=photos), "application/json", "pyramido-games")


@pages.get("/scores.csv")
def all_as_csv() -> Page:
    """The scores of all tables of this phone for a spreadsheet."""
    made = csv_text(tables().some(joined()))
    return _file(f"{EXCEL_MARK}{made}", "text/csv", "pyramido-games")


@pages.route("/files", methods=["GET", "POST"])
def files() -> Page:
    """All games of this phone as files; and take in the tables of such a file."""
    if request.method == "GET":
        return _files_page()
    file = request.files.get("file")
    try:
        if file is None or not file.filename:
            raise InputError(N_("Choose the JSON file of an export first."))
        taken = sharing().take_in(file.read(), known=joined())
    except AssistantError as error:
        return _files_page(error), status_of(error)
    codes = [table.code for table in taken]
    if len(codes) == 1:
        join(codes[0])
        return redirect(url_for("table.pad", code=codes[0]), 303)
    response = make_response(render_template("share/files.html", taken=taken, error=None))
    remember(response, tuple(dict.fromkeys((*joined(), *codes))))
    return response


def _files_page(error: AssistantError | None = None) -> str:
    return render_template("share/files.html", taken=(), error=sentence(error) if error else None)


def _finished(table: Table) -> GameSummary:
    game = summary(table)
    if not game.finished:
        raise OrderError(N_("This game is not finished yet."))
    return game


def _file(content: str, mimetype: str, name: str) -> Response:
    end = mimetype.rsplit("/", 1)[1]
    headers = {"Content-Disposition": f'attachment; filename="{name}.{end}"'}
    return Response(content, mimetype=mimetype, headers=headers)


def _pyramid(table: Table, seat: int) -> dict[str, object] | None:
    """The pyramid of a seat as far as it was entered, to be drawn; None: only points are known."""
    if seat >= len(table.seating):
        return None
    if not table.plays_stages:
        return {"cards": cards().open(table.code).entries[seat].player.pyramid.cards()}
    written = [table.scores.get((seat, stage)) for stage in range(table.game.stage_count, 0, -1)]
    text = next((score.layout for score in written if score and score.layout), None)
    if text is None:
        return None
    layout = table.dominoes.parse(text)
    blocks: list[DrawnBlock] = drawn_blocks(layout, letters_of(table.dominoes.palette))
    return {
        "width": layout.frame.width * UNIT,
        "height": layout.frame.height * UNIT,
        "blocks": blocks,
    }


@cache
def _symbols() -> Markup:
    """The gems to be drawn in a picture that stands alone."""
    text = (resource_directory("static") / "lib" / "gems.svg").read_text(encoding="utf-8")
    return Markup("".join(re.findall(r"<symbol.*?</symbol>", text, re.DOTALL)))


@cache
def _paint() -> dict[str, str]:
    """The colours of the pages by name, as they are by day."""
    files = ("style.css", "games.css")
    folder = resource_directory("static") / "lib"
    found: dict[str, str] = {}
    for name in files:
        text = (folder / name).read_text(encoding="utf-8")
        for key, value in re.findall(r"--(\w[\w-]*): (#\w{6});", text):
            found.setdefault(key, value)
    return found
