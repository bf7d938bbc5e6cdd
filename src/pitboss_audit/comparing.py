"""Settles every round of a record again and compares, to the cent, what was settled with what is due by the same facts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss_audit.facts import Line, NotSettled, Round
from pitboss_audit.record import Played
from pitboss_audit.setting import SET
from pitboss_audit.settlers import SETTLERS

NO_RULES = (
    "The record does not have the rules filed for this table; give the part of the record that begins with it too."
)
AFTER_OTHERS = "A round before it at this table could not be settled, and this one goes on from there."


class Difference(NamedTuple):
    """One settlement that is not the same twice. None: one of the two has no such settlement."""

    table: str
    round: int
    game: str
    kind: str
    seat: int
    wager: str
    on: str
    hand: int
    recorded: Mapping[str, int] | None
    again: Mapping[str, int] | None
    provision: str
    reading: str = ""  # the reading that changed since, where that is the reason

    def __str__(self) -> str:
        what = (
            f"{self.wager} {self.on}".strip() if self.kind == "wager" else f"{self.kind} {self.wager} {self.on}".strip()
        )
        hand = f", hand {self.hand}" if self.hand else ""
        why = f"reading changed since: {self.reading}" if self.reading else self.provision
        return (
            f"{self.table}, round {self.round}, seat {self.seat}, {what}{hand}: "
            f"recorded {_words(self.recorded, self.kind)}, settled again {_words(self.again, self.kind)} ({why})"
        )


class Unsettled(NamedTuple):
    """A round that was not settled again, and why."""

    table: str
    round: int
    game: str
    settlements: int
    reason: str


@dataclass
class Report:
    """What an audit found. ``agreeing`` counts settlements that are the same twice."""

    rounds: int = 0
    settlements: int = 0
    agreeing: int = 0
    differences: list[Difference] = field(default_factory=list)
    changed: list[Difference] = field(default_factory=list)
    unsettled: list[Unsettled] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Whether every round was settled again, and nothing differs but by a reading that changed since."""
        return not self.differences and not self.unsettled

    def add(self, found: "Settled") -> None:
        self.rounds += 1
        if found.unsettled is not None:
            self.unsettled.append(found.unsettled)
            return
        self.settlements += found.settlements
        self.agreeing += found.agreeing
        (self.changed if found.reading else self.differences).extend(found.differences)

    def summary(self) -> str:
        return (
            f"{self.rounds:,} rounds, {self.settlements:,} settlements settled again: {self.agreeing:,} agree, "
            f"{len(self.differences):,} differ, {len(self.changed):,} by a reading that changed since; "
            f"{len(self.unsettled):,} rounds were not settled again."
        )

    def reasons(self) -> Iterator[str]:
        """Why rounds were not settled again: a sentence for each table and reason."""
        by_reason = defaultdict[tuple[str, str], list[int]](list)
        for one in self.unsettled:
            by_reason[one.table, one.reason].append(one.round)
        for (table, reason), numbers in by_reason.items():
            which = f"round {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} rounds, the first {numbers[0]}"
            yield f"{table}, {which}: not settled again. {reason}"

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "rounds": self.rounds,
            "settlements": self.settlements,
            "agreeing": self.agreeing,
            "differences": [one._asdict() for one in self.differences],
            "reading_changed_since": [one._asdict() for one in self.changed],
            "not_settled_again": [one._asdict() for one in self.unsettled],
        }


class Settled(NamedTuple):
    """One round settled again, or not."""

    settlements: int = 0
    agreeing: int = 0
    differences: tuple[Difference, ...] = ()
    reading: str = ""
    unsettled: Unsettled | None = None


def audit(played: Iterable[Played], installed: str = "") -> Iterator[Settled]:
    """Every round settled again, in order. ``installed``: the version of the rules that has today's readings (a hash): a
    difference in a round that it played is never put down to a reading that changed."""
    auditor = Auditor(installed)
    for one in played:
        yield auditor.settle(one)


class Auditor:
    """Settles round after round, with what each table carries from one to the next."""

    def __init__(self, installed: str = "") -> None:
        self._installed = installed
        self.before: dict[
            str, Mapping[str, Any] | None
        ] = {}  # by table; None: not known, since a round was not settled

    def settle(self, played: Played) -> Settled:
        if played.afresh:
            self.before[played.table] = {}
        before = self.before.get(played.table, {"from_the_middle": True})
        try:
            settled, after = self._settled(played, before)
        except NotSettled as reason:
            return self._not(played, str(reason))
        except (LookupError, ValueError, TypeError, ArithmeticError, AssertionError) as error:
            return self._not(played, f"The facts of this round cannot be read: {type(error).__name__} {error}.")
        self.before[played.table] = after
        return settled

    def _not(self, played: Played, reason: str) -> Settled:
        if self.before.get(played.table):
            self.before[played.table] = None
        left = Unsettled(played.table, played.number, played.game, len(played.lines), reason)
        return Settled(unsettled=left)

    def _settled(self, played: Played, before: Mapping[str, Any] | None) -> tuple[Settled, Mapping[str, Any]]:
        if not played.game:
            raise NotSettled(NO_RULES)
        settler = SETTLERS.get(played.game)
        if settler is None:
            raise NotSettled(f"This engine does not settle {played.game} yet.")
        if before is None:
            raise NotSettled(AFTER_OTHERS)
        rules = {**settler.defaults, **{name: value for name, value in played.rules.items() if value is not None}}
        facts = Round(played.game, rules, played.steps, played.number, played.start, before)
        lines, after = settler.settle(facts)
        found = differences(played, lines)
        if not found:
            return Settled(len(played.lines), len(played.lines)), after
        if played.version != self._installed:
            for reading, what in settler.amended.items():
                earlier = Round(
                    played.game, {**rules, "as_before": reading}, played.steps, played.number, played.start, before
                )
                old, then = settler.settle(earlier)
                if not differences(played, old):
                    explained = tuple(one._replace(reading=f"{reading}, {what}") for one in found)
                    return Settled(len(played.lines), len(played.lines) - len(explained), explained, reading), then
        differing = sum(one.recorded is not None for one in found)
        return Settled(len(played.lines), len(played.lines) - differing, tuple(found)), after


def differences(played: Played, again: Sequence[Line]) -> list[Difference]:
    """What is not the same twice, in the order of the record; then what the record lacks."""
    found, waiting = [], defaultdict[Any, list[Line]](list)
    for line in again:
        waiting[line.key].append(line)
    for line in played.lines:
        others = waiting[line.key]
        other = others.pop(0) if others else None
        if other is None or _amounts(line) != _amounts(other):
            found.append(_difference(played, line, other))
    for others in waiting.values():
        found += [_difference(played, None, other) for other in others]
    return found


def _difference(played: Played, line: Line | None, other: Line | None) -> Difference:
    named = line or other
    assert named is not None
    cites = dict.fromkeys(one.cite for one in (line, other) if one is not None and one.cite)
    return Difference(
        played.table, played.number, played.game, named.kind, named.seat, named.wager, named.on, named.hand,
        _amounts(line) if line else None, _amounts(other) if other else None, " / ".join(cites),
    )  # fmt: skip


def _amounts(line: Line) -> dict[str, int]:
    return {"stake": line.stake, "returned": line.returned, "vigorish": line.vigorish}


def _words(amounts: Mapping[str, int] | None, kind: str) -> str:
    if kind == SET:
        return "as they lay" if amounts is None else "otherwise"
    if amounts is None:
        return "nothing"
    stake, back, vigorish = amounts["stake"], amounts["returned"], amounts["vigorish"]
    if kind == "meter":
        return f"{stake / 10**8:,.8f} to {back / 10**8:,.8f}"
    words = f"{back / 100:,.2f} of {stake / 100:,.2f}" if kind == "wager" else f"{back / 100:,.2f}"
    return f"{words}, vigorish {vigorish / 100:,.2f}" if vigorish else words
