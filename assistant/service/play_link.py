"""The link that hands a finished game to BG Stats; the app itself never calls out."""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from assistant.service.summary import GameSummary

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Pyramido companion"


def play_link(game: GameSummary) -> str:
    """The address that opens BG Stats with this game filled in."""
    return ADDRESS + quote(json.dumps(play(game), ensure_ascii=False), safe="")


def play(game: GameSummary) -> dict[str, Any]:
    """The game as BG Stats takes it, its moment in UTC.

    How long it took is left out where it is not known; ``winner`` and ``startPlayer`` never are.
    """
    began = datetime.fromisoformat(game.created).astimezone(UTC)
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": game.code,
        "playDate": began.strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": game.minutes,
        "comments": _comments(game),
        "game": {"name": game.title, "sourceGameId": game.game, "highestWins": True},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name.casefold(),
                "startPlayer": player.starts,
                "score": player.total,
                "rank": player.rank,
                "winner": player.winner,
            }
            for player in game.players
        ],
    }
    return {key: value for key, value in data.items() if value is not None}


def _comments(game: GameSummary) -> str:
    """The points stage by stage, where there are stages."""
    return "; ".join(
        f"{player.name}: {' + '.join(map(str, player.stages))}"
        for player in game.players
        if len(player.stages) > 1
    )
