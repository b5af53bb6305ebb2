"""Whose stage an address is about: table, seat and stage, resolved once for a blueprint."""

from dataclasses import dataclass
from typing import Any, cast

from flask import Blueprint, g

from assistant.service.drafts import StageDraft
from assistant.service.tables import PadScore
from assistant.web.context import entries, tables

PREFIX = "/t/<code>/<int:seat>/<int:stage>"


@dataclass(frozen=True, slots=True)
class Place:
    """One player's stage; seats count from 0 here and from 1 in addresses."""

    code: str
    seat: int
    stage: int

    @property
    def address(self) -> dict[str, Any]:
        """The values for `url_for`."""
        return {"code": self.code, "seat": self.seat + 1, "stage": self.stage}

    @property
    def key(self) -> tuple[str, int, int]:
        """Table, seat and stage, as the use cases take them."""
        return self.code, self.seat, self.stage

    def draft(self) -> StageDraft:
        """What has been entered there; raises as `Drafts.open`."""
        return entries().open(*self.key)

    def written(self) -> PadScore | None:
        """What stands on the pad there."""
        return tables().get(self.code).scores.get((self.seat, self.stage))


def stage_pages(name: str, under: str = "") -> Blueprint:
    """A blueprint of pages of one player's stage: its views take no place, they ask `here`."""
    pages = Blueprint(name, __name__, url_prefix=PREFIX + under)

    @pages.url_value_preprocessor
    def _resolve(endpoint: str | None, values: dict[str, Any] | None) -> None:
        if values is not None:
            code, seat, stage = (values.pop(part) for part in ("code", "seat", "stage"))
            g.place = Place(code, seat - 1, stage)

    return pages


def here() -> Place:
    """The place that the address of this request is about."""
    return cast(Place, g.place)
