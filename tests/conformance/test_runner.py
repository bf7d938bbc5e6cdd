"""The runner: what it makes of answers that are wrong, missing, or no answers at all."""

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.conformance.suite import FOLDER, Case, cases, module
from tests.conformance.test_engine import run

WON = next(case for case in cases() if case["id"] == "casino-war.deal-A-K")
REFUSED = next(case for case in cases() if case["id"] == "casino-war.tie-alone")


def judged(case: Case, answer: dict[str, Any]) -> tuple[str, str]:
    verdict, why = module("run").judge(case, answer)
    return verdict, why


def right() -> dict[str, Any]:
    return {"settlements": [dict(line) for line in WON["expect"]["settlements"]]}


def test_lines_may_come_in_any_order_and_leave_out_what_is_nothing() -> None:
    answer = right()
    answer["settlements"].reverse()
    for line in answer["settlements"]:
        del line["result"]
        line["commission"] = 0
    assert judged(WON, answer) == ("passed", "")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("returned", 1999),
        ("stake", 1),
        ("commission", 50),
        ("seat", 2),
        ("hand", 1),
        ("on", "war"),
        ("round", 2),
        ("returned", 2000.0),
    ],
)
def test_one_wrong_word_of_a_line_fails_the_case(key: str, value: object) -> None:
    answer = right()
    answer["settlements"][0][key] = value
    verdict, why = judged(WON, answer)
    assert verdict == "failed"
    if key in ("stake", "returned", "commission"):
        assert "seat 1, wager initial" in why
        assert f"{key} {value!r}, must be {right()['settlements'][0].get(key, 0)}".replace("'", "") in why.replace(
            "'", ""
        )
    else:
        assert "missing settlement: seat 1, wager initial" in why


def test_a_line_too_much_or_too_few_fails_the_case() -> None:
    answer = right()
    answer["settlements"].append(dict(answer["settlements"][0]))
    assert judged(WON, answer)[0] == "failed"
    assert judged(WON, {"settlements": right()["settlements"][:1]})[0] == "failed"
    assert judged(WON, {})[0] == "failed"


def test_a_refusal_needs_its_reason() -> None:
    assert judged(REFUSED, {"refused": "other_wager_required"}) == ("passed", "")
    assert judged(REFUSED, {"refused": "betting_closed"})[0] == "failed"
    assert judged(REFUSED, right())[0] == "failed"
    assert judged(WON, {"refused": "other_wager_required"})[0] == "failed"


def test_what_is_not_supported_is_neither_passed_nor_failed() -> None:
    assert judged(WON, {"unsupported": "casino war"}) == ("unsupported", "casino war")


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder with two cases, so that the runner need not read all of them."""
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "few.jsonl").write_text("".join(f"{json.dumps(case)}\n" for case in (WON, REFUSED)), "utf-8")
    return folder


def engine(tmp_path: Path, body: str) -> list[str]:
    path = tmp_path / "engine.py"
    path.write_text(f"import json, sys\nfor line in sys.stdin:\n    case = json.loads(line)\n    {body}\n", "utf-8")
    return [sys.executable, str(path)]


def test_an_engine_without_the_game_is_told_as_such_and_does_not_fail(tmp_path: Path, few: Path) -> None:
    command = engine(tmp_path, 'print(json.dumps({"id": case["id"], "unsupported": "nothing yet"}))')
    done = run("--cases", few, "--game", "casino-war", "--", *command)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].split() == ["all", "0", "0", "2"]


def test_the_engine_is_not_shown_what_is_expected(tmp_path: Path, few: Path) -> None:
    command = engine(tmp_path, 'print(json.dumps({"unsupported": " ".join(sorted(case))}))')
    done = run("--cases", few, "--id", WON["id"], "--json", tmp_path / "report.json", "--", *command)
    assert done.returncode == 0
    told = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert told["not_passed"][0]["why"] == "chapter game id provision rounds rules title"


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        ('print("no JSON")', 1, "The answer is not JSON: no JSON"),
        ("print([])", 1, "The answer is not a JSON object."),
        ('print(\'{"id": "other"}\')', 1, "The answer is for other, not for"),
        ("sys.exit(3)", 2, "The engine answered 0 of 1 cases; exit status 3."),
    ],
)
def test_answers_that_are_none(tmp_path: Path, few: Path, body: str, status: int, told: str) -> None:
    done = run("--cases", few, "--id", WON["id"], "--", *engine(tmp_path, body))
    assert done.returncode == status
    assert told in done.stdout + done.stderr


def test_a_command_or_a_game_that_is_not_there_is_told_in_a_sentence(tmp_path: Path, few: Path) -> None:
    done = run("--cases", few, "--id", WON["id"], "--", tmp_path / "nothing")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "could not be started" in done.stderr
    done = run("--cases", few, "--game", "whist", "--", "true")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no game or chapter whist; there are")
    assert run("--cases", few, "--id", "whist", "--", "true").stderr == "No case was selected.\n"


def test_failures_are_told_with_provision_and_title_in_text_and_page(tmp_path: Path, few: Path) -> None:
    command = engine(tmp_path, 'print(json.dumps({"settlements": []}))')
    done = run("--cases", few, "--id", WON["id"], "--html", tmp_path / "report.html", "--", *command)
    assert done.returncode == 1
    page = (tmp_path / "report.html").read_text("utf-8")
    for told in (done.stdout, page):
        assert WON["id"] in told
        assert WON["title"] in told
        assert "missing settlement" in told


ROULETTE = [case for case in cases() if case["game"] == "roulette"]


def roulette_at_odds(case: Case) -> dict[str, Any]:
    """What an engine answers that pays 18 to 1 on a split, and is right otherwise."""
    if "refused" in case["expect"]:
        return {"refused": case["expect"]["refused"]}
    lines = [dict(line) for line in case["expect"]["settlements"]]
    for line in lines:
        if line["wager"] == "split" and line["returned"]:
            line["returned"] += line["stake"]
    return {"settlements": lines, "standing": case["expect"].get("standing", [])}


def test_one_cause_is_one_group_so_that_it_hides_no_other() -> None:
    """Splits paid 18 to 1 are one group with its ratio, whatever the stakes; a second fault is shown beside it."""
    answers = [roulette_at_odds(case) for case in ROULETTE]
    other = next(n for n, case in enumerate(ROULETTE) if "refused" in case["expect"])
    answers[other] = {"settlements": []}
    told = module("run").report(ROULETTE, answers)
    found = module("run").groups(told)
    assert told["totals"]["failed"] > 20
    assert len(found) == 2
    (provision, group), *_ = found
    assert group == "split: returned 19 of the stake, must be 18"
    text = module("run").as_text(told)
    assert f"[{provision}] {group}" in text
    assert "should be refused" in text
    few = module("run").as_text(told, 1)
    assert few.count("must be 18") == text.count("must be 18")
    assert "… and 1 more groups (1 cases); --limit 2 shows them." in few


def test_the_report_for_build_servers_has_every_case(tmp_path: Path, few: Path) -> None:
    command = engine(tmp_path, 'print(json.dumps({"settlements": []}))')
    done = run("--cases", few, "--junit", tmp_path / "report.xml", "--", *command)
    assert done.returncode == 1
    (suite,) = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("651a", "2", "2")
    assert [one.get("name") for one in suite] == [WON["id"], REFUSED["id"]]
    assert all("failure" in [kind.tag for kind in one] for one in suite)


def test_cases_are_chosen_by_provision(tmp_path: Path, few: Path) -> None:
    command = engine(tmp_path, 'print(json.dumps({"unsupported": "nothing yet"}))')
    done = run("--cases", few, "--provision", WON["provision"], "--junit", tmp_path / "report.xml", "--", *command)
    assert done.returncode == 0
    (suite,) = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert [one.get("classname") for one in suite] == [WON["provision"]]
    assert run("--cases", few, "--provision", "999a", "--", "true").stderr == "No case was selected.\n"


def test_the_version_is_in_the_changelog() -> None:
    assert f"## {(FOLDER / 'VERSION').read_text('utf-8').strip()}\n" in (FOLDER / "CHANGELOG.md").read_text("utf-8")


def test_the_adapter_in_the_documentation_passes_what_it_supports(tmp_path: Path) -> None:
    page = (FOLDER.parent / "docs" / "conformance.md").read_text("utf-8")
    path = tmp_path / "big_six.py"
    path.write_text(page.split("```python\n")[1].split("```")[0], "utf-8")
    done = run("--game", "619a", "--json", tmp_path / "report.json", "--", sys.executable, path)
    assert done.returncode == 0, done.stdout
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["totals"]["passed"] > 60
