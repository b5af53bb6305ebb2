"""The desk that looks ahead: the same entry is thought about once, another one anew."""

from concurrent.futures import Future
from dataclasses import replace

import pytest

from assistant.core.layout import Layout
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.lookahead.advice import KeepAdvice, Option
from assistant.service.advice import REMEMBERED, AdviceDesk
from assistant.service.drafts import Drafts, StageDraft
from assistant.service.tables import Tables

ANSWER = Option(Inventory(), (), 3, 9.0)
ADVICE = KeepAdvice(ANSWER, ANSWER, (ANSWER,), 1)


class Counting:
    """An advisor that counts what it is asked, and answers as it is told."""

    def __init__(self) -> None:
        self.asked: list[tuple[Inventory, int]] = []
        self.fails = False

    def advise(self, layout: Layout, inventory: Inventory, *, seed: int) -> Future[KeepAdvice]:
        self.asked.append((inventory, seed))
        answer: Future[KeepAdvice] = Future()
        if self.fails:
            answer.set_exception(RuntimeError("a worker died"))
        else:
            answer.set_result(ADVICE)
        return answer


@pytest.fixture
def draft(tables: Tables, entries: Drafts) -> StageDraft:
    return entries.open(tables.create("forgotten_treasures", ["Ana", "Ben"]), 0, 1)


def test_the_same_entry_is_thought_about_once(draft: StageDraft) -> None:
    advisor = Counting()
    desk = AdviceDesk(advisor)
    assert desk.advice(draft) is desk.advice(draft)
    assert len(advisor.asked) == 1


def test_every_other_version_seat_stage_and_table_is_thought_about_anew(
    draft: StageDraft, tables: Tables, entries: Drafts
) -> None:
    advisor = Counting()
    desk = AdviceDesk(advisor)
    elsewhere = entries.open(tables.create("forgotten_treasures", ["Ana", "Ben"]), 0, 1)
    gems = Inventory.of({Color.RED: 2})
    drafts = [
        draft,
        replace(draft, version=draft.version + 1, inventory=gems),
        replace(draft, seat=1),
        replace(draft, stage=2),
        replace(elsewhere, version=draft.version),
    ]
    for each in drafts:
        desk.advice(each)
    assert len(advisor.asked) == len(drafts)
    assert advisor.asked[1] == (gems, draft.version + 1)


def test_an_advice_that_failed_is_asked_for_again(draft: StageDraft) -> None:
    advisor = Counting()
    desk = AdviceDesk(advisor)
    advisor.fails = True
    assert desk.advice(draft).exception()
    advisor.fails = False
    assert desk.advice(draft).result() is ADVICE
    assert len(advisor.asked) == 2


def test_the_oldest_advice_is_forgotten_and_the_one_used_last_is_not(draft: StageDraft) -> None:
    advisor = Counting()
    desk = AdviceDesk(advisor)
    for version in range(REMEMBERED):
        desk.advice(replace(draft, version=version))
    desk.advice(replace(draft, version=0))
    desk.advice(replace(draft, version=REMEMBERED))
    before = len(advisor.asked)
    desk.advice(replace(draft, version=0))
    assert len(advisor.asked) == before
    desk.advice(replace(draft, version=1))
    assert len(advisor.asked) == before + 1
