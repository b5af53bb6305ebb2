"""Every string of the pages goes through gettext: no words stand bare in a template."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").glob("**/*.html"))
SPOKEN = ("alt", "aria-label", "placeholder", "title", "aria-description", "aria-valuetext")


class Bare(HTMLParser):
    """Texts and spoken attributes that are left when everything of Jinja is taken out."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in SPOKEN and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def words(self) -> list[str]:
        return [text.strip() for text in self.found if re.search(r"[^\W\d_]{2}", text)]


def without_jinja(text: str) -> str:
    """The template with comments, statements and expressions cut out."""
    return re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}(?!\})", " ", text, flags=re.DOTALL)


def test_there_are_templates() -> None:
    assert len(TEMPLATES) > 10


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_words_stand_bare_in_a_template(path: Path) -> None:
    assert Bare(without_jinja(path.read_text(encoding="utf-8"))).words() == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_plain_text_is_put_out_by_an_expression(path: Path) -> None:
    """``{{ "words" }}`` would pass by gettext as well; so would a bare ternary."""
    for expression in re.findall(
        r"\{\{(.*?)\}\}(?!\})", path.read_text(encoding="utf-8"), re.DOTALL
    ):
        called = re.sub(r"\w+(?:\.\w+)*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "", expression)
        called = re.sub(r"\{.*\}|\[[^\]]*\]", "", called, flags=re.DOTALL)
        for literal in re.findall(r"\"([^\"]*)\"|'([^']*)'", called):
            assert " " not in "".join(literal), (path.name, expression)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_what_is_translated_is_a_literal_or_a_word_of_the_game(path: Path) -> None:
    """Tools find only literals; colours are marked where they are defined."""
    text = path.read_text(encoding="utf-8")
    for argument in re.findall(r"(?<![\w.])_\(\s*([^\s,)]+)", text):
        assert argument[0] in "\"'" or argument.endswith(("color.value", "title", "label")), (
            argument
        )


def test_the_scripts_say_nothing_of_their_own() -> None:
    """Words that a script shows come from the page, where they are translated."""
    for path in sorted((ROOT / "static").rglob("*.js")):
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for shown in re.findall(
            r"(?:textContent|innerText|title|ariaLabel)\s*=\s*([\"'`])(.*?)\1", text
        ):
            assert not re.search(r"[A-Za-z]{2}", shown[1]), (path.name, shown)
        assert not re.search(r"(?:inner|outer)HTML|insertAdjacentHTML|document\.write", text), (
            path.name
        )
