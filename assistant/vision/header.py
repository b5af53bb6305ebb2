"""What a photo file is, from its first bytes: kind and size, and whether it may be decoded at all.

Only Pillow is needed here, so that the server can refuse a file without loading OpenCV.
"""

import io
import re

import pillow_heif
from PIL import AvifImagePlugin, Image, WebPImagePlugin  # noqa: F401 (they register)

from assistant.core.errors import N_, PhotoError

MAX_BYTES = 40_000_000
MAX_PIXELS = 120_000_000
"""Of JPEGs that are decoded straight to a smaller size."""
MAX_WHOLE_PIXELS = 52_000_000
"""Of all others, which have to be decoded whole; phones make up to 50 megapixels."""
MAX_SCANS = 64
"""Passes in which a JPEG may be stored, each as dear as a picture; usual ones have about ten."""

SEND_AGAIN = N_("Send the photo again, or take a new one.")
END_OF_IMAGE = b"\xff\xd9"
_START_OF_SCAN = b"\xff\xda"
_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
"""What begins a segment of a JPEG; the others are inside a scan or have no length."""
_MOST_SEGMENTS = 10_000
_JPEG = ("JPEG", "MPO")
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "HEIF", "AVIF")
_CHOOSE_ANOTHER = N_("Choose a photo in JPEG, PNG, WebP, HEIC or AVIF format.")

pillow_heif.register_heif_opener(thumbnails=False)
# `open_header` applies the limits itself; Pillow would otherwise warn about large phone photos.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS


def check_header(photo: bytes) -> None:
    """Refuse what is no photo or is too large, from its first bytes alone.

    Raises PhotoError; what is damaged further on is found only by decoding.
    """
    open_header(photo).close()


def open_header(photo: bytes) -> Image.Image:
    """Read size and kind without decoding pixels, and refuse what must not be decoded."""
    if not photo:
        raise PhotoError(N_("The file is empty."), SEND_AGAIN)
    if len(photo) > MAX_BYTES:
        raise PhotoError(
            N_("The file has %(size)d MB; at most %(limit)d MB are read."),
            N_("Send the photo as a JPEG, or in a smaller size."),
            size=-(-len(photo) // 1_000_000),
            limit=MAX_BYTES // 1_000_000,
        )
    try:
        header = Image.open(io.BytesIO(photo), formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels(MAX_PIXELS) from error
    except Exception as error:  # Pillow's plugins raise anything at all on damaged headers
        raise _unknown_kind(photo) from error
    check_size(header.size, MAX_PIXELS if is_reducible(header) else MAX_WHOLE_PIXELS)
    if header.format in _JPEG and scans(photo) > MAX_SCANS:
        raise PhotoError(
            N_("This JPEG is stored in more than %(limit)d passes, which no camera does."),
            N_("Take an ordinary photo, or save it again as a JPEG."),
            limit=MAX_SCANS,
        )
    return header


def is_reducible(header: Image.Image) -> bool:
    """Whether a picture can be decoded straight to a smaller size, and in little memory."""
    progressive = "progressive" in header.info
    return header.format in _JPEG and header.mode in ("L", "RGB") and not progressive


def check_size(size: tuple[int, int], most: int = MAX_WHOLE_PIXELS) -> None:
    """Refuse a (width, height) of more than ``most`` pixels; raises PhotoError."""
    if size[0] * size[1] > most:
        raise _too_many_pixels(most)


def scans(jpeg: bytes) -> int:
    """The passes in which a JPEG is stored, counted up to one more than are allowed."""
    at, count = 2, 0
    for _ in range(_MOST_SEGMENTS):
        marker = _MARKER.search(jpeg, at)
        if marker is None or marker[0] == END_OF_IMAGE or count > MAX_SCANS:
            return count
        at = marker.end() + int.from_bytes(jpeg[marker.end() : marker.end() + 2], "big")
        count += marker[0] == _START_OF_SCAN
    return MAX_SCANS + 1


def _too_many_pixels(most: int) -> PhotoError:
    return PhotoError(
        N_("The picture has more than %(limit)d megapixels."),
        N_("Take an ordinary photo, or send it in a smaller size."),
        limit=most // 1_000_000,
    )


def too_much_memory() -> PhotoError:
    """The error for a picture that asks for more memory than a worker has."""
    return PhotoError(
        N_("Decoding this photo needs too much memory."),
        N_("Take an ordinary photo, or send it in a smaller size."),
    )


def damaged() -> PhotoError:
    """The error for a file that its decoder gives up on."""
    return PhotoError(N_("The photo file is damaged or cut off."), SEND_AGAIN)


def _unknown_kind(photo: bytes) -> PhotoError:
    """Say what kind of file this is, as far as its first bytes tell."""
    start = photo[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    known = (
        (b"<", N_("The file is a web page or other markup, not a photo.")),
        (b"{", N_("The file is a data file, not a photo.")),
        (b"%PDF", N_("The file is a PDF document, not a photo.")),
        (b"BM", N_("The file is a BMP picture, not a photo.")),
        (b"II*\0", N_("The file is a TIFF or raw camera picture, not a photo.")),
        (b"MM\0*", N_("The file is a TIFF or raw camera picture, not a photo.")),
        (b"PK\3\4", N_("The file is a zip archive or office document, not a photo.")),
    )
    for magic, message in known:
        if start.startswith(magic):
            return PhotoError(message, _CHOOSE_ANOTHER)
    picture_starts = (b"\xff\xd8", b"\x89PNG", b"GIF8")
    if start.startswith(picture_starts) or (start[:4] == b"RIFF" and start[8:12] == b"WEBP"):
        return damaged()
    if start[4:8] == b"ftyp":
        if start[8:12] in (b"heic", b"heix", b"mif1", b"avif", b"msf1"):
            return damaged()
        return PhotoError(N_("The file is a video, not a photo."), _CHOOSE_ANOTHER)
    if start and all(byte in b"\t\r\n" or 32 <= byte < 127 for byte in start):
        return PhotoError(N_("The file is text, not a photo."), _CHOOSE_ANOTHER)
    return PhotoError(N_("This kind of file is not a photo that can be read."), _CHOOSE_ANOTHER)
