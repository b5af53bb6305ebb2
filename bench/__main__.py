"""``python -m bench [TOPIC...]`` prints all figures; exit status 1 if one misses its target."""

import sys
from importlib import import_module

from bench.figures import table

TOPICS = ("activation", "photos", "legend", "carryover", "history")
"""Modules of this package with a function ``figures()`` that gives a list of `Figure`."""


def main(topics: list[str]) -> int:
    figures = [
        figure for topic in topics or TOPICS for figure in import_module(f"bench.{topic}").figures()
    ]
    print(table(figures))
    return 0 if all(figure.ok for figure in figures) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
