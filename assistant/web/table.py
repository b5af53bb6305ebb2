"""The table: score pad, undo, and the QR code for more phones."""

import io

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.web.context import tables
from assistant.web.pad_page import pad_context
from assistant.web.pages import address_of, pages_of
from assistant.web.requests import (
    number_field,
    unchanged_since,
)

pages = Blueprint("table", __name__, url_prefix="/t/<code>")

Page = str | AnyResponse | tuple[str, int]


@pages.get("")
def pad(code: str) -> Page:
    """The score pad, with the next thing to do; at the end the winner."""
    table = tables().get(code)
    own = pages_of(table.game).table
    if own != request.endpoint:
        return redirect(url_for(own, code=table.code), 303)
    return render_template("table/page.html", **pad_context(table))


@pages.get("/pad")
def pad_fragment(code: str) -> Page:
    """Only the pad, if it changed since ``?since=`` a version: pages ask every second."""
    if unchanged_since(tables().version(code)):
        return Response(status=204)
    return render_template("table/pad.html", **pad_context(tables().get(code)))


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
