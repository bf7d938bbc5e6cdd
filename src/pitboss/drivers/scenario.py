"""The shape of a scenario: which keys and values each of its tables may have. Everything else is refused on reading."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.game import Game, IrregularityKind
from pitboss.procedure import DEALER, FLOOR, SYSTEM, Refusal, Refused
from pitboss.toml_text import NotToml, read_toml

Part = dict[str, Any]
TABLE_ROLES = (DEALER, FLOOR, SYSTEM)
GREATEST = 10**12  # of a whole number: far more seats, cards and answers than there are


class ValueKind(NamedTuple):
    """What may be written under a key: in words, and as a test."""

    words: str
    fits: Callable[[Any], bool]


def _whole(value: Any) -> bool:
    return type(value) is int and abs(value) <= GREATEST


def _word(value: Any) -> bool:
    return isinstance(value, str) or _whole(value)


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(map(_word, value))


def _answer(value: Any) -> bool:
    if isinstance(value, dict) and len(value) == 1:
        (chosen,) = value.values()
        return chosen not in ("", []) and (_word(chosen) or _words(chosen))
    return isinstance(value, str)


NAME = ValueKind("a name in quotes", lambda value: isinstance(value, str))
WORD = ValueKind("a word or a whole number", _word)  # the spot of a Total Value Bet may be written either way
WORDS = ValueKind("a list of words", _words)
WHOLE = ValueKind("a whole number", _whole)
YES_NO = ValueKind("true or false", lambda value: isinstance(value, bool))
MONEY = ValueKind("an amount of money like 12.50", lambda value: isinstance(value, float) or _word(value))
TABLES = ValueKind("a list of tables", lambda value: isinstance(value, list))
SELECTED = ValueKind(
    "a table of words and whole numbers", lambda value: isinstance(value, dict) and all(map(_word, value.values()))
)
WHO = ValueKind(
    f"a seat's number or one of {', '.join(TABLE_ROLES)}", lambda value: _whole(value) or value in TABLE_ROLES
)
SEATS = ValueKind(
    "a list of seats, by their numbers", lambda value: isinstance(value, list) and all(map(_whole, value))
)
NAMED = ValueKind(
    'a table of players by their seats, like {1 = "A"}',
    lambda value: isinstance(value, dict) and all(key.isdecimal() for key in value) and all(map(_word, value.values())),
)
OUTCOMES = ValueKind("an outcome, or a list of them", lambda value: _word(value) or _words(value))
ANYTHING = ValueKind("anything", lambda value: True)
ANSWER = ValueKind("a name in quotes, or a table with one entry", _answer)

ROUND: Mapping[str, ValueKind] = {
    "wagers": TABLES,
    "chance": WORDS,
    "answers": TABLES,
    "irregularities": TABLES,
    "history": TABLES,
    "seated": SEATS,
    "players": NAMED,
    "new_dealer": YES_NO,
    "reopened": YES_NO,
    "system": SELECTED,
}
WAGER: Mapping[str, ValueKind] = {
    "seat": WHOLE,
    "wager": NAME,
    "amount": MONEY,
    "on": WORD,
    "player": WORD,
    "form": WORD,
    "after": WHOLE,
    "hand": WHOLE,
}
ANSWERED: Mapping[str, ValueKind] = {
    "seat": WHO,
    "by": WHO,
    "answer": ANSWER,
    "wager": WORD,
    "on": WORD,
    "amount": MONEY,
    "to": MONEY,
    "hand": WHOLE,
    "player": WORD,
}
REPORTED: Mapping[str, ValueKind] = {
    "kind": NAME,
    "after": WHOLE,
    "after_answers": WHOLE,
    "seat": WHOLE,
    "by": WORD,
    "player": WORD,
}
SHOWN: Mapping[str, ValueKind] = {"chance": OUTCOMES, "on": NAME}
APART = ("wagers", "chance", "answers", "irregularities")  # what a history tells in one list


def malformed(sentence: str) -> Refused:
    return Refused(Refusal.MALFORMED, sentence, "")


def parsed(text: str) -> Part:
    """A scenario from its text. The rounds are checked later, each when it is played."""
    try:
        data = read_toml(text)
    except NotToml as error:
        raise malformed(f"The scenario is not TOML: {error}.") from None
    if not isinstance(data.get("game"), str):
        raise malformed('A scenario names its game: game = "roulette".')
    if unknown := set(data) - {"game", "submission", "round", "about"}:
        raise malformed(f"A scenario takes game, submission, round and about, not {sorted(unknown)}.")
    if not isinstance(data.get("round", []), list) or not isinstance(data.get("submission", {}), dict):
        raise malformed("Write [[round]] for each round and [submission] for the choices filed.")
    return data


def round_of(number: int, data: Any) -> Part:
    """One round of a scenario, told by its history or by lists of what happened, not by both."""
    found = part(f"Round {number}", data, ROUND)
    if "history" in found and (beside := [key for key in APART if key in found]):
        raise malformed(
            f"Round {number} has a history, which tells everything in its order; leave out {', '.join(beside)}."
        )
    return found


def part(what: str, data: Any, keys: Mapping[str, ValueKind], *needed: str) -> Part:
    """One table of a scenario, with every key known and every value of its kind."""
    if not isinstance(data, dict):
        raise malformed(f"{what} is a table; it takes {', '.join(sorted(keys))}.")
    if unknown := set(data) - set(keys):
        raise malformed(f"{what} has unknown keys {sorted(unknown)}; it takes {', '.join(sorted(keys))}.")
    for key, value in data.items():
        if not keys[key].fits(value):
            raise malformed(f"{what}: {key} must be {keys[key].words}.")
    if any(key not in data for key in needed):
        raise malformed(f"{what} needs {' and '.join(needed)}.")
    return data


def irregularity(data: Any, game: Game) -> Part:
    """An irregularity with the facts of its kind. An unknown kind is refused later, when it is reported."""
    named = data.get("kind") if isinstance(data, dict) else None
    kind = game.irregularity(named) if isinstance(named, str) else None
    facts = _facts(kind) if kind else dict.fromkeys(data, ANYTHING) if isinstance(named, str) else {}
    return part("An irregularity", data, {**facts, **REPORTED}, "kind")


def _facts(kind: IrregularityKind) -> dict[str, ValueKind]:
    """The facts of a kind are yes or no; its particulars are words or numbers."""
    return {**dict.fromkeys(kind.facts, YES_NO), **dict.fromkeys(kind.particulars, WORD)}
