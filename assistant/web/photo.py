"""Photos of a stage: take one, put its corners right, read it."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import N_, AssistantError, ConflictError, InputError
from assistant.core.photos import FoundCorners
from assistant.service.contradictions import correct_below, keep_entered
from assistant.service.drafts import corners_from
from assistant.service.photos import PhotoJob
from assistant.service.scoring import evaluate
from assistant.web.context import entries, photos, tables
from assistant.web.errors import answer, status_of
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence
from assistant.web.stage import activations_from, entry_context, json_field, version_of

pages = Blueprint("photo", __name__, url_prefix="/t/<code>/<int:seat>/<int:stage>")

Page = str | AnyResponse | tuple[AnyResponse | str, int]


@pages.post("/photo")
def take(code: str, seat: int, stage: int) -> Page:
    """A photo was taken or chosen; it is looked at in the background."""
    upload = request.files.get("photo")
    data = upload.read() if upload else b""
    if not data:
        raise InputError(N_("Take or choose a photo first."))
    # A new photo replaces nothing but the photo, so gems counted meanwhile do not matter.
    version = entries().version(code, seat - 1, stage)
    return _accepted(photos().take(code, seat - 1, stage, version, data), "photo.corners")


@pages.get("/corners")
def corners(code: str, seat: int, stage: int) -> Page:
    """The photo with its four corners to drag."""
    entry = entries().open(code, seat - 1, stage)
    if entry.photo is None:
        return redirect(url_for("stage.grid", code=code, seat=seat, stage=stage), 303)
    return render_template("photo/corners.html", **entry_context(entry))


@pages.post("/near")
def near(code: str, seat: int, stage: int) -> Page:
    """Look for the pyramid where the person tapped, in the background."""
    point, *_ = corners_from([json_field("point")] * 4)
    job = photos().near(code, seat - 1, stage, point)
    return _accepted(job, "photo.corners")


@pages.post("/read")
def read(code: str, seat: int, stage: int) -> Page:
    """Read the photo within these corners, in the background."""
    entry = entries().open(code, seat - 1, stage)
    version = version_of(request.form.get("version"))
    if entry.photo and request.form.get("photo") == str(entry.photo.number):
        version = entry.version  # the same photo: what was read is a step that can be undone
    points = corners_from(json_field("corners"))
    job = photos().read(code, seat - 1, stage, version, points, _("Photo read"))
    return _accepted(job, "stage.grid")


@pages.post("/learn")
def learn(code: str, seat: int, stage: int) -> Page:
    """Learn the copy on the table from the photo and its corrected layout, in the background."""
    version = version_of(request.form.get("version"))
    job = photos().learn(code, seat - 1, stage, version, _("Our copy"))
    return _accepted(job, "photo.learned")


@pages.get("/learned")
def learned(code: str, seat: int, stage: int) -> Page:
    """To the page of the copy that has learned."""
    copy = tables().get(code).record.copy
    if copy is None:
        return redirect(url_for("copies.overview"), 303)
    return redirect(url_for("copies.copy", number=copy, back=request.args.get("back")), 303)


@pages.post("/otherwise")
def otherwise(code: str, seat: int, stage: int) -> Page:
    """The photo shows the stages below otherwise: correct them, or keep what was entered."""
    entry = entries().open(code, seat - 1, stage)
    if version_of(request.form.get("version")) != entry.version:
        raise ConflictError(N_("Another phone changed this entry meanwhile."))
    if request.form.get("choice") == "photo":
        stage = correct_below(entries(), entry, _("As on the photo of stage %d") % stage)
    else:
        keep_entered(entries(), entry)
    return redirect(url_for("stage.grid", code=code, seat=seat, stage=stage), 303)


@pages.get("/overlay.jpg")
def overlay_file(code: str, seat: int, stage: int) -> Page:
    """The photo with the areas drawn on it and the points of a plan; as `drawn_answer`."""
    outcome = evaluate(entries().open(code, seat - 1, stage))
    plan = outcome.price(activations_from(request.args.get("activations", "[]")))
    return drawn_answer(photos().drawn(outcome, plan))


@pages.get("/job/<number>")
def job(code: str, seat: int, stage: int, number: str) -> Page:
    """How far a job is; when it is done, where to go."""
    job = photos().job(number)
    if not job.future.done():
        return jsonify(done=False, ahead=photos().ahead(job))
    error = job.future.exception()
    if isinstance(error, AssistantError):
        return answer(sentence(error), status_of(error))
    if error:
        raise error
    result = job.future.result()
    if isinstance(result, FoundCorners):
        return jsonify(done=True, corners=result.corners, sure=result.sure)
    return jsonify(done=True)


@pages.get("/photo.jpg")
def photo_file(code: str, seat: int, stage: int) -> Page:
    """The photo as it was taken, upright."""
    return jpeg_answer(entries().photo(entries().open(code, seat - 1, stage)))


@pages.get("/picture.jpg")
def picture_file(code: str, seat: int, stage: int) -> Page:
    """The photo from straight above, as the background of the grid."""
    return jpeg_answer(entries().picture(entries().open(code, seat - 1, stage)))


def drawn_answer(job: PhotoJob) -> Response:
    """What a job has drawn; 202 while it is being drawn, so no request ever waits for it."""
    if not job.future.done():
        return Response(status=202)
    return jpeg_answer(job.future.result())


def jpeg_answer(data: bytes) -> Response:
    """A picture, which never changes at its address."""
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "max-age=3600"})


def _accepted(job: PhotoJob, goal: str) -> Page:
    place: dict[str, Any] = {"code": job.code, "seat": job.seat + 1, "stage": job.stage}
    return jsonify(
        job=url_for("photo.job", number=job.number, **place), next=url_for(goal, **place)
    ), 202
