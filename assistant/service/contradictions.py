"""A photo that shows the stages below otherwise than they were entered: the person decides."""

from dataclasses import dataclass, replace

from assistant.core.errors import N_, InputError
from assistant.core.layout import Blank, Cell, Layout
from assistant.core.pieces import Block
from assistant.core.topview import visible_quadrants
from assistant.service.below import written_layouts
from assistant.service.drafts import Drafts, SeenBlock, StageDraft


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A block below as it is known, ``entered``, and as the photo shows it, ``shown``."""

    seen: SeenBlock
    entered: Cell
    shown: Cell


def contradictions(entry: StageDraft) -> list[Contradiction]:
    """What the entry's photo shows otherwise, as far as it has not been settled."""
    if entry.reading is None or entry.below is None:
        return []
    visible = visible_quadrants(entry.layout)
    found = []
    for seen in entry.reading.otherwise:
        cell = _cell(entry.below, seen)
        shown = _shown(cell, seen, visible.get(seen.place, 15)) if cell is not None else None
        if cell is not None and shown is not None and shown != cell:
            found.append(Contradiction(seen, cell, shown))
    return found


def keep_entered(entries: Drafts, entry: StageDraft) -> StageDraft:
    """Settle for what was entered: the photo's other view is dropped."""
    if entry.photo is None:
        return entry
    return entries.keep(replace(entry, photo=replace(entry.photo, otherwise=())))


def correct_below(entries: Drafts, entry: StageDraft, title: str) -> int:
    """Put what the photo shows into the earlier entries; the lowest stage to score again.

    Nothing on the pad changes until that stage is written again; ``title`` names the step in
    the earlier entries' histories.

    Raises:
        InputError: there is nothing to correct.
        ConflictError: another phone changed an earlier entry meanwhile.
    """
    found = contradictions(entry)
    if not found:
        raise InputError(N_("The photo shows nothing otherwise than it was entered."))
    stages = sorted({_owner(entry, each.seen) for each in found})
    corrected = []
    for stage in stages:
        earlier = entries.open(entry.table.code, entry.seat, stage)
        own = [each for each in found if _owner(entry, each.seen) == stage]
        corrected.append(_corrected(earlier, own, title))
    entries.keep_all(corrected)
    return stages[0]


def _corrected(earlier: StageDraft, found: list[Contradiction], title: str) -> StageDraft:
    layout = earlier.layout
    for each in found:
        number, row, column = each.seen.place
        stage = layout.stages[number - 1]
        cells = list(stage.cells)
        cells[row * stage.columns + column] = each.shown
        layout = layout.with_stage(number, replace(stage, cells=tuple(cells)))
    return earlier.stepped(title, layout, earlier.laid.on_blocks(layout))


def _owner(entry: StageDraft, seen: SeenBlock) -> int:
    """The stage whose entry holds this block: its own, or the first later one that saw it."""
    known = written_layouts(entry.table, entry.seat, entry.stage)
    return min(stage for stage in known if stage >= seen.place[0])


def _cell(layout: Layout, seen: SeenBlock) -> Cell | None:
    number, row, column = seen.place
    if not 1 <= number <= len(layout.stages):
        return None
    stage = layout.stages[number - 1]
    return stage[row, column] if row < stage.rows and column < stage.columns else None


def _shown(entered: Cell, seen: SeenBlock, visible: int) -> Cell:
    """The block as the photo shows it; what it hides stays as entered."""
    if seen.color is None:
        return Blank.GAP
    hidden = (entered.icons or 0) & ~visible if isinstance(entered, Block) else 0
    return Block(seen.color, hidden | seen.icons & visible)
