"""Synthetic photos of any layout, in art drawn by code: for samples, tests and training."""

from assistant.vision.render.blocks import GAMES, ICONS, STONES, Art, make_art
from assistant.vision.render.folder import write_folder
from assistant.vision.render.layouts import random_layout
from assistant.vision.render.look import LOOKS, Look
from assistant.vision.render.photo import render
from assistant.vision.render.scene import Paper
from assistant.vision.render.tables import TABLES

__all__ = [
    "GAMES",
    "ICONS",
    "LOOKS",
    "STONES",
    "TABLES",
    "Art",
    "Look",
    "Paper",
    "make_art",
    "random_layout",
    "render",
    "write_folder",
]
