"""From the bytes of a photo to upright sRGB pixels, whatever phone or program wrote them.

`decode` never looks at a file's name, never decodes more than it needs, and raises nothing but
`PhotoError`. Pictures are uint8 arrays of shape (height, width, 3) in BGR order throughout.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image, ImageCms

from assistant.core.errors import N_, Message, PhotoError
from assistant.core.remarks import CUT_SHORT, remark
from assistant.vision.header import (
    END_OF_IMAGE,
    SEND_AGAIN,
    check_size,
    damaged,
    open_header,
    too_much_memory,
)

Pixels = NDArray[np.uint8]

ROWS_NEEDED = 0.85
"""Share of a cut-short JPEG's rows that must have arrived."""

_STRIP_PIXELS = 4_000_000
_EXIF_ORIENTATION = 0x0112
_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """A photo the right way up, at working size.

    pixels: uint8 (height, width, 3) BGR, sRGB.
    full_size: (width, height) of the whole upright photo, in pixels.
    warnings: what a person should know about the file.
    """

    pixels: Pixels
    full_size: tuple[int, int]
    warnings: tuple[Message, ...] = ()

    @property
    def scale(self) -> tuple[float, float]:
        """Working pixels per full-size pixel, across and down (equal but for rounding)."""
        height, width = self.pixels.shape[:2]
        return width / self.full_size[0], height / self.full_size[1]

    def to_full(self, points: NDArray[Any]) -> NDArray[np.float64]:
        """Working-size points (..., 2) as full-size points; pixel centres are at whole numbers."""
        full: NDArray[np.float64] = (np.asarray(points) + 0.5) / np.array(self.scale) - 0.5
        return full

    def to_working(self, points: NDArray[Any]) -> NDArray[np.float64]:
        """Full-size points (..., 2) as working-size points; pixel centres are at whole numbers."""
        working: NDArray[np.float64] = (np.asarray(points) + 0.5) * np.array(self.scale) - 0.5
        return working


def decode(photo: bytes, max_side: int = 1600) -> Upright:
    """Decode the bytes of any usual photo file to an upright sRGB picture.

    max_side: the longest side of the result, in pixels, at most; small photos are not enlarged.

    Raises PhotoError, with what to do about it, for bytes that are not a readable photo.
    """
    header = open_header(photo)
    full_width, full_height = header.size
    try:
        pixels, cut_short = _decode_pixels(photo, header, max_side)
        orientation = _orientation(header)
    except PhotoError:
        raise
    except MemoryError:
        raise too_much_memory() from None
    except cv2.error as error:
        raise (too_much_memory() if error.code == cv2.Error.StsNoMem else damaged()) from error
    except Exception as error:  # decoders raise anything at all on damaged files
        raise damaged() from error
    upright = np.ascontiguousarray(_turn(pixels, orientation))
    swapped = orientation >= 5
    return Upright(
        pixels=upright,
        full_size=(full_height, full_width) if swapped else (full_width, full_height),
        warnings=(remark(CUT_SHORT),) if cut_short else (),
    )


def upright_of(pixels: Pixels) -> Upright:
    """A whole upright picture of its own size."""
    height, width = pixels.shape[:2]
    return Upright(pixels, (width, height))


def encode_jpeg(pixels: Pixels, quality: int = 85) -> bytes:
    """A BGR picture as the bytes of a JPEG that holds nothing but pixels."""
    done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture could not be written as a JPEG")
    return data.tobytes()


def _decode_pixels(photo: bytes, header: Image.Image, max_side: int) -> tuple[Pixels, bool]:
    """sRGB pixels, fitted but not turned yet, and whether the file was cut short."""
    profile = header.info.get("icc_profile")
    if header.format in ("JPEG", "MPO") and header.mode in ("L", "RGB"):
        pixels, cut_short = _decode_jpeg(photo, header.size, header.mode, max_side)
    elif header.format == "HEIF":
        pixels, cut_short = _decode_heif(photo, header.size, max_side), False
    elif header.format == "WEBP" and header.mode == "RGB":  # Pillow takes three times the memory
        pixels, cut_short = _decode_with_opencv(photo, header.size, max_side), False
    else:
        picture = _decode_with_pillow(header, max_side)
        return _fit(_picture_to_srgb(picture, profile), max_side), False
    return _pixels_to_srgb(_fit(pixels, max_side), profile), cut_short


def _shrink_factor(size: tuple[int, int], max_side: int, largest: int) -> int:
    """The largest power of two, up to `largest`, that leaves at least `max_side` pixels."""
    factor = 1
    while factor < largest and max(size) // (2 * factor) >= max_side:
        factor *= 2
    return factor


def _decode_jpeg(
    photo: bytes, size: tuple[int, int], mode: str, max_side: int
) -> tuple[Pixels, bool]:
    """Decode a JPEG straight to about the size wanted; tell whether the file was cut short."""
    flags = _REDUCED[_shrink_factor(size, max_side, 8)] | cv2.IMREAD_IGNORE_ORIENTATION
    pixels = cv2.imdecode(np.frombuffer(photo, np.uint8), flags)
    if pixels is not None:
        return _uint8(pixels), False
    # OpenCV refuses a JPEG that stops early, but decodes what there is once the end is marked.
    pixels = cv2.imdecode(np.frombuffer(photo + END_OF_IMAGE, np.uint8), flags)
    if pixels is None:
        raise damaged()
    arrived = _arrived_share(pixels, mode)
    if arrived < ROWS_NEEDED:
        raise PhotoError(
            N_("The photo file is cut off: only %(percent)d %% of the picture has arrived."),
            SEND_AGAIN,
            percent=int(100 * arrived),
        )
    return _uint8(pixels), True


def _arrived_share(pixels: NDArray[Any], mode: str) -> float:
    """Share of a cut-short JPEG's rows that were decoded.

    Where data is missing, libjpeg leaves even grey in a colour photo, mid-grey in a grey one.
    """
    if mode == "RGB":
        present = (np.ptp(pixels, axis=2) > 0).any(axis=1)
    else:
        present = (pixels[:, :, 0] != 128).any(axis=1)
    rows = np.flatnonzero(present)
    return float(rows[-1] + 1) / len(pixels) if len(rows) else 0.0


def _check_decoded(width: int, height: int, told: tuple[int, int]) -> None:
    """Refuse a picture that is not of the size its header told, and was let in by."""
    check_size((width, height))
    if (width, height) != told:
        raise damaged()


def _decode_with_opencv(photo: bytes, told: tuple[int, int], max_side: int) -> Pixels:
    """Decode any opaque picture OpenCV knows at full size, and shrink it."""
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    pixels = cv2.imdecode(np.frombuffer(photo, np.uint8), flags)
    if pixels is None:
        raise damaged()
    _check_decoded(pixels.shape[1], pixels.shape[0], told)
    return _fit(pixels, max_side)


def _decode_heif(photo: bytes, told: tuple[int, int], max_side: int) -> Pixels:
    """Decode a HEIC file, which libheif turns upright itself, without a second full-size copy."""
    pixels = np.asarray(pillow_heif.open_heif(photo, convert_hdr_to_8bit=True, bgr_mode=True))
    _check_decoded(pixels.shape[1], pixels.shape[0], told)
    small = _fit(pixels, max_side)
    if small.ndim == 2:
        return _uint8(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR))
    return _on_white(small) if small.shape[2] == 4 else small


def _decode_with_pillow(picture: Image.Image, max_side: int) -> Image.Image:
    """Decode with Pillow to mode RGB or CMYK, shrunk strip by strip to spare memory."""
    told = picture.size
    picture.load()
    width, height = picture.size
    _check_decoded(width, height, told)
    factor = _shrink_factor(picture.size, max_side, 64)
    rows = max(1, _STRIP_PIXELS // (width * factor)) * factor
    strips = [
        _plain(picture.crop((0, top, width, min(top + rows, height)))).reduce(factor)
        for top in range(0, height, rows)
    ]
    whole = Image.new(strips[0].mode, (strips[0].width, sum(strip.height for strip in strips)))
    top = 0
    for strip in strips:
        whole.paste(strip, (0, top))
        top += strip.height
    return whole


def _plain(picture: Image.Image) -> Image.Image:
    """A Pillow picture of any mode as RGB, or CMYK if it was; what is transparent becomes white."""
    if picture.mode == "CMYK":
        return picture
    if picture.mode.startswith("I"):
        grey = np.clip(np.asarray(picture).astype(np.int64) >> 8, 0, 255)
        return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
    if picture.has_transparency_data:
        rgba = np.asarray(picture.convert("RGBA"))
        return Image.fromarray(_on_white(rgba))
    return picture.convert("RGB")


def _on_white(pixels: NDArray[Any]) -> Pixels:
    """Lay (height, width, 4) pixels, whose last channel is alpha, on white; uint8 in and out."""
    alpha = pixels[:, :, 3:].astype(np.uint16)
    mixed = pixels[:, :, :3] * alpha + 255 * (255 - alpha) + 127
    return (mixed // 255).astype(np.uint8)


def _picture_to_srgb(picture: Image.Image, profile: bytes | None) -> Pixels:
    """An RGB or CMYK Pillow picture as BGR in sRGB; an unusable profile is passed over."""
    transform = _transform(profile, picture.mode) if profile else None
    if transform is not None:
        in_place = picture.mode == "RGB"
        picture = ImageCms.applyTransform(picture, transform, in_place) or picture
    return _uint8(cv2.cvtColor(np.asarray(picture.convert("RGB")), cv2.COLOR_RGB2BGR))


def _pixels_to_srgb(pixels: Pixels, profile: bytes | None) -> Pixels:
    """BGR pixels in the colour space of `profile` as sRGB; an unusable profile is passed over."""
    if not profile or _transform(profile, "RGB") is None:
        return pixels
    return _picture_to_srgb(Image.fromarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)), profile)


@lru_cache(maxsize=8)
def _transform(profile: bytes, mode: str) -> ImageCms.ImageCmsTransform | None:
    """The way from a colour profile to sRGB; None if there is nothing to do or no way."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if "srgb" in ImageCms.getProfileDescription(source).lower():
            return None
        return ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return None


def _orientation(header: Image.Image) -> int:
    """The EXIF orientation, 1 to 8; 1 where there is none or it makes no sense."""
    try:
        orientation = header.getexif().get(_EXIF_ORIENTATION, 1)
    except Exception:  # damaged EXIF must not cost the photo
        return 1
    return orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1


def _turn(pixels: Pixels, orientation: int) -> Pixels:
    """Undo an EXIF orientation, 1 to 8."""
    if orientation >= 5:
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return pixels


def _fit(pixels: NDArray[Any], max_side: int) -> Pixels:
    """Shrink uint8 pixels to at most `max_side` on the longest side; never enlarge."""
    height, width = pixels.shape[:2]
    if max(height, width) <= max_side:
        return _uint8(pixels)
    scale = max_side / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    # Up to a halving, linear is as good as the area's mean and five times as fast.
    how = cv2.INTER_LINEAR if scale >= 0.5 else cv2.INTER_AREA
    return _uint8(cv2.resize(pixels, size, interpolation=how))


def _uint8(pixels: NDArray[Any]) -> Pixels:
    """Tell the type checker what OpenCV's stubs leave open."""
    return pixels.astype(np.uint8, copy=False)
