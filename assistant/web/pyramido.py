"""Pyramido: the result of a stage from the gems that mark its blocks."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.games.pyramido.marking import Marker, MarkScore
from assistant.service.drafts import StageDraft
from assistant.service.laid import Laid
from assistant.service.marking import MarkedResult, evaluate_marks, write_marks
from assistant.web import drawing
from assistant.web.context import entries, photos, tables
from assistant.web.forms import number_field
from assistant.web.photo import drawn_answer
from assistant.web.stage import entry_context, version_of
from assistant.web.table import go_on, seen_points

pages = Blueprint("pyramido", __name__, url_prefix="/t/<code>/<int:seat>/<int:stage>/marks")

Page = str | Response


@pages.get("")
def result(code: str, seat: int, stage: int) -> Page:
    """Marked areas, Mino bonus, and the best marks there could have been."""
    outcome = evaluate_marks(entries().open(code, seat - 1, stage))
    return render_template("pyramido/result.html", **_context(outcome))


@pages.post("")
def write(code: str, seat: int, stage: int) -> Page:
    """Write the stage to the pad."""
    outcome = evaluate_marks(entries().open(code, seat - 1, stage))
    left = number_field(request.form, "cards_left") if request.form.get("cards_left") else None
    version = version_of(request.form.get("version"))
    return go_on(write_marks(tables(), outcome, left=left, version=version, seen=seen_points()))


@pages.get("/audit")
def audit(code: str, seat: int, stage: int) -> Page:
    """Where every point on the pad came from."""
    entry = entries().open(code, seat - 1, stage)
    written = entry.table.scores.get((entry.seat, stage))
    if written is None or written.layout is None:
        return redirect(url_for("stage.grid", code=code, seat=seat, stage=stage), 303)
    layout = entry.table.dominoes.parse(written.layout)
    as_written = replace(entry, layout=layout, laid=Laid(written.marks, written.cards))
    return render_template("pyramido/audit.html", **_context(evaluate_marks(as_written)))


@pages.get("/overlay.jpg")
def overlay_file(code: str, seat: int, stage: int) -> Page:
    """The photo with the areas drawn on it, the marked ones with their points."""
    outcome = evaluate_marks(entries().open(code, seat - 1, stage))
    icons = {area.id: str(area.icons) for area in outcome.areas if area.id in outcome.score.marked}
    return drawn_answer(photos().labelled(outcome.entry, icons))


def _context(outcome: MarkedResult) -> dict[str, Any]:
    entry = outcome.entry
    return {
        **entry_context(entry),
        "outcome": outcome,
        "areas": {area.id: area for area in outcome.areas},
        "holes": outcome.holes,
        "lost": outcome.lost(outcome.cards_left),
        "drawn": _drawn(outcome, outcome.score, entry.laid.markers),
        "best": _drawn(outcome, outcome.best, outcome.best_markers),
    }


def _drawn(outcome: MarkedResult, score: MarkScore, markers: tuple[Marker, ...]) -> dict[str, Any]:
    entry: StageDraft = outcome.entry
    lit = dict.fromkeys(score.marked, 1)
    return {
        **drawing.drawn_areas(entry.layout, outcome.areas, lit),
        "gems": drawing.drawn_marks(entry.layout, (marker.place for marker in markers)),
        "cards": drawing.drawn_marks(entry.layout, entry.cards),
    }
