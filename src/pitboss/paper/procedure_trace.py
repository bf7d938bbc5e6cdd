"""What rehearsed rounds have in common: every kind of act, when it comes, to whom and how often.

A ``Trace`` is one kind of act (a card dealt face down under one provision, one question to the dealer, one call) with
all its occurrences; ``traces`` puts them in the order in which the rounds have them. Acts that come both before and after
each other are a loop: they are done for one player after the other.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean as mean
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
from pitboss.law import Citation
from pitboss.paper.rehearsal import Moment
from pitboss.procedure import DEALER, Draw, Election, Who, Window

READER = "card reader"  # what it tells of a card that nobody turns is entered
NO_MORE_BETS = "no more bets"
ENTERED = ("dice", "wheel", "number")  # other draws are written with the card or tile that is dealt
QUIET = 60  # rounds in a row that show nothing new, after which no more are rehearsed


class Key(NamedTuple):
    kind: str
    cite: str
    what: str = ""  # which question, wager, marker …
    face: str = ""  # "up" or "down", where something is dealt or burned; what was done last, where a wager is settled
    stage: int = 0  # before betting, while it is open, after it


class Occurrence(NamedTuple):
    round: int
    at: int  # its place in the round
    who: Who  # to whom or of whom; "" where that means nothing
    turn: Who  # the player whose turn it is meanwhile; "" where it is nobody's
    item: Any  # the question or event


class Trace:
    """All occurrences of one kind of act."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.keys = {key}  # its own and those of traces that were joined to it
        self.found: list[Occurrence] = []
        self.attested: dict[str, None] = {}  # what somebody says that they did, in answer to this question
        self.condition: str = ""  # the answer without which it does not come
        self.loop = 0  # the same number for all that is done together, for one player after the other

    @property
    def rounds(self) -> frozenset[int]:
        return frozenset(one.round for one in self.found)

    def join(self, other: "Trace") -> None:
        """Takes in what is the same act under another key."""
        self.keys |= other.keys
        self.found = sorted([*self.found, *other.found], key=lambda one: (one.round, one.at))

    @property
    def decides(self) -> bool:
        """Whether players decide here (a courtesy is no decision), or the dealer's hand is turned."""
        if self.key.kind == "ask":
            return any(isinstance(one.who, int) and not one.item.courtesy for one in self.found)
        return self.key.kind == "turn" and self.key.what == DEALER

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
        for at, (key, who, turn, item) in enumerate(acts_of(moments)):
            seen.add((key, type(item).__name__, item.cite))
            if key.kind == "seen":
                continue
            if isinstance(item, Elected) and key.kind != "act":
                chosen.setdefault(item.says, {}).setdefault((number, item.by), at)
            elif isinstance(item, Attested):
                _attest(found, item)
            else:
                found.setdefault(key, Trace(key)).found.append(Occurrence(number, at, who, turn, item))
        quiet = quiet + 1 if len(seen) == before else 0
        if quiet >= QUIET:
            break
    _join_alternatives(found)
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


def _join_alternatives(found: dict[Key, Trace]) -> None:
    """Ways to deal under paragraphs of one provision, of which each round has one, are one act."""
    for key in [key for key in found if key.kind == "deal" and not key.cite.startswith("I-")]:
        above = Citation.parse(key.cite).above
        for other in [
            k
            for k in found
            if k._replace(cite="") == key._replace(cite="") and k.cite < key.cite and not k.cite.startswith("I-")
        ]:
            if Citation.parse(other.cite).above == above and not found[other].rounds & found[key].rounds:
                found[other].join(found.pop(key))
                break


def _attest(found: dict[Key, Trace], said: Attested) -> None:
    """What was attested belongs to the question that was asked last under the same provision."""
    asked = [trace for key, trace in found.items() if key.kind == "ask" and key.cite == said.cite]
    if asked:
        max(asked, key=lambda trace: (trace.found[-1].round, trace.found[-1].at)).attested[said.what] = None


# --- one round ---------------------------------------------------------------------------------------------


def acts_of(moments: Sequence[Moment]) -> Iterator[tuple[Key, Who, Who, Any]]:
    """The acts of a round in order: each with its key, the one it concerns and the one whose turn it is."""
    acts = list(_acts(moments))
    for (key, who, item), turn in zip(acts, _turns(acts), strict=True):
        yield key, who, turn, item


def _acts(moments: Sequence[Moment]) -> Iterator[tuple[Key, Who, Any]]:
    """The acts of a round in order: each with its key and the one it concerns."""
    windows = [n for n, (asked, _) in enumerate(moments) if isinstance(asked, Window)]
    stage = 0
    after = ""  # the last decision of a player, or the turning of the dealer's hand
    hidden: set[tuple[Who, str]] = set()  # what lies face down, and whose it is
    for number, (asked, events) in enumerate(moments):
        if isinstance(asked, Window) and number in (
            windows[0],
            windows[-1],
        ):  # betting that is opened again was never closed
            stage += 1
            yield Key("bet" if stage == 1 else "close", asked.cite), "", asked
        if isinstance(asked, Election):
            yield Key("ask", asked.cite, f"{_party(asked.to)} {asked.kind}", "", stage), asked.to, asked
            after = asked.cite if isinstance(asked.to, int) and not asked.courtesy else after
        elif isinstance(asked, Draw) and asked.device in ENTERED:
            yield Key("draw", asked.cite, asked.device), "", asked
        opened = isinstance(asked, Window) and stage == 1  # what happens then is written in one line each
        for event in events:
            if isinstance(event, Revealed) and event.of == DEALER and event.seen_by is None:
                after = event.cite
            if isinstance(event, Dealt) and event.seen_by is not None:
                hidden.add((event.to, event.card))
            act = _act(event, after)
            if act is None or (opened and isinstance(event, Wagered | Noted)):
                continue
            key, who = act
            if opened and isinstance(event, Elected):
                key = Key("act", event.cite)
            elif opened and isinstance(event, Marked):
                key = key._replace(cite="")  # one marker under many provisions
            elif isinstance(event, Noted) and isinstance(asked, Election) and asked.kind == READER:
                key = key._replace(kind="told")
            elif isinstance(event, Revealed) and not any((event.of, card) in hidden for card in event.cards):
                key = key._replace(kind="seen")  # it lies face up already
            if isinstance(event, Revealed) and event.seen_by is None:
                hidden -= {(event.of, card) for card in event.cards}
            yield key._replace(stage=stage), who, event


def _turns(acts: Sequence[tuple[Key, Who, Any]]) -> list[Who]:
    """Whose turn it is at each act: of the player concerned, or of the one concerned both before and after it."""
    seats: list[Who] = [who if isinstance(who, int) else "" for _, who, _ in acts]
    before, after = list(itertools.accumulate(seats, _latest)), list(itertools.accumulate(seats[::-1], _latest))[::-1]
    return [own or (one if one == other else "") for own, one, other in zip(seats, before, after, strict=True)]


def _latest(last: Who, now: Who) -> Who:
    return now or last


def _party(who: Who) -> str:
    return "player" if isinstance(who, int) and who else str(who)


def _face(event: Event) -> str:
    return "up" if event.seen_by is None else "down"


def _act(event: Event, after: str) -> tuple[Key, Who] | None:
    """The key of an event and the one it concerns; None for what a dealer need not be told."""
    match event:
        case Settlement():
            return Key("settle", event.cite, event.wager, after), event.seat
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
            ends = event.words if event.words == NO_MORE_BETS else ""
            return Key("call", event.cite, ends), int(seat[1]) if seat else ""
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
    """The traces in the order of the rounds: what always comes before something else stands before it.

    What comes both before and after each other is a loop, in the order in which each player has it.
    """
    spans = {key: _span(trace) for key, trace in found.items()}
    follow: dict[Key, set[Key]] = {
        key: {
            other
            for other in found
            if other != key
            and any(first < spans[other][n][1] for n, (first, _) in spans[key].items() if n in spans[other])
        }
        for key in found
    }
    closed = {n: at for key, span in spans.items() if key.kind == "close" for n, (at, _) in span.items()}
    usual = {key: mean(first - closed.get(n, 0) for n, (first, _) in span.items()) for key, span in spans.items()}
    order: list[Trace] = []
    for number, loop in enumerate(_sorted(_loops(follow), follow, usual, spans), 1):
        for trace in _by_player(_merged([found[key] for key in sorted(loop)])):
            trace.loop = number
            order.append(trace)
    return order


def _merged(loop: list[Trace]) -> dict[Key, Trace]:
    """The traces of a loop, one for each wager and provision, after whatever it is settled."""
    found: dict[Key, Trace] = {}
    for trace in loop:
        key = trace.key._replace(face="") if trace.key.kind == "settle" else trace.key
        if key in found:
            found[key].join(trace)
        else:
            found[key] = trace
    return found


def _span(trace: Trace) -> dict[int, tuple[int, int]]:
    """Where it first and last comes in each round."""
    return {each[0].round: (each[0].at, each[-1].at) for each in trace.by_round()}


def _loops(follow: dict[Key, set[Key]]) -> list[frozenset[Key]]:
    """Sets of acts each of which can come after each other one of its set."""
    reach = {key: set(others) for key, others in follow.items()}
    for middle in follow:
        for key in follow:
            if middle in reach[key]:
                reach[key] |= reach[middle]
    loops = {frozenset([key, *(other for other in reach[key] if key in reach[other])]) for key in follow}
    return sorted(loops, key=lambda loop: min(loop))


def _sorted(
    loops: list[frozenset[Key]],
    follow: dict[Key, set[Key]],
    usual: dict[Key, float],
    spans: Mapping[Key, Iterable[int]],
) -> Iterator[frozenset[Key]]:
    """The loops, each after all that come before it; one way to go on is told to its end, then the other."""
    rounds = {loop: frozenset(n for key in loop for n in spans[key]) for loop in loops}
    waiting = sorted(loops, key=lambda loop: min(usual[key] for key in loop))
    last: frozenset[int] = frozenset()
    while waiting:
        free = [
            one for one in waiting if not any(follow[key] & one for other in waiting if other != one for key in other)
        ]
        chosen = next((one for one in free if rounds[one] & last), free[0])
        last = rounds[chosen]
        waiting.remove(chosen)
        yield chosen


def _by_player(found: dict[Key, Trace]) -> list[Trace]:
    """The acts of a loop in an order with which as few players as possible disagree; an act counts where it first comes.

    What is nobody's turn counts where it first comes in the round. What never meets stands as early as it can.
    """
    nobodys = {key for key, trace in found.items() if not all(one.turn for one in trace.found)}
    turns: dict[tuple[int, Who], dict[Key, int]] = {}
    rounds: dict[int, dict[Key, int]] = {}
    for key, trace in found.items():
        for one in trace.found:
            turns.setdefault((one.round, one.turn), {}).setdefault(key, one.at)
            rounds.setdefault(one.round, {}).setdefault(key, one.at)
    before: Counter[tuple[Key, Key]] = Counter()
    for places in turns.values():
        before.update(itertools.combinations(sorted(places, key=places.__getitem__), 2))
    for places in rounds.values():
        pairs = itertools.combinations(sorted(places, key=places.__getitem__), 2)
        before.update(pair for pair in pairs if nobodys & {*pair})
    order: list[Key] = []
    for key in sorted(found, key=lambda k: (-len(found[k].rounds), k)):
        costs = [sum(before[other, key] for other in order)]
        for other in order:  # one place further on
            costs.append(costs[-1] - before[other, key] + before[key, other])
        order.insert(costs.index(min(costs)), key)
    _bring_together(order, before)
    return [found[key] for key in order]


def _bring_together(order: list[Key], before: Counter[tuple[Key, Key]]) -> None:
    """Settlements that wait for the same, or one for more than the other, follow each other where nothing has to come between."""
    waits = {key: {one for one in order if one.kind != "settle" and before[one, key]} for key in order}
    for key in [key for key in order if key.kind == "settle"]:
        here = order.index(key)
        there = next((n for n in range(here)[::-1] if order[n].kind == "settle"), here)
        other, between = order[there], order[there + 1 : here]
        if not between or not (waits[other] <= waits[key] or waits[key] <= waits[other]):
            continue
        if not any(before[each, key] for each in between):
            order.insert(there + 1, order.pop(here))
        elif not any(before[other, each] for each in between):
            order.insert(here - 1, order.pop(there))
