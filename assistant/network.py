"""How other phones reach this machine."""

import socket
from ipaddress import ip_address


def lan_address() -> str:
    """This machine's address on the home network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


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
