"""A photo that shows the stages below otherwise: both are shown, the person decides."""

from dataclasses import replace

import pytest

from assistant.core.errors import ConflictError, InputError
from assistant.core.layout import Layout
from assistant.core.pieces import Block, Color, Inventory
from assistant.games import PYRAMIDO
from assistant.service.contradictions import contradictions, correct_below, keep_entered
from assistant.service.drafts import Drafts, EntryPhoto, SeenBlock, StageDraft
from assistant.service.laid import Laid
from assistant.service.marking import evaluate_marks, write_marks
from assistant.service.scoring import evaluate, write_result
from assistant.service.tables import Tables
from tests.service.parts import SQUARE, full_layout, state_of, top_of

NO_GEMS = Inventory()
CORNER = (1, 0, 0)


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.create("forgotten_treasures", ["Ana", "Bo"])


def write(entries: Drafts, tables: Tables, code: str, layout: Layout) -> None:
    stage = len(layout.stages)
    before = entries.open(code, 0, stage)
    entry = entries.save(code, 0, stage, before.version, state_of(layout, NO_GEMS))
    written = tables.get(code).scores.get((0, stage))
    write_result(
        tables,
        evaluate(entry),
        (),
        NO_GEMS,
        version=entry.version,
        seen=written.points if written else None,
    )


def other(cell: object) -> Color:
    assert isinstance(cell, Block)
    return Color.BLUE if cell.color is Color.RED else Color.RED


def with_photo(entries: Drafts, entry: StageDraft, *seen: SeenBlock) -> StageDraft:
    photo = EntryPhoto(1, SQUARE, picture=2, otherwise=seen)
    return entries.keep(replace(entry, photo=photo))


@pytest.fixture
def entry(entries: Drafts, tables: Tables, code: str) -> StageDraft:
    """Stage 2 on a written stage 1; its photo shows another colour in the corner."""
    lower = full_layout(4, 1)
    write(entries, tables, code, lower)
    entry = entries.open(code, 0, 2)
    entry = entries.keep(replace(entry, layout=top_of(lower, 5, 2)))
    return with_photo(entries, entry, SeenBlock(CORNER, other(lower.stages[0][0, 0]), 0))


def test_both_views_are_shown_and_nothing_changes_by_itself(entry: StageDraft) -> None:
    (found,) = contradictions(entry)
    assert entry.below is not None
    assert found.entered == entry.below.stages[0][0, 0]
    assert isinstance(found.shown, Block)
    assert found.shown.color is found.seen.color
    assert entry.layout.stages[0] == entry.below.stages[0]


def test_keeping_what_was_entered_drops_the_other_view(entries: Drafts, entry: StageDraft) -> None:
    kept = keep_entered(entries, entry)
    assert contradictions(kept) == []
    assert kept.layout == entry.layout


def test_correcting_opens_the_earlier_stage_and_leaves_the_pad_alone(
    entries: Drafts, tables: Tables, code: str, entry: StageDraft
) -> None:
    before = tables.get(code).scores
    assert correct_below(entries, entry, "as on the photo") == 1
    earlier = entries.open(code, 0, 1)
    corner = earlier.layout.stages[0][0, 0]
    assert isinstance(corner, Block)
    assert corner.color is contradictions(entry)[0].seen.color
    assert earlier.history.steps[earlier.history.cursor].title == "as on the photo"
    assert tables.get(code).scores == before


def test_what_the_photo_cannot_see_of_a_block_stays_as_entered(
    entries: Drafts, entry: StageDraft
) -> None:
    (found,) = contradictions(entry)
    assert isinstance(found.entered, Block)
    assert isinstance(found.shown, Block)
    hidden = 8  # only the inner quadrant of a corner block lies under stage 2
    assert (found.shown.icons or 0) & hidden == (found.entered.icons or 0) & hidden


def test_once_the_earlier_stage_is_written_again_nothing_contradicts(
    entries: Drafts, tables: Tables, code: str, entry: StageDraft
) -> None:
    correct_below(entries, entry, "as on the photo")
    write(entries, tables, code, entries.open(code, 0, 1).layout)
    again = entries.open(code, 0, 2)
    assert contradictions(again) == []
    corner = again.layout.stages[0][0, 0]
    assert isinstance(corner, Block)
    assert corner.color is entry.photo.otherwise[0].color  # type: ignore[union-attr]


def test_a_correction_reaches_the_stages_above_a_written_one(
    entries: Drafts, tables: Tables, code: str
) -> None:
    lower = full_layout(4, 1)
    write(entries, tables, code, lower)
    write(entries, tables, code, top_of(lower, 5, 2))
    third = with_photo(
        entries, entries.open(code, 0, 3), SeenBlock(CORNER, other(lower.stages[0][0, 0]), 0)
    )
    assert correct_below(entries, third, "as on the photo") == 1
    write(entries, tables, code, entries.open(code, 0, 1).layout)
    below = entries.open(code, 0, 3).below
    assert below is not None
    corner = below.stages[0][0, 0]
    assert isinstance(corner, Block)
    assert corner.color is other(lower.stages[0][0, 0])
    assert below.stages[1] == top_of(lower, 5, 2).stages[1]


def test_there_must_be_something_to_correct(entries: Drafts, entry: StageDraft) -> None:
    with pytest.raises(InputError):
        correct_below(entries, keep_entered(entries, entry), "as on the photo")


def test_a_place_outside_the_pyramid_is_passed_over(entries: Drafts, entry: StageDraft) -> None:
    odd = with_photo(
        entries, entry, SeenBlock((1, 9, 9), Color.RED, 0), SeenBlock((4, 0, 0), None, 0)
    )
    assert contradictions(odd) == []


# ---- several stages, and gems that lie on them


def test_a_correction_of_several_stages_happens_as_a_whole_or_not_at_all(
    entries: Drafts, tables: Tables, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two entries cannot be kept: the first one is as it was."""
    first = full_layout(4, 1)
    second = top_of(first, 5, 2)
    write(entries, tables, code, first)
    write(entries, tables, code, second)
    seen = [
        SeenBlock(CORNER, other(first.stages[0][0, 0]), 0),
        SeenBlock((2, 0, 0), other(second.stages[1][0, 0]), 0),
    ]
    third = with_photo(entries, entries.open(code, 0, 3), *seen)
    before = [entries.open(code, 0, stage) for stage in (1, 2)]
    keep = Drafts.keep

    def overtaken(self: Drafts, entry: StageDraft) -> StageDraft:
        stale = entry.stage == 2
        return keep(self, replace(entry, version=entry.version - 1) if stale else entry)

    with monkeypatch.context() as patched:
        patched.setattr(Drafts, "keep", overtaken)
        with pytest.raises(ConflictError):
            correct_below(entries, third, "as on the photo")
    assert [entries.open(code, 0, stage) for stage in (1, 2)] == before
    assert correct_below(entries, third, "as on the photo") == 1
    for stage in (1, 2):
        assert entries.open(code, 0, stage).history.steps[-1].title == "as on the photo"


def test_the_step_of_a_correction_keeps_the_gems_of_pyramido(
    entries: Drafts, tables: Tables
) -> None:
    code = tables.create("pyramido", ["Cleo", "Dan"])
    first = PYRAMIDO.parse("n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8")
    marks, cards = [[1, 0, 1], [1, 1, 0]], [[1, 3, 3]]
    laid = {"laid": {"marks": marks, "cards": cards}}
    draft = entries.save(code, 0, 1, 0, state_of(first, NO_GEMS, **laid))
    write_marks(tables, evaluate_marks(draft), left=None, version=draft.version, seen=None)
    second = PYRAMIDO.parse(f"{first!r} ????????/????????/????????")
    above = entries.keep(replace(entries.open(code, 0, 2), layout=second))
    photo = with_photo(entries, above, SeenBlock(CORNER, Color.RED, 1))
    assert correct_below(entries, photo, "as on the photo") == 1
    corrected = entries.open(code, 0, 1)
    assert corrected.laid == draft.laid
    assert [step.text for step in corrected.history.steps] == [draft.text, corrected.text]
    assert corrected.text.endswith("|1,0,1 1,1,0|1,3,3")
    assert corrected.layout != first


def test_a_gem_on_a_block_that_is_a_gap_after_all_is_taken_off() -> None:
    before = PYRAMIDO.parse("n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8")
    after = PYRAMIDO.parse(repr(before).replace("n1n2", "--n2", 1))
    laid = Laid(((1, 0, 0), (1, 1, 0)), ((1, 3, 3),))
    assert laid.on_blocks(after) == Laid(((1, 1, 0),), ((1, 3, 3),))
