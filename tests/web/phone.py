"""A phone without a browser: Flask's test client with the token of the forms."""

import html
import re
import sqlite3
from html.parser import HTMLParser
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from assistant.core.layout import Layout
from assistant.core.pieces import Inventory
from assistant.store import SqliteStore
from tests.service.parts import state_of


class Phone:
    """Speaks to the app with its own cookies and a valid token."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.token = self.client.get("/csrf").get_json()["token"]

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.client.get(path, **options)

    def post(self, path: str, data: Any = None, **options: Any) -> TestResponse:
        """Post a form with its token; encoded bytes go as they are, with the token apart."""
        if isinstance(data, bytes):
            headers = {"X-CSRFToken": self.token} | options.pop("headers", {})
            return self.client.post(path, data=data, headers=headers, **options)
        return self.client.post(path, data={"csrf_token": self.token} | (data or {}), **options)

    def put(self, path: str, body: Any, **options: Any) -> TestResponse:
        headers = {"X-CSRFToken": self.token, "Accept": "application/json"}
        return self.client.put(path, json=body, headers=headers, **options)

    def new_game(self, *names: str, starter: int = 0) -> str:
        answer = self.post("/new", {"name": list(names), "starter": str(starter)})
        assert answer.status_code == 303, message(answer)
        return answer.location.rsplit("/", 1)[1]

    def version(self, code: str, seat: int = 1, stage: int = 1) -> int:
        """The version of an entry as its page has it."""
        return int(entry_data(self.get(f"/t/{code}/{seat}/{stage}"))["version"])

    def save(
        self, code: str, seat: int, stage: int, layout: Layout, gems: Inventory, **more: Any
    ) -> TestResponse:
        version = self.version(code, seat, stage)
        body = {"version": version, "state": state_of(layout, gems, **more)}
        return self.put(f"/t/{code}/{seat}/{stage}/entry", body)

    def type_score(
        self, code: str, seat: int, stage: int, points: int, **more: Any
    ) -> TestResponse:
        data = {"points": str(points)} | more
        return self.post(f"/t/{code}/{seat}/{stage}/type", data)

    def write(self, code: str, seat: int, stage: int, **changes: Any) -> TestResponse:
        """Write what the result page offers, with some fields changed."""
        page = self.get(f"/t/{code}/{seat}/{stage}/result")
        assert page.status_code == 200, message(page)
        return self.post(f"/t/{code}/{seat}/{stage}/write", fields(page, "/write") | changes)


def snapshot(store: SqliteStore) -> list[str]:
    """All rows of all tables, but for the summaries that home makes of them."""
    copy = sqlite3.connect(":memory:")
    store._db.conn.backup(copy)
    copy.execute("UPDATE tables SET summary = '', summarised = 0")
    rows = list(copy.iterdump())
    copy.close()
    return rows


def message(answer: TestResponse) -> str:
    """What an answer tells a person."""
    if answer.is_json:
        return str(answer.get_json().get("error"))
    found = re.search(r'class="error"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    return html.unescape(found[1]) if found else answer.text[:300]


def entry_data(answer: TestResponse) -> Any:
    """The data of the editor of a page."""
    import json

    assert answer.status_code == 200, message(answer)
    found = re.search(r'data-entry="(.*?)"', answer.text, re.DOTALL)
    assert found
    return json.loads(html.unescape(found[1]))


def fields(answer: TestResponse, action: str) -> dict[str, Any]:
    """The fields of the form of a page that goes to an address with this end."""
    parser = _Form(action)
    parser.feed(answer.text)
    assert parser.found, action
    return parser.fields


class _Form(HTMLParser):
    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action
        self.inside = self.found = False
        self.fields: dict[str, Any] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag == "form":
            self.inside = (own.get("action") or "").endswith(self.action)
            self.found |= self.inside
        name = own.get("name")
        if tag != "input" or not self.inside or not name:
            return
        if own.get("type") in ("checkbox", "radio") and "checked" not in own:
            return
        value = own.get("value") or ""
        if name == "keep":
            self.fields.setdefault("keep", []).append(value)
        else:
            self.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
