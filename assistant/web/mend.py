"""Mend a table: names, seats, who begins, a player who came late, the game, an early end."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.core.errors import AssistantError
from assistant.games import ALL_GAMES
from assistant.service.tables import Table
from assistant.web.context import tables
from assistant.web.errors import status_of
from assistant.web.i18n import sentence
from assistant.web.requests import number_field, whole_number

pages = Blueprint("mend", __name__, url_prefix="/t/<code>/mend")

Page = str | Response | tuple[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the form, or an empty place; ``number`` is the seat of who is there."""

    number: int
    name: str = ""
    starts: bool = False


@pages.get("")
def page(code: str) -> Page:
    """What can be changed at this table."""
    table = tables().get(code)
    names, starter = table.seating, table.seats.starter
    rows = [Row(seat, names[seat], names[seat] == starter) for seat in table.seats.order]
    rows += [Row(number) for number in range(len(names), table.game.players[1])]
    return _page(table, rows)


@pages.post("")
def change(code: str) -> Page:
    """Change the players as the form has them."""
    form = request.form
    starter = whole_number(form.get("starter", ""))
    numbers = [
        number for text in form.getlist("order") if (number := whole_number(text)) is not None
    ]
    rows = [Row(number, form.get(f"name-{number}", ""), number == starter) for number in numbers]
    clockwise = [(row.number, row.name) for row in rows]
    try:
        version = number_field(form, "version")
        tables().mend(code, version, clockwise, -1 if starter is None else starter)
    except AssistantError as error:
        return _page(tables().get(code), rows, error), status_of(error)
    return redirect(url_for("table.pad", code=code), 303)


@pages.post("/game")
def game(code: str) -> Page:
    """Play another game at this table."""
    version = number_field(request.form, "version")
    tables().change_game(code, version, request.form.get("game", ""))
    return redirect(url_for("table.pad", code=code), 303)


@pages.post("/end")
def end(code: str) -> Page:
    """End the game after the last finished stage."""
    tables().end_early(code, number_field(request.form, "version"))
    return redirect(url_for("table.pad", code=code), 303)


def _page(table: Table, rows: list[Row], error: AssistantError | None = None) -> str:
    return render_template(
        "table/mend.html",
        table=table,
        rows=rows,
        games=ALL_GAMES.values(),
        error=sentence(error) if error else None,
    )
