"""Unofficial table companion for Pyramido: Forgotten Treasures, Pyramido and Pyramis."""
