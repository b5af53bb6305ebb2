"""How hard a photo is: the ranges from which each picture's conditions are drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Look:
    """Ranges (low, high) of everything that varies between photos of one difficulty.

    span: share of the picture the pyramid covers in its tighter direction.
    tilt: degrees from straight above; roll: degrees the picture may be turned either way.
    askew: degrees a domino may be turned; slip: blocks it may be out of place.
    warmth: -1 blue sky to 1 candle; mixed: how much of it changes across the picture.
    gradient: natural log of brightness between the sides; shadows: how many shadow edges.
    haze: linear light a veil adds; glare: how many blown reflections.
    defocus, shake: blur in pixels of a 1600-pixel picture; noise: of 255 levels.
    vignette: share of light lost in the corners; bend: lens distortion at the corners.
    contrast: share of an S-curve in the tones; saturation: factor on differences from grey;
    sharpen: strength of sharpening; local: how much an HDR rendition flattens the light and lifts
    detail. Together they are the phone's own rendition of a picture.
    loose: dominoes about; touching: chance that one touches the pyramid; gems: gems about.
    quality: of the JPEG.
    """

    span: Range
    tilt: Range
    roll: float
    askew: float
    slip: float
    warmth: Range
    mixed: Range
    gradient: Range
    shadows: tuple[int, int]
    haze: Range
    glare: tuple[int, int]
    defocus: Range
    shake: Range
    noise: Range
    vignette: Range
    bend: Range
    exposure: Range
    contrast: Range
    saturation: Range
    sharpen: Range
    local: Range
    loose: tuple[int, int]
    touching: float
    gems: tuple[int, int]
    quality: tuple[int, int]


LOOKS = {
    "clean": Look(
        span=(0.70, 0.88), tilt=(0, 12), roll=4, askew=0.4, slip=0.004,
        warmth=(-0.15, 0.2), mixed=(0, 0.05), gradient=(0, 0.15), shadows=(0, 0),
        haze=(0, 0), glare=(0, 0), defocus=(0.3, 0.7), shake=(0, 0), noise=(0.6, 1.5),
        vignette=(0, 0.1), bend=(0, 0), exposure=(0.9, 1.1),
        contrast=(0, 0.22), saturation=(0.92, 1.15), sharpen=(0, 0.6), local=(0, 0),
        loose=(0, 2), touching=0,
        gems=(0, 3), quality=(88, 95),
    ),
    "table": Look(
        span=(0.58, 0.86), tilt=(4, 30), roll=13, askew=1.0, slip=0.012,
        warmth=(-0.5, 0.75), mixed=(0, 0.3), gradient=(0.1, 0.6), shadows=(0, 2),
        haze=(0, 0.10), glare=(0, 0), defocus=(0.4, 1.3), shake=(0, 1.5), noise=(1, 4),
        vignette=(0, 0.25), bend=(-0.004, 0.008), exposure=(0.75, 1.2),
        contrast=(0, 0.22), saturation=(0.92, 1.15), sharpen=(0, 0.6), local=(0, 0),
        loose=(0, 5), touching=0.25,
        gems=(0, 9), quality=(75, 93),
    ),
    "rough": Look(
        span=(0.42, 0.80), tilt=(8, 38), roll=33, askew=1.8, slip=0.022,
        warmth=(-0.8, 1.0), mixed=(0.1, 0.6), gradient=(0.2, 0.9), shadows=(1, 3),
        haze=(0.02, 0.22), glare=(0, 2), defocus=(0.6, 2.0), shake=(0, 6), noise=(2, 8),
        vignette=(0.1, 0.4), bend=(-0.02, 0.035), exposure=(0.6, 1.3),
        contrast=(0, 0.22), saturation=(0.92, 1.15), sharpen=(0, 0.6), local=(0, 0),
        loose=(2, 8), touching=0.5,
        gems=(3, 14), quality=(60, 88),
    ),
}  # fmt: skip
LOOKS["vivid"] = replace(
    LOOKS["table"], contrast=(0.1, 0.45), saturation=(1.1, 1.4), sharpen=(0.4, 1.2)
)
"""As a phone shows it that likes strong colours."""
LOOKS["hdr"] = replace(LOOKS["vivid"], local=(0.2, 0.6), sharpen=(0.6, 1.5))
"""As a phone shows it that puts several exposures together."""
