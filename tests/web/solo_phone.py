"""A phone at a solo table."""

import json
import re
from typing import Any

from werkzeug.test import TestResponse

from assistant.games.forgotten_treasures.legend.game import SoloGame
from assistant.games.forgotten_treasures.legend.state import SoloState
from assistant.games.forgotten_treasures.legend.steps import (
    PlayerTurn,
    SetUp,
    Step,
)
from assistant.service.solo_pad import LEGEND, step_from_plain, step_to_plain
from assistant.store import SqliteStore
from tests.web.phone import Phone, message

BY_APP = SetUp(gems_by_app=True, dominoes_by_app=True, seed=3)


class SoloPhone(Phone):
    """A phone at a solo table."""

    def begin(self, name: str = "Ana", **changes: Any) -> str:
        """A new table, not set up."""
        form = {"name": [name, "", "", ""], "starter": "0", "mode": LEGEND} | changes
        answer = self.post("/new", form)
        assert answer.status_code == 303, message(answer)
        assert answer.location.endswith("/legend")
        return str(answer.location.split("/")[-2])

    def state(self, code: str) -> TestResponse:
        answer = self.get(f"/t/{code}/legend/state")
        assert answer.status_code == 200, message(answer)
        return answer

    def seen(self, code: str) -> int:
        found = re.search(r'data-version="(\d+)"', self.state(code).text)
        assert found
        return int(found[1])

    def play(self, code: str, step: Step | Any, version: int | None = None) -> TestResponse:
        body = step if isinstance(step, dict) else step_to_plain(step)
        return self.send(code, {"version": version or self.seen(code), "step": body})

    def send(self, code: str, body: Any) -> TestResponse:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        return self.post(f"/t/{code}/legend/step", json.dumps(body).encode(), headers=headers)

    def played(self, code: str, step: Step) -> None:
        answer = self.play(code, step)
        assert answer.status_code == 200, message(answer)

    def go_to(self, code: str, count: int) -> TestResponse:
        form = {"version": str(self.seen(code)), "count": str(count)}
        return self.post(f"/t/{code}/legend/at", form)

    def correct(self, code: str, what: str, value: str, **more: str) -> TestResponse:
        """Say what one thing on the table is."""
        form = {"version": str(self.seen(code)), "what": what, "value": value} | more
        return self.post(f"/t/{code}/legend/correct", form)


def state_of(store: SqliteStore, code: str) -> SoloState:
    """The state that the stored steps come to."""
    stored = [step.payload["game"] for step in store.table(code).steps]
    return SoloGame.of(map(step_from_plain, stored)).state


def first_turn(state: SoloState) -> PlayerTurn:
    space = state.area.face_up[0]
    return PlayerTurn(space, state.area[space].gems[0], state.area.face_down[0])
