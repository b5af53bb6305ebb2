"""Figures that ``make bench`` prints; one module a topic."""
