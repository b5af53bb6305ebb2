"""Records of the games of this phone, and a player's game looked back at."""

import re

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.core.errors import N_, AssistantError, InputError
from assistant.games import ALL_GAMES, FORGOTTEN_TREASURES, CardGame, Game, any_game_named
from assistant.service.reports import game_report
from assistant.service.statistics import PlayerRecord, Records
from assistant.service.table import Table
from assistant.web.charts import HEIGHT, WIDTH, Bar, bars, curve
from assistant.web.context import statistics, tables
from assistant.web.errors import status_of
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence
from assistant.web.joined import joined

pages = Blueprint("records", __name__)

Page = str | Response | tuple[str, int]
_WHEN = re.compile(r"\d{4}(-\d\d){0,2}")


@pages.get("/records")
def page() -> Page:
    """The records; ``?game=`` of one game, ``?when=`` of a year, a month or an evening."""
    return _page()


@pages.post("/records/merge")
def merge() -> Page:
    """Count two names as one player."""
    try:
        statistics().merge(request.form.get("name", ""), request.form.get("into", ""))
    except AssistantError as error:
        return _page(error), status_of(error)
    return _back()


@pages.post("/records/part")
def part() -> Page:
    """Count a merged name for itself again."""
    statistics().part(request.form.get("name", ""))
    return _back()


@pages.get("/t/<code>/<int:seat>/report")
def report(code: str, seat: int) -> Page:
    """Where a player's points came from, and where points were left lying."""
    table = tables().get(code)
    if not 1 <= seat <= len(table.seating):
        raise InputError(N_("There is no player at seat %(seat)d of this table."), seat=seat)
    found = game_report(table, seat - 1)
    return render_template(
        "records/report.html",
        table=table,
        seat=seat,
        report=found,
        sources=list(dict.fromkeys(words for stage in found.stages for words, _p in stage.sources)),
        bars=bars((str(stage.stage), stage.points) for stage in found.stages),
        width=WIDTH,
        height=HEIGHT,
    )


def _back() -> Response:
    """To the records as they were asked for."""
    game, when = map(request.args.get, ("game", "when"))
    return redirect(url_for("records.page", game=game, when=when), 303)


def _page(error: AssistantError | None = None) -> str:
    own = tables().some(joined())
    game = _game(own)
    when = request.args.get("when", "")
    when = when if _WHEN.fullmatch(when) else ""
    records = statistics().records(own, game.name, when)
    aliases = statistics().aliases()
    names = sorted({name for table in own for name in table.seating})
    return render_template(
        "records/page.html",
        records=records,
        game=game,
        games=ALL_GAMES.values(),
        when=when,
        choices=_choices(records),
        curves={player.name: _curve(player) for player in records.players},
        stage_bars={player.name: _stages(player) for player in records.players},
        source_bars={player.name: _sources(player) for player in records.players},
        names=names,
        merged={name: aliases[name] for name in names if name in aliases},
        width=WIDTH,
        height=HEIGHT,
        error=sentence(error) if error else None,
    )


def _game(own: list[Table]) -> Game | CardGame:
    """The game that is asked for, else that of the last table."""
    asked = request.args.get("game")
    if asked:
        return any_game_named(asked)
    return own[0].game if own else FORGOTTEN_TREASURES


def _choices(records: Records) -> list[str]:
    """Years, then months, then evenings on which games ended, the latest first."""
    return [
        choice
        for length in (4, 7, 10)
        for choice in dict.fromkeys(day[:length] for day in records.days)
    ]


def _curve(player: PlayerRecord) -> object:
    return curve([(finish.total, finish.won) for finish in player.finishes])


def _stages(player: PlayerRecord) -> tuple[Bar, ...]:
    return bars((str(stage.stage), stage.mean) for stage in player.stages)


def _sources(player: PlayerRecord) -> tuple[Bar, ...]:
    return bars((_(words), points) for words, points in player.sources)
