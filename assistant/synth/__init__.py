"""Synthetic photos of any layout, in art drawn by code: for samples, tests and training."""

from assistant.synth.blocks import ICONS, STONES, Art, make_art
from assistant.synth.folder import write_folder
from assistant.synth.layouts import random_layout
from assistant.synth.look import LOOKS, Look
from assistant.synth.photo import render
from assistant.synth.scene import Paper
from assistant.synth.tables import TABLES

__all__ = [
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
