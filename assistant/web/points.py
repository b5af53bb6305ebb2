"""Points that were counted by hand: typed for a stage, corrected, taken off the pad."""

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.core.errors import N_, AssistantError, InputError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.service.tables import Table
from assistant.web.answers import go_on
from assistant.web.context import tables
from assistant.web.errors import status_of
from assistant.web.i18n import sentence
from assistant.web.pad_page import pad_context
from assistant.web.place import here, stage_pages
from assistant.web.requests import (
    gems_from,
    kept_gems,
    number_field,
    optional_number,
    seen_points,
)
from assistant.web.solo_page import kept_as_told, kept_at_first

pages = stage_pages("points")

Page = str | Response | tuple[str, int]


@pages.route("/type", methods=["GET", "POST"])
def type_score() -> Page:
    """A score counted by hand."""
    if request.method == "GET":
        return _type_page()
    try:
        table = tables().type_score(
            *here().key,
            number_field(request.form, "points"),
            gems_left=optional_number("gems_left"),
            cards_left=optional_number("cards_left"),
            kept=_kept(tables().get(here().code)),
            seen=seen_points(),
        )
    except AssistantError as error:
        return _type_page(error), status_of(error)
    return go_on(table)


@pages.post("/points")
def put() -> Page:
    """The number pad: write points that were counted by hand; answers with the new pad."""
    written = here().written()
    table = tables().type_score(
        *here().key,
        number_field(request.form, "points"),
        gems_left=written.gems_left if written else None,
        cards_left=written.cards_left if written else None,
        seen=seen_points(),
    )
    return render_template("table/pad.html", **pad_context(table))


@pages.post("/clear")
def clear() -> Page:
    """Take a score off the pad."""
    tables().clear(*here().key, seen=seen_points())
    return redirect(url_for("table.pad", code=here().code), 303)


def _kept(table: Table) -> Inventory | None:
    """The gems that are ticked as kept; None where the page does not ask.

    Raises:
        InputError: none is ticked, and nobody said that none is kept.
    """
    if table.solo is None:
        return None
    if "keep_none" in request.form:
        return Inventory()
    kept = kept_gems()
    state = table.solo.state
    asked = state.stage < table.game.stage_count and state.expecting is Expecting.STAGE_END
    if asked and state.player.total and not kept.total:
        raise InputError(N_("Tick the gems that you keep, or press “I keep none”."))
    return kept


def _type_page(error: AssistantError | None = None) -> str:
    code, seat, stage = here().key
    table = tables().get(code)
    if not (0 <= seat < len(table.seating) and 1 <= stage <= table.dominoes.stage_count):
        raise InputError(N_("There is no such stage or player at this table."))
    hand = table.solo.state.player if table.solo else Inventory()
    told = gems_from(word for word in request.form.getlist("keep") if word in list(Color))
    return render_template(
        "table/type.html",
        table=table,
        keep=kept_as_told(hand, told) if error else kept_at_first(hand),
        seat=seat + 1,
        stage=stage,
        written=table.scores.get((seat, stage)),
        error=sentence(error) if error else None,
    )
