"""A game as plain text, to be pasted where people talk."""

from assistant.service.summary import GameSummary, PlayerSummary
from assistant.web.dates import date_words
from assistant.web.i18n import gettext as _


def game_text(game: GameSummary) -> str:
    """What was played and when, who won, and everybody's points, the best first."""
    ranked = sorted(game.players, key=lambda player: (player.rank or 0, -player.total))
    lines = [f"{game.title} · {date_words(game.created)}", winner_words(game)]
    return "\n".join([*lines, *(_line(player) for player in ranked)])


def winner_words(game: GameSummary) -> str:
    """Who won, as one sentence."""
    names = [shown_name(player) for player in game.winners]
    if not names:
        return _("Nobody wins")
    if len(names) > 1:
        return _("%(names)s share the victory") % {"names": ", ".join(names)}
    if game.winners[0].legend:
        return _("THE Legend wins")
    return _("%(name)s wins!") % {"name": names[0]}


def shown_name(player: PlayerSummary) -> str:
    """The name of a player; THE Legend's in the reader's language."""
    return _(player.name) if player.legend else player.name


def _line(player: PlayerSummary) -> str:
    stages = f" ({' + '.join(map(str, player.stages))})" if len(player.stages) > 1 else ""
    rank = f"{player.rank}. " if player.rank else ""
    return f"{rank}{shown_name(player)} {player.total}{stages}"
