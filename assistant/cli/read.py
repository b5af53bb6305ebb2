"""``read``: what photos of pyramids show."""

import json
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Any

from assistant.cli.files import read_file
from assistant.cli.output import check_output, put
from assistant.core.errors import N_, AssistantError, InputError, PhotoError
from assistant.core.geometry import STAGE_COUNT
from assistant.core.layout import Layout
from assistant.core.reading import Corners, Reading
from assistant.games import GAMES, game_named
from assistant.plain import to_plain
from assistant.service.drafts import check_corners, corners_from
from assistant.wiring import read_photo, read_together


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the photos and what is known about them."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="photo files of any usual kind")
    parser.add_argument("--game", required=True, choices=list(GAMES), help="which game it is")
    parser.add_argument(
        "--stage",
        required=True,
        type=int,
        choices=range(1, STAGE_COUNT + 1),
        help="the stage that has just been finished",
    )
    parser.add_argument(
        "--corners",
        type=corners_argument,
        metavar="x,y,x,y,x,y,x,y",
        help="outer corners of stage 1 in the upright photo, clockwise from top-left",
    )
    parser.add_argument(
        "--profile", type=Path, metavar="FILE", help="profile of this copy of the game"
    )
    parser.add_argument(
        "--layout-below",
        metavar="LAYOUT",
        help="the stages below in the notation, if known; --layout-below=... if they begin with"
        " a gap",
    )
    parser.add_argument(
        "--together",
        action="store_true",
        help="all photos show the same pyramid, from any side: one reading, the surer one of each"
        " block; --corners are those of the first photo",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a photo")


def run(args: Namespace) -> int:
    """Read every photo; 1 if any could not be read."""
    check_output()
    status = 0
    readings: dict[str, Reading] = {}
    total = 0.0
    for name in args.photos:
        corners = args.corners if not args.together or name == args.photos[0] else None
        try:
            reading, seconds = _read(name, args, corners)
        except AssistantError as error:
            hint = error.hint if isinstance(error, PhotoError) else ""
            _tell({"file": name, "error": str(error), "hint": hint}, args)
            status = 1
            continue
        readings[name] = reading
        total += seconds
        if not args.together:
            _tell(_answer(name, reading, seconds), args)
    if args.together and readings:
        reading = read_together(list(readings.values()), profile=args.profile)
        files = {"files": list(readings)}
        _tell({**_answer(next(iter(readings)), reading, total), **files}, args)
    return status


def _tell(answer: dict[str, Any], args: Namespace) -> None:
    put(json.dumps(answer) if args.json else _plain(answer))


def _answer(name: str, reading: Reading, seconds: float) -> dict[str, Any]:
    return {"file": name, **reading_as_dict(reading), "elapsed_ms": round(1000 * seconds)}


def _read(name: str, args: Namespace, corners: Corners | None) -> tuple[Reading, float]:
    """What a photo shows, and the seconds it took."""
    below = _below(args.layout_below, args.game, args.stage)
    photo = read_file(name)
    started = time.perf_counter()
    reading = read_photo(
        photo,
        game=args.game,
        stage=args.stage,
        corners=corners,
        below=below,
        profile=args.profile,
    )
    return reading, time.perf_counter() - started


def reading_as_dict(reading: Reading) -> dict[str, Any]:
    """A reading as the JSON of the command."""
    return {
        "game": reading.game,
        "stage": reading.stage,
        "notation": repr(reading.layout),
        "corners": [[round(x, 1), round(y, 1)] for x, y in reading.corners],
        "blocks": [
            {**to_plain(block), "confidence": round(block.confidence, 4)}
            for block in reading.blocks
        ],
        "marks": [
            {"stage": stage, "row": row, "column": column} for stage, row, column in reading.marks
        ],
        "warnings": list(map(str, reading.warnings)),
    } | ({"looks_like": to_plain(reading.looks_like)} if reading.looks_like else {})


def _below(text: str | None, game: str, stage: int) -> Layout | None:
    if text is None:
        return None
    layout = game_named(game).parse(text)
    if len(layout.stages) != stage - 1:
        raise InputError(
            N_("The layout below stage %(stage)d has %(needed)d stages, not %(count)d."),
            stage=stage,
            needed=stage - 1,
            count=len(layout.stages),
        )
    return layout


def corners_argument(text: str) -> Corners:
    """Four corners as eight numbers; raises `ArgumentTypeError` if they are no pyramid's."""
    numbers = text.split(",")
    try:
        corners = corners_from(list(zip(numbers[::2], numbers[1::2], strict=True)))
        check_corners(corners)
    except (ValueError, AssistantError) as error:
        raise ArgumentTypeError(f"{text!r} are not four corners x,y: {error}") from error
    return corners


def _plain(answer: dict[str, Any]) -> str:
    if "error" in answer:
        return f"{answer['file']}: {answer['error']} {answer['hint']}".rstrip()
    doubtful = sum(block["uncertain"] for block in answer["blocks"])
    lines = [f"{answer['file']}: {answer['notation']}"]
    if doubtful:
        lines.append(f"  {doubtful} of {len(answer['blocks'])} blocks are doubtful")
    return "\n".join([*lines, *(f"  {warning}" for warning in answer["warnings"])])
