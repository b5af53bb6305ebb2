import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.errors import NotationError
from assistant.core.layout import Blank, Layout
from assistant.core.notation import QUOTE_LIMIT, format_layout, parse_layout
from assistant.core.pieces import Block, Color
from assistant.games import FORGOTTEN_TREASURES, PYRAMIDO
from tests.core.samples import PALETTE, layouts, parsed

EXAMPLE = "o8r2r4g0o8/p2o8g8r6p8/g0bCo6g4o2/o8g4o0r1g1 o0--b8o4/b9p2b8r5/r0oA--o0"
CHARACTERS = "obpgrnytm0123456789ABCDEFabcdef?-/ \t\n\0é"

every_example = settings(max_examples=200, deadline=None, derandomize=True)


def palettes_of(layout: Layout) -> list[tuple[Color, ...]]:
    """The palettes of the games that have all its colours."""
    colors = {block.color for *_, block in layout.blocks()}
    return [game.palette for game in (FORGOTTEN_TREASURES, PYRAMIDO) if colors <= {*game.palette}]


@every_example
@given(layouts())
def test_any_layout_comes_back_from_its_text(layout: Layout) -> None:
    text = format_layout(layout)
    assert text == repr(layout)
    for palette in palettes_of(layout):
        assert parse_layout(text, palette) == layout


def test_the_example_reads_as_it_looks() -> None:
    layout = parsed(EXAMPLE)
    assert format_layout(layout) == EXAMPLE
    first, second = layout.stages
    assert (first.columns, first.rows, second.columns, second.rows) == (5, 4, 4, 3)
    assert first[0, 0] == Block(Color.ORANGE, 8)
    assert first[2, 1] == Block(Color.BLUE, 0b1100)
    assert second[0, 1] is second[2, 2] is Blank.GAP


def test_unknown_blocks_and_unknown_icons_are_cells() -> None:
    stage = parsed("??r?b0b0b0/b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0b0").stages[0]
    assert stage[0, 0] is Blank.UNKNOWN
    assert stage[0, 1] == Block(Color.RED, None)


def test_letters_mean_the_colours_of_the_game() -> None:
    text = "n0b1y2t3g4/r5n6b7y8t9/gArBnCbDyE/tFg0r1n2b3"
    layout = parse_layout(text, PYRAMIDO.palette)
    assert format_layout(layout) == text
    assert layout.stages[0][0, 0] == Block(Color.BROWN, 0)
    with pytest.raises(NotationError, match="'n' is no colour of this game"):
        parsed(text)


def junk_or_layout(text: str) -> None:
    """Either a layout with this very text, or the one error, which quotes the text."""
    message = ""
    try:
        layout = parsed(text)
    except NotationError as error:
        message = str(error)
    if message:
        quoted = text if len(text) <= QUOTE_LIMIT else text[:QUOTE_LIMIT] + "…"
        assert message.startswith("Character ")
        assert repr(quoted) in message
    else:
        assert format_layout(layout) == text


@every_example
@given(st.text() | st.text(CHARACTERS))
def test_any_text_is_a_layout_or_the_one_error(text: str) -> None:
    junk_or_layout(text)


@every_example
@given(st.data())
def test_any_slip_in_a_layout_is_a_layout_or_the_one_error(data: st.DataObject) -> None:
    text = list(format_layout(data.draw(layouts())))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 2))
        text[at : at + length] = data.draw(st.text(CHARACTERS, max_size=3))
    junk_or_layout("".join(text))


def test_cutting_a_layout_short_is_never_another_layout_but_a_lower_one() -> None:
    short = [EXAMPLE[:end] for end in range(len(EXAMPLE))]
    accepted = []
    for text in short:
        try:
            accepted.append(format_layout(parsed(text)))
        except NotationError:
            continue
    assert accepted == [EXAMPLE.split(" ")[0]]


BASE = "b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0b0/b0b0b0b0b0"


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 1, "a row has no cells"),
        (BASE + " ", 45, "a row has no cells"),
        (BASE.replace("/", "//", 1), 12, "a row has no cells"),
        ("x" + BASE[1:], 1, "'x' is no colour of this game"),
        ("B" + BASE[1:], 1, "'B' is no colour of this game"),
        ("mF" + BASE[2:], 1, "'m' is no colour of this game"),
        ("bG" + BASE[2:], 2, "'G' is no icon mask"),
        ("ba" + BASE[2:], 2, "'a' is no icon mask"),
        ("-?" + BASE[2:], 1, "'-' is no colour"),
        (BASE[:-1], 42, "'b' has no icon mask after it"),
        (BASE[:-1] + "/", 42, "'b' has no icon mask after it"),
        (BASE[:-2], 1, "the rows of stage 1 are not equally long"),
        (BASE + " b0b0b0b0/b0b0b0b0/b0b0b0", 45, "the rows of stage 2 are not equally long"),
        (BASE + " b0b0b0b0/b0b0b0b0", 1, "Stage 2 must be 4x3 blocks"),
        (BASE[:32], 1, "Stage 1 is 5x4 or 4x5 blocks, not 5x3"),
        (f"{BASE} {BASE}", 1, "Stage 2 must be 4x3 blocks"),
        (BASE + "\n", 44, r"'\n' is no colour"),
    ],
)
def test_the_error_says_where_and_what(text: str, position: int, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parsed(text)
    assert str(caught.value).startswith(f"Character {position} of {text!r}: ")
    assert reason in str(caught.value)


def test_a_fifth_stage_is_refused() -> None:
    tower = "b0b0b0b0b0/" * 3 + "b0b0b0b0b0 b0b0b0b0/b0b0b0b0/b0b0b0b0 b0b0b0/b0b0b0 b0b0"
    assert len(parsed(tower).stages) == 4
    with pytest.raises(NotationError, match="1 to 4 stages, not 5"):
        parsed(tower + " b0")


def test_a_very_long_text_is_quoted_in_part() -> None:
    text = "b0" * 5_000
    with pytest.raises(NotationError) as caught:
        parsed(text)
    assert repr(text[:QUOTE_LIMIT] + "…") in str(caught.value)
    assert len(str(caught.value)) < QUOTE_LIMIT + 200


def test_palettes_have_a_letter_a_colour() -> None:
    for palette in (PALETTE, PYRAMIDO.palette):
        assert len({color.letter for color in palette}) == len(palette)


def test_every_letter_and_mask_is_read_back() -> None:
    rng = random.Random(4)
    for palette in (PALETTE, PYRAMIDO.palette):
        cells = [f"{color.letter}{mask}" for color in palette for mask in "0123456789ABCDEF?"]
        while cells:
            row = [cells.pop() if cells else "--" for _ in range(20)]
            rng.shuffle(row)
            text = "/".join("".join(row[start : start + 4]) for start in range(0, 20, 4))
            assert format_layout(parse_layout(text, palette)) == text
