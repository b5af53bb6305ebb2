"""The table: score pad, typed scores, undo, and the QR code for more phones."""

import io
from typing import Any

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import N_, AssistantError, InputError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.service.stale import stale_stages
from assistant.service.tables import Table
from assistant.web.answers import go_on
from assistant.web.context import copies, tables
from assistant.web.errors import status_of
from assistant.web.i18n import sentence
from assistant.web.pages import address_of, pages_of
from assistant.web.requests import (
    gems_from,
    kept_gems,
    number_field,
    optional_number,
    seen_points,
    unchanged_since,
)
from assistant.web.solo_views import kept_as_told, kept_at_first

pages = Blueprint("table", __name__, url_prefix="/t/<code>")

Page = str | AnyResponse | tuple[str, int]


@pages.get("")
def pad(code: str) -> Page:
    """The score pad, with the next thing to do; at the end the winner."""
    table = tables().get(code)
    own = pages_of(table.game).table
    if own != request.endpoint:
        return redirect(url_for(own, code=table.code), 303)
    return render_template("table/page.html", **_pad_context(table))


@pages.get("/pad")
def pad_fragment(code: str) -> Page:
    """Only the pad, if it changed since ``?since=`` a version: pages ask every second."""
    if unchanged_since(tables().version(code)):
        return Response(status=204)
    return render_template("table/pad.html", **_pad_context(tables().get(code)))


@pages.route("/<int:seat>/<int:stage>/type", methods=["GET", "POST"])
def type_score(code: str, seat: int, stage: int) -> Page:
    """A score counted by hand."""
    if request.method == "GET":
        return _type_page(code, seat, stage)
    try:
        table = tables().type_score(
            code,
            seat - 1,
            stage,
            number_field(request.form, "points"),
            gems_left=optional_number("gems_left"),
            cards_left=optional_number("cards_left"),
            kept=_kept(tables().get(code)),
            seen=seen_points(),
        )
    except AssistantError as error:
        return _type_page(code, seat, stage, error), status_of(error)
    return go_on(table)


@pages.post("/<int:seat>/<int:stage>/points")
def put_points(code: str, seat: int, stage: int) -> Page:
    """The number pad: write points that were counted by hand; answers with the new pad."""
    written = tables().get(code).scores.get((seat - 1, stage))
    table = tables().type_score(
        code,
        seat - 1,
        stage,
        number_field(request.form, "points"),
        gems_left=written.gems_left if written else None,
        cards_left=written.cards_left if written else None,
        seen=seen_points(),
    )
    return render_template("table/pad.html", **_pad_context(table))


@pages.post("/<int:seat>/<int:stage>/clear")
def clear(code: str, seat: int, stage: int) -> Page:
    """Take a score off the pad."""
    tables().clear(code, seat - 1, stage, seen=seen_points())
    return redirect(url_for("table.pad", code=code), 303)


@pages.post("/help")
def choose_help(code: str) -> Page:
    """How much the app says about a stage at this table."""
    tables().set_help(code, request.form.get("level", ""))
    return redirect(url_for("table.pad", code=code), 303)


@pages.post("/undo")
def undo(code: str) -> Page:
    """Take back the last step of the pad."""
    tables().undo(code, number_field(request.form, "version"))
    return redirect(url_for("table.pad", code=code), 303)


@pages.post("/redo")
def redo(code: str) -> Page:
    """Bring back the step that was undone last."""
    tables().redo(code, number_field(request.form, "version"))
    return redirect(url_for("table.pad", code=code), 303)


@pages.get("/qr.svg")
def qr(code: str) -> Page:
    """The table's address as a QR code for the other phones."""
    tables().version(code)
    picture = io.BytesIO()
    segno.make(address_of(code), error="m").save(picture, kind="svg", border=2, light="#fff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def _kept(table: Table) -> Inventory | None:
    """The gems that are ticked as kept; None where the page does not ask.

    Raises:
        InputError: none is ticked, and nobody said that none is kept.
    """
    if table.solo is None:
        return None
    if "keep_none" in request.form:
        return Inventory()
    kept = kept_gems()
    state = table.solo.state
    asked = state.stage < table.game.stage_count and state.expecting is Expecting.STAGE_END
    if asked and state.player.total and not kept.total:
        raise InputError(N_("Tick the gems that you keep, or press “I keep none”."))
    return kept


def _ways(table: Table, seat: int, stage: int) -> dict[str, object]:
    """What the number pad must know of a cell: what stands there, and the ways to score it."""
    place: dict[str, Any] = {"code": table.code, "seat": seat + 1, "stage": stage}
    written = table.scores.get((seat, stage))
    entered = written is not None and not written.typed
    more = written is not None or stage == table.game.stage_count
    return {
        "name": table.seating[seat],
        "seat": seat + 1,
        "stage": stage,
        "seen": str(written.points) if written else "",
        "most": table.dominoes.most_points(stage),
        "write": url_for("table.put_points", **place),
        "photo": url_for("photo.take", **place),
        "hand": url_for("stage.grid", **place),
        "audit": url_for(pages_of(table.game).audit, **place) if entered else None,
        "more": url_for("table.type_score", **place) if more else None,
    }


def _pad_context(table: Table) -> dict[str, object]:
    finished = table.finished_stages
    return {
        "table": table,
        "stages": range(1, table.game.stage_count + 1),
        "standings": table.standings() if finished or table.over else None,
        "next_seat": table.next_seat(),
        "finished": finished,
        "address": address_of(table.code),
        "ways": _ways,
        "stale": stale_stages(table) if table.plays_stages else [],
        "copies": [copy for copy in copies().all() if copy.game == table.game.name],
    }


def _type_page(code: str, seat: int, stage: int, error: AssistantError | None = None) -> str:
    table = tables().get(code)
    if not (1 <= seat <= len(table.seating) and 1 <= stage <= table.dominoes.stage_count):
        raise InputError(N_("There is no such stage or player at this table."))
    hand = table.solo.state.player if table.solo else Inventory()
    told = gems_from(word for word in request.form.getlist("keep") if word in list(Color))
    return render_template(
        "table/type.html",
        table=table,
        keep=kept_as_told(hand, told) if error else kept_at_first(hand),
        seat=seat,
        stage=stage,
        written=table.scores.get((seat - 1, stage)),
        error=sentence(error) if error else None,
    )
