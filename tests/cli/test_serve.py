"""``serve``: where it listens, what it keeps, and what it says when that cannot be."""

import io
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from assistant.cli import command_parser, main, serve
from assistant.store import SqliteStore
from tests.faults.server import ROOT, Caller, Server, free_port


def arguments(*argv: str) -> dict[str, object]:
    return vars(command_parser("serve").parse_args(argv))


def test_address_and_database_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOST", "127.0.0.9")
    monkeypatch.setenv("PORT", "9123")
    monkeypatch.setenv("DATABASE", str(tmp_path / "x.db"))
    given = arguments()
    assert (given["port"], given["database"]) == (9123, tmp_path / "x.db")
    assert serve._host(None) == ("127.0.0.9", " (from the environment variable HOST)")
    assert serve._host("::1") == ("::1", "")
    assert arguments("--allow", "Games.example, two.example")["allow"] == (
        "games.example",
        "two.example",
    )
    given = arguments("--host", "::1", "--port", "1", "--database", "y.db")
    assert given == {"host": "::1", "port": 1, "database": Path("y.db"), "allow": (), "proxy": None}


@pytest.mark.parametrize("host", ["my-laptop", "x86_64-conda-linux-gnu", "192.168.1", "a b"])
def test_a_host_in_the_environment_that_is_no_address_is_named_and_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], host: str
) -> None:
    monkeypatch.setenv("HOST", host)
    assert serve._host(None) == ("", "")
    assert f"The environment variable HOST is {host!r}" in capsys.readouterr().err


def test_an_address_from_the_environment_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("HOST", "203.0.113.77")
    assert main(["serve", "--port", "0", "--database", str(tmp_path / "x.db")]) == 1
    said = capsys.readouterr().err
    assert "Cannot listen on 203.0.113.77 port 0 (from the environment variable HOST)" in said


@pytest.mark.parametrize("value", [None, ""])
def test_without_an_environment_there_are_defaults(
    monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    for name in ("HOST", "PORT", "DATABASE"):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    given = arguments()
    assert (serve._host(None), given["port"]) == (("", ""), 8000)
    assert str(given["database"]).endswith("tables.sqlite3")


def test_a_port_that_is_no_number_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "eighty")
    with pytest.raises(SystemExit) as caught:
        arguments()
    assert caught.value.code == 2


def test_a_port_that_is_taken_says_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "assistant", "serve", "--host", "127.0.0.1"]
        command += ["--port", port, "--database", str(tmp_path / "x.db")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {port}" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999999", "", "8000.5"])
def test_a_port_that_cannot_be_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], port: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["serve", f"--port={port}"])
    assert caught.value.code == 2
    assert f"{port!r} is not a port from 1 to 65535" in capsys.readouterr().err


def test_a_file_that_is_no_database_is_named_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana, " * 500)
    assert main(["serve", "--port", "0", "--database", str(letter)]) == 1
    assert f"The database {letter} cannot be used" in capsys.readouterr().err
    assert letter.read_text() == "Dear Ana, " * 500


def test_a_folder_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--database", str(tmp_path)]) == 1
    assert "cannot be used" in capsys.readouterr().err


def test_a_database_in_memory_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE", ":memory:")
    assert main(["serve", "--port", "0"]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("The database :memory: cannot be used: it has to be a file")
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_database_with_something_missing_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.sqlite3"
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE entries")
    connection.close()
    assert main(["serve", "--port", "0", "--database", str(path)]) == 1
    said = capsys.readouterr()
    assert "it is damaged, there is no table entries. Put a copy" in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's redirections")
@pytest.mark.parametrize("redirection", [">&-", ">/dev/full", ">&- 2>&-"])
def test_it_serves_even_if_nobody_can_read_what_it_says(tmp_path: Path, redirection: str) -> None:
    port = free_port()
    line = f"exec {shlex.quote(sys.executable)} -m assistant serve --host 127.0.0.1"
    line += f" --port {port} --database {shlex.quote(str(tmp_path / 'x.db'))} {redirection}"
    process = subprocess.Popen(["sh", "-c", line], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        assert answers(port, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert (process.returncode, said) == (0, "")
    finally:
        process.kill()
        process.communicate()


def answers(port: int, process: subprocess.Popen[str]) -> bool:
    """Whether the server answers, as long as it runs."""
    while process.poll() is None:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
            return page.status == 200
        time.sleep(0.1)
    return False


def test_a_terminal_without_blocks_gets_the_address_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", output)
    serve._announce(["http://192.168.1.7:8000/"], tmp_path / "x.db")
    assert isinstance(output.buffer, io.BytesIO)
    assert output.buffer.getvalue().startswith(b"Open http://192.168.1.7:8000/ on every phone")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_an_address_that_no_phone_reaches_is_said_to_be_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str
) -> None:
    serve._announce(serve.addresses(host, 8000), tmp_path / "x.db")
    said = capsys.readouterr().out
    assert "on this machine. Phones cannot reach it" in said
    assert "[::1]" in said or ":" not in host


def test_two_servers_on_one_file_show_the_same_tables(tmp_path: Path) -> None:
    first, second = (Server(tmp_path / "tables.sqlite3") for _ in range(2))
    try:
        first.start()
        second.start()
        caller = Caller(first)
        status, address = caller.post("/new", name=["Ana", "Ben"])
        assert status == 303
        status, page = Caller(second).call("GET", str(address))
        assert status == 200
        assert "Ana" in page.decode()
    finally:
        for server in (first, second):
            if server.process:
                server.kill()


def test_the_first_signal_tells_the_phones_and_a_second_ends_it_at_once() -> None:
    asked, go_on = threading.Event(), threading.Event()

    def tell() -> None:
        asked.set()
        go_on.wait(10)

    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    ending = serve._Ending(tell)
    try:
        for each in handlers:
            signal.signal(each, ending)
        signal.raise_signal(signal.SIGTERM)
        assert asked.wait(10)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)  # a third changes nothing
    finally:
        go_on.set()
        ending.thread.join()
        for each, handler in handlers.items():
            signal.signal(each, handler)
