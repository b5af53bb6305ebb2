"""One codec between values and plain JSON: dataclasses, tuples, mappings, enums, unions.

The type says how a value is written, and the same type how it is read again::

    @dataclass(frozen=True, slots=True)
    class Space:
        gems: tuple[Color, ...]
        pile: int | None = None

    to_plain(Space((Color.RED,), 18))                   # {"gems": ["red"], "pile": 18}
    from_plain(Space, {"gems": ["pink"]}, "spaces[2]")  # InputError: spaces[2].gems[0] must be ...

A dataclass is an object with its fields by name, a tuple a list, an enum its value, and an
`Inventory` its counts by colour. A field with a default may be left out. Keys that are not known
are refused. An ``int`` is a count, from 0 to `LARGEST_COUNT`; ``true`` and ``2.0`` are none.

What is written otherwise gets a `Codec` of its own whose ``forms`` say how: a `Form`, a `Tagged`
union, or a type with limits such as ``Annotated[int, AtMost(80)]``.
"""

import math
import reprlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from assistant.core.errors import N_, AssistantError, InputError
from assistant.core.pieces import Color, Inventory

MOST_ITEMS = 1000
"""Several times as many as anything of a game has."""
LARGEST_COUNT = 2**53
"""Whole numbers up to here are the same in the pages, in JSON and in SQLite."""


@dataclass(frozen=True, slots=True)
class Form:
    """A type that is written as another one.

    Attributes:
        kind: the type it is written as.
        write: the value as one of that type.
        read: the value again; an `AssistantError` that it raises gets the place in front.
    """

    kind: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Tagged:
    """A union of dataclasses: the field ``key`` of the object names which one it is."""

    key: str
    kinds: Mapping[str, type[Any]]


@dataclass(frozen=True, slots=True)
class AtMost:
    """In ``Annotated[int, AtMost(80)]``: the largest number that is taken."""

    most: int


@dataclass(frozen=True, slots=True)
class Filled:
    """In ``Annotated[str, Filled()]``: a text that is not empty."""


@dataclass(frozen=True, slots=True)
class Among:
    """In ``Annotated[Color, Among(palette)]``: the members of an enum that are taken."""

    members: tuple[Enum, ...]


INVENTORY = Form(Mapping[Color, int], dict, Inventory.of)


@dataclass(frozen=True, slots=True)
class Codec:
    """How values become plain JSON and come back.

    Attributes:
        forms: for types that are not written as above, how they are: a `Form`, a `Tagged`, or
            another type that stands for it.
        leave_unknown: whether keys that are not known are left alone instead of refused.
        omit_defaults: whether fields that hold their default are left out when writing.
        most_items: of a list or a mapping that is read, whatever it is of.
    """

    forms: Mapping[Any, Any] = field(default_factory=dict)
    leave_unknown: bool = False
    omit_defaults: bool = False
    most_items: int = MOST_ITEMS

    def to_plain(self, value: Any, kind: Any = None) -> Any:
        """The plain JSON of a value.

        Args:
            value: what is written.
            kind: its type, where that says more than its class, such as ``tuple[Color, ...]``
                or a union with a tag.
        """
        form = self._form(type(value) if kind is None else kind)
        if form is Any:
            return value
        if isinstance(form, Form):
            return self.to_plain(form.write(value), form.kind)
        if isinstance(form, Tagged):
            tag = next(name for name, kind in form.kinds.items() if kind is type(value))
            return {form.key: tag, **self._write_fields(value)}
        inside = get_args(form)
        if is_optional(form):
            return None if value is None else self.to_plain(value, _present(form))
        if is_dataclass(value):
            return self._write_fields(value)
        if isinstance(value, tuple):
            return [self.to_plain(v, k) for k, v in zip(_kinds(inside, value), value, strict=True)]
        if isinstance(value, Mapping):
            return {self.to_plain(k): self.to_plain(v, inside[1]) for k, v in value.items()}
        return value.value if isinstance(value, Enum) else value

    def from_plain(self, kind: Any, data: Any, name: str = "") -> Any:
        """The value of that type that is written as ``data``.

        ``name`` is what the whole is called in errors; the path to the fault follows it.

        Raises:
            InputError: it is none; says where and what is wrong.
            AssistantError: what the value itself refuses, with the place in front.
        """
        form = self._form(kind)
        if isinstance(form, Form):
            inner = self.from_plain(form.kind, data, name)
            return _made(name, lambda: form.read(inner))
        if isinstance(form, Tagged):
            return self._read_tagged(form, data, name)
        if is_dataclass(form):
            return self._read_fields(form, _object(data, name), name)
        if is_optional(form):
            return None if data is None else self.from_plain(_present(form), data, name)
        origin, inside = get_origin(form), get_args(form)
        if origin is tuple:
            return self._read_tuple(inside, data, name)
        if origin is Mapping:
            return self._read_mapping(inside, data, name)
        return _read_leaf(form, data, name)

    def _form(self, kind: Any) -> Any:
        return self.forms.get(kind, INVENTORY if kind is Inventory else kind)

    def _write_fields(self, value: Any) -> dict[str, Any]:
        written = {}
        own: Any = type(value)
        for each, kind in fields_of(own):
            content = getattr(value, each.name)
            if not (self.omit_defaults and _has_default(each) and content == _default(each)):
                written[each.name] = self.to_plain(content, kind)
        return written

    def _read_tagged(self, form: Tagged, data: Any, name: str) -> Any:
        source = _object(data, name)
        words = tuple(form.kinds)
        tag = _one_of(words, _field(source, form.key, name), _join(name, form.key))
        rest = {key: value for key, value in source.items() if key != form.key}
        return self._read_fields(form.kinds[tag], rest, name)

    def _read_fields(self, kind: Any, source: Mapping[str, Any], name: str) -> Any:
        known = fields_of(kind)
        names = {each.name for each, _ in known}
        for key in source:
            if key not in names and not self.leave_unknown:
                raise InputError(N_("%(name)s is unknown here."), name=_join(name, _short(key)))
        given = {}
        for each, inner in known:
            if each.name in source or not _has_default(each):
                content = _field(source, each.name, name)
                given[each.name] = self.from_plain(inner, content, _join(name, each.name))
        return _made(name, lambda: kind(**given))

    def _read_tuple(self, inside: tuple[Any, ...], data: Any, name: str) -> Any:
        if not isinstance(data, list | tuple):
            raise _wrong(data, name, N_("%(name)s must be a list, not %(value)s."))
        self._check_size(data, name)
        kinds = _kinds(inside, data)
        if len(kinds) != len(data):
            template = N_("%(name)s must be a list of %(count)d, not %(value)s.")
            raise _wrong(data, name, template, count=len(kinds))
        return tuple(
            self.from_plain(kind, item, f"{name}[{at}]")
            for at, (kind, item) in enumerate(zip(kinds, data, strict=True))
        )

    def _read_mapping(self, inside: tuple[Any, ...], data: Any, name: str) -> Any:
        self._check_size(_object(data, name), name)
        return {
            self.from_plain(inside[0], key, f"a key of {name}" if name else "a key"): (
                self.from_plain(inside[1], item, _join(name, _short(key)))
            )
            for key, item in _object(data, name).items()
        }

    def _check_size(self, data: Collection[Any], name: str) -> None:
        if len(data) > self.most_items:
            raise InputError(
                N_("%(name)s has %(count)d items: at most %(most)d."),
                name=name or "JSON",
                count=len(data),
                most=self.most_items,
            )


PLAIN = Codec()
to_plain = PLAIN.to_plain
from_plain = PLAIN.from_plain


def is_optional(kind: Any) -> bool:
    """Whether a type is another one or None, such as ``int | None``."""
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)


def _present(kind: Any) -> Any:
    """``int`` of ``int | None``."""
    (inner,) = (each for each in get_args(kind) if each is not NoneType)
    return inner


def _kinds(inside: tuple[Any, ...], values: Collection[Any]) -> tuple[Any, ...]:
    """The types of the values in a tuple: of ``tuple[int, ...]`` as many as there are values."""
    return inside[:1] * len(values) if inside[1:] == (...,) else inside


@cache
def fields_of(kind: Any) -> tuple[tuple[Field[Any], Any], ...]:
    """The fields of a dataclass with their types."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((each, hints[each.name]) for each in fields(kind))


def _has_default(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


def _made(name: str, make: Callable[[], Any]) -> Any:
    """A value that may refuse what it is made of, with the place in front of its reason."""
    try:
        return make()
    except AssistantError as error:
        if not name:
            raise
        template = N_("%(name)s: %(reason)s")
        raise type(error)(template, name=name, reason=error.message) from None


def _object(data: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise _wrong(data, name, N_("%(name)s must be an object, not %(value)s."))
    return data


def _field(source: Mapping[str, Any], key: str, name: str) -> Any:
    if key not in source:
        raise InputError(N_("%(name)s is missing."), name=_join(name, key))
    return source[key]


def _read_leaf(kind: Any, data: Any, name: str) -> Any:
    """A value that holds no others."""
    limits = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    kind = get_args(kind)[0] if limits else kind
    if isinstance(kind, type) and issubclass(kind, Enum):
        members = limits[0].members if limits else kind
        words = {member.value: member for member in members}
        return words[_one_of(words, data, name)]
    if kind is int:
        return _count(data, name, limits[0].most if limits else LARGEST_COUNT)
    if kind is bool:
        return _flag(data, name)
    if kind is float:
        return _number(data, name)
    if kind is str:
        return _text(data, name, filled=bool(limits))
    if kind is Any:
        return data
    raise TypeError(f"{kind} has no plain JSON: give the codec a form for it")


def _flag(data: Any, name: str) -> bool:
    if not isinstance(data, bool):
        raise _wrong(data, name, N_("%(name)s must be true or false, not %(value)s."))
    return data


def _count(data: Any, name: str, most: int) -> int:
    if type(data) is not int or not 0 <= data <= most:
        template = N_("%(name)s must be a whole number from 0 to %(most)d, not %(value)s.")
        raise _wrong(data, name, template, most=most)
    return data


def _number(data: Any, name: str) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise _wrong(data, name, N_("%(name)s must be a number, not %(value)s."))
    try:
        number = float(data)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _wrong(data, name, N_("%(name)s is too large for a number: %(value)s."))
    return number


def _text(data: Any, name: str, *, filled: bool) -> str:
    if not isinstance(data, str) or (filled and not data):
        raise _wrong(data, name, N_("%(name)s must be a text, not %(value)s."))
    try:
        data.encode()
    except UnicodeEncodeError:  # half a character (a lone surrogate) cannot be stored or shown
        raise _wrong(data, name, N_("%(name)s has half a character: %(value)s.")) from None
    return data


def _one_of(words: Collection[Any], data: Any, name: str) -> Any:
    if not isinstance(data, str | int) or data not in words:
        template = N_("%(name)s must be one of %(words)s, not %(value)s.")
        raise _wrong(data, name, template, words=", ".join(map(str, words)))
    return data


def _join(inside: str, name: str) -> str:
    return f"{inside}.{name}" if inside else name


def _short(key: Any) -> str:
    """A key as it can be shown: not too long, and without half characters."""
    text = reprlib.repr(key)
    return text[1:-1] if isinstance(key, str) else text


def _wrong(data: Any, name: str, template: str, **details: Any) -> InputError:
    """The error at a place; ``template`` may use ``%(name)s`` and ``%(value)s``."""
    return InputError(template, name=name or "JSON", value=reprlib.repr(data), **details)
