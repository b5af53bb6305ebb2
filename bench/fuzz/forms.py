"""The forms of a page with their fields, as a browser would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageForm:
    """Where a form goes, how, and what its fields hold."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)


def forms_of(page: str, address: str) -> list[PageForm]:
    """The forms of a page that lies at this address."""
    parser = _Forms(address)
    parser.feed(page)
    return parser.forms


class _Forms(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[PageForm] = []
        self.inside: PageForm | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = own.get("action") or self.address
            self.inside = PageForm(action, own.get("method", "get").upper())
            self.forms.append(self.inside)
        elif self.inside and own.get("name") and tag in ("input", "button", "select", "textarea"):
            values = self.inside.fields.setdefault(own["name"], [])
            ticked = own.get("type") not in ("checkbox", "radio") or "checked" in own
            if ticked and not (tag == "button" and values):
                values.append(own.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
