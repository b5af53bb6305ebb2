"""What is wrong with a layout, everything at once, for the correction screen.

A layout with problems can still be scored; each problem names the cells to look at.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from assistant.core.deck import Pair, foreign_blocks
from assistant.core.dominoes import cards_needed, gaps, icons_split, stage_tilings
from assistant.core.errors import N_, Message
from assistant.core.layout import Blank, Layout, Stage
from assistant.core.pieces import Block, Color

MAX_ICONS = 2
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Problem:
    """One thing that the rules do not allow, and the (stage, row, column) cells it is about.

    ``of_all_icons``: it can be told only once all icons of the stage have been entered.
    """

    message: Message
    places: tuple[Place, ...] = ()
    of_all_icons: bool = False

    def __str__(self) -> str:
        return str(self.message)


def _problem(template: str, places: Iterable[Place], **details: Any) -> Problem:
    return Problem(Message(template, details), tuple(places))


@dataclass(frozen=True)
class DeckLimits:
    """How many blocks and icons of each colour the dominoes of a game hold in all.

    ``cards`` are the single-block cards of a player by their two faces, one icon on each; a
    game without any has no cards that could lie in place of a block. ``dominoes`` are all of
    them, from left to right, where they are known.
    """

    blocks: Mapping[Color, int]
    icons: Mapping[Color, int]
    cards: tuple[tuple[Color, Color], ...] = ()
    dominoes: tuple[Pair, ...] = ()


Cards = Collection[Place] | int | None
"""Single-block cards on a layout: where they lie, or how many there are, or None: not known."""


def problems(
    layout: Layout, limits: DeckLimits | None = None, cards: Cards = None
) -> tuple[Problem, ...]:
    """Everything in a layout that breaks a rule, in the order of the stages.

    Cards hide icons of dominoes: what only cards would explain is a problem if fewer are known
    to have been played, and a remark if it is not known whether any were.
    """
    has_cards = bool(limits and limits.cards)
    left = _most_cards(limits, cards)
    found: list[Problem] = []
    for number, stage in enumerate(layout.stages, start=1):
        found += _crowded_blocks(number, stage)
        found += _gap_problems(number, stage)
        if has_cards:
            found += _open_holes(number, stage)
        needed = _cards_needed(number, stage, left, cards)
        if needed is None:
            found.append(_wrong_icons(number, stage))
        elif needed:
            left -= needed
            if cards is None:
                found.append(_icons_need_cards(number, stage, needed))
    if limits:
        found += _deck_problems(layout, limits, cards)
    return tuple(found)


def unlike_the_dominoes(
    layout: Layout, limits: DeckLimits, cards: Cards = None
) -> tuple[Problem, ...]:
    """Stages that the dominoes of the game, where they are known, cannot make.

    Apart from `problems`, since a layout may be scored that was only made up.
    """
    if not limits.dominoes:
        return ()
    spare = _most_cards(limits, cards)
    return tuple(
        problem
        for number, stage in enumerate(layout.stages, start=1)
        if _known(stage)
        for problem in _foreign_dominoes(number, stage, limits.dominoes, spare, cards)
    )


def _most_cards(limits: DeckLimits | None, cards: Cards) -> int:
    """How many cards can lie on the layout at places that nobody told."""
    if not limits or isinstance(cards, Collection):
        return 0
    return len(limits.cards) if cards is None else min(cards, len(limits.cards))


def _crowded_blocks(number: int, stage: Stage) -> Iterator[Problem]:
    for row, column, cell in stage.places():
        if isinstance(cell, Block) and cell.icon_count > MAX_ICONS:
            yield _problem(
                N_(
                    "Stage %(stage)d, row %(row)d, column %(column)d has %(count)d icons;"
                    " a block has at most 2."
                ),
                ((number, row, column),),
                stage=number,
                row=row + 1,
                column=column + 1,
                count=cell.icon_count,
            )


def _gap_problems(number: int, stage: Stage) -> Iterator[Problem]:
    holes = gaps(stage)
    if not holes:
        return
    room = sorted(
        (cell, neighbour)
        for cell in holes
        for neighbour in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if neighbour in holes
    )
    if room:
        places = tuple((number, *cell) for cell in sorted({c for pair in room for c in pair}))
        yield _problem(
            N_("Stage %(stage)d has two gaps side by side: a domino still fits there."),
            places,
            stage=number,
        )
    if not stage_tilings(stage):
        yield _problem(
            N_("The blocks of stage %(stage)d cannot be laid with dominoes: check its gaps."),
            tuple((number, *cell) for cell in sorted(holes)),
            stage=number,
        )
    if number == 1 and not _connected(stage):
        yield _problem(
            N_("The dominoes of stage 1 must be connected to each other: check its gaps."),
            tuple((number, *cell) for cell in sorted(holes)),
        )


def _connected(stage: Stage) -> bool:
    todo = {(row, column) for row, column, cell in stage.places() if cell is not Blank.GAP}
    stack = [todo.pop()] if todo else []
    while stack:
        row, column = stack.pop()
        for near in ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)):
            if near in todo:
                todo.remove(near)
                stack.append(near)
    return not todo


def _open_holes(number: int, stage: Stage) -> Iterator[Problem]:
    holes = gaps(stage)
    if holes:
        yield _problem(
            N_(
                "Stage %(stage)d has gaps: single-block cards must fill them, and who has not"
                " enough cards has lost. Check its gaps."
            ),
            tuple((number, *cell) for cell in sorted(holes)),
            stage=number,
        )


def _cards_needed(number: int, stage: Stage, left: int, cards: Cards) -> int | None:
    """How many of the cards left explain the icons of a stage; None: no laying does."""
    if not (_known(stage) and stage_tilings(stage)):
        return 0
    if isinstance(cards, Collection):
        own = {place[1:] for place in cards if place[0] == number}
        return 0 if icons_split(stage, own) else None
    return cards_needed(stage, left)


def _known(stage: Stage) -> bool:
    return all(
        cell is Blank.GAP or (isinstance(cell, Block) and cell.icons is not None)
        for _, _, cell in stage.places()
    )


def _wrong_icons(number: int, stage: Stage) -> Problem:
    problem = _problem(
        N_(
            "The icons of stage %(stage)d cannot be right: each domino carries exactly two,"
            " and no laying of dominoes gives that. Check its icons."
        ),
        _filled(number, stage),
        stage=number,
    )
    return replace(problem, of_all_icons=True)


def _icons_need_cards(number: int, stage: Stage, count: int) -> Problem:
    problem = _problem(
        N_(
            "The icons of stage %(stage)d can be right only if single-block cards lie on it"
            " (%(count)d or more). Check its icons."
        ),
        _filled(number, stage),
        stage=number,
        count=count,
    )
    return replace(problem, of_all_icons=True)


def _foreign_dominoes(
    number: int, stage: Stage, dominoes: tuple[Pair, ...], left: int, cards: Cards
) -> Iterator[Problem]:
    """Blocks that no domino of the game has side by side like that."""
    own = {place[1:] for place in cards if place[0] == number} if _placed(cards) else set()
    foreign = foreign_blocks(stage, dominoes, own, left)
    if foreign:
        problem = _problem(
            N_(
                "Stage %(stage)d cannot be laid with the dominoes of the game: check the colours"
                " and icons of the blocks in row %(row)d, column %(column)d and beside it."
            ),
            tuple((number, *cell) for cell in foreign),
            stage=number,
            row=foreign[0][0] + 1,
            column=foreign[0][1] + 1,
        )
        yield replace(problem, of_all_icons=True)


def _placed(cards: Cards) -> TypeGuard[Collection[Place]]:
    return isinstance(cards, Collection)


def _filled(number: int, stage: Stage) -> tuple[Place, ...]:
    return tuple((number, r, c) for r, c, cell in stage.places() if cell is not Blank.GAP)


def _deck_problems(layout: Layout, limits: DeckLimits, cards: Cards) -> Iterator[Problem]:
    """Colours that even the cards that may lie here, one of a colour at most, cannot explain."""
    placed = cards if isinstance(cards, Collection) else ()
    blocks = [entry for entry in layout.blocks() if entry[:3] not in placed]
    faces = [face for card in limits.cards for face in card] if _most_cards(limits, cards) else []
    for color, most in limits.blocks.items():
        own = [(stage, row, column) for stage, row, column, b in blocks if b.color is color]
        most += faces.count(color)
        if len(own) > most:
            yield _problem(
                N_("%(count)d %(color)s blocks: the game has only %(most)d."),
                tuple(own),
                count=len(own),
                color=color,
                most=most,
            )
    for color, most in limits.icons.items():
        count = sum(b.icon_count for *_, b in blocks if b.color is color)
        most += faces.count(color)
        if count > most:
            yield _problem(
                N_("%(count)d %(color)s icons: the game has only %(most)d."),
                tuple((s, r, c) for s, r, c, b in blocks if b.color is color),
                count=count,
                color=color,
                most=most,
            )
