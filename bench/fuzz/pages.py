"""Junk for every address of the app, in-process: forms, JSON of scripts, photos, anything."""

import json
import logging
import re
import time
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask
from werkzeug.test import TestResponse

from assistant.games import ALL_GAMES
from assistant.games.forgotten_treasures.legend.steps import Step
from assistant.pooled import PooledAdvisor, PooledReader
from assistant.service.drafts import CODEC, DraftState
from assistant.service.solo_pad import LEGEND, STEPS
from assistant.store import SqliteStore
from assistant.web import create_app
from assistant.workers import Workers
from bench.fuzz import Finding
from bench.fuzz.forms import forms_of
from bench.fuzz.junk import changed, changed_bytes, changed_text, plain_of, word
from bench.fuzz.pictures import picture

REQUESTS_A_DATABASE = 4000
"""Then a new one is begun, so that the run does not slow down with all that it has entered."""
SECONDS_FOR_A_PHOTO = 60
LOGS = ("", "assistant")
"""Flask's has a handler of its own, and may not tell the one above."""
SET_UP = {"step": "set_up", "gems_by_app": True, "dominoes_by_app": True, "seed": 3}
KINDS_OF_BODY = (
    "application/json", "multipart/form-data", "multipart/form-data; boundary=x", "text/plain",
    "application/x-www-form-urlencoded", "application/json; charset=utf-7", "", "\x80",
)  # fmt: skip


class Pages:
    """An app over a database of its own, with a table of each game, and a phone that sends junk."""

    def __init__(self, folder: Path, workers: Workers) -> None:
        self.folder, self.workers = folder, workers
        self.statuses: Counter[int] = Counter()
        self.logged = _Logged()
        for name in LOGS:
            logging.getLogger(name).addHandler(self.logged)
        self.store: SqliteStore | None = None
        self.databases = self.sent = 0
        self.ways: dict[Callable[[Random], None], int] = {
            self.form: 40, self.entry: 20, self.step: 12, self.query: 12, self.anything: 14,
            self.photo: 2,
        }  # fmt: skip
        self._begin()

    def send(self, rng: Random) -> int:
        """Send something; gives how many requests that took."""
        if self.sent >= REQUESTS_A_DATABASE:
            self._begin()
        before = self.sent
        (way,) = rng.choices(list(self.ways), list(self.ways.values()))
        way(rng)
        return self.sent - before

    def close(self) -> None:
        """Close the database, and listen to the log no more."""
        self._close_store()
        for name in LOGS:
            logging.getLogger(name).removeHandler(self.logged)

    def _close_store(self) -> None:
        if self.store:
            self.store.close_all()

    def form(self, rng: Random) -> None:
        """A form of some page, as it is or with something wrong in one of its fields."""
        page = self._get(rng, self._path(rng, self._rule(rng, "GET")))
        forms = forms_of(page.text, page.request.path) if page.mimetype == "text/html" else []
        if not forms:
            return
        form = rng.choice(forms)
        fields = {name: list(values) for name, values in form.fields.items()}
        for _ in range(rng.choice((0, 1, 1, 2))):
            self._spoil(rng, fields)
        if form.method == "GET":
            self._ask(rng, "GET", form.action, query_string=fields)
        else:
            self._ask(rng, "POST", form.action, data=fields)

    def entry(self, rng: Random) -> None:
        """The entry of a stage or of cards, filled in further or spoilt."""
        rule = rng.choice([each for each in self.rules if "PUT" in (each.methods or ())])
        path = self._path(rng, rule)
        kept = self._get(rng, path)
        body = kept.get_json() if kept.is_json and kept.status_code == 200 else {}
        state = body.get("state") or plain_of(rng, CODEC, DraftState)
        if isinstance(state.get("layout"), str) and rng.random() < 0.7:
            state["layout"] = self._filled(rng, state["layout"])
        if rng.random() < 0.3:
            state |= plain_of(rng, CODEC, DraftState)
        body = {"version": body.get("version", 0), "state": state}
        body = changed(rng, body) if rng.random() < 0.6 else body
        self._ask(rng, "PUT", path, **_json(body))

    def step(self, rng: Random) -> None:
        """A step of a game against THE Legend, or back to an earlier moment of it."""
        code = self.codes[-1]
        answer = self._get(rng, f"/t/{code}/legend/state")
        found = re.search(r'data-version="(\d+)"', answer.text)
        fresh = found is not None and int(found[1]) < 2
        step: Any = SET_UP if fresh else plain_of(rng, STEPS, Step)
        version = int(found[1]) if found else 1
        if rng.random() < 0.2:
            back = {"version": str(version), "count": str(rng.randrange(4))}
            self._ask(rng, "POST", f"/t/{code}/legend/at", data=back)
            return
        body = {"version": version, "step": step}
        body = changed(rng, body) if rng.random() < 0.3 else body
        self._ask(rng, "POST", f"/t/{code}/legend/step", **_json(body))

    def query(self, rng: Random) -> None:
        """A page with questions behind its address."""
        names = ("plan", "own", "since", "back", "what", "space", "gem", "reveal", "again", "color")
        query = {rng.choice(names): word(rng) for _ in range(rng.randint(1, 3))}
        self._ask(rng, "GET", self._path(rng, self._rule(rng, "GET")), query_string=query)

    def anything(self, rng: Random) -> None:
        """Any address, method, kind of body and body."""
        rule = rng.choice(self.rules)
        path = self._path(rng, rule) if rng.random() < 0.7 else "/" + _quoted(rng, "/")
        methods = [*(rule.methods or ()), "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]
        body = word(rng).encode("utf-8", "surrogatepass") + rng.randbytes(rng.randrange(20))
        headers = {"Accept": rng.choice(("*/*", "application/json", "text/html", ";q=x"))}
        kind = rng.choice(KINDS_OF_BODY)
        self._ask(rng, rng.choice(methods), path, data=body, content_type=kind, headers=headers)

    def photo(self, rng: Random) -> None:
        """A picture with something wrong, to the end of the job that looks at it."""
        data = picture(rng)
        data = changed_bytes(rng, data) if rng.random() < 0.7 else data
        path = f"/t/{rng.choice(self.codes[:2])}/{rng.randint(1, 2)}/1/photo"
        fields = {"version": "0", "photo": (BytesIO(data), "photo.jpg")}
        answer = self._ask(rng, "POST", path, data=fields)
        job = ""
        deadline = time.monotonic() + SECONDS_FOR_A_PHOTO
        while answer.status_code == 202 or _still_looked_at(answer):
            job = answer.get_json().get("job", job)
            if time.monotonic() > deadline:
                raise Finding(f"a photo was not looked at: {data!r:.3000}")
            time.sleep(0.1)
            answer = self._get(rng, job)

    # ---- what is sent, and what came back

    def _begin(self) -> None:
        """A new database with a table of each game, and a solo one."""
        self._close_store()
        self.databases += 1
        self.sent = 0
        path = self.folder / f"{self.databases}.sqlite3"
        self.store = SqliteStore(path)
        advisor = PooledAdvisor(self.workers, seconds=0.1)
        self.app: Flask = create_app(
            store=self.store, reader=PooledReader(self.workers), advisor=advisor
        )
        self.rules = sorted(self.app.url_map.iter_rules(), key=str)
        self.client = self.app.test_client()
        self.token = self.client.get("/csrf").get_json()["token"]
        self.codes = [self._table(game, "Ana", "Ben") for game in ALL_GAMES]
        self.codes.append(self._table("forgotten_treasures", "Ana", mode=LEGEND))

    def _table(self, game: str, *names: str, **more: str) -> str:
        fields = {
            "name": list(names),
            "game": game,
            "starter": "0",
            "csrf_token": self.token,
        } | more
        answer = self.client.post("/new", data=fields)
        if answer.status_code != 303:
            raise Finding(f"no table of {game}: {answer.text:.500}")
        return str(answer.location.split("/")[2])

    def _rule(self, rng: Random, method: str) -> Any:
        return rng.choice([each for each in self.rules if method in (each.methods or ())])

    def _path(self, rng: Random, rule: Any) -> str:
        """An address of that kind; mostly of a stage that there is."""

        def part(found: re.Match[str]) -> str:
            if rng.random() < 0.06:
                return _quoted(rng)
            if found[1] == "code":
                return self._code(rng, str(rule))
            if found[1] == "game":
                return rng.choice(list(ALL_GAMES))
            return rng.choice("1112") if found[1] == "stage" else rng.choice("12")

        return re.sub(r"<(?:\w+:)?(\w+)>", part, str(rule))

    def _code(self, rng: Random, address: str) -> str:
        """A table, mostly one of a game that has such pages."""
        if rng.random() < 0.1:
            return rng.choice(self.codes)
        for part, game in (("/legend", -1), ("/cards", 2), ("/marks", 1)):
            if part in address:
                return self.codes[game]
        return rng.choice(self.codes[:2] if "<int:seat>" in address else self.codes)

    def _spoil(self, rng: Random, fields: dict[str, list[str]]) -> None:
        name = rng.choice([*fields, "version", "points"])
        match rng.randrange(5):
            case 0:
                fields.pop(name, None)
            case 1:
                fields[name] = [*fields.get(name, []), word(rng)]
            case _:
                fields[name] = [changed_text(rng, each) for each in fields.get(name) or [""]]

    def _filled(self, rng: Random, layout: str) -> str:
        """A pyramid with blocks where it had none."""
        letters, masks = "obpgr" if rng.random() < 0.7 else "nbytgr", "0000124836"
        return re.sub(r"\?\?", lambda _: rng.choice(letters) + rng.choice(masks), layout)

    def _get(self, rng: Random, path: str) -> TestResponse:
        return self._ask(rng, "GET", path)

    def _ask(self, rng: Random, method: str, path: str, **options: Any) -> TestResponse:
        """Send it, each time from another address: wrong codes are slowed down for one."""
        self.sent += 1
        headers = {"X-CSRFToken": self.token} | options.pop("headers", {})
        address = ".".join(str(rng.randrange(1, 255)) for _ in range(4))
        asked = f"{method} {path} {options!r:.3000}"
        try:
            answer = self.client.open(
                urlsplit(path)._replace(scheme="", netloc="").geturl(),
                method=method, headers=headers, environ_base={"REMOTE_ADDR": address}, **options,
            )  # fmt: skip
            answer.get_data()
        except UnicodeError:  # the test client cannot send it; a browser could not either
            return TestResponse([], "400 not sent", {}, self.client.get("/health").request)
        self.statuses[answer.status_code] += 1
        self._check(asked, answer)
        return answer

    def _check(self, asked: str, answer: TestResponse) -> None:
        said = self.logged.taken()
        busy = answer.status_code == 503 and answer.request.path.endswith(
            ("photo", "near", "read", "learn", ".jpg", "advice")
        )
        if said or (answer.status_code >= 500 and not busy):
            raise Finding(f"{asked}\n{answer.status}: {answer.get_data()[:300]!r}\n{said}")
        if b"Traceback (most recent call" in answer.get_data():
            raise Finding(f"a traceback on the page: {asked}")


def _still_looked_at(answer: TestResponse) -> bool:
    return answer.is_json and answer.get_json().get("done") is False


def _quoted(rng: Random, safe: str = "") -> str:
    return quote(word(rng).encode("utf-8", "surrogatepass"), safe=safe)


def _json(body: Any) -> dict[str, Any]:
    return {
        "data": json.dumps(body).encode(),
        "content_type": "application/json",
        "headers": {"Accept": "application/json"},
    }


class _Logged(logging.Handler):
    """Keeps what was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []
        self.setFormatter(logging.Formatter())

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))

    def taken(self) -> str:
        """What was logged since the last time."""
        said, self.said = "\n".join(self.said), []
        return said
