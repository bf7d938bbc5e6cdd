"""A package runs in a process of its own: alone, with nothing of the house, to its end or to one sentence."""

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from pitboss.house.wire import archive
from pitboss.journal import Entry
from pitboss.rulebook import child, runner
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.package import Package
from pitboss.rulebook.runner import EndFound, Found, RefusedFound, ReplayedRound, Replayer, replay
from tests.house.desk import Desk, random_round, run
from tests.rulebook.records import (
    VERSIONS,
    Record,
    altered,
    as_recorded,
    lines_of,
    other_event,
    package_of,
    records_of,
    replayed,
    seeds_of,
)
from tests.rulebook.trees import behaving

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)
END = 'say(end={"sequence": 1, "head": "h"})'


def played(game: str, folder: Path) -> Record:
    """Some rounds of a game in today's house, exported."""
    lines: list[bytes] = []

    async def work() -> None:
        pick = random.Random(game)
        async with Desk(folder / "house.db", [Plan(game, game, game, PRACTICE)]) as desk:
            players = {s.seat: s for s in [await desk.sit(game) for _ in range(2)]}
            for _ in range(3):
                await random_round(desk, game, players, pick)
            table = desk.table(game)
            lines.extend(archive.export(desk.house.store, game, table.play.first if table.round is not None else None))

    run(work)
    return [msgspec.json.decode(line, type=Entry) for line in b"".join(lines).splitlines()]


@pytest.mark.parametrize("game", ["roulette", "blackjack"])
def test_todays_record_replays_with_todays_package(game: str, tmp_path: Path) -> None:
    """The installed rules, packed, replay what the house just played, and refuse it where one event is another."""
    record = played(game, tmp_path)
    with Replayer(Package.of()) as replayer:
        assert as_recorded(replayed(replayer, record), record)
        *_, last = replayed(replayer, altered(record, other_event))
        assert isinstance(last, RefusedFound)
        *_, last = replayed(replayer, [*record[:-1], msgspec.structs.replace(record[-1], time="")])
        assert isinstance(last, RefusedFound)
        assert last.why == "corrupt"
        assert_refuses_what_cannot_be_read(replayer, record)
        assert as_recorded(replayed(replayer, record), record)


@pytest.mark.parametrize("version", VERSIONS)
def test_what_cannot_be_read_is_refused_and_the_next_record_replays(version: str) -> None:
    """A line that is no entry, and an entry of another table: a sentence each, and the process goes on."""
    record = records_of(version)["roulette"]
    with Replayer(package_of(version)) as replayer:
        assert_refuses_what_cannot_be_read(replayer, record)
        assert as_recorded(replayed(replayer, record), record)


def assert_refuses_what_cannot_be_read(replayer: Replayer, record: Record) -> None:
    whole = lines_of(record)
    given: list[tuple[str, list[bytes], dict[int, str], bytes | None]] = [
        (record[0].table, [b"{}"], {}, None),
        ("another", whole, {}, None),
        (record[0].table, whole, {1: "no seed"}, None),
        (record[0].table, whole, {}, b"{}"),
    ]
    for table, lines, seeds, start in given:
        (found,) = replayer.replay(table, lines, seeds, start)
        assert isinstance(found, RefusedFound)
        assert found.sentence.endswith(".")


def test_replay_that_is_left_early_does_not_disturb_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at the first round only gets a fresh process for the next record."""
    monkeypatch.setattr("pitboss.rulebook.runner.CHUNK", 1000)
    record = records_of("0.1.0-9edd2e7")["over-under"]
    with Replayer(package_of("0.1.0-9edd2e7")) as replayer:
        lines, left = lines_of(record), list[Iterator[Found]]()

        def interrupted() -> Iterator[bytes]:
            """Another replay is begun, and left, before this one was given the whole record."""
            yield from lines[: len(lines) // 2]
            left.append(replayer.replay("over-under", lines, {}))
            assert isinstance(next(left[0]), ReplayedRound)
            yield from lines[len(lines) // 2 :]

        with pytest.raises(RulebookError, match=r"was ended before the record was replayed\.$"):
            list(replayer.replay("over-under", interrupted(), {}))
        last = replayer.replay("over-under", lines, seeds_of(record))
        first = next(last)
        left.clear()
        assert as_recorded([first, *last], record)


def test_end_before_the_whole_record_was_given_is_no_end(tmp_path: Path) -> None:
    """A package that does not look at the entries cannot say that they are in order."""
    with pytest.raises(RulebookError, match=r"came to an end before it was given the whole record, and was ended\.$"):
        list(replay(behaving(tmp_path, f"{END}\ntime.sleep(60)"), "t", [b"x" * 1000] * 1000, {}))


def test_neither_side_waits_for_a_pipe_that_nobody_empties(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty megabytes of entries before the first word, and two of words before the first entry is read."""
    entries = [b"x" * 1000] * 20_000
    whole = f"for line in sys.stdin:\n    if not line.strip(): break\n{END}"
    assert list(replay(behaving(tmp_path / "a", whole), "t", entries, {})) == [EndFound(1, "h")]
    monkeypatch.setattr("pitboss.rulebook.runner.CHUNK", 1 << 20)
    talks = "for n in range(2000): print(json.dumps({'round': {'round': n, 'first': n, 'last': n}}) + ' ' * 1000)"
    found = list(replay(behaving(tmp_path / "b", f"{talks}\n{whole}"), "t", entries, {}))
    assert found[-1] == EndFound(1, "h")
    assert len(found) == 2_001


def test_entries_are_read_in_the_callers_thread(tmp_path: Path) -> None:
    """A cursor of a database may only be used where it was made."""
    threads = set()

    def entries() -> Iterator[bytes]:
        for _ in range(300):
            threads.add(threading.get_ident())
            yield b"x" * 1000

    whole = f"for line in sys.stdin:\n    if not line.strip(): break\n{END}"
    assert list(replay(behaving(tmp_path, whole), "t", entries(), {})) == [EndFound(1, "h")]
    assert threads == {threading.get_ident()}


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ("sys.exit(7)", r"^The rules package \w{12} ended \(status 7\) before the record was replayed\.$"),
        ("raise KeyError('a secret')", r"ended with KeyError \(status 1\) before the record was replayed\.$"),
        ("import pitboss.money", r"ended with ModuleNotFoundError \(status 1\) before"),
        ("print('hello', flush=True); time.sleep(60)", r"said something that is no line of a replay, and was ended\.$"),
        ("time.sleep(60)", r"said nothing for 1 seconds and was ended\.$"),
    ],
)
def test_process_that_does_not_replay_is_one_sentence(does: str, sentence: str, tmp_path: Path) -> None:
    """Whether it ends, fails, lacks a module that the installed pitboss has, chatters or hangs."""
    patience = 1 if "1 seconds" in sentence else 60  # a busy machine may take seconds to start a process
    entries = [b"{}"] * 10_000  # for which it has so much time in all that silence alone ends it
    with pytest.raises(RulebookError, match=sentence) as failed:
        list(replay(behaving(tmp_path, does), "t", entries, {}, patience=patience))
    assert "secret" not in str(failed.value)


def test_process_that_hangs_is_killed_and_its_folder_removed(tmp_path: Path) -> None:
    """Nothing is left: neither the process nor the private folder that only its owner could read."""
    hangs = (
        "say(round={'round': os.getpid(), 'first': os.stat('.').st_mode & 0o777, 'last': 0})\n"
        "say(round={'round': len(os.getcwd()), 'first': hash(os.getcwd()) and os.stat('.').st_ino, 'last': 0})\n"
        "time.sleep(60)"
    )
    replayer = Replayer(behaving(tmp_path, hangs), patience=60)
    folder = Path(replayer._folder.name)
    with replayer:
        begun = replayer.replay("t", [b"{}"], {})
        told, place = next(begun), next(begun)
        assert isinstance(told, ReplayedRound)
        assert isinstance(place, ReplayedRound)
        assert told.first == 0o700
        assert place.first == folder.stat().st_ino
        assert replayer._process is not None
        replayer._process._patience = 1  # now that it has begun
        with pytest.raises(RulebookError):
            next(begun)
        with pytest.raises(ProcessLookupError):
            os.kill(told.round, 0)
    assert not folder.exists()


def test_package_is_told_nothing_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens in the environment of a house are nothing to a package, nor are paths to other modules."""
    monkeypatch.setenv("HOUSE_TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    asks = 'say(refused={"why": " ".join(os.environ), "sentence": " ".join(sys.path)})'
    (found,) = replay(behaving(tmp_path / "tree", asks), "t", [], {})
    assert isinstance(found, RefusedFound)
    assert set(found.why.split()) <= {*runner._KEPT, *runner._ALONE, "LC_CTYPE"}
    assert str(tmp_path) not in found.sentence.split()
    assert "pitboss-rules-" in found.sentence.split()[0]


def test_installed_package_is_refused_in_the_place_of_another(tmp_path: Path) -> None:
    """Where the folder has no pitboss, Python finds the installed one: the process ends before it runs any of it."""
    done = subprocess.run([sys.executable, "-I", child.__file__, tmp_path, child.OWN], input=b"", capture_output=True)
    assert (done.returncode, done.stdout) == (child.WRONG_PACKAGE, b"")


@pytest.mark.parametrize("entry", [b"", b"  \n", b"{}\n{}"])
def test_entry_that_is_not_one_line_is_refused(entry: bytes, tmp_path: Path) -> None:
    """An empty line would end the record before its end."""
    with pytest.raises(RulebookError, match=r"^An entry to be replayed is not one line\.$"):
        list(replay(behaving(tmp_path, END), "t", [entry], {}))
