"""Stage entries: a pyramid being entered, saved as it is made, by hand or from a photo."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from assistant.core.errors import N_, ConflictError, InputError, Message
from assistant.core.geometry import BASE_SHAPES, Frame
from assistant.core.layout import Blank, Layout
from assistant.core.photos import PreparedPhoto, ReadPhoto
from assistant.core.pieces import Color, Inventory
from assistant.core.problems import Place
from assistant.core.reading import Corners, Likeness, Reading
from assistant.core.remarks import remark_from_plain, remark_to_plain
from assistant.plain import Codec, Form
from assistant.service.below import blank_layout, known_below, on_top_of
from assistant.service.history import EMPTY_HISTORY, History, read_state
from assistant.service.laid import NOTHING_LAID, Laid, cards_below, check_laid, parse_laid
from assistant.service.ports import Store
from assistant.service.records import CHANGED_MEANWHILE
from assistant.service.tables import Table, Tables, check_stage_open


@dataclass(frozen=True, slots=True)
class SeenBlock:
    """A block as a photo shows it: its place, colour (None: a gap) and visible icons."""

    place: Place
    color: Color | None
    icons: int


@dataclass(frozen=True, slots=True)
class EntryPhoto:
    """The photo an entry was read from.

    Attributes:
        number: of the stored photo.
        corners: outer corners of stage 1 in its pixels, clockwise from top-left of the photo.
        sure: whether the guess of the corners fits well; a person's corners are sure.
        looks_like: what the photo surely shows, if that is another game or stage.
        step: of the history at which it was read; before it, its doubts and warnings do not count.
        picture: number of the stored picture from straight above; None: not read yet.
        file_warnings: what is to be said about the file, whatever is read of it.
        warnings: what the reader had to say, that included.
        turns: quarter turns clockwise that bring the photo to the layout.
        otherwise: blocks of the stages below that the photo surely shows otherwise than they are
            known, as it shows them.
    """

    number: int
    corners: Corners
    picture: int | None = None
    warnings: tuple[Message, ...] = ()
    turns: int = 0
    otherwise: tuple[SeenBlock, ...] = ()
    sure: bool = True
    file_warnings: tuple[Message, ...] = ()
    looks_like: Likeness | None = None
    step: int = 0

    @property
    def layout_corners(self) -> Corners:
        """The corners clockwise from the layout's top-left, whichever side it was taken from."""
        points = self.corners[-self.turns % 4 :] + self.corners[: -self.turns % 4]
        a, b, c, d = points
        return a, b, c, d


@dataclass(frozen=True)
class StageDraft:
    """What has been entered for one player's stage so far.

    Attributes:
        table, seat, stage: whose stage it is.
        version: of the stored entry; 0 if nothing has been stored.
        below: the stages below as earlier entries know them; None if they know nothing.
        layout: everything entered, ``??`` where not yet.
        inventory: the gems in hand; starts from what was kept.
        start: the gems kept from the stage before; None if nobody entered them.
        history: earlier states of the layout, and of what lies on it, to go back to.
        photo: the photo it was read from, if any.
        doubts: cells the reader was not sure of and nobody has looked at yet, the least sure first.
        laid: gems and cards that lie on the blocks, in a game that has them.
    """

    table: Table
    seat: int
    stage: int
    version: int
    below: Layout | None
    layout: Layout
    inventory: Inventory
    start: Inventory | None
    history: History = EMPTY_HISTORY
    photo: EntryPhoto | None = None
    doubts: tuple[Place, ...] = ()
    laid: Laid = NOTHING_LAID

    @property
    def cards(self) -> tuple[Place, ...]:
        """Where single-block cards lie, on the stages below and on this one."""
        return (*cards_below(self.table, self.seat, self.stage), *self.laid.cards)

    @property
    def name(self) -> str:
        """The player's name."""
        return self.table.seating[self.seat]

    @property
    def reading(self) -> EntryPhoto | None:
        """The photo whose reading counts: it was read, and that step has not been undone."""
        photo = self.photo
        read = photo is not None and photo.picture is not None
        return photo if photo and read and self.history.cursor >= photo.step else None

    @property
    def open_doubts(self) -> tuple[Place, ...]:
        """The doubts of the reading that counts."""
        return self.doubts if self.reading else ()

    @property
    def dominoes_laid(self) -> int:
        """The dominoes, and so the turns, of the stage; gaps are turns that were lost."""
        cells = self.layout.stages[-1].cells
        return (len(cells) - cells.count(Blank.GAP)) // 2

    @property
    def text(self) -> str:
        """What the history keeps: the layout, in a game with marks also what lies on it."""
        layout = repr(self.layout)
        return f"{layout}|{self.laid.text}" if self.table.dominoes.marks else layout

    def stepped(self, title: str, layout: Layout, laid: Laid) -> "StageDraft":
        """With another layout and what lies on it, as a new step of the history."""
        after = replace(self, layout=layout, laid=laid)
        return replace(after, history=self.history.record(title, self.text, after.text))

    def state(self) -> dict[str, Any]:
        """What has been entered as plain JSON, without its history."""
        state = DraftState(
            layout=repr(self.layout),
            inventory=self.inventory,
            cursor=self.history.cursor,
            doubts=self.doubts,
            photo=self.photo,
            laid=self.laid if self.table.dominoes.marks else None,
        )
        plain: dict[str, Any] = CODEC.to_plain(state)
        return plain

    def whole_state(self) -> dict[str, Any]:
        """What has been entered with its history, as plain JSON, for a page."""
        return self.state() | {"history": self.history.as_json()}


@dataclass(frozen=True, slots=True)
class DraftState:
    """What a page sends and the store keeps of a `StageDraft`; the history comes beside it."""

    layout: str
    inventory: Inventory
    cursor: int = 0
    doubts: tuple[Place, ...] = ()
    photo: EntryPhoto | None = None
    laid: Laid | None = None


class Drafts:
    """Use cases of entering a stage."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables = Tables(store)

    def open(self, code: str, seat: int, stage: int) -> StageDraft:
        """The entry as it stands, on top of what is known below.

        Raises:
            NotFoundError, InputError, OrderError: no such table or seat, or not its turn.
        """
        table = self._tables.get(code)
        check_stage_open(table, seat, stage)
        record = self._store.entry(code, seat, stage)
        below = known_below(table, seat, stage)
        before = table.scores.get((seat, stage - 1))
        start = before.kept if before else (Inventory() if stage == 1 else None)
        fresh = StageDraft(
            table=table,
            seat=seat,
            stage=stage,
            version=record.version,
            below=below,
            layout=on_top_of(below, blank_layout(Frame(*BASE_SHAPES[0]), stage), stage),
            inventory=start or Inventory(),
            start=start,
        )
        if record.version:
            kept = replace(fresh, history=History.of(record.history))
            fresh = entry_from_state(kept, record.state)
        return _with_known_gems(fresh)

    def version(self, code: str, seat: int, stage: int) -> int:
        """Only the version of an entry, for pages that ask whether anything changed."""
        return self._store.entry_version(code, seat, stage)

    def save(
        self, code: str, seat: int, stage: int, version: int, state: Mapping[str, Any]
    ) -> StageDraft:
        """Keep what was entered, if the entry still has ``version``.

        ``state`` is a `DraftState` as plain JSON, ``history`` in it what changed there
        (`History.changed`).

        Raises:
            InputError: the state makes no sense.
            MarkerError, CardError: gems or cards cannot lie like that.
            ConflictError: another phone changed the entry; ``current`` is that `StageDraft`.
        """
        with self._store.transaction():
            before = self.open(code, seat, stage)
            if before.version != version:
                raise ConflictError(CHANGED_MEANWHILE, current=before)
            entry = _with_known_gems(entry_from_state(before, state))
            entry = replace(entry, photo=_own_photo(before.photo, entry.photo))
            check_laid(entry.layout, entry.laid, entry.cards)
            return self.keep(entry)

    def attach_photo(
        self, code: str, seat: int, stage: int, version: int, prepared: PreparedPhoto
    ) -> StageDraft:
        """Keep a photo with the guess of its corners; nothing is read yet.

        Raises:
            ConflictError: as `save`.
        """
        entry = self.open(code, seat, stage)
        with self._store.transaction():
            number = self._store.add_photo(code, prepared.jpeg)
            photo = EntryPhoto(
                number, prepared.corners, sure=prepared.sure, file_warnings=prepared.warnings
            )
            return self.keep(replace(entry, version=version, photo=photo))

    def apply_reading(
        self, code: str, seat: int, stage: int, version: int, read: ReadPhoto, title: str
    ) -> StageDraft:
        """Take what the entry's photo shows into its layout; ``title`` names the step.

        Raises:
            ConflictError: as `save`.
        """
        entry = self.open(code, seat, stage)
        with self._store.transaction():
            picture = self._store.add_photo(code, read.picture)
            shown = with_reading(entry, read.reading, picture, title)
            return self.keep(replace(shown, version=version))

    def settle_doubts(
        self, code: str, seat: int, stage: int, version: int, reading: Reading, title: str
    ) -> StageDraft:
        """Take what photos show together for the blocks still in doubt, and for no others.

        Raises:
            ConflictError: as `save`.
        """
        entry = self.open(code, seat, stage)
        return self.keep(replace(with_doubts_settled(entry, reading, title), version=version))

    def discard_photo(self, code: str, seat: int, stage: int, version: int) -> StageDraft:
        """Forget the entry's photo and its doubts; the blocks stay as they are.

        Raises:
            ConflictError: as `save`.
        """
        entry = self.open(code, seat, stage)
        return self.keep(replace(entry, version=version, photo=None, doubts=()))

    def move_photo(self, code: str, seat: int, stage: int, version: int, to: int) -> StageDraft:
        """Take a photo that was read for a wrong stage to the entry of the right one.

        Here everything is as before it was read; there it waits to be read. Gives that entry.

        Raises:
            InputError, OrderError: there is no photo, or the other stage cannot be scored now.
            ConflictError: as `save`.
        """
        with self._store.transaction():
            here = self.open(code, seat, stage)
            photo = photo_of(here)
            there = self.open(code, seat, to)
            copy = self._store.add_photo(code, self.photo(here))  # this entry's goes with its photo
            back = _before_reading(here) if here.reading else here
            self.keep(replace(back, version=version, photo=None, doubts=()))
            waiting = EntryPhoto(copy, photo.corners, file_warnings=photo.file_warnings)
            return self.keep(replace(there, photo=waiting, doubts=()))

    def photo(self, entry: StageDraft) -> bytes:
        """The entry's photo as it was taken, upright, a JPEG."""
        return self._store.photo(entry.table.code, photo_of(entry).number)

    def picture(self, entry: StageDraft) -> bytes:
        """The entry's pyramid from straight above, turned as the layout, a JPEG."""
        picture = photo_of(entry).picture
        if picture is None:
            raise InputError(N_("This photo has not been read yet."))
        return self._store.photo(entry.table.code, picture)

    def keep(self, entry: StageDraft) -> StageDraft:
        """Store an entry, if the stored one still has its version; a photo it had before goes.

        Raises:
            ConflictError: it has not; ``current`` is what there is now.
        """
        place = entry.table.code, entry.seat, entry.stage
        with self._store.transaction():
            before = kept_photo(self._store.entry(*place).state)
            try:
                version = self._store.save_entry(
                    *place, entry.state(), entry.version, entry.history.as_json()
                )
            except ConflictError as error:
                raise ConflictError(error.message, current=self.open(*place)) from None
            for number in numbers_of(before) - numbers_of(entry.photo):
                self._store.delete_photo(entry.table.code, number)
        return replace(entry, version=version)

    def keep_all(self, entries: Iterable[StageDraft]) -> None:
        """Store several entries, or none of them; raises as `keep`."""
        with self._store.transaction():
            for entry in entries:
                self.keep(entry)


def _with_known_gems(entry: StageDraft) -> StageDraft:
    """The entry with the gems that a solo game knows of, whatever was entered."""
    known = entry.table.known_gems(entry.seat, entry.stage)
    return entry if known is None else replace(entry, inventory=known)


def kept_photo(state: Mapping[str, Any]) -> EntryPhoto | None:
    """The photo of an entry as it is stored; None if there is none, or it is damaged."""
    try:
        photo: EntryPhoto | None = CODEC.from_plain(EntryPhoto | None, state.get("photo"))
    except InputError:
        return None
    return photo


def numbers_of(photo: EntryPhoto | None) -> set[int]:
    """The numbers of the stored pictures that an entry shows."""
    return {number for number in (photo.number, photo.picture) if number} if photo else set()


def _own_photo(kept: EntryPhoto | None, sent: EntryPhoto | None) -> EntryPhoto | None:
    """The photo after a page was saved: it can turn it or drop it, but show no other one."""
    return sent if numbers_of(sent) in (set(), numbers_of(kept)) else kept


def photo_of(entry: StageDraft) -> EntryPhoto:
    """The photo of an entry.

    Raises:
        InputError: there is none.
    """
    if entry.photo is None:
        raise InputError(N_("Take or choose a photo first."))
    return entry.photo


def with_reading(entry: StageDraft, reading: Reading, picture: int, title: str) -> StageDraft:
    """The entry with what its photo showed, as a new step of its history."""
    layout = on_top_of(entry.below, reading.layout, entry.stage)
    doubtful = sorted((b for b in reading.blocks if b.uncertain), key=lambda b: b.confidence)
    laid = entry.laid.still_on(entry.layout, layout).shown(reading.marks)
    photo, stepped = photo_of(entry), entry.stepped(title, layout, laid)
    return replace(
        stepped,
        doubts=tuple((block.stage, block.row, block.column) for block in doubtful),
        photo=replace(
            photo,
            corners=reading.corners,
            picture=picture,
            turns=reading.turns,
            otherwise=tuple(
                SeenBlock((block.stage, block.row, block.column), block.color, block.icons)
                for block in reading.contradictions
            ),
            warnings=(*photo.file_warnings, *reading.warnings),
            sure=True,
            looks_like=reading.looks_like,
            step=stepped.history.cursor,
        ),
    )


def with_doubts_settled(entry: StageDraft, reading: Reading, title: str) -> StageDraft:
    """The entry with its doubtful blocks as ``reading`` shows them, as a step of its history.

    What the person has looked at or corrected stays. A reading of another shape settles nothing.
    """
    photo = photo_of(entry)
    if reading.layout.frame != entry.layout.frame:
        return entry
    doubts = set(entry.open_doubts)
    layout = entry.layout
    for number, stage in enumerate(layout.stages, start=1):
        shown = reading.layout.stages[number - 1]
        cells = tuple(
            shown[row, column] if (number, row, column) in doubts else cell
            for row, column, cell in stage.places()
        )
        layout = layout.with_stage(number, replace(stage, cells=cells))
    layout = on_top_of(entry.below, layout, entry.stage)
    laid = entry.laid.still_on(entry.layout, layout)
    left = [b for b in reading.blocks if b.uncertain and (b.stage, b.row, b.column) in doubts]
    left.sort(key=lambda block: block.confidence)
    return replace(
        entry.stepped(title, layout, laid),
        doubts=tuple((block.stage, block.row, block.column) for block in left),
        photo=replace(photo, warnings=(*photo.file_warnings, *reading.warnings)),
    )


def _before_reading(entry: StageDraft) -> StageDraft:
    """The entry at the step before its photo was read."""
    history = entry.history.go_to(photo_of(entry).step - 1)
    if not history.steps:
        return entry
    layout, _, laid = history.steps[history.cursor].text.partition("|")
    return replace(
        entry,
        history=history,
        layout=_own_layout(entry, layout),
        laid=parse_laid(laid) if laid else NOTHING_LAID,
    )


def check_corners(corners: Corners) -> None:
    """Refuse corners that are no convex quadrilateral going clockwise.

    Raises:
        InputError: says what to do.
    """
    crosses = []
    for (ax, ay), (bx, by), (cx, cy) in zip(
        corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True
    ):
        crosses.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    if not min(crosses) > 1:
        raise InputError(
            N_("These corners are no pyramid: drag each one to its own corner, none crossing.")
        )


def entry_from_state(entry: StageDraft, plain: Mapping[str, Any]) -> StageDraft:
    """``entry`` with a `DraftState` as plain JSON; ``history`` in it is what changed there.

    Raises:
        InputError: the state makes no sense.
        NotationError: a layout in it is none.
    """
    state, history = read_state(
        DraftState, plain, entry.history, lambda text: _draft_text(entry, text), CODEC
    )
    return replace(
        entry,
        layout=_own_layout(entry, state.layout),
        inventory=state.inventory,
        laid=(entry.table.dominoes.marks and state.laid) or NOTHING_LAID,
        history=history.go_to(state.cursor),
        doubts=state.doubts,
        photo=state.photo,
    )


def corners_from(points: Any) -> Corners:
    """Four [x, y] pairs of plain JSON as corners.

    Raises:
        InputError: they are not four points.
    """
    try:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
        values = [float(value) for value in (ax, ay, bx, by, cx, cy, dx, dy)]
    except (TypeError, ValueError, OverflowError):
        raise InputError(N_("Corners are four points: drag all of them.")) from None
    if not all(-1e5 < value < 1e5 for value in values):
        raise InputError(N_("Corners are four points: drag all of them."))
    a, b, c, d = zip(values[::2], values[1::2], strict=True)
    return a, b, c, d


def _own_layout(entry: StageDraft, text: str) -> Layout:
    layout = entry.table.dominoes.parse(text)
    if len(layout.stages) != entry.stage:
        raise InputError(
            N_("This entry is of stage %(stage)d, the layout has %(count)d."),
            stage=entry.stage,
            count=len(layout.stages),
        )
    return on_top_of(entry.below, layout, entry.stage)


def _draft_text(entry: StageDraft, text: str) -> str:
    """The text of a state as `StageDraft.text` writes it, whoever wrote this one."""
    layout, _, laid = text.partition("|")
    lies = parse_laid(laid) if laid else NOTHING_LAID
    return replace(entry, layout=_own_layout(entry, layout), laid=lies).text


def _read_seen(values: tuple[int, int, int, Color | None, int]) -> SeenBlock:
    stage, row, column, color, icons = values
    return SeenBlock((stage, row, column), color, icons & 15)


CODEC = Codec(
    forms={
        Message: Form(Any, remark_to_plain, remark_from_plain),
        Corners: Form(Any, lambda corners: list(map(list, corners)), corners_from),
        SeenBlock: Form(
            tuple[int, int, int, Color | None, int],
            lambda seen: (*seen.place, seen.color, seen.icons),
            _read_seen,
        ),
    }
)
