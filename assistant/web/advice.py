"""Keep for later: what a result's page learns when the look ahead is ready."""

from flask import Blueprint, Response, current_app, render_template
from werkzeug.wrappers import Response as AnyResponse

from assistant.games.forgotten_treasures.lookahead.advice import Option
from assistant.service.advice import AdviceDesk
from assistant.service.scoring import StageResult, evaluate
from assistant.web.context import entries

pages = Blueprint("advice", __name__, url_prefix="/t/<code>/<int:seat>/<int:stage>")


@pages.get("/advice")
def advice(code: str, seat: int, stage: int) -> str | AnyResponse:
    """The advice as a part of the page.

    202 while it is being thought about; 204 where there is no later, no advisor, or no answer.
    """
    desk: AdviceDesk | None = current_app.extensions["advice"]
    outcome = evaluate(entries().open(code, seat - 1, stage))
    if desk is None or not outcome.must_cut or not outcome.entry.inventory.total:
        return Response(status=204)
    work = desk.advice(outcome.entry)
    if not work.done():
        return Response(status=202)
    if work.exception():
        return Response(status=204)
    found = work.result()
    shown = [found.best, *found.alternatives]
    if found.greedy not in shown:
        shown.append(found.greedy)
    return render_template(
        "stage/advice.html",
        advice=found,
        shown=sorted(shown, key=lambda option: -option.expected_total),
        index={option.kept: _index(outcome, option) for option in shown},
        least=min(option.expected_total for option in shown),
        most=max(option.expected_total for option in shown),
        place={"code": code, "seat": seat, "stage": stage},
    )


def _index(outcome: StageResult, option: Option) -> int | None:
    """Where the result's list of alternatives has this hand."""
    kept = [entry.kept for entry in outcome.frontier]
    return kept.index(option.kept) if option.kept in kept else None
