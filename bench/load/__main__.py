"""``python -m bench.load``: SECONDS and SEED come from the environment."""

import os

from bench.figures import table
from bench.load.measure import figures

MOST_SHOWN = 20


def main() -> int:
    found, wrong = figures(float(os.environ.get("SECONDS") or 60), int(os.environ.get("SEED") or 1))
    print(table(found))
    print(*wrong[:MOST_SHOWN], sep="\n", end="")
    return 0 if all(each.ok for each in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
