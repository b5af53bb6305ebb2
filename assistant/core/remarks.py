"""What a photo reader has to say beside a reading: sentences that pages can translate.

A remark is a `Message` with one of these templates, and goes through JSON as a pair of template
and details; a plain text of before is shown as it is.
"""

from collections.abc import Mapping
from typing import Any

from assistant.core.errors import N_, InputError, Message

CUT_SHORT = N_("The file was cut short, so part of the photo may be missing.")
NO_COLORS = N_("The photo has no colours: take one that is not black and white.")
BLURRED = N_("The photo is blurred: look at all blocks, or take it again.")
SMALL = N_("The pyramid is small in the photo (a block is %(pixels)d pixels wide): go nearer.")
CORNERS_UNSURE = N_("The corners of the pyramid are not sure: check them first.")
CORNERS_MOVED = N_(
    "The corners were not on the pyramid: it was read within its own seams. Check the frame."
)
BAD_FIT = N_(
    "The blocks do not fit well in this frame: check its corners, or take the photo again."
)
OTHER_STAGE = N_("This looks like stage %(looks)d, not stage %(stage)d.")
OTHER_GAME = N_("This looks like stage %(looks)d of %(game)s.")
MISSING = N_("Dominoes seem to be missing from stage %(stage)d: is it finished?")
SECOND_PYRAMID = N_("There seems to be another pyramid in the photo: is this the right one?")
NO_TILING = N_("The blocks of stage %(stage)d cannot be laid with dominoes: check its gaps.")
NO_ICONS = N_(
    "The icons of stage %(stage)d cannot be right: each domino carries exactly two."
    " Check its icons."
)
OTHERWISE = N_(
    "The photo shows stage %(stage)d, row %(row)d, column %(column)d otherwise than it was entered."
)
AS_WRITTEN = "%(text)s"

TEMPLATES = frozenset(
    {
        CUT_SHORT,
        NO_COLORS,
        BLURRED,
        SMALL,
        CORNERS_UNSURE,
        CORNERS_MOVED,
        BAD_FIT,
        OTHER_STAGE,
        OTHER_GAME,
        MISSING,
        SECOND_PYRAMID,
        NO_TILING,
        NO_ICONS,
        OTHERWISE,
        AS_WRITTEN,
    }
)


def remark(template: str, **details: int | str) -> Message:
    """One of the sentences above with its details."""
    return Message(template, details)


def remark_to_plain(message: Message) -> list[Any]:
    """A remark as plain JSON."""
    return [message.template, dict(message.details)]


def remark_from_plain(plain: Any) -> Message:
    """The inverse of `remark_to_plain`; a plain text is a remark of before.

    Raises:
        InputError: it is no remark.
    """
    try:
        template, details = (AS_WRITTEN, {"text": plain}) if isinstance(plain, str) else plain
        if template not in TEMPLATES or not isinstance(details, Mapping):
            raise InputError(N_("This is nothing that a photo reader says."))
        message = Message(template, details)
        str(message).encode()
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(N_("This is nothing that a photo reader says.")) from error
    return message
