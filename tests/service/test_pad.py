"""The scores of the pad as plain JSON: what stored steps hold stays readable."""

from typing import Any

import pytest

from assistant.core.errors import InputError
from assistant.core.pieces import Color, Inventory
from assistant.games import PYRAMIDO, PYRAMIS
from assistant.games.forgotten_treasures.activation import Activation
from assistant.games.forgotten_treasures.legend.steps import Expecting
from assistant.service.pad import PadScore, pad_score, score_payload
from assistant.service.records import Step
from assistant.service.solo_pad import LEGEND
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import GAME

LAYOUT = "r1r1r0r0r1/b0b0b0b0b0/b1b2b4b0b0/g0g0g0g0g0"
SCORED = {
    "seat": 0,
    "stage": 1,
    "points": 10,
    "mythical_points": 1,
    "layout": LAYOUT,
    "inventory": {"blue": 3, "red": 1, "mythical": 1},
    "activations": [
        {"area": 0, "multiplier": 1, "pay": {"red": 1}},
        {"area": 1, "multiplier": 2, "pay": {"blue": 3}},
    ],
    "kept": {"mythical": 1},
    "gems_left": 1,
}
MARKED = {
    "seat": 0,
    "stage": 1,
    "points": 4,
    "layout": "n1n2b4b8y1/t2t4g8r1y2/n4b8g1r2r4/y8t1n2g4r8",
    "marks": [[1, 0, 0]],
    "cards": [],
    "cards_left": 2,
    "lost": False,
}
TYPED = {"seat": 1, "stage": 1, "points": 12, "gems_left": None}
MYTHICAL = Inventory.of({Color.MYTHICAL: 1})


@pytest.mark.parametrize(
    ("stored", "score"),
    [
        (
            SCORED,
            PadScore(
                10,
                1,
                LAYOUT,
                Inventory.of({Color.BLUE: 3, Color.RED: 1, Color.MYTHICAL: 1}),
                (
                    Activation(0, 1, Inventory.of({Color.RED: 1})),
                    Activation(1, 2, Inventory.of({Color.BLUE: 3})),
                ),
                MYTHICAL,
                1,
            ),
        ),
        (MARKED, PadScore(4, layout=MARKED["layout"], marks=((1, 0, 0),), cards_left=2)),
        (TYPED, PadScore(12)),
        ({"seat": 1, "stage": 1, "points": 12, "cards_left": 3}, PadScore(12, cards_left=3)),
    ],
)
def test_a_stored_score_is_read_as_ever(stored: dict[str, Any], score: PadScore) -> None:
    assert pad_score(stored) == score
    written = score_payload(stored["seat"], stored["stage"], score)
    assert written.items() <= stored.items()
    assert pad_score(written) == score


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"points": "3"}, "score.points must be a whole number"),
        ({"activations": [{"area": 0, "pay": {}}]}, "score.activations[0].multiplier is missing"),
        ({"kept": {"red": True}}, "score.kept.red must be a whole number"),
        ({"marks": [[1, 0]]}, "score.marks[0] must be a list of 3"),
        ({"lost": 0}, "score.lost must be true or false"),
    ],
)
def test_a_damaged_score_says_where(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        pad_score(SCORED | changes)
    assert says in str(caught.value)


def test_the_tables_of_earlier_versions_open(tables: Tables, store: SqliteStore) -> None:
    """Steps word by word as the version before the one codec stored them."""
    code = tables.create(GAME, ["Ana", "Ben"])
    for step in (Step("write", SCORED), Step("write", TYPED)):
        store.add_step(code, step)
    assert [tables.get(code).total(seat) for seat in (0, 1)] == [10, 12]
    store.add_step(code, Step("clear", {"seat": 1, "stage": 1}))
    assert (1, 1) not in tables.get(code).scores
    code = tables.create(PYRAMIDO.name, ["Ana", "Ben"])
    store.add_step(code, Step("write", MARKED))
    assert tables.get(code).scores[0, 1].marks == ((1, 0, 0),)
    code = tables.create(PYRAMIS.name, ["Ana", "Ben"])
    store.add_step(code, Step("house", {"same_row": True}))
    store.add_step(code, Step("finish", {"points": [3, 4]}))
    assert [tables.get(code).total(seat) for seat in (0, 1)] == [3, 4]


SOLO_STEPS = [
    {
        "game": {
            "step": "set_up",
            "rules": {"per_icon": True},
            "gems_by_app": True,
            "dominoes_by_app": True,
            "seed": 7,
            "icons": ["green", "blue"],
            "spaces": [
                {
                    "face_up": True,
                    "gems": ["blue", "green", "green"],
                    "icons": ["blue", "red"],
                    "pile": 18,
                    "below": "rb ob ro gb bp ro oo rg pp bb gb pr go pr ro rr pp",
                },
                {
                    "gems": ["blue", "red", "mythical"],
                    "icons": ["purple", "blue"],
                    "pile": 18,
                    "below": "pr gb gr rb or pb gr pb br br ob oo go bb go or br",
                },
                {
                    "face_up": True,
                    "gems": ["red", "mythical", "blue"],
                    "icons": ["blue", "red"],
                    "pile": 18,
                    "below": "op gr pp gb pb bb pb gg pb rb op bo rp gr og pb ob",
                },
                {
                    "gems": ["blue", "mythical", "green"],
                    "icons": ["green", "purple"],
                    "pile": 18,
                    "below": "ro bg oo bb oo gp og oo rr op pp gg or gg rp pg og",
                },
                {
                    "face_up": True,
                    "gems": ["mythical", "orange", "purple"],
                    "icons": ["purple", "green"],
                    "pile": 17,
                    "below": "pr rp ro rp gg gg op pg og rb po gg rp oo gr pb",
                },
            ],
        }
    },
    {"game": {"step": "player_turn", "space": 1, "gem": "blue", "reveal": 2}},
    {"game": {"step": "legend_turn"}},
    {
        "game": {
            "step": "correction",
            "player": {"blue": 1, "red": 2},
            "turn": 10,
            "phase": "stage_end",
        }
    },
    {
        "game": {"step": "stage_end", "points": 9, "spent": {"red": 2}, "kept": {"blue": 1}},
        "seat": 0,
        "stage": 1,
        "points": 9,
        "gems_left": None,
        "kept": {"blue": 1},
        "spent": {"red": 2},
    },
]


def test_a_solo_game_of_an_earlier_version_goes_on(tables: Tables, store: SqliteStore) -> None:
    code = tables.create(GAME, ["Ana"], mode=LEGEND)
    for payload in SOLO_STEPS:
        store.add_step(code, Step("solo", payload))
    table = tables.get(code)
    assert table.scores == {(0, 1): PadScore(9, kept=Inventory.of({Color.BLUE: 1}))}
    assert table.solo is not None
    assert (table.solo.state.stage, table.solo.state.expecting) == (2, Expecting.PLAYER_TURN)
    assert table.solo.state.player == Inventory.of({Color.BLUE: 1})
    assert [len(space.below) for space in table.solo.state.area.spaces] == [16, 16, 17, 17, 16]
