"""Photos of a stage: take one, put its corners right, read it."""

from typing import Any

from flask import jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import N_, AssistantError, ConflictError, InputError
from assistant.core.photos import FoundCorners
from assistant.service.contradictions import correct_below, keep_entered
from assistant.service.drafts import corners_from
from assistant.service.photos import PhotoJob
from assistant.service.scoring import evaluate
from assistant.web.answers import drawn_answer, jpeg_answer
from assistant.web.context import entries, photos, tables
from assistant.web.draft_page import draft_context
from assistant.web.errors import answer, status_of
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence
from assistant.web.place import here, stage_pages
from assistant.web.requests import activations_from, json_field, sent_version, whole_number

pages = stage_pages("photo")

Page = str | AnyResponse | tuple[AnyResponse | str, int]


@pages.post("/photo")
def take() -> Page:
    """A photo was taken or chosen; it is looked at in the background."""
    upload = request.files.get("photo")
    data = upload.read() if upload else b""
    if not data:
        raise InputError(N_("Take or choose a photo first."))
    # A new photo replaces nothing but the photo, so gems counted meanwhile do not matter.
    version = entries().version(*here().key)
    return _accepted(photos().take(*here().key, version, data), "photo.corners", straight=1)


@pages.get("/corners")
def corners() -> Page:
    """The photo with its corners to drag; with ``?straight=1`` it is read if they are sure."""
    entry = here().draft()
    if entry.photo is None:
        return redirect(url_for("stage.grid", **here().address), 303)
    straight = "straight" in request.args and entry.photo.sure and entry.photo.picture is None
    return render_template("photo/corners.html", **draft_context(entry), straight=straight)


@pages.post("/discard")
def discard() -> Page:
    """Forget the photo; what was read from it stays, and can be undone."""
    entries().discard_photo(*here().key, sent_version())
    return redirect(url_for("stage.grid", **here().address), 303)


@pages.post("/instead")
def instead() -> Page:
    """The photo shows another stage of this player: take it there, and read it."""
    stage = whole_number(request.form.get("stage", ""))
    if stage is None:
        raise InputError(N_("This photo shows no other stage."))
    entries().move_photo(*here().key, sent_version(), stage)
    address = {**here().address, "stage": stage}
    return redirect(url_for("photo.corners", straight=1, **address), 303)


@pages.post("/near")
def near() -> Page:
    """Look for the pyramid where the person tapped, in the background."""
    point, *_ = corners_from([json_field("point")] * 4)
    job = photos().near(*here().key, point)
    return _accepted(job, "photo.corners")


@pages.post("/read")
def read() -> Page:
    """Read the photo within these corners, in the background."""
    entry = here().draft()
    version = sent_version()
    if entry.photo and request.form.get("photo") == str(entry.photo.number):
        version = entry.version  # the same photo: what was read is a step that can be undone
    points = corners_from(json_field("corners"))
    job = photos().read(*here().key, version, points, _("Photo read"))
    return _accepted(job, "stage.grid")


@pages.post("/second")
def second() -> Page:
    """One more photo from another side, for what is still in doubt, in the background."""
    upload = request.files.get("photo")
    data = upload.read() if upload else b""
    if not data:
        raise InputError(N_("Take or choose a photo first."))
    job = photos().second(*here().key, sent_version(), data, _("Second photo"))
    return _accepted(job, "stage.grid")


@pages.post("/learn")
def learn() -> Page:
    """Learn the copy on the table from the photo and its corrected layout, in the background."""
    version = sent_version()
    job = photos().learn(*here().key, version, _("Our copy"))
    return _accepted(job, "photo.learned")


@pages.get("/learned")
def learned() -> Page:
    """To the page of the copy that has learned."""
    copy = tables().get(here().code).record.copy
    if copy is None:
        return redirect(url_for("copies.overview"), 303)
    return redirect(url_for("copies.copy", number=copy, back=request.args.get("back")), 303)


@pages.post("/otherwise")
def otherwise() -> Page:
    """The photo shows the stages below otherwise: correct them, or keep what was entered."""
    entry = here().draft()
    if sent_version() != entry.version:
        raise ConflictError(N_("Another phone changed this entry meanwhile."))
    address = here().address
    if request.form.get("choice") == "photo":
        title = _("As on the photo of stage %d") % entry.stage
        address["stage"] = correct_below(entries(), entry, title)
    else:
        keep_entered(entries(), entry)
    return redirect(url_for("stage.grid", **address), 303)


@pages.get("/overlay.jpg")
def overlay_file() -> Page:
    """The photo with the areas drawn on it and the points of a plan; as `drawn_answer`."""
    outcome = evaluate(here().draft())
    plan = outcome.price(activations_from(request.args.get("activations", "[]")))
    return drawn_answer(photos().drawn(outcome, plan))


@pages.get("/job/<number>")
def job(number: str) -> Page:
    """How far a job is; when it is done, where to go."""
    job = photos().job(number, here().code)
    if not job.future.done():
        return jsonify(done=False, ahead=photos().ahead(job))
    job.told.set()
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
def photo_file() -> Page:
    """The photo as it was taken, upright."""
    return jpeg_answer(entries().photo(here().draft()))


@pages.get("/picture.jpg")
def picture_file() -> Page:
    """The photo from straight above, as the background of the grid."""
    return jpeg_answer(entries().picture(here().draft()))


def _accepted(job: PhotoJob, goal: str, **more: Any) -> Page:
    address = here().address
    return jsonify(
        job=url_for("photo.job", number=job.number, **address),
        next=url_for(goal, **address, **more),
    ), 202
