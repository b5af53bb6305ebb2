"""Whatever is sent that cannot be: a reason in plain words, a 4xx status, and nothing changed.

One table for all forms and JSON routes: what is sent, to which of them, and what is answered.
Random junk is sent by ``make fuzz``.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from assistant.core.pieces import Color, Inventory
from assistant.store import SqliteStore
from tests.service.parts import full_layout, top_of
from tests.service.test_pyramis import EMPTY, ROWS, text
from tests.web.phone import message, snapshot
from tests.web.solo_phone import BY_APP, SoloPhone

LAYOUT = full_layout(1, 1)
BROWN = "n1n2b4b8y1/t2t4--r1y2/n4b8g1r2r4/y8t1n2g4r8"
RED = Inventory.of({Color.RED: 3, Color.MYTHICAL: 4})


class Tables:
    """A phone at one table of each kind, each a little way into its game."""

    def __init__(self, app: Flask) -> None:
        self.phone = SoloPhone(app)
        self.main = self.phone.new_game("Ana", "Ben")
        assert self.phone.save(self.main, 1, 1, LAYOUT, RED).status_code == 200
        self.typed = self.phone.new_game("Ana", "Ben")
        self.pyramido = self.new("pyramido")
        self.pyramis = self.new("pyramis")
        for code in (self.typed, self.new_typed()):
            for stage in (1, 2, 3):
                assert self.phone.type_score(code, 1, stage, 5).status_code == 303
        self.put_marks({"marks": [[1, 0, 0]], "cards": []})
        assert self.put_cards(text("s10??^")).status_code == 200
        self.solo = self.phone.begin()
        self.phone.played(self.solo, BY_APP)

    def new(self, game: str) -> str:
        answer = self.phone.post("/new", {"name": ["Ana", "Ben"], "game": game})
        assert answer.status_code == 303, message(answer)
        return str(answer.location.split("/")[2])

    def new_typed(self) -> str:
        self.pyramido_typed = self.new("pyramido")
        return self.pyramido_typed

    # ---- each sends one thing

    def put_state(self, state: Any) -> TestResponse:
        return self.phone.put(f"/t/{self.main}/1/1/entry", {"version": 1, "state": state})

    def put_layout(self, layout: Any) -> TestResponse:
        return self.put_state({"layout": layout, "inventory": {}})

    def put_gems(self, gems: Any) -> TestResponse:
        return self.put_state({"layout": repr(LAYOUT), "inventory": gems})

    def put_body(self, body: str) -> TestResponse:
        return self.phone.client.put(
            f"/t/{self.main}/1/1/entry",
            data=body.encode("utf-8", "surrogatepass"),
            headers={"X-CSRFToken": self.phone.token, "Content-Type": "application/json"},
        )

    def write_plan(self, activations: str) -> TestResponse:
        return self.phone.write(self.main, 1, 1, activations=activations)

    def keep_gems(self, keep: list[str]) -> TestResponse:
        return self.phone.write(self.main, 1, 1, activations="[]", keep=keep)

    def send_corners(self, corners: str) -> TestResponse:
        form = {"version": "0", "corners": corners}
        return self.phone.post(f"/t/{self.main}/1/1/read", form)

    def send_photo(self, photo: dict[str, Any]) -> TestResponse:
        return self.phone.post(f"/t/{self.main}/1/1/photo", {"version": "0"} | photo)

    def type_points(self, points: str) -> TestResponse:
        return self.phone.post(f"/t/{self.main}/1/1/type", {"points": points})

    def gems_left(self, left: str) -> TestResponse:
        return self.phone.type_score(self.typed, 1, 4, 5, gems_left=left)

    def undo(self, version: str) -> TestResponse:
        return self.phone.post(f"/t/{self.typed}/undo", {"version": version})

    def join(self, code: str) -> TestResponse:
        return self.phone.post("/join", {"code": code})

    def new_names(self, names: list[str]) -> TestResponse:
        return self.phone.post("/new", {"name": names})

    def put_marks(self, laid: Any, layout: str = BROWN) -> TestResponse:
        version = self.phone.version(self.pyramido)
        body = {"layout": layout, "inventory": {}, "laid": laid}
        return self.phone.put(f"/t/{self.pyramido}/1/1/entry", {"version": version, "state": body})

    def put_pyramido(self, layout: str) -> TestResponse:
        return self.put_marks({"marks": [], "cards": []}, layout)

    def cards_left(self, left: str) -> TestResponse:
        return self.phone.type_score(self.pyramido_typed, 1, 4, 5, cards_left=left)

    def put_cards(self, layout: Any) -> TestResponse:
        known = self.phone.get(f"/t/{self.pyramis}/cards/1/entry?since=-1").get_json()
        body = {"version": known["version"], "state": {"layout": layout, "inventory": {}}}
        return self.phone.put(f"/t/{self.pyramis}/cards/1/entry", body)

    def put_cards_body(self, body: Any) -> TestResponse:
        return self.phone.put(f"/t/{self.pyramis}/cards/1/entry", body)

    def type_total(self, form: dict[str, str]) -> TestResponse:
        return self.phone.post(f"/t/{self.pyramis}/cards/1/total", form)

    def send_step(self, body: Any) -> TestResponse:
        return self.phone.send(self.solo, body)

    def go_to(self, form: dict[str, str]) -> TestResponse:
        return self.phone.post(f"/t/{self.solo}/legend/at", form)

    def correct(self, form: dict[str, str]) -> TestResponse:
        return self.phone.post(f"/t/{self.solo}/legend/correct", form)

    def what_if(self, query: str) -> TestResponse:
        return self.phone.get(f"/t/{self.solo}/legend/advice?{query}")


@pytest.fixture(scope="module")
def tables(app: Flask) -> Tables:
    """Nothing that is refused changes a table, so one set serves all rows."""
    return Tables(app)


DEEP = "[" * 100_000
STAGE_2 = repr(top_of(LAYOUT, 2, 2))

JUNK: list[tuple[Callable[[Tables, Any], TestResponse], list[tuple[Any, int, str]]]] = [
    (
        Tables.put_layout,
        [
            ("", 422, "Character 1"),
            ("r0", 422, "Stage 1 is 5x4 or 4x5 blocks, not 1x1"),
            ("hello", 422, "'h' is no colour of this game"),
            ("/".join(["n0" * 5] * 4), 422, "'n' is no colour of this game (o b p g r)"),
            ("/".join(["rZ" * 5] * 4), 422, "'Z' is no icon mask"),
            (STAGE_2, 400, "This entry is of stage 1, the layout has 2"),
            ("<script>alert(1)</script>", 422, "no colour"),
            ("r0" * 100_000, 422, "Stage 1 is 5x4"),
            (None, 400, "makes no sense"),
            (["r0"], 400, "makes no sense"),
        ],
    ),
    (
        Tables.put_gems,
        [
            (gems, 400, "makes no sense")
            for gems in ({"pink": 1}, {"red": -1}, {"red": "x"}, {"red": 1.5}, [], 7)
        ],
    ),
    (
        Tables.put_body,
        [
            (body, 400, "")
            for body in (
                *("", "{", "null", "[]", "7", '"text"', "{}", '{"version": 0}'),
                '{"version": 0, "state": []}',
                '{"version": null, "state": {}}',
                '{"version": "x", "state": {}}',
                '{"version": 1e999, "state": {"layout": "", "inventory": {}}}',
                '{"version": NaN, "state": {"layout": "", "inventory": {}}}',
                '{"version": ' + "9" * 5000 + ', "state": {}}',
                *(DEEP, '{"state":' * 20_000, "\ud800"),
            )
        ],
    ),
    (
        Tables.write_plan,
        [
            (plan, 400, "")
            for plan in (
                *("", "{", "7", '"text"', "null", "[7]", '["text"]', "[[]]", "[{}]", DEEP),
                '[{"area": 0, "multiplier": 1, "pay": []}]',
                '[{"area": 0, "multiplier": 1, "pay": 7}]',
                '[{"area": 0, "multiplier": 1, "pay": {"pink": 1}}]',
                '[{"area": 0, "multiplier": 1, "pay": {"red": "x"}}]',
                '[{"area": 0, "multiplier": 1, "pay": {"red": null}}]',
                '[{"area": 0, "multiplier": 1, "pay": {"red": -1}}]',
                '[{"area": 0, "multiplier": 1, "pay": {"red": 0.5}}]',
                '[{"area": 0, "multiplier": 1, "pay": {"mythical": 1e999}}]',
                '[{"area": 0, "multiplier": 1, "pay": {"mythical": NaN}}]',
                '[{"area": 1e999, "multiplier": 1, "pay": {"red": 1}}]',
                '[{"area": 0, "multiplier": 1e999, "pay": {"red": 1}}]',
                '[{"area": 0, "multiplier": 1, "pay": {"red": ' + "9" * 4000 + "}}]",
            )
        ]
        + [
            (
                '[{"area": 0, "multiplier": 7, "pay": {"red": 1}}]',
                422,
                "once or twice, not 7 times",
            ),
            ('[{"area": 99, "multiplier": 1, "pay": {"red": 1}}]', 422, "There is no area 99"),
        ],
    ),
    (
        Tables.keep_gems,
        [
            (["pink"], 400, "makes no sense"),
            (["red"] * 4, 422, "Only gems that are left"),
            (["brown"], 422, "Only gems that are left"),
            (["mythical"] * 99, 422, "Only gems that are left"),
            ([], 422, "Keep 5 gems"),
        ],
    ),
    (
        Tables.send_corners,
        [
            (corners, 400, "")
            for corners in ("", "[]", "[[1,2]]", "[[0,0],[0,0],[0,0],[0,0]]", "x" * 9999)
        ],
    ),
    (
        Tables.send_photo,
        [
            (photo, 400, "Take or choose a photo")
            for photo in ({}, {"photo": ""}, {"photo": (BytesIO(b""), "")})
        ],
    ),
    (
        Tables.type_points,
        [
            *((points, 400, "0 to 300") for points in ("301", "999999")),
            *(
                (points, 400, "whole number")
                for points in (
                    "",
                    "-1",
                    "9" * 7,
                    "9" * 5000,
                    "1e3",
                    "²",
                    "٣",
                    "0x10",
                    " ",
                    "5.5",
                    "five",
                )
            ),
        ],
    ),
    (Tables.gems_left, [(left, 400, "") for left in ("7", "-1", "x", "²")]),
    (
        Tables.undo,
        [(version, 400, "") for version in ("", "x", "-1", "²", "9" * 5000, "1e999")]
        + [("999", 409, "")],
    ),
    (
        Tables.join,
        [
            (code, 404, "Check its code")
            for code in ("", "  ", "NONE", "x" * 10_000, "../..", "\u202e", "<b>")
        ],
    ),
    (
        Tables.new_names,
        [
            ([], 400, "enter their names"),
            (["", " "], 400, "enter their names"),
            (list("ABCDE"), 400, "enter their names"),
            (["Ana", "ANA"], 400, "tell them apart"),
            (["x" * 21], 400, "at most 20 letters"),
            (["A\u202eB"], 400, "no name for the pad"),
            (["A\x00B"], 400, "no name for the pad"),
        ],
    ),
    (
        Tables.put_pyramido,
        [(BROWN.replace("n1", "o1", 1), 422, "'o' is no colour of this game (n b y t g r)")],
    ),
    (
        Tables.put_marks,
        [
            ({"marks": [[1, 1, 2]], "cards": []}, 422, "there is a gap: a gem lies on a block"),
            ({"marks": [[1, 9, 2]], "cards": []}, 422, "no such place"),
            ({"marks": [[1, 0, 0], [1, 0, 1]], "cards": []}, 422, "both marked in brown"),
            ({"marks": [], "cards": [[1, 1, 2]]}, 422, "no block for a card"),
            ({"marks": [], "cards": [[1, 2, 3], [1, 2, 2]]}, 422, "lies on the pyramid twice"),
            ({"marks": "junk", "cards": []}, 400, "makes no sense"),
            ({"marks": [[1, 0]], "cards": []}, 400, "makes no sense"),
            ({"marks": [[1, 0, -1]], "cards": []}, 400, "makes no sense"),
            ({"marks": [], "cards": {"a": 1}}, 400, "makes no sense"),
            ({"marks": [[1, 0, 2**70]], "cards": []}, 400, "makes no sense"),
        ],
    ),
    (Tables.cards_left, [(left, 400, "") for left in ("4", "-1", "x")]),
    (
        Tables.put_cards,
        [
            (text("s10??^", "f10??^"), 422, "Row 2 from below, card 1 stands on a missing card"),
            ("/".join([ROWS[0] + EMPTY, *ROWS[1:]]), 422, "Row 1 from below has 4 places, not 5"),
            ("/".join([*ROWS, "s10??^"]), 422, "not 5 rows"),
            (text("s-1??^"), 422, "'s-1??^' is no card"),
            (text("o10??^"), 422, "'o10??^' is no card"),
            (text("c10??^" * 4, "c10??^" * 3), 422, "7 city cards: there are only 6"),
            (text("", stars=",".join(["10"] * 6)), 422, "6 shooting stars: there are only 5"),
            (text("s1???v"), 422, "'s1???v' is no card"),
            ("", 422, "not 1 rows"),
            ("<script>" * 10_000, 422, "is no card"),
            (None, 400, "makes no sense"),
            ([["s10??^"]], 400, "makes no sense"),
            (2**80, 400, "makes no sense"),
        ],
    ),
    (
        Tables.put_cards_body,
        [
            (body, 400, "")
            for body in (
                7,
                [],
                {},
                {"state": 7},
                {"state": {}},
                {"version": "x", "state": {}},
            )
        ],
    ),
    (
        Tables.type_total,
        [
            ({}, 400, ""),
            *(({"points": points}, 400, "") for points in ("", "-1", "x", "301", "9" * 99)),
            ({"points": "7", "seen": "x"}, 400, ""),
            ({"points": "7", "seen": "12"}, 409, "it is now"),
        ],
    ),
    (
        Tables.send_step,
        [
            (None, 400, "makes no sense"),
            ([], 400, "makes no sense"),
            ({"version": "1", "step": {"step": "lost_turn"}}, 400, "makes no sense"),
            ({"version": True, "step": {"step": "lost_turn"}}, 400, "makes no sense"),
            ({"version": 2}, 400, "must be an object"),
            ({"version": 2, "step": {"step": "fly"}}, 400, "step.step must be one of set_up"),
            (
                {"version": 2, "step": {"step": "stage_end", "points": 9}},
                400,
                "written to the pad",
            ),
            ({"version": 2, "step": {"step": "legend_turn"}}, 409, "Now comes your turn"),
            ({"version": 2, "step": {"step": "set_up"}}, 409, "Now comes your turn"),
            ({"version": 1, "step": {"step": "lost_turn"}}, 409, "Look again first"),
            (
                {
                    "version": 2,
                    "step": {"step": "player_turn", "space": 2, "gem": None, "reveal": 2},
                },
                400,
                "face down",
            ),
            (
                {
                    "version": 2,
                    "step": {"step": "player_turn", "space": 9, "gem": None, "reveal": 2},
                },
                400,
                "no space 9",
            ),
        ],
    ),
    *(
        (
            send,
            [(form, 400, "") for form in ({}, {"version": "x", "count": "1"})]
            + [({"version": "9" * 30}, 400, "")],
        )
        for send in (Tables.go_to, Tables.correct)
    ),
    (
        Tables.what_if,
        [(query, 400, "") for query in ("space=x", "reveal=-1", "gem=ruby", "space=9999999")],
    ),
]
ROWS_OF_JUNK = [(send, *row) for send, rows in JUNK for row in rows]


@pytest.mark.parametrize(
    ("send", "value", "status", "words"),
    ROWS_OF_JUNK,
    ids=[f"{send.__name__}-{str(row[0])[:24]!a}" for send, *row in ROWS_OF_JUNK],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(
    tables: Tables,
    store: SqliteStore,
    send: Callable[[Tables, Any], TestResponse],
    value: Any,
    status: int,
    words: str,
) -> None:
    before = snapshot(store)
    answer = send(tables, value)
    assert (answer.status_code, words in message(answer)) == (status, True), message(answer)
    assert 10 < len(message(answer)) < 600
    assert snapshot(store) == before
