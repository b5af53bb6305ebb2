"""``simulate``: whole games, scored by several ways to spend."""

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from statistics import fmean, pstdev, quantiles

from assistant.cli.json_lines import JsonObject
from assistant.cli.output import check_output, put, remark
from assistant.games.forgotten_treasures.lookahead.simulation import (
    Totals,
    compare,
    play_game,
    share_won,
)

POLICIES = ("greedy", "plan", "clairvoyant")
PROGRESS_EVERY = 10
MOST_DIGITS = 9


def add_arguments(parser: ArgumentParser) -> None:
    """How many games, and which."""
    parser.add_argument("--games", type=positive_number, default=20, help="default: %(default)s")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first game, then counting up (%(default)s)"
    )
    parser.add_argument(
        "--samples", type=positive_number, help="futures of each decision (as many as plan takes)"
    )


def run(args: Namespace) -> int:
    """Play, tell how far on standard error, and print one JSON object."""
    check_output()
    totals = []
    for number, seed in enumerate(range(args.seed, args.seed + args.games), start=1):
        totals.append(compare(play_game(seed), seed, args.samples))
        if number % PROGRESS_EVERY == 0 or number == args.games:
            share, error = share_won(totals)
            remark(f"{number} of {args.games} games, share won {share:.3f} ± {error:.3f}")
    put(json.dumps({"games": args.games, "seed": args.seed} | summary(totals)))
    return 0


def summary(totals: Sequence[Totals]) -> JsonObject:
    """The distribution of the scores of each way to spend, and the share of the gap won."""
    share, error = share_won(totals)
    return {
        "scores": {
            policy: _distribution([getattr(each, policy) for each in totals]) for policy in POLICIES
        },
        "gap": round(fmean(each.clairvoyant - each.greedy for each in totals), 2),
        "share_won": round(share, 4),
        "standard_error": round(error, 4),
    }


def _distribution(scores: list[int]) -> JsonObject:
    low, middle, high = quantiles(scores, method="inclusive") if scores[1:] else scores * 3
    return {
        "mean": round(fmean(scores), 2),
        "deviation": round(pstdev(scores), 2),
        "lowest": min(scores),
        "quartiles": [low, middle, high],
        "highest": max(scores),
    }


def positive_number(text: str) -> int:
    """A whole number from 1; raises `ArgumentTypeError` for anything else."""
    number = int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number
