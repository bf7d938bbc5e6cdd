"""``pitboss play --hints``: what every answer is worth, before or after it is given, and what the session came to."""

import re
from fractions import Fraction

import pytest

from pitboss.terminal.hints import fine, percent
from tests.cli.conftest import Pitboss

SEED = "11" * 32
ROUND = ["ante 10", "done"]


def played(pitboss: Pitboss, hints: str, *typed: str) -> list[str]:
    status, out, err = pitboss(
        "play", "over-under", "--seed", SEED, "--hints", hints, typed="\n".join([*typed, "quit"])
    )
    assert (status, err) == (0, "")
    return str(out).splitlines()


def test_hints_before_an_answer_show_every_worth_the_best_and_what_others_cost(pitboss: Pitboss) -> None:
    """The first card is a 6: Over 23 is best, and Under 18 is told to cost what it is worth less."""
    lines = played(pitboss, "before", "decline", *ROUND, "under_18")
    at = lines.index(next(line for line in lines if line.startswith("Hint: what each answer is worth.")))
    assert at < next(n for n, line in enumerate(lines) if "Seat 1: under 18" in line)
    best, *others = lines[at + 1 : at + 4]
    assert re.fullmatch(r"  over_23 +-\$\d+\.\d{4}  best", best)
    worth = [-signed(line) for line in (best, *others)]  # all of them are losses
    costs = [Fraction(re.findall(r"costs \$(\d+\.\d{4})", line)[0]) for line in others]
    assert costs == [each - worth[0] for each in worth[1:]]
    assert any("that costs $" in line and line.endswith("better: over_23.") for line in lines)
    assert any(line.startswith("  The total of three cards: over 23 ") for line in lines)


def test_hints_after_an_answer_and_off(pitboss: Pitboss) -> None:
    """After: nothing is told before the answer. Off: nothing at all, not even at the end; it may be changed at the table."""
    lines = played(pitboss, "after", "decline", *ROUND, "over_23", "hints off", *ROUND, "surrender")
    hints = [line for line in lines if "Hint: " in line]
    assert "(Enter: surrender)> Hint: what each answer is worth." in hints[0]
    assert hints[1:] == ["Hint: nothing is worth more than that."]
    assert not [line for line in played(pitboss, "off", "decline", *ROUND, "under_18") if "Hint" in line]
    assert "bet> No: Hints are shown off, before, after; not 'never'." in played(
        pitboss, "off", "decline", "hints never"
    )


def test_leaving_tells_decisions_by_kind_and_luck_against_skill(pitboss: Pitboss) -> None:
    """The result is what the wagers are worth best played, less what mistakes cost, and luck."""
    lines = played(pitboss, "before", "decline", *ROUND, "under_18", *ROUND, "over_23")
    kinds = next(line for line in lines if line.startswith("  over or under  "))
    assert re.fullmatch(r"  over or under +2  1 could have been better, at a cost of \$\d+\.\d{4}", kinds)
    (result,) = [signed(line) for line in lines if line.startswith("Hint: of your result of ")]
    parts = [signed(next(line for line in lines if line.startswith(f"  {name}  ")))
        for name in ("your wagers, best played", "mistakes", "luck")]  # fmt: skip
    assert abs(sum(parts) - result) <= Fraction(2, 10_000)
    assert parts[1] < 0


def signed(line: str) -> Fraction:
    """The first amount of money in a line."""
    sign, amount = re.findall(r"(-?)\$(\d+\.\d+)", line)[0]
    return Fraction(f"{sign}{amount}")


@pytest.mark.parametrize(
    ("cents", "told"), [(Fraction(1, 3), "$0.0033"), (Fraction(-12345), "-$123.4500"), (Fraction(-1, 1000), "$0.0000")]
)
def test_amounts_are_told_to_the_hundredth_of_a_cent(cents: Fraction, told: str) -> None:
    assert fine(cents) == told
    assert percent(Fraction(50), 1_000) == "5.00 % of $10.00"
