"""This engine behind the runner: every case passes, and a rule that is broken is found out."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.chapters.ch633a_blackjack import verdicts
from pitboss.chapters.ch651a_casino_war import rules as war_rules
from pitboss.cli.conformance_answers import answered
from pitboss.money import Odds, Vigorish
from tests.conformance.suite import FOLDER, Case, cases, module

PITBOSS = [sys.executable, "-m", "pitboss.cli", "conformance", "answer"]


def run(*words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(FOLDER / "run.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_every_case_passes(every: int, tmp_path: Path) -> None:
    """Of each game every eighth, and all of them in ``make soak ARGS=slow``."""
    folder, chosen = tmp_path / "cases", list[Case]()
    folder.mkdir()
    for file in sorted((FOLDER / "cases").glob("*.jsonl")):
        lines = file.read_text("utf-8").splitlines(keepends=True)[::every]
        (folder / file.name).write_text("".join(lines), "utf-8")
        chosen += map(json.loads, lines)
    assert len(chosen) >= len(cases()) / every
    words = ("--cases", folder, "--json", tmp_path / "report.json", "--html", tmp_path / "report.html")
    done = run(*words, "--", *PITBOSS)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert told["totals"] == {"passed": len(chosen), "failed": 0, "unsupported": 0}
    assert told["suite"] == (FOLDER / "VERSION").read_text("utf-8").strip()
    assert set(told["provisions"]) == {case["provision"] for case in chosen}
    assert f"{len(chosen)} passed, 0 failed, 0 unsupported" in (tmp_path / "report.html").read_text("utf-8")


def failing(chosen: Callable[[Case], bool]) -> tuple[set[str], set[str]]:
    """The ids of the cases chosen, and of those among them that the engine, as it now is, does not pass."""
    judge, picked = module("run").judge, [case for case in cases() if chosen(case)]
    return {case["id"] for case in picked}, {
        case["id"] for case in picked if judge(case, json.loads(answered(json.dumps(case))))[0] != "passed"
    }


def lines(case: Case, wager: str) -> list[dict[str, int]]:
    return [line for line in case["expect"].get("settlements", []) if line["wager"] == wager]


def test_a_blackjack_paid_even_money_fails_the_cases_with_a_natural_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(verdicts, "NATURAL", Odds.parse("1 to 1"))
    chosen, failed = failing(lambda case: case["id"].startswith(("blackjack.natural-", "blackjack.stand-")))
    tied = {f"blackjack.natural-{up}-natural" for up in "TJQKA"}
    assert failed == {name for name in chosen if name.startswith("blackjack.natural-")} - tied
    assert len(failed) > 20


def test_a_tie_at_war_paid_even_money_fails_the_cases_that_tie_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(war_rules.WAR_PAYS, war_rules.Result.TIE, Odds.parse("1 to 1"))
    _, failed = failing(lambda case: case["id"].startswith("casino-war.war-"))
    assert failed == {
        case["id"] for case in cases() if any(line["returned"] == 3 * line["stake"] for line in lines(case, "war"))
    }
    assert failed == {"casino-war.war-8-8", "casino-war.war-8-8-with-tie"}


def test_a_commission_of_four_per_cent_fails_every_case_with_an_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Vigorish.exact
    monkeypatch.setattr(Vigorish, "exact", lambda self, amount: true(self, amount) * 4 / 5)
    chosen, failed = failing(lambda case: case["id"].startswith(("minibaccarat.commission-", "minibaccarat.banker-")))
    rounded = {case["id"] for case in cases() if case["rules"].get("vigorish_rounding") == "next_25_cents"}
    owing = {case["id"] for case in cases() if any(line.get("commission") for line in lines(case, "bankers_hand"))}
    assert failed - rounded == (owing & chosen) - rounded
    assert len(failed) > 40


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("no JSON", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"id": "x"}', "cannot be read"),
    ],
)
def test_a_line_that_is_no_case_gets_an_error_for_an_answer(line: str, told: str) -> None:
    assert told in json.loads(answered(line))["error"]
