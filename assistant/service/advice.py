"""Advice on what to keep, asked for once and looked after by the page."""

import threading
from collections import OrderedDict
from concurrent.futures import Future

from assistant.games.forgotten_treasures.lookahead.advice import KeepAdvice
from assistant.service.drafts import StageDraft
from assistant.service.ports import Advisor

REMEMBERED = 64


class AdviceDesk:
    """Looks ahead for entries, off the request; the same entry is thought about once."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor
        self._known: OrderedDict[tuple[str, int, int, int], Future[KeepAdvice]] = OrderedDict()
        self._lock = threading.Lock()

    def waits(self, code: str, seat: int, stage: int, version: int) -> bool:
        """Whether the entry of this version is being thought about."""
        with self._lock:
            known = self._known.get((code, seat, stage, version))
        return known is not None and not known.done()

    def advice(self, entry: StageDraft) -> Future[KeepAdvice]:
        """The advice for an entry as it stands; a failure is tried anew at the next call."""
        key = entry.table.code, entry.seat, entry.stage, entry.version
        with self._lock:
            known = self._known.get(key)
            if known is None or (known.done() and known.exception()):
                known = self._advisor.advise(entry.layout, entry.inventory, seed=entry.version)
                self._known[key] = known
            self._known.move_to_end(key)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return known
