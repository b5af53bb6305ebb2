"""Write a folder of synthetic photos: python -m assistant.synth FOLDER --game GAME."""

from __future__ import annotations

import argparse
from pathlib import Path

from assistant.games import GAMES
from assistant.synth import LOOKS, write_folder


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m assistant.synth", description=__doc__)
    parser.add_argument("folder", type=Path, help="where photos and truth.jsonl go")
    parser.add_argument("--game", choices=list(GAMES), required=True)
    parser.add_argument("--count", type=int, default=24, help="number of photos")
    parser.add_argument("--seed", type=int, default=1, help="another number, other photos")
    parser.add_argument("--difficulty", choices=list(LOOKS), default="table")
    parser.add_argument(
        "--copies",
        type=int,
        nargs="*",
        default=[],
        help="printed copies shown (default: all other)",
    )
    parser.add_argument("--stages", type=int, nargs="*", default=[1, 2, 3, 4], choices=range(1, 5))
    options = parser.parse_args(arguments)
    truths = write_folder(
        options.folder,
        game=options.game,
        count=options.count,
        seed=options.seed,
        difficulty=options.difficulty,
        copies=options.copies,
        stages=options.stages,
    )
    print(f"{len(truths)} photos in {options.folder}")


if __name__ == "__main__":
    main()
