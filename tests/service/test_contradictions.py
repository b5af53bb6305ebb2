"""A photo that shows the stages below otherwise: both are shown, the person decides."""

from dataclasses import replace

import pytest

from assistant.core.errors import InputError
from assistant.core.layout import Layout
from assistant.core.pieces import Block, Color, Inventory
from assistant.service.contradictions import contradictions, correct_below, keep_entered
from assistant.service.drafts import Drafts, EntryPhoto, SeenBlock, StageDraft
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
