"""``python -m bench.fuzz``: INPUTS, SECONDS and SEED come from the environment."""

import os

from bench.fuzz.run import Outcome, fuzz

MOST_GROWTH = 64 * 2**20
"""Bytes that the process may grow by after the first fifth of the run."""


def main() -> int:
    outcome = fuzz(
        int(os.environ.get("INPUTS") or 20_000),
        seed=int(os.environ.get("SEED") or 1),
        seconds=float(os.environ.get("SECONDS") or 24 * 3600),
    )
    print(report(outcome))
    return 0 if is_fine(outcome) else 1


def is_fine(outcome: Outcome) -> bool:
    """Whether nothing was found, no process is left over, and memory stayed flat."""
    grown = outcome.last_bytes - outcome.warm_bytes
    return not outcome.findings and not outcome.left_over and grown <= MOST_GROWTH


def report(outcome: Outcome) -> str:
    """What was sent and seen, for a person."""
    lines = [f"{outcome.inputs} inputs in {outcome.seconds:.0f} s"]
    for kind, count in outcome.sent.items():
        answers = ", ".join(f"{what}: {n}" for what, n in sorted(outcome.answers[kind].items()))
        lines.append(f"  {kind:10} {count:8}   {answers}")
    warm, last = outcome.warm_bytes / 2**20, outcome.last_bytes / 2**20
    lines.append(f"memory after a fifth {warm:.0f} MB, at the end {last:.0f} MB")
    lines.append(f"processes left over: {len(outcome.left_over)}")
    lines.append(f"findings: {len(outcome.findings)}")
    return "\n".join([*lines, *outcome.findings])


if __name__ == "__main__":
    raise SystemExit(main())
