"""Reading photo files: every usual kind comes out upright in sRGB, everything else is refused."""

import io
import re
import struct
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms, ImageOps

from assistant.core.errors import PhotoError
from assistant.vision import header
from assistant.vision.header import check_header
from assistant.vision.image import Upright, decode, encode_jpeg

pillow_heif.register_heif_opener()

QUARTERS = ((200, 40, 40), (40, 170, 60), (40, 70, 200), (210, 190, 50))
"""RGB of the picture's quarters: top left, top right, bottom left, bottom right."""


def make_picture(width: int = 320, height: int = 200) -> Image.Image:
    """Four plain quarters, so that position, turn and colour can be told from any pixel."""
    pixels = np.empty((height, width, 3), np.uint8)
    for index, color in enumerate(QUARTERS):
        row, column = divmod(index, 2)
        pixels[
            row * height // 2 : (row + 1) * height // 2,
            column * width // 2 : (column + 1) * width // 2,
        ] = color
    return Image.fromarray(pixels)


def noisy_picture(width: int, height: int) -> Image.Image:
    """Colourful detail everywhere, as in a photo."""
    rng = np.random.default_rng(5)
    coarse = rng.integers(0, 256, (height // 16, width // 16, 3), dtype=np.uint8)
    return Image.fromarray(cv2.resize(coarse, (width, height)))


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    data = io.BytesIO()
    picture.save(data, kind, **options)
    return data.getvalue()


def quarters(pixels: np.ndarray) -> list[tuple[int, ...]]:
    """RGB in the middle of each quarter of a BGR picture."""
    height, width = pixels.shape[:2]
    return [
        tuple(int(v) for v in pixels[height * (1 + 2 * row) // 4, width * (1 + 2 * column) // 4])[
            ::-1
        ]
        for row in (0, 1)
        for column in (0, 1)
    ]


def assert_quarters(pixels: np.ndarray, tolerance: int = 12, expected: object = QUARTERS) -> None:
    assert pixels.dtype == np.uint8
    assert np.abs(np.subtract(quarters(pixels), expected)).max() <= tolerance


def exif_with(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SecretPhoneMaker"
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (45.0, 30.0, 15.0)
    return exif


KINDS = {
    "jpeg": lambda picture: saved(picture, "JPEG", quality=95),
    "progressive jpeg": lambda picture: saved(picture, "JPEG", quality=95, progressive=True),
    "jpeg 4:4:4": lambda picture: saved(picture, "JPEG", quality=95, subsampling=0),
    "png": lambda picture: saved(picture, "PNG"),
    "png with alpha": lambda picture: saved(picture.convert("RGBA"), "PNG"),
    "palette png": lambda picture: saved(picture.quantize(16), "PNG"),
    "webp": lambda picture: saved(picture, "WEBP", quality=95),
    "lossless webp": lambda picture: saved(picture, "WEBP", lossless=True),
    "webp with alpha": lambda picture: saved(picture.convert("RGBA"), "WEBP", quality=95),
    "heic": lambda picture: saved(picture, "HEIF", quality=90),
    "heic with alpha": lambda picture: saved(picture.convert("RGBA"), "HEIF", quality=90),
    "avif": lambda picture: saved(picture, "AVIF", quality=90),
    "gif": lambda picture: saved(picture.quantize(16), "GIF"),
    "animated gif": lambda picture: saved(
        picture.quantize(16), "GIF", save_all=True, append_images=[Image.new("P", picture.size)]
    ),
    "animated webp": lambda picture: saved(
        picture, "WEBP", save_all=True, append_images=[Image.new("RGB", picture.size)], quality=95
    ),
    "mpo": lambda picture: saved(
        picture, "MPO", save_all=True, append_images=[Image.new("RGB", (64, 64))], quality=95
    ),
    "motion photo": lambda picture: (
        saved(picture, "JPEG", quality=95) + b"\0\0\0\x18ftypmp42" + bytes(range(256)) * 40
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_usual_kind_is_read(kind: str) -> None:
    upright = decode(KINDS[kind](make_picture()))
    assert upright.pixels.shape == (200, 320, 3)
    assert upright.full_size == (320, 200)
    assert upright.warnings == ()
    assert_quarters(upright.pixels)


@pytest.mark.parametrize("kind", ["jpeg", "png", "webp", "avif", "heic"])
def test_the_kind_is_told_from_the_bytes_and_large_pictures_are_shrunk(kind: str) -> None:
    upright = decode(KINDS[kind](make_picture(1000, 700)), max_side=400)
    assert upright.pixels.shape == (280, 400, 3)
    assert upright.full_size == (1000, 700)
    assert upright.scale == (0.4, 0.4)
    assert_quarters(upright.pixels)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_all_exif_orientations_come_out_upright(kind: str, orientation: int) -> None:
    """Pillow's own transposition, on the picture without EXIF, is the independent answer."""
    exif = exif_with(orientation)
    data = saved(make_picture(), kind, exif=exif, quality=95)
    tagged = make_picture()
    tagged.getexif()[0x0112] = orientation
    expected = ImageOps.exif_transpose(tagged)
    upright = decode(data)
    assert upright.full_size == expected.size
    assert upright.pixels.shape[1::-1] == expected.size
    assert_quarters(upright.pixels, expected=quarters(np.asarray(expected)[:, :, ::-1]))


def test_a_turned_heic_is_turned_once() -> None:
    data = saved(make_picture(), "HEIF", exif=exif_with(6).tobytes(), quality=90)
    upright = decode(data)
    assert upright.full_size == (200, 320)
    expected = (QUARTERS[2], QUARTERS[0], QUARTERS[3], QUARTERS[1])
    assert_quarters(upright.pixels, expected=expected)


def test_sixteen_bit_png_is_scaled_to_eight() -> None:
    rgb = np.asarray(make_picture(64, 48)).astype(np.uint16) * 257
    done, color = cv2.imencode(".png", rgb[:, :, ::-1])
    done_too, grey = cv2.imencode(".png", rgb[:, :, 1])
    assert done
    assert done_too
    assert_quarters(decode(color.tobytes()).pixels, tolerance=1)
    greens = [(color[1],) * 3 for color in QUARTERS]
    assert_quarters(decode(grey.tobytes()).pixels, tolerance=1, expected=greens)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF", "AVIF"])
def test_transparent_parts_become_white(kind: str) -> None:
    picture = make_picture().convert("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 160, 100))
    upright = decode(saved(picture, kind, lossless=True, quality=95))
    assert quarters(upright.pixels)[0] >= (250, 250, 250)
    assert_quarters(upright.pixels, expected=[(255, 255, 255), *QUARTERS[1:]])


def test_a_transparent_palette_entry_becomes_white() -> None:
    picture = make_picture().quantize(8)
    first = picture.getpixel((10, 10))
    upright = decode(saved(picture, "PNG", transparency=first))
    assert_quarters(upright.pixels, expected=[(255, 255, 255), *QUARTERS[1:]])


def test_grey_and_one_bit_pictures_are_read() -> None:
    grey = decode(saved(make_picture().convert("L"), "JPEG", quality=95)).pixels
    assert np.ptp(grey, axis=2).max() == 0
    assert abs(int(grey[20, 20, 0]) - int(make_picture().convert("L").getpixel((20, 20)))) < 4
    bits = decode(saved(make_picture().convert("1"), "PNG")).pixels
    assert set(np.unique(bits)) <= {0, 255}


def test_cmyk_jpeg_is_read_in_its_colours() -> None:
    upright = decode(saved(make_picture().convert("CMYK"), "JPEG", quality=98))
    assert_quarters(upright.pixels)


def p3_profile() -> bytes:
    """A small matrix profile with the primaries of Display P3 and the curve of sRGB's gamma."""

    def fixed(value: float) -> bytes:
        return struct.pack(">i", round(value * 65536))

    def xyz(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(fixed(value) for value in values)

    tags = {
        b"rXYZ": xyz(0.5151, 0.2412, -0.0011),
        b"gXYZ": xyz(0.2920, 0.6922, 0.0419),
        b"bXYZ": xyz(0.1571, 0.0666, 0.7841),
        b"wtpt": xyz(0.9642, 1.0, 0.8249),
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"desc": b"desc\0\0\0\0\0\0\0\3P3\0" + bytes(81),
    }
    curve = b"curv\0\0\0\0\0\0\0\1" + struct.pack(">H", round(2.2 * 256)) + b"\0\0"
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)
    table, body = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        table += name + struct.pack(">II", start + len(body), len(data))
        body += data
    total = struct.pack(">I", start + len(body))
    head = total + b"lcms\x02\x10\0\0mntrRGB XYZ " + bytes(12) + b"acsp" + bytes(28)
    head += fixed(0.9642) + fixed(1.0) + fixed(0.8249) + bytes(48)
    return head[:128] + struct.pack(">I", len(tags)) + table + body


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
def test_display_p3_is_converted_to_srgb(kind: str) -> None:
    """By the published matrices, P3 red 200 on 60 lies outside sRGB: red 219, green near 38."""
    picture = Image.new("RGB", (64, 64), (200, 60, 60))
    linear = (np.array([200, 60, 60]) / 255) ** 2.2
    matrix = np.array([[1.2249, -0.2247, 0.0], [-0.0420, 1.0419, 0.0], [-0.0197, -0.0786, 1.0979]])
    mixed = matrix @ linear
    coded = np.where(mixed > 0.0031308, 1.055 * mixed ** (1 / 2.4) - 0.055, 12.92 * mixed)
    options = {"lossless": True} if kind == "WEBP" else {"quality": 98}
    upright = decode(saved(picture, kind, icc_profile=p3_profile(), **options))
    found = upright.pixels[32, 32, ::-1].astype(float)
    assert np.abs(found - 255 * coded).max() < 6
    assert found[0] > 212


def test_srgb_and_broken_profiles_leave_the_colours_alone() -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (srgb, b"no profile at all", p3_profile()[:200]):
        assert_quarters(decode(saved(make_picture(), "PNG", icc_profile=profile)).pixels, 1)


def test_points_go_from_working_to_full_size_and_back() -> None:
    upright = decode(saved(make_picture(1000, 600), "PNG"), max_side=500)
    full = upright.to_full(np.array([[-0.5, -0.5], [499.5, 299.5]]))
    assert np.allclose(full, [[-0.5, -0.5], [999.5, 599.5]])
    assert np.allclose(upright.to_working(full), [[-0.5, -0.5], [499.5, 299.5]])


def test_shrinking_keeps_things_in_their_places() -> None:
    """The centre of a blob moves by less than a twentieth of a small pixel."""
    y, x = np.mgrid[0:1801, 0:2403]
    blob = 255 * np.exp(-((x - 1633.0) ** 2 + (y - 611.0) ** 2) / (2 * 30.0**2))
    for kind in ("JPEG", "PNG"):
        upright = decode(saved(Image.fromarray(blob.astype(np.uint8)).convert("RGB"), kind), 700)
        weights = upright.pixels[:, :, 0].astype(float) ** 2
        rows, columns = np.indices(weights.shape)
        centre = np.array([(weights * columns).sum(), (weights * rows).sum()]) / weights.sum()
        assert np.abs(upright.to_full(centre) - (1633, 611)).max() < 1.5


def test_previews_hold_no_exif_and_are_upright_srgb() -> None:
    data = saved(
        make_picture(), "JPEG", exif=exif_with(6), icc_profile=p3_profile(), comment=b"private"
    )
    assert b"SecretPhoneMaker" in data
    preview = encode_jpeg(decode(data, max_side=160).pixels)
    assert b"SecretPhoneMaker" not in preview
    assert b"private" not in preview
    assert b"Exif" not in preview
    opened = Image.open(io.BytesIO(preview))
    assert opened.format == "JPEG"
    assert opened.size == (100, 160)
    assert not opened.getexif()
    assert "icc_profile" not in opened.info


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data:UserWarning")
def test_damaged_exif_does_not_cost_the_photo() -> None:
    data = saved(make_picture(), "JPEG", exif=b"Exif\0\0II*\0\xff\xff\xff\x7f", quality=95)
    assert_quarters(decode(data).pixels)


def survivor(data: bytes) -> Upright | None:
    """What `decode` makes of the bytes, None if it refuses them; anything else is a failure."""
    try:
        return decode(data, max_side=64)
    except PhotoError as error:
        return None if str(error) and error.hint else pytest.fail("nothing said")


# --- cut short ---------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", [1, 2, 3, 40])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_cut_short_by_a_little_is_read_with_a_warning(
    missing: int, progressive: bool
) -> None:
    picture = noisy_picture(640, 480)
    data = saved(picture, "JPEG", quality=90, progressive=progressive)
    upright = decode(data[:-missing])
    assert upright.full_size == (640, 480)
    assert len(upright.warnings) == 1
    whole = decode(data).pixels[:400].astype(int)
    assert np.abs(upright.pixels[:400] - whole).mean() < 4


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_jpeg_with_most_of_its_rows_is_read_and_half_a_jpeg_is_refused(mode: str) -> None:
    data = saved(noisy_picture(640, 480).convert(mode), "JPEG", quality=90)
    assert decode(data[: len(data) * 95 // 100]).warnings
    for share in (50, 70, 80):
        with pytest.raises(PhotoError, match="cut off: only"):
            decode(data[: len(data) * share // 100])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "motion" not in kind])
def test_half_a_file_is_refused_or_flagged(kind: str) -> None:
    """A progressive JPEG lacks only detail then; of an MPO or animation the first may be whole."""
    data = KINDS[kind](noisy_picture(320, 240))
    read = survivor(data[: len(data) // 2])
    assert read is None or read.warnings or kind in ("mpo", "animated gif", "animated webp")


# --- refused -----------------------------------------------------------------------------------


def png_header(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes(1000)))
        + chunk(b"IEND", b"")
    )


REFUSED = {
    "empty": (b"", "empty"),
    "html": (b"<!DOCTYPE html><html><body>Not found</body></html>", "web page"),
    "html after a mark": (b"\xef\xbb\xbf\n <html></html>", "web page"),
    "json": (b'{"error": "too large"}', "data file"),
    "text": (b"just some words\n", "text"),
    "zeros": (bytes(5000), "not a photo"),
    "pdf": (b"%PDF-1.7 and so on", "PDF"),
    "bmp": (saved(make_picture(), "BMP"), "BMP"),
    "tiff": (saved(make_picture(), "TIFF"), "TIFF"),
    "zip": (b"PK\3\4" + bytes(60), "zip"),
    "video": (b"\0\0\0\x18ftypmp42\0\0\0\0isommp42" + bytes(100), "video"),
    "only the start of a jpeg": (saved(make_picture(), "JPEG")[:90], "damaged"),
    "only the start of a png": (saved(make_picture(), "PNG")[:20], "damaged"),
    "only the start of a webp": (b"RIFF\xff\0\0\0WEBPVP8 ", "damaged"),
    "only the start of a heic": (saved(make_picture(), "HEIF")[:40], "damaged"),
    "a bomb": (png_header(20_000, 20_000), "megapixels"),
    "a slight bomb": (png_header(12_001, 10_000), "megapixels"),
    "a long thin bomb": (png_header(2_000_000, 61), "megapixels"),
}


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_photo_is_refused_with_the_reason_and_a_hint(name: str) -> None:
    data, reason = REFUSED[name]
    with pytest.raises(PhotoError, match=re.escape(reason)) as caught:
        decode(data)
    assert caught.value.hint


def test_files_over_the_limit_are_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header, "MAX_BYTES", 2_000_000)
    with pytest.raises(PhotoError, match="has 3 MB; at most 2 MB"):
        decode(saved(make_picture(), "JPEG") + bytes(2_000_001))


def test_a_bomb_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object, **__: object) -> None:
        raise AssertionError("decoded")

    files = [KINDS[kind](make_picture()) for kind in ("jpeg", "webp", "png", "gif")]
    monkeypatch.setattr(Image.Image, "load", explode)
    monkeypatch.setattr(cv2, "imdecode", explode)
    monkeypatch.setattr(header, "MAX_PIXELS", 10_000)
    monkeypatch.setattr(header, "MAX_WHOLE_PIXELS", 10_000)
    for data in files:
        with pytest.raises(PhotoError, match="megapixels"):
            decode(data)


def progressive(picture: Image.Image) -> bytes:
    return saved(picture, "JPEG", progressive=True)


def test_what_must_be_decoded_whole_may_have_fewer_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header, "MAX_WHOLE_PIXELS", 10_000)
    picture = make_picture()
    for data in (
        *(KINDS[kind](picture) for kind in ("webp", "png", "gif", "heic", "avif")),
        progressive(picture),
        saved(picture.convert("CMYK"), "JPEG"),
    ):
        with pytest.raises(PhotoError, match="megapixels"):
            check_header(data)
    check_header(KINDS["jpeg"](picture))


def test_a_jpeg_of_a_thousand_passes_is_refused_unread() -> None:
    usual = progressive(make_picture())
    start = usual.rindex(b"\xff\xda")
    bomb = usual[:start] + 1000 * usual[start:-2] + usual[-2:]
    with pytest.raises(PhotoError, match="more than 64 passes"):
        check_header(bomb)
    assert 3 < header.scans(usual) < 20
    assert header.scans(KINDS["jpeg"](make_picture())) == 1
    assert decode(usual).pixels.shape == decode(KINDS["jpeg"](make_picture())).pixels.shape


def test_passes_are_not_counted_in_what_comes_with_a_photo() -> None:
    """A thumbnail, or a film after the photo, may look like anything."""
    usual = KINDS["jpeg"](make_picture())
    thumbnail = b"\xff\xe1" + (2 + 4 * 900).to_bytes(2, "big") + 900 * b"\xff\xda\0\4"
    check_header(usual[:2] + thumbnail + usual[2:] + 500 * b"\xff\xda\0\4")


def test_a_jpeg_of_ever_so_many_segments_is_refused_unread() -> None:
    usual = KINDS["jpeg"](make_picture())
    with pytest.raises(PhotoError, match="passes"):
        check_header(usual[:2] + 20_000 * b"\xff\xfe\0\2" + usual[2:])


@pytest.mark.parametrize("kind", ["heic", "avif"])
@pytest.mark.parametrize("told", [(40, 30), (4000, 3000)])
def test_a_file_that_lies_about_its_size_is_refused_or_has_the_size_it_told(
    kind: str, told: tuple[int, int]
) -> None:
    data = KINDS[kind](make_picture())
    at = data.index(b"ispe") + 8
    width, height = told
    lie = data[:at] + struct.pack(">II", width, height) + data[at + 8 :]
    assert lie != data
    with suppress(PhotoError):
        shown = decode(lie)
        assert shown.full_size == told
        assert shown.pixels.shape[1] / shown.pixels.shape[0] == pytest.approx(4 / 3, abs=0.02)


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (900, 1), (3, 2)])
def test_tiny_and_thin_pictures_are_decoded(size: tuple[int, int]) -> None:
    upright = decode(saved(Image.new("RGB", size, (9, 99, 199)), "PNG"), max_side=300)
    assert min(upright.pixels.shape[:2]) >= 1
    assert max(upright.pixels.shape[:2]) <= 300


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_fifty_megapixels_take_little_memory(tmp_path: Path) -> None:
    """Peak memory of a whole process that reads a 50 megapixel JPEG."""
    path = tmp_path / "large.jpg"
    Image.new("RGB", (8160, 6120), (90, 140, 60)).save(path, quality=80)
    script = (
        "import sys; from pathlib import Path; from assistant.vision.image import decode;"
        "print(decode(Path(sys.argv[1]).read_bytes()).full_size);"
        "print(Path('/proc/self/status').read_text())"
    )
    command = [sys.executable, "-c", script, str(path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed.startswith("(8160, 6120)")
    peak = re.search(r"VmHWM:\s+(\d+) kB", printed)
    assert peak is not None
    assert int(peak[1]) < 250_000


# --- any bytes ---------------------------------------------------------------------------------

_SEEDS = [make(noisy_picture(96, 64)) for make in KINDS.values()]


def survives(data: bytes) -> None:
    """Decoding gives a picture or a PhotoError, nothing else."""
    upright = survivor(data)
    if upright is not None:
        assert upright.pixels.ndim == 3
        assert max(upright.pixels.shape[:2]) <= 64


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.binary(max_size=300))
def test_any_bytes_give_a_picture_or_a_photo_error(data: bytes) -> None:
    survives(data)


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    st.sampled_from(_SEEDS),
    st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1, max_size=6)), max_size=5),
    st.integers(0, 10**6),
)
def test_damaged_files_give_a_picture_or_a_photo_error(
    data: bytes, changes: list[tuple[int, bytes]], length: int
) -> None:
    damaged = bytearray(data)
    for position, replacement in changes:
        # Headers are where the harm is done: every second change falls on the first bytes.
        reach = 120 if position % 2 else len(damaged)
        start = position % reach
        damaged[start : start + len(replacement)] = replacement
    survives(bytes(damaged[: len(damaged) - length % (len(damaged) // 3)]))


def test_nothing_is_written_to_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    decode(KINDS["heic"](make_picture()))
    assert list(tmp_path.iterdir()) == []
