"""``score``: what a pyramid is worth, and what would have been best."""

from argparse import ArgumentParser, Namespace
from typing import Any

from assistant.cli.json_cards import player_score_json, read_card_players
from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import (
    QUADRANTS,
    area_json,
    frontier_json,
    marker_json,
    plan_json,
    read_areas,
    read_count,
    read_field,
    read_flag,
    read_game,
    read_inventory,
    read_list,
    read_markers,
    read_text,
)
from assistant.core.areas import Area, layout_areas
from assistant.core.errors import N_, InputError, MarkerError
from assistant.core.layout import Layout
from assistant.core.problems import Place
from assistant.games import FORGOTTEN_TREASURES, PYRAMIDO, PYRAMIS, Game
from assistant.games.forgotten_treasures.activation import best_plan, frontier
from assistant.games.pyramido.game import CARDS, cards_played
from assistant.games.pyramido.marking import (
    MarkScore,
    best_marks,
    mark_problems,
    marked_areas,
    score_areas,
)
from assistant.games.pyramis.scoring import doubts, score_players, winners


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Score line by line."""
    return answer_lines(score)


def score(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    return SCORERS[read_game(question).name](question)


def _score_gems(question: JsonObject) -> JsonObject:
    game = FORGOTTEN_TREASURES
    if _has_layout(question):
        return _score_layout(question, game)
    return _score_areas(question, game)


def _has_layout(question: JsonObject) -> bool:
    if ("layout" in question) == ("areas" in question):
        raise InputError(N_("Give either a layout or areas."))
    return "layout" in question


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


def _score_marks(question: JsonObject) -> JsonObject:
    return _score_markers(question) if _has_layout(question) else _score_marked(question)


def _score_markers(question: JsonObject) -> JsonObject:
    """A layout and the gems on it."""
    layout = PYRAMIDO.parse(read_text(question["layout"], "layout"))
    markers = read_markers(read_field(question, "markers"), "markers")
    cards = _read_cards(question, layout)
    areas = layout_areas(layout)
    answer = {
        "areas": [area_json(area, layout.frame) for area in areas],
        **_marks_json(score_areas(marked_areas(layout, areas, markers))),
    }
    if read_flag(question.get("best", False), "best"):
        best, worth = best_marks(layout, cards if isinstance(cards, frozenset) else ())
        answer["best"] = {"markers": list(map(marker_json, best)), **_marks_json(worth)}
    problems = (*PYRAMIDO.problems(layout, cards), *mark_problems(layout, markers))
    return answer | ({"warnings": list(map(str, problems))} if problems else {})


def _score_marked(question: JsonObject) -> JsonObject:
    """Areas and which of them are marked."""
    areas = read_areas(question["areas"], PYRAMIDO)
    numbers = read_list(read_field(question, "marked"), "marked")
    marked = [_named_area(areas, number, f"marked[{n}]") for n, number in enumerate(numbers)]
    if len({area.color for area in marked}) < len(marked):
        raise MarkerError(N_("Two marked areas have one colour: there is one gem of each."))
    return {
        "areas": [area_json(area, None) for area in areas],
        **_marks_json(score_areas(marked)),
    }


def _named_area(areas: tuple[Area, ...], number: Any, name: str) -> Area:
    index = read_count(number, name, QUADRANTS)
    if index >= len(areas):
        raise InputError(
            N_("%(name)s names no area: there are %(count)d."), name=name, count=len(areas)
        )
    return areas[index]


def _marks_json(worth: MarkScore) -> JsonObject:
    return {"marked": list(worth.marked), "mino_bonus": worth.bonus, "points": worth.points}


def _read_cards(question: JsonObject, layout: Layout) -> frozenset[Place] | int | None:
    """Where single-block cards lie, or how many were played, if either is told."""
    if "cards" in question and "cards_played" in question:
        raise InputError(N_("Give either cards or cards_played."))
    if "cards" in question:
        places = [card.place for card in read_markers(question["cards"], "cards")]
        cards_played(layout, places)
        return frozenset(places)
    if "cards_played" in question:
        return read_count(question["cards_played"], "cards_played", len(CARDS))
    return None


def _score_cards(question: JsonObject) -> JsonObject:
    players = read_card_players(read_field(question, "players"))
    same_row = read_flag(question.get("same_row", False), "same_row")
    scores = score_players(players, same_row=same_row)
    warnings = list(map(str, doubts(players)))
    answer = {
        "players": [player_score_json(score) for score in scores],
        "winners": list(winners(scores)),
    }
    return answer | ({"warnings": warnings} if warnings else {})


SCORERS = {
    FORGOTTEN_TREASURES.name: _score_gems,
    PYRAMIDO.name: _score_marks,
    PYRAMIS.name: _score_cards,
}
"""How each game is scored."""
