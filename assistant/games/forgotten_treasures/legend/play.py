"""A whole solo game against THE Legend: a pure state machine folded from its steps.

    state = apply(state, step)

`apply` checks a step against the rules and gives the next state. `draws`
tells what a step still has to say and draws for the app; `game` holds the
steps of a game, with undo and redo; `advice` looks one turn ahead.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch
from typing import Any

from assistant.core.errors import N_, InputError, InventoryError, Message, OrderError
from assistant.core.geometry import STAGE_COUNT
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.activation import KEEP_LIMIT
from assistant.games.forgotten_treasures.legend.exploration import (
    FACE_UP_AT_SETUP,
    GEM_KINDS,
    GEMS_PER_AREA,
    NO_GEMS,
    ExplorationArea,
    Icons,
    check_icons,
    gems_of,
    listed,
)
from assistant.games.forgotten_treasures.legend.state import SoloState, becomes_due
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    End,
    Expecting,
    HisIcons,
    LegendMove,
    LostTurn,
    PlayerTurn,
    SetUp,
    StageComplete,
    StageEnd,
    Step,
)
from assistant.games.forgotten_treasures.legend.turn import LegendTurn, Taken, check_spaces

_DUE: dict[type[Step], Expecting] = {
    SetUp: Expecting.SET_UP,
    PlayerTurn: Expecting.PLAYER_TURN,
    LostTurn: Expecting.PLAYER_TURN,
    StageComplete: Expecting.PLAYER_TURN,
    LegendMove: Expecting.LEGEND_TURN,
    HisIcons: Expecting.HIS_ICONS,
    StageEnd: Expecting.STAGE_END,
    BecomeDraw: Expecting.BECOME_DRAW,
}


def apply(state: SoloState, step: Step) -> SoloState:
    """The state after a step.

    Raises:
        OrderError: the step is not due now, or the rules do not allow it here.
        InputError: it names something that is not there, or leaves something out.
        InventoryError: its gems cannot be.
    """
    check_due(state, step)
    return _applied(step, state)


def check_due(state: SoloState, step: Step) -> None:
    """Refuse a step at the wrong moment.

    Raises:
        OrderError: says what comes now.
    """
    due = _DUE.get(type(step))
    if due and due is not state.expecting:
        raise OrderError(
            N_("Now comes %(expected)s, not %(given)s."),
            expected=state.expecting.named,
            given=due.named,
        )
    if due is None and state.phase is Expecting.SET_UP:
        raise OrderError(N_("There is no game yet: set it up first."))


@singledispatch
def _applied(step: Step, state: SoloState) -> SoloState:
    raise TypeError(step)


@_applied.register
def _set_up(step: SetUp, state: SoloState) -> SoloState:
    """Five spaces of three gems, piles 1, 3 and 5 face up, one domino for THE Legend."""
    area = ExplorationArea(step.spaces)
    check_spaces(area.spaces)
    if area.face_up != FACE_UP_AT_SETUP:
        raise InputError(N_("At the start piles 1, 3 and 5 are face up, no others."))
    for number, space in enumerate(area.spaces, start=1):
        if len(space.gems) != GEMS_PER_AREA:
            raise InputError(
                N_("Space %(space)d begins with 3 gems, not %(count)d."),
                space=number,
                count=len(space.gems),
            )
    return replace(
        state,
        rules=step.rules,
        gems_by_app=step.gems_by_app,
        dominoes_by_app=step.dominoes_by_app,
        seed=step.seed,
        area=area,
        icons=check_icons(step.icons) if step.icons else None,
        his_dominoes=1,
        phase=Expecting.PLAYER_TURN,
    )


@_applied.register
def _player_turn(step: PlayerTurn, state: SoloState) -> SoloState:
    """Choose a face-up space, take its domino and one gem; refill; reveal a face-down pile."""
    check_choice(state.area, step)
    area = taking(state.area, player_takes(step), step.space, step.pile_from)
    emptied = () if area[step.space].gems else (step.space,)
    drawn = _checked_draw(state, step.drawn, GEMS_PER_AREA * len(emptied))
    return replace(
        _after_draw(state, len(drawn)),
        area=area.filled(emptied, drawn).flipped(step.reveal, step.icons),
        player=state.player.plus(gems_of(_as_gems(step.gem))),
        player_dominoes=state.player_dominoes + 1,
        turn=state.turn + 1,
        phase=Expecting.LEGEND_TURN,
    )


@_applied.register
def _lost_turn(step: LostTurn, state: SoloState) -> SoloState:
    """No room: no domino, no gem; THE Legend acts only if the house rule says so."""
    after = replace(state, turn=state.turn + 1)
    phase = Expecting.LEGEND_TURN if state.rules.acts_after_lost_turn else between_turns(after)
    return replace(after, phase=phase)


@_applied.register
def _stage_complete(step: StageComplete, state: SoloState) -> SoloState:
    """All remaining turns are lost; THE Legend plays them only if the house rule says so."""
    if not state.rules.acts_after_lost_turn:
        return replace(state, turn=state.turns, phase=Expecting.STAGE_END)
    return replace(state, turn=state.turn + 1, complete=True, phase=Expecting.LEGEND_TURN)


@_applied.register
def _legend_move(step: LegendMove, state: SoloState) -> SoloState:
    """He takes gems, then the domino of the last one; refills; the same pile is flipped."""
    turn = decided(state)
    extra = _checked_draw(state, _as_gems(step.bag_draw), turn.bag_draw)
    after = replace(
        _after_draw(state, len(step.drawn) + len(extra)),
        area=_area_after_his_turn(step, state, turn),
        icons=_icons_of_his_domino(step, state.area[turn.domino_from].icons),
        his_dominoes=state.his_dominoes + 1,
        legend=state.legend.plus(gems_of([*(taken.gem for taken in turn.taken), *extra])),
    )
    phase = between_turns(after)
    if after.complete and phase is Expecting.PLAYER_TURN:
        return replace(after, turn=after.turn + 1, phase=Expecting.LEGEND_TURN)
    return replace(after, phase=phase)


def _area_after_his_turn(step: LegendMove, state: SoloState, turn: LegendTurn) -> ExplorationArea:
    """Refilled and flipped; after the last turn of the game neither (old games did both)."""
    if state.last_turn_played and not step.drawn:
        return without(state.area, turn.taken, turn.domino_from)
    area = taking(state.area, turn.taken, turn.domino_from, step.pile_from)
    drawn = _checked_draw(state, step.drawn, GEMS_PER_AREA * len(turn.refill))
    return area.filled(turn.refill, drawn).flipped(turn.domino_from, step.icons)


def _icons_of_his_domino(step: LegendMove, known: Icons | None) -> Icons | None:
    """What the domino that he took shows, as told now or known before.

    Raises:
        InputError: what is told is not what is known, or no two icons.
    """
    if step.domino is None:
        return known
    told = check_icons(step.domino)
    if known and sorted(known) != sorted(told):
        raise InputError(
            N_("The domino that he takes shows %(icons)s: correct the table if it does not."),
            icons=listed(known),
        )
    return known or told


@_applied.register
def _his_icons(step: HisIcons, state: SoloState) -> SoloState:
    return replace(state, icons=check_icons(step.icons))


@_applied.register
def _stage_end(step: StageEnd, state: SoloState) -> SoloState:
    """Both score; paid gems, the player's cut and his coloured gems go to the discards."""
    if step.points < 0:
        raise InputError(N_("%(points)d points cannot be: scores start at 0."), points=step.points)
    last = state.stage == STAGE_COUNT
    kept = _checked_keep(state.player, step, limit=None if last else KEEP_LIMIT)
    mythicals = Inventory.of({Color.MYTHICAL: state.legend[Color.MYTHICAL]})
    after = replace(
        state,
        player_points=(*state.player_points, step.points),
        legend_scores=(*state.legend_scores, state.legend_score),
        discards=state.discards.plus(state.player.minus(kept)).plus(state.legend.minus(mythicals)),
        player=kept,
        legend=mythicals,
    )
    after = replace(after, complete=False, extra_draw=None)
    if last:
        return replace(after, phase=Expecting.OVER)
    phase = Expecting.BECOME_DRAW if becomes_due(after) else Expecting.PLAYER_TURN
    return replace(after, stage=state.stage + 1, turn=0, phase=phase)


@_applied.register
def _become_draw(step: BecomeDraw, state: SoloState) -> SoloState:
    drawn = _checked_draw(state, _as_gems(step.gem), 1)
    return replace(
        _after_draw(state, len(drawn)),
        legend=state.legend.plus(gems_of(drawn)),
        extra_draw=step.gem,
        phase=Expecting.PLAYER_TURN,
    )


@_applied.register
def _correction(step: Correction, state: SoloState) -> SoloState:
    """What the table says counts; the rest stays, and the turn count settles the phase."""
    changes: dict[str, Any] = step.changes()
    if changes.pop("extra_draw_back", False) and state.extra_draw:
        drawn = gems_of((state.extra_draw,))
        legend = changes.get("legend", state.legend)
        changes |= {"legend": legend.minus(drawn), "extra_draw": None}
    if "stage" in changes or "turn" in changes:
        changes["complete"] = False
    if "spaces" in changes:
        changes["area"] = ExplorationArea(changes.pop("spaces"))
    after = replace(state, **changes)
    check_spaces(after.area.spaces)
    if after.dominoes_by_app and not state.dominoes_by_app:
        raise OrderError(N_("The app can deal the dominoes only at the set-up."))
    if state.dominoes_by_app and not after.dominoes_by_app:
        spaces = tuple(replace(space, below=()) for space in after.area.spaces)
        after = replace(after, area=ExplorationArea(spaces))
    _check_time(after)
    if after.phase in (Expecting.PLAYER_TURN, Expecting.STAGE_END):
        after = replace(after, phase=between_turns(after))
    return after


@_applied.register
def _end(step: End, state: SoloState) -> SoloState:
    if state.phase is Expecting.OVER:
        raise OrderError(N_("The game is over already."))
    return replace(state, phase=Expecting.OVER)


def decided(state: SoloState) -> LegendTurn:
    """THE Legend's turn.

    Raises:
        OrderError: it is not his turn, or his icons are not known.
    """
    turn = state.legend_turn
    if turn is None:
        raise OrderError(
            N_("Now comes %(expected)s, not %(given)s."),
            expected=state.expecting.named,
            given=Expecting.LEGEND_TURN.named,
        )
    return turn


def between_turns(state: SoloState) -> Expecting:
    """The player's turn, or the end of the stage after the last one."""
    return Expecting.PLAYER_TURN if state.turn < state.turns else Expecting.STAGE_END


def check_choice(area: ExplorationArea, step: PlayerTurn) -> None:
    """Refuse a face-down space and a gem that is not there.

    Raises:
        InputError: says what there is instead.
    """
    space = area[step.space]
    if not space.face_up:
        raise InputError(
            N_("Space %(space)d is face down: choose one of %(spaces)s."),
            space=step.space,
            spaces=listed(area.face_up),
        )
    if step.gem is None and space.gems:
        raise InputError(
            N_("Space %(space)d has gems: take one of %(gems)s."),
            space=step.space,
            gems=listed(space.gems),
        )
    if step.gem is not None and step.gem not in space.gems:
        raise InputError(
            N_("Space %(space)d has no %(gem)s gem; it has: %(gems)s."),
            space=step.space,
            gem=step.gem,
            gems=listed(space.gems) if space.gems else Message(N_("no gems")),
        )


def player_takes(step: PlayerTurn) -> tuple[Taken, ...]:
    """The gem that the player takes, if the space has one."""
    return tuple(Taken(step.space, gem) for gem in _as_gems(step.gem))


def taking(
    area: ExplorationArea, taken: Iterable[Taken], domino_from: int, pile_from: int | None
) -> ExplorationArea:
    """The area after gems and a domino are taken and an emptied pile has its new dominoes.

    Raises:
        OrderError: the pile is emptied and ``pile_from`` does not say what refills it.
    """
    area = without(area, taken, domino_from)
    if pile_from is not None:
        return area.with_pile_from(domino_from, pile_from)
    if area[domino_from].pile == 0:
        raise OrderError(
            N_(
                "Pile %(space)d is empty now: choose the pile whose bottom half, rounded down,"
                " refills it."
            ),
            space=domino_from,
        )
    return area


def without(area: ExplorationArea, taken: Iterable[Taken], domino_from: int) -> ExplorationArea:
    """The area without these gems and without the top domino of that space."""
    for each in taken:
        area = area.with_space(each.space, area[each.space].without_gem(each.gem))
    return area.with_space(domino_from, area[domino_from].without_domino())


def _as_gems(gem: Color | None) -> tuple[Color, ...]:
    return () if gem is None else (gem,)


def _checked_draw(state: SoloState, drawn: tuple[Color, ...], wanted: int) -> tuple[Color, ...]:
    """The drawn gems, which must be as many as wanted or as there are."""
    count = min(wanted, state.drawable)
    if len(drawn) != count:
        raise InputError(
            N_("Gems to draw from the bag here: %(count)d, not %(given)d."),
            count=count,
            given=len(drawn),
        )
    for gem in drawn:
        if gem not in GEM_KINDS:
            raise InputError(N_("%(color)s is no gem of this game."), color=gem)
    return drawn


def _after_draw(state: SoloState, count: int) -> SoloState:
    """The draws counted; the discards go back when the bag does not have enough."""
    short = state.bag.total < count
    discards = NO_GEMS if short else state.discards
    return replace(state, draws=state.draws + count, discards=discards)


def _checked_keep(player: Inventory, step: StageEnd, limit: int | None) -> Inventory:
    """The gems kept: all that are not spent, cut to exactly ``limit`` if there are more."""
    if not player.covers(step.spent):
        raise InventoryError(
            N_("You spend %(spent)s but hold %(held)s."),
            spent=gem_list(step.spent),
            held=gem_list(player),
        )
    left = player.minus(step.spent)
    kept = left if step.kept is None else step.kept
    count = left.total if limit is None else min(left.total, limit)
    if not left.covers(kept) or kept.total != count:
        raise InventoryError(
            N_("%(left)s are left: keep %(count)d of them, not %(kept)s."),
            left=gem_list(left),
            count=count,
            kept=gem_list(kept),
        )
    return kept


def gem_list(gems: Inventory) -> Message:
    """The gems in words: 2 red, 1 blue."""
    if not gems.total:
        return Message(N_("no gems"))
    return listed(
        [Message(N_("%(count)d %(color)s"), {"count": n, "color": color}) for color, n in gems]
    )


def _check_time(state: SoloState) -> None:
    """Refuse a corrected moment of the game that does not exist."""
    if not 1 <= state.stage <= STAGE_COUNT:
        raise InputError(N_("There is no stage %(stage)d: they are 1 to 4."), stage=state.stage)
    if not 0 <= state.turn <= state.turns:
        raise InputError(
            N_("Stage %(stage)d has %(turns)d turns: %(turn)d cannot be over."),
            stage=state.stage,
            turns=state.turns,
            turn=state.turn,
        )
    if not _phase_fits(state):
        raise InputError(
            N_("After turn %(turn)d of stage %(stage)d cannot come %(phase)s."),
            turn=state.turn,
            stage=state.stage,
            phase=state.phase.named,
        )
    scored = [score.stage for score in state.legend_scores]
    count = len(state.player_points)
    over = state.phase is Expecting.OVER
    fits = count <= STAGE_COUNT if over else count == state.stage - 1
    if scored != list(range(1, count + 1)) or not fits:
        raise InputError(
            N_("In stage %(stage)d both have a score of each stage before, from 1 on: give both."),
            stage=state.stage,
        )


def _phase_fits(state: SoloState) -> bool:
    if state.phase is Expecting.LEGEND_TURN:
        return state.turn > 0
    if state.phase is Expecting.BECOME_DRAW:
        return state.stage > 1 and state.turn == 0
    return state.phase not in (Expecting.SET_UP, Expecting.HIS_ICONS)
