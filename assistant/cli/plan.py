"""``plan``: what to spend and what to keep, over the coming stages."""

from argparse import ArgumentParser, Namespace

from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import (
    activations_json,
    read_count,
    read_field,
    read_game,
    read_inventory,
    read_text,
)
from assistant.core.errors import N_, InputError
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.lookahead.advice import Option, advise

MOST_SEED = 2**63 - 1
DECIMALS = 2


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Advise line by line."""
    return answer_lines(plan)


def plan(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    game = read_game(question)
    if game is not FORGOTTEN_TREASURES:
        raise InputError(N_("%(title)s has no gems to keep."), title=game.title)
    layout = game.parse(read_text(read_field(question, "layout"), "layout"))
    inventory = read_inventory(read_field(question, "inventory"), game)
    game.check_inventory(inventory, len(layout.stages))
    seed = read_count(question.get("seed", 0), "seed", MOST_SEED)
    advice = advise(layout, inventory, seed=seed)
    answer = {
        "activations": activations_json(advice.best.activations),
        **option_json(advice.best),
        "greedy": option_json(advice.greedy),
        "alternatives": [
            {"activations": activations_json(option.activations), **option_json(option)}
            for option in advice.alternatives
        ],
        "samples": advice.samples,
    }
    warnings = [str(problem) for problem in game.problems(layout)]
    return answer | ({"warnings": warnings} if warnings else {})


def option_json(option: Option) -> JsonObject:
    """A hand to keep and what it comes to."""
    return {
        "points_now": option.points_now,
        "kept": option.kept.as_dict(),
        "expected_total": round(option.expected_total, DECIMALS),
        "standard_error": round(option.error, DECIMALS),
    }
