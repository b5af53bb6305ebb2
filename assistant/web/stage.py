"""Scoring a stage: grid or photo, gems, result, pad."""

import json
import re
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import AssistantError, ConflictError
from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.activation import Activation, Plan
from assistant.plain import from_plain, to_plain
from assistant.service.contradictions import contradictions
from assistant.service.drafts import StageDraft
from assistant.service.laid import cards_below
from assistant.service.marking import laid_problems
from assistant.service.scoring import StageResult, evaluate, write_result
from assistant.service.tables import PadScore
from assistant.web import drawing
from assistant.web.context import entries, tables
from assistant.web.errors import status_of
from assistant.web.forms import gems_from, nonsense, whole_number
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence
from assistant.web.pages import pages_of
from assistant.web.table import go_on, seen_points

pages = Blueprint("stage", __name__, url_prefix="/t/<code>/<int:seat>/<int:stage>")

Page = str | AnyResponse | tuple[AnyResponse, int] | tuple[str, int]


@pages.get("")
def grid(code: str, seat: int, stage: int) -> Page:
    """The grid editor, over the photo if there is one."""
    entry = entries().open(code, seat - 1, stage)
    return render_template(
        "stage/grid.html", **entry_context(entry), contradictions=contradictions(entry)
    )


@pages.put("/entry")
def save(code: str, seat: int, stage: int) -> Page:
    """Keep the entry as the page has it; a stale page is told what changed."""
    body = request.get_json()
    if not isinstance(body, dict) or not isinstance(body.get("state"), dict):
        raise nonsense()
    try:
        entry = entries().save(
            code, seat - 1, stage, version_of(body.get("version")), body["state"]
        )
    except ConflictError as error:
        current: StageDraft = error.current
        answer = {
            "error": sentence(error),
            "version": current.version,
            "state": current.whole_state(),
        }
        return jsonify(answer), 409
    return jsonify(version=entry.version, problems=_problems(entry))


@pages.get("/entry")
def entry_state(code: str, seat: int, stage: int) -> Page:
    """The entry if it changed since ``?since=`` a version: open pages ask every second."""
    if request.args.get("since") == str(entries().version(code, seat - 1, stage)):
        return Response(status=204)
    entry = entries().open(code, seat - 1, stage)
    return jsonify(version=entry.version, state=entry.whole_state())


@pages.get("/gems")
def gems(code: str, seat: int, stage: int) -> Page:
    """The gems in hand, from those kept."""
    entry = entries().open(code, seat - 1, stage)
    own = pages_of(entry.table.game).after_grid
    if own != request.endpoint:
        return redirect(url_for(own, code=code, seat=seat, stage=stage), 303)
    return render_template("stage/gems.html", **entry_context(entry))


@pages.get("/result")
def result(code: str, seat: int, stage: int) -> Page:
    """Areas, points and what to keep; ``?plan=`` chooses one of the frontier, ``?own=`` a plan."""
    outcome = evaluate(entries().open(code, seat - 1, stage))
    chosen = whole_number(request.args.get("plan", ""))
    times = times_from(request.args.get("own", ""))
    if times is not None:
        try:
            own = outcome.own(times)
        except AssistantError as error:
            return _plan_page(outcome, times, error), status_of(error)
        return _result_page(outcome, own, outcome.suggested_keep(own), own=True)
    if not outcome.entry.table.helps.plan:
        return redirect(url_for("stage.plan", code=code, seat=seat, stage=stage), 303)
    if chosen is not None and chosen < len(outcome.frontier):
        option = outcome.frontier[chosen]
        return _result_page(outcome, outcome.price(option.activations), option.kept)
    return _result_page(outcome, outcome.best, outcome.suggested_keep(outcome.best))


@pages.get("/plan")
def plan(code: str, seat: int, stage: int) -> Page:
    """A person's own plan: which areas score, once or twice."""
    outcome = evaluate(entries().open(code, seat - 1, stage))
    return _plan_page(outcome, times_from(request.args.get("own", "")) or {})


@pages.post("/write")
def write(code: str, seat: int, stage: int) -> Page:
    """Write the chosen plan to the pad."""
    outcome = evaluate(entries().open(code, seat - 1, stage))
    table = write_result(
        tables(),
        outcome,
        activations_from(request.form.get("activations", "")),
        gems_from(request.form.getlist("keep")),
        version=version_of(request.form.get("version")),
        seen=seen_points(),
    )
    return go_on(table)


@pages.get("/audit")
def audit(code: str, seat: int, stage: int) -> Page:
    """Where every point on the pad came from."""
    entry = entries().open(code, seat - 1, stage)
    written = entry.table.scores.get((entry.seat, stage))
    if written is None or written.layout is None or written.inventory is None:
        return redirect(url_for("stage.grid", code=code, seat=seat, stage=stage), 303)
    outcome = evaluate(_as_written(entry, written))
    priced = outcome.price(written.activations)
    return render_template(
        "stage/audit.html", **_outcome_context(outcome, priced), keep=written.kept
    )


def _as_written(entry: StageDraft, written: PadScore) -> StageDraft:
    assert written.layout is not None
    assert written.inventory is not None
    layout = entry.table.dominoes.parse(written.layout)
    return replace(entry, layout=layout, inventory=written.inventory)


def _problems(entry: StageDraft) -> list[dict[str, Any]]:
    """What the rules do not allow in what has been entered, for the grid."""
    found = laid_problems(entry)
    return [
        {"text": sentence(problem.message), "ofAllIcons": problem.of_all_icons} for problem in found
    ]


def entry_context(entry: StageDraft) -> dict[str, Any]:
    """What every page of an entry shows."""
    game = entry.table.dominoes
    place: dict[str, Any] = {"code": entry.table.code, "seat": entry.seat + 1, "stage": entry.stage}
    return {
        "entry": entry,
        "table": entry.table,
        "helps": entry.table.helps,
        "game": game,
        "place": place,
        "written": entry.table.scores.get((entry.seat, entry.stage)),
        "color_words": {color.letter: _(color.value) for color in game.palette},
        "data": {
            "state": entry.whole_state(),
            "version": entry.version,
            "stage": entry.stage,
            "laid": _laid_data(entry) if game.marks else None,
            "below": repr(entry.below) if entry.below else None,
            "palette": [{"color": color, "letter": color.letter} for color in game.palette],
            "supply": {color.value: count for color, count in game.supply.items()},
            "turns": entry.dominoes_laid,
            "most": game.most_gems(entry.stage),
            "key": f"{entry.table.code}/{entry.seat}/{entry.stage}",
            "save": url_for("stage.save", **place),
            "picture": url_for("photo.picture_file", v=entry.photo.picture, **place)
            if entry.photo and entry.photo.picture is not None
            else None,
        },
    }


def _laid_data(entry: StageDraft) -> dict[str, Any]:
    """What the editor must know of gems and cards that lie on blocks."""
    return {
        "stage": entry.stage,
        "deck": [[face.letter for face in card] for card in entry.table.dominoes.deck.cards],
        "below": cards_below(entry.table, entry.seat, entry.stage),
    }


def _outcome_context(outcome: StageResult, chosen: Plan) -> dict[str, Any]:
    multiplier = {activation.area: activation.multiplier for activation in chosen.activations}
    return {
        **entry_context(outcome.entry),
        **drawing.drawn_areas(outcome.entry.layout, outcome.areas, multiplier),
        "outcome": outcome,
        "chosen": chosen,
        "areas": {area.id: area for area in outcome.areas},
    }


def _result_page(outcome: StageResult, chosen: Plan, keep: Inventory, *, own: bool = False) -> str:
    return render_template(
        "stage/result.html",
        **_outcome_context(outcome, chosen),
        keep=keep,
        option=None if own else outcome.option(keep),
        own=own,
        own_query="-".join(f"{each.area}x{each.multiplier}" for each in chosen.activations),
        activations=json.dumps(to_plain(chosen.activations, tuple[Activation, ...])),
    )


def _plan_page(
    outcome: StageResult, times: dict[int, int], error: AssistantError | None = None
) -> str:
    return render_template(
        "stage/plan.html",
        **_outcome_context(outcome, outcome.best),
        times=times,
        gem_words={color.value: _(color.value) for color in outcome.entry.table.dominoes.supply},
        error=sentence(error) if error else None,
    )


def times_from(text: str) -> dict[int, int] | None:
    """How many times each area scores, as in ``3x2-5x1``; ``0`` is none, None no plan at all."""
    if text == "0":
        return {}
    found = [re.fullmatch(r"(\d{1,3})x([12])", part) for part in text.split("-")]
    times = {int(match[1]): int(match[2]) for match in found if match}
    return times if len(times) == len(found) else None


def activations_from(text: str) -> tuple[Activation, ...]:
    """The activations that a page sent as JSON; raises `InputError` if they are none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise nonsense() from error
    sent: tuple[Activation, ...] = from_plain(tuple[Activation, ...], data, "activations")
    return sent


def version_of(value: Any) -> int:
    """The version of an entry that a page saw."""
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise nonsense() from None


def json_field(name: str) -> Any:
    """A form field that holds JSON."""
    try:
        return json.loads(request.form.get(name, ""))
    except ValueError:
        raise nonsense() from None
