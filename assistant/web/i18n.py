"""The words of the pages go through gettext; English is the language of the source."""

import gettext as _gettext

from flask import Flask

from assistant.core.errors import AssistantError, Message, PhotoError
from assistant.resources import resource_directory

DOMAIN = "assistant"
_translations = _gettext.translation(
    DOMAIN, resource_directory("templates") / "locale", languages=["en"], fallback=True
)


def gettext(text: str) -> str:
    """The text in the reader's language."""
    return _translations.gettext(text)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form for this count in the reader's language."""
    return _translations.ngettext(singular, plural, count)


def sentence(message: Message | AssistantError) -> str:
    """A message or an error's message in the reader's language."""
    if isinstance(message, AssistantError):
        hint = f" {gettext(message.hint)}" if isinstance(message, PhotoError) else ""
        return message.message.translated(gettext) + hint
    return message.translated(gettext)


def init_app(app: Flask) -> None:
    """Give the templates ``_``, ``ngettext``, ``text``, and filters for messages and marked words.

    ``text`` leaves the ``%(name)s`` places alone: the page's scripts fill them in.
    """
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals["text"] = gettext
    app.jinja_env.filters["sentence"] = sentence
    app.jinja_env.filters["translated"] = gettext
