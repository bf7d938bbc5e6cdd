"""One table as its record tells it: nothing here but what follows from the journal.

A ``Table`` is a fold over entries. The host makes entries through it, recovery and the verifier feed it those that
were made, and all three come to the same state or stop. It has no clock and no entropy: time and seeds are given.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import msgspec

from pitboss import catalogue
from pitboss.drivers.fair import commitment
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
from pitboss.game import Checklist, Duty, Game
from pitboss.house.table import entries
from pitboss.house.table.chance import Chance, Device, Dump
from pitboss.house.table.layout import Layout
from pitboss.house.table.results import result
from pitboss.journal import Entry, Journal, Report, Step, step
from pitboss.ledger import CAGE, Ledger
from pitboss.money import dollars
from pitboss.procedure import CHANCE, Answer, Draw, Each, Question, Refusal, Refused, Who
from pitboss.submission import RulesSubmission, file

Arrival = tuple[int, int, int]  # when a seat or box changed hands: entry, round, events told in it by then
RESULTS = 20
BROKEN = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)  # what a payload that is none may raise


class Table(Layout):
    """A table, its ledger, its devices and the round in progress."""

    founded: entries.Founded
    game: Game
    rules: RulesSubmission

    def __init__(self, name: str, seeds: Mapping[int, bytes] | None = None) -> None:
        super().__init__()
        self.name, self.journal, self.now = name, Journal(name), ""
        self.salt: Callable[[], str] = str  # the key of the house's own steps; the host makes it unguessable
        self.seeds = dict(seeds or {})  # those not opened yet, or, for the verifier, those that will be
        self.written: list[Entry] = []
        self.told: list[tuple[int, tuple[Event, ...]]] = []  # what the entries written told, by sequence
        self.state: Any = None
        self.round: Round | None = None
        self.serial = self.first = 0
        self.began = ""
        self.open = self.closing = False
        self.relieved = False  # a new dealer has come, and no round has begun since
        self.reopened = False  # it was opened, its cards were changed or nobody was at it, and no round has begun since
        self.corrections = 0  # of this round; with its number, what tells one telling of it from another
        self.chance = Chance()
        self.players: dict[int, str] = {}  # by seat, in order of arrival
        self.boxes: dict[int, int] = {}  # further boxes of a player → his seat
        self.arrived: dict[int, Arrival] = {}
        self.signed: dict[str, dict[str, str]] = {}  # checklist → person → role
        self.since: dict[str, str] = {}  # duty → when what it is about was put in use
        self.commitments: dict[int, str] = {}
        self.revealed: tuple[int, str] | None = None
        self.results: list[str] = []
        self.recomputed = self.unopened = 0  # outcomes of this round worked out again, and left for later
        self._drawn: list[str] = []
        self._said: list[Answer] = []
        self._untold: list[Event] = []
        self._before: dict[str, Dump] = {}  # the shoes, and below the markers, when this round began
        self._laid: tuple[dict[str, str], dict[str, int]] = ({}, {})
        self._entered: Entered | None = None

    # --- making entries

    def enter(self, payload: msgspec.Struct) -> Entry:
        """Apply an entry of any kind but a step, and write it."""
        self._apply(payload)
        return self._write(payload)

    def answer(self, answer: Answer, key: str) -> None:
        """A person's answer: accepted, afforded, and a step of its own."""
        self.flush()
        assert self.round is not None
        before, asked, question = self._as_it_stands(answer), self.round.asked, self.round.pending
        told = self.round.answer(answer)
        if isinstance(answer.by, int):
            self._afford(answer, told, asked)
        taken = cast(Answer, self.round.history[-1])  # with the amount that its option has by itself
        self._note(question, taken)
        self.absorb(told)
        self._entered = before and before.unless_binding(told)
        self._write(step((taken,), told, key=key))

    def report(self, report: Report, key: str) -> None:
        """An irregularity: applied as the chapter orders, and a step of its own."""
        self.flush()
        if self.round is None:
            raise Refused(Refusal.CANNOT_HAPPEN, "No round is in progress.", self.game.closed)
        told = self.round.report(report)
        self.absorb(told)
        self._entered = None
        self._write(step((), told, report, key))

    def house(self, answer: Answer) -> None:
        """An answer the house gives; it waits for ``flush``."""
        assert self.round is not None
        question = self.round.pending
        told = self.round.answer(answer)
        self._note(question, answer)
        self._entered = None
        self._said.append(cast(Answer, self.round.history[-1]))
        self._untold += told
        self.absorb(told)

    def flush(self) -> None:
        """Write what the house said, as one step; cover what a rack could not."""
        if self._said or self._untold:
            said, untold, self._said, self._untold = self._said, self._untold, [], []
            self._write(step(said, untold, key=self.salt()))
        for seat in self.players:
            short = -self.ledger.balance(self.ledger.rack(seat))
            if short > 0:
                self.enter(entries.Advanced(seat, short))

    def commit(self, shoe: str, seed: bytes) -> None:
        """Give a shuffled shoe its seed, publish the commitment, and open the seed it had before."""
        old, serial = self.chance.shoes.get(shoe), self.serial + 1
        self.seeds[serial] = seed
        self.enter(entries.Committed(serial, shoe, commitment(seed)))
        if old is not None:
            self._reveal(shoe, old)

    def unplay(self, why: str) -> None:
        """Take back a round on which nothing was wagered and nothing paid."""
        self.flush()
        assert self.round is not None
        assert not self.binding
        before, shoes = self._before, dict(self.chance.shoes)
        self.enter(entries.Unplayed(self.number, why, *self._round_seed()))
        for shoe, device in shoes.items():
            if shoe not in before or before[shoe].serial != device.serial:
                self._reveal(shoe, device)

    def end(self) -> None:
        """The round is over: its result stands, its seed is opened."""
        self.enter(entries.Ended(self.number, self._result(), *self._round_seed()))

    def _result(self) -> str:
        """What the round came to; where nothing was shown or called, what a wheel or dice showed last."""
        return result(self.events) or (self._drawn[-1] if self._drawn and not self.has_cards else "")

    def _round_seed(self) -> tuple[int, str]:
        device = self.chance.round
        return (device.serial, device.fair.seed.hex()) if device is not None and device.fair is not None else (0, "")

    def _reveal(self, shoe: str, device: Device) -> None:
        assert device.fair is not None
        self.enter(entries.Revealed(device.serial, shoe, device.fair.seed.hex()))

    def _write(self, payload: msgspec.Struct) -> Entry:
        entry = self.journal.append(entries.NAMES[type(payload)], payload, self.now)
        self.written.append(entry)
        if isinstance(payload, Step):
            self.told.append((entry.sequence, cast(tuple[Event, ...], payload.events)))
        return entry

    # --- feeding entries that were made

    def replay(self, entry: Entry) -> None:
        """Apply an entry of the record, or refuse it by its number. The chain is checked elsewhere."""
        try:
            decoder = entries.DECODERS.get(entry.kind)
            if decoder is None:
                raise Refused(Refusal.CORRUPT, f"There is no kind of entry {entry.kind!r}.", "")
            self.now = entry.time
            self.journal.sequence, self.journal.head = entry.sequence - 1, entry.previous
            payload = decoder.decode(entry.payload)
            if isinstance(payload, Step):
                self._replay_step(payload)
            else:
                self._apply(payload)
            self.journal.sequence, self.journal.head = entry.sequence, entry.hash
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
            raise Refused(Refusal.DIVERGED, "A step outside any round.", "")
        told, self._untold = self._untold, []
        try:
            for answer in made.answers:
                if isinstance(play.pending, Draw) and answer.by == CHANCE:
                    self._recompute(play.pending, answer)
                before = self._as_it_stands(answer)
                self._note(play.pending, answer)
                said = play.answer(answer)
                self.absorb(said)
                self._entered = before and before.unless_binding(said)
                told += said
            if made.report is not None:
                said = play.report(made.report)
                self.absorb(said)
                self._entered = None
                told += said
        except Refused as refusal:
            if refusal.why is Refusal.DIVERGED:
                raise
            raise Refused(
                Refusal.DIVERGED, f"What was accepted once is refused now: {refusal.sentence}", refusal.cite
            ) from refusal
        if encode(told) != encode(list(made.events)):
            raise Refused(Refusal.DIVERGED, f"Round {self.number} does not replay to the events recorded.", "")

    def _recompute(self, question: Draw, answer: Answer) -> None:
        """Work out again what a device showed; a seed that is not opened yet is left for later."""
        if self.founded.settings.chance != "generator":
            return
        if not self.chance.is_committed(question):
            raise Refused(Refusal.DIVERGED, f"Nothing was committed to before the {question.device} was asked.", "")
        shown = self.chance.draw(question)
        self.recomputed, self.unopened = self.recomputed + (shown is not None), self.unopened + (shown is None)
        if shown is not None and shown.says != answer.says:
            raise Refused(
                Refusal.DIVERGED,
                f"The {question.device} is recorded to have shown {answer.says!r}; its seed gives {shown.says!r}.",
                question.cite,
            )

    # --- what each kind of entry does

    def _apply(self, payload: msgspec.Struct) -> None:
        getattr(self, f"_on_{entries.NAMES[type(payload)]}")(payload)

    def _on_founded(self, made: entries.Founded) -> None:
        self.admit(made)

    def admit(self, made: entries.Founded) -> None:
        """Take up a game under the choices filed for it."""
        game = catalogue.game(made.game)
        rules = file(game.rules, {name: value for name, value in made.choices.items() if value is not None})
        if rules.hash(game.name) != made.submission:
            raise Refused(Refusal.CORRUPT, "The choices filed do not have the hash recorded with them.", "601a.2")
        self.founded, self.game, self.rules, self.state = made, game, rules, game.open(rules)

    def _on_signed(self, made: entries.Signed) -> None:
        checklist = next(c for c in self.game.checklists(self.rules) if c.name == made.checklist)
        if not checklist.blocks_opening and self.is_complete(checklist):  # signed anew each time it is done
            self.signed[made.checklist] = {}
        self.signed.setdefault(made.checklist, {})[made.by] = made.role

    def _on_duty(self, made: entries.DutyDone) -> None:
        self.since[made.name] = self.now
        if made.name in NEW_CARDS:
            self.reopened = True

    def _on_relieved(self, made: entries.Relieved) -> None:
        self.relieved = True

    def _on_opened(self, made: entries.Opened) -> None:
        self.open = self.reopened = True
        for duty in self.duties:
            self.since.setdefault(duty.name, self.now)

    def _on_closing(self, made: entries.Closing) -> None:
        self.closing = True

    def _on_closed(self, made: entries.Closed) -> None:
        self.open = self.closing = False
        self.signed = {}

    def _on_seated(self, made: entries.Seated) -> None:
        self.players[made.seat] = made.name
        self.ledger.move(CAGE, self.ledger.rack(made.seat), made.amount)
        self._arrives(made.seat)

    def _on_boxed(self, made: entries.Boxed) -> None:
        self.boxes[made.seat] = made.holder
        self.ledger.owners[made.seat] = self.ledger.rack(made.holder)
        self._arrives(made.seat)

    def _on_unboxed(self, made: entries.Unboxed) -> None:
        del self.boxes[made.seat], self.ledger.owners[made.seat]

    def _arrives(self, seat: int) -> None:
        """What was dealt there before is not for the eyes of who comes now."""
        self.arrived[seat] = (self.journal.sequence + 1, self.number, len(self.events))

    def _on_bought(self, made: entries.Bought) -> None:
        self.ledger.move(CAGE, self.ledger.rack(made.seat), made.amount)

    def _on_left(self, made: entries.Left) -> None:
        del self.players[made.seat]
        self.reopened = self.reopened or not self.players
        self.ledger.move(self.ledger.rack(made.seat), CAGE, made.amount)

    def _on_advanced(self, made: entries.Advanced) -> None:
        self.ledger.move(CAGE, self.ledger.rack(made.seat), made.amount)

    def _on_round(self, made: entries.Began) -> None:
        if made.submission != self.founded.submission:
            raise Refused(Refusal.DIVERGED, "The round was played under another submission.", "601a.2")
        self._before, self._laid = self.chance.dump(), (dict(self.markers), dict(self.before))
        self.begin(made.start.number)
        self.first, self.began, self._drawn = self.journal.sequence + 1, self.now, []
        self.recomputed = self.unopened = self.corrections = 0
        self.relieved = self.reopened = False
        self._entered = None
        self.chance.round = self._device(made.serial, made.commitment) if made.serial else None
        self.round = Round(self.game, self.rules, self.state, made.start)
        self._untold = list(self.round.events)
        self.absorb(self.round.events)

    def _on_committed(self, made: entries.Committed) -> None:
        self.chance.install(made.shoe, self._device(made.serial, made.commitment))

    def _on_revealed(self, made: entries.Revealed) -> None:
        self._opens(made.serial, made.seed)

    def _on_ended(self, made: entries.Ended) -> None:
        assert self.round is not None
        assert self.round.closed, "the round is not over"
        self.state, self.round, self.chance.round = self.round.result, None, None
        self.results = [*self.results, made.result][-RESULTS:]
        if made.serial:
            self._opens(made.serial, made.seed)

    def _on_unplayed(self, made: entries.Unplayed) -> None:
        now, before = self.chance, self._before
        same = {name: kept for name, kept in before.items() if now.shoes[name].serial == kept.serial}
        self.chance = Chance.restore(same, now.seeds())
        if self.round is not None:
            self.relieved = self.relieved or self.round.start.new_dealer
            self.reopened = self.reopened or self.round.start.reopened
        self.round, self._untold = None, []
        self.markers, self.before = self._laid
        if made.serial:
            self._opens(made.serial, made.seed)

    def _on_handed_back(self, made: entries.HandedBack) -> None:
        """A reason, for the record; the chips went back in the step before."""

    def _on_corrected(self, made: entries.Corrected) -> None:
        """The round is put back to before the outcome was entered; it moved no chips (``Entered``)."""
        play, before = self.round, self._entered
        assert play is not None
        assert before is not None, "nothing was entered that could be taken back"
        play.history.pop()
        self.round = play.replica()
        self.round.asked += 1  # the same question, put anew: what was meant for the first time is stale
        del self.events[before.events :]
        self.markers, self.before = dict(before.markers), dict(before.before)
        del self._drawn[before.drawn :]
        self.corrections += 1
        self._entered = None

    def _on_previewed(self, made: entries.Previewed) -> None:
        """A fact, for the record."""

    def _on_clock(self, made: entries.ClockChanged) -> None:
        """A fact, for the record."""

    def _device(self, serial: int, committed: str) -> Device:
        self.serial = serial
        self.commitments[serial] = committed
        seed = self.seeds.get(serial)
        if seed is not None and commitment(seed) != committed:
            raise Refused(Refusal.DIVERGED, f"Seed {serial} is not the one that was committed to.", "")
        return Device(serial, committed, seed)

    def _opens(self, serial: int, seed: str) -> None:
        if commitment(bytes.fromhex(seed)) != self.commitments.pop(serial):
            raise Refused(Refusal.DIVERGED, f"Seed {serial} is not the one that was committed to.", "")
        self.seeds.pop(serial, None)
        self.revealed = (self.number, seed)

    # --- what answers and events do

    def absorb(self, events: Iterable[Event]) -> None:
        told = list(events)
        super().absorb(told)
        self.chance.told(told)

    def _note(self, question: Question | None, answer: Answer) -> None:
        """Remember what was drawn by itself, not in the order of a shoe, for the list of results."""
        if isinstance(question, Draw) and question.independent:
            self._drawn.append(answer.says)

    @property
    def has_cards(self) -> bool:
        """Whether cards or tiles are in this round: one that was drawn may lie face down."""
        return any(isinstance(event, CARDS) for event in self.events)

    @property
    def telling(self) -> tuple[int, int]:
        """What tells the events of one round, as they are told now, from those of another or of before a correction."""
        return self.number, self.corrections

    @property
    def taking_part(self) -> list[int]:
        """The seats that something could concern: taken, wagered at, or dealt to in this round."""
        dealt = {event.to for event in self.events if isinstance(event, Dealt) and isinstance(event.to, int)}
        wagered = {event.seat for event in self.events if isinstance(event, Wagered)}
        return sorted(({*self.players, *self.boxes} | dealt | wagered | {seat for seat, *_ in self.up}) - {0})

    # --- outcomes that a person enters

    def _as_it_stands(self, answer: Answer) -> "Entered | None":
        """What it takes to put the round back, for an outcome that a person enters."""
        asked = self.round.pending if self.round is not None else None
        if answer.by != CHANCE or self.founded.settings.chance != "entered" or not isinstance(asked, Draw):
            return None
        before = len(self.events), len(self._drawn), dict(self.markers), dict(self.before)
        return Entered(asked.device, answer.says, *before)

    @property
    def entered(self) -> "Entered | None":
        """The outcome that was entered last, while nothing has followed from it that binds."""
        return self._entered if self.round is not None and not self.round.closed else None

    # --- who holds what

    def holder(self, seat: Who) -> int:
        """The seat of the player who holds a seat or box; 0 where nobody does."""
        if not isinstance(seat, int):
            return 0
        return self.boxes.get(seat, seat if seat in self.players else 0)

    def held(self, seat: int) -> list[int]:
        """All that the player in a seat holds: it, and his further boxes."""
        return sorted([seat, *(box for box, holder in self.boxes.items() if holder == seat)])

    def since_when(self, seat: int) -> int:
        """The entry by which a seat or box came to the player who holds it."""
        return self.arrived.get(seat, (0, 0, 0))[0]

    def is_seen(self, seat: int, event: int) -> bool:
        """Whether an event of this round, by its number, was told while the player in a seat was there."""
        _, round, before = self.arrived.get(seat, (0, 0, 0))
        return round != self.number or event >= before

    def _afford(self, answer: Answer, told: list[Event], asked: int) -> None:
        """Refuse an answer that a rack cannot pay for, and put the round back to where it was."""
        play = self.round
        assert play is not None
        if not told and isinstance(play.pending, Each):  # kept until the others have answered: try it with theirs
            told = _completed(play.replica())
        trial = Ledger()
        trial.balances, trial.owners = dict(self.ledger.balances), dict(self.ledger.owners)
        assert isinstance(answer.by, int)
        rack = trial.rack(answer.by)
        for event in told:
            trial.fold((event,))
            if trial.balance(rack) < 0:
                play.history.pop()
                self.round = play.replica()
                self.round.asked = asked
                cite = event.cite or self.game.closed
                need = self.rack(answer.by) - trial.balance(rack)
                raise Refused(
                    Refusal.NOT_ENOUGH_CHIPS,
                    f"That takes ${dollars(need)}; seat {answer.by} has ${dollars(self.rack(answer.by))} in the rack.",
                    cite,
                )

    # --- inspections and duties

    @property
    def duties(self) -> tuple[Duty, ...]:
        now = self.game.duties_now
        return self.game.duties(self.rules) if now is None else now(self.rules, self.state)

    @property
    def awaits_players(self) -> bool:
        """Whether cards or tiles lie there that are mixed, and offered for the cut, when somebody has come."""
        return self.reopened and not self.players and any(duty.name in NEW_CARDS for duty in self.duties)

    def is_complete(self, checklist: Checklist) -> bool:
        """Whether as many persons have signed as the chapter names."""
        return len(self.signed.get(checklist.name, ())) >= len(checklist.signed_by)


def found(name: str, founded: entries.Founded, now: str) -> Table:
    """A new table, with its first entry written."""
    table = Table(name)
    table.now = now
    table.enter(founded)
    return table


# Duties that bring other cards or tiles; new dice, or the inspection of a card reader, leave a shoe as it is.
NEW_CARDS = ("deck_change", "tile_change")


class Entered(msgspec.Struct, frozen=True):
    """An outcome that a person entered, and how the table stood before."""

    device: str
    outcome: str
    events: int
    drawn: int
    markers: dict[str, str]
    before: dict[str, int]

    def unless_binding(self, told: Iterable[Event]) -> "Entered | None":
        """Itself, unless chips or meters moved or the round ended on it: that cannot be taken back."""
        return None if any(isinstance(event, BINDING) for event in told) else self


CARDS = (Shuffled, Burned, Dealt)
BINDING = (Settlement, Charged, Refunded, Transferred, Moved, Wagered, Withdrawn, MeterMoved, RoundVoided, RoundClosed)


def _completed(play: Round) -> list[Event]:
    """What follows when everyone else who is asked takes the default, or else the first that is lawful."""
    told: list[Event] = []
    for election in play.elections():
        told = play.answer((election.default or election.options[0]).answer(election.to))
    return told
