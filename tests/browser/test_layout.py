"""What the scripts must know of pyramids, against the same cases as the Python side."""

from collections.abc import Callable

from tests.browser.hand import Hand
from tests.faults.server import Server
from tests.seen import CASES

IN_THE_PAGE = """async (notations) => {
  const { Layout } = await import("/static/lib/layout.js");
  return notations.map((text) => {
    const layout = Layout.parse(text), rows = [];
    for (let y = 0; y < 2 * layout.rows; y++) {
      let row = "";
      for (let x = 0; x < 2 * layout.columns; x++) row += layout.seen(x, y)?.stage ?? ".";
      rows.push(row);
    }
    return { rows, visible: Object.fromEntries(layout.visible()), text: layout.format() };
  });
}"""


def test_the_scripts_see_from_above_what_the_server_sees(
    phone: Callable[..., Hand], server: Server
) -> None:
    hand = phone(server)
    hand.goto("/")
    answers = hand.page.evaluate(IN_THE_PAGE, [case.notation for case in CASES])
    for case, answer in zip(CASES, answers, strict=True):
        assert answer["rows"] == list(case.drawn), case.name
        masks = {",".join(map(str, place)): mask for place, mask in case.visible.items()}
        assert answer["visible"] == masks, case.name
        assert answer["text"] == case.notation, case.name
