"""Commands whose standard input or output is closed, full or gone: a word, never a traceback."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = ("score", "standings", "legend", "plan")
READ = "read missing.jpg --game pyramido --stage 1"
OTHERS = (READ, f"{READ} --json", "simulate --games 1 --samples 1")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell's redirections")


def run(command: str, redirection: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it; output is buffered, as it usually is."""
    line = f"{shlex.quote(sys.executable)} -m assistant {command} {redirection}"
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=ROOT,
        input="{}\n",
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    return done


@pytest.mark.parametrize("command", LINES)
def test_closed_input_is_told(command: str) -> None:
    done = run(command, "<&-")
    assert done.returncode == 1
    assert done.stderr == "Standard input is closed: the questions must come from there.\n"


@pytest.mark.parametrize("command", [*LINES, *OTHERS])
def test_closed_output_is_told_before_any_work(command: str) -> None:
    done = run(command, ">&-")
    assert done.returncode == 1
    assert done.stderr == "Standard output is closed: there is nowhere to put the answers.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("command", [*LINES, *OTHERS])
def test_a_full_disk_is_told(command: str) -> None:
    done = run(command, ">/dev/full")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("The answers cannot be written: No space")


@pytest.mark.parametrize("command", [LINES[0], *OTHERS])
def test_with_no_standard_error_nothing_is_said_among_the_answers(command: str) -> None:
    assert run(command, ">&- 2>&-").returncode == 1
    assert len(run(command, "2>&-").stdout.splitlines()) == 1


def test_a_reader_that_has_gone_needs_no_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "assistant", *READ.split()],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    assert process.communicate()[1] == b""
    assert process.returncode == 1


def test_a_file_name_that_is_no_text_is_told_all_the_same() -> None:
    done = run("read \"$(printf 'a\\377.jpg')\" --game pyramido --stage 1", "")
    assert done.returncode == 1
    assert done.stdout.startswith("a\\udcff.jpg: The file cannot be opened")
