"""A solo game as its pages show it: the area with lit pieces, and what each turn asks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from assistant.core.errors import N_, Message
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.activation import KEEP_LIMIT
from assistant.games.forgotten_treasures.legend.draws import Needs, needs
from assistant.games.forgotten_treasures.legend.exploration import (
    GEM_COLORS,
    GEM_KINDS,
    Icons,
    Space,
)
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import Expecting, LegendMove, PlayerTurn
from assistant.games.forgotten_treasures.legend.turn import LegendTurn
from assistant.service.solo import SoloTable
from assistant.service.solo_hands import put_back_all, stage_end_lines
from assistant.service.solo_lines import Line, bag_lines, laid_out, legend_lines, refilled
from assistant.web.i18n import gettext as _
from assistant.web.i18n import sentence

PAIRS = tuple(combinations_with_replacement(GEM_COLORS, 2))
"""All dominoes by their two icons."""


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


def turn_context(at: SoloTable, taken_back: int = 0) -> dict[str, Any]:
    """What the page of a turn shows; ``taken_back`` steps have just been undone."""
    game, state = at.game, at.game.state
    turn = state.legend_turn
    return {
        "at": at,
        "table": at.table,
        "state": state,
        "expecting": state.expecting.value,
        "spaces": drawn_area(state),
        "legend_turn": turn,
        "lines": legend_lines(state, turn) if turn else (),
        "laid_out": laid_out(game),
        "stage_end": stage_end_lines(game),
        "put_back": put_back_all(game.steps, game.undone[:taken_back]),
        "asks": _asks_now(state),
        "choices": _choices(state) if state.expecting is Expecting.PLAYER_TURN else {},
        "titles": game.titles(),
        "keep": kept_at_first(state.player),
        "gem_kinds": GEM_KINDS,
        "pairs": PAIRS,
        "words": gem_words(),
    }


def gem_words() -> dict[str, str]:
    """The kinds of gems in the reader's language, for the scripts."""
    return {kind.value: _(kind.value) for kind in GEM_KINDS}


def kept_at_first(hand: Inventory) -> list[tuple[Color, bool]]:
    """Each gem in hand and whether it is ticked as kept before anybody has chosen: at most five."""
    gems = [color for color, count in hand for _n in range(count)]
    first = sorted(range(len(gems)), key=lambda at: gems[at] is not Color.MYTHICAL)[:KEEP_LIMIT]
    return [(gem, at in first) for at, gem in enumerate(gems)]


def kept_as_told(hand: Inventory, told: Inventory) -> list[tuple[Color, bool]]:
    """Each gem in hand and whether it was ticked."""
    return [(color, number < told[color]) for color, count in hand for number in range(count)]


def _asks_now(state: SoloState) -> list[dict[str, Any]]:
    """What the step that is due has to tell, the player's choice apart."""
    match state.expecting:
        case Expecting.LEGEND_TURN:
            turn = state.legend_turn
            assert turn
            return _asks(state, needs(state, LegendMove()), turn.domino_from, turn.refill)
        case Expecting.HIS_ICONS:
            return [_ask("icons", "pair", 1, N_("His domino shows:"))]
        case Expecting.BECOME_DRAW if not state.gems_by_app:
            return [_ask("gem", "gem", 1, N_("From the bag to him:"))]
    return []


def _choices(state: SoloState) -> dict[str, dict[str, Any]]:
    """What each choice of the player has to tell and how to draw it, by ``space/gem``."""
    found = {}
    for space in state.area.face_up:
        for gem in dict.fromkeys(state.area[space].gems) or (None,):
            need = needs(state, PlayerTurn(space, gem, space))
            found[f"{space}/{gem or ''}"] = {
                "asks": _asks(state, need, space, (space,)),
                "lines": [sentence(each.text) for each in _by_hand(state, need.drawn)],
            }
    return found


def _by_hand(state: SoloState, drawn: int) -> tuple[Line, ...]:
    return () if state.gems_by_app else bag_lines(state, drawn)


def _asks(
    state: SoloState, need: Needs, emptied: int, refill: Sequence[int]
) -> list[dict[str, Any]]:
    asks = []
    if need.bag_draw and not state.gems_by_app:
        asks.append(_ask("bag_draw", "gem", 1, N_("From the bag to him:")))
    if not state.gems_by_app:
        label = N_("Into space %(space)d from the bag:")
        asks += [
            _ask("drawn", "gem", count, label, space=space)
            for space, count in refilled(refill, need.drawn)
        ]
    if need.pile_from:
        label = N_("Pile %(pile)d is empty; bottom half of pile:")
        asks.append(
            _ask("pile_from", "pile", 1, label, pile=emptied)
            | {"piles": state.area.givers(emptied)}
        )
    if need.domino:
        asks.append(_ask("domino", "pair", 1, N_("His new domino shows:")))
    return asks


def _ask(field: str, kind: str, count: int, label: str, **details: Any) -> dict[str, Any]:
    text = sentence(Message(label, details))
    return {"field": field, "kind": kind, "count": count, "label": text}
