"""How the tests of solo games play on."""

import random
from dataclasses import replace

from assistant.core.pieces import Inventory
from assistant.games.forgotten_treasures.legend.steps import (
    Expecting,
    SetUp,
    StageEnd,
)
from assistant.service.solo import Solo, SoloTable
from assistant.service.solo_pad import LEGEND
from assistant.service.tables import Tables
from tests.games.forgotten_treasures.legend.solo_table import Table, next_step
from tests.service.parts import GAME

BY_APP = SetUp(gems_by_app=True, dominoes_by_app=True, seed=5)


def play_on(
    solo: Solo, tables: Tables, at: SoloTable, rng: random.Random, table: Table | None = None
) -> SoloTable:
    """One random step more, the end of a stage as a typed score."""
    state, code = at.game.state, at.table.code
    step = next_step(rng, state, table, greedy=False)
    if isinstance(step, StageEnd):
        tables.type_score(code, 0, state.stage, step.points, kept=step.kept)
        return solo.open(code)
    return solo.play(code, at.version, step)


def play_until(
    solo: Solo, tables: Tables, at: SoloTable, expecting: Expecting, seed: int = 0
) -> SoloTable:
    rng = random.Random(seed)
    while at.game.state.expecting is not expecting:
        at = play_on(solo, tables, at, rng)
    return at


def won(
    solo: Solo, tables: Tables, name: str, *, seed: int = 5, points: int = 200, mode: str = LEGEND
) -> SoloTable:
    """A finished game with so many points a stage."""
    code = solo.create(GAME, [name], mode)
    at = solo.play(code, 1, replace(BY_APP, seed=seed))
    for stage in (1, 2, 3, 4):
        at = play_until(solo, tables, at, Expecting.STAGE_END, seed)
        kept = Inventory() if at.game.state.player.total else None
        tables.type_score(code, 0, stage, points, kept=kept)
        at = solo.open(code)
    return at
