"""``pitboss names``: whatever a scenario of this project says is among the names that it lists."""

import ast
import importlib
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.cli.listening import SEAT, Listener, heard
from pitboss.cli.vocabulary import Names, names_of
from pitboss.events import COUNT
from pitboss.procedure import NO_MORE_BETS, Draw, Election, Option
from tests.cli.conftest import Pitboss
from tests.conformance.suite import cases
from tests.golden.regenerate import scenarios

GAMES = sorted(catalogue.games())
SOURCE = Path(catalogue.__file__).parent


@cache
def names(game: str) -> Names:
    return names_of(catalogue.game(game))


def said_by(known: Names) -> set[str]:
    return {said.says for asked in known.asked for said in asked.answers} | set(known.acts)


def lists_of(told: dict[str, Any]) -> dict[str, Any]:
    """A round that is told by its history, with each of its acts in the list to which it belongs."""
    acts = told.get("history", [])
    if not acts:
        return told
    shown = [act["chance"] if isinstance(act["chance"], list) else [act["chance"]] for act in acts if "chance" in act]
    return {
        **told,
        "wagers": [act for act in acts if "wager" in act and "answer" not in act],
        "answers": [act for act in acts if "answer" in act and act["answer"] != NO_MORE_BETS],
        "irregularities": [act for act in acts if "kind" in act],
        "chance": [outcome for outcomes in shown for outcome in outcomes],
    }


def strangers(written: dict[str, Any], known: Names) -> Iterator[str]:
    """Every name of a scenario that is not listed."""
    choices = {choice.name: choice for choice in known.choices}
    wagers = {wager.name: wager for wager in known.wagers}
    kinds = {kind.name: kind for kind in known.irregularities}
    shown = {outcome for device in known.chance for outcome in device.shows}
    for choice, value in written.get("submission", {}).items():
        if choice not in choices or (
            choices[choice].values and str(value).lower() not in map(str.lower, choices[choice].values)
        ):
            yield f"choice {choice} = {value}"
    for told in written.get("round", []):
        given = lists_of(told)
        for wager in given.get("wagers", []):
            found = wagers.get(wager["wager"])
            if found is None or (wager.get("on") and str(wager["on"]) not in found.spots):
                yield f"wager {wager['wager']} on {wager.get('on')}"
            if wager.get("form") and wager["form"] not in known.forms:
                yield f"form {wager['form']}"
        for answer in given.get("answers", []):
            says = answer["answer"] if isinstance(answer["answer"], str) else next(iter(answer["answer"]))
            if says not in said_by(known):
                yield f"answer {says}"
        for report in given.get("irregularities", []):
            kind = kinds.get(report["kind"])
            facts = {*kind.facts, *kind.details} if kind else set()
            if unknown := set(report) - {"kind", "after", "after_answers", "seat", "by"} - facts:
                yield f"facts {unknown} of {report['kind']}"
            if kind is None:
                yield f"irregularity {report['kind']}"
        yield from (f"chance {outcome}" for outcome in map(str, given.get("chance", [])) if outcome not in shown)
        yield from (f"system {key}" for key in given.get("system", {}) if key not in known.system)


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_an_accepted_golden_play_is_listed(game: str) -> None:
    """A golden play that is not refused says nothing that `pitboss names` does not list."""
    for path in scenarios([game]):
        if '"refused"' not in path.with_suffix(".jsonl").read_text(encoding="utf-8"):
            written = tomllib.loads(path.read_text(encoding="utf-8"))
            assert not list(strangers(written, names(game))), path.name


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_the_conformance_cases_is_listed(game: str) -> None:
    """The same of the cases for other engines; their answers are under ``says``."""
    for case in cases():
        if case["game"] == game and "refused" not in case["expect"]:
            rounds = [
                {**given, "answers": [{"answer": answer["says"]} for answer in given.get("answers", [])]}
                for given in case["rounds"]
            ]
            rules = {key.removesuffix("_cents"): value for key, value in case["rules"].items()}
            assert not list(strangers({"submission": rules, "round": rounds}, names(game))), case["id"]


def written_answers() -> Iterator[tuple[str, str]]:
    """The answers that the code of chapters and families makes of constant words, each with its module."""
    for file in sorted([*(SOURCE / "chapters").rglob("*.py"), *(SOURCE / "families").rglob("*.py")]):
        parts = file.relative_to(SOURCE.parent).with_suffix("").parts
        module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Option", "costing", "up_to"):
                first = node.args[0]
                word = (
                    first.value if isinstance(first, ast.Constant) else getattr(module, getattr(first, "id", ""), None)
                )
                if isinstance(word, str):
                    yield str(word), module.__name__


def test_every_answer_in_the_code_of_the_chapters_is_listed() -> None:
    """An ``Option`` that is written with a constant word is an answer of some game.

    ``house_way`` is asked only where cards lie face down and nobody knows them, which no scenario has.
    """
    listed = {said for game in GAMES for said in said_by(names(game))} | {"house_way"}
    assert not {word: module for word, module in written_answers() if word not in listed}


@pytest.mark.parametrize("game", GAMES)
def test_every_declared_question_to_dealer_and_floor_is_listed(game: str) -> None:
    """``staff_questions`` and the names agree."""
    listed = {asked.question for asked in names(game).asked if asked.by != SEAT}
    assert {question.kind for question in catalogue.game(game).staff_questions} <= listed


def test_a_game_that_is_not_kept_is_rehearsed() -> None:
    """A game of one's own has its names too."""
    game = catalogue.game("over-under")
    own = msgspec.structs.replace(game, name="my-game")
    found = heard(own)
    assert {"over_23", "under_18", "surrender"} <= {said.says for asked in found.asked for said in asked.answers}
    assert [device.name for device in found.chance] == ["shoe"]


def test_what_is_heard_is_folded() -> None:
    """A word that is heard twice is one answer with all its spots; a seat in a question to the floor is no name."""
    listener = Listener()
    listener.hear(Election(3, "cut", (Option("cut", on="left"), Option("pass")), "1"))
    listener.hear(Election(1, "cut", (Option("cut", on="right"),), "1"))
    listener.hear(Election("floor", "verify", (Option("verified", on="2"),), "1"))
    listener.hear(Election("dealer", "stub", (Option("counted", least=1, most=9, unit=COUNT),), "1"))
    listener.hear(Draw("wheel", {"1": 1, "2": 1}, "1"))
    told = listener.heard()
    assert [(asked.by, asked.question) for asked in told.asked] == [
        ("dealer", "stub"),
        ("floor", "verify"),
        ("seat", "cut"),
    ]
    assert [(said.says, said.on, said.takes) for asked in told.asked for said in asked.answers] == [
        ("counted", (), "count"), ("verified", (), "seat"), ("cut", ("left", "right"), ""), ("pass", (), ""),
    ]  # fmt: skip


def test_names_are_printed_for_people_and_for_programs(pitboss: Pitboss) -> None:
    """The text has every part; the record is all of it."""
    status, out, _ = pitboss("names", "go-fore-it")
    assert status == 0
    for line in (
        "[submission]: choices",
        "wagers: wager, and on where it has spots",
        "answers of a seat",
        "irregularities: kind",
        "chance",
    ):
        assert f"\n{line}\n" in out
    assert "\n    back_9 (an amount of money)\n    fold\n" in out
    status, out, _ = pitboss("names", "go-fore-it", "--json")
    assert msgspec.json.decode(out, type=Names) == names("go-fore-it")


def test_an_unknown_game_is_refused(pitboss: Pitboss) -> None:
    """With all games listed."""
    status, _, err = pitboss("names", "go-for-it")
    assert (status, err.split(";")[0]) == (2, "There is no game 'go-for-it'")


def test_a_name_that_is_missing_would_be_found() -> None:
    """The check above can fail: names without an answer, a spot or a fact are told."""
    written = tomllib.loads(
        '[[round]]\nwagers = [{seat = 1, wager = "straight", on = "37", amount = 1}]\nchance = ["37"]'
    )
    assert list(strangers(written, names("roulette"))) == ["wager straight on 37", "chance 37"]
