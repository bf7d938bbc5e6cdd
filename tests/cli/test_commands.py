"""The other commands: law, coverage, edges, papers."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pitboss import catalogue, law
from pitboss.cli.app import SECTIONS
from pitboss.mathematics.kit.edge import edges_for
from tests.cli.conftest import Pitboss


def test_games_lists_every_game(pitboss: Pitboss) -> None:
    """One line to a game, with its chapter."""
    status, out, _ = pitboss("games")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(catalogue.games())


def test_help_lists_every_command_in_a_section(pitboss: Pitboss) -> None:
    """By what one wants to do; none is left over, and no section names a command that is not there."""
    status, out, _ = pitboss("--help")
    assert status == 0
    assert "\nCommands:" not in out
    for section, names in SECTIONS.items():
        told = out.split(f"\n{section}:\n")[1].split("\n\n")[0]
        assert [line.split()[0] for line in told.splitlines() if line[2] != " "] == names.split()


@pytest.mark.parametrize("command", [("check",), ("restore", "--to", "new.db")])
def test_a_backup_that_is_missing_is_not_a_broken_one(pitboss: Pitboss, command: tuple[str, ...]) -> None:
    """Exit 2 for a file that is not there, as with every command; 1 is for a backup that was changed."""
    status, _, err = pitboss("backup", *command, "nosuch.db")
    assert (status, err) == (2, "There is no file nosuch.db.\n")


def test_law_tells_a_provision_and_what_stands_beneath_it(pitboss: Pitboss) -> None:
    """By provision, by section, by definition and by reading."""
    status, out, _ = pitboss("law", "676a.11(d)(3)")
    assert status == 0
    assert law.gist("676a.11(d)(3)(ii)") in out
    assert "676a.11(d)(4)" not in out
    assert "676a.11(a)(2)" in pitboss("law", "676a.11")[1]
    assert law.gist("676a.1:Par") in pitboss("law", "676a.1:Par")[1]
    assert "Because:" in pitboss("law", "I-676a-01")[1]


def test_law_refuses_what_no_register_has(pitboss: Pitboss) -> None:
    """With the form a citation has."""
    status, _, err = pitboss("law", "676a.99")
    assert status == 2
    assert "676a.11(d)(3)(i)" in err


def test_provisions_counts_by_status_and_lists_what_is_lacking(pitboss: Pitboss) -> None:
    """The exit status is 1 exactly where a line is not answered for."""
    status, out, _ = pitboss("provisions")
    lacking = [line for line in out.splitlines() if " names " in line]
    assert status == (1 if lacking else 0)
    for name in law.chapters():
        own = pitboss("provisions", name)
        head = own[1].splitlines()[1].split()
        assert head[0] == name
        assert sum(map(int, head[1:6])) == len(law.chapter(name).provision)
        assert own[0] == (1 if int(head[6]) else 0)
        assert len(own[1].splitlines()) == 2 + int(head[6])


def test_provisions_of_no_chapter_are_refused(pitboss: Pitboss) -> None:
    """With the chapters there are."""
    status, _, err = pitboss("provisions", "700a")
    assert status == 2
    assert "676a" in err


def test_edge_prints_a_table_and_exact_records(pitboss: Pitboss) -> None:
    """For people, and one JSON record to a line for programs."""
    status, out, _ = pitboss("edge", "roulette")
    assert status == 0
    assert "5.2632 % (1/19)" in out
    _, out, _ = pitboss("edge", "go-fore-it", "--wager", "gopher", "--json")
    (record,) = [json.loads(line) for line in out.splitlines()]
    assert record["house_edge_fraction"] == "11772/270725"


def test_edge_follows_the_submission(pitboss: Pitboss, tmp_path: Path) -> None:
    """Another paytable, another edge."""
    path = tmp_path / "b.toml"
    path.write_text('game = "go-fore-it"\ngopher_paytable = "B"\n', encoding="utf-8")
    game = catalogue.game("go-fore-it")
    out = pitboss("edge", "go-fore-it", "--submission", path, "--wager", "gopher", "--json")[1]
    assert json.loads(out)["paytable"] == "B"
    assert json.loads(out)["house_edge"] != edges_for(game, game.example())[2].record()["house_edge"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("edge",), "Name one game"),
        (("edge", "roulette", "--all"), "Name one game"),
        (("edge", "roulette", "--wager", "insurance"), "There is no wager 'insurance'"),
        (("layout", "faro"), "There is no game 'faro'"),
        (("guide", "roulette", "--submission", "missing.toml"), "No such file"),
        (("layout", "roulette", "--out", "no/such/folder/x.svg"), "No such file"),
        (("verify", "missing.jsonl"), "missing.jsonl"),
    ],
)
def test_user_errors_are_one_sentence(pitboss: Pitboss, words: tuple[str, ...], says: str) -> None:
    """Exit status 2, no traceback."""
    status, out, err = pitboss(*words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_verify_refuses_what_is_no_record(pitboss: Pitboss, tmp_path: Path) -> None:
    """An empty file, and one that is something else."""
    for text in ("", "{}\n", "not JSON\n"):
        path = tmp_path / "record.jsonl"
        path.write_text(text, encoding="utf-8")
        status, out, err = pitboss("verify", path)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1


def test_serve_says_when_the_address_is_taken(pitboss: Pitboss, tmp_path: Path) -> None:
    """One sentence that names the address."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, _, err = pitboss("serve", "--port", port, "--database", tmp_path / "house.db")
    assert status == 2
    assert f"127.0.0.1:{port}" in err
    assert err.count("\n") == 1


def test_a_submission_for_another_game_is_refused(pitboss: Pitboss, tmp_path: Path) -> None:
    """The file says which game it is for."""
    path = tmp_path / "filed.toml"
    path.write_text('game = "go-fore-it"\n', encoding="utf-8")
    status, _, err = pitboss("layout", "roulette", "--submission", path)
    assert status == 2
    assert "'go-fore-it', not for 'roulette'" in err


@pytest.mark.parametrize("game", catalogue.games())
def test_layout_is_the_drawing_of_the_submission(pitboss: Pitboss, tmp_path: Path, game: str) -> None:
    """To standard output, or to a file."""
    path = tmp_path / "felt.svg"
    assert pitboss("layout", game, "--out", path)[:2] == (0, "")
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert pitboss("layout", game)[1] == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("paper", ["guide", "signs", "card", "checklist", "form"])
def test_papers_are_printed_for_the_submission(pitboss: Pitboss, tmp_path: Path, paper: str) -> None:
    """Each bears the hash of the choices it was printed for."""
    path = tmp_path / "filed.toml"
    path.write_text('game = "roulette"\nwheel = "single"\n', encoding="utf-8")
    digest = pitboss("submission", "check", path)[1].split()[0]
    status, out, _ = pitboss(paper, "roulette", "--submission", path)
    assert status == 0
    assert out.startswith("<!doctype html>")
    assert digest in out


def test_help_opens_no_room() -> None:
    """The command line starts without importing chapters, the house or the mathematics."""
    code = (
        "import sys, pitboss.cli; "
        "print([m for m in sys.modules if m.startswith(('pitboss.chapters', 'pitboss.house', 'pitboss.mathematics', 'numba', "
        "'litestar'))])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_law_by_its_date_and_two_editions_compared(pitboss: Pitboss) -> None:
    """``law --on`` says what held then; ``law diff`` what two editions have otherwise; ``editions`` what there is."""
    status, out, _ = pitboss("law", "686a.7(k)", "--on", "2020-06-01")
    assert status == 0
    assert out.startswith("No text in force on 2020-06-01; pending proposal: Pa.B. Doc. No. 19-1055")
    assert law.gist("686a.7(l)") in out
    assert law.gist("686a.7(l)") in pitboss("law", "686a.7(l)", "--on", "2021-06-01")[1]
    lines = pitboss("law", "diff", "686a", "2019-proposed", "2021", "--json")[1].splitlines()
    assert [json.loads(line)["kind"] for line in lines].count("words") == 2
    assert "PROPOSED" in pitboss("editions", "687a")[1]
    known = [json.loads(line) for line in pitboss("editions", "--json")[1].splitlines()]
    assert {one["chapter"] for one in known} == set(law.chapters())
    status, _, err = pitboss("law", "diff", "686a", "2020")
    assert (status, "Expected CITE, or diff CHAPTER EDITION EDITION" in err) == (2, True)
