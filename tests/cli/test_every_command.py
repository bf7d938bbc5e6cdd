"""Every command: it stands in a section, prints JSON where it prints facts, is refused in one shape, and ends as is documented."""

import inspect
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.app import SECTIONS
from pitboss.cli.exits import MEANING, PRINTS_NO_FACTS, SAYS_NO
from tests.cli.conftest import Pitboss
from tests.house.desk import Desk, run
from tests.house.live import PRACTICE, Live, wait_for
from tests.house.programs import created
from tools import commands

EVERY = {one.name: one for one in commands.commands()}
JSON = [name for name in EVERY if name not in PRINTS_NO_FACTS]
R = "roulette-practice"


def options_of(name: str) -> list[str]:
    return [word for one in EVERY[name].command.params for word in one.opts]


# --- what is declared


def test_every_command_stands_in_one_section_and_the_annex_is_last() -> None:
    named = [name for names in SECTIONS.values() for name in names.split()]
    assert len(named) == len(set(named))
    assert {name.split()[0] for name in EVERY} == set(named)
    assert list(SECTIONS)[-1] == "Annex"


def test_every_command_prints_json_or_says_why_not() -> None:
    assert {name for name in EVERY if "--json" not in options_of(name)} == set(PRINTS_NO_FACTS)
    assert set(SAYS_NO) <= set(EVERY)


def test_the_commands_that_can_say_no_are_those_that_are_listed() -> None:
    """Wherever a command ends with 1 by itself."""
    ends = re.compile(r"stop\w*\(.*, 1\b.*\)|Exit\((?:.*\b1\b.*|report\.status)\)")
    found = {
        name for name, one in EVERY.items() if ends.search(inspect.getsource(inspect.unwrap(one.command.callback)))
    }
    assert found == set(SAYS_NO)


def test_page_and_man_page_are_written_from_the_commands() -> None:
    """`python -m tools.commands` writes them."""
    page, manual = commands.page(), commands.manual()
    assert (commands.DOCS / commands.PAGE).read_text(encoding="utf-8") == page
    assert (commands.DOCS / commands.MANUAL).read_text(encoding="utf-8") == manual
    for name in EVERY:
        assert f"| `pitboss {name}` |" in page
        assert f"pitboss {name}".replace("-", "\\-") in manual


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("pitboss pro", "provisions"), ("pitboss play black", "blackjack"), ("pitboss floor di", "diff"),
     ("pitboss games --js", "--json")],
)  # fmt: skip
def test_a_shell_completes_commands_options_and_games(typed: str, offered: str) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_PITBOSS_COMPLETE": "complete_bash"}
    program = Path(sys.executable).with_name("pitboss")
    done = subprocess.run([program], env=words, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [offered]


# --- what is refused


@pytest.mark.parametrize("name", EVERY)
def test_a_wrong_option_is_refused_in_one_shape(name: str, pitboss: Pitboss) -> None:
    """Exit status 2; a sentence on standard error, or with --json a record and nothing else."""
    status, out, err = pitboss(*name.split(), "--no-such-option")
    assert (status, out, err.count("\n")) == (2, "", 1)
    if name in JSON:
        status, out, said = pitboss(*name.split(), "--json", "--no-such-option")
        assert (status, said) == (2, "")
        assert json.loads(out) == {"refused": {"code": "malformed", "sentence": err.strip(), "cite": ""}}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("law", "999"), "malformed"),
        (("verify", "nothing.jsonl"), "malformed"),
        (("backup", "check", "nothing.db"), "refused"),
        (("floor", "check", "nothing.toml"), "not_found"),
        (("edge", "faro"), "not_found"),
        (("record",), "malformed"),
        (("rules", "approved", "--database", "nothing.db"), "forbidden_choice"),
    ],
)
def test_a_refusal_has_its_code(words: tuple[str, ...], code: str, pitboss: Pitboss) -> None:
    status, out, err = pitboss(*words, "--json")
    assert status in (1, 2)
    assert err == ""
    refused = json.loads(out)["refused"]
    assert set(refused) == {"code", "sentence", "cite"}
    assert refused["code"] == code
    assert refused["sentence"].endswith(".")


# --- what is printed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed house with a backup, a floor file, a submission and facts of a notice."""
    made = tmp_path_factory.mktemp("commands")

    async def work() -> None:
        from pitboss.house.founding import Plan

        async with Desk(made / "house.db", [Plan(R, "roulette", "Roulette", PRACTICE)]) as desk:
            await desk.house.record.make_head()

    run(work)
    (made / "settings.toml").write_text('database = "house.db"\nalarm_addresses = ["https://example.org/alarms"]\n')
    for words in (
        ("floor", "new", "--out", "floor.toml"),
        ("submission", "new", "roulette", "--out", "roulette.toml"),
        ("notice", "new", "--out", "facts.toml"),
        ("backup", "make", "--database", "house.db", "--out", "backup.db", "--with-key"),
        ("rules", "pack", "--out", "rules.zip"),
    ):
        subprocess.run([sys.executable, "-m", "pitboss.cli", *words], cwd=made, check=True, capture_output=True)
    return made


# By command, words that make it print; what it needs lies in the folder.
PRINTS: dict[str, tuple[str, ...]] = {
    "strategy": ("casino-war",),
    "games": (),
    "law": ("617a.5",),
    "editions": ("686a",),
    "provisions": ("617a",),
    "names": ("roulette",),
    "submission check": ("roulette.toml", "--no-edges"),
    "edge": ("roulette", "--wager", "red"),
    "simulate": ("roulette", "--rounds", "1e4"),
    "certify": ("roulette", "--out", "certificates"),
    "compare": ("roulette.toml", "roulette.toml"),
    "sweep": ("roulette", "--choice", "wheel", "--wager", "red"),
    "depth": ("minibaccarat", "--shoes", "0"),
    "bankroll": ("roulette", "--wager", "red", "--bank", "200"),
    "warm": ("casino-war",),
    "way": ("pai-gow-poker",),
    "solve": ("roulette", "--wager", "red", "--edge", "2.5..3"),
    "serve": ("--show-settings",),
    "floor check": ("floor.toml",),
    "floor diff": ("floor.toml", "--database", "house.db"),
    "machine key": ("--files", "machine"),
    "people list": ("--database", "house.db"),
    "people recover": ("board", "--database", "house.db"),
    "alarm list": (),
    "alarm secrets": ("--settings", "settings.toml"),
    "key status": ("--database", "house.db"),
    "key rotate": ("devices", "--database", "house.db"),
    "doctor": ("--database", "house.db"),
    "backup make": ("--database", "house.db", "--out", "another.db"),
    "backup check": ("backup.db",),
    "backup restore": ("backup.db", "--to", "restored.db"),
    "archive": ("--database", "house.db"),
    "ratings": ("--database", "house.db"),
    "otherwise": ("house.db", "--set", "edition=2021"),
    "record": ("--database", "house.db", "--out", "record.jsonl"),
    "verify": ("--database", "house.db"),
    "audit": ("--database", "house.db"),
    "rules version": (),
    "rules list": (),
    "rules approved": ("--database", "house.db"),
    "rules pack": ("--out", "again.zip"),
    "rules check": ("rules.zip",),
    "notice check": ("facts.toml",),
    "notice law": ("143.31(c)",),
}
STANDBYS = ("standby list", "standby promote", "standby alone", "standby wait")
# They need passphrases or a key that was replaced, a house that runs (below), a server of PostgreSQL, or a receiver.
ELSEWHERE = {
    "witness",
    "backup copy",
    "machine admit",
    "machine list",
    "machine remove",
    "alarm test",
    "key retire",
    "key wrap",
    "key escrow",
    "key recover",
    *STANDBYS,
}


def test_every_command_that_prints_facts_is_tried() -> None:
    assert set(PRINTS) | ELSEWHERE == set(JSON)


@pytest.mark.parametrize("name", PRINTS)
def test_with_json_every_line_is_a_record(
    name: str, folder: Path, pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the exit status is one of those documented."""
    monkeypatch.chdir(folder)
    status, out, _ = pitboss(*name.split(), *PRINTS[name], "--json")
    assert status in ({0, 1} if name in SAYS_NO else {0, 2} if name == "people recover" else {0}), out
    records = json_values(out)
    assert all(isinstance(one, dict) for one in records)
    assert records or name == "ratings"  # nobody played there
    assert not [one for one in records if "refused" in one and name != "people recover"]


def json_values(text: str) -> list[Any]:
    """One record to a line; that of a notice is set for people to read as well."""
    try:
        return [json.loads(line) for line in text.splitlines()]
    except ValueError:
        return [json.loads(text)]


def test_a_witness_prints_records(pitboss: Pitboss, tmp_path: Path) -> None:
    with Live(tmp_path / "house.db") as live:
        kept = ("--key", tmp_path / "w.key", "--state", tmp_path / "w.json")
        wait_for(lambda: live.get("/checkpoint").is_success)  # the first is signed while the house already answers
        status, out, _ = pitboss("witness", f"http://{live.address}", "--name", "board.example/w", *kept, "--json")
        assert status == 0
        assert [list(json.loads(line)) for line in out.splitlines()] == [["vkey"], ["seen"]]
        assert created(live, "screen", "pit")


# --- status 1


def broken(folder: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    made = folder / f"broken-{name}"
    made.write_bytes(change((folder / name).read_bytes()))
    return made


def test_the_answer_no_is_status_1(folder: Path, pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every command that can be brought to it without breaking what is installed."""
    monkeypatch.chdir(folder)
    unlawful = broken(folder, "roulette.toml", lambda text: text.replace(b'"double"', b'"triple"'))
    floor = broken(folder, "floor.toml", lambda text: text + b"\n[[table]]\nnumber = 1\n")
    late = broken(
        folder, "facts.toml", lambda text: re.sub(rb"(?m)^(given|sent|dated) = .*$", rb"\1 = 2030-01-01", text)
    )
    backup = broken(folder, "backup.db", lambda data: data.replace(b'"demonstration"', b'"demonstratiom"'))
    backup.write_bytes(bytes(reversed(backup.read_bytes()[:4096])) + backup.read_bytes()[4096:])
    rules = broken(folder, "rules.zip", lambda data: data[:-100])
    scenario = folder / "scenario.toml"
    scenario.write_text('game = "faro"\n', encoding="utf-8")
    tried = {
        "submission check": (unlawful,),
        "floor check": (floor,),
        "floor diff": ("floor.toml", "--database", "house.db"),
        "backup check": (backup,),
        "backup restore": (backup, "--to", "never.db"),
        "rules check": (rules,),
        "rules approved": ("--database", "nothing.db"),
        "run": (scenario,),
    }
    for name, words in tried.items():
        status, out, err = pitboss(*name.split(), *words)
        assert status == 1, (name, out, err)
        assert out + err
        if name in JSON:
            assert pitboss(*name.split(), *words, "--json")[0] == 1
    assert late.exists()
    assert set(MEANING) == {0, 1, 2}
    assert not (folder / "never.db").exists()


# --- progress


class AtOnce(threading.Timer):
    """A moment that is over as soon as it begins."""

    def start(self) -> None:
        self.function(*self.args, **self.kwargs)


@pytest.mark.parametrize(
    "words", [("edge", "roulette"), ("verify", "record.jsonl"), ("ratings", "--database", "house.db")]
)
def test_what_takes_longer_than_a_moment_says_so(
    words: tuple[str, ...], folder: Path, pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On standard error, so that what is printed stays what it is."""
    monkeypatch.chdir(folder)
    if words[0] == "verify":
        pitboss("record", "--database", "house.db", "--out", "record.jsonl")
    monkeypatch.setattr("pitboss.cli.paper_options.threading.Timer", AtOnce)
    _, quiet, err = pitboss(*words)
    assert "Working out" not in err  # nobody watches
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda file: True)
    _, out, err = pitboss(*words)
    assert "Working out" in err
    assert out == quiet
