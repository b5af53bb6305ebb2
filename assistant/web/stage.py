"""Scoring a stage: grid or photo, gems, result, pad."""

import json
from dataclasses import replace
from typing import Any

from flask import Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.core.errors import AssistantError, ConflictError
from assistant.core.pieces import Inventory
from assistant.core.problems import unlike_the_dominoes
from assistant.games import GAMES
from assistant.games.forgotten_treasures.activation import Activation, Plan
from assistant.plain import to_plain
from assistant.service.contradictions import contradictions
from assistant.service.drafts import StageDraft
from assistant.service.marking import laid_problems
from assistant.service.scoring import StageResult, evaluate, write_result
from assistant.service.tables import PadScore, open_stages
from assistant.web import drawing
from assistant.web.answers import go_on, overtaken
from assistant.web.context import entries, tables
from assistant.web.draft_page import draft_context
from assistant.web.errors import status_of
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence
from assistant.web.pages import pages_of
from assistant.web.place import here, stage_pages
from assistant.web.requests import (
    activations_from,
    kept_gems,
    own_plan_asked,
    seen_points,
    sent_state,
    sent_version,
    unchanged_since,
    whole_number,
)

pages = stage_pages("stage")

Page = str | AnyResponse | tuple[AnyResponse, int] | tuple[str, int]


@pages.get("")
def grid() -> Page:
    """The grid editor, over the photo if there is one."""
    entry = here().draft()
    return render_template(
        "stage/grid.html",
        **draft_context(entry),
        contradictions=contradictions(entry),
        open_stages=open_stages(entry.table, entry.seat),
        titles={name: game.title for name, game in GAMES.items()},
    )


@pages.put("/entry")
def save() -> Page:
    """Keep the entry as the page has it; a stale page is told what changed."""
    try:
        entry = entries().save(*here().key, *sent_state())
    except ConflictError as error:
        return overtaken(error)
    return jsonify(version=entry.version, problems=_problems(entry))


@pages.get("/entry")
def entry_state() -> Page:
    """The entry if it changed since ``?since=`` a version: open pages ask every second."""
    if unchanged_since(entries().version(*here().key)):
        return Response(status=204)
    entry = here().draft()
    return jsonify(version=entry.version, state=entry.whole_state())


@pages.get("/gems")
def gems() -> Page:
    """The gems in hand, from those kept."""
    entry = here().draft()
    own = pages_of(entry.table.game).after_grid
    if own != request.endpoint:
        return redirect(url_for(own, **here().address), 303)
    return render_template("stage/gems.html", **draft_context(entry))


@pages.get("/result")
def result() -> Page:
    """Areas, points and what to keep; ``?plan=`` chooses one of the frontier, ``?own=`` a plan."""
    outcome = evaluate(here().draft())
    chosen = whole_number(request.args.get("plan", ""))
    times = own_plan_asked()
    if times is not None:
        try:
            own = outcome.own(times)
        except AssistantError as error:
            return _plan_page(outcome, times, error), status_of(error)
        return _result_page(outcome, own, outcome.suggested_keep(own), own=True)
    if not outcome.entry.table.helps.plan:
        return redirect(url_for("stage.plan", **here().address), 303)
    if chosen is not None and chosen < len(outcome.frontier):
        option = outcome.frontier[chosen]
        return _result_page(outcome, outcome.price(option.activations), option.kept)
    return _result_page(outcome, outcome.best, outcome.suggested_keep(outcome.best))


@pages.get("/plan")
def plan() -> Page:
    """A person's own plan: which areas score, once or twice."""
    outcome = evaluate(here().draft())
    return _plan_page(outcome, own_plan_asked() or {})


@pages.post("/write")
def write() -> Page:
    """Write the chosen plan to the pad."""
    outcome = evaluate(here().draft())
    table = write_result(
        tables(),
        outcome,
        activations_from(request.form.get("activations", "")),
        kept_gems(),
        version=sent_version(),
        seen=seen_points(),
    )
    return go_on(table)


@pages.get("/audit")
def audit() -> Page:
    """Where every point on the pad came from."""
    entry = here().draft()
    written = entry.table.scores.get((entry.seat, entry.stage))
    if written is None or written.layout is None or written.inventory is None:
        return redirect(url_for("stage.grid", **here().address), 303)
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
    cards = frozenset(entry.cards) or None
    deck = entry.table.dominoes.deck
    found = laid_problems(entry) or unlike_the_dominoes(entry.layout, deck, cards)
    return [
        {"text": sentence(problem.message), "ofAllIcons": problem.of_all_icons} for problem in found
    ]


def _outcome_context(outcome: StageResult, chosen: Plan) -> dict[str, Any]:
    multiplier = {activation.area: activation.multiplier for activation in chosen.activations}
    shown = draft_context(outcome.entry)
    return {
        **shown,
        **drawing.drawn_areas(outcome.entry.layout, outcome.areas, multiplier, shown["letters"]),
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
