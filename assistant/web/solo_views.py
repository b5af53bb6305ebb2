"""A solo game as its pages show it: the area with lit pieces, and what each turn asks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.core.errors import N_, Message
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.draws import Needs, needs
from assistant.games.forgotten_treasures.legend.exploration import (
    GEM_KINDS,
    SPACE_COUNT,
    Icons,
    Space,
    listed,
)
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import Expecting, LegendMove, PlayerTurn
from assistant.games.forgotten_treasures.legend.turn import LegendTurn
from assistant.service.solo import SoloTable
from assistant.service.solo_lines import laid_out, legend_lines
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence


@dataclass(frozen=True, slots=True)
class DrawnGem:
    """A gem of a space; ``lit`` counts what THE Legend takes, 0 for the others."""

    color: Color
    lit: int


@dataclass(frozen=True, slots=True)
class DrawnSpace:
    """A space as drawn; ``lit`` if THE Legend takes its domino, after as many gems."""

    number: int
    space: Space
    gems: tuple[DrawnGem, ...]
    lit: int

    @property
    def icons(self) -> Icons | tuple[()]:
        """The icons that are known."""
        return self.space.icons or ()


def drawn_area(state: SoloState) -> list[DrawnSpace]:
    """The five spaces, with what THE Legend takes now lit in the order in which he takes it."""
    turn = state.legend_turn
    return [
        DrawnSpace(
            number,
            space,
            tuple(_drawn_gems(number, space, turn)),
            lit=len(turn.taken) + 1 if turn and turn.domino_from == number else 0,
        )
        for number, space in enumerate(state.area.spaces, start=1)
    ]


def _drawn_gems(number: int, space: Space, turn: LegendTurn | None) -> Iterator[DrawnGem]:
    wanted = [
        (order, taken.gem)
        for order, taken in enumerate(turn.taken if turn else (), start=1)
        if taken.space == number
    ]
    for gem in space.gems:
        mine = next(((order, color) for order, color in wanted if color is gem), None)
        if mine:
            wanted.remove(mine)
        yield DrawnGem(gem, mine[0] if mine else 0)


def turn_context(at: SoloTable) -> dict[str, Any]:
    """What the page of a turn shows."""
    state = at.game.state
    turn = state.legend_turn
    return {
        "at": at,
        "table": at.table,
        "state": state,
        "expecting": state.expecting.value,
        "spaces": drawn_area(state),
        "legend_turn": turn,
        "lines": legend_lines(state, turn) if turn else (),
        "notice": laid_out(at.game),
        "asks": _asks_now(state),
        "choices": _choices(state) if state.expecting is Expecting.PLAYER_TURN else {},
        "titles": at.game.titles(),
        "gem_kinds": GEM_KINDS,
        "words": gem_words(),
    }


def gem_words() -> dict[str, str]:
    """The kinds of gems in the reader's language, for the scripts."""
    return {kind.value: _(kind.value) for kind in GEM_KINDS}


def _asks_now(state: SoloState) -> list[dict[str, Any]]:
    """What the step that is due has to tell, the player's choice apart."""
    match state.expecting:
        case Expecting.LEGEND_TURN:
            turn = state.legend_turn
            assert turn
            return _asks(
                state, needs(state, LegendMove()), turn.domino_from, turn.flip, turn.refill
            )
        case Expecting.HIS_ICONS:
            return [_ask("icons", "icon", 2, N_("On top of his pile:"))]
        case Expecting.BECOME_DRAW if not state.gems_by_app:
            return [_ask("gem", "gem", 1, N_("From the bag:"))]
    return []


def _choices(state: SoloState) -> dict[str, list[dict[str, Any]]]:
    """What each choice of the player has to tell, by ``space/gem/reveal``."""
    found = {}
    for space in state.area.face_up:
        for gem in dict.fromkeys(state.area[space].gems) or (None,):
            for reveal in sorted((*state.area.face_down, space)):
                need = needs(state, PlayerTurn(space, gem, reveal))
                found[f"{space}/{gem or ''}/{reveal}"] = _asks(state, need, space, reveal, (space,))
    return found


def _asks(
    state: SoloState, need: Needs, emptied: int, flip: int, refill: Sequence[int]
) -> list[dict[str, Any]]:
    asks = []
    if need.pile_from:
        givers = [
            number
            for number in range(1, SPACE_COUNT + 1)
            if number != emptied and state.area[number].pile not in (0, 1)
        ]
        label = N_("Pile %(pile)d is empty; bottom half of pile:")
        asks.append(_ask("pile_from", "pile", 1, label, pile=emptied) | {"piles": givers})
    if need.drawn and not state.gems_by_app:
        label = N_("From the bag into %(spaces)s:")
        asks.append(_ask("drawn", "gem", need.drawn, label, spaces=listed(refill)))
    if need.bag_draw and not state.gems_by_app:
        asks.append(_ask("bag_draw", "gem", 1, N_("From the bag:")))
    if need.icons:
        label = N_("Pile %(pile)d shows:")
        asks.append(_ask("icons", "icon", 2, label, pile=flip) | {"optional": True})
    return asks


def _ask(field: str, kind: str, count: int, label: str, **details: Any) -> dict[str, Any]:
    text = sentence(Message(label, details))
    return {"field": field, "kind": kind, "count": count, "label": text}
