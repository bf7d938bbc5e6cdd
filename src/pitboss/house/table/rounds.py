"""The round in progress at a table, or the last one: how it begins and ends, and how an outcome is taken back."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

import msgspec

from pitboss.drivers.round import Round
from pitboss.events import (
    AnySettlement,
    Burned,
    Charged,
    Dealt,
    DeviceStatus,
    Event,
    MeterMoved,
    Moved,
    Refunded,
    Replaced,
    Returned,
    RoundClosed,
    RoundVoided,
    Settlement,
    Shuffled,
    Transferred,
    Wagered,
    Withdrawn,
)
from pitboss.game import RoundStart, When, players_of
from pitboss.house.table.chance import Devices, Dump
from pitboss.house.table.equipment import unsign
from pitboss.house.table.payload import By, Payload, entry, fold
from pitboss.house.table.pledges import new_device, open_seed, reveal_new, round_seed
from pitboss.journal import AUTOMATIC, Actor, ClockChanged, Entry, Report, Step
from pitboss.law import edition_of
from pitboss.money import Cents
from pitboss.procedure import CHANCE, Answer, Draw, Question, Refusal, Refused, Window

if TYPE_CHECKING:
    from pitboss.house.table.table import Table

RESULTS = 20
CARDS = (Shuffled, Burned, Dealt)
# What binds a round, so that it has to be finished: canceling it would undo this in the rules and not in the room.
BINDING = (Charged, Refunded, Settlement, DeviceStatus, Replaced)
# After these an outcome that was entered cannot be taken back.
SETTLED = (Settlement, Charged, Refunded, Transferred, Moved, Wagered, Withdrawn, MeterMoved, RoundVoided, RoundClosed)
entry("step")(Step)
entry("clock", only_recorded=True)(ClockChanged)


@entry("round")
class Began(Payload, frozen=True):
    """A round began, under these rules, with this commitment to the seed of the round (empty where chance is entered).
    ``version`` is that of the rules as they are programmed (``RulesAdopted``), ``edition`` the text of the chapter."""

    start: RoundStart
    submission: str
    version: str
    serial: int = 0
    commitment: str = ""
    edition: str = ""  # a record from before editions were named says nothing


@entry("ended")
class Ended(Payload, frozen=True):
    """The round is over; the seed of the round is opened."""

    round: int
    result: str = ""
    serial: int = 0
    seed: str = ""
    wagered: Cents = 0
    paid: Cents = 0
    void: bool = False


@entry("taken_and_paid")
class TakenAndPaid(Payload, frozen=True):
    """Somebody has taken the losing chips of a round that is over and paid the winning ones."""

    round: int
    by: Actor
    key: str = ""


@entry("unplayed")
class Unplayed(Payload, frozen=True):
    """A round on which nothing was wagered was canceled, so that something else could be done first."""

    round: int
    why: str
    serial: int = 0
    seed: str = ""


@entry("handed_back", only_recorded=True)
class HandedBack(Payload, frozen=True):
    """Why a wager was handed back to the player when betting closed."""

    seat: int
    wager: str
    on: str
    sentence: str
    cite: str
    patron: int = 0


@entry("corrected")
class Corrected(Payload, frozen=True):
    """An outcome that was entered by mistake was taken back before anything was settled on it."""

    round: int
    device: str
    outcome: str
    by: By
    key: str = ""


@entry("previewed", only_recorded=True)
class Previewed(Payload, frozen=True):
    """Someone previewed a report; nothing changed."""

    round: int
    report: Report
    by: By
    key: str = ""


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
        return None if any(isinstance(event, SETTLED) for event in events) else self


class RoundState(msgspec.Struct):
    """What a table knows of the round in progress, or of the last one; it is in no snapshot."""

    round: Round | None = None
    foreign: Began | None = None  # a round that another version of the rules began, and only it can go on with
    bound: bool = False  # whether chips were wagered or paid in such a round
    first: int = 0  # the entry with which the round began
    began: str = ""
    events: list[Event] = []
    settlements: list[Settlement] = []
    settled_round: int = 0
    wagered: Cents = 0
    paid: Cents = 0
    void: bool = False
    corrections: int = 0  # how many outcomes entered in this round were taken back
    reread: int = 0  # how often events were read again, with the face of a card that was turned
    recomputed: int = 0  # outcomes that were recomputed from their seed
    unopened: int = 0  # and those whose seed is not opened yet
    drawn: list[str] = []  # independent outcomes: spins and throws
    house_answers: list[Answer] = []  # of the house, not written yet
    house_events: list[Event] = []
    shoes_before: dict[str, Dump] = {}  # shoes and markers when the round began
    markers_before: tuple[dict[str, str], dict[str, int]] = ({}, {})
    entered: EnteredOutcome | None = None  # what was entered last, while it can be taken back
    closing: bool = False  # the table is to be closed after it
    closes_for: By = AUTOMATIC  # who ordered that

    def begin(self) -> None:
        """Another round: the events of the last one go."""
        self.events, self.wagered, self.paid, self.void, self.drawn = [], 0, 0, False, []
        self.recomputed = self.unopened = self.corrections = 0
        self.entered = None

    @property
    def correctable(self) -> EnteredOutcome | None:
        """The outcome that was entered last, while it can still be taken back."""
        return self.entered if self.round is not None and not self.round.closed else None

    @property
    def has_cards(self) -> bool:
        """Whether this round has cards or tiles, of which some may lie face down."""
        return any(isinstance(event, CARDS) for event in self.events)

    def note(self, question: Question | None, answer: Answer) -> None:
        """Remember an independent outcome (a spin, a throw) for the list of results."""
        if isinstance(question, Draw) and question.independent:
            self.drawn.append(answer.says)

    def read_again(self) -> None:
        """Where a card was turned, or turned back, the events that deal it are read with its face, or without."""
        play = self.round
        if play is not None and play.may_lie_face_down:
            known = len(self.events)
            if self.events != play.known_events[:known]:
                self.events = play.known_events[:known]
                self.reread += 1

    def drop_later(self, new: list[Event]) -> None:
        """A report while a card was to be turned is of the moment before: later announcements are dropped."""
        play = self.round
        if play is not None and play.may_lie_face_down:
            known = len(play.known_events) - len(new)
            if len(self.events) > known:
                del self.events[known:]
                self.reread += 1
            self.read_again()


def correction_point(table: "Table", answer: Answer) -> EnteredOutcome | None:
    """The state to return to, should an outcome that a person enters turn out to be a mistake."""
    play, felt = table.play, table.state.felt
    asked = play.round.pending if play.round is not None else None
    if answer.by != CHANCE or table.state.filing.settings.chance != "entered" or not isinstance(asked, Draw):
        return None
    answers = len(play.round.history) if play.round is not None else 0
    before = len(play.events), len(play.drawn), dict(felt.markers), dict(felt.before)
    return EnteredOutcome(asked.device, answer.says, *before, answers)


def is_bound(table: "Table") -> bool:
    """Whether this round has to be finished: a wager is up, chips have changed hands, or a device or set was exchanged."""
    return bool(table.state.felt.up) or any(isinstance(event, BINDING) for event in table.play.events)


def is_cancelable(table: "Table") -> bool:
    """Whether the round in progress can be canceled: betting is open, and nothing binds it."""
    play = table.play.round
    return play is not None and isinstance(play.pending, Window) and not is_bound(table)


def events_version(table: "Table") -> tuple[int, int, int]:
    """Changes when the events are replaced: with a new round, by a correction that removes some, by a card turned."""
    return table.state.felt.number, table.play.corrections, table.play.reread


def taking_part(table: "Table") -> list[int]:
    """The seats that an irregularity could concern: taken, wagered at, or dealt to in this round."""
    events, seats = table.play.events, table.state.seats
    dealt = {event.to for event in events if isinstance(event, Dealt) and isinstance(event.to, int)}
    wagered = {event.seat for event in events if isinstance(event, Wagered)}
    up = {seat for seat, *_ in table.state.felt.up}
    return sorted(({*seats.players, *seats.boxes} | dealt | wagered | up) - {0})


def next_start(table: "Table") -> RoundStart:
    """What the next round is given when it begins."""
    state, seats = table.state, table.state.seats
    names = {seat: player for seat in seats.players if (player := seats.player(seat))}
    return RoundStart(
        state.felt.number + 1,
        state.standing.relieved,
        seated=tuple(seats.players),
        reopened=state.standing.reopened,
        players=players_of(seats.players, names),
    )


# --- what each kind of entry does


def _before(table: "Table") -> None:
    """Remember shoes and markers as they are before a round."""
    felt = table.state.felt
    table.play.shoes_before = table.state.chance.devices.dump()
    table.play.markers_before = dict(felt.markers), dict(felt.before)


@fold(Began)
def began(table: "Table", made: Began) -> None:
    state, play = table.state, table.play
    if made.version != state.filing.version:
        raise Refused(Refusal.DIVERGED, "The round was played under another version of the rules.", "")
    if made.submission != state.filing.founded.submission:
        raise Refused(Refusal.DIVERGED, "The round was played under a different submission.", "601a.2")
    if made.edition not in ("", (playing := edition_of(table.game.chapter, table.rules).name)):
        words = f"The round was played by edition {made.edition} of Chapter {table.game.chapter}, not by {playing}."
        raise Refused(Refusal.DIVERGED, words, "I-GEN-46")
    if made.start.number != state.felt.number + 1:
        raise Refused(Refusal.DIVERGED, f"Round {made.start.number} does not follow on round {state.felt.number}.", "")
    _before(table)
    play.begin()
    state.felt.number, play.first, play.began = made.start.number, table.journal.sequence + 1, table.now
    state.standing.relieved = state.standing.reopened = False
    state.seats.sales, state.felt.unpaid = {}, []
    unsign(table, When.CLOSING)
    _begin_with_seed(table, made)
    down = state.filing.settings.chance == "entered"
    play.round = Round(table.game, table.rules.in_play, state.felt.state, made.start, may_lie_face_down=down)
    play.house_events = list(play.round.events)
    table.absorb(play.round.events)


def _begin_with_seed(table: "Table", made: Began) -> None:
    """The seed of the round is the one that was committed to before."""
    chance = table.state.chance
    if (made.serial, made.commitment) != chance.pledge:
        raise Refused(Refusal.DIVERGED, "The round has another seed than the one committed to before it.", "")
    chance.pledge = (0, "")
    chance.devices.round = new_device(table, made.serial, made.commitment) if made.serial else None


@fold(Ended)
def ended(table: "Table", made: Ended) -> None:
    play, felt = table.play, table.state.felt
    assert play.round is not None
    assert play.round.closed, "the round is not over"
    felt.state, play.round, table.state.chance.devices.round = play.round.result, None, None
    felt.results = [*felt.results, made.result][-RESULTS:]
    felt.unpaid = _by_hand(table)
    unsign(table, When.CLOSING)  # what is locked and covered at closing is so after the last round, and before no other
    if made.serial:
        open_seed(table, made.serial, made.seed)


def _by_hand(table: "Table") -> list[AnySettlement]:
    """What a dealer in person hands over for the round that ended; nothing where no wager was won or lost."""
    play = table.play
    if not table.state.filing.by_person or play.settled_round != table.state.felt.number:
        return []
    settled = [cast(AnySettlement, event) for event in play.settlements]
    return [] if all(isinstance(event, Returned) for event in settled) else settled


@fold(TakenAndPaid)
def taken_and_paid(table: "Table", made: TakenAndPaid) -> None:
    felt = table.state.felt
    assert felt.unpaid, "nothing is left to take and pay"
    assert made.round == felt.number, "another round is to be taken and paid"
    felt.unpaid = []


@fold(Unplayed)
def unplayed(table: "Table", made: Unplayed) -> None:
    play, chance, standing, felt = table.play, table.state.chance, table.state.standing, table.state.felt
    now, before = chance.devices, play.shoes_before
    same = {name: shoe for name, shoe in before.items() if now.shoes[name].serial == shoe.serial}
    chance.devices = Devices.restore(same, now.seeds())
    for begun in (play.round, play.foreign):
        if begun is not None:
            standing.relieved = standing.relieved or begun.start.new_dealer
            standing.reopened = standing.reopened or begun.start.reopened
    play.round, play.foreign, play.house_events = None, None, []
    felt.markers, felt.before = play.markers_before
    if made.serial:
        open_seed(table, made.serial, made.seed)


@fold(Corrected)
def corrected(table: "Table", made: Corrected) -> None:
    """Put the round back to before the outcome was entered; it moved no chips (``EnteredOutcome``)."""
    play, felt = table.play, table.state.felt
    before = play.entered
    assert play.round is not None
    assert before is not None, "no entered outcome can be taken back"
    asked = play.round.asked
    play.round = play.round.before(before.answers)
    play.round.asked = asked + 1  # the same question, asked again: an answer meant for the first time is stale
    del play.events[before.events :]
    play.read_again()
    felt.markers, felt.before = dict(before.markers), dict(before.before)
    del play.drawn[before.drawn :]
    play.corrections += 1
    play.entered = None


# --- a round that another version of the rules began


def begin_foreign(table: "Table", entry: Entry, made: Began) -> None:
    """A round in progress that another version of the rules began: its steps cannot be replayed here."""
    play = table.play
    play.foreign = made
    _before(table)
    table.state.felt.number, play.first, play.began = made.start.number, entry.sequence, entry.time
    table.state.felt.unpaid = []
    table.state.chance.pledge = (0, "")
    if made.serial:
        table.state.chance.devices.round = new_device(table, made.serial, made.commitment)
    table.pass_over(entry)


def unplay(table: "Table", why: str) -> None:
    """Cancel a round on which nothing was wagered or paid, as if it had not begun; its seeds are opened."""
    if table.play.foreign is None:
        table.flush()
        assert table.play.round is not None
        assert not is_bound(table)
    before, shoes = table.play.shoes_before, dict(table.state.chance.devices.shoes)
    table.enter(Unplayed(table.state.felt.number, why, *round_seed(table)))
    reveal_new(table, before, shoes)
