"""A short rules card for each game."""

from flask import Blueprint, render_template

from assistant.games import ALL_GAMES, any_game_named

pages = Blueprint("rules", __name__)


@pages.get("/rules/<game>")
def page(game: str) -> str:
    """The rules card of a game; raises `InputError` for a game that is not known here."""
    return render_template("rules/page.html", game=any_game_named(game), games=ALL_GAMES.values())
