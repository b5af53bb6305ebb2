"""Moments as people say them, in the time of the machine that runs the app."""

from datetime import datetime, timedelta

from assistant.core.errors import N_
from assistant.web.i18n import gettext as _

MONTHS = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)


def day_words(moment: datetime, now: datetime) -> str:
    """``today, 20:14``, ``yesterday``, ``3 May``, or ``3 May 2025`` for another year."""
    if moment.date() == now.date():
        return _("today, %(time)s") % {"time": moment.strftime("%H:%M")}
    if moment.date() == now.date() - timedelta(days=1):
        return _("yesterday")
    return _day(moment) if moment.year == now.year else f"{_day(moment)} {moment.year}"


def date_words(stored: str) -> str:
    """A stored moment as ``3 May 2025``, for what is read on another day."""
    try:
        moment = datetime.fromisoformat(stored).astimezone()
    except ValueError:
        return stored
    return f"{_day(moment)} {moment.year}"


def day_or_longer(text: str) -> str:
    """A year, a month or a day, as ``2026-05-03``, in words, as ``3 May 2026``."""
    year, *rest = text.split("-")
    if not rest:
        return year
    month = _(MONTHS[int(rest[0]) - 1])
    return f"{int(rest[1])} {month} {year}" if len(rest) > 1 else f"{month} {year}"


def _day(moment: datetime) -> str:
    return f"{moment.day} {_(MONTHS[moment.month - 1])}"


def when(stored: str) -> str:
    """A stored moment, in UTC, in words; as it is if it is none."""
    try:
        moment = datetime.fromisoformat(stored).astimezone()
    except ValueError:
        return stored
    return day_words(moment, datetime.now().astimezone())
