"""A solo game as its steps, with a title for each step.

The state is always the fold of the steps, so a stored game that is read again is where it was.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from assistant.core.errors import N_, Message
from assistant.core.pieces import Color
from assistant.games.forgotten_treasures.legend.draws import dealt
from assistant.games.forgotten_treasures.legend.exploration import listed
from assistant.games.forgotten_treasures.legend.play import apply, decided
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Correction,
    End,
    HisIcons,
    LegendMove,
    LostTurn,
    PlayerTurn,
    SetUp,
    StageComplete,
    StageEnd,
    Step,
)

START = SoloState()


@dataclass(frozen=True, slots=True)
class SoloGame:
    """The steps of a game, those undone (the next to redo first), and the state they come to.

    Make one with `SoloGame()` or `SoloGame.of`; the methods give new games.
    """

    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    state: SoloState = START

    @classmethod
    def of(cls, steps: Iterable[Step], undone: Iterable[Step] = ()) -> "SoloGame":
        """The game with these steps; raises as `play.apply`."""
        played = tuple(steps)
        return cls(played, tuple(undone), reduce(apply, played, START))

    def play(self, step: Step) -> "SoloGame":
        """The game after one more step, with what the app draws for it; nothing is left to redo.

        Raises:
            OrderError, InputError, InventoryError: the step is not possible now; says why.
        """
        complete = dealt(self.state, step)
        return SoloGame((*self.steps, complete), (), apply(self.state, complete))

    def titles(self) -> tuple[Message, ...]:
        """The title of each step, undone ones included."""
        state = START
        found = []
        for step in self.steps + self.undone:
            found.append(step_title(state, step))
            state = apply(state, step)
        return tuple(found)


def step_title(state: SoloState, step: Step) -> Message:
    """What a step did, for undo; ``state`` is the one before it."""
    match step:
        case SetUp():
            return Message(N_("Set-up"))
        case PlayerTurn():
            return _turn_title(state, 1, _player_title(step))
        case LostTurn():
            return _turn_title(state, 1, Message(N_("no room, turn lost")))
        case StageComplete():
            return _turn_title(state, 1, Message(N_("your stage is complete")))
        case LegendMove():
            return _turn_title(state, 0, _legend_title(state, step))
        case HisIcons():
            return Message(
                N_("Icons on THE Legend's pile: %(icons)s"), {"icons": listed(step.icons)}
            )
        case StageEnd():
            return Message(
                N_("End of stage %(stage)d: %(points)d points against %(legend)d"),
                {
                    "stage": state.stage,
                    "points": step.points,
                    "legend": state.legend_score.points,
                },
            )
        case BecomeDraw():
            return Message(
                N_("Start of stage %(stage)d: THE Legend draws %(gem)s"),
                {"stage": state.stage, "gem": step.gem or Message(N_("no gems"))},
            )
        case Correction():
            parts = [Message(_PARTS[name]) for name in step.changes()]
            return Message(
                N_("The table says otherwise: %(parts)s"),
                {"parts": listed(parts) if parts else Message(N_("nothing"))},
            )
        case End():
            return Message(N_("Game given up"))


_PARTS = {
    "rules": N_("the rules"),
    "gems_by_app": N_("who draws gems"),
    "dominoes_by_app": N_("who deals dominoes"),
    "spaces": N_("the exploration area"),
    "icons": N_("his icons"),
    "his_dominoes": N_("his pile"),
    "player_dominoes": N_("your dominoes"),
    "legend": N_("his gems"),
    "player": N_("your gems"),
    "discards": N_("the discards"),
    "stage": N_("the stage"),
    "turn": N_("the turn"),
    "phase": N_("whose turn it is"),
    "player_points": N_("your points"),
    "legend_scores": N_("his points"),
    "extra_draw_back": N_("his extra gem goes back"),
}


def _turn_title(state: SoloState, later: int, what: Message) -> Message:
    return Message(
        N_("Stage %(stage)d, turn %(turn)d: %(what)s"),
        {"stage": state.stage, "turn": state.turn + later, "what": what},
    )


def _player_title(step: PlayerTurn) -> Message:
    if step.gem is None:
        return Message(
            N_("you take the domino of space %(space)d, reveal pile %(reveal)d"),
            {"space": step.space, "reveal": step.reveal},
        )
    return Message(
        N_("you take %(gem)s in space %(space)d, reveal pile %(reveal)d"),
        {"gem": step.gem, "space": step.space, "reveal": step.reveal},
    )


def _legend_title(state: SoloState, step: LegendMove) -> Message:
    turn = decided(state)
    gems: list[Color] = [taken.gem for taken in turn.taken]
    if step.bag_draw:
        gems.append(step.bag_draw)
    return Message(
        N_("THE Legend takes %(gems)s and the domino of space %(space)d"),
        {
            "gems": listed(gems) if gems else Message(N_("no gems")),
            "space": turn.domino_from,
        },
    )
