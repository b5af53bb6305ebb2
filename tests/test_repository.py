"""The repository as a stranger finds it: it says what is there, and what it says is there."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from assistant.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][\w-]*):", MAKEFILE, re.MULTILINE))
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
RESOURCES = {"templates", "static", "calibration"}
LOCAL = re.compile(
    "|".join(("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/Us" + "ers/", "sha" + "red/"))
)
TEXTS = (
    ".py",
    ".md",
    ".toml",
    ".html",
    ".js",
    ".css",
    ".svg",
    ".json",
    ".jsonl",
    ".yml",
    ".sh",
    "",
)


def files() -> list[Path]:
    """Every text file of the project itself."""
    places = ["assistant", "bench", "calibration", "docs", "static", "templates", "tests", ".ci"]
    found = [path for place in places for path in (ROOT / place).rglob("*")]
    found += [path for path in ROOT.iterdir() if path.suffix in TEXTS]
    return [
        path
        for path in found
        if path.is_file()
        and path.suffix in TEXTS
        and "__pycache__" not in path.parts
        and path.name != ".git"
    ]


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


# ---- the package


def test_the_wheel_holds_templates_static_files_and_calibration() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == ["assistant"]
    for name, inside in wheel["force-include"].items():
        assert inside == f"assistant/{name}"
        assert any((ROOT / name).iterdir())
    assert set(wheel["force-include"]) >= RESOURCES
    source = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"assistant", "LICENSE", "README.md", *wheel["force-include"]} <= set(source)


def test_an_installed_copy_works_away_from_the_checkout(tmp_path: Path) -> None:
    """The tree of the wheel, laid out as its configuration says, serves a page by itself."""
    place = tmp_path / "site"
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "assistant", place / "assistant", ignore=skip)
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    for name, inside in wheel["force-include"].items():
        shutil.copytree(ROOT / name, place / inside, ignore=skip)
    program = (
        "import sys; from pathlib import Path; import assistant;"
        "from assistant.resources import resource_directory as at;"
        "from assistant.wiring import build_app;"
        "client = build_app(Path('tables.sqlite3')).test_client();"
        "page = client.get('/new'); style = client.get('/static/lib/style.css', buffered=True);"
        "print(assistant.__file__, page.status_code, style.status_code, sep='\\n');"
        "print(*(at(name) for name in sys.argv[1:]), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *sorted(RESOURCES)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    own = place / "assistant"
    assert done.stdout.splitlines() == [
        str(own / "__init__.py"),
        "200",
        "200",
        *(str(own / name) for name in sorted(RESOURCES)),
    ]


def test_the_project_is_described_and_licensed() -> None:
    project = PROJECT["project"]
    assert project["requires-python"] == ">=3.11"
    assert project["license"] == "MIT"
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "unofficial" in (ROOT / "README.md").read_text(encoding="utf-8").lower()
    needed = " ".join(project["dependencies"])
    for name in (
        "flask",
        "flask-wtf",
        "sqlite-utils",
        "waitress",
        "segno",
        "opencv-python-headless",
    ):
        assert name in needed
    assert "opencv-python>" not in needed


# ---- the lock


def locked(name: str) -> dict[str, str]:
    """Each package of a lock with the text of its entry."""
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+)(==.*(?:\n .*)*)", text, re.MULTILINE)
    return dict(entries)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_the_lock_has_every_dependency_with_hashes_and_no_address(name: str) -> None:
    found = locked(name)
    assert all("--hash=sha256:" in entry for entry in found.values())
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")
    wanted = PROJECT["project"]["dependencies"]
    if "dev" in name:
        wanted = wanted + PROJECT["project"]["optional-dependencies"]["dev"]
    for each in wanted:
        package, least, most = re.fullmatch(r"([\w-]+)>=([\d.]+),<([\d.]+)", each).groups()  # type: ignore[union-attr]
        version = re.match(r"==([\d.]+)", found[package])
        assert version, each
        assert number(least) <= number(version[1]) < number(most), each


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.strip(".").split(".")))


def test_both_locks_have_the_same_versions_of_what_the_app_needs() -> None:
    def versions(name: str) -> dict[str, str]:
        return {each: entry.split()[0] for each, entry in locked(name).items()}

    assert versions("requirements.lock").items() <= versions("requirements-dev.lock").items()


def test_the_container_is_built_from_the_lock_and_holds_what_the_app_needs() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "--require-hashes --requirement requirements.lock" in text
    copied = set(re.findall(r"^COPY (\S+) ", text, re.MULTILINE))
    assert copied == {"requirements.lock", "assistant", *RESOURCES}
    assert re.search(r"^USER (?!root)", text, re.MULTILINE)


# ---- what the pages say


def test_the_tests_that_trust_is_put_in_exist() -> None:
    text = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    assert len(named) >= 20
    for path, test in named:
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), test
    rows = [line for line in text.splitlines() if line.startswith("|")][2:]
    assert len(rows) == len(named), "each line has its test"


def test_the_make_targets_that_are_promised_exist() -> None:
    assert {"run", "setup", "test", "lint", "bench", "faults"} <= TARGETS
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony
    assert set(phony[1].split()) == TARGETS


@pytest.mark.parametrize("document", [*PAGES, ROOT / ".ci" / "run"], ids=lambda path: path.name)
def test_only_targets_and_commands_that_exist_are_named(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`|^    .*$", text, re.DOTALL | re.MULTILINE))
    code = text if document.suffix == "" else code
    for target in re.findall(r"\bmake ([a-z][\w-]*)", code):
        assert target in TARGETS, target
    for command in re.findall(r"python -m assistant ([a-z][\w-]*)", code):
        assert command in COMMANDS, command
    for module in re.findall(r"python -m (assistant\.[\w.]+|bench\b)", code):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


def test_the_readme_leads_to_every_page_of_the_documentation() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for start in ("make run", "python -m pip install .", "python -m assistant serve", "make test"):
        assert start in readme


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_every_link_of_the_documentation_leads_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        goal = (document.parent / path).resolve() if path else document
        assert goal.exists(), link
        assert goal.is_relative_to(ROOT), link
        if anchor:
            headings = re.findall(r"^#+ (.*)$", goal.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), link


def test_the_paths_that_pages_name_exist() -> None:
    places = "docs|tests|sample_photos|calibration|static|templates"
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name in re.findall(rf"`((?:{places})/[\w./-]*)`", text):
            assert (ROOT / name).exists(), (page.name, name)


def test_no_file_names_a_path_of_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for path in files()
        if path != Path(__file__)
        for line in path.read_text(encoding="utf-8").splitlines()
        if LOCAL.search(line)
    ]
    assert found == []


def test_the_continuous_integration_runs_what_the_readme_says() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    text = script.read_text(encoding="utf-8")
    assert "make test" in text
    assert "chromium" in text
    assert "CI=" in text


def test_nothing_is_loaded_from_elsewhere_by_static_files() -> None:
    for path in (ROOT / "static").rglob("*"):
        if path.suffix in (".js", ".css", ".svg"):
            text = path.read_text(encoding="utf-8")
            urls = re.findall(r"https?://[^\s\"')]+", text)
            assert [url for url in urls if not url.startswith("http://www.w3.org/")] == [], path
