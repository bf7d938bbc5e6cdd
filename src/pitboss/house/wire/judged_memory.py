"""What was judged at one table, the cards that have left its shoe, and how questions were answered that were judged."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence, Set
from copy import deepcopy

import msgspec

from pitboss.events import Event, RoundClosed, RoundOpened, visible
from pitboss.house.protocol.judging import DecisionMade, JudgedQuestion, SessionReport
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.house.wire.archive import Tenure
from pitboss.journal import Step
from pitboss.mathematics.kit.judging import taken_at
from pitboss.mathematics.kit.session import Moves, gained
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.procedure import Answer, Option

LOOKED_BACK = 120  # rounds: more than any shoe lasts
MOST_KEPT = 400  # questions of one table


class JudgedMoment(msgspec.Struct, frozen=True):
    """A question to a seat, and the entry since which the seat has been its player's."""

    round: int
    question: int
    seat: int
    hand: int
    since: int


class KeptJudgement(msgspec.Struct, frozen=True):
    """A question that was judged, and the entry after which it was asked."""

    kind: str
    found: JudgedQuestion
    after: int


class JudgedMemory:
    """What was judged at one table, and the cards that everybody has seen leave its shoe."""

    def __init__(self) -> None:
        self.judged: OrderedDict[JudgedMoment, KeptJudgement] = OrderedDict()
        self.reports: dict[int, tuple[int, SessionReport]] = {}  # by seat, with the entry up to which it tells
        self.booked: set[JudgedMoment] = set()  # of which the answer is in its player's book
        self.reporting = asyncio.Lock()  # one report at a time: each reads a whole sitting
        self._reading = asyncio.Lock()
        self._cards, self._read = CardsOut(), 0  # up to the entry that was read last

    async def gone(self, store: Store, table: Table) -> dict[str, int]:
        """The cards that left the shoe in earlier rounds since it was shuffled, as anybody could see them."""
        async with self._reading:
            last = table.play.first - 1
            if self._read < last:
                first = self._read + 1
                if not self._read:
                    rows = store.history.rounds(table.name, table.state.felt.number, LOOKED_BACK)
                    first = rows[-1][1] if rows else table.play.first
                found = await asyncio.to_thread(lambda: list(steps(store, table.name, first, last)))
                self._cards.fold(visible(event) for _, step in found for event in step.events)
                self._read = last
        begun = [event for event in table.play.events[:1] if isinstance(event, RoundOpened)]
        return dict(deepcopy(self._cards).fold(begun).rack)

    def keep(self, moment: JudgedMoment, known: KeptJudgement) -> None:
        self.judged.setdefault(moment, known)
        while len(self.judged) > MOST_KEPT:
            moment, _ = self.judged.popitem(last=False)
            self.booked.discard(moment)


def steps(store: Store, table: str, first: int, last: int | None = None) -> Iterator[tuple[int, Step]]:
    """The steps of a record between two entries."""
    for entry in store.entries(table, first, last):
        if entry.kind == "step":
            made = entries.DECODERS["step"].decode(entry.payload)
            assert isinstance(made, Step)
            yield entry.sequence, made


def seen_by(found: Iterable[tuple[int, Step]], held: Sequence[Tenure]) -> list[Event]:
    """What happened, as the player sees it who had these seats between these entries; of other seats' money nothing."""
    seen: list[Event] = []
    for sequence, step in found:
        own = [seat for seat, since, until in held if since < sequence < until]
        for event in step.events:
            if not isinstance(event, Moves) or event.seat in own:
                seen.append(visible(event, *own))
    return seen


def decided(memory: JudgedMemory, found: list[tuple[int, Step]], held: Sequence[Tenure]) -> Iterator[DecisionMade]:
    """How each question was answered that was judged for this player."""
    for moment, known, worth in answered(memory, found, {(seat, since) for seat, since, _ in held}):
        best = next(one for one in known.found.worths if one.best)
        option, cost = worth
        yield DecisionMade(moment.round, known.kind, str(option), str(best.option), round(cost, 6), known.found.wager)


def answered(
    memory: JudgedMemory, found: list[tuple[int, Step]], places: Set[tuple[int, int]]
) -> Iterator[tuple[JudgedMoment, KeptJudgement, tuple[Option, float]]]:
    """The judged questions to these seats that were answered: which option was taken, and what it cost."""
    for moment, known in memory.judged.items():
        if (moment.seat, moment.since) not in places:
            continue
        given = (one for after, step in found if after > known.after for one in step.answers if one.by == moment.seat)
        answer = next(given, None)
        worth = None if answer is None else _worth_of(known.found, answer)
        if worth is not None:
            yield moment, known, worth


def _worth_of(found: JudgedQuestion, answer: Answer) -> tuple[Option, float] | None:
    """The option that was taken, and what it cost; between two judged amounts of an option, on the line through them."""
    taken = taken_at(found.worths, answer)
    if taken is None:
        return None
    one, other, along, _ = taken
    return one.option, one.cost + (other.cost - one.cost) * float(along)


def results(events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    """The player's result up to each round, for a graph; whoever came while betting was open did not see it opened."""
    number = 0
    changes: Counter[int] = Counter()
    for event in events:
        if isinstance(event, RoundOpened):
            number = event.round
        elif isinstance(event, RoundClosed) and 0 in changes:
            changes[event.round] += changes.pop(0)
        elif isinstance(event, Moves):
            changes[number] += gained(event)
    total = 0
    for number in sorted(changes):
        total += changes[number]
        yield number, total
