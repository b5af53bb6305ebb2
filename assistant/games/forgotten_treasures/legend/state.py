"""The state of a solo game: where every gem and domino is, and what to ask next.

The bag is not held but follows: it is what lies nowhere else. So gems are conserved whatever
is entered, and a slip shows at once as more gems of a colour than exist.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.core.errors import N_, Message
from assistant.core.geometry import STAGE_COUNT
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.game import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.legend.exploration import (
    DOMINO_COUNT,
    EMPTY_AREA,
    FACE_UP_COUNT,
    NO_GEMS,
    ExplorationArea,
    Icons,
    supply,
)
from assistant.games.forgotten_treasures.legend.steps import (
    PLAIN_RULES,
    Expecting,
    LegendScore,
    SoloRules,
)
from assistant.games.forgotten_treasures.legend.turn import GEMS_PER_TURN, LegendTurn, decide

BECOME_MYTHICALS = 7


@dataclass(frozen=True, slots=True)
class SoloResult:
    """How a finished game ended; the player must have strictly more points."""

    player: int
    legend: int
    become_the_legend: bool

    @property
    def won(self) -> bool:
        """Whether the player won."""
        return self.player > self.legend

    @property
    def margin(self) -> int:
        """The player's lead in points; below zero when THE Legend leads."""
        return self.player - self.legend

    @property
    def unlocks_become(self) -> bool:
        """Whether this victory unlocks Become THE Legend."""
        return self.won and not self.become_the_legend


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that cannot be.

    Attributes:
        text: what is wrong.
        place: where: a kind of gem, ``legend``, ``player``, ``spaces``, or a space by its number.
    """

    text: Message
    place: str


@dataclass(frozen=True, slots=True)
class SoloState:
    """A moment of a solo game.

    Attributes:
        rules: the mode and the house rules.
        gems_by_app: the app draws from the bag; else the people do and tell.
        dominoes_by_app: the app dealt the dominoes; else the people flip and tell.
        seed: what the app draws from.
        draws: how many gems were drawn from the bag since the set-up.
        area: the five spaces.
        icons: the icons on top of THE Legend's pile; None: not told yet.
        his_dominoes: dominoes on his pile.
        player_dominoes: dominoes in the player's pyramid.
        legend: THE Legend's gems.
        player: the player's gems.
        discards: the gems beside the bag.
        stage: 1 to 4.
        turn: the player's turns of this stage that are over, lost ones included.
        phase: what the game waits for, his icons apart.
        complete: the player's stage is complete although turns of it are left.
        extra_draw: the gem that THE Legend drew because he becomes him, at this stage's start.
        player_points: the player's score of each finished stage.
        legend_scores: THE Legend's.
    """

    rules: SoloRules = PLAIN_RULES
    gems_by_app: bool = False
    dominoes_by_app: bool = False
    seed: int = 0
    draws: int = 0
    area: ExplorationArea = EMPTY_AREA
    icons: Icons | None = None
    his_dominoes: int = 0
    player_dominoes: int = 0
    legend: Inventory = NO_GEMS
    player: Inventory = NO_GEMS
    discards: Inventory = NO_GEMS
    stage: int = 1
    turn: int = 0
    phase: Expecting = Expecting.SET_UP
    player_points: tuple[int, ...] = ()
    legend_scores: tuple[LegendScore, ...] = ()
    complete: bool = False
    extra_draw: Color | None = None

    @property
    def expecting(self) -> Expecting:
        """What the game waits for; his icons come before his turn when nobody told them."""
        if self.phase is Expecting.LEGEND_TURN and self.icons is None:
            return Expecting.HIS_ICONS
        return self.phase

    @property
    def turns(self) -> int:
        """The player's turns of this stage in all."""
        return FORGOTTEN_TREASURES.turns[self.stage - 1]

    @property
    def last_turn_played(self) -> bool:
        """Whether the player's last turn of the game is over: what is flipped now is of no use."""
        return self.stage == STAGE_COUNT and self.turn == self.turns

    @property
    def on_table(self) -> Inventory:
        """All gems outside the bag."""
        return Inventory.of(self._outside_bag())

    @property
    def bag(self) -> Inventory:
        """The gems in the bag: all that lie nowhere else."""
        outside = self._outside_bag()
        return Inventory(
            tuple(
                (color, count - outside[color])
                for color, count in supply(self.rules.spare_gems)
                if count > outside[color]
            )
        )

    def _outside_bag(self) -> Counter[Color]:
        counts = Counter([gem for space in self.area.spaces for gem in space.gems])
        for gems in (self.legend, self.player, self.discards):
            for color, count in gems:
                counts[color] += count
        return counts

    @property
    def drawable(self) -> int:
        """How many gems can be drawn, the discards included."""
        return self.bag.total + self.discards.total

    @property
    def legend_turn(self) -> LegendTurn | None:
        """What THE Legend does now; None when it is not his turn or his icons are not known."""
        if self.expecting is not Expecting.LEGEND_TURN or self.icons is None:
            return None
        return decide(self.icons, self.area.spaces, self.rules.per_icon)

    @property
    def legend_score(self) -> LegendScore:
        """What THE Legend would score if the stage ended now."""
        mythicals = self.legend[Color.MYTHICAL]
        return LegendScore(self.stage, self.legend.total - mythicals, mythicals)

    @property
    def player_total(self) -> int:
        """The player's points so far."""
        return sum(self.player_points)

    @property
    def legend_total(self) -> int:
        """THE Legend's points so far."""
        return sum(score.points for score in self.legend_scores)

    @property
    def result(self) -> SoloResult | None:
        """Who won; None before the last stage is scored and when the game was given up."""
        if self.phase is not Expecting.OVER or len(self.player_points) < STAGE_COUNT:
            return None
        return SoloResult(self.player_total, self.legend_total, self.rules.become_the_legend)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that cannot be, for "the table says otherwise"."""
        if self.phase is Expecting.SET_UP:
            return ()
        return (*_gem_faults(self), *_hand_faults(self), *_area_faults(self))

    @property
    def warnings(self) -> tuple[Message, ...]:
        """The faults in words."""
        return tuple(fault.text for fault in self.faults)


def becomes_due(state: SoloState) -> bool:
    """Whether THE Legend draws a gem now that a stage begins (rules: Become THE Legend)."""
    mythicals = state.legend[Color.MYTHICAL]
    return state.rules.become_the_legend and mythicals >= BECOME_MYTHICALS and state.drawable > 0


def _gem_faults(state: SoloState) -> Iterator[Fault]:
    most = supply(state.rules.spare_gems)
    for color, count in state.on_table:
        if count > most[color]:
            yield Fault(
                Message(
                    N_("%(count)d %(color)s gems lie outside the bag: the game has only %(most)d."),
                    {"count": count, "color": color, "most": most[color]},
                ),
                color.value,
            )


def _hand_faults(state: SoloState) -> Iterator[Fault]:
    """More gems in hand than the turns so far can have given."""
    if state.phase is Expecting.OVER:
        return
    drawn = 1 if state.rules.become_the_legend and state.stage > 1 else 0
    most = GEMS_PER_TURN * state.turn + drawn
    colored = state.legend_score.colored
    if colored > most:
        yield Fault(
            Message(
                N_(
                    "THE Legend's coloured gems: %(count)d; his turns of this stage give at most"
                    " %(most)d."
                ),
                {"count": colored, "most": most},
            ),
            "legend",
        )
    kept = FORGOTTEN_TREASURES.keep_limit if state.stage > 1 else 0
    if state.player.total > kept + state.turn:
        yield Fault(
            Message(
                N_("Your gems: %(count)d; %(kept)d kept and one a turn make at most %(most)d."),
                {"count": state.player.total, "kept": kept, "most": kept + state.turn},
            ),
            "player",
        )


def _area_faults(state: SoloState) -> Iterator[Fault]:
    if state.last_turn_played and state.phase is not Expecting.LEGEND_TURN:
        return
    if len(state.area.face_up) != FACE_UP_COUNT:
        yield Fault(
            Message(
                N_("Face-up piles: %(count)d; between turns there are always 3."),
                {"count": len(state.area.face_up)},
            ),
            "spaces",
        )
    for number, space in enumerate(state.area.spaces, start=1):
        if not space.gems and state.drawable:
            yield Fault(
                Message(N_("Space %(space)d has no gems: refill it."), {"space": number}),
                str(number),
            )
    piles = [space.pile for space in state.area.spaces if space.pile is not None]
    count = sum(piles) + state.his_dominoes + state.player_dominoes
    if len(piles) == len(state.area.spaces) and count != DOMINO_COUNT:
        yield Fault(
            Message(
                N_("Dominoes in all: %(count)d; the game has %(most)d."),
                {"count": count, "most": DOMINO_COUNT},
            ),
            "spaces",
        )
