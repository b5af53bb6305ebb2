"""Solo play against THE Legend: set-up, turns, corrections, what he would do."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.core.errors import N_, AssistantError, InputError
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import (
    FACE_UP_AT_SETUP,
    GEM_KINDS,
    SPACE_COUNT,
)
from assistant.games.forgotten_treasures.legend.state import Fault
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.service.solo import SoloTable
from assistant.service.solo_lines import would_do
from assistant.service.solo_pad import step_from_plain
from assistant.web.context import solo, tables
from assistant.web.errors import status_of
from assistant.web.i18n import sentence
from assistant.web.requests import nonsense, number_field, unchanged_since
from assistant.web.solo_forms import correction_of, says_otherwise
from assistant.web.solo_mend import part_of, rule_names
from assistant.web.solo_page import PAIRS, gem_words, turn_context

pages = Blueprint("solo", __name__, url_prefix="/t/<code>/legend")

PILES_AT_SETUP = (18, 18, 18, 18, 17)
"""Five roughly equal piles of the 89 dominoes that THE Legend does not begin with."""

Page = str | Response | tuple[str, int]


@pages.get("")
def page(code: str) -> Page:
    """The turn that is due; before the first one the set-up."""
    at = solo().open(code)
    if at.game.state.expecting is Expecting.SET_UP:
        return render_template("solo/setup.html", **_setup_context(at))
    return render_template("solo/turn.html", **_context(at))


@pages.get("/state")
def state(code: str) -> Page:
    """Only the turn, if the table changed since ``?since=`` a version: pages ask every second."""
    if unchanged_since(tables().version(code)):
        return Response(status=204)
    return render_template("solo/state.html", **_context(solo().open(code)))


@pages.post("/step")
def step(code: str) -> Page:
    """Play a step, ``{"version", "step"}``; answers with the turn after it."""
    body = request.get_json()
    if not isinstance(body, dict) or type(body.get("version")) is not int:
        raise nonsense()
    at = solo().play(code, body["version"], step_from_plain(body.get("step")))
    return render_template("solo/state.html", **_context(at))


@pages.post("/at")
def go_to(code: str) -> Page:
    """Back, or forward again, to the moment after so many steps."""
    before, count = len(solo().open(code).game.steps), number_field(request.form, "count")
    solo().go_to(code, number_field(request.form, "version"), count)
    back = max(before - count, 0) or None
    return redirect(url_for("solo.page", code=code, back=back), 303)


@pages.get("/advice")
def advice(code: str) -> Page:
    """What he would do after the choices that begin with this space, gem and pile."""
    gem = request.args.get("gem", "")
    if gem and gem not in GEM_KINDS:
        raise InputError(N_("%(color)s is no gem of this game."), color=repr(gem[:20]))
    space = _optional("space")
    choices = solo().advice(code, space, Color(gem) if gem else None, _optional("reveal"))
    return render_template(
        "solo/advice.html", choices=choices, chosen=space is not None, would_do=would_do
    )


@pages.route("/correct", methods=["GET", "POST"])
def correct(code: str) -> Page:
    """The table says otherwise: tap what is wrong (``?what=``), and say what it is."""
    at = solo().open(code)
    if request.method == "GET":
        return _correct_page(at)
    try:
        what, value = request.form.get("what", ""), request.form.get("value", "")
        change = correction_of(what, value, at.game.state)
        if says_otherwise(change, at.game.state):
            solo().play(code, number_field(request.form, "version"), change)
    except AssistantError as error:
        return _correct_page(at, error), status_of(error)
    return redirect(url_for("solo.page", code=code), 303)


def _context(at: SoloTable) -> dict[str, Any]:
    over = at.game.state.phase is Expecting.OVER
    return turn_context(at, number_field(request.args, "back", "0")) | {
        "record": solo().record(at.name, at.become) if over else None,
        "faults": [_shown(fault, at.table.code) for fault in at.game.state.faults],
    }


def _shown(fault: Fault, code: str) -> dict[str, Any]:
    """A fault and the address where it is put right."""
    if fault.place.isdigit():
        address = url_for("solo.correct", code=code, what=f"gem-{fault.place}-1")
    elif fault.place in GEM_KINDS:
        address = url_for("solo.correct", code=code, color=fault.place, _anchor="hands")
    else:
        address = url_for("solo.correct", code=code, _anchor=fault.place)
    return {"text": fault.text, "address": address}


def _setup_context(at: SoloTable) -> dict[str, Any]:
    return {
        "at": at,
        "table": at.table,
        "numbers": range(1, SPACE_COUNT + 1),
        "face_up": FACE_UP_AT_SETUP,
        "piles": PILES_AT_SETUP,
        "gem_kinds": GEM_KINDS,
        "pairs": PAIRS,
        "words": gem_words(),
    }


def _correct_page(at: SoloTable, error: AssistantError | None = None) -> str:
    """The whole table as buttons; with the choices of the part that was tapped."""
    what = request.values.get("what")
    return render_template(
        "solo/correct.html",
        at=at,
        table=at.table,
        state=at.game.state,
        gem_kinds=GEM_KINDS,
        part=part_of(what, at.game.state) if what else None,
        rules=rule_names(),
        error=sentence(error) if error else None,
    )


def _optional(name: str) -> int | None:
    return number_field(request.args, name) if request.args.get(name) else None
