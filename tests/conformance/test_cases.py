"""The cases themselves: their shape, what they cover, and that nothing of the engine went into them."""

import ast
import copy
import importlib
import json
import re
from collections import Counter

import pytest

from pitboss import catalogue, law
from tests.conformance.json_schema import mistakes
from tests.conformance.suite import FOLDER, cases, module

SCHEMA = json.loads((FOLDER / "case.schema.json").read_text("utf-8"))
# Odds that a sentence of the chapter states, or that a generator adds up itself: they are written where they are used.
STATED = re.compile(r"623a\.(5\(a\)|6)|633a\.(8\(e\)|12|13\(a\)|13\(b\))|.*: (Win|Dragon 7|Par .*|Player total .*)$")


def test_every_case_has_the_shape_that_the_schema_gives() -> None:
    assert [(case["id"], wrong) for case in cases() for wrong in mistakes(case, SCHEMA, SCHEMA)] == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda case: case.pop("provision"), "required"),
        (lambda case: case.update(provision="633a"), "pattern"),
        (lambda case: case.update(verdict="won"), "unknown key verdict"),
        (lambda case: case["rounds"][0]["wagers"][0].update(amount=2.5), "type integer"),
        (lambda case: case["expect"].update(refused="betting_closed"), "oneOf"),
    ],
)
def test_the_schema_refuses_a_case_that_is_not_right(change, told: str) -> None:  # type: ignore[no-untyped-def]
    case = copy.deepcopy(next(case for case in cases() if "settlements" in case["expect"]))
    change(case)
    assert any(told in wrong for wrong in mistakes(case, SCHEMA, SCHEMA))


def test_there_are_enough_cases_for_every_game_and_each_has_an_id_of_its_own() -> None:
    counted = Counter(case["game"] for case in cases())
    assert counted.keys() == set(catalogue.games())
    assert min(counted.values()) >= 20
    assert len(cases()) >= 1500
    assert len({case["id"] for case in cases()}) == len(cases())


def test_every_case_shows_a_provision_of_its_own_chapter_that_there_is() -> None:
    assert [case["id"] for case in cases() if not case["provision"].startswith(f"{case['chapter']}.")] == []
    assert sorted({case["provision"] for case in cases() if not law.known(case["provision"])}) == []


def test_every_reason_for_a_refusal_is_shown_and_told_in_the_vocabulary() -> None:
    reasons = set(SCHEMA["$defs"]["reason"]["enum"])
    assert {case["expect"]["refused"] for case in cases() if "refused" in case["expect"]} == reasons
    told = (FOLDER / "VOCABULARY.md").read_text("utf-8")
    assert [reason for reason in sorted(reasons) if f"`{reason}`" not in told] == []


def test_the_vocabulary_tells_every_rule_and_irregularity_that_a_case_uses() -> None:
    told = (FOLDER / "VOCABULARY.md").read_text("utf-8")
    used = {
        irregular["kind"]
        for case in cases()
        for played in case["rounds"]
        for irregular in played.get("irregularities", [])
    }
    choices = {choice for case in cases() for choice in case["rules"] if not choice.endswith("_paytable")}
    wagers = {case["game"] for case in cases()} | {
        w["wager"] for case in cases() for r in case["rounds"] for w in r["wagers"]
    }
    for word in sorted(used | choices | {wager for wager in wagers if not wager.endswith("_bet")}):
        assert re.search(rf"(?<![a-z]){re.escape(word)}|{re.escape(word.split('_')[0])}_and_run_…", told), word


def test_the_cases_are_those_that_the_generator_makes_and_every_printed_line_is_paid_in_one() -> None:
    generate = module("generate")
    for game in generate.games():
        written = (FOLDER / "cases" / f"{game.chapter}-{game.name}.jsonl").read_text("utf-8")
        assert written == generate.lines(game), f"{game.name}: run conformance/generate.py"
    missing = [f"{table}: {line}" for table, line in importlib.import_module("generator.kit").never_asked()]
    assert [line for line in missing if not STATED.match(line)] == []


def test_runner_and_generator_import_nothing_but_the_standard_library() -> None:
    allowed = {
        "argparse",
        "collections",
        "fractions",
        "functools",
        "html",
        "itertools",
        "json",
        "pathlib",
        "random",
        "re",
    }
    allowed |= {"subprocess", "sys", "threading", "typing", "xml", "generator", "pitboss_audit"}
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in named} <= allowed, path
