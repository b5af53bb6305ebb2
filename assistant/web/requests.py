"""What requests send: fields of forms, bodies of scripts and what stands behind the ``?``."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from flask import request

from assistant.core.errors import N_, InputError
from assistant.core.pieces import Color, Inventory
from assistant.games.forgotten_treasures.activation import Activation
from assistant.plain import from_plain

LONGEST_NUMBER = 6


def whole_number(text: str) -> int | None:
    """The number of a field; None if it is none, or longer than any number of the game."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return None


def number_field(source: Mapping[str, str], name: str, default: str = "") -> int:
    """The number of a field, or the default if it is left out.

    Raises:
        InputError: it is no number.
    """
    text = source.get(name, "").strip() or default
    number = whole_number(text)
    if number is None:
        raise InputError(N_("Enter a whole number, not %(text)s."), text=repr(text[:20]))
    return number


def gems_from(words: Iterable[str]) -> Inventory:
    """The gems of as many fields of the same name.

    Raises:
        InputError: one of them is no gem.
    """
    try:
        return Inventory.of(Counter(map(Color, words)))
    except ValueError as error:
        raise nonsense() from error


def optional_number(name: str) -> int | None:
    """The number of a field of the form; None if it was left empty."""
    return number_field(request.form, name) if request.form.get(name) else None


def seen_points() -> int | None:
    """The points that stood on the pad when the form was made."""
    return optional_number("seen")


def kept_gems() -> Inventory:
    """The gems that were ticked to be kept."""
    return gems_from(request.form.getlist("keep"))


def sent_version(value: Any = None) -> int:
    """The version that a page saw: a value from a script, or the field of the form."""
    try:
        return int(request.form["version"] if value is None else value)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise nonsense() from None


def sent_state() -> tuple[int, dict[str, Any]]:
    """The version and the state that the script of an entry sends to be kept."""
    body = request.get_json()
    if not isinstance(body, dict) or not isinstance(body.get("state"), dict):
        raise nonsense()
    return sent_version(body.get("version", "")), body["state"]


def json_field(name: str) -> Any:
    """A field of the form that holds JSON."""
    try:
        return json.loads(request.form.get(name, ""))
    except (ValueError, RecursionError):
        raise nonsense() from None


def activations_from(text: str) -> tuple[Activation, ...]:
    """The activations that a page sent as JSON; raises `InputError` if they are none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise nonsense() from error
    sent: tuple[Activation, ...] = from_plain(tuple[Activation, ...], data, "activations")
    return sent


def own_plan_asked() -> dict[int, int] | None:
    """How often each area scores, ``?own=3x2-5x1``; ``0`` is no area, None no plan at all."""
    text = request.args.get("own", "")
    if text == "0":
        return {}
    found = [re.fullmatch(r"(\d{1,3})x([12])", part) for part in text.split("-")]
    times = {int(match[1]): int(match[2]) for match in found if match}
    return times if len(times) == len(found) else None


def unchanged_since(version: object) -> bool:
    """Whether a page that asks ``?since=`` a version has that one already."""
    return request.args.get("since") == str(version)


def nonsense() -> InputError:
    """What no page of ours sends."""
    return InputError(N_("What the page sent makes no sense. Reload it."))
