"""Mending on the board: what can be said of the one part of the table that was tapped."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from assistant.core.errors import N_, Message
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.exploration import GEM_KINDS, supply
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.web.solo_forms import (
    NONE,
    TURNED,
    hand_place,
    no_such_part,
    space_number,
    stage_number,
)
from assistant.web.solo_page import PAIRS

MOST_HIS = 30


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: the value it sends, and what stands on it, words or gems."""

    value: str
    label: Message | None = None
    gems: tuple[Color, ...] = ()
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """The part of the table that is mended now.

    Attributes:
        what: its name, as `solo_forms.correction_of` takes it.
        title: what it is.
        choices: what it can be instead.
        typed: the number it has, if any number can be typed.
    """

    what: str
    title: Message
    choices: tuple[Choice, ...] = ()
    typed: int | None = None


def part_of(what: str, state: SoloState) -> Part:
    """The part with that name.

    Raises:
        InputError: there is no such part.
    """
    kind, *place = what.split("-")
    match kind:
        case "gem" if len(place) == 2 and place[1] in ("1", "2", "3"):
            return _gem(what, space_number(place), int(place[1]), state)
        case "face":
            return _face(what, space_number(place), state)
        case "pile":
            number = space_number(place)
            title = _text(N_("Dominoes in pile %(space)d"), space=number)
            return Part(what, title, typed=state.area[number].pile or 0)
        case "icons":
            pairs = tuple(Choice(f"{one} {two}", gems=(one, two)) for one, two in PAIRS)
            return Part(what, _text(N_("On top of THE Legend's pile")), pairs)
        case "hand":
            owner, color = hand_place(place)
            most = supply(state.rules.spare_gems)[color]
            title = _text(_HANDS[owner], color=color)
            return Part(what, title, _numbers(range(most + 1), getattr(state, owner)[color]))
        case "points" | "colored" | "mythicals":
            return _score(what, kind, stage_number(place), state)
        case "rule" if place and place[0] in _RULES:
            on = getattr(state.rules, place[0])
            return Part(what, _text(_RULES[place[0]]), _yes_or_no(on))
    return _whole(what, state)


def _gem(what: str, number: int, at: int, state: SoloState) -> Part:
    gems = state.area[number].gems
    now = gems[at - 1] if at <= len(gems) else None
    kinds = tuple(Choice(kind.value, gems=(kind,), chosen=kind is now) for kind in GEM_KINDS)
    none = Choice(NONE, _text(N_("no gem")), chosen=now is None)
    return Part(
        what, _text(N_("Gem %(at)d of space %(space)d"), at=at, space=number), (*kinds, none)
    )


def _face(what: str, number: int, state: SoloState) -> Part:
    up = state.area[number].face_up
    others = state.area.face_down if up else state.area.face_up
    swap = N_("face down; pile %(other)d is up") if up else N_("face up; pile %(other)d is down")
    alone = N_("only turn it face down") if up else N_("only turn it face up")
    choices = (Choice(str(other), _text(swap, other=other)) for other in others)
    title = N_("Pile %(space)d is face up") if up else N_("Pile %(space)d is face down")
    return Part(what, _text(title, space=number), (*choices, Choice(TURNED, _text(alone))))


def _score(what: str, kind: str, stage: int, state: SoloState) -> Part:
    if stage > len(state.player_points):
        raise no_such_part()
    if kind == "points":
        title = _text(N_("Your points of stage %(stage)d"), stage=stage)
        return Part(what, title, typed=state.player_points[stage - 1])
    own = getattr(state.legend_scores[stage - 1], kind)
    title = _text(_SCORES[kind], stage=stage)
    return Part(what, title, _numbers(range(MOST_HIS + 1), own))


def _whole(what: str, state: SoloState) -> Part:
    """The parts that there are only once."""
    match what:
        case "stage":
            return Part(what, _text(N_("Stage")), _numbers(range(1, 5), state.stage))
        case "turn":
            turns = range(state.turns + 1)
            return Part(
                what,
                _text(N_("Your turns of this stage that are over")),
                _numbers(turns, state.turn),
            )
        case "phase":
            his = state.phase is Expecting.LEGEND_TURN
            choices = (
                Choice(Expecting.PLAYER_TURN, _text(N_("you")), chosen=not his),
                Choice(Expecting.LEGEND_TURN, _text(N_("THE Legend")), chosen=his),
            )
            return Part(what, _text(N_("Who plays now")), choices)
        case "draws":
            choices = (
                Choice("no", _text(N_("I do")), chosen=not state.gems_by_app),
                Choice("yes", _text(N_("the app")), chosen=state.gems_by_app),
            )
            return Part(what, _text(N_("Who draws the gems")), choices)
        case "hisdominoes":
            return Part(what, _text(N_("Dominoes on his pile")), typed=state.his_dominoes)
        case "yourdominoes":
            return Part(what, _text(N_("Dominoes in your pyramid")), typed=state.player_dominoes)
    raise no_such_part()


_HANDS = {
    "legend": N_("THE Legend's %(color)s gems"),
    "player": N_("Your %(color)s gems"),
    "discards": N_("The %(color)s gems beside the bag"),
}
_SCORES = {
    "colored": N_("His coloured gems, end of stage %(stage)d"),
    "mythicals": N_("His mythical gems, end of stage %(stage)d"),
}
_RULES = {
    "per_icon": N_("Each of his icons takes only one gem"),
    "spare_gems": N_("The spare gems are in the game"),
    "acts_after_lost_turn": N_("He plays after a turn that you lose, too"),
}


def rule_names() -> dict[str, Message]:
    """The house rules by name, in words."""
    return {name: _text(words) for name, words in _RULES.items()}


def _yes_or_no(on: bool) -> tuple[Choice, ...]:
    return (
        Choice("yes", _text(N_("yes")), chosen=on),
        Choice("no", _text(N_("no")), chosen=not on),
    )


def _numbers(numbers: Iterable[int], now: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(n), _text(N_("%(number)d"), number=n), chosen=n == now) for n in numbers
    )


def _text(template: str, **details: Any) -> Message:
    return Message(template, details)
