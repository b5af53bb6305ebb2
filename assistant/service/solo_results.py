"""How the solo games ended: read once for each version of a table, and remembered."""

import threading
from dataclasses import dataclass

from assistant.games.forgotten_treasures.legend.state import SoloResult
from assistant.service.ports import Store
from assistant.service.table import fold_readable


@dataclass(frozen=True, slots=True)
class SoloEnd:
    """Who played a solo game, when it began, and how it ended; None: not yet."""

    name: str
    created: str
    result: SoloResult | None


class SoloResults:
    """The ends of all solo games; only tables that changed are read again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[str, int], SoloEnd | None] = {}
        self._lock = threading.Lock()

    def all(self) -> list[tuple[str, SoloResult]]:
        """(casefolded name, result) of the finished games, the newest first."""
        with self._lock:
            self._catch_up()
            ends = [end for end in self._known.values() if end]
        ends.sort(key=lambda end: end.created, reverse=True)
        return [(end.name.casefold(), end.result) for end in ends if end.result]

    def _catch_up(self) -> None:
        now = set(self._store.solo_versions().items())
        self._known = {key: end for key, end in self._known.items() if key in now}
        changed = [code for code, _ in now - self._known.keys()]
        if not changed:
            return
        for table in fold_readable(self._store.tables(changed)):
            result = table.solo.state.result if table.solo else None
            end = SoloEnd(table.seating[0], table.record.created, result)
            self._known[table.code, table.record.version] = end
        for key in now - self._known.keys():  # damaged: as good as not there
            self._known[key] = None
