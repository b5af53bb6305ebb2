"""Who may import whom, read from the import statements: values flow one way."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from assistant.games import ALL_GAMES

ROOT = Path(__file__).parents[1]
PACKAGE = "assistant"

# For each part the other parts that it may import. A part that is not here may import nothing.
ALLOWED = {
    "games": {"core"},
    "plain": {"core"},
    "vision": {"core", "games", "plain", "resources"},
    "synth": {"core", "games", "plain", "vision", "resources"},
    "store": {"core", "plain", "service"},
    "service": {"core", "games", "plain"},
    "web": {"core", "games", "plain", "service", "network", "resources"},
    "cli": {"core", "games", "plain", "service", "wiring", "network", "resources", "server"},
    "workers": set(),
    "pooled": {"core", "games", "vision", "workers"},
    "wiring": {
        "pooled",
        "workers",
        "core",
        "games",
        "plain",
        "vision",
        "synth",
        "store",
        "service",
        "web",
        "resources",
    },
    "__main__": {"cli"},
}


def part(module: str) -> str:
    """``vision`` of ``assistant.vision.reader``."""
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of every import statement, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno} is relative: write the whole name"
            assert node.module
            if node.module == PACKAGE:
                yield from ((node.lineno, f"{PACKAGE}.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, node.module


def modules() -> Iterator[tuple[Path, str]]:
    """(path, part) of every module of the package."""
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        inside = path.relative_to(ROOT / PACKAGE)
        yield path, inside.parts[0].removesuffix(".py")


def broken(path: Path, own: str) -> list[str]:
    """The imports of a module that its part may not have."""
    allowed = ALLOWED.get(own, set()) | {own}
    return [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for line, module in imports(path)
        if module.split(".")[0] == PACKAGE and part(module) not in allowed
    ]


def test_parts_import_only_what_they_may() -> None:
    assert [line for path, own in modules() for line in broken(path, own)] == []


def test_the_core_uses_the_standard_library_only() -> None:
    foreign = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path, own in modules()
        if own in ("core", "games")
        for line, module in imports(path)
        if module.split(".")[0] not in sys.stdlib_module_names | {PACKAGE}
    ]
    assert foreign == []


# What would make the core depend on more than its arguments.
IMPURE = {"datetime", "io", "logging", "os", "pathlib", "secrets", "socket", "sys", "time"}


def test_the_core_has_no_clock_files_or_surroundings() -> None:
    impure = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path, own in modules()
        if own in ("core", "games")
        for line, module in imports(path)
        if module.split(".")[0] in IMPURE
    ]
    assert impure == []


def graph() -> dict[str, set[str]]:
    """Every module of the package with the modules that it imports, wherever it does so."""
    names = {module_name(path): path for path, _ in modules()}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        targets: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                targets |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                targets |= (inner & names.keys()) or {node.module}
        found[name] = (targets & names.keys()) - {name}
    return found


def module_name(path: Path) -> str:
    """``assistant.vision.find`` of the package's ``__init__.py``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_modules_import_each_other_in_a_circle() -> None:
    order = list(TopologicalSorter(graph()).static_order())  # raises CycleError, naming them
    assert "assistant.core.pieces" in order


def test_views_import_no_helper_from_each_other() -> None:
    views = {
        module_name(path)
        for path, own in modules()
        if own == "web" and re.search(r"^pages = ", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(views) > 5
    found = graph()
    assert {view: both for view in views if (both := found[view] & views)} == {}


def test_every_game_has_a_folder_and_no_rule_of_one_lies_in_the_core() -> None:
    folders = {path.name for path in (ROOT / PACKAGE / "games").iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == set(ALL_GAMES)
    core = " ".join(
        path.read_text(encoding="utf-8") for path in (ROOT / PACKAGE / "core").glob("*.py")
    )
    assert not re.search(r"forgotten_treasures|pyramis|legend", core, re.IGNORECASE)


HOMES = {
    "cv2": {"vision", "synth"},
    "flask": {"web", "wiring"},
    "sqlite_utils": {"store"},
}


@pytest.mark.parametrize("library", HOMES)
def test_each_library_has_its_home(library: str) -> None:
    users = {
        own
        for path, own in modules()
        for _, module in imports(path)
        if module.split(".")[0] == library
    }
    assert users <= HOMES[library]


@pytest.mark.parametrize(
    ("own", "statement", "allowed"),
    [
        ("core", "from assistant.games import Game", False),
        ("core", "import assistant.core.pieces", True),
        ("core", "def f():\n    from assistant.store import db", False),
        ("games", "from assistant.core import pieces", True),
        ("vision", "from assistant import store", False),
        ("web", "import assistant.vision.reader as r", False),
        ("cli", "from assistant.wiring import build_app", True),
        ("new_part", "from assistant.core import pieces", False),
        ("new_part", "import json", True),
    ],
)
def test_the_check_itself_sees_every_form(
    own: str, statement: str, allowed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(statement, encoding="utf-8")
    assert (broken(path, own) == []) is allowed
