"""A table with everything that is kept of it, as it goes from one database to another."""

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from assistant.core.errors import N_, InputError
from assistant.plain import Codec, Filled, Form
from assistant.service.records import Step, TableRecord

Name = Annotated[str, Filled()]


@dataclass(frozen=True, slots=True)
class KeptStep:
    """A step of a table; ``undone`` counts those undone in the order in which they were."""

    id: int
    kind: Name
    payload: Mapping[str, Any]
    at: str
    undone: int | None = None


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """What was entered for a player's stage, and its history as pairs of title and text."""

    seat: int
    stage: int
    state: Mapping[str, Any]
    history: tuple[tuple[str, str], ...]
    version: int
    changed: str


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photo, or the picture from above that was made of one, as JPEG bytes."""

    number: int
    at: str
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table; ``copy`` is the number of the copy of the game it plays with."""

    code: Name
    game: Name
    seating: tuple[Name, ...]
    starter: str
    created: str
    changed: str
    version: int
    mode: str = ""
    copy: int | None = None
    steps: tuple[KeptStep, ...] = ()
    entries: tuple[KeptEntry, ...] = ()
    photos: tuple[KeptPhoto, ...] = ()

    @property
    def record(self) -> TableRecord:
        """The table as the use cases take it."""
        steps = sorted(self.steps, key=lambda step: step.id)
        undone = [step for step in steps if step.undone is not None]
        undone.sort(key=lambda step: step.undone or 0)
        return TableRecord(
            code=self.code,
            game=self.game,
            seating=self.seating,
            starter=self.starter,
            created=self.created,
            version=self.version,
            steps=tuple(map(_step, (step for step in steps if step.undone is None))),
            undone=tuple(map(_step, undone)),
            copy=self.copy,
            mode=self.mode,
        )


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A copy of a game as the photo reader has learned it."""

    number: int
    game: Name
    name: str
    profile: str
    photos: int
    notes: tuple[str, ...]
    changed: str


@dataclass(frozen=True, slots=True)
class KeptName:
    """A name that a new game proposes; the higher ``used``, the sooner."""

    name: Name
    used: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Tables with the copies they play with and the names of who played."""

    tables: tuple[KeptTable, ...]
    copies: tuple[KeptCopy, ...] = ()
    names: tuple[KeptName, ...] = ()


def _step(kept: KeptStep) -> Step:
    return Step(kept.kind, kept.payload, kept.at)


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (Base64Error, ValueError) as error:
        raise InputError(N_("This is no picture: it is not written in base64.")) from error


KEPT = Codec(
    {bytes: Form(str, lambda data: b64encode(data).decode(), _bytes)},
    omit_defaults=True,
    most_items=10**6,  # all games of a house; the size of the file is limited
)
"""The JSON of an export; pictures are base64."""


def with_photos(table: KeptTable, numbers: Mapping[int, int]) -> KeptTable:
    """The table with other numbers of its photos; what refers to any other photo forgets it."""

    def renumbered(state: Mapping[str, Any]) -> dict[str, Any]:
        photo = state.get("photo")
        if not isinstance(photo, Mapping):
            return dict(state)
        number = numbers.get(photo.get("number", -1))
        if number is None:
            return {**state, "photo": None, "doubts": []}
        renewed = {**photo, "number": number, "picture": numbers.get(photo.get("picture") or -1)}
        return {**state, "photo": renewed}

    return replace(
        table,
        entries=tuple(replace(entry, state=renumbered(entry.state)) for entry in table.entries),
        photos=tuple(
            replace(photo, number=numbers[photo.number])
            for photo in table.photos
            if photo.number in numbers
        ),
    )


def same_table(one: KeptTable, other: KeptTable) -> bool:
    """Whether two tables hold the same, whatever numbers their database gave to its rows."""
    return _plainly_numbered(one) == _plainly_numbered(other)


def _plainly_numbered(table: KeptTable) -> KeptTable:
    photos = sorted(photo.number for photo in table.photos)
    plain = with_photos(table, {number: at for at, number in enumerate(photos)})
    steps = sorted(plain.steps, key=lambda step: step.id)
    return replace(
        plain,
        copy=None,
        steps=tuple(replace(step, id=at) for at, step in enumerate(steps)),
        entries=tuple(sorted(plain.entries, key=lambda entry: (entry.seat, entry.stage))),
        photos=tuple(sorted(plain.photos, key=lambda photo: photo.number)),
    )
