"""The one place where the app, the store and the photo reader are put together."""

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from assistant.core.layout import Layout
from assistant.core.reading import Corners, Reading
from assistant.resources import resource_directory
from assistant.store import SqliteStore
from assistant.web import create_app

if TYPE_CHECKING:
    from assistant.vision.reader import OpenCVReader

PREVIEW_SIDE = 1600
PREVIEW_QUALITY = 92
CELL_SIDE = 96


def build_app(database: Path) -> Flask:
    """The web app over the database at this path."""
    return create_app(store=SqliteStore(database), reader=LazyReader())


class LazyReader:
    """`PhotoReader` by OpenCV, which is loaded with the first photo and not before."""

    def __init__(self) -> None:
        self._reader: OpenCVReader | None = None

    def prepare(self, photo: bytes) -> bytes:
        """See `PhotoReader.prepare`."""
        from assistant.vision.image import preview_jpeg

        return preview_jpeg(photo, max_side=PREVIEW_SIDE, quality=PREVIEW_QUALITY)

    def locate(self, photo: bytes, *, game: str, stage: int) -> Corners:
        """See `PhotoReader.locate`."""
        return self._open().locate(photo, game=game, stage=stage).corners

    def read(
        self,
        photo: bytes,
        *,
        game: str,
        stage: int,
        corners: Corners | None = None,
        below: Layout | None = None,
        profile: Path | None = None,
    ) -> Reading:
        """See `PhotoReader.read`; ``profile`` is the file of a copy of the game."""
        from assistant.vision.profile import load_profile

        return self._open().read(
            photo,
            game=game,
            stage=stage,
            corners=corners,
            below=below,
            profile=load_profile(profile) if profile else None,
        )

    def rectified(
        self, photo: bytes, *, corners: Corners, stage: int, columns: int, rows: int, turns: int
    ) -> bytes:
        """See `PhotoReader.rectified`."""
        import cv2
        import numpy as np

        if turns % 2:
            columns, rows = rows, columns
        picture = self._open().rectified(
            photo, corners=corners, stage=stage, columns=columns, rows=rows, side=CELL_SIDE
        )
        turned = np.ascontiguousarray(np.rot90(picture, -turns))
        done, jpeg = cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, 80])
        assert done
        return jpeg.tobytes()

    def _open(self) -> "OpenCVReader":
        if self._reader is None:
            from assistant.vision.reader import OpenCVReader

            self._reader = OpenCVReader(resource_directory("calibration"))
        return self._reader
