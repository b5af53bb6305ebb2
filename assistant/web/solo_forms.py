"""One thing that the table says otherwise, by its name on the page: ``gem-3-1`` is ``red``."""

from collections.abc import Callable
from dataclasses import replace

from assistant.core.errors import N_, InputError
from assistant.core.geometry import STAGE_COUNT
from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.legend.exploration import (
    GEM_KINDS,
    GEMS_PER_AREA,
    SPACE_COUNT,
    Space,
    check_icons,
)
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    Correction,
    Expecting,
    LegendScore,
)
from assistant.web.requests import number_field

HANDS = ("legend", "player", "discards")
RULES = ("per_icon", "spare_gems", "acts_after_lost_turn")
NONE, TURNED = "none", "turned"


def correction_of(what: str, value: str, state: SoloState) -> Correction:
    """The correction that says ``value`` of the part ``what``.

    Raises:
        InputError: there is no such part, or it cannot have that value.
    """
    kind, *place = what.split("-")
    make = _MAKERS.get(kind)
    if make is None:
        raise no_such_part()
    return make(place, value, state)


def no_such_part() -> InputError:
    """The error for a part of the table that does not exist."""
    return InputError(N_("There is no such thing on the table: tap what is wrong again."))


def space_number(place: list[str]) -> int:
    """The number of the space in a part's name; raises `InputError`."""
    return _within(place[:1], 1, SPACE_COUNT)


def stage_number(place: list[str]) -> int:
    """The number of the stage in a part's name; raises `InputError`."""
    return _within(place[:1], 1, STAGE_COUNT)


def hand_place(place: list[str]) -> tuple[str, Color]:
    """Whose gems and which kind a part's name means; raises `InputError`."""
    if len(place) != 2 or place[0] not in HANDS or place[1] not in GEM_KINDS:
        raise no_such_part()
    return place[0], Color(place[1])


def _gem(place: list[str], value: str, state: SoloState) -> Correction:
    number, at = space_number(place), _within(place[1:], 1, GEMS_PER_AREA)
    gems = list(state.area[number].gems)
    rest = gems[: at - 1] + gems[at:]
    told = rest if value == NONE else [*gems[: at - 1], _color(value), *gems[at:]]
    return _space_changed(state, number, gems=tuple(told))


def _face(place: list[str], value: str, state: SoloState) -> Correction:
    """The pile turned over, alone or together with another that lies the other way."""
    number, area = space_number(place), state.area
    other = None if value == TURNED else _within([value], 1, SPACE_COUNT)
    for each in (number, other):
        if each is not None:
            area = area.changed(each, face_up=not area[each].face_up)
    return Correction(spaces=area.spaces)


def _pile(place: list[str], value: str, state: SoloState) -> Correction:
    return _space_changed(state, space_number(place), pile=_count(value), below=())


def _space_changed(state: SoloState, number: int, **changes: object) -> Correction:
    before: Space = state.area[number]
    return Correction(spaces=state.area.with_space(number, replace(before, **changes)).spaces)  # type: ignore[arg-type]


def _icons(place: list[str], value: str, state: SoloState) -> Correction:
    return Correction(icons=check_icons([_color(word) for word in value.split()]))


def _hand(place: list[str], value: str, state: SoloState) -> Correction:
    owner, color = hand_place(place)
    gems: Inventory = getattr(state, owner)
    told = Inventory.of(dict(gems.items) | {color: _count(value)})
    match owner:
        case "legend":
            return Correction(legend=told)
        case "player":
            return Correction(player=told)
    return Correction(discards=told)


def _stage(place: list[str], value: str, state: SoloState) -> Correction:
    """Another stage; scores that it lacks are 0 until somebody tells them."""
    stage = stage_number([value])
    missing = range(len(state.player_points) + 1, stage)
    points = (*state.player_points, *(0 for _ in missing))
    scores = (*state.legend_scores, *(LegendScore(each, 0, 0) for each in missing))
    return Correction(
        stage=stage,
        turn=min(state.turn, FORGOTTEN_TREASURES.turns[stage - 1]),
        phase=Expecting.PLAYER_TURN,
        player_points=points[: stage - 1],
        legend_scores=scores[: stage - 1],
    )


def _turn(place: list[str], value: str, state: SoloState) -> Correction:
    return Correction(turn=_count(value))


def _phase(place: list[str], value: str, state: SoloState) -> Correction:
    if value not in (Expecting.PLAYER_TURN, Expecting.LEGEND_TURN):
        raise InputError(N_("Say whose turn it is."))
    return Correction(phase=Expecting(value))


def _points(place: list[str], value: str, state: SoloState) -> Correction:
    at = _scored(place, state)
    points = state.player_points
    return Correction(player_points=(*points[:at], _count(value), *points[at + 1 :]))


def _his_score(field: str) -> Callable[[list[str], str, SoloState], Correction]:
    def make(place: list[str], value: str, state: SoloState) -> Correction:
        at = _scored(place, state)
        scores = state.legend_scores
        told = replace(scores[at], **{field: _count(value)})
        return Correction(legend_scores=(*scores[:at], told, *scores[at + 1 :]))

    return make


def _scored(place: list[str], state: SoloState) -> int:
    stage = stage_number(place)
    if stage > len(state.player_points):
        raise InputError(N_("Stage %(stage)d is not scored yet."), stage=stage)
    return stage - 1


def _rule(place: list[str], value: str, state: SoloState) -> Correction:
    if len(place) != 1 or place[0] not in RULES:
        raise no_such_part()
    return Correction(rules=replace(state.rules, **{place[0]: _yes(value)}))


_MAKERS: dict[str, Callable[[list[str], str, SoloState], Correction]] = {
    "gem": _gem,
    "face": _face,
    "pile": _pile,
    "icons": _icons,
    "hand": _hand,
    "stage": _stage,
    "turn": _turn,
    "phase": _phase,
    "points": _points,
    "colored": _his_score("colored"),
    "mythicals": _his_score("mythicals"),
    "rule": _rule,
    "hisdominoes": lambda place, value, state: Correction(his_dominoes=_count(value)),
    "yourdominoes": lambda place, value, state: Correction(player_dominoes=_count(value)),
    "draws": lambda place, value, state: Correction(gems_by_app=_yes(value)),
}


def _color(word: str) -> Color:
    if word not in GEM_KINDS:
        raise InputError(N_("%(color)s is no gem of this game."), color=repr(word[:20]))
    return Color(word)


def _count(value: str) -> int:
    return number_field({"value": value}, "value")


def _within(words: list[str], least: int, most: int) -> int:
    if len(words) != 1 or not words[0].isdecimal() or not least <= int(words[0][:3]) <= most:
        raise no_such_part()
    return int(words[0])


def _yes(value: str) -> bool:
    if value not in ("yes", "no"):
        raise no_such_part()
    return value == "yes"


def says_otherwise(change: Correction, state: SoloState) -> bool:
    """Whether the correction says anything else than the state."""
    told = change.changes()
    known = {name: getattr(state, name) for name in told if name != "spaces"}
    return told != known | ({"spaces": state.area.spaces} if "spaces" in told else {})
