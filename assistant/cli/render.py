"""``render``: a synthetic photo of a layout."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.files import write_file
from assistant.cli.output import check_output, put, remark
from assistant.core.errors import AssistantError
from assistant.games import GAMES, game_named
from assistant.wiring import render_photo


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is photographed and how."""
    parser.add_argument("--game", required=True, choices=list(GAMES), help="which game it is")
    parser.add_argument(
        "--layout",
        required=True,
        help="the pyramid in the notation; --layout=... if it begins with a gap",
    )
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="JPEG to write")
    parser.add_argument("--seed", type=int, default=1, help="another number, another photo")
    parser.add_argument(
        "--difficulty",
        choices=("clean", "table", "rough"),
        default="table",
        help="how hard the light, the camera and the table make it (default: table)",
    )
    parser.add_argument(
        "--copy", type=int, metavar="N", help="which printed copy of the game (default: the seed)"
    )


def run(args: Namespace) -> int:
    """Write the photo and print stage 1's corners in it; 1 if that cannot be done."""
    check_output()
    try:
        layout = game_named(args.game).parse(args.layout)
        jpeg, corners = render_photo(
            layout, game=args.game, seed=args.seed, difficulty=args.difficulty, copy=args.copy
        )
        write_file(args.out, jpeg)
    except AssistantError as error:
        remark(str(error))
        return 1
    put(",".join(f"{value:.1f}" for corner in corners for value in corner))
    return 0
