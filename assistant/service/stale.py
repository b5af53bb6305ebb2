"""Scores that an earlier correction has made doubtful: they were made on something else."""

from assistant.core.layout import Blank, Layout
from assistant.core.topview import visible_quadrants
from assistant.service.below import known_below
from assistant.service.tables import Table


def stale_stages(table: Table) -> list[tuple[int, int]]:
    """(seat, stage) of scores made on other stages below, or without gems that were kept."""
    return sorted(
        (seat, stage)
        for (seat, stage), written in table.scores.items()
        if written.layout is not None
        and (
            _other_below(table, seat, stage, table.dominoes.parse(written.layout))
            or _without_kept(table, seat, stage)
        )
    )


def _other_below(table: Table, seat: int, stage: int, layout: Layout) -> bool:
    """Whether a block that the score counted is known otherwise by now."""
    below = known_below(table, seat, stage)
    if below is None:
        return False
    if below.frame != layout.frame:
        return True
    visible = visible_quadrants(layout)
    for number, known in enumerate(below.stages, start=1):
        for row, column, cell in known.places():
            counted = layout.stages[number - 1][row, column]
            seen = counted is Blank.GAP or visible[number, row, column]
            if seen and cell is not Blank.UNKNOWN and cell != counted:
                return True
    return False


def _without_kept(table: Table, seat: int, stage: int) -> bool:
    """Whether the score had fewer gems of a kind than were kept for it."""
    before = table.scores.get((seat, stage - 1))
    inventory = table.scores[seat, stage].inventory
    if before is None or before.kept is None or inventory is None:
        return False
    return not inventory.covers(before.kept)
