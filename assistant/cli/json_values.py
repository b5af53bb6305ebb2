"""The JSON of the commands: what each may be asked is a dataclass, read by the one codec.

A fault is told with its path, such as ``areas[2].icons``. Fields that a command does not know are
left alone. Writers give the JSON of a value.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from assistant.cli.json_lines import JsonObject
from assistant.core.areas import Area
from assistant.core.errors import N_, InputError
from assistant.core.geometry import BASE_SHAPES, STAGE_COUNT, Frame
from assistant.core.pieces import Color, Inventory
from assistant.games import CardGame, Game, any_game_named
from assistant.games.forgotten_treasures.activation import FrontierEntry, Plan
from assistant.games.pyramido.marking import Marker
from assistant.plain import Among, AtMost, Codec, Filled, Form, to_plain

QUADRANTS = Frame(*BASE_SHAPES[0]).width * Frame(*BASE_SHAPES[0]).height
MOST_POINTS = 999
"""Points of a stage that nobody reaches: a number above it is a slip."""
MOST_PLACE = max(map(max, BASE_SHAPES)) - 1
"""The largest row or column of any stage."""

Question = TypeVar("Question")
Text = Annotated[str, Filled()]
Points = Annotated[int, AtMost(MOST_POINTS)]


@dataclass(frozen=True, slots=True)
class GivenArea:
    """An area, ``{"color": "red", "icons": 3}``."""

    color: Color
    icons: Annotated[int, AtMost(QUADRANTS)]


@dataclass(frozen=True, slots=True)
class GivenPlace:
    """A place of the pyramid, ``{"stage": 1, "row": 0, "column": 2}``."""

    stage: Annotated[int, AtMost(STAGE_COUNT)]
    row: Annotated[int, AtMost(MOST_PLACE)]
    column: Annotated[int, AtMost(MOST_PLACE)]

    @property
    def marker(self) -> Marker:
        """A gem at this place."""
        return Marker(self.stage, self.row, self.column)


@dataclass(frozen=True, slots=True)
class LayoutQuestion:
    """A pyramid and the gems in hand."""

    layout: Text
    inventory: Inventory


@dataclass(frozen=True, slots=True)
class _GameQuestion:
    game: Text


def asked(kind: type[Question], question: JsonObject, game: Game | None = None) -> Question:
    """What the question asks; colours and gems are those of the game.

    Raises:
        InputError: says which field is wrong and what it must be.
    """
    forms: dict[Any, Any] = {}
    if game:
        gem = Annotated[Color, Among(tuple(game.supply))]
        forms = {
            Color: Annotated[Color, Among(game.palette)],
            Inventory: Form(Mapping[gem, Points], dict, Inventory.of),
        }
    found: Question = Codec(forms, leave_unknown=True).from_plain(kind, question)
    return found


def asked_game(question: JsonObject) -> Game | CardGame:
    """The game that the question names."""
    return any_game_named(asked(_GameQuestion, question).game)


def areas_of(given: Sequence[GivenArea]) -> tuple[Area, ...]:
    """The areas; their ids are their positions.

    Raises:
        InputError: there are more than a pyramid has quadrants.
    """
    if len(given) > QUADRANTS:
        raise InputError(
            N_("%(count)d areas are too many: a pyramid has only %(most)d quadrants."),
            count=len(given),
            most=QUADRANTS,
        )
    return tuple(Area(position, area.color, area.icons) for position, area in enumerate(given))


def check_seats(players: Sequence[Any], game: Game | CardGame) -> None:
    """Refuse fewer or more players than the game can have; raises `InputError`."""
    fewest, most = game.players
    if not fewest <= len(players) <= most:
        raise InputError(
            N_("%(title)s has %(fewest)d to %(most)d players, not %(count)d."),
            title=game.title,
            fewest=fewest,
            most=most,
            count=len(players),
        )


def area_json(area: Area, frame: Frame | None) -> JsonObject:
    """An area, with its quadrants if it lies on a frame."""
    known: JsonObject = {"id": area.id, "color": area.color.value, "icons": area.icons}
    if frame:
        known["quadrants"] = [[place.x, place.y] for place in area.quadrants(frame)]
    return known


def plan_json(plan: Plan) -> JsonObject:
    """A plan; ``kept`` is before the cut to 5 gems."""
    return {**to_plain(plan), "gems_kept": plan.kept.total}


def frontier_json(entries: Iterable[FrontierEntry]) -> list[JsonObject]:
    """What could be kept, after the cut to 5 gems, and for how many points now."""
    return [to_plain(entry) for entry in entries]
