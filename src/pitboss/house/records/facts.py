"""The record as rows: a fold over the entries of a table's journal, round by round. That of the house is in ``house_facts``.

Pure: no clock, no database. Whoever feeds a fold takes care that it gets no entry of a round that is not over
(``index.JournalReader``), for steps of a running round may name cards that nobody has seen.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.events import Event, IrregularityReported, MeterMoved, Settlement
from pitboss.faces import FACE_DOWN
from pitboss.house.protocol.board import MeterChange, RoundFunds
from pitboss.house.records.days import Days
from pitboss.house.records.house_facts import actor_of
from pitboss.house.records.rows import (
    CorrectionRow,
    DecisionRow,
    IrregularityRow,
    PatronRow,
    ProvisionRow,
    RoundRow,
    Row,
    WagerRow,
)
from pitboss.house.records.words import words
from pitboss.house.table import entries
from pitboss.house.table.disputes import Disputes
from pitboss.house.table.felt import apply_events
from pitboss.house.table.filing import submission_of
from pitboss.house.table.rounds import RoundState
from pitboss.house.table.seating import SEATS, follow, seating
from pitboss.house.table.seats import Seats
from pitboss.house.table.standing import Post
from pitboss.house.table.table import Table
from pitboss.journal import Actor, Entry, Step
from pitboss.ledger import INVENTORY, Ledger
from pitboss.meters import MICRO
from pitboss.money import Cents
from pitboss.procedure import CHANCE
from pitboss.roles import Role

OF_PLAYERS = frozenset({"seated", "boxed", "unboxed", "bought", "left"})
VISITOR_DIGITS = 24  # of a hash: a purse itself is in no row
_json = msgspec.json.Encoder().encode


class Context(msgspec.Struct):
    """What of a table's past its next rows build on; between two rounds it is kept beside the watermark."""

    game: str = ""
    filing: str = ""
    meters: dict[str, int] = {}  # in micro-cents
    seats: Seats = msgspec.field(default_factory=Seats)
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    disputes: Disputes = msgspec.field(default_factory=Disputes)
    assigned: list[Post] = []


class _Sitter(msgspec.Struct, frozen=True):
    """Whoever held a seat or box in a round: the patron by number, and the entry with which they sat down."""

    patron: int = 0
    since: int = 0
    name: str = ""
    person: str = ""


class _Round:
    """What is gathered of a round until it is over."""

    def __init__(self, entry: Entry, began: entries.Began, meters: dict[str, int], table: Table) -> None:
        self.began, self.first, self.opened = began, entry.sequence, entry.time
        self.win: Cents = 0
        self.events: list[Event] = []
        self.settled: list[tuple[Settlement, _Sitter]] = []  # with whoever held the seat then; none is ever taken back
        self.undone = 0  # how many events there were before the outcome that was entered last
        self.irregularities: list[tuple[IrregularityReported, Actor]] = []
        self.sitters: dict[int, _Sitter] = {}  # by seat or box: those who were there, from the beginning or later
        self.funds: dict[int, Cents] = {}  # by seat, when it began or they came
        self.meters = dict(meters)
        self.moved: set[str] = set()  # the meters that moved in it
        self.look(table)

    def look(self, table: Table) -> None:
        """Note who is there now."""
        seats, ledger = table.state.seats, table.state.ledger
        for seat in (*seats.players, *seats.boxes):
            sitter = _sitter(seats, seat)
            if seat in seats.players and self.sitters.get(seat, _NOBODY).since != sitter.since:
                left = (old for old, one in self.sitters.items() if one.since == sitter.since and old in self.funds)
                moved = next((old for old in left if old not in seats.players), 0)
                self.funds[seat] = self.funds.pop(moved) if moved else ledger.chips(seat)
            self.sitters[seat] = sitter


_NOBODY = _Sitter()


def _sitter(seats: Seats, seat: int) -> _Sitter:
    holder, number = seats.holder(seat), seats.patron(seat)
    since = seats.patrons[number].since if number else seats.held_since(holder)
    return _Sitter(number, since, seats.patron_at(holder).name, seats.persons.get(holder, ""))


class TableFold:
    """One table's journal, entry by entry; ``take`` gives the rows that an entry completes."""

    def __init__(self, name: str, days: Days, context: Context | None = None) -> None:
        self.name, self._days = name, days
        self.context = context if context is not None else Context()
        self._table, self._play = seating(name), RoundState()
        state = self._table.state
        state.seats, state.ledger = self.context.seats, self.context.ledger
        state.disputes, state.standing.assigned = self.context.disputes, self.context.assigned
        self._round: _Round | None = None

    @property
    def between_rounds(self) -> bool:
        return self._round is None

    def kept(self) -> Context:
        """The context, to go on from here another time."""
        assert self._round is None, "a fold rests only between rounds"
        self.context.assigned = self._table.state.standing.assigned
        return self.context

    def take(self, entry: Entry) -> Iterator[Row]:
        """Apply an entry; the rows that are known now."""
        decoder = entries.DECODERS.get(entry.kind)
        if decoder is None:
            return  # of a later version: nothing that is searched for today
        made: Any = decoder.decode(entry.payload)
        yield from self._decision(entry, made)
        if isinstance(made, entries.CorrectionDecided) and made.agreed:
            corrected = self._table.state.disputes.corrections_open[made.number].round
            yield CorrectionRow(self.name, corrected, made.number)
        follow(self._table, entry, made)
        match made:
            case Step():
                self._step(made)
            case entries.Began():
                self._round = _Round(entry, made, self.context.meters, self._table)
                self._play.begin()
            case entries.Ended():
                yield from self._ended(entry, made)
            case entries.Unplayed():
                self._round = None
            case entries.Corrected() if self._round is not None:
                del self._round.events[self._round.undone :]
            case entries.Founded():
                self.context.game = made.game
                self._rules(made.choices)
            case entries.RulesChanged():
                self.context.filing = made.filing or self.context.filing
                self._rules(made.choices)
            case entries.Seated() | entries.PatronIdentified():
                yield self._patron(entry, made)
        if self._round is not None and type(made) in SEATS:
            self._round.look(self._table)

    # --- who is there

    def _patron(self, entry: Entry, made: entries.Seated | entries.PatronIdentified) -> PatronRow:
        """Who a patron is from now on, and was before: what is not said stays as it was known."""
        purse = made.purse if isinstance(made, entries.Seated) else ""
        visitor = hashlib.sha256(purse.encode()).hexdigest()[:VISITOR_DIGITS] if purse else ""
        known_as = made.known_as if isinstance(made, entries.Seated) else ""
        who = known_as or made.name, made.person, made.card, visitor
        return PatronRow(self.name, made.patron, entry.sequence, entry.time, *who)

    def _dealer(self) -> tuple[str, str]:
        """Credential number and name of whoever deals here now."""
        for role in catalogue.game(self.context.game).dealt_by:
            for place in self._table.state.standing.assigned:
                if place.role is role:
                    return place.person, place.name
        return "", ""

    # --- rules and meters

    def _rules(self, choices: dict[str, Any]) -> None:
        """Other rules: a meter that stays keeps what it shows, a new one shows its initial amount."""
        filed = submission_of(catalogue.game(self.context.game), choices).meters
        known = self.context.meters
        self.context.meters = {meter.name: known.get(meter.name, meter.initial * MICRO) for meter in filed}

    # --- a round

    def _step(self, made: Step) -> None:
        now = self._round
        assert now is not None, "a step is in a round"
        if any(answer.by == CHANCE and answer.says != FACE_DOWN for answer in made.answers):
            now.undone = len(now.events)
        state = self._table.state
        before = state.ledger.balance(INVENTORY)
        apply_events(state.felt, state.ledger, self._play, made.events)
        now.win += state.ledger.balance(INVENTORY) - before
        now.events += made.events
        now.settled += [(e, now.sitters.get(e.seat, _NOBODY)) for e in made.events if isinstance(e, Settlement)]
        self._play.events.clear()  # they are kept here, and not needed twice
        reported = [event for event in made.events if isinstance(event, IrregularityReported)]
        by = made.person or Actor("", "", str(made.report.by) if made.report is not None else "")
        if made.report is not None and not reported:
            reported = [IrregularityReported(made.report.kind, "", made.report.seat, cite="")]
        now.irregularities += [(event, by) for event in reported]
        for event in made.events:
            if isinstance(event, MeterMoved):
                if event.meter not in now.moved:  # a linked one may have moved at other tables meanwhile
                    now.meters[event.meter] = event.before
                now.moved.add(event.meter)
                self.context.meters[event.meter] = event.after

    def _ended(self, entry: Entry, made: entries.Ended) -> Iterator[Row]:
        now, play, day = self._round, self._play, self._days.of(entry.time)
        assert now is not None, "a round ends after it began"
        assert now.began.start.number == made.round, "rounds end in their order"
        self._round = None
        dealer, dealer_name = self._dealer()
        yield RoundRow(
            table_id=self.name,
            round=made.round,
            gaming_day=day,
            game=self.context.game,
            opened=now.opened,
            closed=entry.time,
            result=made.result,
            wagered=play.wagered,
            paid=play.paid,
            win=now.win,
            void=play.void,
            dealer=dealer,
            dealer_name=dealer_name,
            version=now.began.version,
            submission=now.began.submission,
            filing=self.context.filing,
            first=now.first,
            last=entry.sequence,
            irregularities=len(now.irregularities),
            funds=_json(list(self._funds(now))).decode(),
            meters=_json([MeterChange(m, now.meters.get(m, at), at) for m, at in self.context.meters.items()]).decode(),
        )
        for settlement, sitter in now.settled:
            yield self._wager(settlement, sitter, made.round, day)
        for cite, times in Counter(event.cite for event in now.events).items():
            yield ProvisionRow(self.name, made.round, day, cite, times)
        for fault, by in now.irregularities:
            who = by.credential, by.name, by.role
            yield IrregularityRow(self.name, made.round, day, fault.kind, fault.seat, *who, fault.remedy, fault.cite)

    def _wager(self, event: Settlement, who: _Sitter, round: int, day: str) -> WagerRow:
        return WagerRow(
            self.name, round, day, event.seat, who.name, who.person, event.wager, event.on, event.hand, event.stake,
            event.returned, event.vigorish, event.outcome, event.cite, event.odds, who.patron, who.since,
        )  # fmt: skip

    def _funds(self, now: _Round) -> Iterator[RoundFunds]:
        seats, ledger = self._table.state.seats, self._table.state.ledger
        for seat in sorted(now.funds):
            who, end = now.sitters[seat], ledger.chips(seat) if seat in seats.players else 0
            yield RoundFunds(seat, who.name, now.funds[seat], end, who.person, who.patron)

    # --- acts

    def _decision(self, entry: Entry, made: Any) -> Iterator[DecisionRow]:
        """Whoever caused an entry, and what they did. What players answer in a round is found with its wagers."""
        by = actor_of(made)
        if by is None and entry.kind in OF_PLAYERS and made.person:
            name = getattr(made, "name", "") or self._table.state.seats.players.get(
                getattr(made, "holder", made.seat), ""
            )
            by = Actor(made.person, name, Role.PLAYER.value)
        if by is None or (isinstance(made, Step) and by.role == Role.PLAYER):
            return
        about = self._round.began.start.number if self._round is not None else 0
        if isinstance(made, entries.CorrectionDecided):
            about = self._table.state.disputes.corrections_open[made.number].round
        about = int(getattr(made, "round", about))
        yield DecisionRow(
            self.name, entry.sequence, entry.time, self._days.of(entry.time), by.credential, by.name, by.role,
            entry.kind, words(entry.kind, made), self.name, about,
        )  # fmt: skip
