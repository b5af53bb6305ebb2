"""The JSON of the commands and the values it stands for.

Readers take the JSON and a name for it, such as ``areas[2].icons``, and raise `InputError` with
that name if the JSON is not what it must be. Writers give the JSON of a value.
"""

import reprlib
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeVar

from assistant.cli.json_lines import JsonObject
from assistant.core.areas import Area
from assistant.core.errors import N_, InputError
from assistant.core.geometry import BASE_SHAPES, STAGE_COUNT, Frame
from assistant.core.pieces import Inventory
from assistant.core.scorepad import PlayerScores, Standings
from assistant.games import CardGame, Game, any_game_named
from assistant.games.forgotten_treasures.activation import Activation, FrontierEntry, Plan
from assistant.games.pyramido.marking import Marker

QUADRANTS = Frame(*BASE_SHAPES[0]).width * Frame(*BASE_SHAPES[0]).height
MOST_POINTS = 999
"""Points of a stage that nobody reaches: a number above it is a slip."""
MOST_PLACE = max(map(max, BASE_SHAPES)) - 1
"""The largest row or column of any stage."""
MOST_LEFT = {"gems_left": 6, "cards_left": 3}
"""The most that can break a tie: gems after stage 4, unused cards."""

Hue = TypeVar("Hue", bound=StrEnum)


def read_field(source: JsonObject, name: str, inside: str = "") -> Any:
    """A field that must be there."""
    if name not in source:
        raise InputError(N_("%(name)s is missing."), name=_join(inside, name))
    return source[name]


def read_object(value: Any, name: str) -> JsonObject:
    """A JSON object."""
    if not isinstance(value, dict):
        raise _wrong(value, name, N_("%(name)s must be an object, not %(value)s."))
    return value


def read_list(value: Any, name: str) -> list[Any]:
    """A JSON list."""
    if not isinstance(value, list):
        raise _wrong(value, name, N_("%(name)s must be a list, not %(value)s."))
    return value


def read_text(value: Any, name: str) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise _wrong(value, name, N_("%(name)s must be a text, not %(value)s."))
    return value


def read_count(value: Any, name: str, most: int) -> int:
    """A whole number from 0 to ``most``; true and 2.0 are none."""
    if type(value) is not int or not 0 <= value <= most:
        raise _wrong(
            value,
            name,
            N_("%(name)s must be a whole number from 0 to %(most)d, not %(value)s."),
            most=most,
        )
    return value


def read_flag(value: Any, name: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise _wrong(value, name, N_("%(name)s must be true or false, not %(value)s."))
    return value


def read_color(value: Any, name: str, allowed: Iterable[Hue]) -> Hue:
    """A colour by its full word."""
    words = {color.value: color for color in allowed}
    if not isinstance(value, str) or value not in words:
        raise _wrong(
            value,
            name,
            N_("%(name)s must be one of %(words)s, not %(value)s."),
            words=", ".join(words),
        )
    return words[value]


def read_game(source: JsonObject) -> Game | CardGame:
    """The game that the object names."""
    return any_game_named(read_text(read_field(source, "game"), "game"))


def read_inventory(value: Any, game: Game) -> Inventory:
    """Gems in hand, ``{"red": 2, "mythical": 3}``; whether there can be so many is not asked."""
    gems = read_object(value, "inventory")
    return Inventory.of(
        (
            read_color(word, "a gem of inventory", game.supply),
            read_count(count, f"inventory.{word}", MOST_POINTS),
        )
        for word, count in gems.items()
    )


def read_areas(value: Any, game: Game) -> tuple[Area, ...]:
    """Areas, ``[{"color": "red", "icons": 3}, ...]``; their ids are their positions."""
    areas = read_list(value, "areas")
    if len(areas) > QUADRANTS:
        raise InputError(
            N_("%(count)d areas are too many: a pyramid has only %(most)d quadrants."),
            count=len(areas),
            most=QUADRANTS,
        )
    return tuple(_read_area(area, position, game) for position, area in enumerate(areas))


def read_markers(value: Any, name: str) -> list[Marker]:
    """Places of the pyramid, ``[{"stage": 1, "row": 0, "column": 2}, ...]``."""
    places = read_list(value, name)
    return [_read_marker(place, f"{name}[{n}]") for n, place in enumerate(places)]


def read_players(value: Any, game: Game | CardGame) -> list[PlayerScores]:
    """Columns of the pad, ``[{"name": "A", "stages": [20, 17], "gems_left": 2}, ...]``."""
    seats = read_seats(value, game)
    return [_read_player(seat, f"players[{n}]", game) for n, seat in enumerate(seats)]


def read_seats(value: Any, game: Game | CardGame) -> list[Any]:
    """A list of as many players as the game can have."""
    players = read_list(value, "players")
    fewest, most = game.players
    if not fewest <= len(players) <= most:
        raise InputError(
            N_("%(title)s has %(fewest)d to %(most)d players, not %(count)d."),
            title=game.title,
            fewest=fewest,
            most=most,
            count=len(players),
        )
    return players


def read_names(value: Any, name: str) -> list[str]:
    """A list of names."""
    names = read_list(value, name)
    return [read_text(text, f"{name}[{position}]") for position, text in enumerate(names)]


def area_json(area: Area, frame: Frame | None) -> JsonObject:
    """An area, with its quadrants if it lies on a frame."""
    known: JsonObject = {"id": area.id, "color": area.color.value, "icons": area.icons}
    if frame:
        known["quadrants"] = [[place.x, place.y] for place in area.quadrants(frame)]
    return known


def marker_json(marker: Marker) -> JsonObject:
    """A place of the pyramid."""
    return {"stage": marker.stage, "row": marker.row, "column": marker.column}


def plan_json(plan: Plan) -> JsonObject:
    """A plan; ``kept`` is before the cut to 5 gems."""
    return {
        "points": plan.points,
        "mythical_points": plan.mythical_points,
        "activations": activations_json(plan.activations),
        "kept": plan.kept.as_dict(),
        "gems_kept": plan.kept.total,
    }


def frontier_json(entries: Iterable[FrontierEntry]) -> list[JsonObject]:
    """What could be kept, after the cut to 5 gems, and for how many points now."""
    return [
        {
            "kept": entry.kept.as_dict(),
            "points": entry.points,
            "activations": activations_json(entry.activations),
        }
        for entry in entries
    ]


def activations_json(activations: Iterable[Activation]) -> list[JsonObject]:
    """Activations and the gems they are paid with."""
    return [
        {
            "area": activation.area,
            "multiplier": activation.multiplier,
            "pay": activation.pay.as_dict(),
        }
        for activation in activations
    ]


def standings_json(standings: Standings) -> JsonObject:
    """Where everybody stands."""
    return {
        "ranking": [
            {"name": entry.name, "total": entry.total, "rank": entry.rank}
            for entry in standings.ranking
        ],
        "winners": list(standings.winners),
        "tie_break": standings.tie_break,
        "next_starter": standings.next_starter,
    }


def _read_area(value: Any, position: int, game: Game) -> Area:
    name = f"areas[{position}]"
    area = read_object(value, name)
    color = read_color(read_field(area, "color", name), f"{name}.color", game.palette)
    icons = read_count(read_field(area, "icons", name), f"{name}.icons", QUADRANTS)
    return Area(position, color, icons)


def _read_marker(value: Any, name: str) -> Marker:
    place = read_object(value, name)
    most = {"stage": STAGE_COUNT, "row": MOST_PLACE, "column": MOST_PLACE}
    return Marker(
        **{
            field: read_count(read_field(place, field, name), f"{name}.{field}", limit)
            for field, limit in most.items()
        }
    )


def _read_player(value: Any, name: str, game: Game | CardGame) -> PlayerScores:
    player = read_object(value, name)
    stages = read_list(read_field(player, "stages", name), f"{name}.stages")
    return PlayerScores(
        read_text(read_field(player, "name", name), f"{name}.name"),
        tuple(
            read_count(points, f"{name}.stages[{position}]", MOST_POINTS)
            for position, points in enumerate(stages)
        ),
        _read_left(player, name, game),
    )


def _read_left(player: JsonObject, name: str, game: Game | CardGame) -> int | None:
    """What breaks ties first, if anything; it may be left out where nothing is tied."""
    left = game.first_tie_break
    if left is None:
        return None
    for other in MOST_LEFT:
        if other in player and other != left:
            raise InputError(
                N_("%(title)s counts %(left)s, not %(other)s."),
                title=game.title,
                left=left,
                other=other,
            )
    if player.get(left) is None:
        return None
    return read_count(player[left], f"{name}.{left}", MOST_LEFT[left])


def _join(inside: str, name: str) -> str:
    return f"{inside}.{name}" if inside else name


def _wrong(value: Any, name: str, template: str, **details: object) -> InputError:
    return InputError(template, name=name, value=reprlib.repr(value), **details)
