"""``legend``: one turn of THE Legend and why."""

import reprlib
from argparse import ArgumentParser, Namespace
from typing import Any

from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import read_color, read_field, read_list, read_object
from assistant.core.errors import N_, InputError
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import (
    FACE_UP_COUNT,
    GEM_COLORS,
    GEM_KINDS,
    Space,
)
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, legend_turn


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Answer line by line."""
    return answer_lines(turn)


def turn(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    icons = _read_colors(read_field(question, "icons"), "icons", GEM_COLORS)
    spaces = tuple(
        _read_space(space, f"spaces[{position}]")
        for position, space in enumerate(read_list(read_field(question, "spaces"), "spaces"))
    )
    per_icon = _read_flag(question.get("per_icon", False), "per_icon")
    return turn_json(legend_turn(icons, spaces, per_icon)) | _warnings(spaces)


def turn_json(decided: LegendTurn) -> JsonObject:
    """What he does; the gems in the order in which he takes them."""
    return {
        "taken": [{"space": taken.space, "gem": taken.gem.value} for taken in decided.taken],
        "domino_from": decided.domino_from,
        "flip": decided.flip,
        "refill": list(decided.refill),
        "bag_draw": decided.bag_draw,
        "reasons": [str(reason) for reason in decided.reasons],
    }


def _read_space(value: Any, name: str) -> Space:
    space = read_object(value, name)
    return Space(
        _read_flag(read_field(space, "face_up", name), f"{name}.face_up"),
        _read_colors(read_field(space, "gems", name), f"{name}.gems", GEM_KINDS),
    )


def _read_colors(value: Any, name: str, allowed: tuple[Color, ...]) -> tuple[Color, ...]:
    return tuple(
        read_color(word, f"{name}[{position}]", allowed)
        for position, word in enumerate(read_list(value, name))
    )


def _read_flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise InputError(
            N_("%(name)s must be true or false, not %(value)s."),
            name=name,
            value=reprlib.repr(value),
        )
    return value


def _warnings(spaces: tuple[Space, ...]) -> JsonObject:
    """A turn is decided with any number of face-up spaces; the rules have three."""
    face_up = sum(space.face_up for space in spaces)
    if face_up == FACE_UP_COUNT:
        return {}
    return {"warnings": [f"Face-up spaces: {face_up}; in the game there are always 3."]}
