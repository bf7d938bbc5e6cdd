"""Scenarios that are wrong: golden plays with anything anywhere, or torn apart; and every amount with every election.

A scenario ends in at most one refused line, its last, and nothing raises. An amount that is stated is taken if it is
lawful and refused by amount if it is not, nothing included (I-GEN-36).
"""

import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.drivers.script import Nothing, read_answer, run
from pitboss.events import CENTS
from pitboss.game import RoundStart
from pitboss.money import Money, dollars
from pitboss.procedure import Answer, Election, Option, Refusal, Refused
from pitboss.testkit.random_play import play_out
from pitboss.testkit.tables import _toml as toml

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
SCENARIOS, ROUNDS, SEED = 50_000, 500, 58
UNIT = Money(100)  # a chip, so that amounts go in steps
WRONG: tuple[Any, ...] = (
    5, -1, True, "x", "", "10.00", "AS", [], [1], ["raise"], [[1]], [{}], {}, {"a": 1}, {"low": [[1]]}, {"cut": {}},
    {"": 1}, {"cut": -1}, {"low": ["AS", "AS"]}, 3.5, float("nan"), float("inf"), -(1 << 63), 1 << 62, 10**12 + 1, "9" * 300,
)  # fmt: skip
STRAY = ("seat", "by", "after", "amount", "to", "on", "hand", "kind", "answer", "system", "self", "facts", "")
TORN = "[]{}=\"',.-_#0123456789 \ntfe\x00é"


# --- what is written -------------------------------------------------------------------------------------------------


def places(data: Any, *way: Any) -> Iterator[tuple[Any, ...]]:
    """The way to everything that is written in a scenario."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*way, key)
        yield from places(value, *way, key)


def misplaced(text: str, chance: random.Random) -> str:
    """A scenario with anything in one place, or with a key that does not belong there."""
    data = tomllib.loads(text)
    data.pop("about", None)
    *way, last = chance.choice(list(places(data)))
    inner = data
    for key in way:
        inner = inner[key]
    stray = isinstance(inner, dict) and chance.random() < 0.25
    inner[chance.choice(STRAY) if stray else last] = chance.choice(WRONG)
    return "\n".join(f'"{key}" = {toml(value)}' for key, value in data.items())


def torn(text: str, chance: random.Random) -> str:
    """A scenario of which some letters are gone, and others are elsewhere or wrong."""
    for _ in range(chance.randint(1, 4)):
        at, size = chance.randrange(len(text) + 1), chance.randint(0, 20)
        put = chance.choice((chance.choice(TORN), text[size * 7 : size * 8], ""))
        text = text[:at] + put + text[at + size :]
    return text


def spoilt(seed: int) -> Iterator[str]:
    """Golden plays, each wrong in one way or another."""
    chance, texts = random.Random(seed), [path.read_text(encoding="utf-8") for path in sorted(GOLDEN.rglob("*.toml"))]
    while True:
        yield chance.choice((misplaced, misplaced, torn))(chance.choice(texts), chance)


def read_all(scenarios: int, seed: int) -> Counter[str]:
    """Run so many wrong scenarios; how each of them ended."""
    found: Counter[str] = Counter()
    for text in islice(spoilt(seed), scenarios):
        lines = list(run(text))
        msgspec.json.encode(lines)
        refused = [line["refused"] for line in lines if "refused" in line]
        assert not refused or (len(refused) == 1 and "refused" in lines[-1] and refused[0]["why"].endswith(".")), text
        found[refused[0]["refusal"] if refused else "played"] += 1
    return found


# --- amounts ---------------------------------------------------------------------------------------------------------


def statements(option: Option) -> Iterator[tuple[dict[str, Any], str]]:
    """An option written with every kind of amount, and what becomes of it: taken where nothing is named."""
    written = {"answer": option.says, "on": option.on, "wager": option.wager}
    yield written, ""
    for amount in (option.least, option.most):
        yield {**written, "amount": dollars(amount)}, ""
        yield {**written, "answer": {option.says: dollars(amount)}}, ""
    steps = (option.least + 1,) if option.most > option.least and option.step > 1 else ()
    for amount in (0, option.least - 1, option.most + 1, *steps):
        yield {**written, "amount": dollars(amount)}, amiss(amount, option)
    yield {**written, "answer": {option.says: -option.most}}, amiss(-option.most, option)
    for text in ("-5.00", "ten", "5.001", ""):
        yield {**written, "amount": text}, Refusal.MALFORMED
    yield {**written, "amount": "0.00", "to": dollars(option.most)}, Refusal.MALFORMED


def amiss(amount: int, option: Option) -> Refusal:
    """By what an amount is refused."""
    if option.least == option.most:
        return Refusal.NOT_EQUAL
    if option.least <= amount <= option.most:
        return Refusal.NOT_A_UNIT
    return Refusal.BELOW_MINIMUM if amount < option.least else Refusal.ABOVE_MAXIMUM


class Watched(Round):
    """A round in which every amount is tried with every election that costs something, before it is answered."""

    __slots__ = ("seen",)
    seen: Counter[str]

    def answer(self, answer: Answer) -> Any:
        for election in self.elections():
            for option in election.options:
                if option.usual and option.unit == CENTS:
                    self.try_all(election, option)
                    self.seen[option.says] += 1
        return super().answer(answer)

    def try_all(self, election: Election, option: Option) -> None:
        for written, expected in statements(option):
            refused = ""
            try:
                answer = read_answer({**written, "seat": election.to})
                if isinstance(answer, Nothing):
                    self.check_nothing(answer)
                self.check(answer)
            except Refused as refusal:
                refused = refusal.why
                assert refused == Refusal.MALFORMED or refusal.sentence.startswith(f"{option.says!r} takes $"), written
            assert refused == expected, (written, refused)


def state_all(rounds: int, seed: int, until: Mapping[str, set[str]] | None = None) -> Counter[str]:
    """Random rounds with every amount; how often each election was met.

    So many rounds of every game; or of those named, no more than it takes to meet the elections named with each.
    """
    source, total = random.Random(seed), Counter[str]()
    for name in until or catalogue.games():
        game, seen = catalogue.game(name), Counter[str]()
        rules = msgspec.structs.replace(game.example(), unit=UNIT)
        state = game.open(rules)
        for number in range(1, rounds + 1):
            play = Watched(game, rules, state, RoundStart(number))
            play.seen = seen
            play_out(play, lambda n: source.randrange(n) if n > 0 else 0, seats=rules.posted.seats)
            state = play.result
            if until and until[name] <= set(seen):
                break
        total += seen
    return total


def main() -> None:
    print(f"{SCENARIOS:,} wrong scenarios: {dict(read_all(SCENARIOS, SEED))}", flush=True)
    print(f"amounts with elections: {dict(state_all(ROUNDS, SEED))}", flush=True)


if __name__ == "__main__":
    main()
