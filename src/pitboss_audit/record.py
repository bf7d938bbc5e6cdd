"""Reads an exported record (one JSON object a line, docs/record.md) and hands out its rounds: the facts, and what was settled."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss_audit.facts import FACTS, PLAYER_MOVED, WITHOUT_AMOUNT, Event, Line, Step

SETTLED = ("paid", "collected", "returned")
KEPT = FACTS | WITHOUT_AMOUNT.keys()


class NotARecord(Exception):
    """A line that is none of a record; the reason is a sentence."""


@dataclass(frozen=True)
class Played:
    """One round of a record: the facts of it, and every movement of money that the record has."""

    table: str
    number: int
    game: str  # empty: the record does not say what is played and by which rules
    rules: Mapping[str, Any]
    version: str  # of the rules that played it, a hash
    start: Mapping[str, Any]
    steps: tuple[Step, ...]
    lines: tuple[Line, ...]
    afresh: bool = False  # the first round of the table, or the first under other rules


def rounds(lines: Iterable[bytes | str]) -> Iterator[Played]:
    """Every round that is over, of every table, in the order in which they ended."""
    tables: dict[str, _Table] = {}
    for number, text in enumerate(lines, 1):
        try:
            entry = json.loads(text)
            entry = entry.get("entry", entry)
            if "kind" not in entry:
                continue  # the frame of a part of the record, or an entry of a round in progress
            table = tables.setdefault(entry["table"], _Table(entry["table"]))
            found = table.fold(entry["kind"], entry["payload"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise NotARecord(f"Line {number} is not a line of a record.") from None
        if found is not None:
            yield found


@dataclass
class _Table:
    """A table of which some entries have been read."""

    name: str
    game: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)
    afresh: bool = False
    began: Mapping[str, Any] | None = None
    raw: list[Mapping[str, Any]] = field(default_factory=list)

    def fold(self, kind: str, payload: Mapping[str, Any]) -> Played | None:
        """Take an entry in; the round that it ends."""
        if kind == "founded":
            self.game, self.rules, self.afresh = payload["game"], payload["choices"], True
        elif kind == "rules_changed":
            self.rules = payload["choices"]
        elif kind == "round":
            self.began, self.raw = payload, []
        elif kind == "unplayed":
            self.began = None
        elif kind == "corrected":
            self._take_back(payload["outcome"])
        elif kind == "step" and self.began is not None:
            self.raw.append(payload)
        elif kind == "ended" and self.began is not None:
            began, self.began = self.began, None
            steps, lines = facts_and_lines(self.raw)
            version, start, afresh = began.get("version", ""), began["start"], self.afresh
            self.afresh = False
            return Played(self.name, start["number"], self.game, self.rules, version, start, steps, lines, afresh)
        return None

    def _take_back(self, outcome: str) -> None:
        """An outcome that was entered by mistake, and whatever followed on it, never was."""
        for at in range(len(self.raw) - 1, -1, -1):
            if any(a["by"] == "chance" and a["says"] == outcome for a in self.raw[at].get("answers", ())):
                del self.raw[at:]
                return


def facts_and_lines(raw: Sequence[Mapping[str, Any]]) -> tuple[tuple[Step, ...], tuple[Line, ...]]:
    """The steps of a round with their facts alone, and apart from them the movements of money that were recorded."""
    faces = {
        answer["on"]: answer["says"]
        for step in raw
        for answer in step.get("answers", ())
        if answer["by"] == "chance" and answer.get("on", "").startswith("?")
    }
    steps, lines = [], list[Line]()
    for step in raw:
        events = step.get("events", ())
        answers = tuple(step.get("answers", ()))
        facts = tuple(_turned(_fact(event), faces) for event in events if _is_kept(event))
        steps.append(Step(answers, step.get("report"), (*_moves(answers), *facts)))
        lines += [line for event in events if (line := _line(event)) is not None]
    return tuple(steps), tuple(lines)


def _moves(answers: Sequence[Mapping[str, Any]]) -> Iterator[Event]:
    """Who was moved to another seat while betting was open: the house says so where it matters to the round."""
    for answer in answers:
        if answer["by"] == "system" and answer["says"] == "moves":
            seat, to = map(int, answer["on"].split())
            yield {"event": PLAYER_MOVED, "seat": seat, "to": to, "player": answer.get("player") or str(seat)}


def _is_kept(event: Event) -> bool:
    """Whether it is a fact; cards that only their player looked at lie as they were dealt, not as they were set."""
    if event["event"] == "marked":
        return bool(event["marker"] == "dice")  # who has the dice
    return event["event"] in KEPT and (event["event"] != "revealed" or bool(event.get("total")))


def _fact(event: Event) -> Event:
    """An event as a fact: of a settlement only that the wager is decided."""
    if event["event"] in FACTS or event["event"] == "marked":
        return event
    named = {name: event[name] for name in ("seat", "wager", "on", "hand", "of", "cards") if name in event}
    return {"event": WITHOUT_AMOUNT[event["event"]], **named}


def _turned(event: Event, faces: Mapping[str, str]) -> Event:
    """An event with the faces of cards that lay face down when it was written."""
    if not faces:
        return event
    named = dict(event)
    if "card" in event:
        named["card"] = faces.get(event["card"], event["card"])
    if "cards" in event:
        named["cards"] = [faces.get(card, card) for card in event["cards"]]
    return named


def _line(event: Event) -> Line | None:
    kind, cite = event["event"], event["cite"]
    wager, on, hand = event.get("wager", ""), event.get("on", ""), event.get("hand", 0)
    if kind in SETTLED:
        back, vigorish = event["returned"], event.get("vigorish", 0)
        return Line(event["seat"], wager, on, event["stake"], back, cite, hand, vigorish)
    if kind in ("charged", "refunded"):
        return Line(event["seat"], wager, on, 0, event["amount"], cite, hand, kind=kind)
    if kind == "transferred":
        return Line(0, event["source"], event["target"], 0, event["amount"], cite, kind=kind)
    if kind == "meter_moved":
        return Line(event.get("seat", 0), event["meter"], "", event["before"], event["after"], cite, kind="meter")
    return None
