"""How many codes that no table has a client may try: enough for a household, few for a guesser."""

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network

AT_ONCE = 20
"""Wrong codes that a client may try one after the other."""
SECONDS_EACH = 20
"""Seconds after which it may try one more."""
CLIENTS_REMEMBERED = 1000
_IPV6_NETWORK = 64
"""Bits that one household has in common; the others of an address it chooses itself."""


@dataclass
class _Client:
    """Since when it may try again, were it to use up what it has; and what it has just tried."""

    free_at: float
    tried: deque[str] = field(default_factory=lambda: deque(maxlen=AT_ONCE))


class Guesses:
    """Counts wrong codes for each client; the same one once more is no guess.

    ``clock`` gives seconds and never jumps.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._clients: OrderedDict[str, _Client] = OrderedDict()
        self._lock = threading.Lock()

    def seconds_to_wait(self, address: str) -> int:
        """Whole seconds until a client may try a code; 0: now."""
        with self._lock:
            client = self._clients.get(_household(address))
            if client is None:
                return 0
            over = client.free_at - self._clock() - (AT_ONCE - 1) * SECONDS_EACH
            return max(0, math.ceil(over))

    def note(self, address: str, code: str) -> None:
        """A client has tried a code that no table has."""
        name, now = _household(address), self._clock()
        with self._lock:
            client = self._clients.pop(name, None) or _Client(now)
            if code not in client.tried:
                client.tried.append(code)
                client.free_at = max(client.free_at, now) + SECONDS_EACH
            self._clients[name] = client
            while len(self._clients) > CLIENTS_REMEMBERED:
                self._clients.popitem(last=False)


def _household(address: str) -> str:
    """What the addresses of one household have in common, as far as they tell."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), _IPV6_NETWORK), strict=False).network_address)
