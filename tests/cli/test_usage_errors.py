"""A usage error is one sentence: what was wrong, and what is allowed."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from pitboss.cli.app import app
from pitboss.cli.usage_errors import rounds
from tests.cli.conftest import Pitboss


def every_command(group: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, *path, name)
        else:
            yield (*path, name), command


COMMANDS = dict(every_command(typer.main.get_command(app)))
WORKERS = "--workers: Expected a whole number from 0 to 256"
PRECISION = "--precision: Expected a share of the wager, above 0 and below 1"


@pytest.mark.parametrize(
    ("words", "wrong", "allowed"),
    [
        (
            ("simulate", "roulette", "--seed", "-1"),
            "--seed: Expected a whole number from 0 to 9223372036854775807, not '-1'.",
            "--seed: ",
        ),
        (("simulate", "roulette", "--seed", "x"), "not 'x'.", "--seed: Expected a whole number from 0 to "),
        (("simulate", "roulette", "--seed", 2**63), f"not '{2**63}'.", "--seed: Expected a whole number from 0 to "),
        (("simulate", "roulette", "--workers", "257"), "not '257'.", WORKERS),
        (("simulate", "roulette", "--workers", "1.5"), "not '1.5'.", WORKERS),
        (("simulate", "roulette", "--precision", "small"), "not 'small'.", PRECISION),
        (("simulate", "roulette", "--precision", "-0.1"), "not '-0.1'.", PRECISION),
        (("simulate", "roulette", "--precision", "nan"), "not 'nan'.", PRECISION),
        (("simulate", "roulette", "--rounds", "abc"), "not 'abc'.", "1e9 or 1000000"),
        (("simulate", "roulette", "--rounds", "1e999999999"), "not '1e999999999'.", "at most 1e15"),
        (("simulate", "roulette", "--rounds", "nan"), "not 'nan'.", "1e9 or 1000000"),
        (("simulate", "roulette", "--strategy", "martingale"), "no kernel 'martingale'", "there are: spins"),
        (("edge", "roulette", "--wager", "insurance"), "no wager 'insurance'", "there are: straight"),
        (("serve", "--port", "65536"), "not '65536'.", "--port: Expected a whole number from 0 to 65535"),
        (("simulate", "roulette", "--sed", "1"), "no option --sed", "--seed"),
        (("simulate", "roulette", "--seed"), "'--seed'", "requires an argument"),
        (("simulate", "roulette", "--json=yes"), "'--json'", "does not take a value"),
        (("simulate", "roulette", "craps"), "(craps)", "simulate takes GAME"),
        (("games", "roulette"), "(roulette)", "games takes options only"),
        (("simulate",), "GAME is missing", "`pitboss games`"),
        (("run",), "FILE… is missing", "scenarios, or folders of them"),
        (("simulat",), "'simulat'", "; did you mean simulate? There are: archive, "),
        (("edge", "roulette", "--wager", "balck"), "no wager 'balck'", "; did you mean black? There are: straight"),
        (("submission", "write"), "'write'", "there are: new, check"),
        (("play", "roulette", "--seed", "12"), "A seed is", "64 hexadecimal digits"),
        (("play", "roulette", "--rack", "much"), "'much'", "dollars"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(
    pitboss: Pitboss, words: tuple[object, ...], wrong: str, allowed: str
) -> None:
    """One line on standard error, nothing drawn, exit status 2."""
    status, out, err = pitboss(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert wrong in err
    assert allowed in err
    assert err.endswith((".\n", "]\n"))


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_refuses_an_unknown_option_in_one_line(pitboss: Pitboss, path: tuple[str, ...]) -> None:
    """With the options there are."""
    status, out, err = pitboss(*path, "--faro")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "There is no option --faro; there are: --" in err


NUMBERS = [
    (path, each.opts[-1])
    for path, command in COMMANDS.items()
    for each in command.params
    if isinstance(each.default, int | float) and not isinstance(each.default, bool)
]


@pytest.mark.parametrize(("path", "option"), NUMBERS)
def test_every_number_is_parsed_by_the_project(pitboss: Pitboss, path: tuple[str, ...], option: str) -> None:
    """So that its refusal names what is allowed, whatever typer would print."""
    status, out, err = pitboss(*path, option, "few")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"{option}: Expected ")
    assert err.endswith("not 'few'.\n")


@pytest.mark.parametrize("words", [(), ("submission",)])
def test_no_command_at_all_shows_help(pitboss: Pitboss, words: tuple[str, ...]) -> None:
    """The help page, and nothing besides."""
    status, out, err = pitboss(*words)
    assert (status, err) == (2, "")
    assert "Usage:" in out


@pytest.mark.parametrize(("text", "number"), [("1e3", 1000), ("1_000", 1000), ("1.5e3", 1500), ("1000", 1000)])
def test_rounds_are_read_as_people_write_them(text: str, number: int) -> None:
    """With a power of ten, with lines between thousands, or plainly."""
    assert rounds(text) == number
