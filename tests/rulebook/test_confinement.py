"""The process of a rules package is confined before any of its code runs: it reads itself and Python, and nothing else happens."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from pitboss.rulebook import child, confinement, runner
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.runner import Replayer, replay
from tests.rulebook.records import VERSIONS, as_recorded, package_of, records_of, replayed
from tests.rulebook.trees import behaving

confined = pytest.mark.skipif(bool(confinement.missing()), reason=f"cannot be confined: {confinement.missing()}")


@pytest.fixture
def listener() -> Iterator[int]:
    """A port of this machine that somebody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as open_port:
        yield open_port.getsockname()[1]


def sentence_of(tmp_path: Path, does: str, patience: float = 60, entries: int = 1) -> str:
    """What is said of a package that does this and lets the failure pass."""
    with pytest.raises(RulebookError) as failed:
        list(replay(behaving(tmp_path / "tree", does), "t", [b"{}"] * entries, {}, patience=patience))
    assert "\n" not in str(failed.value)
    return str(failed.value)


@confined
@pytest.mark.parametrize(
    "does",
    [
        "import socket; socket.socket()",
        "import socket; socket.create_connection(('127.0.0.1', PORT))",
        "import socket; socket.socket(socket.AF_UNIX)",
        "import socket; socket.socketpair()",
        "os.kill(os.getppid(), 9)",
        "os.kill(os.getpid(), 9)",
        "while True: os.fork()",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "os.execv('/bin/true', ['true'])",
        "os.memfd_create('x')",
        "os.setuid(1)",
        "os.chmod('pitboss/__init__.py', 0o777)",
        "os.truncate('pitboss/__init__.py', 0)",
        "os.mkdir('more')",
        "os.unlink('pitboss/__init__.py')",
        "os.symlink('/etc/passwd', 'link')",
        "os.mkfifo('pipe')",
        "open('more', 'w')",
        "open('pitboss/__init__.py', 'a')",
        "open('FOLDER/written', 'w')",
        "open('/dev/shm/written', 'w')",
        "open('/etc/passwd').read()",
        "open('FOLDER/house.db.key', 'rb').read()",
        "open('/proc/self/environ').read()",
        "open('/proc/1/environ').read()",
        "os.listdir('FOLDER')",
        "os.listdir('/')",
    ],
)
def test_what_a_package_may_not_do_is_refused(does: str, tmp_path: Path, listener: int) -> None:
    """Network, processes, signals, writing anywhere, reading anything but itself and Python: one sentence each."""
    (tmp_path / "house.db.key").write_bytes(b"k" * 32)
    words = does.replace("PORT", str(listener)).replace("FOLDER", str(tmp_path))
    said = sentence_of(tmp_path, words)
    assert "ended with PermissionError (status 1) before the record was replayed." in said
    assert not (tmp_path / "written").exists()
    assert not Path("/dev/shm/written").exists()


@confined
def test_threads_are_no_way_out(tmp_path: Path) -> None:
    """No further thread can be started, which would be another process to the kernel."""
    said = sentence_of(tmp_path, "import threading; threading.Thread(target=print).start()")
    assert "ended with RuntimeError" in said


@confined
def test_memory_is_bounded(tmp_path: Path) -> None:
    """A package that takes all there is gets an error of its own."""
    said = sentence_of(tmp_path, "taken = []\nwhile True: taken.append(bytearray(1 << 24))")
    assert "ended with MemoryError" in said


@confined
def test_what_goes_to_its_error_output_is_bounded(tmp_path: Path) -> None:
    """Its errors go to a file, which cannot grow without end."""
    said = sentence_of(tmp_path, "while True: os.write(2, b'x' * 65536)")
    assert "ended (status" in said


def test_time_is_bounded(tmp_path: Path) -> None:
    """One that computes for ever is ended, and one that talks for ever. So many entries give so much time in all that silence
    alone decides, however slow the machine is."""
    said = sentence_of(tmp_path, "while True: pass", patience=0.5, entries=10_000)
    assert "said nothing for 0.5 seconds and was ended." in said
    talks = "while True: say(round={'round': 1, 'first': 1, 'last': 1})"
    assert "told of more rounds than the record has, and was ended." in sentence_of(tmp_path, talks)


def test_a_slow_talker_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever says something now and then takes no longer in all than any replay. Time passes with every look at the clock, so
    that each line comes within all patience, and after a few of a thousand no time is left."""
    patience, looks = 60, count(0, 16)
    monkeypatch.setattr(runner, "ENTRY_SECONDS", 0.0)
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: next(looks)))
    talks = "while True:\n    say(round={'round': 1, 'first': 1, 'last': 1})\n    time.sleep(0.05)"
    found = replay(behaving(tmp_path, talks), "t", [b"{}"] * 1000, {}, patience=patience)
    assert isinstance(next(found), runner.ReplayedRound)
    with pytest.raises(RulebookError, match=r"took longer than any replay of this record and was ended\.$"):
        list(found)


def test_a_line_without_an_end_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LINE_BYTES", 1 << 16)
    said = sentence_of(tmp_path, "while True: sys.stdout.write('x' * 65536)")
    assert "said a line of more than 65536 bytes, and was ended." in said


@confined
@pytest.mark.parametrize("version", VERSIONS)
def test_rules_of_every_age_replay_confined(version: str) -> None:
    """What Python reads for them is still there."""
    record = records_of(version)["blackjack"]
    with Replayer(package_of(version)) as replayer:
        assert replayer.confined
        assert as_recorded(replayed(replayer, record), record)


@confined
def test_a_process_that_may_not_be_confined_ends_before_the_package_runs(tmp_path: Path) -> None:
    """Where the kernel refuses after all, nothing of the package is imported."""
    ran = tmp_path / "ran"
    behaving(tmp_path / "tree", "pass")
    (tmp_path / "tree/pitboss/__init__.py").write_text(f"open({str(ran)!r}, 'w')")
    beside = tmp_path / "beside"
    beside.mkdir()
    (beside / "child.py").write_text(Path(child.__file__).read_text())
    (beside / "confinement.py").write_text(
        Path(confinement.__file__)
        .read_text()
        .replace(
            "_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445",
            "_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 9999",
        )
    )
    words = [sys.executable, "-I", "-B", str(beside / "child.py"), str(tmp_path / "tree"), child.OWN, "confined"]
    done = subprocess.run(words, input=b"", capture_output=True, check=False)
    assert done.returncode == child.UNCONFINED
    assert b"Landlock refuses" in done.stderr
    assert not ran.exists()


def test_where_a_machine_cannot_confine_the_package_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless whoever runs it says that it may."""
    monkeypatch.setattr(confinement, "missing", lambda: "the kernel has no Landlock")
    package = behaving(tmp_path, 'say(end={"sequence": 1, "head": "h"})')
    with pytest.raises(
        RulebookError, match=r"was not run, for this machine cannot confine its process: the kernel has no"
    ):
        Replayer(package)
    with Replayer(package, confined=False) as replayer:
        assert len(list(replayer.replay("t", [], {}))) == 1


@confined
def test_a_key_can_be_read_where_nothing_confines(tmp_path: Path) -> None:
    """The control: the same code without confinement does what it was refused."""
    (tmp_path / "house.db.key").write_bytes(b"k" * 32)
    reads = f"open({str(tmp_path / 'house.db.key')!r}).read()\nsay(end={{'sequence': 1, 'head': 'h'}})"
    with Replayer(behaving(tmp_path / "tree", reads), confined=False) as replayer:
        assert len(list(replayer.replay("t", [], {}))) == 1
