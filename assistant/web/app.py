"""`create_app`: the Flask app, built from what is passed in; nothing is built at import."""

from collections.abc import Mapping
from typing import Any

from flask import Flask, Response
from flask_wtf.csrf import CSRFProtect

from assistant.resources import resource_directory
from assistant.service.advice import AdviceDesk
from assistant.service.copies import Copies
from assistant.service.drafts import Drafts
from assistant.service.once import Once
from assistant.service.photos import PhotoJobs
from assistant.service.ports import Advisor, PhotoReader, Store
from assistant.service.pyramis import CardTables
from assistant.service.sharing import Sharing
from assistant.service.solo import Solo
from assistant.service.statistics import Statistics
from assistant.service.summaries import Summaries
from assistant.service.tables import Tables
from assistant.web import (
    advice,
    board,
    copies,
    errors,
    guard,
    home,
    i18n,
    joined,
    looks,
    mend,
    photo,
    points,
    pyramido,
    pyramis,
    records,
    rules,
    share,
    solo,
    stage,
    table,
    wipe,
)
from assistant.web.dates import day_or_longer, when
from assistant.web.own_seat import own_seat
from assistant.web.pages import pages_of
from assistant.web.sessions import KeptSessions, cookie_name

LARGEST_UPLOAD = 40 * 2**20
_CONTENT_SECURITY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)


def create_app(
    config: Mapping[str, Any] | None = None,
    *,
    store: Store,
    reader: PhotoReader,
    advisor: Advisor | None = None,
) -> Flask:
    """The web app over a store and a photo reader.

    Args:
        config: Flask settings that override the app's own.
        store: where everything is kept.
        reader: what reads the photos.
        advisor: what looks ahead; None: results come without advice.
    """
    app = Flask(
        "assistant",
        template_folder=str(resource_directory("templates")),
        static_folder=str(resource_directory("static")),
    )
    secret = store.secret_key()
    app.config.update(
        SECRET_KEY=secret,
        MAX_CONTENT_LENGTH=LARGEST_UPLOAD,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME=cookie_name(secret),
        # A game evening is longer than an hour; the token still ends with the session.
        WTF_CSRF_TIME_LIMIT=None,
        # Phones ask each time and get "not modified": after an update nobody mixes old and new.
        SEND_FILE_MAX_AGE_DEFAULT=None,
    )
    app.config.update(config or {})
    app.extensions["once"] = Once()
    app.extensions["check"] = store.check
    app.extensions["tables"] = Tables(store)
    app.extensions["summaries"] = Summaries(store)
    app.extensions["solo"] = Solo(store)
    app.extensions["cards"] = CardTables(store)
    app.extensions["sharing"] = Sharing(store, reader.check_profile)
    app.extensions["statistics"] = Statistics(store)
    app.extensions["entries"] = Drafts(store)
    app.extensions["advice"] = AdviceDesk(advisor) if advisor else None
    app.extensions["copies"] = Copies(store, reader)
    app.extensions["photos"] = PhotoJobs(Drafts(store), Copies(store, reader), reader)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["pages_of"] = pages_of
    app.jinja_env.globals["own_seat"] = own_seat
    app.jinja_env.filters["when"] = when
    app.jinja_env.filters["day_or_longer"] = day_or_longer
    app.session_interface = KeptSessions()
    guard.init_app(app)
    CSRFProtect(app)
    i18n.init_app(app)
    errors.init_app(app)
    joined.init_app(app)
    looks.init_app(app)
    parts = home, table, points, mend, wipe, share, board, records, stage, photo, copies
    games = solo, pyramido, pyramis, rules, advice, looks
    for part in (*parts, *games):
        app.register_blueprint(part.pages)
    app.after_request(_secure)
    return app


def _secure(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", _CONTENT_SECURITY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "no-store"
    return response
