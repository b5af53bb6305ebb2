"""On machines of all kinds: the address that ``serve`` shows answers, or it says why none can.

Each machine is a network namespace of its own with the network cards that it is given.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.server import ROOT, can_unshare

OWN_NETWORK = ("unshare", "--user", "--map-root-user", "--net")

pytestmark = pytest.mark.skipif(
    not (shutil.which("ip") and can_unshare(*OWN_NETWORK[1:])),
    reason="no network namespaces here",
)

INSIDE = r"""
import json, re, subprocess, sys, urllib.request
database, *commands = sys.argv[1:]
for command in ("ip link set lo up", *commands):
    subprocess.run(command.split(), check=True)
server = subprocess.Popen(
    [sys.executable, "-m", "assistant", "serve", "--port", "8123", "--database", database],
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
)
said = ""
for line in server.stdout:
    said += line
    if line.startswith("Everything is kept in"):
        break
answers = {}
if server.poll() is None:
    for address in re.findall(r"http://\S+/", said):
        try:
            with urllib.request.urlopen(address + "health", timeout=5) as answer:
                answers[address] = answer.status
        except OSError as error:
            answers[address] = str(error)
    server.kill()
print(json.dumps([server.wait(), said, answers]))
"""


@dataclass(frozen=True)
class Started:
    """How it ended, what it said, and what each address in that answered."""

    code: int
    said: str
    answers: dict[str, object]


def card(name: str, *addresses: str) -> list[str]:
    """What makes a network card with these addresses, and something at its other end."""
    commands = [f"ip link add {name} type veth peer name {name}-far"]
    commands += [
        f"ip addr add {each} dev {name}{' nodad' if ':' in each else ''}" for each in addresses
    ]
    return [*commands, f"ip link set {name} up", f"ip link set {name}-far up"]


def started(tmp_path: Path, *commands: str, host: str | None = None) -> Started:
    """Run ``serve`` on a machine that these commands set up."""
    env = os.environ | {"PYTHONUNBUFFERED": "1"} | ({"HOST": host} if host is not None else {})
    run = [*OWN_NETWORK, sys.executable, "-c", INSIDE, str(tmp_path / "t.sqlite3"), *commands]
    done = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, env=env, timeout=60)
    assert done.returncode == 0, done.stderr
    return Started(*json.loads(done.stdout))


def test_of_two_networks_the_one_of_the_house_comes_first_and_both_answer(tmp_path: Path) -> None:
    found = started(tmp_path, *card("docker0", "172.17.0.1/16"), *card("wlan0", "192.168.7.5/24"))
    addresses = list(found.answers)
    assert addresses[0] == "http://192.168.7.5:8123/"
    assert "http://172.17.0.1:8123/" in addresses
    assert set(found.answers.values()) == {200}
    assert "Open http://192.168.7.5:8123/ on every phone" in found.said


def test_without_a_network_it_says_that_no_phone_reaches_it(tmp_path: Path) -> None:
    found = started(tmp_path)
    assert found.answers == {"http://127.0.0.1:8123/": 200}
    assert "Phones cannot reach it: there is no network" in found.said


def test_with_ipv6_alone_the_address_has_brackets_and_answers(tmp_path: Path) -> None:
    found = started(tmp_path, *card("eth0", "fd12::5/64"))
    assert found.answers == {"http://[fd12::5]:8123/": 200}


def test_a_link_local_address_is_not_shown_as_one_for_phones(tmp_path: Path) -> None:
    found = started(tmp_path, *card("eth0"))
    assert found.answers == {"http://127.0.0.1:8123/": 200}
    assert "Phones cannot reach it" in found.said


@pytest.mark.parametrize("host", ["my-laptop", "x86_64-linux-gnu", "a b", "::nonsense"])
def test_a_host_that_is_no_address_is_named_and_left_alone(tmp_path: Path, host: str) -> None:
    found = started(tmp_path, *card("wlan0", "192.168.7.5/24"), host=host)
    assert f"The environment variable HOST is {host!r}" in found.said
    assert found.answers == {"http://192.168.7.5:8123/": 200}


def test_a_host_that_this_machine_has_not_ends_it_with_the_reason(tmp_path: Path) -> None:
    found = started(tmp_path, *card("wlan0", "192.168.7.5/24"), host="10.99.99.99")
    assert found.code == 1
    assert "Cannot listen on 10.99.99.99 port 8123" in found.said
    assert "environment variable HOST" in found.said
    assert "Traceback" not in found.said


@pytest.mark.parametrize(
    ("host", "answers"),
    [
        ("192.168.7.5", {"http://192.168.7.5:8123/": 200}),
        ("fd12::5", {"http://[fd12::5]:8123/": 200}),
        ("127.0.0.1", {"http://127.0.0.1:8123/": 200}),
        ("::1", {"http://[::1]:8123/": 200}),
        ("0.0.0.0", {"http://192.168.7.5:8123/": 200}),
        ("::", {"http://[fd12::5]:8123/": 200}),
    ],
)
def test_an_address_that_is_chosen_is_the_one_that_is_shown(
    tmp_path: Path, host: str, answers: dict[str, object]
) -> None:
    commands = card("wlan0", "192.168.7.5/24", "fd12::5/64")
    assert started(tmp_path, *commands, host=host).answers == answers
