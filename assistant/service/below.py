"""What is known of the stages below the one that is entered."""

from assistant.core.geometry import Frame
from assistant.core.layout import Blank, Layout, Stage, empty_stage
from assistant.service.tables import Table


def known_below(table: Table, seat: int, stage: int) -> Layout | None:
    """The stages below ``stage`` as the written entries know them, unknown stages added.

    Every stage is taken from its own entry, so that a correction there counts from then on; what
    was only typed as points is taken from what a later entry saw of it.
    """
    known = written_layouts(table, seat, stage)
    if not known:
        return None
    frame = known[max(known)].frame
    stages = [empty_stage(frame, level) for level in range(1, stage)]
    for number, layout in known.items():
        for level, own in enumerate(layout.stages, start=1):
            if layout.frame == frame and (level == number or level not in known):
                stages[level - 1] = own
    return Layout(tuple(stages))


def written_layouts(table: Table, seat: int, stage: int) -> dict[int, Layout]:
    """The layouts on the pad of a player's stages below ``stage``, by stage."""
    written = ((number, table.scores.get((seat, number))) for number in range(1, stage))
    return {
        number: table.dominoes.parse(entry.layout)
        for number, entry in written
        if entry and entry.layout is not None
    }


def blank_layout(frame: Frame, stage: int) -> Layout:
    """A pyramid of ``stage`` stages with nothing entered."""
    return Layout(tuple(empty_stage(frame, number) for number in range(1, stage + 1)))


def on_top_of(below: Layout | None, layout: Layout, stage: int) -> Layout:
    """``layout`` with its lower stages as ``below`` knows them.

    A layout of the other base shape cannot be kept: its stage is then empty again.
    """
    if below is None:
        return layout
    if below.frame != layout.frame:
        layout = blank_layout(below.frame, stage)
    lower = tuple(
        Stage(
            known.columns,
            known.rows,
            tuple(
                own if cell is Blank.UNKNOWN else cell
                for cell, own in zip(known.cells, entered.cells, strict=True)
            ),
        )
        for known, entered in zip(below.stages, layout.stages, strict=False)
    )
    return Layout((*lower[: stage - 1], *layout.stages[stage - 1 :]))
