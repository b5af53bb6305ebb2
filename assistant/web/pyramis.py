"""Pyramis: the table of all players, and the cards of one of them."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import ConflictError
from assistant.games.pyramis.cards import ROW_LENGTHS
from assistant.games.pyramis.scoring import DECK, MOST_ICONS, STARS, Land
from assistant.service.pyramis import CARDS, STAGE, CardEntry, CardTable
from assistant.web.answers import overtaken
from assistant.web.context import cards
from assistant.web.i18n import gettext as _
from assistant.web.letters import letters_of
from assistant.web.pages import address_of
from assistant.web.requests import (
    number_field,
    seen_points,
    sent_state,
    unchanged_since,
    whole_number,
)

pages = Blueprint("pyramis", __name__, url_prefix="/t/<code>/cards")

LIKELY_MOST = 120
"""Points that no Pyramis table is likely to see; a total above it is questioned."""

Page = str | AnyResponse | tuple[AnyResponse, int]


@pages.get("")
def table(code: str) -> Page:
    """Everybody's points so far; at the end the winner."""
    return render_template("pyramis/page.html", **_context(cards().open(code)), actions=True)


@pages.get("/state")
def state(code: str) -> Page:
    """Only the points, if anything changed since ``?since=``: pages ask every second."""
    if unchanged_since(cards().version(code)):
        return Response(status=204)
    return render_template(
        "pyramis/table.html", **_context(cards().open(code)), actions="plain" not in request.args
    )


@pages.get("/<int:seat>")
def entry(code: str, seat: int) -> Page:
    """A player's pyramid, to enter."""
    at, own = cards().entry(code, seat - 1)
    land = request.args.get("turn", "")
    turning = Land(land) if land in list(Land) else None
    data = _data(at, own) | _turning(at, own, turning)
    context = {**_context(at), "own": own, "data": data, "turning_color": turning}
    return render_template("pyramis/entry.html", **context)


@pages.get("/turn/<land>")
def turn(code: str, land: str) -> Page:
    """Two equal pyramids lie on the decks: lead through the cards of all who have one to turn.

    ``?from=`` is the first seat that has not turned yet; ``?back=`` the seat to return to at last.
    """
    first, back = (whole_number(request.args.get(name, "")) for name in ("from", "back"))
    seat = cards().turning(code, land, (first or 1) - 1)
    if seat is not None:
        address = url_for("pyramis.entry", code=code, seat=seat + 1, turn=land, back=back)
    elif back:
        address = url_for("pyramis.entry", code=code, seat=back)
    else:
        address = url_for("pyramis.table", code=code)
    return redirect(address, 303)


@pages.get("/<int:seat>/entry")
def entry_state(code: str, seat: int) -> Page:
    """The entry if it changed since ``?since=`` a version."""
    if unchanged_since(cards().entry_version(code, seat - 1)):
        return Response(status=204)
    _at, own = cards().entry(code, seat - 1)
    return jsonify(version=own.version, state=own.whole_state())


@pages.put("/<int:seat>/entry")
def save(code: str, seat: int) -> Page:
    """Keep the cards as the page has them; a stale page is told what changed."""
    try:
        at = cards().save(code, seat - 1, *sent_state())
    except ConflictError as error:
        return overtaken(error)
    return jsonify(version=at.entries[seat - 1].version)


@pages.post("/rule")
def switch(code: str) -> Page:
    """The house rule that zones join in the row only."""
    cards().switch(code, bool(request.form.get("same_row")))
    return redirect(url_for("pyramis.table", code=code), 303)


@pages.post("/<int:seat>/total")
def put_total(code: str, seat: int) -> Page:
    """The number pad: write a total that was counted by hand; answers with the new table."""
    points = number_field(request.form, "points")
    at = cards().type_total(code, seat - 1, points, seen=seen_points())
    return render_template("pyramis/table.html", **_context(at), actions=True)


@pages.post("/<int:seat>/clear")
def clear_total(code: str, seat: int) -> Page:
    """Take a written total off: the cards count again."""
    cards().clear_total(code, seat - 1, seen=seen_points())
    return redirect(url_for("pyramis.table", code=code), 303)


@pages.post("/finish")
def finish(code: str) -> Page:
    """Write the result."""
    cards().finish(code, request.form.get("seen", ""))
    return redirect(url_for("pyramis.table", code=code), 303)


def _context(at: CardTable) -> dict[str, Any]:
    standings = at.table.standings() if at.table.over else None
    return {
        "at": at,
        "table": at.table,
        "scores": at.scores,
        "most_aliens": max(score.aliens for score in at.scores),
        "cards": CARDS,
        "standings": standings,
        "zones": {str(n): score.zone for n, score in enumerate(at.scores, start=1)},
        "address": address_of(at.table.code),
        "letters": letters_of(DECK),
        "ways": _ways,
    }


def _ways(at: CardTable, seat: int) -> dict[str, object]:
    """What the number pad must know of a player's total: what is written, and the cards' page."""
    place: dict[str, Any] = {"code": at.table.code, "seat": seat + 1}
    typed = at.typed(seat)
    return {
        "name": at.table.seating[seat],
        "seat": seat + 1,
        "stage": STAGE,
        "seen": "" if typed is None else str(typed),
        "most": LIKELY_MOST,
        "write": url_for("pyramis.put_total", **place),
        "photo": None,
        "hand": url_for("pyramis.entry", **place),
        "audit": None,
        "more": None,
    }


def _turning(at: CardTable, own: CardEntry, color: Land | None) -> dict[str, Any]:
    """What the page needs while a colour is turned: its letter, and where the next player is."""
    if color is None:
        return {"turns": None}
    place: dict[str, Any] = {"land": color.value, "from": own.seat + 2}
    back = request.args.get("back")
    onward = url_for("pyramis.turn", code=at.table.code, back=back, **place)
    return {"turns": color[0], "onward": onward}


def _data(at: CardTable, own: CardEntry) -> dict[str, Any]:
    letters = letters_of(DECK)
    return {
        "state": own.whole_state(),
        "version": own.version,
        "key": f"{at.table.code}/cards/{own.seat}",
        "save": url_for("pyramis.save", code=at.table.code, seat=own.seat + 1),
        "seat": own.seat + 1,
        "rows": ROW_LENGTHS,
        "lands": {
            land[0]: {
                "name": land,
                "word": _(land.value),
                "letter": letters[land.value],
                "turn": url_for(
                    "pyramis.turn", code=at.table.code, land=land.value, back=own.seat + 1
                ),
            }
            for land in DECK
        },
        "most": MOST_ICONS,
        "stars": STARS,
        "over": at.table.over,
    }
