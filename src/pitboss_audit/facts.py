"""What a settler is given of a round, and what it answers with. Facts only: nothing that another engine concluded."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

Event = Mapping[str, Any]
Key = tuple[int, str, str, int]  # seat, wager, spot, hand
# Events that say what people and devices did. What was paid, collected, returned, charged or announced is no fact. That a wager was
# decided by then is one ("decided", without an amount), for a report comes too late for it; so is that vigorish which had been
# marked or prepaid was then taken or given back ("charging", "refunding", without an amount). How cards were turned up, in the
# order in which they lie, is one too ("set"): two hands lie as whoever set them left them.
FACTS = frozenset(
    {"wagered", "withdrawn", "moved", "dealt", "burned", "shown", "shuffled", "elected", "irregularity_reported"}
)
WITHOUT_AMOUNT = {
    **dict.fromkeys(("paid", "collected", "returned"), "decided"),
    "charged": "charging",
    "refunded": "refunding",
    "revealed": "set",
}
PLAYER_MOVED = "player_moved"  # no event: the house says, where it matters to the round, who sits elsewhere now


class NotSettled(Exception):
    """A round that this engine cannot settle; the reason is a sentence."""


class Line(NamedTuple):
    """One wager settled, or one other movement of money (``kind``), with the provision that it was settled under.

    ``returned`` is all that is handed back, the stake included and before any vigorish.
    """

    seat: int
    wager: str
    on: str = ""
    stake: int = 0
    returned: int = 0
    cite: str = ""
    hand: int = 0
    vigorish: int = 0
    kind: str = "wager"

    @property
    def key(self) -> tuple[str, int, str, str, int]:
        return self.kind, self.seat, self.wager, self.on, self.hand


@dataclass
class Wager:
    """Chips on the layout."""

    seat: int
    wager: str
    on: str = ""
    hand: int = 0
    amount: int = 0
    player: str = ""

    @property
    def key(self) -> Key:
        return self.seat, self.wager, self.on, self.hand


class Fate(NamedTuple):
    """What becomes of a wager that is up when something goes wrong: it comes back, or is lost."""

    cite: str
    back: bool


@dataclass(frozen=True)
class Step:
    """What somebody, or chance, answered, or an irregularity that was reported; and the facts that followed."""

    answers: tuple[Event, ...] = ()
    report: Event | None = None
    facts: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Round:
    """A round as it was played. ``before`` is what this engine's own settler left of the round before."""

    game: str
    rules: Mapping[str, Any]
    steps: tuple[Step, ...]
    number: int = 0
    start: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def facts(self) -> tuple[Event, ...]:
        return tuple(fact for step in self.steps for fact in step.facts)

    def of(self, kind: str) -> Iterator[Event]:
        return (fact for fact in self.facts if fact["event"] == kind)

    @cached_property
    def chance(self) -> list[str]:
        """What chance gave, in the order drawn; cards that were turned later are named where they were dealt."""
        return [answer["says"] for step in self.steps for answer in step.answers if answer["by"] == "chance"]

    @cached_property
    def reports(self) -> list[tuple[str, int]]:
        """The irregularities, each with its seat, that were reported and followed."""
        return [(fact["kind"], fact.get("seat", 0)) for fact in self.of("irregularity_reported")]

    def reported(self, *kinds: str) -> bool:
        return any(kind in kinds for kind, _ in self.reports)

    def elected(self, by: int | str | None = None, *says: str) -> Iterator[Event]:
        """The answers of a seat or role (of all: None), or those among them that say one of ``says``."""
        return (
            fact
            for fact in self.of("elected")
            if (by is None or fact["by"] == by) and (not says or fact["says"] in says)
        )

    def cards(self, to: int | str, place: str | None = None, hand: int = 0) -> list[str]:
        """The cards or tiles that were dealt to a place, in order."""
        return [
            fact["card"]
            for fact in self.of("dealt")
            if fact["to"] == to and fact.get("hand", 0) == hand and place in (None, fact.get("place", ""))
        ]

    def as_set(self, of: int | str) -> list[str]:
        """How the hands of the dealer or of a seat lay before anything was decided; the high hand first."""
        found: list[str] = []
        for fact in self.facts:
            if fact["event"] == "decided" and found:
                break
            if fact["event"] == "set" and fact["of"] == of:
                found = list(fact["cards"])
        return found

    @cached_property
    def wagers(self) -> list[Wager]:
        """Every wager made in this round and not taken back, in the order of the first chip."""
        return laid(self.facts)

    def wager(self, seat: int, kind: str, on: str = "", hand: int = 0) -> int:
        """What is staked there."""
        return sum(w.amount for w in self.wagers if (w.seat, w.wager, w.on, w.hand) == (seat, kind, on, hand))

    @cached_property
    def players(self) -> Mapping[int, str]:
        """Who plays at each seat: the name given, else the seat's own player."""
        named = dict(zip(self.start.get("seated", ()), self.start.get("players", ()), strict=False))
        by_wager = {wager.seat: wager.player for wager in self.wagers if wager.player}
        return {
            wager.seat: by_wager.get(wager.seat) or named.get(wager.seat) or str(wager.seat) for wager in self.wagers
        }

    @cached_property
    def closed(self) -> bool:
        """Whether betting was closed in this round."""
        return any(answer["says"] == "no_more_bets" for step in self.steps for answer in step.answers)

    def seats(self, kind: str) -> list[int]:
        """The seats that have a wager of this kind, in order."""
        return sorted({wager.seat for wager in self.wagers if wager.wager == kind})

    def returned(self, cite: str) -> list[Line]:
        """Every wager handed back."""
        return [line(wager, wager.amount, cite) for wager in self.wagers]

    def fates(
        self,
        voids: Mapping[str, str],
        twice: Mapping[str, str] | None = None,
        left: str = "",
        ordered: Mapping[str, str] | None = None,
    ) -> dict[Key, Fate]:
        """What becomes of the wagers that were up at a report that makes the round void, by kind and provision (``twice``: at
        the second one; ``ordered``: by an answer of the floor), or when a player left whose wagers are lost or returned as filed
        (``left`` is its provision)."""
        found, up, decided, seen = dict[Key, Fate](), set[Key](), set[Key](), set[str]()
        for fact in self.facts:
            if fact["event"] == "irregularity_reported":
                kind = fact["kind"]
                cite = voids.get(kind) or (twice or {}).get(kind, "") * (kind in seen)
                seen.add(kind)
                leaves = self.rules.get("player_who_leaves", "loses") if kind == "player_left" and left else ""
                for key in up - decided - found.keys():
                    if cite:
                        found[key] = Fate(cite, True)
                    elif leaves in ("loses", "returned") and key[0] == fact["seat"]:
                        found[key] = Fate(left, leaves == "returned")
            elif fact["event"] == "elected" and fact["by"] == "floor" and fact["says"] in (ordered or {}):
                found |= {key: Fate((ordered or {})[fact["says"]], True) for key in up - decided - found.keys()}
            elif fact["event"] in ("wagered", "withdrawn", "decided"):
                key = fact["seat"], fact["wager"], fact["on"], fact.get("hand", 0)
                (decided if fact["event"] == "decided" else up).add(key)
        return found

    def settled(self, one: Callable[[Wager], Line], fates: Mapping[Key, Fate]) -> list[Line]:
        """Every wager: by its fate, where it has one, else by ``one``."""
        return [
            line(wager, wager.amount if fate.back else 0, fate.cite) if (fate := fates.get(wager.key)) else one(wager)
            for wager in self.wagers
        ]


def line(wager: Wager, returned: int, cite: str, vigorish: int = 0) -> Line:
    return Line(wager.seat, wager.wager, wager.on, wager.amount, returned, cite, wager.hand, vigorish)


def laid(facts: Iterable[Event]) -> list[Wager]:
    found: dict[tuple[Any, ...], Wager] = {}
    for fact in facts:
        if fact["event"] in ("wagered", "withdrawn"):
            key = fact["seat"], fact["wager"], fact["on"], fact.get("hand", 0)
            wager = found.setdefault(key, Wager(*key, player=fact.get("player", "")))
            wager.amount += fact["amount"] if fact["event"] == "wagered" else -fact["amount"]
            if not wager.amount:
                del found[key]
    return list(found.values())
