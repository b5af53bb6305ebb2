"""``score``: areas, the best activation and what could be kept instead."""

from argparse import ArgumentParser, Namespace

from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import (
    area_json,
    frontier_json,
    plan_json,
    read_areas,
    read_field,
    read_game,
    read_inventory,
    read_text,
)
from assistant.core.activation import best_plan, frontier
from assistant.core.areas import layout_areas
from assistant.core.errors import N_, InputError
from assistant.games import FORGOTTEN_TREASURES, Game


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Score line by line."""
    return answer_lines(score)


def score(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    game = read_game(question)
    if game is not FORGOTTEN_TREASURES:
        raise InputError(N_("Scoring %(title)s is not built yet."), title=game.title)
    if ("layout" in question) == ("areas" in question):
        raise InputError(N_("Give either a layout or areas."))
    return _score_layout(question, game) if "layout" in question else _score_areas(question, game)


def _score_layout(question: JsonObject, game: Game) -> JsonObject:
    layout = game.parse(read_text(question["layout"], "layout"))
    inventory = read_inventory(read_field(question, "inventory"), game)
    game.check_inventory(inventory, len(layout.stages))
    areas = layout_areas(layout)
    answer = {
        "areas": [area_json(area, layout.frame) for area in areas],
        "plan": plan_json(best_plan(areas, inventory)),
        "frontier": frontier_json(frontier(areas, inventory)),
    }
    warnings = [str(problem) for problem in game.problems(layout)]
    return answer | ({"warnings": warnings} if warnings else {})


def _score_areas(question: JsonObject, game: Game) -> JsonObject:
    areas = read_areas(question["areas"], game)
    inventory = read_inventory(read_field(question, "inventory"), game)
    game.check_inventory(inventory)
    return {
        "areas": [area_json(area, None) for area in areas],
        "plan": plan_json(best_plan(areas, inventory)),
        "frontier": frontier_json(frontier(areas, inventory)),
    }
