"""Mutants: how many planted faults the tests notice. ``make mutants SAMPLE=300 SEED=1``.

Wherever an operator, a number or a condition stands in the core, the games and the use cases,
cosmic-ray can make it wrong. A seeded sample of these places is drawn, each is made wrong in one
way in a copy of the tree, and the tests that run its line are run there, the quickest first. What
no test notices is printed. ``ONLY=service/history.py:133,core/areas.py`` tries only the sampled
mutants of these lines and modules again.
"""

import ast
import difflib
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import coverage
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
PARTS = ("assistant/core", "assistant/games", "assistant/service")
TESTS = ("tests/core", "tests/games", "tests/service", "tests/web")
LEFT_OUT = ("RemoveDecorator", "Pow", "Shift", "Variable")
"""Operators whose faults stop the program at once, never come to happen here, or need arguments."""
DECLARED = ("frozen", "slots", "strict")
"""Arguments that only guard against mistakes of whoever writes the code."""
CPU_SECONDS_A_MUTANT = 90
SECONDS_A_MUTANT = 300
"""A test that only waits uses no processor time, so the clock limits it, too."""
SECONDS_OF_TESTS = 25.0
"""Tests are run, the quickest first, up to so many seconds of them."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the n-th place where an operator of cosmic-ray fits in a module."""

    module: Path
    line: int
    operator: str
    occurrence: int

    def code(self) -> str:
        """The module with the fault."""
        source = (ROOT / self.module).read_text(encoding="utf-8")
        made: str = mutate_code(source, get_operator(self.operator)(), self.occurrence)
        return made

    def diff(self) -> str:
        """What the fault changes."""
        before = (ROOT / self.module).read_text(encoding="utf-8").splitlines()
        lines = difflib.unified_diff(before, self.code().splitlines(), n=0, lineterm="")
        return "\n".join(
            line for line in lines if line[:3] not in ("---", "+++") and line[0] in "+-"
        )


def all_mutants() -> dict[tuple[Path, int, int], list[Mutant]]:
    """Every mutant, by the place that it changes."""
    names = [name for name in operator_names() if not any(word in name for word in LEFT_OUT)]
    operators = {name: get_operator(name)() for name in names}
    places: dict[tuple[Path, int, int], list[Mutant]] = {}
    for path in sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        module, meaningless = path.relative_to(ROOT), meaningless_places(source)
        nodes = list(ast_nodes(get_ast(source)))
        for name, operator in operators.items():
            positions = [at for node in nodes for at in operator.mutation_positions(node)]
            for occurrence, ((line, column), _) in enumerate(positions):
                if (line, column) not in meaningless:
                    mutant = Mutant(module, line, name, occurrence)
                    places.setdefault((module, line, column), []).append(mutant)
    return places


def meaningless_places(source: str) -> set[tuple[int, int]]:
    """(line, column) of every type hint, bare ``*`` of parameters and declared guard."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.Call):
            parts += [word.value for word in node.keywords if word.arg in DECLARED]
        for part in parts:
            for inner in ast.walk(part) if isinstance(part, ast.AST) else ():
                if isinstance(inner, ast.expr):
                    end = inner.end_col_offset or 0
                    found |= {(inner.lineno, column) for column in range(inner.col_offset, end + 1)}
    return found


def compiles(code: str) -> bool:
    """Whether Python takes a module at all: what it refuses is no fault that a test must find."""
    try:
        compile(code, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def drawn(
    places: dict[tuple[Path, int, int], list[Mutant]], sample: int, seed: int
) -> list[Mutant]:
    """So many mutants, each of another place."""
    rng, chosen = random.Random(seed), []
    for key in rng.sample(sorted(places), len(places)):
        mutant = rng.choice(places[key])
        if len(chosen) < sample and compiles(mutant.code()):
            chosen.append(mutant)
    return chosen


def covering_tests(folder: Path) -> dict[tuple[Path, int], list[str]]:
    """The tests that run each line, the quickest first, up to `SECONDS_OF_TESTS`.

    A line that runs when its module is imported has those that run anything of the module.
    """
    data, report = folder / "coverage", folder / "times.xml"
    settings = folder / "coveragerc"
    parts = ",".join(PARTS)
    settings.write_text(
        f"[run]\ndynamic_context = test_function\ndata_file = {data}\nsource = {parts}\n",
        encoding="utf-8",
    )
    command = ["coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", *TESTS]
    if run([*command, f"--junitxml={report}", "-p", "no:cacheprovider"], ROOT):
        raise SystemExit("The tests fail before anything is planted: run them first.")
    seconds: dict[str, float] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname')}.{(case.get('name') or '').split('[')[0]}"
        seconds[name] = seconds.get(name, 0.0) + float(case.get("time") or 0)
    found: dict[tuple[Path, int], list[str]] = {}
    measured = coverage.CoverageData(str(data))
    measured.read()
    for file in measured.measured_files():
        lines = measured.contexts_by_lineno(file)
        everywhere = {name for contexts in lines.values() for name in contexts}
        for line, contexts in lines.items():
            own = {name for name in contexts if name in seconds} or everywhere
            names = sorted((name for name in own if name in seconds), key=seconds.__getitem__)
            key = Path(file).relative_to(ROOT), line
            found[key] = [test_id(name) for name in within(names, seconds)]
    return found


def within(names: list[str], seconds: dict[str, float]) -> Iterator[str]:
    """The first names whose seconds fit the limit, at least one."""
    left = SECONDS_OF_TESTS
    for number, name in enumerate(names):
        left -= seconds[name]
        if number and left < 0:
            return
        yield name


def test_id(name: str) -> str:
    """``tests/core/test_areas.py::test_x`` of ``tests.core.test_areas.test_x``."""
    module, _, function = name.rpartition(".")
    return f"{module.replace('.', '/')}.py::{function}"


def run(command: list[str], folder: Path, *, cpu_seconds: int | None = None) -> int:
    """The exit status of a module run as a command; negative if it took too long.

    With a limit to its work, it has one to its time, too.
    """

    def limit() -> None:
        if cpu_seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))

    process = subprocess.Popen(
        [sys.executable, "-B", "-m", *command],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=limit,
    )
    try:
        return process.wait(SECONDS_A_MUTANT if cpu_seconds else None)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return -1


def outcome(mutant: Mutant, tree: Path, tests: list[str]) -> str:
    """``killed``, ``survived``, ``slow`` (which counts as killed) or ``no test``."""
    if not tests:
        return "no test"
    path = tree / mutant.module
    whole = path.read_text(encoding="utf-8")
    path.write_text(mutant.code(), encoding="utf-8")
    try:
        command = ["pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        status = run(command, tree, cpu_seconds=CPU_SECONDS_A_MUTANT)
        return "slow" if status < 0 else "killed" if status else "survived"
    finally:
        path.write_text(whole, encoding="utf-8")


def wanted(mutant: Mutant) -> bool:
    """Whether ``ONLY`` names the mutant, or nothing."""
    only = [part for part in os.environ.get("ONLY", "").split(",") if part]
    place = f"{mutant.module.as_posix()}:{mutant.line}"
    return not only or any(place.endswith(part) or part in place.split(":")[0] for part in only)


def main() -> int:
    """Draw, run and report."""
    sample, seed = int(os.environ.get("SAMPLE", "40")), int(os.environ.get("SEED", "1"))
    budget = float(os.environ.get("BUDGET", "1500"))
    jobs = int(os.environ.get("JOBS", os.cpu_count() or 1))
    places = all_mutants()
    chosen = [each for each in drawn(places, sample, seed) if wanted(each)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tests = covering_tests(folder)
        started = time.monotonic()
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            tree = folder / f"tree{number}"
            skip = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
            shutil.copytree(ROOT, tree, ignore=skip)
            trees.put(tree)

        def tried(mutant: Mutant) -> str:
            if time.monotonic() - started > budget:
                return "not run"
            tree = trees.get()
            try:
                found = outcome(mutant, tree, tests.get((mutant.module, mutant.line), []))
                print(f"{found}: {mutant.module}:{mutant.line}", file=sys.stderr, flush=True)
                return found
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as threads:
            outcomes = list(threads.map(tried, chosen))
    counts = {each: outcomes.count(each) for each in dict.fromkeys(outcomes)}
    for mutant, what in zip(chosen, outcomes, strict=True):
        if what in ("survived", "no test"):
            print(f"{what}: {mutant.module}:{mutant.line} {mutant.operator}\n{mutant.diff()}\n")
    ran = len(chosen) - counts.get("not run", 0)
    killed = counts.get("killed", 0) + counts.get("slow", 0)
    print(f"seed {seed}, {len(places)} places, {ran} of {len(chosen)} mutants run: {counts}")
    print(f"killed: {killed} of {ran}, {100 * killed / max(ran, 1):.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
