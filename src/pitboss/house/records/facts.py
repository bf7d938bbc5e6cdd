"""The record as rows: a fold over the entries of a table's journal, round by round. That of the house is in ``house_facts``.

Pure: no clock, no database. Whoever feeds a fold takes care that it gets no entry of a round that is not over
(``index.JournalReader``), for steps of a running round may name cards that nobody has seen.
"""

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
    ProvisionRow,
    RoundRow,
    Row,
    WagerRow,
)
from pitboss.house.records.words import words
from pitboss.house.table import entries
from pitboss.house.table.disputes import move_owed, move_to
from pitboss.house.table.felt import Felt, apply_events
from pitboss.house.table.filing import submission_of
from pitboss.house.table.rounds import RoundState
from pitboss.house.table.standing import Place
from pitboss.journal import Actor, Entry, Step
from pitboss.ledger import CAGE, INVENTORY, Ledger
from pitboss.meters import MICRO
from pitboss.money import Cents
from pitboss.procedure import CHANCE
from pitboss.roles import Role

SEATS = frozenset({"seated", "boxed", "unboxed", "bought", "left"})
_json = msgspec.json.Encoder().encode


class Context(msgspec.Struct):
    """What of a table's past its next rows build on; between two rounds it is kept beside the watermark."""

    game: str = ""
    filing: str = ""
    players: dict[int, str] = {}
    persons: dict[int, str] = {}
    boxes: dict[int, int] = {}
    arrived: dict[int, int] = {}  # seat → the entry with which its player sat down
    assigned: list[Place] = []
    balances: dict[str, Cents] = {}
    owners: dict[int, str] = {}
    meters: dict[str, int] = {}  # in micro-cents
    proposed: dict[int, entries.CorrectionProposed] = {}


class _Round:
    """What is gathered of a round until it is over."""

    def __init__(self, entry: Entry, began: entries.Began, context: Context, ledger: Ledger) -> None:
        self.began, self.first, self.opened = began, entry.sequence, entry.time
        self.win: Cents = 0
        self.events: list[Event] = []
        self.undone = 0  # how many events there were before the outcome that was entered last
        self.irregularities: list[tuple[IrregularityReported, Actor]] = []
        self.who = {seat: (name, context.persons.get(seat, "")) for seat, name in context.players.items()}
        self.funds = {seat: ledger.chips(seat) for seat in context.players}
        self.meters = dict(context.meters)
        self.moved: set[str] = set()  # the meters that moved in it


class TableFold:
    """One table's journal, entry by entry; ``take`` gives the rows that an entry completes."""

    def __init__(self, name: str, days: Days, context: Context | None = None) -> None:
        self.name, self._days = name, days
        self.context = context if context is not None else Context()
        self._felt, self._ledger, self._play = Felt(), Ledger(), RoundState()
        self._ledger.balances |= self.context.balances
        self._ledger.owners |= self.context.owners
        self._round: _Round | None = None

    @property
    def between_rounds(self) -> bool:
        return self._round is None

    def kept(self) -> Context:
        """The context, to go on from here another time."""
        assert self._round is None, "a fold rests only between rounds"
        self.context.balances, self.context.owners = self._ledger.balances, self._ledger.owners
        return self.context

    def take(self, entry: Entry) -> Iterator[Row]:
        """Apply an entry; the rows that are known now."""
        decoder = entries.DECODERS.get(entry.kind)
        if decoder is None:
            return  # of a later version: nothing that is searched for today
        made: Any = decoder.decode(entry.payload)
        yield from self._decision(entry, made)
        match made:
            case Step():
                self._step(made)
            case entries.Began():
                self._round = _Round(entry, made, self.context, self._ledger)
                self._felt.number = made.start.number
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
            case entries.CorrectionProposed():
                self.context.proposed[made.number] = made
            case entries.CorrectionDecided():
                yield from self._correction(made)
            case entries.OwedSettled():
                move_owed(self._ledger, made)
            case entries.Assigned() | entries.Released():
                self._place(made)
            case _:
                self._seats(made, entry.sequence)

    # --- who is there

    def _place(self, made: entries.Assigned | entries.Released) -> None:
        """As the table keeps its places: a dealer relieves the one before."""
        relieved = isinstance(made, entries.Assigned) and made.role is Role.DEALER
        self.context.assigned = [
            place
            for place in self.context.assigned
            if (place.person, place.role) != (made.person, made.role) and not (relieved and place.role is Role.DEALER)
        ]
        if isinstance(made, entries.Assigned):
            self.context.assigned.append(Place(made.person, made.name, made.role))

    def _dealer(self) -> tuple[str, str]:
        """Credential number and name of whoever deals here now."""
        for role in catalogue.game(self.context.game).dealt_by:
            for place in self.context.assigned:
                if place.role is role:
                    return place.person, place.name
        return "", ""

    def _seats(self, made: Any, sequence: int) -> None:
        context, ledger = self.context, self._ledger
        match made:
            case entries.Seated():
                context.players[made.seat] = made.name
                context.persons.pop(made.seat, None)
                if made.person:
                    context.persons[made.seat] = made.person
                context.arrived[made.seat] = sequence
                ledger.move(CAGE, ledger.rack(made.seat), made.amount)
                if self._round is not None:
                    self._round.who[made.seat] = made.name, made.person
                    self._round.funds[made.seat] = made.amount  # they came when it had begun
            case entries.Boxed():
                context.boxes[made.seat] = made.holder
                ledger.owners[made.seat] = ledger.rack(made.holder)
            case entries.Unboxed():
                del context.boxes[made.seat], ledger.owners[made.seat]
            case entries.Bought() | entries.Advanced():
                ledger.move(CAGE, ledger.rack(made.seat), made.amount)
            case entries.SaleUndone():
                ledger.move(ledger.rack(made.seat), CAGE, made.amount)
            case entries.SeatMoved():
                self._move(made, sequence)
            case entries.Left():
                context.players.pop(made.seat, None)
                context.persons.pop(made.seat, None)
                ledger.move(ledger.rack(made.seat), CAGE, made.amount)

    def _move(self, made: entries.SeatMoved, sequence: int) -> None:
        context, ledger = self.context, self._ledger
        context.players[made.to] = context.players.pop(made.seat)
        context.persons.pop(made.to, None)
        if (person := context.persons.pop(made.seat, None)) is not None:
            context.persons[made.to] = person
        context.arrived[made.to] = sequence
        ledger.move(ledger.rack(made.seat), ledger.rack(made.to), self._ledger.chips(made.seat))
        if self._round is not None:
            self._round.who[made.to] = context.players[made.to], person or ""

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
        before = self._ledger.balance(INVENTORY)
        apply_events(self._felt, self._ledger, self._play, made.events)
        now.win += self._ledger.balance(INVENTORY) - before
        now.events += made.events
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
        for event in now.events:
            if isinstance(event, Settlement):
                yield self._wager(event, now, made.round, day)
        for cite, times in Counter(event.cite for event in now.events).items():
            yield ProvisionRow(self.name, made.round, day, cite, times)
        for fault, by in now.irregularities:
            who = by.credential, by.name, by.role
            yield IrregularityRow(self.name, made.round, day, fault.kind, fault.seat, *who, fault.remedy, fault.cite)

    def _wager(self, event: Settlement, now: _Round, round: int, day: str) -> WagerRow:
        player, person = now.who.get(self.context.boxes.get(event.seat, event.seat), ("", ""))
        return WagerRow(
            self.name, round, day, event.seat, player, person, event.wager, event.on, event.hand, event.stake,
            event.returned, event.vigorish, event.outcome, event.cite, event.odds,
        )  # fmt: skip

    def _funds(self, now: _Round) -> Iterator[RoundFunds]:
        for seat, (name, person) in sorted(now.who.items()):
            end = self._ledger.chips(seat) if seat in self.context.players else 0
            yield RoundFunds(seat, name, now.funds.get(seat, 0), end, person)

    # --- corrections and acts

    def _correction(self, made: entries.CorrectionDecided) -> Iterator[Row]:
        proposed = self.context.proposed.pop(made.number)
        if made.agreed:
            ledger = self._ledger
            for payee in made.payees:
                move_to(ledger, payee)
            for line in proposed.lines if not made.payees else ():
                holder = self.context.boxes.get(line.seat, line.seat)
                there = line.since and holder in self.context.players and self.context.arrived[holder] == line.since
                ledger.move(INVENTORY, ledger.rack(line.seat) if there else CAGE, line.amount)
            yield CorrectionRow(self.name, proposed.round, proposed.number)

    def _decision(self, entry: Entry, made: Any) -> Iterator[DecisionRow]:
        """Whoever caused an entry, and what they did. What players answer in a round is found with its wagers."""
        by = actor_of(made)
        if by is None and entry.kind in SEATS and made.person:
            name = getattr(made, "name", "") or self.context.players.get(getattr(made, "holder", made.seat), "")
            by = Actor(made.person, name, Role.PLAYER.value)
        if by is None or (isinstance(made, Step) and by.role == Role.PLAYER):
            return
        about = self._round.began.start.number if self._round is not None else 0
        if isinstance(made, entries.CorrectionDecided):
            about = self.context.proposed[made.number].round
        about = int(getattr(made, "round", about))
        yield DecisionRow(
            self.name, entry.sequence, entry.time, self._days.of(entry.time), by.credential, by.name, by.role,
            entry.kind, words(entry.kind, made), self.name, about,
        )  # fmt: skip
