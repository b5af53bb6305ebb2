"""Pyramis: pyramids of cards, and what they are worth."""
