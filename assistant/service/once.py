"""What is sent twice is made once: a second tap, or an answer that got lost on its way."""

import threading
from collections import OrderedDict
from collections.abc import Callable

REMEMBERED = 1000


class Once:
    """Remembers by the key of a form what was made from it."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def make(self, key: str, create: Callable[[], str]) -> str:
        """What ``create`` made for this key, now or before; without a key it is always made.

        An error of ``create`` is passed on, and the key can be used again.
        """
        if not key:
            return create()
        with self._lock:
            if key not in self._made:
                self._made[key] = create()
                while len(self._made) > REMEMBERED:
                    self._made.popitem(last=False)
            return self._made[key]
