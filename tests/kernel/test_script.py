"""Scenarios: refusals name round and step; nothing scripted may be left over."""

import pytest

from pitboss.drivers.script import run
from tests.tables import deal, fault, play, refused, scenario


def test_settlement_lines_have_every_field() -> None:
    """A settlement says round, seat, wager, on, hand, stake, returned, vigorish and cite."""
    (line,) = play("roulette", deal("1 straight@17 10", "17")).settlements
    assert line == {
        "round": 1, "seat": 1, "wager": "straight", "on": "17", "hand": 0, "stake": "10.00", "returned": "360.00",
        "vigorish": "0.00", "cite": "617a.4(a)",
    }  # fmt: skip


def test_events_come_before_the_settlements_of_their_round() -> None:
    """Lines are in order: a round's events, then its settlements, then the next round."""
    lines = list(run(scenario("roulette", deal("1 red 5", "1"), deal("1 red 5", "2"))))
    kinds = [next(iter(line)) for line in lines]
    assert kinds == ["event"] * kinds.index("settlement") + ["settlement"] + ["event"] * (kinds.index("settlement")) + [
        "settlement"
    ]


@pytest.mark.parametrize(
    ("part", "refusal"),
    [
        (deal("1 red 5", ""), "chance_exhausted"),
        (deal("1 red 5", "1 2"), "unused"),
        (deal("1 red 5", "1", "1 double"), "unused"),
        (deal("1 red 5", "1", irregularities=[fault("foreign_object", 7)]), "unused"),
        (deal("1 red 5", "99"), "impossible"),
        ({**deal("1 red 5", "1"), "extra": 1}, "malformed"),
        (deal([{"seat": 1, "wager": "red"}], "1"), "malformed"),
        (deal([{"seat": 1, "wager": "red", "amount": "five"}], "1"), "malformed"),
        (deal([{"seat": 1, "wager": "red", "amount": "5.00", "colour": "blue"}], "1"), "malformed"),
        (deal("1 red 5", "1", [{"seat": 1}]), "malformed"),
        (deal("1 red 5", "1", irregularities=[{"after": 1}]), "malformed"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_said(part: dict, refusal: str) -> None:  # type: ignore[type-arg]
    """Out of chance, chance left over, an answer never asked for, an impossible pocket, a bad key."""
    played = play("roulette", part)
    assert played.refused is not None
    assert played.refused["refusal"] == refusal
    assert played.refused["why"].endswith(".")


def test_refusal_names_round_and_step() -> None:
    """The second wager of the second round is at fault, and the line says so."""
    played = play("roulette", deal("1 red 5", "1"), deal("1 red 5; 2 purple 5", "1"))
    assert played.refused is not None
    assert (played.refused["round"], played.refused["step"]) == (2, "wager of seat 2 on purple")
    refused(played, "unknown_wager", "617a.3(a)")


@pytest.mark.parametrize(
    "text",
    ["", "game = ", "game = 5", 'game = "poker"', 'game = "roulette"\nrounds = []', 'game = "roulette"\nround = 5'],
)
def test_files_that_are_no_scenario(text: str) -> None:
    """Bad TOML, no game, an unknown game, an unknown key: one refused line, no traceback."""
    (line,) = run(text)
    assert line["refused"]["why"]


def test_submission_is_refused_before_any_round() -> None:
    """An unlawful submission is the only line."""
    (line,) = run(scenario("roulette", deal("1 red 5", "1"), wheel="triple"))
    assert (line["refused"]["round"], line["refused"]["step"]) == (0, "submission")
