"""What an entered stage is worth, and how it gets onto the pad."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.core.areas import Area, layout_areas
from assistant.core.errors import N_, ConflictError, InputError, InventoryError
from assistant.core.geometry import STAGE_COUNT
from assistant.core.pieces import Inventory
from assistant.core.problems import Problem
from assistant.games.forgotten_treasures.activation import (
    Activation,
    FrontierEntry,
    Plan,
    best_cut,
    best_plan,
    frontier,
    own_plan,
    price_plan,
)
from assistant.service.drafts import StageDraft
from assistant.service.tables import PadScore, Table, Tables


@dataclass(frozen=True)
class StageResult:
    """What an entry is worth.

    Attributes:
        entry: what was entered.
        areas: all areas of the pyramid.
        best: the best plan for now.
        frontier: for each inventory that can be kept the most points now, best first.
        problems: what the rules do not allow in the layout; it is scored all the same.
    """

    entry: StageDraft
    areas: tuple[Area, ...]
    best: Plan
    frontier: tuple[FrontierEntry, ...]
    problems: tuple[Problem, ...]

    @property
    def must_cut(self) -> bool:
        """Whether gems above the limit go back before the next stage."""
        return self.entry.stage < STAGE_COUNT

    def price(self, activations: Iterable[Activation]) -> Plan:
        """A person's own plan; raises `PaymentError` with the reason if it is not allowed."""
        return price_plan(self.areas, self.entry.inventory, activations)

    def own(self, times: Mapping[int, int]) -> Plan:
        """A person's own plan by how many times each area scores; raises as `own_plan`."""
        return own_plan(self.areas, self.entry.inventory, times)

    def option(self, keep: Inventory) -> int | None:
        """Where the frontier has these kept gems."""
        kept = [entry.kept for entry in self.frontier]
        return kept.index(keep) if keep in kept else None

    def suggested_keep(self, plan: Plan) -> Inventory:
        """What to keep after a plan: all after stage 4, else the five worth most."""
        return best_cut(self.areas, plan.kept) if self.must_cut else plan.kept


def evaluate(entry: StageDraft) -> StageResult:
    """The result of an entry.

    Raises:
        LayoutError: something that can be seen has not been entered.
        InventoryError: the gems cannot be.
    """
    if entry.table.dominoes.marks:
        raise InputError(N_("The gems of this game mark blocks: look at the result of its marks."))
    areas = layout_areas(entry.layout)
    entry.table.dominoes.check_inventory(entry.inventory, entry.stage)
    return StageResult(
        entry=entry,
        areas=areas,
        best=best_plan(areas, entry.inventory),
        frontier=frontier(areas, entry.inventory),
        problems=entry.table.dominoes.problems(entry.layout),
    )


def write_result(
    tables: Tables,
    result: StageResult,
    activations: Iterable[Activation],
    keep: Inventory,
    *,
    version: int,
    seen: int | None,
) -> Table:
    """Write a plan's points to the pad, with all that is needed to go on and to look back.

    Args:
        tables: where the pad is.
        result: of the entry as it stands.
        activations: the plan, best or the person's own.
        keep: the gems kept for the next stage.
        version: the version of the entry that the person saw.
        seen: the points the person saw on the pad for this stage, None for an empty cell.

    Raises:
        PaymentError, InventoryError: the plan or the kept gems are not allowed.
        OrderError, ConflictError: as `Tables.write`; also when the entry has changed.
    """
    entry = result.entry
    if entry.version != version:
        raise ConflictError(
            N_("The pyramid or the gems were changed on another phone meanwhile. Look again."),
            current=entry.version,
        )
    plan = result.price(activations)
    _check_keep(result, plan, keep)
    score = PadScore(
        points=plan.points,
        mythical_points=plan.mythical_points,
        layout=repr(entry.layout),
        inventory=entry.inventory,
        activations=plan.activations,
        kept=keep,
        gems_left=plan.kept.total,
    )
    return tables.write(entry.table.code, entry.seat, entry.stage, score, seen=seen)


def _check_keep(result: StageResult, plan: Plan, keep: Inventory) -> None:
    if not plan.kept.covers(keep):
        raise InventoryError(N_("Only gems that are left after paying can be kept."))
    most = plan.kept.total
    if result.must_cut:
        most = min(most, result.entry.table.dominoes.keep_limit)
    if keep.total > most:
        raise InventoryError(
            N_("%(count)d gems are too many to keep: discard down to %(most)d."),
            count=keep.total,
            most=most,
        )
    if keep.total < most:
        raise InventoryError(N_("Keep %(most)d gems: nobody has to discard below that."), most=most)
