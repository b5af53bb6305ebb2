"""``plan``: what to spend and what to keep, over the coming stages."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Annotated

from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import LayoutQuestion, asked, asked_game
from assistant.core.errors import N_, InputError
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.activation import Activation
from assistant.games.forgotten_treasures.lookahead.advice import Option, advise
from assistant.plain import AtMost, to_plain

MOST_SEED = 2**63 - 1
DECIMALS = 2


@dataclass(frozen=True, slots=True)
class _PlanQuestion(LayoutQuestion):
    seed: Annotated[int, AtMost(MOST_SEED)] = 0


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Advise line by line."""
    return answer_lines(plan)


def plan(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    game = asked_game(question)
    if game is not FORGOTTEN_TREASURES:
        raise InputError(N_("%(title)s has no gems to keep."), title=game.title)
    given = asked(_PlanQuestion, question, game)
    layout = game.parse(given.layout)
    game.check_inventory(given.inventory, len(layout.stages))
    advice = advise(layout, given.inventory, seed=given.seed)
    answer = {
        **_plan_json(advice.best),
        "greedy": option_json(advice.greedy),
        "alternatives": [_plan_json(option) for option in advice.alternatives],
        "samples": advice.samples,
    }
    warnings = [str(problem) for problem in game.problems(layout)]
    return answer | ({"warnings": warnings} if warnings else {})


def _plan_json(option: Option) -> JsonObject:
    """An option with the activations that lead to it."""
    activations = to_plain(option.activations, tuple[Activation, ...])
    return {"activations": activations, **option_json(option)}


def option_json(option: Option) -> JsonObject:
    """A hand to keep and what it comes to."""
    return {
        "points_now": option.points_now,
        "kept": option.kept.as_dict(),
        "expected_total": round(option.expected_total, DECIMALS),
        "standard_error": round(option.error, DECIMALS),
    }
