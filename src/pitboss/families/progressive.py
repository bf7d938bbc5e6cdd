"""Progressive meters: seed, contributions, awards, reseeding, verification, and what a void takes back.

A chapter files one ``Meter`` for each progressive wager and has its ``MeterState`` in the table's state. During a
round a ``Progressive`` works the meter: ``lock_out`` when dealing begins, ``award`` when a player's turn comes,
or ``shared`` where the text divides one jackpot, ``reverse`` when wagers are handed back, ``after`` for the next
state. A meter counts micro-cents, so that every rate of up to four decimals is exact. Always:

    initial + contributions + reseeds = awards + meter + reserve

A share is paid down to the cent and its fraction stays on the meter (I-GEN-06); a part of the meter is taken off
it, and only 100 % brings the reseed (I-GEN-04). What a payout limit does not pay stays on the meter (I-645a-12). The progressive
system states the amount of a linked meter, and of its reserve, at the moment of each movement, in micro-cents (I-GEN-33). A table's
state has the movements of this table alone, so that a group's meter is its initial amount plus the movements of all its tables:
``linked_state``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from pitboss.events import Event, MeterMoved, Noted, Paid
from pitboss.game import FLOOR_ONLY, StaffQuestion
from pitboss.meters import MICRO, Meter, MeterState
from pitboss.money import Cents, dollars, share
from pitboss.procedure import (
    DEALER,
    FLOOR,
    SYSTEM,
    Answer,
    Election,
    Option,
    Procedure,
    Refusal,
    Refused,
    ask,
    attest,
    count,
)
from pitboss.roles import Role
from pitboss.seating import Seat
from pitboss.submission import RulesSubmission
from pitboss.wagers import Wager

MOST = 10**18  # more than any meter will show
CONTRIBUTION, AWARD, RESET, VOID = "contribution", "award", "reset", "void"
VERIFIED = "verified"
# What the dealer and the floor are asked, by kind.
HAND_VERIFIED, LIGHT_VERIFIED, AWARD_VERIFIED = "winning hand", "light of the system", "verify award"
CHIPS_COUNTED, DIFFERENCE, DOCUMENTS = "progressive chips", "progressive difference", "documentation"
MOST_CHIPS = 99  # more than a table takes in a round
METER, RESERVE = "meter", "reserve"  # what the system is asked for
ALL = 100  # per cent
NOT_THE_TABLE = "cage"  # the account that pays what the table inventory may not (Settlement.against)


class Sharing(StrEnum):
    """How several winners of the whole meter divide it (I-GEN-03)."""

    PRO_RATA = "pro_rata"
    EQUAL = "equal"


class Winners(StrEnum):
    """How several winners of the whole meter in one round are paid where the text does not say (I-GEN-03)."""

    TURN_ORDER = "turn_order"  # each what the meter shows at that player's turn: the second finds it reseeded
    EQUAL = "equal"  # when every hand has been settled, each the same part of it


class _OneMeter(Protocol):
    """The state of a table with one meter, or none."""

    @property
    def meter(self) -> MeterState | None: ...


def one_meter(rules: RulesSubmission, state: _OneMeter) -> dict[str, MeterState]:
    """The meter of such a table by its name (``Game.meter_states``)."""
    return {} if state.meter is None else {meter.name: state.meter for meter in rules.meters}


def keep_one_meter(before: Any, fresh: Any) -> Any:
    """A freshly opened table with the meter of the one before (``Game.keep_meters``)."""
    if before.meter is None or fresh.meter is None:
        return fresh
    return msgspec.structs.replace(fresh, meter=before.meter)


def opened(meter: Meter) -> MeterState:
    """The meter of a freshly opened table."""
    return MeterState(meter.initial * MICRO)


def posted(meter: Meter, winners: Winners) -> str:
    """The sign at the table about a meter, and about several winners in one round."""
    reserve = f", and {_percent(meter.reserve_rate)} to the seed of the next" if meter.reserve_rate else ""
    several = {
        Winners.TURN_ORDER: "Several winners are paid in turn, each by what the meter then shows.",
        Winners.EQUAL: "Several winners of the whole meter in one round share it equally.",
    }
    rate = _percent(meter.rate)
    return f"The Progressive starts at ${dollars(meter.initial)}; {rate} of each wager goes to it{reserve}. {several[winners]}"


def _percent(rate: Fraction) -> str:
    """``12.5%``; a rate has four decimals at most (``check_rate``)."""
    whole, parts = divmod(int(rate * 10**4), 10**4)
    return f"{whole}.{parts:04d}".rstrip("0").rstrip(".") + "%"


def linked_state(meter: Meter, tables: Iterable[MeterState]) -> MeterState:
    """The meter that these tables share: its initial amount and all their movements."""
    states = list(tables)
    return MeterState(meter.initial * MICRO + sum(s.moved for s in states), sum(s.kept for s in states))


def after_moves(meter: Meter, state: MeterState, events: Iterable[Event]) -> MeterState:
    """A table's part of a linked meter after these events of a round in progress.

    No event records the reserve, but it always moves with the meter: at its own rate, and whole into a reset.
    """
    moved, kept = state.moved, Fraction(state.kept)
    for event in events:
        if isinstance(event, MeterMoved) and event.meter == meter.name:
            by = event.after - event.before
            moved += by
            if event.why == RESET:
                kept -= max(0, by - meter.reset * MICRO)  # less than that only raises what an award left
            elif event.why != AWARD:
                kept += Fraction(by * meter.reserve_rate, meter.rate)
    assert kept.denominator == 1
    return msgspec.structs.replace(state, moved=moved, kept=kept.numerator)


def check_rate(key: str, rate: Fraction, cite: str) -> None:
    """Refuse a rate of more than four decimals, which could not be counted exactly."""
    if (rate * 10**4).denominator != 1:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{key} = {rate} is not allowed: it takes four decimals at most.", cite)


def contribution(amount: Cents, rate: Fraction) -> int:
    """What a wager adds to a meter, in micro-cents; exact thanks to ``check_rate``."""
    due = Fraction(amount * MICRO, 100) * rate
    assert due.denominator == 1
    return due.numerator


class Progressive:
    """One meter during one round."""

    __slots__ = ("kept", "meter", "moved", "reserve", "taken", "value")

    def __init__(self, meter: Meter, state: MeterState) -> None:
        self.meter, self.value, self.reserve = meter, state.value, state.reserve
        self.moved, self.kept = state.moved, state.kept
        self.taken: dict[Seat, tuple[int, int]] = {}  # by seat, what went to meter and reserve this round

    def after(self) -> MeterState:
        return MeterState(self.value, self.reserve, self.moved, self.kept)

    def lock_out(self, wagers: Iterable[Wager], cite: str) -> Procedure[None]:
        """Dealing begins: no more wagers are taken, and those that are up move the meter."""
        wager_kind, _, _ = self.meter.name.partition(" ")  # behind it a linked meter names its paytable and group
        yield Noted(f"{wager_kind.replace('_', ' ')} locked out", cite=cite)
        yield from self._ask_system()
        for wager in wagers:
            due = contribution(wager.amount, self.meter.rate)
            kept = contribution(wager.amount, self.meter.reserve_rate)
            before = self.taken.get(wager.seat, (0, 0))
            self.taken[wager.seat] = (before[0] + due, before[1] + kept)
            self._keep(kept)
            yield self._move(due, CONTRIBUTION, wager.seat)

    def reverse(self, seats: Iterable[Seat] | None = None) -> Iterator[Event]:
        """I-GEN-08: take off the contributions of wagers that are returned; None: of all."""
        for seat in list(self.taken if seats is None else seats):
            due, kept = self.taken.pop(seat, (0, 0))
            self._keep(-kept)
            if due:
                yield self._move(-due, VOID, seat)

    def award(self, seat: Seat, percent: int = ALL) -> Procedure[Cents]:
        """At a player's turn: this percentage of what the meter shows now, down to the cent."""
        due = yield from self.due(percent)
        yield from self.pay(seat, percent, due)
        return due

    def due(self, percent: int) -> Procedure[Cents]:
        """This percentage of what the meter shows now, down to the cent."""
        yield from self._ask_system()
        return self._share(percent)

    def pay(self, seat: Seat, percent: int, paid: Cents) -> Procedure[None]:
        """Take an award off the meter. Less than is due is an award that a payout limit cuts: the rest stays on the meter,
        and only a meter that is below its reset amount after the whole was won is raised to it (I-645a-12)."""
        is_cut = paid < self._share(percent)
        yield self._move(-paid * MICRO, AWARD, seat)
        if percent != ALL:
            return
        if not is_cut:
            yield self._reseed()
        elif (short := self.meter.reset * MICRO - self.value) > 0:
            yield self._move(short, RESET)

    def _share(self, percent: int) -> Cents:
        return share(self.value, percent, 100 * MICRO)

    def shared(
        self, winners: Sequence[Wager], sharing: Sharing, player: Callable[[Seat], str] = str
    ) -> Procedure[dict[Seat, Cents]]:
        """Divide the whole meter among several winners, by the size of their wagers or equally.

        ``player`` says who has a seat: of equal parts each player gets one, divided among their winning wagers.
        """
        yield from self._ask_system()
        value, whole = self.value, sum(wager.amount for wager in winners)
        wagers = Counter(player(wager.seat) for wager in winners)
        awards: dict[Seat, Cents] = {}
        for wager in winners:
            if sharing is Sharing.PRO_RATA:
                due = share(value, wager.amount, whole * MICRO)
            else:
                due = share(value, 1, len(wagers) * wagers[player(wager.seat)] * MICRO)
            awards[wager.seat] = awards.get(wager.seat, 0) + due
            yield self._move(-due * MICRO, AWARD, wager.seat)
        yield self._reseed()
        return awards

    def _reseed(self) -> Event:
        """Back to the reset amount, with the reserve and the fraction of a cent that was left."""
        due = self.meter.reset * MICRO + self.reserve
        self._keep(-self.reserve)
        return self._move(due, RESET)

    def _keep(self, by: int) -> None:
        """Move an amount into the reserve, or out of it."""
        self.reserve += by
        if self.meter.linked:
            self.kept += by

    def _move(self, by: int, why: str, seat: Seat = 0) -> Event:
        before, self.value = self.value, self.value + by
        if self.meter.linked:
            self.moved += by
        return MeterMoved(self.meter.name, before, self.value, why, seat, cite=self.meter.cite)

    def _ask_system(self) -> Procedure[None]:
        if not self.meter.linked:
            return
        self.value = yield from self._amount_of(METER, self.value)
        if self.meter.reserve_rate:
            self.reserve = yield from self._amount_of(RESERVE, self.reserve)

    def _amount_of(self, what: str, known_here: int) -> Procedure[int]:
        """What the system states now; without a system, what this table knows."""
        asked = Option(what, on=self.meter.name, least=0, most=MOST)
        known = Option(what, on=self.meter.name, least=known_here, most=known_here)
        answer = yield Election(SYSTEM, what, (asked,), self.meter.cite, known, courtesy=True)
        assert isinstance(answer, Answer)
        return answer.amount


def collected_and_counted(accepted: int, cite: str) -> Procedure[None]:
    """The dealer collects the chips and counts them; where the system accepted another number, a floorperson settles it."""
    what = "collected the chips of the Progressive wagers and counted them"
    found = yield from count(DEALER, what, cite, kind=CHIPS_COUNTED, expected=accepted, most=MOST_CHIPS)
    if found != accepted:
        yield Noted(f"chips counted: {found}; Progressive wagers accepted by the system: {accepted}", cite=cite)
        yield from attest(FLOOR, "settled the difference", cite, kind=DIFFERENCE, says="settled")


class AwardCites(msgspec.Struct, frozen=True):
    """The provisions on what is done before and after an award."""

    hand: str  # verified by the dealer
    light: str  # of the system, too
    floor: str  # a floorperson or above validates it
    documents: str  # complete before the cards are taken up


def progressive_questions(chips: str, award: AwardCites) -> tuple[StaffQuestion, ...]:
    """Who is asked about Progressive wagers: the dealer who collects and verifies, the floor that validates."""
    dealer = (Role.DEALER,)
    return (
        StaffQuestion(CHIPS_COUNTED, dealer, chips),
        StaffQuestion(DIFFERENCE, FLOOR_ONLY, chips),
        StaffQuestion(HAND_VERIFIED, dealer, award.hand),
        StaffQuestion(LIGHT_VERIFIED, dealer, award.light),
        StaffQuestion(AWARD_VERIFIED, FLOOR_ONLY, award.floor),
        StaffQuestion(DOCUMENTS, FLOOR_ONLY, award.documents),
    )


def validated(seat: Seat, cites: AwardCites) -> Procedure[None]:
    """Before an award the dealer verifies the hand and the light of the system, and a floorperson validates it."""
    yield from attest(DEALER, "verified the winning hand", cites.hand, kind=HAND_VERIFIED, says=VERIFIED, seat=seat)
    yield from attest(
        DEALER, "verified the light of the system", cites.light, kind=LIGHT_VERIFIED, says=VERIFIED, seat=seat
    )
    yield from verification(seat, cites.floor)


def documented(seat: Seat, cite: str) -> Procedure[None]:
    """After an award that the table does not pay: the cards stay until the documents are complete."""
    done = Option("documented", on=str(seat))
    yield from ask(Election(FLOOR, DOCUMENTS, (done,), cite, done, courtesy=True))


def share_paid(wager: Wager, percent: int, due: Cents, *, cite: str, outcome: str) -> Paid:
    """A share of the meter, which the table inventory may not pay; it takes the place of stake and winnings."""
    text = shared_text(percent, 1)
    return Paid(wager.seat, wager.kind, "", wager.amount, due, text, outcome, against=NOT_THE_TABLE, cite=cite)


def shared_text(percent: int, winners: int) -> str:
    """``100% of meter``, and by how many it is shared where several have won it."""
    return f"{percent}% of meter" + (f", shared by {winners}" if winners > 1 else "")


def verification(seat: Seat, cite: str) -> Procedure[None]:
    """A floorperson or above verifies an award before it is paid; the cards stay on the table until then."""
    option = Option(VERIFIED, on=str(seat))
    yield from ask(Election(FLOOR, AWARD_VERIFIED, (option,), cite, option, courtesy=True))
