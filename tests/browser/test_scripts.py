"""The scripts that need no page, called in a real browser: grid, history and posting."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.faults.server import Server

STAGE_1 = "/".join(["r1b1g1o1p1"] * 4)
PALETTE = [{"color": name, "letter": name[0]} for name in ("orange", "blue", "purple", "green")]
PALETTE.append({"color": "red", "letter": "r"})


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """One page for all: no test leaves anything on it."""
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


def run(page: Page, module: str, body: str, *given: Any) -> Any:
    """What a function body returns that has the parts of a module as ``own``."""
    script = f"async (given) => {{ const own = await import('/static/{module}'); {body} }}"
    return page.evaluate(script, list(given))


# ---- history


def history(page: Page, body: str, steps: Any = (), cursor: int = 0) -> Any:
    make = "const history = new own.History(given[0], given[1]);"
    return run(page, "lib/history.js", f"{make} {body}", list(steps), cursor)


def test_a_history_begins_with_what_was_before_and_goes_to_both_ends(page: Page) -> None:
    body = """history.record("one", "a", "b"); history.record("two", "b", "c");
        const back = [history.go(-1), history.go(-1), history.go(-1)];
        return [history.steps, back, history.go(1), history.canUndo, history.canRedo];"""
    assert history(page, body) == [
        [["", "a"], ["one", "b"], ["two", "c"]],
        [{"title": "two", "text": "b"}, {"title": "one", "text": "a"}, None],
        {"title": "one", "text": "b"},
        True,
        True,
    ]


def test_a_new_step_ends_what_had_been_undone(page: Page) -> None:
    steps = [["", "a"], ["one", "b"], ["two", "c"]]
    body = 'history.record("other", "b", "d"); return [history.steps, history.canRedo];'
    assert history(page, body, steps, 1) == [[["", "a"], ["one", "b"], ["other", "d"]], False]


def test_of_too_many_steps_the_oldest_are_forgotten(page: Page) -> None:
    steps = [["t", str(number)] for number in range(200)]
    body = 'history.record("new", "199", "200"); return [history.steps, history.cursor];'
    kept, cursor = history(page, body, steps, 199)
    assert (len(kept), kept[0], kept[-1], cursor) == (200, ["t", "1"], ["new", "200"], 199)


def test_of_two_states_that_meet_undo_reaches_the_other(page: Page) -> None:
    body = (
        'history.choose("both", "theirs", "mine"); return [history.go(-1), history.steps.length];'
    )
    found = history(page, body, [["", "a"]], 0)
    assert found == [{"title": "both", "text": "theirs"}, 3]


@pytest.mark.parametrize(
    ("base", "steps", "sent"),
    [
        ("", "ab", {"keep": [0, 0], "steps": "ab"}),
        ("ab", "abc", {"keep": [0, 2], "steps": "c"}),
        ("abc", "abd", {"keep": [0, 2], "steps": "d"}),
        ("abc", "bcd", {"keep": [1, 3], "steps": "d"}),
        ("abc", "", {"keep": [0, 0], "steps": ""}),
        ("aab", "ab", {"keep": [1, 3], "steps": ""}),
    ],
)
def test_only_what_changed_is_sent(page: Page, base: str, steps: str, sent: Any) -> None:
    def of(text: str) -> list[list[str]]:
        return [["t", letter] for letter in text]

    found = run(
        page, "lib/history.js", "return own.changes(given[0], given[1])", of(base), of(steps)
    )
    assert found == {"keep": sent["keep"], "steps": of(sent["steps"])}
    keep = slice(*found["keep"])
    assert [*of(base)[keep], *found["steps"]] == of(steps)


# ---- the grid


def grid(page: Page, body: str, layout: str, stage: int = 1, below: str | None = None) -> Any:
    state = {"layout": layout, "history": [], "cursor": 0, "doubts": [], "inventory": {}}
    entry = {"stage": stage, "below": below, "palette": PALETTE, "state": state}
    return run(page, "stage/grid.js", f"const grid = new own.Grid(given[0]); {body}", entry)


EMPTY_1 = "/".join(["??" * 5] * 4)


def test_a_stroke_skips_no_block_on_its_line(page: Page) -> None:
    body = """grid.brush = "r"; grid.begin(false); grid.drawTo(0.5, 0.5); grid.drawTo(9.5, 0.5);
        const { lastBlock } = grid.end(); grid.commit("Painted");
        return [grid.state.layout, lastBlock, grid.counts().left, grid.history.steps.length];"""
    rows = ["r0" * 5] + ["??" * 5] * 3
    assert grid(page, body, EMPTY_1) == ["/".join(rows), False, 15, 2]


def test_the_last_block_finishes_the_stroke(page: Page) -> None:
    body = """grid.brush = "r"; grid.begin(false); grid.drawTo(0.5, 0.5);
        return [grid.end().lastBlock, grid.whole()];"""
    assert grid(page, body, STAGE_1.replace("r1", "??", 1)) == [True, False]


def test_a_block_painted_in_its_own_colour_is_unknown_again(page: Page) -> None:
    body = """grid.brush = "r"; grid.begin(false); grid.drawTo(0.5, 0.5); grid.end();
        grid.commit("t");
        return grid.state.layout;"""
    assert grid(page, body, STAGE_1) == STAGE_1.replace("r1", "??", 1)


def test_icons_are_put_on_and_taken_off_by_the_quadrant(page: Page) -> None:
    body = """grid.begin(true); grid.drawTo(1.5, 0.5); grid.end(); const on = grid.counts().icons;
        grid.begin(true); grid.drawTo(0.5, 0.5); grid.end();
        grid.commit("t");
        return [on, grid.state.layout.slice(0, 2)];"""
    assert grid(page, body, STAGE_1) == [21, "r2"]


def test_an_icon_where_no_block_is_says_so(page: Page) -> None:
    body = "grid.begin(true); grid.drawTo(0.5, 0.5); return grid.end().blank === true;"
    assert grid(page, body, STAGE_1.replace("r1", "??", 1)) is True


def test_undo_and_redo_go_through_what_was_painted(page: Page) -> None:
    body = """grid.clear(); grid.commit("Cleared");
        const back = grid.go(-1), text = grid.state.layout;
        return [back, text, grid.go(1), grid.state.layout, grid.go(1)];"""
    assert grid(page, body, STAGE_1) == ["Cleared", STAGE_1, "Cleared", EMPTY_1, None]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (STAGE_1, True),
        (STAGE_1.replace("r1", "n1"), False),
        (STAGE_1[:-3], False),
        (f"{STAGE_1} r1r1r1r1/r1r1r1r1/r1r1r1r1", False),
        ("nonsense", False),
        ("", False),
    ],
)
def test_a_text_is_taken_over_only_if_it_fits(page: Page, text: str, fits: bool) -> None:
    body = f"const fits = grid.use({json.dumps(text)}); return [fits, grid.layout.format()];"
    assert grid(page, body, EMPTY_1) == [fits, STAGE_1 if fits else EMPTY_1]


def test_what_is_known_below_is_not_asked_for_and_not_painted(page: Page) -> None:
    whole = f"{STAGE_1} {'/'.join(['??' * 4] * 3)}"
    body = """grid.brush = "o"; grid.begin(false); grid.drawTo(0.5, 0.5); grid.end();
        grid.commit("t");
        return [grid.counts().all, grid.counts().rim, grid.state.layout];"""
    assert grid(page, body, whole, 2, STAGE_1) == [12, False, whole]


def test_a_confirmed_block_is_no_longer_in_doubt(page: Page) -> None:
    body = """grid.state.doubts = [[1, 0, 0], [1, 0, 1]]; grid.skip();
        const looked = grid.doubted(); grid.confirm(looked);
        return [looked, grid.state.doubts];"""
    assert grid(page, body, STAGE_1) == [{"stage": 1, "row": 0, "column": 1}, [[1, 0, 0]]]


def test_a_stroke_goes_on_over_what_another_phone_changed(page: Page) -> None:
    body = """grid.brush = "r"; const mine = grid.snapshot();
        grid.begin(false); grid.drawTo(0.5, 0.5);
        const merged = { ...mine, layout: mine.layout.slice(0, -2) + "b0" };
        grid.takeOver(merged, mine); grid.drawTo(2.5, 0.5); grid.end(); grid.commit("Painted");
        const painted = grid.state.layout; grid.go(-1);
        return [painted, grid.state.layout];"""
    rest = "/".join(["??" * 5] * 2 + ["??" * 4])
    both = f"r0r0{'??' * 3}/{rest}b0"
    assert grid(page, body, EMPTY_1) == [both, f"{EMPTY_1[:-2]}b0"]


# ---- what two phones made of one entry


@pytest.mark.parametrize(
    ("mine", "theirs", "ours", "other", "clashes"),
    [
        ("r0b0/g0g0", "o0b0/g0g0", "r0b0/g0g0", "o0b0/g0g0", 1),
        ("r0b0/g0g0", "o0b0/g0p0", "r0b0/g0p0", "o0b0/g0p0", 1),
        ("r0b0/g0g0", "??b0/g0p1", "r0b0/g0p1", "r0b0/g0p1", 0),
        ("r0b0/g0g0", "r0b0/g0g0", "r0b0/g0g0", "r0b0/g0g0", 0),
        ("??b0/g0g0", "??b0/g0g0", "??b0/g0g0", "??b0/g0g0", 0),
    ],
)
def test_texts_are_put_together_block_by_block(
    page: Page, mine: str, theirs: str, ours: str, other: str, clashes: int
) -> None:
    call = "return own.mergeTexts(...given, own.BLOCKS)"
    found = run(page, "lib/merge.js", call, "??b0/g0g0", mine, theirs)
    assert found == {"mine": ours, "theirs": other, "clashes": clashes}


@pytest.mark.parametrize("theirs", ["??b0/g0", "??b0g0/g0", "??b0/g0g0 r0", ""])
def test_texts_of_other_shapes_are_not_put_together(page: Page, theirs: str) -> None:
    call = "return own.mergeTexts(...given, own.BLOCKS)"
    assert run(page, "lib/merge.js", call, "??b0/g0g0", "r0b0/g0g0", theirs) is None


def entry(layout: str, *steps: tuple[str, str], doubts: Any = (), laid: Any = None) -> Any:
    state = {"layout": layout, "history": list(steps), "cursor": max(0, len(steps) - 1)}
    return state | {"doubts": list(doubts)} | ({"laid": laid} if laid else {})


def test_the_steps_of_both_are_in_the_history_one_after_the_other(page: Page) -> None:
    first = ("", "????")
    mine = entry("r0??", first, ("mine", "r0??"))
    theirs = entry("??b0", first, ("theirs", "??b0"))
    call = "return own.mergeStates(...given, own.BLOCKS)"
    found = run(page, "lib/merge.js", call, entry("????"), mine, theirs)
    assert found["clashes"] == 0
    steps = [["", "????"], ["theirs", "??b0"], ["mine", "r0b0"]]
    assert (found["mine"]["history"], found["mine"]["cursor"]) == (steps, 2)
    assert found["mine"]["layout"] == "r0b0"


def test_a_block_that_one_of_both_looked_at_is_no_longer_in_doubt(page: Page) -> None:
    base, mine = entry("r0", doubts=[[1, 0, 0], [1, 0, 1]]), entry("r0", doubts=[[1, 0, 1]])
    theirs = entry("b0", doubts=[[1, 0, 0], [1, 0, 2]])
    call = "return own.mergeStates(...given, own.BLOCKS)"
    assert run(page, "lib/merge.js", call, base, mine, theirs)["mine"]["doubts"] == [[1, 0, 2]]


def test_gems_laid_on_two_phones_are_asked_about(page: Page) -> None:
    base, mine, theirs = (
        entry("r0", laid={"marks": marks, "cards": []}) for marks in ([], [[1, 0, 0]], [[1, 0, 1]])
    )
    call = "return own.mergeStates(...given, own.BLOCKS)"
    assert run(page, "lib/merge.js", call, base, mine, theirs) is None
    both = run(page, "lib/merge.js", call, base, mine, base)
    assert both["mine"]["laid"]["marks"] == [[1, 0, 0]]


# ---- posting


def answering(page: Page, *answers: tuple[int, Any]) -> list[tuple[str, str | None]]:
    """Answer what is sent to /there like this, one after the other; what came, with its token."""
    came: list[tuple[str, str | None]] = []
    left = list(answers)

    def handle(route: Route) -> None:
        came.append((route.request.method, route.request.headers.get("x-csrftoken")))
        status, body = left.pop(0)
        route.fulfill(status=status, content_type="application/json", body=json.dumps(body))

    page.unroute("**/there")
    page.route("**/there", handle)
    return came


def send(page: Page, name: str = "send") -> Any:
    call = "own.send('/there', { n: 1 }, { method: 'PUT' })"
    if name == "upload":
        call = "own.upload('/there', new FormData(), () => {})"
    return run(page, "lib/post.js", f"return {call}")


TOKENS = map("token{}".format, count())


def renewing(page: Page) -> str:
    """The server gives a new token out, this one."""
    token = next(TOKENS)
    body = json.dumps({"token": token})
    page.unroute("**/csrf")
    page.route("**/csrf", lambda route: route.fulfill(content_type="application/json", body=body))
    return token


@pytest.mark.parametrize("name", ["send", "upload"])
def test_an_expired_token_is_renewed_once_and_sent_again(page: Page, name: str) -> None:
    fresh = renewing(page)
    came = answering(page, (400, {"expired": True, "error": "old"}), (200, {"version": 3}))
    answer = send(page, name)
    assert (answer["ok"], answer["answer"]) == (True, {"version": 3})
    assert len({method for method, _ in came}) == 1
    assert came[0][1] != fresh
    assert came[1][1] == fresh


@pytest.mark.parametrize("name", ["send", "upload"])
def test_a_token_that_stays_refused_is_told_and_not_asked_for_ever(page: Page, name: str) -> None:
    renewing(page)
    refused = (400, {"expired": True, "error": "old"})
    came = answering(page, refused, refused, refused)
    answer = send(page, name)
    assert (answer["ok"], answer["status"], answer["answer"]["error"]) == (False, 400, "old")
    assert len(came) == 2


@pytest.mark.parametrize("name", ["send", "upload"])
def test_another_refusal_is_handed_on_as_it_is(page: Page, name: str) -> None:
    came = answering(page, (409, {"error": "Another phone", "version": 2}))
    answer = send(page, name)
    assert (answer["ok"], answer["status"], answer["answer"]["version"]) == (False, 409, 2)
    assert len(came) == 1


@pytest.mark.parametrize("name", ["send", "upload"])
def test_a_server_out_of_reach_has_status_0(page: Page, name: str) -> None:
    page.unroute("**/there")
    page.route("**/there", lambda route: route.abort())
    answer = send(page, name)
    assert (answer["ok"], answer["status"], answer["answer"]) == (False, 0, {})
