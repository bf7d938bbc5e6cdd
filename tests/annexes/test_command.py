"""``pitboss notice``: new, check, letter and law."""

import json
import re
from pathlib import Path

import pytest

from tests.annexes.regenerate import HERE
from tests.cli.conftest import Pitboss, pitboss

__all__ = ["pitboss"]


def test_new_writes_what_check_takes(pitboss: Pitboss, tmp_path: Path) -> None:
    """The example is in order."""
    file = tmp_path / "facts.toml"
    assert pitboss("notice", "new", "--out", file) == (0, "", "")
    status, out, err = pitboss("notice", "check", file)
    assert (status, err) == (0, "")
    assert out == (HERE / "example.txt").read_text(encoding="utf-8")
    assert pitboss("notice", "new")[1] == file.read_text(encoding="utf-8")


def test_check_says_what_is_not_in_order(pitboss: Pitboss) -> None:
    """The exit status is 1, as for an unlawful submission."""
    status, out, _ = pitboss("notice", "check", HERE / "no-list.toml")
    assert status == 1
    assert out.endswith("Not in order.\n")


def test_check_as_json(pitboss: Pitboss) -> None:
    """Programs read the answer, or the mistakes, as JSON."""
    status, out, _ = pitboss("notice", "check", HERE / "example.toml", "--json")
    assert (status, json.loads(out)["earliest_end"]) == (0, "2020-01-02")
    status, out, err = pitboss("notice", "check", HERE / "bad-days.toml", "--json")
    assert (status, err) == (2, "")
    assert {"line", "fact", "says", "cite"} == set(json.loads(out)["mistakes"][0])


def test_mistakes_are_lines_of_their_own(pitboss: Pitboss, tmp_path: Path) -> None:
    """One sentence each, never a traceback; a file that is none is told likewise."""
    status, out, err = pitboss("notice", "check", HERE / "bad-form.toml")
    assert (status, out) == (2, "")
    assert err == (HERE / "bad-form.txt").read_text(encoding="utf-8")
    assert len(err.splitlines()) > 3
    assert pitboss("notice", "letter", HERE / "bad-form.toml")[2] == err
    assert pitboss("notice", "check", tmp_path / "nothing.toml")[2].endswith("No such file or directory.\n")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    assert pitboss("notice", "check", tmp_path / "binary.toml")[::2] == (2, "The file is not text in UTF-8.\n")


@pytest.mark.parametrize(
    ("name", "starts"), [("a.txt", b"Example Dairy"), ("a.html", b"<!doctype"), ("a.PDF", b"%PDF")]
)
def test_letter_in_three_forms(pitboss: Pitboss, tmp_path: Path, name: str, starts: bytes) -> None:
    """The ending of the name says which."""
    assert pitboss("notice", "letter", HERE / "example.toml", "--out", tmp_path / name) == (0, "", "")
    assert (tmp_path / name).read_bytes().startswith(starts)


def test_letter_is_printed_or_refused(pitboss: Pitboss, tmp_path: Path) -> None:
    """Without a name it is printed; a name of another ending, or a notice that would be none, is refused."""
    status, out, _ = pitboss("notice", "letter", HERE / "example.toml")
    assert (status, out) == (0, (HERE / "example.letter.txt").read_text(encoding="utf-8"))
    status, out, err = pitboss("notice", "letter", HERE / "example.toml", "--out", tmp_path / "a.doc")
    assert (status, out) == (2, "")
    assert err.startswith("--out: Expected a file name ending in .txt, .html, .pdf, not ")
    assert not (tmp_path / "a.doc").exists()
    status, out, err = pitboss("notice", "letter", HERE / "no-list.toml", "--out", tmp_path / "a.pdf")
    assert (status, err) == (2, "The notice does not include the Board's list of who can help. [143.31(k)]\n")
    assert not (tmp_path / "a.pdf").exists()


def test_law(pitboss: Pitboss) -> None:
    """The register is looked up by citation."""
    status, out, _ = pitboss("notice", "law", "143.31(h)")
    assert (status, out.splitlines()[0]) == (0, "143.31(h)  (rule)")
    status, _, err = pitboss("notice", "law", "143.99")
    assert (status, err.startswith("The register has no '143.99';")) == (2, True)


def test_a_mark_before_the_first_letter_is_no_mistake(pitboss: Pitboss, tmp_path: Path) -> None:
    """Editors that begin a file with a byte order mark write facts files, too."""
    (tmp_path / "marked.toml").write_bytes(b"\xef\xbb\xbf" + (HERE / "example.toml").read_bytes())
    assert pitboss("notice", "check", tmp_path / "marked.toml") == pitboss("notice", "check", HERE / "example.toml")


def test_143_31_j_days_beyond_the_calendar(pitboss: Pitboss, tmp_path: Path) -> None:
    """They are told as a mistake, with the status of one."""
    days = (HERE / "own-days.toml").read_text(encoding="utf-8")
    (tmp_path / "long.toml").write_text(re.sub(r"notice_days = \d+", "notice_days = 3_000_000", days), encoding="utf-8")
    status, out, err = pitboss("notice", "check", tmp_path / "long.toml")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert err.endswith("[143.31(j)]\n")
