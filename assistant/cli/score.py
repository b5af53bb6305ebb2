"""``score``: what a pyramid is worth, and what would have been best."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Annotated

from assistant.cli.json_cards import asked_players, player_score_json
from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import (
    QUADRANTS,
    GivenArea,
    GivenPlace,
    LayoutQuestion,
    Text,
    area_json,
    areas_of,
    asked,
    asked_game,
    frontier_json,
    plan_json,
)
from assistant.core.areas import layout_areas
from assistant.core.errors import N_, InputError, MarkerError
from assistant.core.layout import Layout
from assistant.core.pieces import Inventory
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
from assistant.plain import AtMost, to_plain


@dataclass(frozen=True, slots=True)
class _AreasQuestion:
    areas: tuple[GivenArea, ...]
    inventory: Inventory


@dataclass(frozen=True, slots=True)
class _MarkersQuestion:
    layout: Text
    markers: tuple[GivenPlace, ...]
    best: bool = False
    cards: tuple[GivenPlace, ...] | None = None
    cards_played: Annotated[int, AtMost(len(CARDS))] | None = None


@dataclass(frozen=True, slots=True)
class _MarkedQuestion:
    areas: tuple[GivenArea, ...]
    marked: tuple[Annotated[int, AtMost(QUADRANTS)], ...]


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Score line by line."""
    return answer_lines(score)


def score(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    return SCORERS[asked_game(question).name](question)


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
    given = asked(LayoutQuestion, question, game)
    layout = game.parse(given.layout)
    game.check_inventory(given.inventory, len(layout.stages))
    areas = layout_areas(layout)
    answer = {
        "areas": [area_json(area, layout.frame) for area in areas],
        "plan": plan_json(best_plan(areas, given.inventory)),
        "frontier": frontier_json(frontier(areas, given.inventory)),
    }
    warnings = [str(problem) for problem in game.problems(layout)]
    return answer | ({"warnings": warnings} if warnings else {})


def _score_areas(question: JsonObject, game: Game) -> JsonObject:
    given = asked(_AreasQuestion, question, game)
    areas = areas_of(given.areas)
    game.check_inventory(given.inventory)
    return {
        "areas": [area_json(area, None) for area in areas],
        "plan": plan_json(best_plan(areas, given.inventory)),
        "frontier": frontier_json(frontier(areas, given.inventory)),
    }


def _score_marks(question: JsonObject) -> JsonObject:
    return _score_markers(question) if _has_layout(question) else _score_marked(question)


def _score_markers(question: JsonObject) -> JsonObject:
    """A layout and the gems on it."""
    given = asked(_MarkersQuestion, question, PYRAMIDO)
    layout = PYRAMIDO.parse(given.layout)
    markers = [place.marker for place in given.markers]
    cards = _cards(given, layout)
    areas = layout_areas(layout)
    answer = {
        "areas": [area_json(area, layout.frame) for area in areas],
        **_marks_json(score_areas(marked_areas(layout, areas, markers))),
    }
    if given.best:
        best, worth = best_marks(layout, cards if isinstance(cards, frozenset) else ())
        answer["best"] = {"markers": list(map(to_plain, best)), **_marks_json(worth)}
    problems = (*PYRAMIDO.problems(layout, cards), *mark_problems(layout, markers))
    return answer | ({"warnings": list(map(str, problems))} if problems else {})


def _score_marked(question: JsonObject) -> JsonObject:
    """Areas and which of them are marked."""
    given = asked(_MarkedQuestion, question, PYRAMIDO)
    areas = areas_of(given.areas)
    for place, number in enumerate(given.marked):
        if number >= len(areas):
            raise InputError(
                N_("%(name)s names no area: there are %(count)d."),
                name=f"marked[{place}]",
                count=len(areas),
            )
    marked = [areas[number] for number in given.marked]
    if len({area.color for area in marked}) < len(marked):
        raise MarkerError(N_("Two marked areas have one colour: there is one gem of each."))
    return {
        "areas": [area_json(area, None) for area in areas],
        **_marks_json(score_areas(marked)),
    }


def _marks_json(worth: MarkScore) -> JsonObject:
    return {"marked": list(worth.marked), "mino_bonus": worth.bonus, "points": worth.points}


def _cards(given: _MarkersQuestion, layout: Layout) -> frozenset[Place] | int | None:
    """Where single-block cards lie, or how many were played, if either is told."""
    if given.cards is None:
        return given.cards_played
    if given.cards_played is not None:
        raise InputError(N_("Give either cards or cards_played."))
    places = [card.marker.place for card in given.cards]
    cards_played(layout, places)
    return frozenset(places)


def _score_cards(question: JsonObject) -> JsonObject:
    players, same_row = asked_players(question)
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
