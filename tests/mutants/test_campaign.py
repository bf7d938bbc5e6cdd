"""The registers name tests that notice when the named code is broken: a sample of every run (all: ``make soak``)."""

import subprocess
import sys
from pathlib import Path

from soak.mutants.campaign import equivalents
from soak.mutants.changes import Editor

ROOT = Path(__file__).parent.parent.parent
RULES = 5

SOURCE = b'''
def due(total, kinds, *, most=5):
    """Docstrings stay 1."""
    assert total > 2
    if total < most and kinds:  # 999a.1(b)
        raise ValueError("no 3")
    return Colour.RED if total in (A, B) else pays("35 to 1", on=1, cite="999a.1(a)")
'''


def test_every_kind_of_change_is_made_and_words_are_left_alone() -> None:
    """Conditions, numbers, odds, choices, members and statements change; docstrings, assertions, citations do not."""
    editor = Editor("due", SOURCE, {"Colour": ("RED", "BLACK")})
    after = {change.apply(SOURCE).decode() for change in editor.changes("due")}
    for piece in (
        "most=6",
        "most=4",
        "total <= most",
        "((total < most) or (kinds))",
        "if ((kinds))",
        "(not (kinds))",
        "\n        pass\n",
        "\n    pass\n",
        "return None\n",
        "return (Colour.RED)\n",
        "Colour.BLACK",
        "total not in",
        "(A,)",
        "'36 to 1'",
        "'34 to 1'",
        "'35 to 2'",
        "on=2",
        'pays("35 to 1", cite=',
    ):
        assert any(piece in text for text in after), piece
    for piece in ("stay 1", "total > 2", 'cite="999a.1(a)")'):
        assert all(piece in text for text in after if "return None" not in text and "return (Colour" not in text), piece
    assert not any("(B, A)" in text for text in after)  # what is looked for in them does not mind their order


def test_changes_near_a_citation_are_drawn_first() -> None:
    """The statement that cites a provision is the one that carries it out."""
    editor = Editor("due", SOURCE, {})
    assert editor.lines_about("due", "999a.1(b)") == {5}
    assert editor.lines_about("due", "999a.1(a)") == {7}
    assert editor.lines_about("due", "999a.1(c)") == set()


def test_every_equivalent_change_can_be_made() -> None:
    """Each entry of the list of changes that change nothing is about a line that is there, and says why."""
    for entry in equivalents():
        source = ROOT.joinpath("src", *entry.module.split(".")).with_suffix(".py").read_bytes()
        changes = Editor(entry.module, source, {}).changes(entry.place)
        assert any(entry.includes(change, source) for change in changes), entry
        assert entry.reason.endswith(".")


def test_named_tests_notice_when_the_named_code_is_broken() -> None:
    """Of ten rules drawn with a fixed seed nearly all have a mutant that their own tests catch, and the controls hold."""
    words = [sys.executable, "-m", "soak.mutants", "--quick", "--seed", "suite", "--rules", str(RULES), "--jobs", "1"]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert f"{RULES} rules" in found.stdout
