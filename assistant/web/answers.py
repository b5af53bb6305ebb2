"""Answers that several groups of pages give."""

from flask import Response, jsonify, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import ConflictError
from assistant.service.photos import PhotoJob
from assistant.service.tables import Table
from assistant.web.i18n import sentence
from assistant.web.place import here


def go_on(table: Table) -> AnyResponse:
    """To where the game goes on after a score was written."""
    return redirect(url_for("solo.page" if table.solo else "table.pad", code=table.code), 303)


def overtaken(error: ConflictError) -> tuple[Response, int]:
    """What another phone saved meanwhile, for a script that would have replaced it."""
    current = error.current
    state = current.whole_state()
    return jsonify(error=sentence(error), version=current.version, state=state), 409


def drawn_answer(job: PhotoJob) -> Response:
    """What a job has drawn; while it is being drawn 202 and where to ask about the job."""
    if not job.future.done():
        response = jsonify(job=url_for("photo.job", number=job.number, **here().address))
        response.status_code = 202
        return response
    return jpeg_answer(job.future.result())


def jpeg_answer(data: bytes) -> Response:
    """A picture, which never changes at its address."""
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "max-age=3600"})
