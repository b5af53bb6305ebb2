"""Pyramido (2023): its data and cards, and how gems mark areas."""
