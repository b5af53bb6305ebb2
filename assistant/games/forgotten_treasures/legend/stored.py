"""The JSON of solo steps: ``{"step": kind, ...}`` with a field of the step by its name.

A field means the same in every step, so one pair of functions by name is enough. Fields that
hold their default are left out.
"""

import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from assistant.core.errors import N_, InputError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.exploration import (
    GEM_COLORS,
    GEM_KINDS,
    Icons,
    Space,
    check_icons,
)
from assistant.games.forgotten_treasures.legend.steps import (
    KINDS,
    Expecting,
    LegendScore,
    SoloRules,
    Step,
)

JsonObject = dict[str, Any]
_KIND_NAMES = {kind: name for name, kind in KINDS.items()}
LARGEST_NUMBER = 2**53
"""Whole numbers up to here are the same in Python and in the scripts of the pages."""
_LETTERS = {color.letter: color for color in GEM_COLORS}


def step_to_json(step: Step) -> JsonObject:
    """The JSON of a step."""
    return {"step": _KIND_NAMES[type(step)], **_encoded(step)}


def step_from_json(value: object) -> Step:
    """The step of that JSON.

    Raises:
        InputError: it is no step; says which part and what is wrong.
    """
    source = _object(value, "step")
    name = source.get("step")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InputError(
            N_("%(name)s is no kind of step: use one of %(kinds)s."),
            name=reprlib.repr(name),
            kinds=", ".join(KINDS),
        )
    step: Step = _decoded(kind, {key: item for key, item in source.items() if key != "step"})
    return step


def steps_to_json(steps: Iterable[Step]) -> list[JsonObject]:
    """The JSON of a whole game's steps."""
    return [step_to_json(step) for step in steps]


def steps_from_json(value: object) -> tuple[Step, ...]:
    """The steps of that JSON; raises as `step_from_json`."""
    return tuple(map(step_from_json, _list(value, "steps")))


def _encoded(value: Any) -> JsonObject:
    """The fields that do not hold their default."""
    found = {}
    for field in fields(value):
        content = getattr(value, field.name)
        if field.default is MISSING or content != field.default:
            encode, _ = _CODECS[field.name]
            found[field.name] = None if content is None else encode(content)
    return found


def _decoded(kind: type[Any], source: JsonObject) -> Any:
    known = {field.name: field for field in fields(kind)}
    for name in source:
        if name not in known:
            raise InputError(N_("%(name)s is unknown here."), name=reprlib.repr(name))
    values = {}
    for name, field in known.items():
        if name in source:
            content = source[name]
            optional = content is None and (field.default is None or name == "gem")
            values[name] = None if optional else _CODECS[name][1](content, name)
        elif field.default is MISSING:
            raise InputError(N_("%(name)s is missing."), name=name)
    return kind(**values)


def _same(value: Any) -> Any:
    return value


def _words(colors: Iterable[Color]) -> list[str]:
    return [color.value for color in colors]


def _icons_text(dominoes: Iterable[Icons]) -> str:
    return " ".join(first.letter + second.letter for first, second in dominoes)


def _object(value: Any, name: str) -> JsonObject:
    if not isinstance(value, Mapping):
        raise _wrong(value, name, N_("%(name)s must be an object, not %(value)s."))
    return dict(value)


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(value, name, N_("%(name)s must be a list, not %(value)s."))
    return value


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(value, name, N_("%(name)s must be true or false, not %(value)s."))
    return value


def _number(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise _wrong(value, name, N_("%(name)s must be a whole number from 0, not %(value)s."))
    return value


def _color(value: Any, name: str) -> Color:
    if not isinstance(value, str) or value not in GEM_KINDS:
        raise _wrong(value, name, N_("%(name)s must be a kind of gem, not %(value)s."))
    return Color(value)


def _colors(value: Any, name: str) -> tuple[Color, ...]:
    return tuple(_color(word, name) for word in _list(value, name))


def _icons(value: Any, name: str) -> Icons:
    return check_icons(_colors(value, name))


def _below(value: Any, name: str) -> tuple[Icons, ...]:
    words = value.split() if isinstance(value, str) else [""]
    if any(len(word) != 2 or not set(word) <= set(_LETTERS) for word in words):
        raise _wrong(value, name, N_("%(name)s must be dominoes such as 'rb go', not %(value)s."))
    return tuple((_LETTERS[word[0]], _LETTERS[word[1]]) for word in words)


def _inventory(value: Any, name: str) -> Inventory:
    gems = _object(value, name)
    return Inventory.of((_color(word, name), _number(count, name)) for word, count in gems.items())


def _rules(value: Any, name: str) -> SoloRules:
    rules: SoloRules = _decoded(SoloRules, _object(value, name))
    return rules


def _spaces(value: Any, name: str) -> tuple[Space, ...]:
    return tuple(_decoded(Space, _object(space, name)) for space in _list(value, name))


def _numbers(value: Any, name: str) -> tuple[int, ...]:
    return tuple(_number(number, name) for number in _list(value, name))


def _scores(value: Any, name: str) -> tuple[LegendScore, ...]:
    return tuple(_decoded(LegendScore, _object(score, name)) for score in _list(value, name))


def _phase(value: Any, name: str) -> Expecting:
    if not isinstance(value, str) or value not in list(Expecting):
        raise _wrong(value, name, N_("%(name)s must be what the game waits for, not %(value)s."))
    return Expecting(value)


def _wrong(value: Any, name: str, template: str) -> InputError:
    return InputError(template, name=name, value=reprlib.repr(value))


def _each(encode: Callable[[Any], Any]) -> Callable[[Iterable[Any]], list[Any]]:
    return lambda values: [encode(value) for value in values]


_Codec = tuple[Callable[[Any], Any], Callable[[Any, str], Any]]
_FLAG: _Codec = (_same, _flag)
_NUMBER: _Codec = (_same, _number)
_GEM: _Codec = (str, _color)
_GEMS: _Codec = (_words, _colors)
_INVENTORY: _Codec = (Inventory.as_dict, _inventory)

_CODECS: dict[str, _Codec] = {
    **dict.fromkeys(("gems_by_app", "dominoes_by_app", "face_up"), _FLAG),
    **dict.fromkeys(("become_the_legend", "per_icon", "spare_gems"), _FLAG),
    "acts_after_lost_turn": _FLAG,
    **dict.fromkeys(("seed", "space", "reveal", "pile_from", "pile", "points"), _NUMBER),
    **dict.fromkeys(("his_dominoes", "player_dominoes", "stage", "turn"), _NUMBER),
    **dict.fromkeys(("colored", "mythicals"), _NUMBER),
    **dict.fromkeys(("gem", "bag_draw"), _GEM),
    **dict.fromkeys(("drawn", "gems"), _GEMS),
    **dict.fromkeys(("spent", "kept", "legend", "player", "discards"), _INVENTORY),
    "icons": (_words, _icons),
    "below": (_icons_text, _below),
    "spaces": (_each(_encoded), _spaces),
    "rules": (_encoded, _rules),
    "phase": (str, _phase),
    "player_points": (list, _numbers),
    "legend_scores": (_each(_encoded), _scores),
}
