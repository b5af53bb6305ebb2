"""A table to play solo games on: real pieces, a random player, and what must always hold."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from assistant.core.pieces import Color, Inventory
from assistant.games import FORGOTTEN_TREASURES
from assistant.games.forgotten_treasures.legend.draws import needs
from assistant.games.forgotten_treasures.legend.exploration import (
    DOMINO_COUNT,
    Icons,
    Space,
    dealt_piles,
    gems_of,
    shuffled_deck,
    supply,
)
from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    BecomeDraw,
    Expecting,
    LegendMove,
    LostTurn,
    PlayerTurn,
    SetUp,
    SoloRules,
    StageComplete,
    StageEnd,
    Step,
)

MOST_COLORED = (20, 12, 6, 2)


class Table:
    """Gems in a bag and dominoes in piles, moved by hand; knows nothing of the state machine.

    It tells the icons of the domino that he takes, or as games of earlier versions did
    (``tells_flips``) those of each domino that is face up.
    """

    def __init__(self, rng: random.Random, rules: SoloRules, *, tells_flips: bool = False) -> None:
        self.rng, self.tells_flips = rng, tells_flips
        self.bag = [color for color, count in supply(rules.spare_gems) for _ in range(count)]
        self.discards: list[Color] = []
        rng.shuffle(self.bag)
        first, *rest = shuffled_deck(rng)
        self.piles: list[list[Icons]] = [
            [pile.icons, *pile.below] for pile in dealt_piles(rest) if pile.icons
        ]
        self.set_up = SetUp(
            rules,
            seed=0,
            icons=first,
            spaces=tuple(
                Space(number % 2 == 0, self.draw(3), pile[0] if tells_flips else None, len(pile))
                for number, pile in enumerate(self.piles)
            ),
        )

    def draw(self, count: int) -> tuple[Color, ...]:
        drawn: list[Color] = []
        while len(drawn) < count and (self.bag or self.discards):
            if not self.bag:
                self.bag, self.discards = self.discards, []
                self.rng.shuffle(self.bag)
            drawn.append(self.bag.pop())
        return tuple(drawn)

    def take_domino(self, space: int, pile_from: int | None) -> None:
        pile = self.piles[space - 1]
        pile.pop(0)
        if pile_from is not None:
            assert not pile
            source = self.piles[pile_from - 1]
            half = len(source) // 2
            self.piles[space - 1] = source[len(source) - half :]
            del source[len(source) - half :]

    def top(self, space: int) -> Icons:
        return self.piles[space - 1][0]


def random_rules(rng: random.Random) -> SoloRules:
    return SoloRules(*(rng.random() < 0.5 for _ in range(4)))


def random_choice(rng: random.Random, state: SoloState, greedy: bool) -> PlayerTurn:
    """A face-up space, a gem and a pile; greedily always the leftmost space, to empty piles."""
    space = state.area.face_up[0] if greedy else rng.choice(state.area.face_up)
    gem = rng.choice(state.area[space].gems)
    reveal = space if greedy else rng.choice((*state.area.face_down, space))
    return PlayerTurn(space, gem, reveal)


def random_stage_end(rng: random.Random, state: SoloState) -> StageEnd:
    hand = [color for color, count in state.player for _ in range(count)]
    rng.shuffle(hand)
    spent = rng.randint(0, len(hand))
    kept = hand[spent:] if state.stage == 4 else hand[spent : spent + 5]
    return StageEnd(rng.randint(0, 40), gems_of(hand[:spent]), gems_of(kept))


def biggest_pile(state: SoloState, besides: int) -> int:
    return max(
        (number for number in range(1, 6) if number != besides),
        key=lambda number: state.area[number].pile or 0,
    )


def next_step(rng: random.Random, state: SoloState, table: Table | None, greedy: bool) -> Step:
    """A random step of those that may come now, with what the table shows; None: the app draws."""
    match state.expecting:
        case Expecting.PLAYER_TURN if rng.random() < 0.04:
            return rng.choice((LostTurn(), StageComplete()))
        case Expecting.PLAYER_TURN:
            return player_step(state, random_choice(rng, state, greedy), table)
        case Expecting.LEGEND_TURN:
            return legend_step(state, table)
        case Expecting.STAGE_END:
            end = random_stage_end(rng, state)
            if table and end.kept is not None:
                colored: list[Color] = [
                    c for c, n in state.legend for _ in range(n) if c != Color.MYTHICAL
                ]
                left = state.player.minus(end.kept)
                table.discards += [c for c, n in left for _ in range(n)] + colored
            return end
        case Expecting.BECOME_DRAW:
            return BecomeDraw(table.draw(1)[0] if table else None)
        case other:
            raise AssertionError(other)


def player_step(state: SoloState, choice: PlayerTurn, table: Table | None) -> PlayerTurn:
    need = needs(state, choice)
    source = biggest_pile(state, choice.space) if need.pile_from else None
    choice = replace(choice, pile_from=source)
    if not table:
        return choice
    table.take_domino(choice.space, source)
    shown = table.top(choice.reveal) if table.tells_flips else None
    return replace(choice, drawn=table.draw(need.drawn), icons=shown)


def legend_step(state: SoloState, table: Table | None) -> LegendMove:
    need, turn = needs(state, LegendMove()), state.legend_turn
    assert turn
    source = biggest_pile(state, turn.domino_from) if need.pile_from else None
    if not table:
        return LegendMove(pile_from=source)
    domino = table.top(turn.domino_from) if need.domino else None
    table.take_domino(turn.domino_from, source)
    last = state.last_turn_played
    return LegendMove(
        table.top(turn.flip) if table.tells_flips and not last else None,
        table.draw(need.drawn),
        table.draw(1)[0] if need.bag_draw else None,
        source,
        domino,
    )


def played(
    seed: int, *, by_app: bool, greedy: bool = False, tells_flips: bool = False
) -> Iterator[SoloGame]:
    """The game after each step of a random solo game."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    table = None if by_app else Table(rng, rules, tells_flips=tells_flips)
    start = table.set_up if table else SetUp(rules, True, True, seed)
    game = SoloGame().play(start)
    yield game
    while game.state.expecting is not Expecting.OVER:
        game = game.play(next_step(rng, game.state, table, greedy))
        if table:
            assert gems_of(table.bag) == game.state.bag
            assert gems_of(table.discards) == game.state.discards
        yield game


def check(state: SoloState) -> None:
    """What holds between any two steps of a game played without corrections."""
    everything = supply(state.rules.spare_gems)
    assert everything.total == (63 if state.rules.spare_gems else 57)
    assert state.on_table.plus(state.bag) == everything
    assert state.warnings == ()
    bound = MOST_COLORED[state.stage - 1] + (state.rules.become_the_legend and state.stage > 1)
    assert state.legend_score.colored <= bound
    assert state.player.total <= (5 if state.stage > 1 else 0) + state.turn
    if state.last_turn_played and state.phase is not Expecting.LEGEND_TURN:
        return  # after the last turn nothing is refilled or flipped
    assert all(1 <= len(space.gems) <= 3 for space in state.area.spaces)
    assert len(state.area.face_up) == 3
    piles = [space.pile for space in state.area.spaces]
    dominoes = sum(pile or 0 for pile in piles) + state.his_dominoes + state.player_dominoes
    assert dominoes == DOMINO_COUNT
    assert all(piles)
    if state.dominoes_by_app:
        assert all(len(space.below) + 1 == space.pile for space in state.area.spaces)


def gems_drawn(step: Step) -> int:
    match step:
        case PlayerTurn():
            return len(step.drawn)
        case LegendMove():
            return len(step.drawn) + (step.bag_draw is not None)
    return int(isinstance(step, BecomeDraw))


def check_whole(game: SoloGame) -> None:
    """What holds of a finished game."""
    state, stage = game.state, 1
    taken: Counter[int] = Counter()
    lost_in: Counter[int] = Counter()
    acted: Counter[int] = Counter()
    for step in game.steps:
        taken[stage] += isinstance(step, PlayerTurn)
        lost_in[stage] += isinstance(step, LostTurn)
        if isinstance(step, StageComplete):
            lost_in[stage] = FORGOTTEN_TREASURES.turns[stage - 1] - taken[stage]
        acted[stage] += isinstance(step, LegendMove)
        stage += isinstance(step, StageEnd)
    assert [taken[stage] + lost_in[stage] for stage in (1, 2, 3, 4)] == [10, 6, 3, 1]
    lost = lost_in.total()
    silent = 0 if state.rules.acts_after_lost_turn else lost
    assert acted.total() == 20 - silent
    assert state.his_dominoes == 1 + acted.total()
    assert state.player_dominoes == 20 - lost
    assert state.draws == sum(gems_drawn(step) for step in game.steps)
    mythicals = [score.mythicals for score in state.legend_scores]
    assert mythicals == sorted(mythicals)
    assert state.legend == Inventory.of({Color.MYTHICAL: mythicals[-1]})
    points = sum(s.stage * s.colored + 2 * s.mythicals for s in state.legend_scores)
    assert state.legend_total == points
    result = state.result
    assert result is not None
    assert (result.player, result.legend) == (sum(state.player_points), points)
    assert result.won == (sum(state.player_points) > points)
