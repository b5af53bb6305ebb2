"""The 90 dominoes of Pyramido (2023), which are public.

Each lies from left to right, in the notation of layouts: a colour and the mask of its icons. A
pair that is there twice stands for two equal dominoes.
"""

from assistant.core.pieces import Block, Color

_LEFT_TO_RIGHT = """
b1b8 b1n2 b1n4 b1n8 b2b2 b4b2 b4n2 b4n8 b5n0 b8b8 b8t4 b9n0 g0g9 g1b2 g1g8 g1r2 g3n0 g4r2 g4r8 g4t8
g4y8 g5b0 g5n0 g5r0 g5t0 g5y0 g6n0 g6t0 g6y0 g9b0 g9n0 g9t0 gCr0 n1n2 n1n8 n2n2 n4n2 n8n8 r0r9 r1b2
r1n2 r1t2 r1t8 r1y2 r4b8 r4n8 r4r2 r4t8 r4y8 r5b0 r5n0 r5t0 r5y0 r6b0 r6n0 r9n0 r9y0 t1b2 t1b8 t1n2
t1t8 t1y2 t4b8 t4n1 t4n8 t4t2 t4y2 t4y8 t5b0 t5n0 t5y0 t6b0 t9n0 t9y0 y1b2 y1b8 y1n2 y1n8 y1t8 y1y8
y2y2 y4b2 y4b8 y4n2 y4n8 y4y2 y5b0 y5n0 y6n0 y9b0
"""
_COLORS = {
    color.letter: color
    for color in (
        Color.BROWN,
        Color.BLUE,
        Color.YELLOW,
        Color.TURQUOISE,
        Color.GREEN,
        Color.RED,
    )
}


def _block(text: str) -> Block:
    return Block(_COLORS[text[0]], int(text[1], 16))


DOMINOES: tuple[tuple[Block, Block], ...] = tuple(
    (_block(text[:2]), _block(text[2:])) for text in _LEFT_TO_RIGHT.split()
)
