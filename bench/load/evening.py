"""An evening: 100 tables with 4 phones each ask as their pages do, save, and take photos."""

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from assistant.core.layout import Layout
from bench.load.phone import Phone
from bench.positions import random_layout

PAD_SECONDS = 1.2
ENTRY_SECONDS = 1.3
"""How often the pages ask, as in `static/table/pad.js` and `static/lib/sync.js`."""
JOB_SECONDS = 0.25
SAVE_SECONDS = 5.0
"""Between two changes of a person who enters a pyramid, on average."""
PHOTO_SECONDS = 12.0
PHOTO_SEAT = 3
SAMPLES = Path(__file__).parents[2] / "sample_photos"


@dataclass
class Evening:
    """What was sent, and what was wrong with the answers."""

    port: int
    seconds: float
    seed: int = 1
    phones: list[Phone] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    kept: dict[str, tuple[int, str]] = field(default_factory=dict)
    """For each entry the version and the layout that were acknowledged last."""
    saves: int = 0
    photos: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    async def run(self, tables: int) -> None:
        """Seat everybody, play, and look whether everything acknowledged is there."""
        codes = [await self._seat(number) for number in range(tables)]
        for phone in self.phones:
            phone.times.clear()  # what counts begins when all sit at their tables
        self.end = asyncio.get_running_loop().time() + self.seconds
        async with asyncio.TaskGroup() as group:
            for number, code in enumerate(codes):
                first, second, third, fourth = self.phones[4 * number : 4 * number + 4]
                group.create_task(self._enters(first, code, 1))
                group.create_task(self._enters(second, code, 2))
                group.create_task(self._watches(third, code))
                group.create_task(self._watches(fourth, code))
            group.create_task(self._takes_photos(codes))
        for place, (version, layout) in self.kept.items():
            now = (await self.phones[0].ask("GET", place)).json()
            if (now["version"], now["state"]["layout"]) != (version, layout):
                self.lost.append(f"{place}: {version} {layout}, but {now}")

    async def _seat(self, number: int) -> str:
        """A table and its four phones."""
        high, low = divmod(number, 250)
        phones = [Phone(self.port, f"127.{1 + high}.{1 + low}.{seat + 1}") for seat in range(4)]
        for phone in phones:
            await phone.begin()
        names = ["Ana", "Ben", "Cleo", "Dan"]
        answer = await phones[0].post("/new", name=names, starter="0")
        code = answer.headers["location"].rsplit("/", 1)[1]
        for phone in phones[1:]:
            await phone.post("/join", code=code)
        self.phones += phones
        return code

    def _goes_on(self) -> bool:
        return asyncio.get_running_loop().time() < self.end

    async def _watches(self, phone: Phone, code: str) -> None:
        """The pad: asks whether it has changed."""
        rng = Random(f"{self.seed} {phone.address}")
        await asyncio.sleep(rng.random() * PAD_SECONDS)
        while self._goes_on():
            answer = await phone.ask("GET", f"/t/{code}/pad?since=1")
            self._check(answer.status in (200, 204), f"pad {code}: {answer.status}")
            await asyncio.sleep(PAD_SECONDS)

    async def _enters(self, phone: Phone, code: str, seat: int) -> None:
        """The grid of a stage: asks whether it has changed, and saves what is tapped."""
        rng = Random(f"{self.seed} {phone.address}")
        place, version = f"/t/{code}/{seat}/1/entry", 0
        await asyncio.sleep(rng.random() * ENTRY_SECONDS)
        while self._goes_on():
            answer = await phone.ask("GET", f"{place}?since={version}")
            self._check(answer.status == 204, f"{place}: {answer.status} {answer.body[:200]!r}")
            if rng.random() < ENTRY_SECONDS / SAVE_SECONDS:
                layout = repr(_five_by_four(rng))
                state = {"layout": layout, "inventory": {"red": rng.randrange(4)}}
                answer = await phone.put(place, {"version": version, "state": state})
                self._check(answer.status == 200, f"{place}: {answer.status} {answer.body!r:.200}")
                if answer.status == 200:
                    version = answer.json()["version"]
                    self.kept[place] = (version, layout)
                    self.saves += 1
            await asyncio.sleep(ENTRY_SECONDS)

    async def _takes_photos(self, codes: list[str]) -> None:
        rng = Random(f"{self.seed} photos")
        samples = sorted(SAMPLES.glob("forgotten-*-stage1.jpg"))
        phone = Phone(self.port, "127.9.9.9")
        await phone.begin()
        while self._goes_on():
            began = asyncio.get_running_loop().time()
            code = rng.choice(codes)
            path = f"/t/{code}/{PHOTO_SEAT}/1/photo"
            answer = await phone.send_photo(path, rng.choice(samples).read_bytes())
            self._check(answer.status == 202, f"photo: {answer.status} {answer.body!r:.200}")
            while answer.status == 202:
                job = json.loads(answer.body)["job"]
                await asyncio.sleep(JOB_SECONDS)
                looked = await phone.ask("GET", job)
                self._check(looked.status == 200, f"job: {looked.status} {looked.body!r:.200}")
                if looked.status != 200 or looked.json()["done"]:
                    break
            took = asyncio.get_running_loop().time() - began
            self.photos.append(took)
            await asyncio.sleep(max(0.0, PHOTO_SECONDS - took))
        self.phones.append(phone)

    def _check(self, good: bool, said: str) -> None:
        if not good:
            self.errors.append(said)


def _five_by_four(rng: Random) -> Layout:
    """A stage 1 that lies across."""
    while (layout := random_layout(rng, 1)).frame.columns != 5:
        pass
    return layout
