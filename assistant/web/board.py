"""The big board for a tablet or a TV, for the table and for those who only look on; own seats."""

import io
from dataclasses import dataclass
from typing import Any

import segno
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.areas import layout_areas
from assistant.games import Game
from assistant.games.pyramido.marking import Marker, marked_areas
from assistant.service.pad import PadScore
from assistant.service.summary import GameSummary, PlayerSummary, summary
from assistant.service.table import Table
from assistant.web import drawing
from assistant.web.charts import HEIGHT, WIDTH, Curve, curve
from assistant.web.context import cards, tables
from assistant.web.game_text import shown_name, winner_words
from assistant.web.letters import letters_of
from assistant.web.own_seat import own_seat, take_seat
from assistant.web.pages import address_for_phones, address_of
from assistant.web.requests import number_field, unchanged_since

pages = Blueprint("board", __name__)

Page = str | AnyResponse | tuple[str, int]


@dataclass(frozen=True, slots=True)
class Shown:
    """A player on the board: points, the curve of the totals, and the pyramid as it was scored.

    ``drawn`` is for the macro of a pyramid, ``cards`` are those of a pyramid of cards; None where
    only points are known.
    """

    player: PlayerSummary
    name: str
    curve: Curve
    drawn: dict[str, Any] | None = None
    cards: dict[tuple[int, int], Any] | None = None


@pages.get("/t/<code>/board")
def board(code: str) -> Page:
    """The board of a table, with the code for more phones."""
    table = tables().get(code)
    state = url_for("board.board_state", code=table.code)
    return render_template("board/page.html", **_context(table), state=state, join=code)


@pages.get("/t/<code>/board/state")
def board_state(code: str) -> Page:
    """Only the board, if the table changed since ``?since=``: pages ask every second."""
    if _unchanged(*tables().versions(code)):
        return Response(status=204)
    return render_template("board/state.html", **_context(tables().get(code)))


@pages.get("/watch/<token>")
def watch(token: str) -> Page:
    """The board for those who only look on: it leads nowhere from which anything is changed."""
    table = tables().viewed(token)
    state = url_for("board.watch_state", token=token)
    return render_template("board/page.html", **_context(table), state=state, join=None)


@pages.get("/watch/<token>/state")
def watch_state(token: str) -> Page:
    """As `board_state`."""
    if _unchanged(*tables().viewed_versions(token)):
        return Response(status=204)
    return render_template("board/state.html", **_context(tables().viewed(token)))


@pages.get("/t/<code>/roles")
def roles(code: str) -> Page:
    """Whose phone this is, the board, and the link for those who only look on."""
    table = tables().get(code)
    return render_template(
        "board/roles.html",
        table=table,
        own=own_seat(table.code, len(table.seating)),
        watch=_watch_address(table),
        token=tables().view_of(table.code),
    )


@pages.get("/t/<code>/watch.svg")
def watch_qr(code: str) -> Page:
    """The link for those who only look on as a QR code."""
    picture = io.BytesIO()
    address = _watch_address(tables().get(code))
    segno.make(address, error="m").save(picture, kind="svg", border=2, light="#fff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


@pages.post("/t/<code>/seat")
def take(code: str) -> Page:
    """This is the phone of a player, or, with seat 0, nobody's; on to the own pyramid."""
    table = tables().get(code)
    number = number_field(request.form, "seat", "0")
    seat = number - 1 if 1 <= number <= len(table.seating) else None
    at = "board.roles" if seat is None else "board.mine"
    response = make_response(redirect(url_for(at, code=table.code), 303))
    take_seat(response, table.code, seat)
    return response


@pages.get("/t/<code>/mine")
def mine(code: str) -> Page:
    """To the own pyramid that is due; to the pad if none is, or this is nobody's phone."""
    table = tables().get(code)
    seat = own_seat(table.code, len(table.seating))
    place = _due(table, seat) if seat is not None else None
    return redirect(place or url_for("table.pad", code=table.code), 303)


def _due(table: Table, seat: int) -> str | None:
    """The page on which a player's next cards, turn or stage are entered."""
    if table.over:
        return None
    if table.solo:
        return url_for("solo.page", code=table.code)
    if not table.plays_stages:
        return url_for("pyramis.entry", code=table.code, seat=seat + 1)
    for stage in range(1, table.game.stage_count + 1):
        if table.is_open(seat, stage):
            return url_for("stage.grid", code=table.code, seat=seat + 1, stage=stage)
    return None


def _watch_address(table: Table) -> str:
    return address_for_phones(url_for("board.watch", token=tables().view_of(table.code)))


def _unchanged(table: int, entries: int) -> bool:
    """Whether the page has what there is: `_version` is one of these, as the game has it."""
    return unchanged_since(table) or unchanged_since(f"{table}-{entries}")


def _version(table: Table) -> str:
    """What changes with everything that the board shows."""
    if table.plays_stages:
        return str(table.record.version)
    return cards().open(table.code).version


def _context(table: Table) -> dict[str, Any]:
    game = summary(table)
    most = max((player.total for player in game.players), default=0) or 10
    return {
        "table": table,
        "game": game,
        "version": _version(table),
        "winner": winner_words(game) if game.finished else None,
        "players": [_shown(table, game, seat, most) for seat in range(len(game.players))],
        "next_seat": _next(table),
        "standings": table.standings() if table.finished_stages and not table.solo else None,
        "width": WIDTH,
        "height": HEIGHT,
        "address": address_of(table.code),
        "letters": letters_of(table.game.palette),
    }


def _next(table: Table) -> int | None:
    if not table.plays_stages and not table.over:
        return cards().open(table.code).next_seat
    return table.next_seat()


def _shown(table: Table, game: GameSummary, seat: int, most: int) -> Shown:
    player = game.players[seat]
    totals = [sum(player.stages[:count]) for count in range(len(player.stages) + 1)]
    own = Shown(player, shown_name(player), curve([(total, False) for total in totals], most))
    if player.legend:
        return own
    if not isinstance(table.game, Game):
        laid = cards().open(table.code).entries[seat].player.pyramid.cards()
        return Shown(player, own.name, own.curve, cards=dict(laid))
    written = [table.scores.get((seat, stage)) for stage in range(table.game.stage_count, 0, -1)]
    score = next((each for each in written if each and each.layout), None)
    drawn = _drawn(table.game, score) if score else None
    return Shown(player, own.name, own.curve, drawn)


def _drawn(game: Game, score: PadScore) -> dict[str, Any]:
    """The pyramid of a score with the areas that paid."""
    layout = game.parse(score.layout or "")
    areas, letters = layout_areas(layout), letters_of(game.palette)
    if not game.marks:
        lit = {each.area: each.multiplier for each in score.activations}
        return drawing.drawn_areas(layout, areas, lit, letters)
    markers = [Marker(*place) for place in score.marks]
    marked = {area.id: 1 for area in marked_areas(layout, areas, markers)}
    return {
        **drawing.drawn_areas(layout, areas, marked, letters),
        "gems": drawing.drawn_marks(layout, score.marks, letters),
        "cards": drawing.drawn_marks(layout, score.cards, letters),
    }
