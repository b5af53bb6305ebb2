"""Where the app listens, and how other phones reach this machine; nothing is sent to find out."""

import errno
import os
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import ifaddr

ANYWHERE = ("0.0.0.0", "::")
HERE = "127.0.0.1"
_BEHIND = (
    "docker", "br-", "veth", "virbr", "vmnet", "vbox", "lxc", "lxd", "cni", "flannel", "podman",
    "tun", "tap", "wg", "ppp", "utun", "tailscale", "zt", "ipsec", "vethernet", "ham", "nordlynx",
    "ifb", "dummy",
)  # fmt: skip
"""How the names of interfaces begin that lead into a container, a virtual machine or a tunnel."""
_OF_TUNNELS = ip_network("100.64.0.0/10")
"""Addresses that private networks over the internet share with providers of mobile phones."""
NAME_SECONDS = 1.0

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Interface:
    """A network card, or what acts as one, with its addresses."""

    name: str
    addresses: tuple[Address, ...]


def interfaces() -> list[Interface]:
    """What this machine has, in the order of the system."""
    return [
        Interface(card.nice_name, tuple(_addresses(card.ips))) for card in ifaddr.get_adapters()
    ]


def reachable(cards: Iterable[Interface], first: Address | None = None) -> list[Address]:
    """The addresses at which other phones may reach this machine, the likeliest one first.

    Without loopback, and without IPv6 addresses that hold on one link only, which no browser takes.
    ``first`` is the address that the system itself would use; tunnels and containers come last.
    """
    found = {
        address: (_doubt(card.name, address), address != first)
        for card in cards
        for address in card.addresses
        if not address.is_loopback and not (address.version == 6 and address.is_link_local)
    }
    return sorted(found, key=lambda address: found[address])


def own_addresses() -> list[str]:
    """The addresses of this machine for other phones, the likeliest first; may be empty."""
    return [str(address) for address in reachable(interfaces(), _preferred())]


def lan_address() -> str:
    """The likeliest address of this machine on the home network, or its loopback address."""
    return next(iter(own_addresses()), HERE)


def web_host(host: str) -> str:
    """A host as it stands in a web address: IPv6 addresses within brackets."""
    return f"[{host}]" if ":" in host else host


def is_every_address(host: str) -> bool:
    """Whether ``host`` stands for every address of this machine, as ``0.0.0.0`` does."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return not host


def is_this_machine(host: str) -> bool:
    """Whether ``host`` reaches this machine from nowhere else, as ``localhost`` does."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_address(host: str) -> bool:
    """Whether ``host`` is an address, rather than the name that a shell gives to its machine."""
    with suppress(ValueError):
        return bool(ip_address(host))
    return host == "localhost"


def local_name(seconds: float = NAME_SECONDS) -> str | None:
    """This machine's ``.local`` name, if the system itself finds an own address under it."""
    name = f"{socket.gethostname().split('.')[0]}.local"
    found: list[str] = []

    def look() -> None:
        with suppress(OSError, UnicodeError):
            found.extend(str(info[4][0]) for info in socket.getaddrinfo(name, None))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(seconds)
    return name if set(found) & set(own_addresses()) else None


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that are bound to ``host`` and ``port``; an empty host is every address, old and new.

    Raises:
        OSError: nothing can listen there.
    """
    hosts = [host] if host else list(ANYWHERE)
    bound: list[socket.socket] = []
    problem: OSError | None = None
    for each in hosts:
        try:
            bound += _bound(each, bound[0].getsockname()[1] if bound else port)
        except OSError as error:
            problem = problem or error
            if host or not _is_missing(error):
                _close(bound)
                raise
    if not bound:
        raise problem or OSError("no address to listen on")
    return bound


def _bound(host: str, port: int) -> list[socket.socket]:
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    made: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(infos):
            made.append(one := socket.socket(family, kind, protocol))
            if os.name == "posix":
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind(address)
    except OSError:
        _close(made)
        raise
    return made


def _is_missing(error: OSError) -> bool:
    """Whether the machine lacks this kind of address, as many lack IPv6."""
    lacking = {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT}
    return isinstance(error, socket.gaierror) or error.errno in lacking


def _close(sockets: Iterable[socket.socket]) -> None:
    for each in sockets:
        each.close()


def _addresses(ips: Iterable[ifaddr.IP]) -> Iterator[Address]:
    for ip in ips:
        text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
        with suppress(ValueError):
            yield ip_address(text)


def _doubt(name: str, address: Address) -> int:
    """How unlikely it is that a phone of the house reaches the address."""
    if name.lower().startswith(_BEHIND) or address in _OF_TUNNELS:
        return 4
    if address.version == 6:
        return 2 if address.is_private else 3
    if address.is_link_local:
        return 3
    return 0 if address.is_private else 1


def _preferred() -> Address | None:
    """The address from which this machine would speak to others."""
    for family, far in ((socket.AF_INET, "10.255.255.255"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 1))
            return ip_address(probe.getsockname()[0])
    return None
