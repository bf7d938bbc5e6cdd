"""Sentences of the house as the player reads them whom they are about."""

import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tools.bootstrap import ROOT, find_node

WORDS = ROOT / "src" / "pitboss" / "web" / "kit" / "words.js"
RUNNER = Path(__file__).with_name("call_module.js")


def addressed(sentence: str, *seats: int) -> str:
    node = find_node()
    assert node is not None, "Node is one of the development packages: run `make setup`."
    calls = msgspec.json.encode([("addressed", sentence, seats)])
    done = subprocess.run([node, RUNNER, WORDS], input=calls, capture_output=True, check=True)
    (found,) = msgspec.json.decode(done.stdout, type=list[Any])
    return str(found)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (
            "Seat 4's Lucky Ladies Wager needs the Blackjack Wager.",
            "Your Lucky Ladies Wager needs the Blackjack Wager.",
        ),
        ("Seat 4 has no such wager up.", "You have no such wager up."),
        ("Seat 4 does not hold the dice.", "You do not hold the dice."),
        ("Seat 4 owes vigorish; leave when betting is open.", "You owe vigorish; leave when betting is open."),
        ("That costs $5.00; seat 4 has $2.00 in the rack.", "That costs $5.00; you have $2.00 in the rack."),
        ("The dice are not offered to seat 4 now.", "The dice are not offered to you now."),
        ("Seat 4 banked the last round.", "You banked the last round."),
    ],
)
def test_own_seat_is_you(said: str, read: str) -> None:
    """To whoever has the seat; to everybody else it is that seat."""
    assert addressed(said, 4) == read
    assert addressed(said, 3) == addressed(said) == addressed(said, 44) == said


def test_one_of_several_boxes_is_named() -> None:
    assert addressed("Seat 4's Blackjack Wager is below seat 5's.", 4, 5) == (
        "Your box 4's Blackjack Wager is below your box 5's."
    )
