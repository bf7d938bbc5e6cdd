"""What rehearsed rounds have in common: every kind of act, when it comes, to whom and how often.

A ``Trace`` is one kind of act (a card dealt face down under one provision, one question to the dealer, one call) with
all its occurrences; ``traces`` puts them in the order in which most rounds have them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pitboss.events import (
    Announced,
    Attested,
    Burned,
    Charged,
    Dealt,
    Discarded,
    Elected,
    Event,
    Marked,
    MeterMoved,
    Moved,
    Noted,
    Revealed,
    Settlement,
    Shown,
    Shuffled,
    Transferred,
    Wagered,
)
from pitboss.paper.rehearsal import Moment
from pitboss.procedure import DEALER, Draw, Election, Who, Window

EARLY, LATE = "early", "late"  # before and after the last decision of a player, or the turning of the dealer's hand
QUIET = 40  # rounds in a row that show nothing new, after which no more are rehearsed


class Key(NamedTuple):
    kind: str
    cite: str
    what: str = ""  # which question, wager, marker …
    face: str = ""  # "up" or "down", where something is dealt or burned; when, where a wager is settled


class Occurrence(NamedTuple):
    round: int
    at: int  # its place in the round
    who: Who  # to whom or of whom; "" where that means nothing
    item: Any  # the question or event


class Trace:
    """All occurrences of one kind of act."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.found: list[Occurrence] = []
        self.attested: dict[str, None] = {}  # what somebody says that they did, in answer to this question
        self.condition: str = ""  # the answer without which it does not come

    @property
    def rounds(self) -> frozenset[int]:
        return frozenset(one.round for one in self.found)

    def by_round(self) -> Iterator[list[Occurrence]]:
        """The occurrences of each round."""
        rounds: dict[int, list[Occurrence]] = {}
        for one in self.found:
            rounds.setdefault(one.round, []).append(one)
        yield from rounds.values()

    def words(self, field: str) -> Counter[str]:
        """The different values of a field, and how often each occurred."""
        return Counter(str(getattr(one.item, field)) for one in self.found)


class Traced(NamedTuple):
    """All traces in order, the rounds that were looked at, and every provision that was cited in them."""

    traces: list[Trace]
    rounds: int
    cited: frozenset[str]
    shuffled: frozenset[int]  # the rounds that began with a shuffle


def traces(rounds: Iterable[list[Moment]]) -> Traced:
    found: dict[Key, Trace] = {}
    chosen: dict[str, dict[tuple[int, Who], int]] = {}  # by answer: in which round by whom, and where
    seen: set[tuple[Key, str, str]] = set()
    number = quiet = 0
    for number, moments in enumerate(rounds, 1):
        before = len(seen)
        for at, (key, who, item) in enumerate(_acts(moments)):
            seen.add((key, type(item).__name__, item.cite))
            if isinstance(item, Elected) and key.kind != "act":
                chosen.setdefault(item.says, {}).setdefault((number, item.by), at)
            elif isinstance(item, Attested):
                _attest(found, item)
            else:
                found.setdefault(key, Trace(key)).found.append(Occurrence(number, at, who, item))
        quiet = quiet + 1 if len(seen) == before else 0
        if quiet >= QUIET:
            break
    _fold(found)
    for trace in found.values():
        trace.condition = _condition(trace, chosen)
    shuffled = frozenset(n for key, trace in found.items() if key.kind == "shuffle" for n in trace.rounds)
    return Traced(_ordered(found), number, frozenset(cite for _, _, cite in seen), shuffled)


def _condition(trace: Trace, chosen: dict[str, dict[tuple[int, Who], int]]) -> str:
    """The answer of a player after which this came for that player always, and never without it."""
    first = {(one.round, one.who): one.at for one in reversed(trace.found)}
    for says, given in chosen.items():
        if given.keys() == first.keys() and all(given[place] < at for place, at in first.items()):
            return says
    return ""


def _fold(found: dict[Key, Trace]) -> None:
    """Settlements of rounds without a decision belong with those after the last decision, or else with those before.

    Where those after it say nothing new, each player is settled with at once, whoever decides last.
    """
    for key in [key for key in found if key.kind == "settle" and not key.face]:
        _join(found, key, key._replace(face=LATE)) or _join(found, key, key._replace(face=EARLY))
    for key in [key for key in found if key.kind == "settle" and key.face == LATE]:
        early = found.get(key._replace(face=EARLY))
        if early is not None and found[key].words("cite").keys() <= early.words("cite").keys():
            _join(found, key, early.key)


def _join(found: dict[Key, Trace], key: Key, other: Key) -> bool:
    if other in found:
        found[other].found += found.pop(key).found
        found[other].found.sort(key=lambda one: (one.round, one.at))
    return other in found


def _attest(found: dict[Key, Trace], said: Attested) -> None:
    """What was attested belongs to the question that was asked last under the same provision."""
    asked = [trace for key, trace in found.items() if key.kind == "ask" and key.cite == said.cite]
    if asked:
        max(asked, key=lambda trace: (trace.found[-1].round, trace.found[-1].at)).attested[said.what] = None


# --- one round ---------------------------------------------------------------------------------------------


def _acts(moments: Sequence[Moment]) -> Iterator[tuple[Key, Who, Any]]:
    """The acts of a round in order: each with its key and the one it concerns."""
    decisions = [n for n, (asked, events) in enumerate(moments) if _decides(asked, events)]
    opened = False
    for number, (asked, events) in enumerate(moments):
        when = "" if not decisions else EARLY if number < decisions[-1] else LATE
        if isinstance(asked, Window):
            opened = not opened
            yield Key("bet" if opened else "close", asked.cite), "", asked
        elif isinstance(asked, Election):
            yield Key("ask", asked.cite, f"{_party(asked.to)} {asked.kind}"), asked.to, asked
        elif isinstance(asked, Draw) and not any(isinstance(e, Dealt | Burned) for e in events):
            yield Key("draw", asked.cite, asked.device), "", asked
        window = asked if isinstance(asked, Window) and opened else None  # what happens then is told in one line each
        for event in events:
            act = _act(event, when)
            if window is not None and isinstance(event, Elected):
                yield Key("act", event.cite), event.by, event
            elif act is not None and window is not None and isinstance(event, Marked):
                yield act[0]._replace(cite=""), act[1], event  # one marker under many provisions
            elif act is not None and not (window is not None and isinstance(event, Wagered | Noted)):
                yield *act, event


def _decides(asked: object, events: Iterable[Event]) -> bool:
    """Whether a player decides here (a courtesy is no decision), or the dealer's hand is turned."""
    decides = isinstance(asked, Election) and isinstance(asked.to, int) and not asked.courtesy
    return decides or any(isinstance(e, Revealed) and e.of == DEALER and e.seen_by is None for e in events)


def _party(who: Who) -> str:
    return "player" if isinstance(who, int) and who else str(who)


def _face(event: Event) -> str:
    return "up" if event.seen_by is None else "down"


def _act(event: Event, when: str) -> tuple[Key, Who] | None:
    """The key of an event and the one it concerns; None for what a dealer need not be told."""
    match event:
        case Settlement():
            return Key("settle", "", event.wager, when), event.seat
        case Wagered():
            return Key("wager", event.cite, event.wager), event.seat
        case Dealt():
            return Key("deal", event.cite, "", _face(event)), event.to
        case Burned():
            return Key("burn", event.cite, "", _face(event)), ""
        case Revealed() if event.seen_by is None:
            return Key("turn", event.cite, _party(event.of)), event.of
        case Revealed():
            return Key("look", event.cite, _party(event.of)), event.of
        case Discarded():
            return Key("rack", event.cite), event.of
        case Announced():
            seat = re.search(r"\bseat (\d+)", event.words)
            return Key("call", event.cite), int(seat[1]) if seat else ""
        case Noted():
            return Key("note", event.cite), event.seat or ""
        case Marked():
            return Key("mark", event.cite, event.marker, "" if event.at else "away"), event.seat or ""
        case Shuffled():
            return Key("shuffle", event.cite, event.device), ""
        case Shown():
            return Key("show", event.cite, event.device), ""
        case Charged():
            return Key("charge", event.cite, event.wager), event.seat
        case Moved():
            return Key("move", event.cite, event.wager), event.seat
        case MeterMoved():
            return Key("meter", event.cite, event.meter), ""
        case Transferred():
            return Key("transfer", event.cite, event.what), ""
        case Elected():
            return Key("chosen", event.cite, event.says), event.by
        case Attested():
            return Key("attested", event.cite), event.by
        case _:
            return None


# --- the order of all --------------------------------------------------------------------------------------


def _ordered(found: dict[Key, Trace]) -> list[Trace]:
    """The traces in an order with which as few rounds as possible disagree; an act counts where it first comes.

    What concerns the same player is compared for that player, so that one player's early end does not count for others.
    """
    firsts: dict[tuple[int, Who], dict[Key, int]] = {}
    for key, trace in found.items():
        for one in trace.found:
            for who in {"", one.who if isinstance(one.who, int) else ""}:
                firsts.setdefault((one.round, who), {}).setdefault(key, one.at)
    before: Counter[tuple[Key, Key]] = Counter()
    for (_, who), places in firsts.items():
        keys = sorted(places, key=places.__getitem__)
        weight = 1 if who == "" else 3
        for n, key in enumerate(keys):
            for later in keys[n + 1 :]:
                before[key, later] += weight
    order: list[Key] = []
    for key in sorted(found, key=lambda k: -len(found[k].rounds)):
        costs = [sum(before[other, key] for other in order)]
        for other in order:  # one place further on
            costs.append(costs[-1] - before[other, key] + before[key, other])
        order.insert(len(costs) - 1 - costs[::-1].index(min(costs)), key)
    return [found[key] for key in order]
