"""The steps of a solo game: everything that happened at the table, as facts.

A step holds what people did and what was flipped and drawn, never a seed alone, so that a
stored game replays alike for ever. What a step leaves out is what the game knows by itself.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypeAlias

from assistant.core.errors import N_, Message
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.legend.exploration import NO_GEMS, Icons, Space

COLORED_POINTS = (1, 2, 3, 4)
MYTHICAL_POINTS = 2


class Expecting(StrEnum):
    """What the game waits for."""

    SET_UP = "set_up"
    PLAYER_TURN = "player_turn"
    LEGEND_TURN = "legend_turn"
    HIS_ICONS = "his_icons"
    STAGE_END = "stage_end"
    BECOME_DRAW = "become_draw"
    OVER = "over"

    @property
    def named(self) -> Message:
        """Its name in a sentence."""
        return Message(_EXPECTING_NAMES[self])


_EXPECTING_NAMES = {
    Expecting.SET_UP: N_("the set-up"),
    Expecting.PLAYER_TURN: N_("your turn"),
    Expecting.LEGEND_TURN: N_("THE Legend's turn"),
    Expecting.HIS_ICONS: N_("the icons on top of THE Legend's pile"),
    Expecting.STAGE_END: N_("the scoring of the stage"),
    Expecting.BECOME_DRAW: N_("THE Legend's draw at the start of the stage"),
    Expecting.OVER: N_("nothing, the game is over"),
}


@dataclass(frozen=True, slots=True)
class SoloRules:
    """The mode and the house rules.

    Attributes:
        become_the_legend: the second mode, in which 7 mythical gems give THE Legend one more gem
            at the start of stages 2 to 4.
        per_icon: each icon on his domino takes only one gem.
        spare_gems: the spare set of one gem a kind is in the game (63 gems, else 57).
        acts_after_lost_turn: he acts after a turn that the player lost for want of room, too.
    """

    become_the_legend: bool = False
    per_icon: bool = False
    spare_gems: bool = True
    acts_after_lost_turn: bool = False


PLAIN_RULES = SoloRules()


@dataclass(frozen=True, slots=True)
class LegendScore:
    """His score of one stage: stage number x coloured gems + 2 x mythical gems."""

    stage: int
    colored: int
    mythicals: int

    @property
    def colored_points(self) -> int:
        """Points of his coloured gems."""
        return COLORED_POINTS[self.stage - 1] * self.colored

    @property
    def mythical_points(self) -> int:
        """Points of his mythical gems."""
        return MYTHICAL_POINTS * self.mythicals

    @property
    def points(self) -> int:
        """All his points of the stage."""
        return self.colored_points + self.mythical_points


@dataclass(frozen=True, slots=True)
class SetUp:
    """The table before the first turn.

    ``gems_by_app`` and ``dominoes_by_app`` say which of the two the app draws, from ``seed``;
    what it draws may be left out before `draws.dealt` has seen the step. ``icons``
    are those of THE Legend's first domino.
    """

    rules: SoloRules = PLAIN_RULES
    gems_by_app: bool = False
    dominoes_by_app: bool = False
    seed: int = 0
    icons: Icons | None = None
    spaces: tuple[Space, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """The player takes a gem and the domino of a space, and reveals a pile.

    Attributes:
        space: the space the domino and the gem come from.
        gem: the gem taken; None only if the space has none.
        reveal: the face-down pile that is flipped.
        icons: what the flip showed; games of earlier versions told it.
        drawn: the gems drawn if the gem area was emptied.
        pile_from: the pile whose bottom half refilled an emptied pile.
    """

    space: int
    gem: Color | None
    reveal: int
    icons: Icons | None = None
    drawn: tuple[Color, ...] = ()
    pile_from: int | None = None


@dataclass(frozen=True, slots=True)
class LostTurn:
    """The player has no room for a domino and loses the turn."""


@dataclass(frozen=True, slots=True)
class StageComplete:
    """The player has no room left: the stage is complete, gaps or not, and its turns are over."""


@dataclass(frozen=True, slots=True)
class LegendMove:
    """THE Legend's turn was carried out; what he does is known, these are the surprises.

    Attributes:
        icons: what the flip showed; games of earlier versions told it.
        drawn: the gems drawn for the areas he emptied, the leftmost area's first.
        bag_draw: the gem he drew from the bag because he found none.
        pile_from: the pile whose bottom half refilled an emptied pile.
        domino: the icons of the domino that he took; None: not told, or known to the app.
    """

    icons: Icons | None = None
    drawn: tuple[Color, ...] = ()
    bag_draw: Color | None = None
    pile_from: int | None = None
    domino: Icons | None = None


@dataclass(frozen=True, slots=True)
class HisIcons:
    """The icons on top of THE Legend's pile, when nobody has told them before his turn."""

    icons: Icons


@dataclass(frozen=True, slots=True)
class StageEnd:
    """The player's score of the stage, the gems spent on it and those kept after the cut to 5.

    ``kept`` None: everything that was not spent.
    """

    points: int
    spent: Inventory = NO_GEMS
    kept: Inventory | None = None


@dataclass(frozen=True, slots=True)
class BecomeDraw:
    """Become THE Legend: the gem he draws at the start of a stage."""

    gem: Color | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """The table says otherwise: each field that is not None replaces that part of the state.

    ``extra_draw_back``: THE Legend's extra draw of this stage was not due after all, so its gem
    goes back into the bag.
    """

    rules: SoloRules | None = None
    gems_by_app: bool | None = None
    dominoes_by_app: bool | None = None
    spaces: tuple[Space, ...] | None = None
    icons: Icons | None = None
    his_dominoes: int | None = None
    player_dominoes: int | None = None
    legend: Inventory | None = None
    player: Inventory | None = None
    discards: Inventory | None = None
    stage: int | None = None
    turn: int | None = None
    phase: Expecting | None = None
    player_points: tuple[int, ...] | None = None
    legend_scores: tuple[LegendScore, ...] | None = None
    extra_draw_back: bool | None = None

    def changes(self) -> dict[str, object]:
        """The parts that it replaces, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class End:
    """The game is given up before its end; nobody has won."""


Step: TypeAlias = (
    SetUp
    | PlayerTurn
    | LostTurn
    | StageComplete
    | LegendMove
    | HisIcons
    | StageEnd
    | BecomeDraw
    | Correction
    | End
)

KINDS: dict[str, type[Step]] = {
    "set_up": SetUp,
    "player_turn": PlayerTurn,
    "lost_turn": LostTurn,
    "stage_complete": StageComplete,
    "legend_turn": LegendMove,
    "his_icons": HisIcons,
    "stage_end": StageEnd,
    "become_draw": BecomeDraw,
    "correction": Correction,
    "end": End,
}
"""The name of each kind of step in JSON."""
