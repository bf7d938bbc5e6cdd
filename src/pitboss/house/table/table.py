"""One table as a fold over the entries of its journal.

The host makes entries through a ``Table``, recovery and the verifier replay them, and all three arrive at the same state
or stop. A table has no clock and no entropy: time and seeds are passed in.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

import msgspec

from pitboss.drivers.round import Round
from pitboss.events import Event, Wagered, encode
from pitboss.faces import FACE_DOWN
from pitboss.game import Checklist, Game, ThingKind
from pitboss.house.table import entries
from pitboss.house.table.equipment import OF_EQUIPMENT, note_equipment
from pitboss.house.table.felt import apply_events
from pitboss.house.table.payload import FOLDS
from pitboss.house.table.pledges import round_seed
from pitboss.house.table.results import result
from pitboss.house.table.rounds import RoundState, correction_point
from pitboss.house.table.state import TableState
from pitboss.journal import Actor, Entry, Journal, Report, Step, step
from pitboss.meters import Meter
from pitboss.money import Cents, dollars
from pitboss.procedure import CHANCE, Answer, Draw, Refusal, Refused
from pitboss.submission import RulesSubmission

# of an entry about a seat: the table itself adds who is there; these say it themselves
SAY_PATRON = (entries.Seated, entries.OwedSettled)
NAMES_PATRON = frozenset(
    kind for kind in entries.NAMES if {"seat", "patron"} <= set(kind.__struct_fields__) and kind not in SAY_PATRON
)
BROKEN = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)  # what decoding a malformed payload may raise


class Table:
    """A table: its state, the round in progress, and its journal."""

    game: Game
    rules: RulesSubmission
    checklists: tuple[Checklist, ...]
    thing_kinds: tuple[ThingKind, ...]
    meters: tuple[Meter, ...]

    def __init__(self, name: str, seeds: Mapping[int, bytes] | None = None) -> None:
        self.name, self.journal, self.now = name, Journal(name), ""
        self.state, self.play = TableState(), RoundState()
        self.seeds = dict(seeds or {})  # those not opened yet; for the verifier, all that the record opens
        self.latest = ""  # the time of the last entry
        # Makes the key of a step that the house takes. In the host it is random: it salts the hash of the step, from which
        # a hidden card could otherwise be guessed.
        self.step_key: Callable[[], str] = str
        self.written: list[Entry] = []
        self.new_events: list[tuple[int, tuple[Event, ...]]] = []  # of the entries in ``written``, by sequence

    def play_by(self, game: Game, rules: RulesSubmission) -> None:
        """Play a game by these rules from now on, with everything that follows from them."""
        self.game, self.rules = game, rules
        self.checklists, self.thing_kinds, self.meters = game.checklists(rules), game.things(rules), rules.meters

    @property
    def round(self) -> Round | None:
        """The round in progress."""
        return self.play.round

    # --- making entries

    def at(self, now: str, jump: int = 0) -> None:
        """It is that time now; a clock that was set, by so many milliseconds, is noted."""
        self.now = now
        if jump:
            self.enter(entries.ClockChanged(jump))

    def enter(self, payload: msgspec.Struct) -> Entry:
        """Apply an entry of any kind but a step, and write it."""
        if type(payload) in NAMES_PATRON and not payload.patron:  # type: ignore[attr-defined]
            payload = msgspec.structs.replace(payload, patron=self.state.seats.patron(_whose_seat(payload)))
        FOLDS[type(payload)](self, payload)
        return self._write(payload)

    def answer(self, answer: Answer, key: str, person: Actor | None = None) -> None:
        """Accept a person's answer, as a step of its own; whether a player can pay for it was looked at (``quote``)."""
        self.flush()
        play, answer = self.play, self._named(answer)
        assert play.round is not None
        drawn = answer.by == CHANCE
        before, question = correction_point(self, answer) if drawn else None, play.round.pending
        events = play.round.answer(answer)
        if play.round.may_lie_face_down:
            play.read_again()
        taken = cast(Answer, play.round.history[-1])  # with the usual amount filled in
        if drawn:
            play.note(question, taken)
        self.absorb(events)
        play.entered = before and before.if_correctable(events)
        self._write(step((taken,), events, key=key, person=person))

    def report(self, report: Report, key: str, person: Actor | None = None) -> None:
        """Apply an irregularity as the chapter orders, as a step of its own."""
        self.flush()
        if self.play.round is None:
            raise Refused(Refusal.CANNOT_HAPPEN, "No round is in progress.", self.game.closed)
        report = self.concerning(report)
        events = self.play.round.report(report)
        self._absorb_report(events)
        self._write(step((), events, report, key, person))

    def _absorb_report(self, events: list[Event]) -> None:
        self.play.drop_later(events)
        self.absorb(events)
        self.play.entered = None

    def house(self, answer: Answer) -> None:
        """Give an answer as the house; it is written by the next ``flush``."""
        play, answer = self.play, self._named(answer)
        assert play.round is not None
        question = play.round.pending
        events = play.round.answer(answer)
        play.note(question, answer)
        put_down = (
            answer.by == CHANCE and answer.says == FACE_DOWN
        )  # by itself it settles nothing that was entered before
        play.entered = play.entered and play.entered.if_correctable(events) if put_down else None
        play.house_answers.append(cast(Answer, play.round.history[-1]))
        play.house_events += events
        self.absorb(events)

    def _named(self, answer: Answer) -> Answer:
        """The same answer with the player who gives it, where that is not the seat's own."""
        player = self.state.seats.player(answer.by) if isinstance(answer.by, int) else ""
        return msgspec.structs.replace(answer, player=player) if player and not answer.player else answer

    def concerning(self, report: Report) -> Report:
        """The same report with the player whom it concerns, where that is not the seat's own."""
        player = self.state.seats.player(report.seat)
        return msgspec.structs.replace(report, player=player) if player else report

    def put_down(self) -> bool:
        """Put the card that is dealt next face down, as the house; False where it is not dealt so, or none is dealt."""
        play = self.play.round
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
        play = self.play
        if play.house_answers or play.house_events:
            answers, events = play.house_answers, play.house_events
            play.house_answers, play.house_events = [], []
            self._write(step(answers, events, key=self.step_key()))
        for seat, amount in self.state.ledger.short(self.state.seats.players):
            self.enter(entries.Advanced(seat, amount))

    def end(self) -> None:
        """End the round: record its result and open its seed."""
        play, (serial, seed) = self.play, round_seed(self)
        # Where nothing was shown or announced, the last independent outcome is the result.
        shown = result(play.events) or (play.drawn[-1] if play.drawn and not play.has_cards else "")
        ended = entries.Ended(self.state.felt.number, shown, serial, seed, play.wagered, play.paid, bool(play.void))
        self.enter(ended)

    def _write(self, payload: msgspec.Struct) -> Entry:
        self.latest = self.now
        entry = self.journal.append(entries.NAMES[type(payload)], payload, self.now)
        self.written.append(entry)
        if isinstance(payload, Step):
            self.new_events.append((entry.sequence, cast(tuple[Event, ...], payload.events)))
        return entry

    def absorb(self, events: Iterable[Event]) -> None:
        """Apply the events of the round in progress."""
        events = list(events)
        self._apply(events)
        self.state.chance.devices.observe(events)

    def _apply(self, events: list[Event]) -> None:
        """The same, where the devices took note of them as they came."""
        state, kinds = self.state, set(map(type, events))
        apply_events(state.felt, state.ledger, self.play, events)
        if not kinds.isdisjoint(OF_EQUIPMENT):
            note_equipment(self, events)
        if state.seats.sales and Wagered in kinds:
            state.seats.sales = {}

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
                FOLDS[type(payload)](self, payload)
            self.pass_over(entry)
        except Refused as refusal:
            raise Refused(
                refusal.why, f"Entry {entry.sequence} of {entry.table}: {refusal.sentence}", refusal.cite
            ) from refusal
        except (*BROKEN, AssertionError, AttributeError, LookupError) as error:
            raise Refused(
                Refusal.CORRUPT, f"Entry {entry.sequence} of {entry.table} cannot be applied: {error}.", ""
            ) from error

    def pass_over(self, entry: Entry) -> None:
        """The table is after this entry now."""
        self.now = self.latest = entry.time
        self.journal.sequence, self.journal.head = entry.sequence, entry.hash

    def _replay_step(self, made: Step) -> None:
        play = self.play
        round = play.round
        if round is None:
            raise Refused(Refusal.DIVERGED, "A step is outside any round.", "")
        replayed, play.house_events = play.house_events, []
        try:
            if round.may_lie_face_down or self.state.filing.settings.chance == "entered":
                for answer in made.answers:
                    replayed += self._replay_answer(round, answer)
            elif made.answers:
                events: list[Event] = []
                round.feed(self._recomputed(round, made.answers, events), events)
                self._apply(events)
                play.entered = None
                replayed += events
            if made.report is not None:
                events = round.feed((made.report,))
                self._absorb_report(events)
                replayed += events
        except Refused as refusal:
            if refusal.why is Refusal.DIVERGED:
                raise
            raise Refused(
                Refusal.DIVERGED, f"An accepted answer is refused on replay: {refusal.sentence}", refusal.cite
            ) from refusal
        if encode(replayed) != encode(list(made.events)):
            number = self.state.felt.number
            raise Refused(Refusal.DIVERGED, f"Round {number} does not replay to the recorded events.", "")

    def _replay_answer(self, round: Round, answer: Answer) -> list[Event]:
        """Where outcomes are entered by a person: one may be taken back, and a card may lie face down."""
        play = self.play
        if isinstance(round.pending, Draw) and answer.by == CHANCE:
            self._recompute(round.pending, answer)
        before = correction_point(self, answer)
        play.note(round.pending, answer)
        events = round.feed((answer,))
        play.read_again()
        self.absorb(events)
        entered = play.entered if answer.by == CHANCE and answer.says == FACE_DOWN else before
        play.entered = entered and entered.if_correctable(events)
        return events

    def _recomputed(self, round: Round, answers: Iterable[Answer], events: list[Event]) -> Iterator[Answer]:
        """The answers of a step, each when the round comes to it: outcomes are recomputed first, and devices take note of
        the events so far."""
        devices, noted = self.state.chance.devices, 0
        for answer in answers:
            question = round.pending
            if question.__class__ is Draw and answer.by == CHANCE:
                if len(events) > noted:
                    devices.observe(events[noted:])
                    noted = len(events)
                self._recompute(question, answer)
            self.play.note(question, answer)
            yield answer
        devices.observe(events[noted:])

    def _recompute(self, question: Draw, answer: Answer) -> None:
        """Recompute what a device showed and compare; an outcome whose seed is not opened yet is only counted."""
        chance, play = self.state.chance, self.play
        if self.state.filing.settings.chance != "generator":
            return
        if chance.devices.device(question) is None:
            raise Refused(Refusal.DIVERGED, f"There is no commitment before the {question.device} was used.", "")
        shown = chance.devices.draw(question, chance.words)
        if shown is None:
            play.unopened += 1
            return
        play.recomputed += 1
        if shown.says != answer.says:
            raise Refused(
                Refusal.DIVERGED,
                f"The record says that the {question.device} showed {answer.says!r}; its seed gives {shown.says!r}.",
                question.cite,
            )

    # --- prices

    def quote(self, answer: Answer) -> Cents:
        """What an answer takes out of a player's rack, with what they have pledged in this round; 0 where it is free. One that
        they cannot pay for is refused; if it is also unlawful, that is the reason given."""
        play, ledger = self.play.round, self.state.ledger
        assert play is not None
        assert isinstance(answer.by, int)
        price = play.price(answer)
        if not price.amount:
            return 0
        own = ledger.rack(answer.by)
        pledged = (amount for who, amount in play.pledged().items() if isinstance(who, int) and ledger.rack(who) == own)
        cost, rack = price.amount + sum(pledged), ledger.chips(answer.by)
        if cost > rack:
            play.check(self._named(answer))
            words = f"That costs ${dollars(cost)}; seat {answer.by} has ${dollars(rack)} in the rack."
            raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, price.cite)
        return cost


def _whose_seat(payload: msgspec.Struct) -> int:
    """The seat of the patron whom an entry concerns: of a further box, that of its holder."""
    seat: int = payload.holder if isinstance(payload, entries.Boxed) else payload.seat  # type: ignore[attr-defined]
    return seat


def found(name: str, founded: entries.Founded, now: str) -> Table:
    """A new table, with its first entry written."""
    table = Table(name)
    table.now = now
    table.enter(founded)
    return table
