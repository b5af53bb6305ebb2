"""Values that nobody expects, and known ones with something wrong."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import is_dataclass
from enum import Enum
from random import Random
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

from assistant.core.pieces import Color, Inventory
from assistant.plain import Among, Codec, Form, Tagged, fields_of, is_optional

WORDS = (
    "", " ", "0", "1", "2", "4", "-1", "9", "300", "301", "99999999999999999999", "9" * 400, "²",
    "٣", "nan", "1e999", "0x10", "1.5", "null", "[]", "{}", "true", "red", "mythical", "brown",
    "??", "--", "r0", "r?", "rFr0/r0r0", "gem-3-1", "hand-player-red", "legend", "yes", "none",
    "<b>", '"><script>alert(1)</script>', "{{ 7*7 }}", "%s%d", "%(name)s", "%00", "%ff", "..",
    "../../etc", "\x00", "\u202e", "\ud800", "🦉", "王é", "'; --", '"', "a b", "\r\nX: y",
    "[[0,0],[9,0],[9,9],[0,9]]", '[{"area":0,"multiplier":1,"pay":{}}]', "x" * 3000,
)  # fmt: skip
LEAVES = (None, True, False, 0, 1, 2, -1, 5, 99, 2**53, 10**30, 0.5, -0.0, 1e300, float("nan"))
FEW = 4


def word(rng: Random) -> str:
    """A text that is wrong in most places."""
    return rng.choice(WORDS)


def leaf(rng: Random) -> Any:
    """A value without parts."""
    return rng.choice(LEAVES) if rng.random() < 0.5 else word(rng)


def changed_text(rng: Random, text: str) -> str:
    """A text with something wrong in it; JSON and numbers are changed as what they are."""
    if rng.random() < 0.15:
        return word(rng)
    if text[:1] in ("[", "{"):
        try:
            return json.dumps(changed(rng, json.loads(text)))
        except ValueError:
            pass
    if text.isascii() and text.isdigit() and len(text) < 9:
        return str(int(text) + rng.choice((-1, 1, 1, 7, 1000)))
    at = rng.randrange(len(text) + 1)
    match rng.randrange(4):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + rng.choice(text or "?") + text[at + 1 :]
        case 2:
            return text[:at] + word(rng) + text[at:]
        case _:
            return text[:at] + text[at + rng.randint(1, 3) :]


def changed_bytes(rng: Random, data: bytes) -> bytes:
    """Bytes cut off, flipped, doubled, left out, or overwritten."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5, 20))):
        near_start = rng.random() < 0.5
        at = rng.randrange(min(len(changed), 200 if near_start else len(changed)) or 1)
        length = rng.choice((1, 1, 2, 4, 16, 200))
        match rng.randrange(6):
            case 0:
                del changed[at + 1 :]
            case 1:
                changed[at : at + 1] = bytes([rng.randrange(256)])
            case 2:
                changed[at : at + length] = rng.choice((b"\0", b"\xff", b"\x7f")) * length
            case 3:
                changed[at:at] = changed[at : at + length]
            case 4:
                del changed[at : at + length]
            case _:
                changed[at : at + 1] = bytes([(changed + b"\0")[at] ^ 1 << rng.randrange(8)])
    return bytes(changed)


def changed(rng: Random, value: Any) -> Any:
    """JSON with something wrong at one place or two, anywhere inside."""
    whole = [deepcopy(value)]
    for _ in range(rng.choice((1, 1, 2))):
        holder, key = rng.choice(list(_places(whole)))
        match rng.randrange(7):
            case 0 if isinstance(holder, dict):
                del holder[key]
            case 0:
                holder.append(deepcopy(holder[key]))
            case 1 if isinstance(holder, dict):
                holder[changed_text(rng, key)] = holder.pop(key)
            case 2:
                holder[key] = [holder[key]] * rng.choice((0, 1, 2, 300))
            case 3:
                holder[key] = {"key": holder[key]}
            case 4 if isinstance(holder[key], str):
                holder[key] = changed_text(rng, holder[key])
            case 5 if type(holder[key]) is int:
                holder[key] += rng.choice((-1, 1, 2, 10**6))
            case _:
                holder[key] = leaf(rng)
        whole = whole[:1] or [None]
    return whole[0]


def _places(whole: Any) -> Iterator[tuple[Any, Any]]:
    parts = list(whole.items() if isinstance(whole, dict) else enumerate(whole))
    for key, part in parts:
        yield whole, key
        if isinstance(part, dict | list):
            yield from _places(part)


def plain_of(rng: Random, codec: Codec, kind: Any) -> Any:
    """Plain JSON such as that type is written in; its values are seldom those that are wanted."""
    form = codec.forms.get(kind, kind)
    if isinstance(form, Form):
        return plain_of(rng, codec, form.kind)
    if isinstance(form, Tagged):
        tag = rng.choice(list(form.kinds))
        return {form.key: tag, **_fields(rng, codec, form.kinds[tag])}
    if form is Inventory:
        return {rng.choice(list(Color)).value: rng.randrange(5) for _ in range(rng.randrange(4))}
    if is_optional(form):
        present = next(each for each in get_args(form) if each is not NoneType)
        return None if rng.random() < 0.4 else plain_of(rng, codec, present)
    if is_dataclass(form):
        return _fields(rng, codec, form)
    origin, inside = get_origin(form), get_args(form)
    if origin is tuple:
        several = inside[1:] == (...,)
        kinds = inside[:1] * rng.randrange(FEW) if several else inside
        return [plain_of(rng, codec, each) for each in kinds]
    if origin is Annotated:
        among = isinstance(inside[1], Among)
        return rng.choice(inside[1].members).value if among else plain_of(rng, codec, inside[0])
    return _leaf_of(rng, form)


def _fields(rng: Random, codec: Codec, kind: Any) -> dict[str, Any]:
    known = [(each, inner) for each, inner in fields_of(kind) if rng.random() < 0.6]
    return {each.name: plain_of(rng, codec, inner) for each, inner in known}


def _leaf_of(rng: Random, kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return rng.choice(list(kind)).value
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.randrange(6)
    return word(rng) if kind is str else leaf(rng)
