"""What the page of the pad shows, for everything that answers with it."""

from typing import Any

from flask import url_for

from assistant.service.stale import stale_stages
from assistant.service.tables import Table
from assistant.web.context import copies
from assistant.web.pages import address_of, pages_of


def pad_context(table: Table) -> dict[str, object]:
    """The values of the templates ``table/page.html`` and ``table/pad.html``."""
    finished = table.finished_stages
    return {
        "table": table,
        "stages": range(1, table.game.stage_count + 1),
        "standings": table.standings() if finished or table.over else None,
        "next_seat": table.next_seat(),
        "finished": finished,
        "address": address_of(table.code),
        "ways": _ways,
        "stale": stale_stages(table) if table.plays_stages else [],
        "copies": [copy for copy in copies().all() if copy.game == table.game.name],
    }


def _ways(table: Table, seat: int, stage: int) -> dict[str, object]:
    """What the number pad must know of a cell: what stands there, and the ways to score it."""
    place: dict[str, Any] = {"code": table.code, "seat": seat + 1, "stage": stage}
    written = table.scores.get((seat, stage))
    entered = written is not None and not written.typed
    more = written is not None or stage == table.game.stage_count
    return {
        "name": table.seating[seat],
        "seat": seat + 1,
        "stage": stage,
        "seen": str(written.points) if written else "",
        "most": table.dominoes.most_points(stage),
        "write": url_for("points.put", **place),
        "photo": url_for("photo.take", **place),
        "hand": url_for("stage.grid", **place),
        "audit": url_for(pages_of(table.game).audit, **place) if entered else None,
        "more": url_for("points.type_score", **place) if more else None,
    }
