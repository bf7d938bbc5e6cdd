"""A small language for tests: a round is written as a dealer would tell it.

    played = play("go-fore-it", deal("1 front_9 10; 1 skins 5", "AS 9H 4C 2D TS KD 3C 7H", "1 back_9"))
    assert played.returned(1, "back_9") == "30.00"

Wagers read ``seat wager[@spot] amount``, answers ``seat answer [amount]``; chance is cards or pockets separated
by spaces, or throws separated by commas.
"""

from typing import Any

from pitboss.drivers.script import run
from pitboss.procedure import Refusal, Refused


def deal(
    wagers: str | list[dict[str, Any]] = "",
    chance: str | list[str] = "",
    answers: str | list[dict[str, Any]] = "",
    irregularities: list[dict[str, Any]] | None = None,
    **rest: Any,
) -> dict[str, Any]:
    """One round of a scenario."""
    return {
        "wagers": [_wager(w) for w in _parts(wagers)] if isinstance(wagers, str) else wagers,
        "chance": _chance(chance) if isinstance(chance, str) else chance,
        "answers": [_answer(a) for a in _parts(answers)] if isinstance(answers, str) else answers,
        "irregularities": irregularities or [],
        **rest,
    }


def fault(kind: str, after: int | None = None, **facts: Any) -> dict[str, Any]:
    """One irregularity; ``after`` counts the entries of chance that are out."""
    return {"kind": kind, **({} if after is None else {"after": after}), **facts}


class Played:
    """The lines that a scenario printed."""

    def __init__(self, lines: list[dict[str, Any]]) -> None:
        self.events = [line["event"] for line in lines if "event" in line]
        self.settlements = [line["settlement"] for line in lines if "settlement" in line]
        self.standing = [line["standing"] for line in lines if "standing" in line]
        self.refused: dict[str, Any] | None = next((line["refused"] for line in lines if "refused" in line), None)

    def ok(self) -> "Played":
        """This, provided that nothing was refused."""
        assert self.refused is None, self.refused
        return self

    def line(self, seat: int, wager: str, on: str = "", round: int | None = None, hand: int = 0) -> dict[str, Any]:
        """The one settlement of a wager."""
        self.ok()
        found = [
            s
            for s in self.settlements
            if (s["seat"], s["wager"], s["on"], s["hand"]) == (seat, wager, on, hand) and round in (None, s["round"])
        ]
        assert len(found) == 1, f"{len(found)} settlements of {wager} {on} at seat {seat}: {self.settlements}"
        return dict(found[0])

    def returned(self, seat: int, wager: str, on: str = "", round: int | None = None, hand: int = 0) -> str:
        return str(self.line(seat, wager, on, round, hand)["returned"])

    def cite(self, seat: int, wager: str, on: str = "", round: int | None = None, hand: int = 0) -> str:
        return str(self.line(seat, wager, on, round, hand)["cite"])

    def events_of(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind, in order."""
        return [event for event in self.events if event["event"] == kind]

    def words(self) -> list[str]:
        """What the dealer announced, in order."""
        return [event["words"] for event in self.events_of("announced")]

    def order(self) -> list[tuple[int, str]]:
        """(seat, wager) in the order of settlement."""
        return [(s["seat"], s["wager"]) for s in self.settlements]


def play(game: str, *rounds: dict[str, Any], **submission: Any) -> Played:
    """Play a scenario through ``pitboss run``'s own driver."""
    return Played(list(run(scenario(game, *rounds, **submission))))


def refused(played: Played, refusal: str, cite: str) -> None:
    """The scenario was refused for this reason, on this authority."""
    assert played.refused is not None, "nothing was refused"
    assert (played.refused["refusal"], played.refused["cite"]) == (refusal, cite), played.refused


def scenario(game: str, *rounds: dict[str, Any], **submission: Any) -> str:
    """The TOML of a scenario."""
    lines = [f'game = "{game}"', "[submission]", *(f"{key} = {_toml(value)}" for key, value in submission.items())]
    for part in rounds:
        lines += ["[[round]]", *(f"{key} = {_toml(value)}" for key, value in part.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {_toml(item)}' for key, item in value.items()) + "}"
    return '"' + str(value) + '"'


def _parts(text: str) -> list[list[str]]:
    return [part.split() for part in text.split(";") if part.strip()]


def _money(text: str) -> str:
    return text if "." in text else f"{text}.00"


def _wager(words: list[str]) -> dict[str, Any]:
    if len(words) != 3 or not words[0].isdigit():
        raise _malformed("seat wager[@spot] amount, like '1 straight@17 5'", words)
    seat, wager, amount = words
    wager, _, on = wager.partition("@")
    return {"seat": int(seat), "wager": wager, "amount": _money(amount), **({"on": on} if on else {})}


def _answer(words: list[str]) -> dict[str, Any]:
    if len(words) not in (2, 3):
        raise _malformed("seat answer [amount], like '1 double_down 5'", words)
    by, says, *amount = words
    who: dict[str, Any] = {"seat": int(by)} if by.isdigit() else {"by": by}
    return {**who, "answer": says, **({"amount": _money(amount[0])} if amount else {})}


def _malformed(expected: str, words: list[str]) -> Refused:
    return Refused(Refusal.MALFORMED, f"Expected {expected}, not '{' '.join(words)}'.", "")


def _chance(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if "," in text else text.split()
