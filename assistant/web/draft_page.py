"""What every page of a player's stage shows, and what its scripts must know."""

from typing import Any

from flask import url_for

from assistant.service.drafts import StageDraft
from assistant.service.laid import cards_below
from assistant.web.i18n import gettext as _
from assistant.web.letters import letters_of


def draft_context(entry: StageDraft) -> dict[str, Any]:
    """What every page of an entry shows."""
    game = entry.table.dominoes
    letters = letters_of(game.palette)
    place: dict[str, Any] = {"code": entry.table.code, "seat": entry.seat + 1, "stage": entry.stage}
    return {
        "entry": entry,
        "table": entry.table,
        "helps": entry.table.helps,
        "game": game,
        "place": place,
        "written": entry.table.scores.get((entry.seat, entry.stage)),
        "letters": letters,
        "color_words": {color.letter: _(color.value) for color in game.palette},
        "data": {
            "state": entry.whole_state(),
            "version": entry.version,
            "stage": entry.stage,
            "laid": _laid_data(entry) if game.marks else None,
            "below": repr(entry.below) if entry.below else None,
            "palette": [
                {"color": color, "letter": color.letter, "shown": letters[color.value]}
                for color in game.palette
            ],
            "supply": {color.value: count for color, count in game.supply.items()},
            "turns": entry.dominoes_laid,
            "most": game.most_gems(entry.stage),
            "key": f"{entry.table.code}/{entry.seat}/{entry.stage}",
            "save": url_for("stage.save", **place),
            "picture": url_for("photo.picture_file", v=entry.photo.picture, **place)
            if entry.photo and entry.photo.picture is not None
            else None,
        },
    }


def _laid_data(entry: StageDraft) -> dict[str, Any]:
    """What the editor must know of gems and cards that lie on blocks."""
    return {
        "stage": entry.stage,
        "deck": [[face.letter for face in card] for card in entry.table.dominoes.deck.cards],
        "below": cards_below(entry.table, entry.seat, entry.stage),
    }
