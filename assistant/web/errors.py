"""Errors as pages or JSON: what is wrong, where, what to do; never a traceback."""

from sqlite3 import DatabaseError

from flask import Flask, Response, jsonify, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from assistant.core.errors import (
    AssistantError,
    BusyError,
    ConflictError,
    InputError,
    NotFoundError,
    OrderError,
    TooOftenError,
    UnkeptError,
)
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence

STATUS = {
    InputError: 400,
    NotFoundError: 404,
    ConflictError: 409,
    OrderError: 409,
    TooOftenError: 429,
    BusyError: 503,
    UnkeptError: 503,
}
UNPROCESSABLE = 422


def status_of(error: AssistantError) -> int:
    """The HTTP status of an error; 422 where the request is fine but its content is not."""
    return STATUS.get(type(error), UNPROCESSABLE)


def wants_json() -> bool:
    """Whether the answer goes to a script of a page rather than to a person."""
    return request.is_json or request.accept_mimetypes.best == "application/json"


def answer(message: str, status: int, **details: object) -> tuple[Response | str, int]:
    """An error as JSON or as a page, whichever was asked for."""
    if wants_json():
        return jsonify(error=message, **details), status
    here = request.referrer and request.referrer.startswith(request.host_url)
    back = request.referrer if here and request.referrer != request.url else None
    return render_template("error.html", message=message, status=status, back=back), status


def init_app(app: Flask) -> None:
    """Register the handlers."""

    @app.errorhandler(AssistantError)
    def _assistant_error(error: AssistantError) -> tuple[Response | str, int]:
        return answer(sentence(error), status_of(error))

    @app.errorhandler(CSRFError)
    def _expired(error: CSRFError) -> tuple[Response | str, int]:
        message = _(
            "This page was open for too long, or cookies are off. Reload the page and try"
            " again; what you entered before is kept."
        )
        return answer(message, 400, expired=True)

    @app.errorhandler(RecursionError)
    def _too_deep(error: RecursionError) -> tuple[Response | str, int]:
        return answer(_("What the page sent makes no sense. Reload it."), 400)

    @app.errorhandler(RequestEntityTooLarge)
    def _too_large(error: RequestEntityTooLarge) -> tuple[Response | str, int]:
        if request.is_json:
            return answer(_("What the page sent is too large. Reload it."), 413)
        most = app.config["MAX_CONTENT_LENGTH"] // 2**20
        message = _("That file is too large: at most %(most)d MB. Choose a smaller photo.")
        return answer(message % {"most": most}, 413)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> tuple[Response | str, int]:
        status = error.code or 500
        senseless = _("What the page sent makes no sense. Reload it.")
        texts = {
            400: senseless,
            415: senseless,
            404: _("There is no such page. Go back to the start and choose your table."),
            405: _("This address is not opened like that. Go back to the start."),
        }
        return answer(texts.get(status, error.description or error.name), status)

    @app.errorhandler(DatabaseError)
    def _not_kept(error: DatabaseError) -> tuple[Response | str, int]:
        app.logger.exception("the database failed at %s", request.path)
        message = _(
            "This could not be kept: the disk is full, or the database cannot be reached. What"
            " was kept before is safe. Look at the machine that runs the app, then try again."
        )
        return answer(message, 503)

    @app.errorhandler(Exception)
    def _unexpected(error: Exception) -> tuple[Response | str, int]:
        app.logger.exception("unexpected error at %s", request.path)
        return answer(
            _("Something went wrong here, not at your side. What you entered is kept."), 500
        )
