"""A solo game within the steps of its table: the same steps carry the game and the pad.

The payload of a step of kind `SOLO` holds the step of the game as `GAME`; one that scores a stage
also holds what the pad shows of it, as the steps of any other table do.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from typing import Annotated, Any

from assistant.core.errors import N_, InputError, InventoryError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.activation import KEEP_LIMIT
from assistant.games.forgotten_treasures.legend.exploration import (
    GEM_COLORS,
    GEM_KINDS,
    Icons,
    check_icons,
)
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.play import gem_list
from assistant.games.forgotten_treasures.legend.steps import KINDS, Correction, StageEnd
from assistant.games.forgotten_treasures.legend.steps import Step as SoloStep
from assistant.plain import Among, Codec, Form, Tagged
from assistant.service.pad import PadScore, pad_score
from assistant.service.records import Step, TableRecord

SOLO = "solo"
GAME = "game"
LEGEND, BECOME = "legend", "become"
MODES = ("", LEGEND, BECOME)
"""The modes of a table: only the pad, Become A Legend, Become THE Legend."""

GAMES_AT_HAND = 256


def _dominoes(text: str) -> tuple[Icons, ...]:
    letters = {color.letter: color for color in GEM_COLORS}
    words = text.split()
    if any(len(word) != 2 or not set(word) <= set(letters) for word in words):
        raise InputError(N_("Dominoes are two letters each, such as 'rb go'."))
    return tuple((letters[word[0]], letters[word[1]]) for word in words)


def _dominoes_text(dominoes: Iterable[Icons]) -> str:
    return " ".join(first.letter + second.letter for first, second in dominoes)


STEPS = Codec(
    {
        SoloStep: Tagged("step", KINDS),
        Color: Annotated[Color, Among(GEM_KINDS)],
        Icons: Form(tuple[Color, ...], tuple, check_icons),
        tuple[Icons, ...]: Form(str, _dominoes_text, _dominoes),
    },
    omit_defaults=True,
)
"""The JSON of the steps of a game: ``{"step": kind, ...}``, without fields at their default."""


def step_to_plain(step: SoloStep) -> dict[str, Any]:
    """The plain JSON of a step."""
    written: dict[str, Any] = STEPS.to_plain(step, SoloStep)
    return written


def step_from_plain(data: Any) -> SoloStep:
    """The step of that JSON; raises `AssistantError` with the place of what is wrong."""
    step: SoloStep = STEPS.from_plain(SoloStep, data, "step")
    return step


def solo_game(record: TableRecord) -> SoloGame | None:
    """The game of a solo table, replayed from its steps; None for any other table."""
    if not record.mode:
        return None
    undone = reversed(record.undone)
    return _replayed(
        json.dumps([step.payload[GAME] for step in record.steps]),
        json.dumps([step.payload[GAME] for step in undone]),
    )


@lru_cache(GAMES_AT_HAND)
def _replayed(steps: str, undone: str) -> SoloGame:
    return SoloGame.of(
        *(
            STEPS.from_plain(tuple[SoloStep, ...], json.loads(text), name)
            for text, name in ((steps, "steps"), (undone, "undone"))
        )
    )


def solo_scores(record: TableRecord, game: SoloGame) -> dict[tuple[int, int], PadScore]:
    """The points as the game has them, with all that is known until somebody corrects them."""
    written = {
        step.payload["stage"]: pad_score(step.payload)
        for step in record.steps
        if "stage" in step.payload
    }
    scores = {}
    for stage, points in enumerate(game.state.player_points, start=1):
        entry = written.get(stage)
        scores[0, stage] = entry if entry and entry.points == points else PadScore(points)
    return scores


def stored(step: SoloStep, pad: Mapping[str, Any] | None = None) -> Step:
    """The step as the table stores it, with what the pad shows of it."""
    return Step(SOLO, {GAME: step_to_plain(step), **(pad or {})})


def scored(game: SoloGame, stage: int, score: PadScore, kept_before: Inventory | None) -> SoloStep:
    """The step of the game that a score on the pad means: the end of the stage, or a correction.

    Args:
        game: as it stands.
        stage: the stage that is scored.
        score: what goes onto the pad.
        kept_before: the gems that the pad showed as kept, if the stage is scored again.

    Raises:
        OrderError: the stage is not over.
        InventoryError: the gems do not go with those in hand.
    """
    if stage <= len(game.state.player_points):
        return _scored_again(game, stage, score.points, score.kept, kept_before)
    step = StageEnd(score.points, _spent(game.state.player, score), score.kept)
    game.play(step)
    return step


def _scored_again(
    game: SoloGame, stage: int, points: int, kept: Inventory | None, before: Inventory | None
) -> Correction:
    """Other points; other gems kept change hand and discards while they are still in hand."""
    state = game.state
    scores = (*state.player_points[: stage - 1], points, *state.player_points[stage:])
    change = Correction(player_points=scores)
    last = stage == len(state.player_points)
    if not last or kept is None or before in (None, kept) or not state.player.covers(before):
        return change
    put_back = state.discards.plus(before)
    return replace(
        change,
        player=state.player.minus(before).plus(kept),
        discards=put_back.minus(kept) if put_back.covers(kept) else state.discards,
    )


def _spent(hand: Inventory, score: PadScore) -> Inventory:
    """The gems paid for the activations; for a typed score all that are not kept."""
    if score.typed:
        return Inventory() if score.kept is None else hand.minus(_checked_kept(hand, score.kept))
    return reduce(Inventory.plus, (activation.pay for activation in score.activations), Inventory())


def _checked_kept(hand: Inventory, kept: Inventory) -> Inventory:
    """The gems kept after a typed score.

    Raises:
        InventoryError: more than five are kept, or some that the player does not hold.
    """
    if kept.total > KEEP_LIMIT:
        raise InventoryError(
            N_("You keep %(count)d gems: at most %(most)d may be kept."),
            count=kept.total,
            most=KEEP_LIMIT,
        )
    if not hand.covers(kept):
        raise InventoryError(
            N_("You keep %(kept)s, but hold only %(held)s."),
            kept=gem_list(kept),
            held=gem_list(hand),
        )
    return kept
