"""Pyramido: Forgotten Treasures (2025): its data, and the best way to spend gems."""
