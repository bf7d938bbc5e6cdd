"""Baccarat's five roads, against sequences worked by hand and against the rule of thumb by which dealers check them."""

import random
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.families.baccarat.hands import Winner
from pitboss.families.baccarat.rules import DRAGON_7
from tools.bootstrap import ROOT, find_node

RULES = ROOT / "src" / "pitboss" / "web" / "table" / "roadrules.js"
RUNNER = Path(__file__).with_name("call_module.js")
EYE, SMALL, PIG = 1, 2, 3  # columns that each derived road looks back
SHOE = "BPPBBBPPB"  # columns of 1, 2, 3, 2, 1


def call(*calls: tuple[Any, ...]) -> list[Any]:
    """What functions of the page's module return."""
    node = find_node()
    assert node is not None, "Node is one of the development packages: run `make setup`."
    done = subprocess.run([node, RUNNER, RULES], input=msgspec.json.encode(calls), capture_output=True, check=True)
    found: list[Any] = msgspec.json.decode(done.stdout)
    return found


def coups(letters: str) -> list[dict[str, str]]:
    return [{"letter": letter} for letter in letters]


def drawn(cells: list[dict[str, Any]]) -> list[str]:
    """``P1.5t``: a Player in column 1, row 5, with a tie."""
    return [f"{cell['one']}{cell['column']}.{cell['row']}" + "t" * cell.get("ties", 0) for cell in cells]


def test_only_what_was_called_is_a_result() -> None:
    """A Dragon 7 is a Banker's Hand that wins; a count that was called before a round was voided is no result."""
    called = [*map(str, Winner), DRAGON_7, "Player 5, Banker 3", "Banker 6", ""]
    assert call(*(("letterOf", words) for words in called)) == ["P", "B", "T", "B", "", "", ""]


@pytest.mark.parametrize(
    ("letters", "cells"),
    [
        ("BPPPPPPPTBB", "B0.0 P1.0 P1.1 P1.2 P1.3 P1.4 P1.5 P2.5t B2.0 B2.1"),
        ("PPPPPPPPBBBBBBBBP", "P0.0 P0.1 P0.2 P0.3 P0.4 P0.5 P1.5 P2.5 B1.0 B1.1 B1.2 B1.3 B1.4 B2.4 B3.4 B4.4 P2.0"),
        ("TTBTP", "B0.0ttt P1.0"),
        ("TT", "T0.0tt"),
        ("", ""),
        ("BT", "B0.0t"),
    ],
    ids=["turns at the foot", "turns above a tail and stays in its row", "leading ties", "only ties", "none", "a tie"],
)
def test_the_big_road(letters: str, cells: str) -> None:
    """A run goes down its column and turns right where there is no room; ties are counted on the result before them."""
    [found] = call(("bigRoad", coups(letters)))
    assert drawn(found) == cells.split()


def test_the_bead_plate_has_every_result() -> None:
    """Ties have cells of their own, six to a column."""
    [found] = call(("beadPlate", coups("TBPBPBT")))
    assert drawn(found) == ["T0.0", "B0.1", "P0.2", "B0.3", "P0.4", "B0.5", "T1.0"]


@pytest.mark.parametrize(("back", "said"), [(EYE, "CCRCCRC"), (SMALL, "CRCRR"), (PIG, "CC")])
def test_derived_roads_worked_by_hand(back: int, said: str) -> None:
    """Where each begins, and what it says at the head of a column and below; ties do not count."""
    assert call(("repeats", list(SHOE), back), ("repeats", list("TBPTPBBTBPPB"), back)) == [list(said), list(said)]


def test_derived_roads_are_laid_out_as_runs() -> None:
    [found] = call(("derivedRoad", list(SHOE), EYE))
    assert drawn(found) == ["C0.0", "C0.1", "R1.0", "C2.0", "C2.1", "R3.0", "C4.0"]


def test_what_the_derived_roads_would_say_next() -> None:
    """One more Banker repeats on all three roads, a Player changes on all; before a road begins it says nothing."""
    asked = [("wouldSay", list(SHOE), back, side) for side in "BP" for back in (EYE, SMALL, PIG)]
    assert call(*asked) == ["R", "R", "R", "C", "C", "C"]
    begins = [("wouldSay", list(letters), EYE, side) for letters in ("B", "BP") for side in "BP"]
    assert call(*begins) == ["", "", "R", "C"]


def by_the_cells(letters: str, back: int) -> list[str]:
    """The rule of thumb: beside the new cell, so many columns back, are this row and the one above alike? At the head of
    a column, the opposite of what one more in the column before would have said.
    """
    filled: set[tuple[int, int]] = set()
    said: list[str] = []
    column, row, last = -1, 0, ""

    def alike(column: int, row: int) -> bool:
        return ((column - back, row) in filled) == ((column - back, row - 1) in filled)

    for letter in letters:
        if letter == last:
            row += 1
            repeats, begun = alike(column, row), column >= back
        else:
            repeats, begun = not alike(column, row + 1), column >= back
            column, row, last = column + 1, 0, letter
        filled.add((column, row))
        if begun:
            said.append("R" if repeats else "C")
    return said


def test_derived_roads_agree_with_the_rule_of_thumb() -> None:
    """Two hundred shoes, on all three roads."""
    chance = random.Random(627)
    shoes = ["".join(chance.choices("BP", k=chance.randint(0, 80))) for _ in range(200)]
    asked = [(shoe, back) for shoe in shoes for back in (EYE, SMALL, PIG)]
    found = call(*(("repeats", list(shoe), back) for shoe, back in asked))
    assert found == [by_the_cells(shoe, back) for shoe, back in asked]


def test_pairs_and_naturals_are_those_that_the_house_noted() -> None:
    """In whatever order they are listed."""
    noted = [[], ["banker_pair"], ["player_pair", "banker_pair"], ["player_pair", "natural_8"], ["natural_9"]]
    assert [tuple(marks.values()) for marks in call(*(("marksOf", marks) for marks in noted))] == [
        ("", 0), ("B", 0), ("BP", 0), ("P", 8), ("", 9),
    ]  # fmt: skip
