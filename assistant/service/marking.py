"""What a stage whose blocks are marked with gems is worth, and how it gets onto the pad."""

from dataclasses import dataclass

from assistant.core.areas import Area, layout_areas
from assistant.core.dominoes import gaps
from assistant.core.errors import N_, ConflictError
from assistant.core.problems import Problem
from assistant.games.pyramido.game import cards_left, has_lost
from assistant.games.pyramido.marking import (
    Marker,
    MarkScore,
    best_marks,
    mark_problems,
    marked_areas,
    score_areas,
)
from assistant.service.drafts import StageDraft
from assistant.service.tables import PadScore, Table, Tables, check_left


def laid_problems(entry: StageDraft) -> tuple[Problem, ...]:
    """What the rules do not allow in an entry; it is scored all the same."""
    cards = frozenset(entry.cards) or None
    marks = mark_problems(entry.layout, entry.laid.markers)
    return (*marks, *entry.table.dominoes.problems(entry.layout, cards))


@dataclass(frozen=True)
class MarkedResult:
    """What an entry with its marks is worth.

    Attributes:
        entry: what was entered.
        areas: all areas of the pyramid.
        score: of the marked ones.
        best_markers, best: the best marks there could have been, and their score.
        cards_left: single-block cards the player has left; if not all played are known to us, the
            most there can be.
        cards_known: whether they are.
        problems: what the rules do not allow; it is scored all the same.
    """

    entry: StageDraft
    areas: tuple[Area, ...]
    score: MarkScore
    best_markers: tuple[Marker, ...]
    best: MarkScore
    cards_left: int
    cards_known: bool
    problems: tuple[Problem, ...]

    @property
    def smallest(self) -> Area | None:
        """The marked area that the Mino bonus counts once more."""
        marked = [area for area in self.areas if area.id in self.score.marked]
        return min(marked, key=lambda area: area.icons, default=None)

    @property
    def gems_forgotten(self) -> bool:
        """Whether no gem is told, though a gem could have been laid: a slip, nearly always."""
        return (
            not self.entry.laid.marks and bool(self.best_markers) and not self.lost(self.cards_left)
        )

    @property
    def holes(self) -> int:
        """How many holes of the new stage are open."""
        return len(gaps(self.entry.layout.stages[-1]))

    def lost(self, left: int) -> bool:
        """Whether the player has lost the game, having so many cards left."""
        return has_lost(self.entry.layout, left)


def evaluate_marks(entry: StageDraft) -> MarkedResult:
    """The result of an entry.

    Raises:
        LayoutError: something that can be seen has not been entered.
        MarkerError, CardError: as `check_laid`.
    """
    areas = layout_areas(entry.layout)
    before = entry.table.cards_left(entry.seat, entry.stage - 1)
    on_pyramid = cards_left(entry.layout, entry.cards)
    best_markers, best = best_marks(entry.layout, entry.cards)
    return MarkedResult(
        entry=entry,
        areas=areas,
        score=score_areas(marked_areas(entry.layout, areas, entry.laid.markers)),
        best_markers=best_markers,
        best=best,
        cards_left=on_pyramid if before is None else max(0, before - len(entry.laid.cards)),
        cards_known=before is not None,
        problems=laid_problems(entry),
    )


def write_marks(
    tables: Tables,
    result: MarkedResult,
    *,
    left: int | None,
    version: int,
    seen: int | None,
) -> Table:
    """Write a stage with its marks to the pad, or that the player has lost the game.

    Args:
        tables: where the pad is.
        result: of the entry as it stands.
        left: cards left in hand as the person says; None: those not on the pyramid.
        version: the version of the entry that the person saw.
        seen: the points the person saw on the pad for this stage, None for an empty cell.

    Raises:
        InputError: more cards than anybody has.
        OrderError, ConflictError: as `Tables.write`; also when the entry has changed.
    """
    entry = result.entry
    if entry.version != version:
        raise ConflictError(
            N_("The pyramid or its marks were changed on another phone meanwhile. Look again."),
            current=entry.version,
        )
    check_left(entry.table.dominoes, left)
    if left is not None:
        left = min(left, result.cards_left)
    lost = result.lost(result.cards_left if left is None else left)
    score = PadScore(
        points=0 if lost else result.score.points,
        layout=repr(entry.layout),
        marks=entry.laid.marks,
        cards=entry.laid.cards,
        cards_left=left,
        lost=lost,
    )
    return tables.write(entry.table.code, entry.seat, entry.stage, score, seen=seen)
