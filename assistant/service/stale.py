"""Scores that a correction of an earlier stage has changed."""

from assistant.core.areas import Area, layout_areas
from assistant.core.errors import AssistantError
from assistant.core.layout import Layout
from assistant.games.pyramido.marking import Marker, marked_areas, score_areas
from assistant.service.below import known_below, on_top_of
from assistant.service.pad import PadScore
from assistant.service.tables import Table


def stale_stages(table: Table) -> list[tuple[int, int]]:
    """(seat, stage) of scores that would be others now, or lack gems that were kept for them.

    Blocks below that were corrected count only if that changes the points: what is covered, and
    areas that were not paid for or marked, change nothing.
    """
    return sorted(
        (seat, stage)
        for (seat, stage), written in table.scores.items()
        if written.layout is not None
        and (_other_points(table, seat, stage, written) or _without_kept(table, seat, stage))
    )


def _other_points(table: Table, seat: int, stage: int, written: PadScore) -> bool:
    """Whether the score is not worth the same on the stages below as they are known by now."""
    layout = table.dominoes.parse(written.layout or "")
    below = known_below(table, seat, stage)
    if below is None:
        return False
    if below.frame != layout.frame:
        return True
    now = on_top_of(below, layout, stage)
    if now == layout:
        return False
    try:
        areas = layout_areas(now)
        if table.dominoes.marks:
            markers = [Marker(*place) for place in written.marks]
            return score_areas(marked_areas(now, areas, markers)).points != written.points
    except AssistantError:  # a block that is seen by now has never been entered, or is a gap
        return True
    return _other_activations(written, layout, areas)


def _other_activations(written: PadScore, layout: Layout, now: tuple[Area, ...]) -> bool:
    """Whether an area that was paid for has other icons now, or has come apart."""
    before = {area.id: area for area in layout_areas(layout)}
    for activation in written.activations:
        paid = before[activation.area]
        same = [area for area in now if area.mask & paid.mask and area.color is paid.color]
        if [area.icons for area in same] != [paid.icons]:
            return True
    return False


def _without_kept(table: Table, seat: int, stage: int) -> bool:
    """Whether the score had fewer gems of a kind than were kept for it."""
    before = table.scores.get((seat, stage - 1))
    inventory = table.scores[seat, stage].inventory
    if before is None or before.kept is None or inventory is None:
        return False
    return not inventory.covers(before.kept)
