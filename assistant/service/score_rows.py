"""Scores as rows for a spreadsheet: one line for each player and stage."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from assistant.core.pieces import Inventory
from assistant.service.summary import stage_points, summary
from assistant.service.table import Table

COLUMNS = (
    "table",
    "game",
    "mode",
    "began",
    "seat",
    "player",
    "stage",
    "points",
    "mythical_points",
    "entered",
    "layout",
    "gems",
    "kept",
    "gems_left",
    "cards_left",
    "lost",
    "total",
    "rank",
    "winner",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(tables: Iterable[Table]) -> str:
    """The scores of these tables as CSV with a header; total, rank and winner in every line."""
    made = StringIO()
    writer = csv.DictWriter(made, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for table in tables:
        for row in _rows(table):
            writer.writerow({name: _cell(value) for name, value in row.items()})
    return made.getvalue()


def _rows(table: Table) -> Iterator[dict[str, object]]:
    game = summary(table)
    for seat, player in enumerate(game.players):
        about = {
            "table": game.code,
            "game": game.game,
            "mode": table.record.mode or None,
            "began": game.created,
            "seat": seat + 1,
            "player": player.name,
            "total": player.total,
            "rank": player.rank,
            "winner": player.winner if game.finished else None,
        }
        points = player.stages if player.legend else stage_points(table, seat)
        for stage, own in enumerate(points, start=1):
            yield about | {"stage": stage, "points": own} | _details(table, seat, stage)


def _details(table: Table, seat: int, stage: int) -> dict[str, object]:
    written = table.scores.get((seat, stage))
    if written is None:
        return {}
    return {
        "mythical_points": None if written.typed else written.mythical_points,
        "entered": not written.typed,
        "layout": written.layout,
        "gems": _gems(written.inventory),
        "kept": _gems(written.kept),
        "gems_left": written.gems_left,
        "cards_left": written.cards_left,
        "lost": written.lost,
    }


def _gems(inventory: Inventory | None) -> str | None:
    if inventory is None:
        return None
    return " ".join(f"{count} {color.value}" for color, count in inventory)


def _cell(value: object) -> object:
    """A value as a spreadsheet takes it: a name that looks like a formula stays a name."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else value
