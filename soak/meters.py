"""Meters balance to the last fraction: millions of wagers at odd rates, with awards, shared jackpots, reseeds and voids.

What players put in and got out is kept in a book that shares no arithmetic with the house; in the end, and again and again before,
    initial + contributions + reseeds = awards + meter + reserve
to the micro-cent, for a meter of one table and for one that several tables share. Then a racing house with a linked meter is killed
(``soak.linked``), with many movements between two kills, and its power fails (``soak.power``). Controls: contributions cut off at
the cent, and a reseed that forgets the reserve, must be found out.
"""

import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from pitboss.families import progressive
from pitboss.families.progressive import Progressive, Sharing, linked_state, opened
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.meters import MICRO, Meter, MeterState
from pitboss.procedure import Answer, Election
from pitboss.wagers import Wager
from soak import linked
from soak.power import Outcome
from soak.power import campaign as power_fails
from soak.simulation.run import PRACTICE as SIMULATED

WAGERS, KILLS, CUTS, RACES = 10_000_000, 500, 500, (4, 12)  # the last: races between two kills, from and to
RATES = ("7.3333", "0.0001", "12.9999", "3.1", "20", "1.0007")  # per cent of a wager, four decimals at most
RESERVES = ("0", "0.3333", "2.0001")
TABLES, SEATS = 5, 7
WON, PART, VOID = (
    0.01,
    0.02,
    0.03,
)  # how often in a round somebody wins the meter, or a part of it, and wagers are handed back
BEFORE = 400  # commands that are acknowledged before the power fails for the first time
LOOK = 1_000  # rounds between two looks


class Wrong(AssertionError):
    """A meter that does not add up."""


class Book(msgspec.Struct):
    """What everybody put in and got out, in micro-cents; a rate in ten thousandths of a per cent makes micro-cents of cents."""

    initial: int
    rate: int
    reserve_rate: int
    reseed: int
    contributed: int = 0
    reseeded: int = 0
    paid: int = 0
    wagers: int = 0
    awards: int = 0
    voids: int = 0

    def put_in(self, cents: int) -> None:
        self.contributed += cents * (self.rate + self.reserve_rate)
        self.wagers += 1

    def handed_back(self, cents: int) -> None:
        self.contributed -= cents * (self.rate + self.reserve_rate)
        self.voids += 1

    def won(self, cents: int, *, whole: bool) -> None:
        self.paid += cents * MICRO
        self.reseeded += self.reseed * MICRO if whole else 0
        self.awards += 1

    def check(self, state: MeterState) -> None:
        due = self.initial * MICRO + self.contributed + self.reseeded - self.paid
        if state.value + state.reserve != due or state.value < 0 or state.reserve < 0:
            raise Wrong(f"meter {state.value} and reserve {state.reserve} are not {due} after {self.wagers:,} wagers")


class Tables:
    """A meter of one table, or of several that share it; each is told what the system knows."""

    def __init__(self, meter: Meter, tables: int) -> None:
        self.meter, self.states = meter, [opened(meter) for _ in range(tables)]

    def shared(self) -> MeterState:
        return linked_state(self.meter, self.states) if self.meter.linked else self.states[0]

    def follow(self, procedure: Generator[Any, Any, Any]) -> Any:
        """Carry a procedure out to its end; the system answers what it is asked. What comes of it."""
        state, answer = self.shared(), None
        try:
            while True:
                told = procedure.send(answer)
                answer = None
                if isinstance(told, Election):
                    amount = state.value if told.kind == progressive.METER else state.reserve
                    answer = Answer(told.to, told.kind, "", self.meter.name, amount)
        except StopIteration as done:
            return done.value


def play(wagers: int, seed: int, *, linked_by: int = 0) -> Book:
    """So many wagers on one meter, which so many tables share; 0: it is one table's own."""
    pick = random.Random(seed)
    rate, reserve = Fraction(pick.choice(RATES)), Fraction(pick.choice(RESERVES))
    meter = Meter(
        "meter", "605a.7", pick.randint(1, 10**7), pick.randint(0, 10**7), rate, reserve, linked=bool(linked_by)
    )
    tables = Tables(meter, linked_by or 1)
    book = Book(meter.initial, int(rate * 10**4), int(reserve * 10**4), meter.reset)
    rounds = 0
    while book.wagers < wagers:
        _round(tables, pick.randrange(len(tables.states)), book, pick)
        rounds += 1
        if not rounds % LOOK:
            book.check(tables.shared())
    book.check(tables.shared())
    return book


def _round(tables: Tables, at: int, book: Book, pick: random.Random) -> None:
    work = Progressive(tables.meter, tables.states[at])
    up = [Wager(seat, "meter", "", pick.randint(1, 9_999)) for seat in range(1, pick.randint(1, SEATS) + 1)]
    tables.follow(work.lock_out(up, "605a.7"))
    for wager in up:
        book.put_in(wager.amount)
    chance = pick.random()
    if chance < VOID:
        back = pick.sample(up, pick.randint(1, len(up)))
        list(work.reverse([wager.seat for wager in back]))
        for wager in back:
            book.handed_back(wager.amount)
    tables.states[at] = work.after()  # what the system knows when the awards come
    work = Progressive(tables.meter, tables.states[at])
    if chance > 1 - PART:
        book.won(tables.follow(work.award(1, pick.choice((10, 20, 33)))), whole=False)
    elif chance > 1 - PART - WON / 2:
        book.won(tables.follow(work.award(1)), whole=True)
    elif chance > 1 - PART - WON:
        awards = tables.follow(work.shared(up, pick.choice(list(Sharing))))
        for number, cents in enumerate(awards.values()):
            book.won(cents, whole=number == 0)
    tables.states[at] = work.after()


@contextmanager
def broken(where: Any, name: str, instead: Callable[..., Any]) -> Iterator[None]:
    """A house that does one piece of arithmetic wrongly."""
    own = getattr(where, name)
    setattr(where, name, lambda *given: instead(own, *given))
    try:
        yield
    finally:
        setattr(where, name, own)


def _forgetful(own: Any, work: Progressive) -> Any:
    kept = work.reserve
    event = own(work)
    work.value -= kept
    work.moved -= kept if work.meter.linked else 0
    return event


CONTROLS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "contributions cut off at the cent": (
        progressive, "contribution", lambda own, *given: own(*given) // MICRO * MICRO,
    ),
    "a reseed that forgets the reserve": (Progressive, "_reseed", _forgetful),
}  # fmt: skip


def campaign(wagers: int, seed: int = 1) -> list[Book]:
    """Meters of one table and of several, in turn, with so many wagers in all."""
    each, found = max(1, wagers // 20), list[Book]()
    while sum(book.wagers for book in found) < wagers:
        found.append(play(each, seed, linked_by=TABLES * (len(found) % 2)))
        seed += 1
    return found


# --- the power fails


def power_plans(tables: int = 3) -> list[Plan]:
    """Linked tables whose chance is the house's own."""
    return [msgspec.structs.replace(plan, settings=SIMULATED) for plan in linked.plans(tables)]


class Seen(msgspec.Struct):
    """What a meter came to after each cut."""

    movements: int = 0

    def look(self, house: House) -> list[str]:
        """Whether what is shown is the seed and all movements that are on the disk; as sentences where it is not."""
        found = [linked.recorded(house, name)[0] for name in house.hosts]
        moves = [move for steps in found for _, _, moved in steps for move in moved]
        self.movements = max(self.movements, len(moves))
        due = linked.PAYS.seed * MICRO + sum(move.after - move.before for move in moves)
        shown = [meter.amount for host in house.hosts.values() for meter in house.meters.shown(host.require_table())]
        return [f"{amount} is shown; the record has {due} micro-cents" for amount in shown if amount != due // MICRO]


def power(cuts: int, *, seed: int = 1, tables: int = 3, before: int = BEFORE) -> tuple[Outcome, Seen]:
    seen = Seen()
    return power_fails(cuts, seed=seed, plans=power_plans(tables), look=seen.look, before=before), seen


def main(wagers: int = WAGERS, kills: int = KILLS, cuts: int = CUTS) -> None:
    began = time.process_time()
    books = campaign(wagers)
    print(
        f"  {sum(book.wagers for book in books):,} wagers on {len(books)} meters at odd rates: "
        f"{sum(book.awards for book in books):,} awards, {sum(book.voids for book in books):,} handed back, difference 0 "
        f"({time.process_time() - began:.0f} s of CPU)",
        flush=True,
    )
    for words, wrong in CONTROLS.items():
        try:
            with broken(*wrong):
                campaign(10_000)
        except Wrong as told:
            print(f"  control, {words}: {told}", flush=True)
        else:
            raise SystemExit(f"the control was not found out: {words}")
    folder = Path(tempfile.mkdtemp(prefix="pitboss-meters-"))
    try:
        judge = linked.kills(folder / "kills.db", kills, races=RACES)
        print(f"  {kills} kills: {judge.moves:,} movements, {judge.hits:,} jackpots, none lost", flush=True)
    finally:
        shutil.rmtree(folder)
    found, seen = power(cuts)
    print(
        f"  {found.cuts} power cuts: {found.whole} whole, the meter exact in each, up to {seen.movements} movements in one"
    )
    if found.whole != found.cuts:
        raise SystemExit(f"a meter was lost: {found.sentences[:3]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
