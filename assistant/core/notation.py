"""The layout notation: one line of text holds a pyramid.

    layout = stage *3( SP stage )        ; stage 1 first
    stage  = row *( "/" row )            ; top row of the view first
    row    = 1*cell                      ; two characters a cell
    cell   = colour mask / "--" / "??"   ; block / gap / unknown

Letters overlap between the games, so parsing takes the game's palette.
"""

from collections.abc import Iterable

from assistant.core.errors import N_, LayoutError, Message, NotationError
from assistant.core.layout import Blank, Cell, Layout, Stage
from assistant.core.pieces import Block, Color

MASKS = "0123456789ABCDEF"
QUOTE_LIMIT = 200


def parse_layout(text: str, palette: Iterable[Color]) -> Layout:
    """The layout that ``text`` stands for; `format_layout` gives the same text again.

    Raises:
        NotationError: the text is no layout; quotes the text and says where.
    """
    letters = {color.letter: color for color in palette}
    stages: list[Stage] = []
    position = 0
    for stage_text in text.split(" "):
        rows = []
        for row_text in stage_text.split("/"):
            rows.append(_parse_row(text, row_text, position, letters))
            position += len(row_text) + 1
        if len({len(row) for row in rows}) > 1:
            raise _error(
                text,
                position - len(stage_text) - 1,
                N_("the rows of stage %(stage)d are not equally long."),
                stage=len(stages) + 1,
            )
        stages.append(Stage(len(rows[0]), len(rows), tuple(c for row in rows for c in row)))
    try:
        return Layout(tuple(stages))
    except LayoutError as error:
        raise _error(text, 0, error.message) from None


def format_layout(layout: Layout) -> str:
    """The text of a layout, the inverse of `parse_layout`."""
    return repr(layout)


def _parse_row(text: str, row: str, start: int, letters: dict[str, Color]) -> list[Cell]:
    if not row:
        raise _error(text, start, N_("a row has no cells."))
    return [
        _parse_cell(text, row[offset : offset + 2], start + offset, letters)
        for offset in range(0, len(row), 2)
    ]


def _parse_cell(text: str, cell: str, position: int, letters: dict[str, Color]) -> Cell:
    if cell == "--":
        return Blank.GAP
    if cell == "??":
        return Blank.UNKNOWN
    if cell[0] not in letters:
        raise _error(
            text,
            position,
            N_("%(letter)s is no colour of this game (%(letters)s)."),
            letter=repr(cell[0]),
            letters=" ".join(letters),
        )
    if len(cell) < 2:
        raise _error(text, position, N_("%(cell)s has no icon mask after it."), cell=repr(cell))
    if cell[1] == "?":
        return Block(letters[cell[0]], None)
    if cell[1] not in MASKS:
        raise _error(
            text, position + 1, N_("%(mask)s is no icon mask (0-9, A-F or ?)."), mask=repr(cell[1])
        )
    return Block(letters[cell[0]], MASKS.index(cell[1]))


def _error(text: str, position: int, reason: str | Message, **details: object) -> NotationError:
    quoted = text if len(text) <= QUOTE_LIMIT else text[:QUOTE_LIMIT] + "…"
    return NotationError(
        N_("Character %(position)d of %(text)s: %(reason)s"),
        position=position + 1,
        text=repr(quoted),
        reason=reason if isinstance(reason, Message) else Message(reason, details),
    )
