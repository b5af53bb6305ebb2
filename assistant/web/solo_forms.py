"""The form of "the table says otherwise": every part of the state, and what was changed of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assistant.core.errors import N_, InputError
from assistant.core.geometry import STAGE_COUNT
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.exploration import (
    GEM_COLORS,
    GEM_KINDS,
    GEMS_PER_AREA,
    SPACE_COUNT,
    Icons,
    Space,
)
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    Correction,
    Expecting,
    LegendScore,
    SoloRules,
)
from assistant.web.requests import number_field

Form = Mapping[str, str]


def correction_from(form: Form, state: SoloState) -> Correction:
    """What the form says otherwise than the state.

    Raises:
        InputError: a field makes no sense.
    """
    told: dict[str, Any] = {
        "spaces": tuple(_space(form, n, state.area[n]) for n in range(1, SPACE_COUNT + 1)),
        "icons": _icons(form, "his-icons"),
        "his_dominoes": _count(form, "his-dominoes"),
        "player_dominoes": _count(form, "player-dominoes"),
        "legend": _gems(form, "legend"),
        "player": _gems(form, "player"),
        "discards": _gems(form, "discards"),
        "stage": _count(form, "stage"),
        "turn": _count(form, "turn"),
        "phase": _phase(form, state),
        "gems_by_app": "gems_by_app" in form,
        "dominoes_by_app": "dominoes_by_app" in form,
        "rules": _rules(form, state.rules),
        "player_points": _points(form),
        "legend_scores": _scores(form),
    }
    known = {name: getattr(state, name) for name in told if name != "spaces"}
    known["spaces"] = state.area.spaces
    return Correction(**{name: value for name, value in told.items() if value != known[name]})


def _space(form: Form, number: int, before: Space) -> Space:
    """A space as told; the dominoes under its top one stay known while the pile is as it was."""
    gems = [form.get(f"gem-{number}-{at}", "") for at in range(GEMS_PER_AREA)]
    pile = form.get(f"pile-{number}", "").strip()
    told = replace(
        before,
        face_up=f"up-{number}" in form,
        gems=tuple(_color(gem) for gem in gems if gem),
        icons=_icons(form, f"icons-{number}"),
        pile=_count(form, f"pile-{number}") if pile else None,
    )
    same = told.pile == before.pile and told.icons == before.icons
    return told if same else replace(told, below=())


def _icons(form: Form, name: str) -> Icons | None:
    first, second = form.get(f"{name}-0", ""), form.get(f"{name}-1", "")
    if not first and not second:
        return None
    icons = _color(first), _color(second)
    if not set(icons) <= set(GEM_COLORS):
        raise InputError(N_("A domino has two gem icons: name both, a double one twice."))
    return icons


def _color(word: str) -> Color:
    if word not in GEM_KINDS:
        raise InputError(N_("A domino has two gem icons: name both, a double one twice."))
    return Color(word)


def _gems(form: Form, owner: str) -> Inventory:
    return Inventory.of({kind: _count(form, f"{owner}-{kind.value}") for kind in GEM_KINDS})


def _phase(form: Form, state: SoloState) -> Expecting:
    """Whose turn; the player's turn and the end of the stage are told apart by the turns over."""
    word = form.get("phase", "")
    if word not in list(Expecting):
        raise InputError(N_("Say whose turn it is."))
    unchanged = (Expecting.PLAYER_TURN, Expecting.STAGE_END)
    phase = Expecting(word)
    return state.phase if phase in unchanged and state.phase in unchanged else phase


def _rules(form: Form, before: SoloRules) -> SoloRules:
    return replace(
        before,
        per_icon="per_icon" in form,
        spare_gems="spare_gems" in form,
        acts_after_lost_turn="acts_after_lost_turn" in form,
    )


def _points(form: Form) -> tuple[int, ...]:
    """The player's points, as many stages as are filled in."""
    return tuple(_count(form, f"points-{stage}") for stage in _told_stages(form, "points"))


def _scores(form: Form) -> tuple[LegendScore, ...]:
    return tuple(
        LegendScore(stage, _count(form, f"colored-{stage}"), _count(form, f"mythicals-{stage}"))
        for stage in _told_stages(form, "colored")
    )


def _told_stages(form: Form, name: str) -> list[int]:
    return [stage for stage in range(1, STAGE_COUNT + 1) if form.get(f"{name}-{stage}", "").strip()]


def _count(form: Form, name: str) -> int:
    return number_field(form, name, "0")
