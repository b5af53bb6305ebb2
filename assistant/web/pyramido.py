"""Pyramido: the result of a stage from the gems that mark its blocks."""

from dataclasses import replace
from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.games.pyramido.marking import Marker, MarkScore
from assistant.service.drafts import StageDraft
from assistant.service.laid import Laid
from assistant.service.marking import MarkedResult, evaluate_marks, write_marks
from assistant.web import drawing
from assistant.web.answers import drawn_answer, go_on
from assistant.web.context import photos, tables
from assistant.web.draft_page import draft_context
from assistant.web.letters import letters_of
from assistant.web.place import here, stage_pages
from assistant.web.requests import optional_number, seen_points, sent_version

pages = stage_pages("pyramido", "/marks")

Page = str | Response


@pages.get("")
def result() -> Page:
    """Marked areas, Mino bonus, and the best marks there could have been.

    Without any gem it asks first; ``?none=1`` says that there is none.
    """
    outcome = evaluate_marks(here().draft())
    if outcome.gems_forgotten and "none" not in request.args:
        return render_template("pyramido/forgotten.html", **draft_context(outcome.entry))
    return render_template("pyramido/result.html", **_context(outcome))


@pages.post("")
def write() -> Page:
    """Write the stage to the pad."""
    outcome = evaluate_marks(here().draft())
    left = optional_number("cards_left")
    table = write_marks(tables(), outcome, left=left, version=sent_version(), seen=seen_points())
    return go_on(table)


@pages.get("/audit")
def audit() -> Page:
    """Where every point on the pad came from."""
    entry = here().draft()
    written = entry.table.scores.get((entry.seat, entry.stage))
    if written is None or written.layout is None:
        return redirect(url_for("stage.grid", **here().address), 303)
    layout = entry.table.dominoes.parse(written.layout)
    as_written = replace(entry, layout=layout, laid=Laid(written.marks, written.cards))
    return render_template("pyramido/audit.html", **_context(evaluate_marks(as_written)))


@pages.get("/overlay.jpg")
def overlay_file() -> Page:
    """The photo with the areas drawn on it, the marked ones with their points."""
    outcome = evaluate_marks(here().draft())
    icons = {area.id: str(area.icons) for area in outcome.areas if area.id in outcome.score.marked}
    return drawn_answer(photos().labelled(outcome.entry, icons))


def _context(outcome: MarkedResult) -> dict[str, Any]:
    entry = outcome.entry
    return {
        **draft_context(entry),
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
    letters = letters_of(entry.table.dominoes.palette)
    places = (marker.place for marker in markers)
    return {
        **drawing.drawn_areas(entry.layout, outcome.areas, lit, letters),
        "gems": drawing.drawn_marks(entry.layout, places, letters),
        "cards": drawing.drawn_marks(entry.layout, entry.cards, letters),
    }
