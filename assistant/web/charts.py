"""Charts as places for the SVG of the templates; each page gives the same numbers as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 120
"""SVG units of a chart; values are drawn between the edges left free for their numbers."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 12, 14, 20


@dataclass(frozen=True, slots=True)
class Dot:
    """A value of a curve at its place; ``marked`` ones stand out."""

    x: float
    y: float
    value: int
    marked: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through values; ``levels`` are (y, value) of its grid."""

    path: str
    dots: tuple[Dot, ...]
    levels: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the bottom up, ``middle`` and ``top`` where its words and number stand."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    words: str
    value: float


def curve(values: Sequence[tuple[int, bool]], most: int | None = None) -> Curve:
    """The curve of (value, marked), one after the other; ``most`` is the value at the top."""
    top = _round_up(max([value for value, _ in values], default=0) if most is None else most)
    step = (WIDTH - _LEFT - _RIGHT) / max(1, len(values) - 1)
    dots = tuple(
        Dot(round(_LEFT + step * at, 1), _height(value, top), value, marked)
        for at, (value, marked) in enumerate(values)
    )
    path = "M" + "L".join(f"{dot.x} {dot.y}" for dot in dots) if dots else ""
    return Curve(path, dots, tuple((_height(level, top), level) for level in (0, top // 2, top)))


def bars(values: Iterable[tuple[str, float]]) -> tuple[Bar, ...]:
    """A bar for each (words, value), side by side."""
    values = tuple(values)
    top = max([value for _, value in values], default=0) or 1
    room = (WIDTH - 2 * _RIGHT) / max(1, len(values))
    return tuple(
        Bar(
            x=round(_RIGHT + room * (at + 0.15), 1),
            y=_height(value, top),
            width=round(room * 0.7, 1),
            height=round(HEIGHT - _BOTTOM - _height(value, top), 1),
            middle=round(_RIGHT + room * (at + 0.5), 1),
            words=words,
            value=value,
        )
        for at, (words, value) in enumerate(values)
    )


def _height(value: float, top: float) -> float:
    return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top, 1)


def _round_up(value: int) -> int:
    """An even ten that is not below the value."""
    return max(10, -(-value // 10) * 10)
