"""My copy: what the photo reader has learned of the copies of the games."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import N_, AssistantError, InputError
from assistant.games import GAMES
from assistant.web.context import copies, tables
from assistant.web.errors import status_of
from assistant.web.i18n import sentence
from assistant.web.requests import whole_number

pages = Blueprint("copies", __name__)

Page = str | AnyResponse | tuple[str, int]


@pages.get("/copies")
def overview() -> Page:
    """All copies, and where to import one."""
    return _overview()


@pages.post("/copies/import")
def take_in() -> Page:
    """A profile that was exported elsewhere."""
    upload = request.files.get("profile")
    try:
        if not upload:
            raise InputError(N_("Choose the file of a profile first."))
        text = upload.read().decode("utf-8", errors="replace")
        number = copies().take_in(text)
    except AssistantError as error:
        return _overview(error), status_of(error)
    return redirect(url_for("copies.copy", number=number), 303)


@pages.route("/copies/<int:number>", methods=["GET", "POST"])
def copy(number: int) -> Page:
    """One copy; posting gives it another name."""
    error = None
    if request.method == "POST":
        try:
            copies().rename(number, request.form.get("name", ""))
            return redirect(url_for("copies.copy", number=number), 303)
        except InputError as problem:
            error = problem
    found = copies().get(number)
    page = render_template(
        "copies/copy.html",
        copy=found,
        game=GAMES[found.game],
        error=sentence(error) if error else None,
    )
    return page, status_of(error) if error else 200


@pages.get("/copies/<int:number>.json")
def export(number: int) -> Page:
    """A copy's profile as a file."""
    found = copies().get(number)
    return Response(
        copies().export(number),
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{found.game}-{number}.json"'},
    )


@pages.post("/copies/<int:number>/forget")
def forget(number: int) -> Page:
    """Delete a copy: back to the default."""
    copies().forget(number)
    return redirect(url_for("copies.overview"), 303)


@pages.post("/t/<code>/copy")
def use(code: str) -> Page:
    """Choose the copy that a table's photos are read with."""
    copies().use(code, whole_number(request.form.get("copy", "")))
    return redirect(url_for("table.pad", code=tables().get(code).code), 303)


def _overview(error: AssistantError | None = None) -> str:
    return render_template(
        "copies/overview.html",
        copies=copies().all(),
        games=GAMES,
        error=sentence(error) if error else None,
    )
