"""What a topic measures: figures with their targets, printed as one table."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
RUNS = 3


@dataclass(frozen=True)
class Figure:
    """A value, rounded as it is shown, and the bound it must keep, if any."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def target(self) -> str:
        if self.at_most is not None:
            return f"<= {self.at_most:g}"
        return "" if self.at_least is None else f">= {self.at_least:g}"

    @property
    def ok(self) -> bool:
        return (self.at_most is None or self.value <= self.at_most) and (
            self.at_least is None or self.value >= self.at_least
        )

    def row(self) -> tuple[str, str, str, str, str]:
        verdict = ("yes" if self.ok else "NO") if self.target else ""
        return self.name, f"{self.value:.4g}", self.unit, self.target, verdict


def table(figures: Iterable[Figure]) -> str:
    """The figures in aligned columns."""
    rows = [("name", "value", "unit", "target", "ok"), *(figure.row() for figure in figures)]
    name, value, unit, target, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    return "\n".join(
        f"{n:{name}}  {v:>{value}}  {u:{unit}}  {t:{target}}  {o}".rstrip()
        for n, v, u, t, o in rows
    )


def timed(work: Callable[..., T], *args: object) -> tuple[T, float]:
    """The result and the seconds of the fastest of a few runs: other programs only add time."""
    fastest = float("inf")
    for _ in range(RUNS):
        start = time.perf_counter()
        result = work(*args)
        fastest = min(fastest, time.perf_counter() - start)
    return result, fastest
