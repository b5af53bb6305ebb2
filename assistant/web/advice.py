"""Keep for later: what a result's page learns when the look ahead is ready."""

from flask import Response, current_app, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from assistant.service.advice import AdviceDesk
from assistant.service.scoring import evaluate
from assistant.web.context import entries
from assistant.web.place import here, stage_pages
from assistant.web.requests import whole_number

pages = stage_pages("advice")


@pages.get("/advice")
def advice() -> str | AnyResponse:
    """The advice as a part of the page.

    202 while it is being thought about; 204 where there is no later, no advisor, or no answer.
    """
    desk: AdviceDesk | None = current_app.extensions["advice"]
    if desk is not None and desk.waits(*here().key, entries().version(*here().key)):
        return Response(status=202)
    outcome = evaluate(here().draft())
    if desk is None or not outcome.must_cut or not outcome.entry.inventory.total:
        return Response(status=204)
    work = desk.advice(outcome.entry)
    if not work.done():
        return Response(status=202)
    if work.exception():
        return Response(status=204)
    found = work.result()
    options = dict.fromkeys((found.best, found.greedy, *found.options))
    return render_template(
        "stage/advice.html",
        advice=found,
        options=list(options),
        index={each.kept: outcome.option(each.kept) for each in options},
        chosen=whole_number(request.args.get("chosen", "")),
        place=here().address,
    )
