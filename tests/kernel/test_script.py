"""Scenarios: refusals name round and step; nothing scripted may be left over; whatever is written, nothing raises."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.drivers.script import run
from pitboss.testkit.tables import _toml as toml
from pitboss.testkit.tables import deal, fault, play, refused, scenario

GOLDEN = sorted((Path(__file__).parent.parent / "golden").rglob("*.toml"))


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


WAGERS = [{"seat": 1, "wager": "red", "amount": "5.00"}]


@pytest.mark.parametrize(
    "part",
    [
        1,
        {"wagers": 5},
        {"wagers": ["red"]},
        {"wagers": [{**WAGERS[0], "seat": "first"}]},
        {"wagers": [{**WAGERS[0], "seat": True}]},
        {"wagers": [{**WAGERS[0], "amount": ["5.00"]}]},
        {"wagers": [{**WAGERS[0], "amount": True}]},
        {"wagers": [{**WAGERS[0], "on": ["17"]}]},
        {"wagers": [{**WAGERS[0], "after": "x"}]},
        {"wagers": [{**WAGERS[0], "hand": "x"}]},
        {"wagers": WAGERS, "chance": 5},
        {"wagers": WAGERS, "chance": [["17"]]},
        {"wagers": WAGERS, "answers": ["raise"]},
        {"wagers": WAGERS, "answers": [{"seat": 1}]},
        {"wagers": WAGERS, "answers": [{"seat": "x", "answer": "remove"}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": "remove", "amount": [1]}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": {"low": [["17"]]}}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": {"low": [], "high": []}}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": "remove", "why": "late"}]},
        {"wagers": WAGERS, "irregularities": ["foreign_object"]},
        {"wagers": WAGERS, "irregularities": [{"kind": 5}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "seat": "x"}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "after": "x"}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "after_answers": 1.5}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "ball_damaged": True}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "ball_left_wheel", "ball_damaged": "yes"}]},
        {"wagers": WAGERS, "system": 3},
        {"wagers": WAGERS, "system": {"magic_card": ["AS"]}},
        {"wagers": WAGERS, "new_dealer": "yes"},
    ],
)
def test_what_cannot_be_read_is_malformed(part: Any) -> None:
    """Words for numbers, lists for words, facts that a kind does not have: one refused line that names the round."""
    first = deal("1 red 5", "1")
    lines = list(run(f'game = "roulette"\nround = {toml([first, part])}'))
    assert [line["refused"]["refusal"] for line in lines if "refused" in line] == ["malformed"]
    assert (lines[-1]["refused"]["round"], lines[-1]["refused"]["step"]) == (2, "reading")


@pytest.mark.parametrize(
    "text", ["game = 7", f"game = {'[' * 5000}", f"about = {'9' * 5000}", f"about = 0x{'f' * 5000}", "round = [1]"]
)
def test_what_is_hardly_toml_is_malformed(text: str) -> None:
    """A game that is a number, lists without end, numbers that no machine holds."""
    (line,) = run(text)
    assert line["refused"]["refusal"] == "malformed"


@pytest.mark.parametrize("fact", ["called_by", "why", "short_throw"])
def test_facts_of_an_irregularity_are_those_of_its_kind(fact: str) -> None:
    """Who called "no roll" and why may be reported with that call, and not with stacked dice."""
    value = {"called_by": "boxperson", "why": "short_throw", "short_throw": True}[fact]
    for kind, refusal in (("no_roll_called", None), ("dice_stacked", "malformed")):
        played = play("craps", deal("1 pass_bet 10", "1 1, 3 4", "", [fault(kind, 1, **{fact: value})]))
        assert (played.refused or {"refusal": None})["refusal"] == refusal


WRONG: tuple[Any, ...] = (
    5, -1, True, "x", "", "10.00", "AS", [], [1], ["raise"], [[1]], [{}], {}, {"a": 1}, {"low": [[1]]}, {"cut": {}},
    3.5, float("nan"), float("inf"), 1 << 62,
)  # fmt: skip
STRAY = ("seat", "by", "after", "amount", "to", "on", "hand", "kind", "answer", "system", "self", "facts")


def places(data: Any, *way: Any) -> Iterator[tuple[Any, ...]]:
    """The way to everything that is written in a scenario."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*way, key)
        yield from places(value, *way, key)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_written_in_a_scenario_nothing_raises(seed: int) -> None:
    """A golden play with anything anywhere, or with a key that does not belong there: at most one refused line."""
    chance = random.Random(seed)
    for path in chance.sample(GOLDEN, 60):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        data.pop("about", None)
        *way, last = chance.choice(list(places(data)))
        inner = data
        for key in way:
            inner = inner[key]
        stray = isinstance(inner, dict) and chance.random() < 0.25
        inner[chance.choice(STRAY) if stray else last] = chance.choice(WRONG)
        text = "\n".join(f"{key} = {toml(value)}" for key, value in data.items())
        assert sum("refused" in line for line in run(text)) <= 1, text


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        ('answer = "raise"', None), ('answer = "raise", amount = "20.00"', None), ('answer = {raise = "20.00"}', None),
        ('answer = "raise", amount = "0.00"', "not_lawful"), ('answer = {raise = 0}', "not_lawful"),
        ('answer = {raise = "0.00"}', "not_lawful"), ('answer = "raise", to = "0.00"', "not_lawful"),
        ('answer = "raise", amount = "19.99"', "not_lawful"), ('answer = "raise", amount = "20.01"', "not_lawful"),
        ('answer = {raise = ""}', "malformed"), ('answer = {raise = []}', "malformed"),
    ],
)  # fmt: skip
def test_an_amount_of_nothing_is_an_amount(answer: str, refusal: str | None) -> None:
    """I-GEN-36: none stated is the lawful amount; one that is stated, in whatever form, is compared with it."""
    text = (
        'game = "dj-wild-stud-poker"\n[[round]]\n'
        'wagers = [{seat = 1, wager = "ante", amount = "10.00"}, {seat = 1, wager = "blind", amount = "10.00"}]\n'
        'chance = ["9S", "9H", "9D", "4C", "5S", "KD", "QC", "JH", "7C", "3D"]\n'
        f"answers = [{{seat = 1, {answer}}}]\n"
    )
    refusals = [line["refused"]["refusal"] for line in run(text) if "refused" in line]
    assert refusals == ([refusal] if refusal else [])
