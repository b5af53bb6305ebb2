"""What every domino game tells the core and the pages about itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.core.errors import N_, InventoryError
from assistant.core.layout import Layout
from assistant.core.notation import parse_layout
from assistant.core.pieces import Color, Inventory
from assistant.core.problems import Cards, DeckLimits, Problem, problems


@dataclass(frozen=True, slots=True)
class Game:
    """The data of one game.

    Attributes:
        name: as in the commands, such as ``forgotten_treasures``.
        title: as on the box.
        palette: its block colours, in the order of the box.
        players: fewest and most players.
        supply: how many gems of each kind exist.
        turns: turns, and so dominoes, of each stage.
        keep_limit: gems that may be kept between stages.
        first_tie_break: what decides a tie at the end first.
        deck: how many blocks and icons of each colour the dominoes hold.
        marks: whether gems mark blocks while they are laid, and are not spent on areas.
    """

    name: str
    title: str
    palette: tuple[Color, ...]
    players: tuple[int, int]
    supply: Mapping[Color, int]
    turns: tuple[int, int, int, int]
    keep_limit: int
    first_tie_break: str
    deck: DeckLimits
    marks: bool = False

    @property
    def most_left(self) -> int:
        """The most anybody can have left of what breaks ties first, cards or gems."""
        return len(self.deck.cards) or self.most_gems(self.stage_count)

    @property
    def stage_count(self) -> int:
        """How many stages are scored."""
        return len(self.turns)

    def parse(self, text: str) -> Layout:
        """The layout of a text in this game's letters; raises `NotationError`."""
        return parse_layout(text, self.palette)

    def problems(self, layout: Layout, cards: Cards = None) -> tuple[Problem, ...]:
        """Everything in the layout that this game does not allow; for ``cards`` see `problems`."""
        return problems(layout, self.deck, cards)

    def most_gems(self, stage: int) -> int:
        """The most gems anybody can hold when this stage is scored."""
        kept = self.keep_limit if stage > 1 else 0
        return kept + self.turns[stage - 1]

    def most_points(self, stage: int) -> int:
        """A bound on the points of a stage: more is surely a slip.

        Every domino laid so far has two icons. Each counts at most twice, activated twice or
        with the Mino bonus; gems that are spent on areas score at most one point each.
        """
        icons = 2 * sum(self.turns[:stage])
        return 2 * icons + (0 if self.marks else self.most_gems(stage))

    def check_inventory(self, inventory: Inventory, stage: int | None = None) -> None:
        """Refuse gems that cannot be.

        Args:
            inventory: the gems in hand at scoring.
            stage: the stage that is scored; None: any.

        Raises:
            InventoryError: more gems than exist, or than turns allow, or a foreign colour.
        """
        for color, count in inventory:
            if color not in self.supply:
                raise InventoryError(
                    N_("%(title)s has no %(color)s gems."), title=self.title, color=color
                )
            if count > self.supply[color]:
                raise InventoryError(
                    N_("%(count)d %(color)s gems: there are only %(most)d in the game."),
                    count=count,
                    color=color,
                    most=self.supply[color],
                )
        most = self.most_gems(stage) if stage else max(map(self.most_gems, (1, 2, 3, 4)))
        if inventory.total > most:
            raise InventoryError(
                N_(
                    "%(count)d gems are too many: at most %(kept)d kept and one a turn"
                    " make %(most)d. Check the counts."
                ),
                count=inventory.total,
                kept=self.keep_limit if stage != 1 else 0,
                most=most,
            )
