"""``legend``: one turn of THE Legend and why."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Annotated

from assistant.cli.json_lines import JsonObject, answer_lines
from assistant.cli.json_values import asked
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import (
    FACE_UP_COUNT,
    GEM_COLORS,
    GEM_KINDS,
    Space,
)
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, legend_turn
from assistant.plain import Among, to_plain


@dataclass(frozen=True, slots=True)
class _GivenSpace:
    face_up: bool
    gems: tuple[Annotated[Color, Among(GEM_KINDS)], ...]


@dataclass(frozen=True, slots=True)
class _TurnQuestion:
    icons: tuple[Annotated[Color, Among(GEM_COLORS)], ...]
    spaces: tuple[_GivenSpace, ...]
    per_icon: bool = False


def add_arguments(parser: ArgumentParser) -> None:
    """None: everything comes from standard input."""


def run(args: Namespace) -> int:
    """Answer line by line."""
    return answer_lines(turn)


def turn(question: JsonObject) -> JsonObject:
    """The answer to one line."""
    given = asked(_TurnQuestion, question)
    spaces = tuple(Space(space.face_up, space.gems) for space in given.spaces)
    return turn_json(legend_turn(given.icons, spaces, given.per_icon)) | _warnings(spaces)


def turn_json(decided: LegendTurn) -> JsonObject:
    """What he does; the gems in the order in which he takes them."""
    return {
        "taken": [to_plain(taken) for taken in decided.taken],
        "domino_from": decided.domino_from,
        "flip": decided.flip,
        "refill": list(decided.refill),
        "bag_draw": decided.bag_draw,
        "reasons": [str(reason) for reason in decided.reasons],
    }


def _warnings(spaces: tuple[Space, ...]) -> JsonObject:
    """A turn is decided with any number of face-up spaces; the rules have three."""
    face_up = sum(space.face_up for space in spaces)
    if face_up == FACE_UP_COUNT:
        return {}
    return {"warnings": [f"Face-up spaces: {face_up}; in the game there are always 3."]}
