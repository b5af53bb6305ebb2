"""The commands themselves: found by name, loaded only when they run."""

import subprocess
import sys
from pathlib import Path

import pytest

from assistant.cli import COMMANDS, command_parser, main

ROOT = Path(__file__).parents[2]
CHEAP = ("score", "standings", "legend", "plan")
HEAVY = {"cv2", "numpy", "flask", "PIL", "sqlite_utils", "sqlite3", "waitress", "segno"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_its_arguments(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    help_text = " ".join(capsys.readouterr().out.split())
    assert help_text.startswith(f"usage: python -m assistant {command} [-h]")
    assert COMMANDS[command] in help_text
    assert command_parser(command).prog == f"python -m assistant {command}"


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    listed = [
        line.split()[0] for line in capsys.readouterr().out.split("commands:\n")[1].splitlines()
    ]
    assert listed == list(COMMANDS)


@pytest.mark.parametrize("argv", [[], ["nonsense"], ["score", "--nonsense"], ["score", "extra"]])
def test_wrong_usage_is_told_with_status_2(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2
    assert capsys.readouterr().err.startswith("usage: python -m assistant")


@pytest.mark.parametrize("command", CHEAP)
def test_cheap_commands_load_nothing_heavy(command: str) -> None:
    """Nor does any command load the module of another."""
    program = (
        "import sys; from assistant.cli import main; status = main(sys.argv[1:]);"
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, command], cwd=ROOT, input=b"", capture_output=True
    )
    loaded = set(done.stderr.decode().split())
    assert done.returncode == 0
    assert f"assistant.cli.{command}" in loaded
    assert not loaded & HEAVY
    assert not {f"assistant.cli.{other}" for other in COMMANDS if other != command} & loaded
