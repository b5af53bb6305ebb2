"""What the views reach through the current app."""

from typing import cast

from flask import current_app

from assistant.service.copies import Copies
from assistant.service.drafts import Drafts
from assistant.service.once import Once
from assistant.service.photos import PhotoJobs
from assistant.service.pyramis import CardTables
from assistant.service.sharing import Sharing
from assistant.service.solo import Solo
from assistant.service.statistics import Statistics
from assistant.service.summaries import Summaries
from assistant.service.tables import Tables


def once() -> Once:
    """What forms have made already."""
    return cast(Once, current_app.extensions["once"])


def tables() -> Tables:
    """The use cases of tables."""
    return cast(Tables, current_app.extensions["tables"])


def summaries() -> Summaries:
    """The use cases of lists of tables."""
    return cast(Summaries, current_app.extensions["summaries"])


def solo() -> Solo:
    """The use cases of games against THE Legend."""
    return cast(Solo, current_app.extensions["solo"])


def cards() -> CardTables:
    """The use cases of tables of Pyramis."""
    return cast(CardTables, current_app.extensions["cards"])


def entries() -> Drafts:
    """The use cases of stage entries."""
    return cast(Drafts, current_app.extensions["entries"])


def photos() -> PhotoJobs:
    """The use cases of photos."""
    return cast(PhotoJobs, current_app.extensions["photos"])


def copies() -> Copies:
    """The use cases of copies of the games."""
    return cast(Copies, current_app.extensions["copies"])


def sharing() -> Sharing:
    """The use cases of export and import."""
    return cast(Sharing, current_app.extensions["sharing"])


def statistics() -> Statistics:
    """The use cases of records."""
    return cast(Statistics, current_app.extensions["statistics"])
