"""One table as a fold over the entries of its journal.

The host makes entries through a ``Table``, recovery and the verifier replay them, and all three arrive at the same state
or stop. A table has no clock and no entropy: time and seeds are passed in.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import cast

import msgspec

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import (
    Burned,
    Charged,
    Dealt,
    Event,
    MeterMoved,
    Moved,
    Refunded,
    RoundClosed,
    RoundVoided,
    Settlement,
    Shuffled,
    Transferred,
    Wagered,
    Withdrawn,
    encode,
)
from pitboss.faces import FACE_DOWN
from pitboss.game import Game, When
from pitboss.house.table import entries
from pitboss.house.table.chance import Chance, Dump
from pitboss.house.table.keeping import Stay
from pitboss.house.table.managing import submission_of
from pitboss.house.table.pledges import Pledges
from pitboss.house.table.results import result
from pitboss.journal import Actor, Entry, Journal, Report, Step, step
from pitboss.ledger import CAGE
from pitboss.money import Cents, dollars
from pitboss.procedure import CHANCE, Answer, Draw, Question, Refusal, Refused, Who, Window
from pitboss.submission import RulesSubmission, is_hash_of

Arrival = tuple[int, int, int]  # when a seat or box changed hands: entry, round, number of events in that round by then
RESULTS = 20
BROKEN = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)  # what decoding a malformed payload may raise


class Table(Pledges):
    """A table: felt, ledger and what people keep in order, and besides them journal, devices and the round in progress."""

    founded: entries.Founded
    game: Game
    rules: RulesSubmission

    def __init__(self, name: str, seeds: Mapping[int, bytes] | None = None) -> None:
        super().__init__(seeds)
        self.name, self.journal, self.now = name, Journal(name), ""
        self.latest = ""  # the time of the last entry
        # Makes the key of a step that the house takes. In the host it is random: it salts the hash of the step, from which
        # a hidden card could otherwise be guessed.
        self.step_key: Callable[[], str] = str
        # Asked in the host before an answer that costs something is taken, and told before a seat is given up.
        self.may_stake: Callable[[int, Cents], None] = lambda seat, cost: None
        self.seat_ends: Callable[[int], None] = lambda seat: None
        self.written: list[Entry] = []
        self.new_events: list[tuple[int, tuple[Event, ...]]] = []  # of the entries in ``written``, by sequence
        self.round: Round | None = None
        self.first = 0
        self.version = ""  # of the rules as they are programmed, under which the next round is played
        self.foreign: entries.Began | None = None  # a round that another version began, and only it can go on with
        self.bound = False  # whether chips were wagered or paid in such a round
        self.began = ""
        self.corrections = 0  # how many outcomes entered in this round were taken back
        self.retold = 0  # how often events were told again with the face of a card that was turned
        self.boxes: dict[int, int] = {}  # further boxes of a player → the player's seat
        self.arrived: dict[int, Arrival] = {}
        self.sessions: dict[int, str] = {}  # by seat, the beginning of the hash of the token that sits there
        self.stays: dict[int, Stay] = {}  # by seat, where the chips came out of a purse
        self.sales: dict[
            int, tuple[Cents, ...]
        ] = {}  # by seat, to patrons without a device, since the last wager or round
        self.results: list[str] = []
        self.recomputed = 0  # outcomes of this round that were recomputed from their seed
        self.unopened = 0  # and those whose seed is not opened yet
        self._drawn: list[str] = []
        self._house_answers: list[Answer] = []
        self._house_events: list[Event] = []
        self._shoes_before: dict[str, Dump] = {}  # shoes and markers when this round began
        self._markers_before: tuple[dict[str, str], dict[str, int]] = ({}, {})
        self._correctable: EnteredOutcome | None = None

    # --- making entries

    def at(self, now: str, jump: int = 0) -> None:
        """It is that time now; a clock that was set, by so many milliseconds, is noted."""
        self.now = now
        if jump:
            self.enter(entries.ClockChanged(jump))

    def enter(self, payload: msgspec.Struct) -> Entry:
        """Apply an entry of any kind but a step, and write it."""
        if isinstance(payload, entries.Left | entries.SeatMoved):
            self.seat_ends(payload.seat)
        self._apply(payload)
        return self._write(payload)

    def answer(self, answer: Answer, key: str, person: Actor | None = None) -> None:
        """Accept a person's answer that they can pay for, as a step of its own."""
        self.flush()
        assert self.round is not None
        if isinstance(answer.by, int):
            self._check_price(answer)
        before, question = self._correction_point(answer), self.round.pending
        events = self.round.answer(answer)
        self._tell_again()
        taken = cast(Answer, self.round.history[-1])  # with the usual amount filled in
        self._note(question, taken)
        self.absorb(events)
        self._correctable = before and before.if_correctable(events)
        self._write(step((taken,), events, key=key, person=person))

    def report(self, report: Report, key: str, person: Actor | None = None) -> None:
        """Apply an irregularity as the chapter orders, as a step of its own."""
        self.flush()
        if self.round is None:
            raise Refused(Refusal.CANNOT_HAPPEN, "No round is in progress.", self.game.closed)
        events = self.round.report(report)
        self._forget_told(events)
        self.absorb(events)
        self._correctable = None
        self._write(step((), events, report, key, person))

    def house(self, answer: Answer) -> None:
        """Give an answer as the house; it is written by the next ``flush``."""
        assert self.round is not None
        question = self.round.pending
        events = self.round.answer(answer)
        self._note(question, answer)
        put_down = (
            answer.by == CHANCE and answer.says == FACE_DOWN
        )  # by itself it settles nothing that was entered before
        self._correctable = self._correctable and self._correctable.if_correctable(events) if put_down else None
        self._house_answers.append(cast(Answer, self.round.history[-1]))
        self._house_events += events
        self.absorb(events)

    def put_down(self) -> bool:
        """Put the card that is dealt next face down, as the house; False where it is not dealt so, or none is dealt."""
        play = self.round
        if play is None or not play.may_lie_face_down or not isinstance(play.pending, Draw):
            return False
        if not play.pending.face or play.pending.place:
            return False
        try:
            self.house(Answer(CHANCE, FACE_DOWN))
        except Refused:
            return False
        return True

    def flush(self) -> None:
        """Write the answers of the house as one step; let the cage cover a rack that is below zero."""
        if self._house_answers or self._house_events:
            answers, events = self._house_answers, self._house_events
            self._house_answers, self._house_events = [], []
            self._write(step(answers, events, key=self.step_key()))
        for seat in self.players:
            short = -self.ledger.balance(self.ledger.rack(seat))
            if short > 0:
                self.enter(entries.Advanced(seat, short))

    def unplay(self, why: str) -> None:
        """Cancel a round on which nothing was wagered or paid, as if it had not begun; its seeds are opened."""
        self.flush()
        assert self.round is not None
        assert not self.binding
        before, shoes = self._shoes_before, dict(self.chance.shoes)
        self.enter(entries.Unplayed(self.number, why, *self._round_seed()))
        self._reveal_new(before, shoes)

    def end(self) -> None:
        """End the round: record its result and open its seed."""
        serial, seed = self._round_seed()
        self.enter(entries.Ended(self.number, self._result(), serial, seed, self.wagered, self.paid, bool(self.void)))

    def _result(self) -> str:
        """The result of the round; where nothing was shown or announced, the last independent outcome."""
        return result(self.events) or (self._drawn[-1] if self._drawn and not self.has_cards else "")

    def _write(self, payload: msgspec.Struct) -> Entry:
        self.latest = self.now
        entry = self.journal.append(entries.NAMES[type(payload)], payload, self.now)
        self.written.append(entry)
        if isinstance(payload, Step):
            self.new_events.append((entry.sequence, cast(tuple[Event, ...], payload.events)))
        return entry

    # --- replaying entries

    def replay(self, entry: Entry) -> None:
        """Apply an entry of the record, or refuse it, naming its number. The hash chain is checked elsewhere."""
        try:
            decoder = entries.DECODERS.get(entry.kind)
            if decoder is None:
                raise Refused(Refusal.CORRUPT, f"Entries of kind {entry.kind!r} are unknown.", "")
            self.now = entry.time
            self.journal.sequence, self.journal.head = entry.sequence - 1, entry.previous
            payload = decoder.decode(entry.payload)
            if isinstance(payload, Step):
                self._replay_step(payload)
            else:
                self._apply(payload)
            self.journal.sequence, self.journal.head, self.latest = entry.sequence, entry.hash, entry.time
        except Refused as refusal:
            raise Refused(
                refusal.why, f"Entry {entry.sequence} of {entry.table}: {refusal.sentence}", refusal.cite
            ) from refusal
        except (*BROKEN, AssertionError, AttributeError, LookupError) as error:
            raise Refused(
                Refusal.CORRUPT, f"Entry {entry.sequence} of {entry.table} cannot be applied: {error}.", ""
            ) from error

    def _replay_step(self, made: Step) -> None:
        play = self.round
        if play is None:
            raise Refused(Refusal.DIVERGED, "A step is outside any round.", "")
        replayed, self._house_events = self._house_events, []
        try:
            for answer in made.answers:
                if isinstance(play.pending, Draw) and answer.by == CHANCE:
                    self._recompute(play.pending, answer)
                before = self._correction_point(answer)
                self._note(play.pending, answer)
                events = play.feed((answer,))
                self._tell_again()
                self.absorb(events)
                entered = self._correctable if answer.by == CHANCE and answer.says == FACE_DOWN else before
                self._correctable = entered and entered.if_correctable(events)
                replayed += events
            if made.report is not None:
                events = play.feed((made.report,))
                self._forget_told(events)
                self.absorb(events)
                self._correctable = None
                replayed += events
        except Refused as refusal:
            if refusal.why is Refusal.DIVERGED:
                raise
            raise Refused(
                Refusal.DIVERGED, f"An accepted answer is refused on replay: {refusal.sentence}", refusal.cite
            ) from refusal
        if encode(replayed) != encode(list(made.events)):
            raise Refused(Refusal.DIVERGED, f"Round {self.number} does not replay to the recorded events.", "")

    def _recompute(self, question: Draw, answer: Answer) -> None:
        """Recompute what a device showed and compare; an outcome whose seed is not opened yet is only counted."""
        if self.founded.settings.chance != "generator":
            return
        if not self.chance.is_committed(question):
            raise Refused(Refusal.DIVERGED, f"There is no commitment before the {question.device} was used.", "")
        shown = self.chance.draw(question)
        self.recomputed, self.unopened = self.recomputed + (shown is not None), self.unopened + (shown is None)
        if shown is not None and shown.says != answer.says:
            raise Refused(
                Refusal.DIVERGED,
                f"The record says that the {question.device} showed {answer.says!r}; its seed gives {shown.says!r}.",
                question.cite,
            )

    # --- what each kind of entry does

    def _apply(self, payload: msgspec.Struct) -> None:
        getattr(self, f"_on_{entries.NAMES[type(payload)]}")(payload)

    def _on_founded(self, made: entries.Founded) -> None:
        self.admit(made)

    def admit(self, made: entries.Founded) -> None:
        """Set up the game with the choices that were filed for it."""
        game = catalogue.game(made.game)
        rules = submission_of(game, made.choices)
        if not is_hash_of(made.submission, game.name, made.choices, rules):
            raise Refused(Refusal.CORRUPT, "The filed choices do not match the recorded hash.", "601a.2")
        self.founded, self.game, self.rules, self.state = made, game, rules, game.open(rules)
        self.version = made.version

    def _on_seated(self, made: entries.Seated) -> None:
        self.players[made.seat] = made.name
        if not any(one.when is When.IDLE for one in self.checklists):
            self.idle = False  # somebody is here, and nothing is signed for it
        if made.person:
            self.persons[made.seat] = made.person
        if made.session:
            self.sessions[made.seat] = made.session
        if made.transfer:
            self.stays[made.seat] = Stay(made.purse, made.transfer, made.colour)
        self.ledger.move(CAGE, self.ledger.rack(made.seat), made.amount)
        self._note_sale(made.seat, made.amount, made.actor)
        self._note_arrival(made.seat)

    def _note_sale(self, seat: int, amount: Cents, by: Actor | None) -> None:
        """What somebody sold to a patron without a device can be undone until the next wager or round."""
        if by is not None and amount:
            self.sales[seat] = (*self.sales.get(seat, ()), amount)

    def _on_sale_undone(self, made: entries.SaleUndone) -> None:
        *before, last = self.sales[made.seat]
        assert last == made.amount, "the last sale is undone as it was made"
        self.sales[made.seat] = tuple(before)
        self.ledger.move(self.ledger.rack(made.seat), CAGE, made.amount)

    def _on_boxed(self, made: entries.Boxed) -> None:
        self.boxes[made.seat] = made.holder
        self.ledger.owners[made.seat] = self.ledger.rack(made.holder)
        self._note_arrival(made.seat)

    def _on_unboxed(self, made: entries.Unboxed) -> None:
        del self.boxes[made.seat], self.ledger.owners[made.seat]

    def _note_arrival(self, seat: int) -> None:
        """Note when a seat got its player, who may not see what was dealt there before."""
        self.arrived[seat] = (self.journal.sequence + 1, self.number, len(self.events))

    def _on_bought(self, made: entries.Bought) -> None:
        self.ledger.move(CAGE, self.ledger.rack(made.seat), made.amount)
        self._note_sale(made.seat, made.amount, made.actor)

    def _on_seat_moved(self, made: entries.SeatMoved) -> None:
        """A player with nothing at stake and no further box sits elsewhere from now on; their chips come along."""
        name, rack = self.players.pop(made.seat), self.rack(made.seat)
        self.players[made.to] = name
        if (person := self.persons.pop(made.seat, None)) is not None:
            self.persons[made.to] = person
        if (session := self.sessions.pop(made.seat, None)) is not None:
            self.sessions[made.to] = session
        if (stay := self.stays.pop(made.seat, None)) is not None:
            self.stays[made.to] = stay
        if (sold := self.sales.pop(made.seat, None)) is not None:
            self.sales[made.to] = sold
        self.ledger.move(self.ledger.rack(made.seat), self.ledger.rack(made.to), rack)
        self._note_arrival(made.to)

    def _on_left(self, made: entries.Left) -> None:
        del self.players[made.seat]
        self.persons.pop(made.seat, None)
        self.sessions.pop(made.seat, None)
        self.stays.pop(made.seat, None)
        self.sales.pop(made.seat, None)
        if not self.players:
            self._deserted()
        self.ledger.move(self.ledger.rack(made.seat), CAGE, made.amount)

    def _on_advanced(self, made: entries.Advanced) -> None:
        self.ledger.move(CAGE, self.ledger.rack(made.seat), made.amount)

    def _on_rules_adopted(self, made: entries.RulesAdopted) -> None:
        if self.round is not None:
            raise Refused(Refusal.DIVERGED, "Other rules were taken over in the middle of a round.", "")
        self.version = made.version

    @property
    def is_foreign(self) -> bool:
        return self.foreign is not None

    def begin_foreign(self, entry: Entry) -> None:
        """A round in progress that another version of the rules began: its steps cannot be replayed here."""
        self.foreign = made = cast(entries.Began, entries.DECODERS[entry.kind].decode(entry.payload))
        self._shoes_before, self._markers_before = self.chance.dump(), (dict(self.markers), dict(self.before))
        self.number, self.first, self.began = made.start.number, entry.sequence, entry.time
        self.pledge = (0, "")
        if made.serial:
            self.chance.round = self._device(made.serial, made.commitment)
        self.now, self.journal.sequence, self.journal.head = entry.time, entry.sequence, entry.hash

    def pass_over(self, entry: Entry) -> None:
        """A step of such a round."""
        self.now, self.journal.sequence, self.journal.head = entry.time, entry.sequence, entry.hash

    def unplay_foreign(self, why: str) -> None:
        """Cancel such a round, on which nothing was wagered."""
        before, shoes = self._shoes_before, dict(self.chance.shoes)
        self.enter(entries.Unplayed(self.number, why, *self._round_seed()))
        self._reveal_new(before, shoes)

    def _on_round(self, made: entries.Began) -> None:
        if made.version != self.version:
            raise Refused(Refusal.DIVERGED, "The round was played under another version of the rules.", "")
        if made.submission != self.founded.submission:
            raise Refused(Refusal.DIVERGED, "The round was played under a different submission.", "601a.2")
        if made.start.number != self.number + 1:
            raise Refused(Refusal.DIVERGED, f"Round {made.start.number} does not follow on round {self.number}.", "")
        self._shoes_before, self._markers_before = self.chance.dump(), (dict(self.markers), dict(self.before))
        self.begin(made.start.number)
        self.first, self.began, self._drawn = self.journal.sequence + 1, self.now, []
        self.recomputed = self.unopened = self.corrections = 0
        self.relieved = self.reopened = False
        self.sales = {}
        self._unsign(When.CLOSING)  # what is locked and covered at closing is so after the last round
        self._correctable = None
        self._begin_with_seed(made)
        down = self.founded.settings.chance == "entered"
        self.round = Round(self.game, self.rules.in_play, self.state, made.start, may_lie_face_down=down)
        self._house_events = list(self.round.events)
        self.absorb(self.round.events)

    def _on_ended(self, made: entries.Ended) -> None:
        assert self.round is not None
        assert self.round.closed, "the round is not over"
        self.state, self.round, self.chance.round = self.round.result, None, None
        self.results = [*self.results, made.result][-RESULTS:]
        if made.serial:
            self._open_seed(made.serial, made.seed)

    def _on_unplayed(self, made: entries.Unplayed) -> None:
        now, before = self.chance, self._shoes_before
        same = {name: shoe for name, shoe in before.items() if now.shoes[name].serial == shoe.serial}
        self.chance = Chance.restore(same, now.seeds())
        self.chance.words = now.words
        if self.round is not None:
            self.relieved = self.relieved or self.round.start.new_dealer
            self.reopened = self.reopened or self.round.start.reopened
        if self.foreign is not None:
            self.relieved = self.relieved or self.foreign.start.new_dealer
            self.reopened = self.reopened or self.foreign.start.reopened
        self.round, self.foreign, self._house_events = None, None, []
        self.markers, self.before = self._markers_before
        if made.serial:
            self._open_seed(made.serial, made.seed)

    def _on_handed_back(self, made: entries.HandedBack) -> None:
        """Only recorded; the chips went back in the step before."""

    def _on_corrected(self, made: entries.Corrected) -> None:
        """Put the round back to before the outcome was entered; it moved no chips (``EnteredOutcome``)."""
        play, before = self.round, self._correctable
        assert play is not None
        assert before is not None, "no entered outcome can be taken back"
        asked = play.asked
        self.round = play.before(before.answers)
        self.round.asked = asked + 1  # the same question, asked again: an answer meant for the first time is stale
        del self.events[before.events :]
        self._tell_again()
        self.markers, self.before = dict(before.markers), dict(before.before)
        del self._drawn[before.drawn :]
        self.corrections += 1
        self._correctable = None

    def _on_previewed(self, made: entries.Previewed) -> None:
        """Only recorded."""

    def _on_clock(self, made: entries.ClockChanged) -> None:
        """Only recorded."""

    # --- the effects of answers and events

    def absorb(self, events: Iterable[Event]) -> None:
        events = list(events)
        super().absorb(events)
        self.chance.observe(events)
        if self.sales and any(isinstance(event, Wagered) for event in events):
            self.sales = {}

    def _note(self, question: Question | None, answer: Answer) -> None:
        """Remember an independent outcome (a spin, a throw) for the list of results."""
        if isinstance(question, Draw) and question.independent:
            self._drawn.append(answer.says)

    @property
    def has_cards(self) -> bool:
        """Whether this round has cards or tiles, of which some may lie face down."""
        return any(isinstance(event, CARDS) for event in self.events)

    @property
    def events_version(self) -> tuple[int, int, int]:
        """Changes when ``events`` is replaced: with a new round, by a correction that removes some, by a card turned."""
        return self.number, self.corrections, self.retold

    @property
    def taking_part(self) -> list[int]:
        """The seats that an irregularity could concern: taken, wagered at, or dealt to in this round."""
        dealt = {event.to for event in self.events if isinstance(event, Dealt) and isinstance(event.to, int)}
        wagered = {event.seat for event in self.events if isinstance(event, Wagered)}
        return sorted(({*self.players, *self.boxes} | dealt | wagered | {seat for seat, *_ in self.up}) - {0})

    # --- outcomes that a person enters

    def _correction_point(self, answer: Answer) -> "EnteredOutcome | None":
        """The state to return to, should an outcome that a person enters turn out to be a mistake."""
        asked = self.round.pending if self.round is not None else None
        if answer.by != CHANCE or self.founded.settings.chance != "entered" or not isinstance(asked, Draw):
            return None
        before = len(self.events), len(self._drawn), dict(self.markers), dict(self.before)
        answers = len(self.round.history) if self.round is not None else 0
        return EnteredOutcome(asked.device, answer.says, *before, answers)

    def _forget_told(self, new: list[Event]) -> None:
        """A report while a card was to be turned is of the moment before: what was said since, of no consequence, goes."""
        play = self.round
        if play is not None and play.may_lie_face_down:
            known = len(play.told) - len(new)
            if len(self.events) > known:
                del self.events[known:]
                self.retold += 1
            self._tell_again()

    def _tell_again(self) -> None:
        """Where a card was turned, or turned back, the events that deal it are told with its face, or without."""
        play = self.round
        if play is not None and play.may_lie_face_down:
            known = len(self.events)
            if self.events != play.told[:known]:
                self.events = play.told[:known]
                self.retold += 1

    @property
    def correctable(self) -> "EnteredOutcome | None":
        """The outcome that was entered last, while it can still be taken back."""
        return self._correctable if self.round is not None and not self.round.closed else None

    # --- who holds what

    def holder(self, seat: Who) -> int:
        """The seat of the player who holds a seat or box; 0 where nobody does."""
        if not isinstance(seat, int):
            return 0
        return self.boxes.get(seat, seat if seat in self.players else 0)

    def held(self, seat: int) -> list[int]:
        """The seat of a player and their further boxes."""
        if not self.boxes:
            return [seat]
        return sorted([seat, *(box for box, holder in self.boxes.items() if holder == seat)])

    def held_since(self, seat: int) -> int:
        """The number of the entry by which a seat or box came to its holder."""
        return self.arrived.get(seat, (0, 0, 0))[0]

    def is_still_there(self, line: entries.Adjustment) -> bool:
        return bool(line.since) and self.held_since(self.holder(line.seat)) == line.since

    def is_seen(self, seat: int, event: int) -> bool:
        """Whether an event of this round, by its number, happened after the player of a seat arrived."""
        _, round, before = self.arrived.get(seat, (0, 0, 0))
        return round != self.number or event >= before

    def _check_price(self, answer: Answer) -> None:
        """Refuse an answer that its player cannot pay for; if it is also unlawful, that is the reason given."""
        play = self.round
        assert play is not None
        assert isinstance(answer.by, int)
        price, rack = play.price(answer), self.rack(answer.by)
        own = self.ledger.rack(answer.by)
        promised = sum(
            amount for who, amount in play.pledged().items() if isinstance(who, int) and self.ledger.rack(who) == own
        )
        if price.amount and price.amount + promised > rack:
            play.check(answer)
            raise Refused(
                Refusal.NOT_ENOUGH_CHIPS,
                f"That costs ${dollars(price.amount + promised)}; seat {answer.by} has ${dollars(rack)} in the rack.",
                price.cite,
            )
        if price.amount:
            self.may_stake(answer.by, price.amount + promised)

    @property
    def is_cancelable(self) -> bool:
        """Whether the round in progress can be canceled: betting is open, and nothing binds it."""
        return self.round is not None and isinstance(self.round.pending, Window) and not self.binding

    @property
    def awaits_players(self) -> bool:
        """Whether new cards or tiles are to be mixed and cut, which has to wait for the first player."""
        return self.reopened and not self.players and self.is_shuffled


def found(name: str, founded: entries.Founded, now: str) -> Table:
    """A new table, with its first entry written."""
    table = Table(name)
    table.now = now
    table.enter(founded)
    return table


class EnteredOutcome(msgspec.Struct, frozen=True):
    """An outcome that a person entered, and what it takes to return to the moment before."""

    device: str
    outcome: str
    events: int
    drawn: int
    markers: dict[str, str]
    before: dict[str, int]
    answers: int = 0  # how many answers and reports the round had before

    def if_correctable(self, events: Iterable[Event]) -> "EnteredOutcome | None":
        """This outcome, or None if chips or meters moved or the round ended on it: then it cannot be taken back."""
        return None if any(isinstance(event, BINDING) for event in events) else self


CARDS = (Shuffled, Burned, Dealt)
BINDING = (Settlement, Charged, Refunded, Transferred, Moved, Wagered, Withdrawn, MeterMoved, RoundVoided, RoundClosed)
