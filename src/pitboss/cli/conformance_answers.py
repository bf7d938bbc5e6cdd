"""The conformance suite's vocabulary, translated to scenarios and back. It decides nothing: ``drivers.script`` plays."""

from typing import Any

import msgspec

from pitboss.drivers.script import run
from pitboss.money import cents, dollars

Row = dict[str, Any]

# The suite's reasons for a refusal, by ours. A reason that is not here means that a case was written wrongly.
REASONS = {
    "forbidden_choice": "rules_not_permitted",
    "unknown_choice": "rules_not_permitted",
    "not_offered": "wager_not_offered",
    "unknown_wager": "wager_not_offered",
    "no_such_spot": "wager_not_offered",
    "form_not_accepted": "form_not_accepted",
    "not_a_unit": "amount_not_a_multiple",
    "below_minimum": "amount_below_minimum",
    "above_maximum": "amount_above_maximum",
    "not_equal": "amount_not_equal",
    "wager_required": "other_wager_required",
    "betting_closed": "betting_closed",
    "one_position": "too_many_positions",
    "not_lawful": "not_permitted_now",
    "locked": "not_permitted_now",
    "not_there": "not_permitted_now",
    "cannot_happen": "not_permitted_now",
}
# of an answer that states a sum: the suite has one reason for all of them
BY_AMOUNT = ("not_lawful", "not_equal", "below_minimum", "above_maximum", "not_a_unit")
NOT_ASKED = "unused"  # an answer that the round never asked for was not permitted


def answered(line: str) -> str:
    """The answer to one case, as a line."""
    try:
        case = msgspec.json.decode(line, type=Row)
        answer = _answer(case)
    except (msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
        case, answer = {}, {"error": f"The case cannot be read: {error}."}
    return msgspec.json.encode(({"id": case["id"]} if "id" in case else {}) | answer).decode()


def _answer(case: Row) -> Row:
    settlements: list[Row] = []
    standing: list[Row] = []
    for line in run(scenario(case)):
        if row := line.get("settlement"):
            settlements.append(_settlement(row))
        elif row := line.get("standing"):
            standing.append(_line(row) | {"stake": cents(row["stake"])})
        elif row := line.get("refused"):
            return _refusal(row, case)
    return {"settlements": settlements, "standing": standing}


def _refusal(row: Row, case: Row) -> Row:
    reason = row["refusal"]
    if reason == NOT_ASKED and case["rounds"][row["round"] - 1].get("answers"):
        return _refused("not_permitted_now", row)
    if reason in BY_AMOUNT and row["step"].startswith("answer") and _states_amount(case, row["round"]):
        return _refused("amount_not_permitted", row)
    if reason not in REASONS:
        return {"error": f"{row['why']} ({reason}, round {row['round']}, {row['step']})"}
    return _refused(REASONS[reason], row)


def _refused(reason: str, row: Row) -> Row:
    """The suite's reason; beside it the refusal as everywhere: its code, its sentence, its provision."""
    return {"refused": reason, "why": row["sentence"], **{key: row[key] for key in ("code", "sentence", "cite")}}


def _states_amount(case: Row, number: int) -> bool:
    """Whether an answer in this round says how much; our own refusal does not tell that apart."""
    return any("amount" in answer for answer in case["rounds"][number - 1].get("answers", []))


def _line(row: Row) -> Row:
    return {key: row[key] for key in ("round", "seat", "wager", "on", "hand") if key in row}


def _settlement(row: Row) -> Row:
    amounts = {"stake": row["stake"], "returned": row["returned"], "commission": row["vigorish"]}
    return _line(row) | {key: cents(amount) for key, amount in amounts.items()}


# --- a case as a scenario ---------------------------------------------------------------------------------------------


def scenario(case: Row) -> str:
    """A case as the text of a scenario (TOML)."""
    lines = [f"game = {_toml(case['game'])}", "[submission]"]
    lines += [f"{_key(key)} = {_toml(value)}" for key, value in _rules(case["rules"]).items()]
    for given in case["rounds"]:
        row = dict(given)
        row["wagers"] = [_money(wager) for wager in given["wagers"]]
        if "answers" in given:
            row["answers"] = [_said(answer) for answer in given["answers"]]
        lines += ["[[round]]", *(f"{_key(key)} = {_toml(value)}" for key, value in row.items())]
    return "\n".join(lines) + "\n"


def _rules(rules: Row) -> Row:
    """Rules with their amounts as we write them: a key that ends in ``_cents`` is an amount."""
    named: Row = {}
    for key, value in rules.items():
        if key.endswith("_cents"):
            named[key.removesuffix("_cents")] = dollars(value)
        elif isinstance(value, dict):
            named[key] = _rules(value)
        else:
            named[key] = value
    return named


def _money(row: Row) -> Row:
    return row | ({"amount": dollars(row["amount"])} if "amount" in row else {})


def _said(answer: Row) -> Row:
    said = _money({key: value for key, value in answer.items() if key not in ("says", "pieces")})
    return said | {"answer": {answer["says"]: answer["pieces"]} if "pieces" in answer else answer["says"]}


def _key(key: str) -> str:
    return msgspec.json.encode(key).decode()


def _toml(value: Any) -> str:
    """A value in TOML: as in JSON, but for tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(inner) for inner in value) + "]"
    return msgspec.json.encode(value).decode()
