"""``calibrate``: learn a copy of the game from a photo and its right layout."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from assistant.cli.files import read_file, read_text, write_file
from assistant.cli.output import check_output, put, remark
from assistant.cli.read import corners_argument
from assistant.core.areas import layout_areas
from assistant.core.errors import AssistantError
from assistant.core.photos import LearnCopy
from assistant.games import GAMES, game_named
from assistant.wiring import do_here


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the photo and what it shows."""
    parser.add_argument("photo", metavar="PHOTO", help="photo of a pyramid of this copy")
    parser.add_argument("--game", required=True, choices=list(GAMES), help="which game it is")
    parser.add_argument(
        "--layout",
        required=True,
        help="the pyramid in the notation; --layout=... if it begins with a gap",
    )
    parser.add_argument(
        "--corners",
        type=corners_argument,
        metavar="x,y,x,y,x,y,x,y",
        help="outer corners of stage 1 in the upright photo, clockwise from top-left",
    )
    parser.add_argument(
        "--from",
        dest="base",
        type=Path,
        metavar="FILE",
        help="profile to improve (default: the game's)",
    )
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="profile to write")


def run(args: Namespace) -> int:
    """Write the profile and print what the photo left open; 1 if nothing could be learned."""
    check_output()
    try:
        layout = game_named(args.game).parse(args.layout)
        layout_areas(layout)
        base = read_text(args.base) if args.base else None
        photo = read_file(args.photo)
        learned = do_here(
            LearnCopy(photo, args.game, layout, args.corners, base, name=args.out.stem)
        )
        write_file(args.out, learned.profile.encode())
    except AssistantError as error:
        remark(f"{error} {getattr(error, 'hint', '')}".rstrip())
        return 1
    put("\n".join(learned.notes) or "The photo showed every colour well.")
    return 0
