"""Delete a table and everything of it for good, after a question."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.core.errors import DamagedError
from assistant.web.context import photos, tables
from assistant.web.joined import leave
from assistant.web.requests import number_field

pages = Blueprint("wipe", __name__, url_prefix="/t/<code>/wipe")


@pages.get("")
def page(code: str) -> str:
    """The question."""
    try:
        names = ", ".join(tables().get(code).seating)
    except DamagedError:
        names = ""
    return render_template(
        "table/wipe.html", code=code, names=names, version=tables().version(code)
    )


@pages.post("")
def wipe(code: str) -> Response:
    """Yes."""
    tables().wipe(code, number_field(request.form, "version"))
    photos().forget(code)
    leave(code)
    return redirect(url_for("home.home"), 303)
