"""An examiner runs no rules that came with a record unless they are in a list of their own; the house has a list itself."""

import json
from pathlib import Path

import msgspec
import pytest

import pitboss
from pitboss.house.table.verify import NotReplayed, Verdict
from pitboss.house.table.versions import running
from pitboss.house.wire import archive
from pitboss.journal import Actor, Entry
from pitboss.procedure import Refused
from pitboss.rulebook.package import Package
from tests.cli.conftest import Pitboss
from tests.cli.conftest import pitboss as pitboss_command
from tests.house.desk import run
from tests.house.recorded import SITTING, a_house, play
from tests.house.sending import leave_table
from tests.rulebook.records import chained
from tests.rulebook.trees import behaving

__all__ = ["pitboss_command"]

ROULETTE = "roulette-1"
BOARD = Actor("B-1", "Bo", "board")


def entries_of(file: Path) -> list[Entry]:
    return [msgspec.json.decode(line, type=Entry) for line in file.read_bytes().splitlines()]


def written(file: Path, entries: list[Entry]) -> Path:
    file.write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
    return file


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Two rounds, exported."""
    file = tmp_path / "record.jsonl"

    async def work() -> None:
        async with a_house(tmp_path / "house.db", ("roulette",)) as desk:
            await play(desk, ROULETTE, 2, "examined")
            table = desk.table(ROULETTE)
            first = table.play.first if table.round is not None else None
            file.write_bytes(b"".join(archive.export(desk.house.store, ROULETTE, first)))

    run(work)
    return file


@pytest.fixture
def foreign(record: Path, tmp_path: Path) -> tuple[Path, Path, Path]:
    """The same, as if rules had played it that leave a file behind when they run; their package; and that file."""
    proof = tmp_path / "ran"
    package = behaving(tmp_path / "tree", f"open({str(proof)!r}, 'w')")
    (tmp_path / "rules.zip").write_bytes(package.archive())
    own = running().rules.version.encode()
    other = [
        msgspec.structs.replace(one, payload=msgspec.Raw(bytes(one.payload).replace(own, package.version.encode())))
        for one in entries_of(record)
    ]
    return written(tmp_path / "foreign.jsonl", chained(other)), tmp_path / "rules.zip", proof


def test_installed_rules_need_no_list(record: Path) -> None:
    """They are the examiner's own."""
    (verdict,) = pitboss.verify(record)
    assert isinstance(verdict, Verdict)
    assert len(verdict.rounds) == 2


def test_rules_that_came_with_a_record_are_not_run_without_a_list(
    foreign: tuple[Path, Path, Path], pitboss_command: Pitboss, tmp_path: Path
) -> None:
    """Hashes and seeds are checked, a sentence says that nothing was played again, and the exit status tells."""
    record, rules, proof = foreign
    version = Package.read(rules.read_bytes()).version
    (verdict,) = pitboss.verify(record, packages=[rules])
    assert isinstance(verdict, NotReplayed)
    assert verdict.versions == (version,)
    status, told, _ = pitboss_command("verify", record, "--rules", rules)
    assert status == 2
    assert (
        f"The rounds were NOT played again: the rules {version[:12]} are not installed, and no list of approved "
        "versions was given (--approved)." in told
    )
    (tmp_path / "list").write_text(f"# of the Board\n\n{'0' * 64}  # other rules\n")
    status, told, _ = pitboss_command("verify", record, "--rules", rules, "--approved", tmp_path / "list")
    assert (status, "are not in the list of approved versions." in told) == (2, True)
    assert not proof.exists()


def test_what_was_changed_is_found_without_running_anything(foreign: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """An entry, and a seed that another was promised for, though the chain was made again."""
    record, rules, _ = foreign
    (tmp_path / "changed.jsonl").write_bytes(record.read_bytes().replace(b'"amount":', b'"amount": ', 1))
    with pytest.raises(Refused, match="was changed after it was written"):
        pitboss.verify(tmp_path / "changed.jsonl", packages=[rules])
    entries = entries_of(record)
    place, seed = next((n, json.loads(bytes(e.payload))["seed"]) for n, e in enumerate(entries) if e.kind == "ended")
    other = bytes(entries[place].payload).replace(seed.encode(), b"ab" * 32)
    entries[place] = msgspec.structs.replace(entries[place], payload=msgspec.Raw(other))
    with pytest.raises(Refused, match=f"Entry {place + 1} of {ROULETTE}: seed 1 is not the one promised"):
        pitboss.verify(written(tmp_path / "seed.jsonl", chained(entries)), packages=[rules])


def test_rules_in_the_list_are_run_and_confined(foreign: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """Approved code has no rights either."""
    record, rules, proof = foreign
    with pytest.raises(Refused, match=r"ended with PermissionError|cannot confine its process"):
        pitboss.verify(record, packages=[rules], approved=[Package.read(rules.read_bytes()).version])
    assert not proof.exists()


def test_with_a_list_installed_rules_have_to_be_in_it(record: Path) -> None:
    """A list says which rules somebody approved; a round of others is told, also where they are installed."""
    (verdict,) = pitboss.verify(record, approved=["0" * 64])
    assert isinstance(verdict, NotReplayed)
    assert verdict.listed
    (verdict,) = pitboss.verify(record, approved=[running().rules.version])
    assert isinstance(verdict, Verdict)


@pytest.mark.parametrize("word", ["0.2.0", "abc", "G" * 64])
def test_a_line_that_is_no_version_is_refused(
    word: str, record: Path, pitboss_command: Pitboss, tmp_path: Path
) -> None:
    (tmp_path / "list").write_text(f"{'0' * 64}\n{word}\n")
    status, _, said = pitboss_command("verify", record, "--approved", tmp_path / "list")
    assert status != 0
    assert said.startswith(f"Line 2 of {tmp_path / 'list'} is no version of the rules; expected 64 hexadecimal digits")


def test_the_houses_list_is_what_its_journal_names(tmp_path: Path, pitboss_command: Pitboss) -> None:
    """Rules that it keeps and those that the Board approved: what verify --database runs, and what an examiner can ask for."""
    database, listed = tmp_path / "house.db", tmp_path / "list"

    async def before() -> None:
        async with a_house(database, ("roulette",)) as desk:
            await play(desk, ROULETTE, 2, "former")
            now = running()
            made, writes = desk.house.software.approve(now.rules.version, now.software.version, BOARD)
            await desk.house.register.enter(made, also=writes)
            for session in SITTING[desk][ROULETTE].values():
                await leave_table(desk.host(ROULETTE), session, desk.key())

    run(before)
    status, told, _ = pitboss_command("rules", "approved", "--database", database)
    assert (status, [line.split()[0] for line in told.splitlines()]) == (0, [running().rules.version])
    listed.write_text(told)
    status, told, _ = pitboss_command("verify", "--database", database, "--replay", "--approved", listed)
    assert (status, "2 rounds of roulette, all as recorded" in told) == (0, True)
    status, told, _ = pitboss_command("verify", "--database", database, "--replay")
    assert (status, told.splitlines()[-1]) == (
        0, "The rules were taken from the house's own list; whoever examines it gives theirs with --approved.",
    )  # fmt: skip
    listed.write_text("0" * 64)
    status, told, _ = pitboss_command("verify", "--database", database, "--replay", "--approved", listed)
    assert (status, f"the rules {running().rules.version[:12]} are not in the list" in told) == (2, True)
