"""The run: so many inputs of each kind, within so many seconds, and what came of them."""

import os
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Protocol

from assistant.workers import Workers
from bench.fuzz import Finding
from bench.fuzz.commands import Arguments, Lines
from bench.fuzz.pages import Pages
from bench.fuzz.pictures import Pictures

SHARES = {"pages": 34, "lines": 45, "pictures": 20, "arguments": 1}
MOST_FINDINGS = 20
WARM = 0.2
"""Share of the run after which memory should not grow any more."""


class Source(Protocol):
    """Where inputs come from."""

    def send(self, rng: Random) -> int:
        """Send one or several inputs, and give how many; raises `Finding`."""
        ...


@dataclass
class Outcome:
    """What a run has sent and seen."""

    sent: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    seconds: float = 0.0
    warm_bytes: int = 0
    last_bytes: int = 0
    left_over: list[int] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        """All that was sent."""
        return self.sent.total()


def fuzz(inputs: int, *, seed: int, seconds: float, most_workers: int = 1) -> Outcome:
    """Send junk until there were so many inputs, or the time is over."""
    outcome = Outcome()
    start = time.monotonic()
    before = set(child_processes())
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "commands").mkdir()
        workers = Workers(most_workers)
        stack.callback(workers.close)
        pages = Pages(folder, workers)
        stack.callback(pages.close)
        sources: dict[str, Source] = {
            "pages": pages,
            "lines": Lines(),
            "pictures": Pictures(workers),
            "arguments": Arguments(folder / "commands"),
        }
        turn = 0
        while outcome.inputs < inputs and time.monotonic() - start < seconds:
            part = max(outcome.inputs / inputs, (time.monotonic() - start) / seconds)
            if part >= WARM and not outcome.warm_bytes:
                outcome.warm_bytes = resident_bytes()
            turn += 1
            kind = min(SHARES, key=lambda each: outcome.sent[each] / SHARES[each])
            try:
                outcome.sent[kind] += sources[kind].send(Random(f"{seed} {turn}"))
            except Finding as finding:
                outcome.sent[kind] += 1
                outcome.findings.append(f"{kind}, seed {seed}, turn {turn}: {finding}")
                if len(outcome.findings) >= MOST_FINDINGS:
                    break
        outcome.last_bytes = resident_bytes()
        outcome.answers["pages"] = Counter(
            {str(status): count for status, count in pages.statuses.items()}
        )
        for kind, source in sources.items():
            outcome.answers.setdefault(kind, getattr(source, "outcomes", Counter()))
    outcome.left_over = [each for each in child_processes() if each not in before]
    outcome.seconds = time.monotonic() - start
    return outcome


def resident_bytes() -> int:
    """The memory that this process has; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def child_processes() -> list[int]:
    """Processes that this one has started and that still run, apart from Python's own keeper."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = each.read_text().rsplit(")", 1)[1].split()[:2]
            command = (each.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(parent) == os.getpid() and state != "Z" and b"resource_tracker" not in command:
            found.append(int(each.parent.name))
    return found
