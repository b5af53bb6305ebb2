"""The codec between values and plain JSON: what goes in comes out, faults have their path."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.errors import AssistantError, CardError, InputError, InventoryError
from assistant.core.pieces import Color, Inventory
from assistant.plain import (
    LARGEST_COUNT,
    MOST_ITEMS,
    Among,
    AtMost,
    Codec,
    Filled,
    Form,
    Tagged,
    from_plain,
    to_plain,
)

NO_GEMS = Inventory()


@dataclass(frozen=True, slots=True)
class Space:
    gems: tuple[Color, ...]
    face_up: bool = False
    pile: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    title: str
    spaces: tuple[Space, ...] = ()
    hand: Inventory = NO_GEMS
    place: tuple[int, int] = (0, 0)
    share: float = 0.5
    sizes: Mapping[Color, float] = field(default_factory=dict)
    few: Annotated[int, AtMost(3)] = 0
    name: Annotated[str, Filled()] = "A"
    stone: Annotated[Color, Among((Color.RED, Color.BLUE))] = Color.RED

    def __post_init__(self) -> None:
        if self.title == "cheat":
            raise CardError("No cheating.")


@dataclass(frozen=True, slots=True)
class Take:
    space: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


Move = Take | Pass
MOVES = Codec({Move: Tagged("move", {"take": Take, "pass": Pass})})

FULL = Game(
    "Ana's",
    (Space((Color.RED, Color.MYTHICAL), True, 18), Space(())),
    Inventory.of({Color.RED: 2}),
    (1, 2),
    0.25,
    {Color.BLUE: 1.5},
    3,
    "B",
    Color.BLUE,
)
WRITTEN = {
    "title": "Ana's",
    "spaces": [
        {"gems": ["red", "mythical"], "face_up": True, "pile": 18},
        {"gems": [], "face_up": False, "pile": None},
    ],
    "hand": {"red": 2},
    "place": [1, 2],
    "share": 0.25,
    "sizes": {"blue": 1.5},
    "few": 3,
    "name": "B",
    "stone": "blue",
}


def test_a_value_is_written_as_plain_json_and_comes_back() -> None:
    assert to_plain(FULL) == WRITTEN
    again = from_plain(Game, json.loads(json.dumps(to_plain(FULL))))
    assert again == FULL
    assert type(again.place) is tuple
    assert again.spaces[0].gems[0] is Color.RED


def test_fields_with_a_default_may_be_left_out() -> None:
    assert from_plain(Game, {"title": "a"}) == Game("a")
    assert Codec(omit_defaults=True).to_plain(Game("a")) == {"title": "a"}
    assert Codec(omit_defaults=True).to_plain(FULL)["spaces"][1] == {"gems": []}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"spaces": [{"gems": ["red"]}, {"gems": ["red", "pink"]}]}, "at.spaces[1].gems[1] must"),
        ({"spaces": [{}]}, "at.spaces[0].gems is missing."),
        ({"spaces": [{"gems": [], "pill": 2}]}, "at.spaces[0].pill is unknown here."),
        ({"spaces": [7]}, "at.spaces[0] must be an object, not 7."),
        ({"spaces": {"gems": []}}, "at.spaces must be a list, not {'gems': []}."),
        ({"spaces": "ab"}, "at.spaces must be a list, not 'ab'."),
        ({"spaces": [{"gems": [], "face_up": 1}]}, "at.spaces[0].face_up must be true or false"),
        ({"place": [1]}, "at.place must be a list of 2, not [1]."),
        ({"place": [1, 2, 3]}, "at.place must be a list of 2, not [1, 2, 3]."),
        ({"name": ""}, "at.name must be a text, not ''."),
        ({"place": [1, True]}, "at.place[1] must be a whole number"),
        ({"place": [1, 2.0]}, "at.place[1] must be a whole number"),
        ({"place": [1, -1]}, "at.place[1] must be a whole number from 0"),
        (
            {"place": [1, LARGEST_COUNT + 1]},
            f"at.place[1] must be a whole number from 0 to {2**53}",
        ),
        ({"few": 4}, "at.few must be a whole number from 0 to 3, not 4."),
        ({"hand": {"pink": 1}}, "a key of at.hand must be one of orange"),
        ({"hand": {"red": "2"}}, "at.hand.red must be a whole number"),
        ({"share": True}, "at.share must be a number, not True."),
        ({"share": "0.1"}, "at.share must be a number, not '0.1'."),
        ({"share": float("nan")}, "at.share is too large for a number"),
        ({"share": 10**400}, "at.share is too large for a number"),
        ({"sizes": {"red": None}}, "at.sizes.red must be a number, not None."),
        ({"stone": "green"}, "at.stone must be one of red, blue, not 'green'."),
        ({"stone": ["red"]}, "at.stone must be one of red, blue, not ['red']."),
        ({"title": None}, "at.title must be a text, not None."),
        ({"title": "\ud83d"}, r"at.title has half a character: '\ud83d'."),
        ({"\ud83d": 1}, r"at.\ud83d is unknown here."),
    ],
)
def test_a_fault_is_told_with_its_path(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        from_plain(Game, WRITTEN | changes, "at")
    assert says in str(caught.value)
    str(caught.value).encode()


def test_what_a_value_refuses_keeps_its_kind_and_gets_the_path() -> None:
    with pytest.raises(CardError, match=r"games\[0\]: No cheating\."):
        from_plain(tuple[Game, ...], [{"title": "cheat"}], "games")
    with pytest.raises(CardError, match=r"^No cheating\.$"):
        from_plain(Game, {"title": "cheat"})


def test_a_path_without_a_name_begins_with_the_field() -> None:
    with pytest.raises(InputError, match=r"^spaces\[0\]\.gems is missing\.$"):
        from_plain(Game, {"title": "", "spaces": [{}]})


def test_unknown_keys_are_left_alone_where_a_codec_says_so() -> None:
    codec = Codec(leave_unknown=True)
    assert codec.from_plain(Space, {"gems": [], "more": 1}) == Space(())


@pytest.mark.parametrize(
    ("move", "written"), [(Take(3), {"move": "take", "space": 3}), (Pass(), {"move": "pass"})]
)
def test_a_union_is_told_apart_by_its_tag(move: Move, written: dict[str, Any]) -> None:
    assert MOVES.to_plain(move, Move) == written
    assert MOVES.from_plain(Move, written) == move
    assert MOVES.from_plain(tuple[Move, ...], [written]) == (move,)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({}, "moves[0].move is missing."),
        ({"move": "fly"}, "moves[0].move must be one of take, pass, not 'fly'."),
        ({"move": "pass", "space": 3}, "moves[0].space is unknown here."),
        ({"move": "take", "space": None}, "moves[0].space must be a whole number"),
        ("take", "moves[0] must be an object, not 'take'."),
    ],
)
def test_a_wrong_member_of_a_union_is_told(written: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        MOVES.from_plain(tuple[Move, ...], [written], "moves")
    assert says in str(caught.value)


def test_a_form_writes_a_type_as_another_one() -> None:
    def parsed(text: str) -> Inventory:
        if text != "two reds":
            raise InventoryError("Not two reds.")
        return Inventory.of({Color.RED: 2})

    codec = Codec({Inventory: Form(str, lambda _: "two reds", parsed), int: Form(str, str, int)})
    written = codec.to_plain(FULL)
    assert written["hand"] == "two reds"
    assert written["place"] == ["1", "2"]
    assert codec.from_plain(Game, written).hand == FULL.hand
    with pytest.raises(InventoryError, match=r"^hand: Not two reds\.$"):
        codec.from_plain(Game, written | {"hand": "one"})


def test_a_type_without_a_form_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="no plain JSON"):
        from_plain(int | str, 3)
    assert from_plain(Any, {"kept": "as it is"}) == {"kept": "as it is"}


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(alphabet="ar\ud800")
    | st.just("red"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["gems", "pile", "red", "space", "move", "x"]), inner)
    ),
    max_leaves=6,
)


@given(key=st.sampled_from([*WRITTEN, "other"]), value=junk)
def test_junk_is_refused_or_is_a_value_that_is_written_alike(key: str, value: object) -> None:
    try:
        game = from_plain(Game, WRITTEN | {key: value}, "at")
    except AssistantError as error:
        says = str(error)
    else:
        says = "at."
        assert from_plain(Game, to_plain(game)) == game
    assert "at." in says
    says.encode()


def test_lists_and_mappings_are_bounded() -> None:
    few = Codec(most_items=3)
    assert few.from_plain(tuple[int, ...], [1, 2, 3]) == (1, 2, 3)
    with pytest.raises(InputError, match=r"^marks has 4 items: at most 3\.$"):
        few.from_plain(tuple[int, ...], [1, 2, 3, 4], "marks")
    with pytest.raises(InputError, match=r"^sizes has 4 items: at most 3\.$"):
        few.from_plain(Mapping[str, int], dict.fromkeys("abcd", 1), "sizes")
    with pytest.raises(InputError, match=r"^x\[0\] has 1001 items: at most 1000\.$"):
        from_plain(tuple[tuple[int, ...], ...], [[1] * (MOST_ITEMS + 1)], "x")
