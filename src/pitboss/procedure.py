"""The kernel: a round of play is a generator that asks Questions, tells Events and is resumed with Answers.

Rules of this room:

1. No clock, entropy, I/O, global state or iteration over sets. Chance is asked for.
2. Ask only through ``ask``, ``ask_each``, ``draw`` and ``betting_window``; each Question lists every lawful
   answer and its citation. What a patron can afford is the house's refusal, not the chapter's.
3. A procedure changes only what it created this round and returns the next state. Money moves only by Events.
4. Wagers enter one at a time through an open window, each accepted or refused at once with a cited reason.
5. An irregularity is thrown into the procedure and handled as the chapter's Irregularities section says.
   What the chapter does not handle where it stands goes through it unhandled, and is refused.
6. No ``async``: a generator can be driven by anything.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol, TypeVar

import msgspec

from pitboss.events import CENTS, Elected, Event
from pitboss.money import Cents, dollars

Who = int | str
CHANCE, DEALER, FLOOR, SYSTEM, EVERYONE = "chance", "dealer", "floor", "system", "everyone"
NO_MORE_BETS = "no_more_bets"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What someone said: a wager tendered, an election, a card, a throw. One flat shape for all of them.

    An election whose ``amount`` is 0 states none: it takes the amount its option has by itself, if it has one.
    """

    by: Who
    says: str
    wager: str = ""
    on: str = ""
    amount: Cents = 0
    cards: tuple[str, ...] = ()
    hand: int = 0
    form: str = ""
    player: str = ""
    absent: bool = False


# --- refusals ----------------------------------------------------------------------------------------------


class Refusal(StrEnum):
    """Every way of saying no, in order of precedence: a bad answer gets exactly one of them."""

    MALFORMED = "malformed"
    UNKNOWN_TABLE = "unknown_table"
    WRONG_ROLE = "wrong_role"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    BETTING_CLOSED = "betting_closed"
    NO_SUCH_SEAT = "no_such_seat"
    UNKNOWN_WAGER = "unknown_wager"
    NOT_OFFERED = "not_offered"
    NO_SUCH_SPOT = "no_such_spot"
    FORM_NOT_ACCEPTED = "form_not_accepted"
    NOT_A_UNIT = "not_a_unit"
    BELOW_MINIMUM = "below_minimum"
    ABOVE_MAXIMUM = "above_maximum"
    NOT_EQUAL = "not_equal"
    NOT_PAYABLE = "not_payable"
    WAGER_REQUIRED = "wager_required"
    ONE_POSITION = "one_position"
    NOT_THERE = "not_there"
    LOCKED = "locked"
    NOT_LAWFUL = "not_lawful"
    IMPOSSIBLE = "impossible"
    CANNOT_HAPPEN = "cannot_happen"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    FORBIDDEN_CHOICE = "forbidden_choice"
    UNKNOWN_CHOICE = "unknown_choice"
    CHANCE_EXHAUSTED = "chance_exhausted"
    UNUSED = "unused"
    CORRUPT = "corrupt"
    DIVERGED = "diverged"
    TABLE_CLOSED = "table_closed"


class Refused(Exception):
    """A cited no. ``sentence`` is for people; ``why`` is for programs."""

    def __init__(self, why: Refusal, sentence: str, cite: str) -> None:
        super().__init__(f"{sentence} [{cite}]" if cite else sentence)
        self.why, self.sentence, self.cite = why, sentence, cite


class Irregularity(Exception):
    """Thrown into a procedure: what went wrong, to whom. ``facts`` holds what else was reported."""

    def __init__(self, kind: str, seat: int = 0, /, **facts: object) -> None:
        super().__init__(kind)
        self.kind, self.seat, self.facts = kind, seat, facts
        self.answered: frozenset[Who] = frozenset()  # who of those asked together has answered already


# --- questions ---------------------------------------------------------------------------------------------


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One lawful answer, or a range of amounts of it (``most`` > 0), in a ``unit`` of its own.

    ``usual`` is the amount meant by who states none; where it is 0, one has to be stated.
    """

    says: str
    on: str = ""
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1
    cards: tuple[str, ...] = ()
    wager: str = ""
    unit: str = CENTS
    usual: Cents = 0

    def admits(self, answer: Answer) -> bool:
        """Whether this is what was said, amount and all."""
        return self.taken(answer) is not None

    def taken(self, answer: Answer) -> Answer | None:
        """The answer, with the usual amount where it states none; None where it is not this option."""
        if answer.says != self.says or answer.on != self.on or answer.wager != self.wager:
            return None
        if answer.cards != self.cards and sorted(answer.cards) != sorted(self.cards):
            return None
        amount = answer.amount
        if not self.most:
            return answer if amount == 0 else None
        if not amount and self.usual:
            return msgspec.structs.replace(answer, amount=self.usual)
        if self.least <= amount <= self.most and (amount - self.least) % self.step == 0:
            return answer
        return None

    def answer(self, by: Who, amount: Cents | None = None) -> Answer:
        """This option as an answer, with its usual amount, or else the least, unless one is named."""
        stated = (self.usual or self.least) if amount is None else amount
        return Answer(by, self.says, self.wager, self.on, stated, self.cards)

    def __str__(self) -> str:
        words = [self.says, self.wager, self.on, *self.cards]
        return " ".join(word for word in words if word)


def costing(says: str, amount: Cents) -> Option:
    """An option that costs exactly this: a raise, a second wager equal to the first."""
    return Option(says, least=amount, most=amount, usual=amount)


def up_to(says: str, most: Cents, step: Cents) -> Option:
    """An option that costs as much as is allowed, unless less is stated."""
    return Option(says, least=step, most=most, step=step, usual=most)


class Election(msgspec.Struct, frozen=True):
    """A question to one seat, the dealer, the floor or the system. ``default`` is given for the absent.

    A ``courtesy`` (a cut, a confirmation) may be passed over by one who plays a script: its default stands unless taken
    up. At a table whoever is there is asked, for a moment; one that ``waits`` (a surrender) is asked like any other.
    """

    to: Who
    kind: str
    options: tuple[Option, ...]
    cite: str
    default: Option | None = None
    hand: int = 0
    courtesy: bool = False
    waits: bool = False

    def check(self, answer: Answer) -> Answer:
        """The answer as it is taken, its amount stated; raise unless it is lawful here."""
        if answer.by != self.to:
            raise Refused(
                Refusal.NOT_YOUR_TURN,
                f"The question is to {name(self.to)}, not to {name(answer.by)}.",
                self.cite,
            )
        for option in self.options:
            taken = option.taken(answer)
            if taken is not None:
                return taken
        raise self.not_open(answer)

    def unit_of(self, answer: Answer) -> str:
        """What the amount of an answer is."""
        return next((option.unit for option in self.options if answer.amount and option.says == answer.says), CENTS)

    def check_nothing(self, answer: Answer) -> None:
        """Raise when an amount of nothing was stated for what costs something: it is not the same as stating none."""
        if not any(option.admits(answer) and not option.usual for option in self.options):
            raise self.not_open(answer)

    def not_open(self, answer: Answer) -> Refused:
        """The refusal of what is not lawful here, with what is."""
        same = [option for option in self.options if option.says == answer.says and option.most]
        if same:
            return Refused(Refusal.NOT_LAWFUL, f"{answer.says!r} takes {_range(same[0])} here.", self.cite)
        allowed = ", ".join(dict.fromkeys(str(option) for option in self.options[:12]))
        return Refused(Refusal.NOT_LAWFUL, f"{answer.says!r} is not open here; lawful: {allowed}.", self.cite)

    def lawful(self) -> Iterator[Answer]:
        """Every lawful answer; of a range of amounts its two ends."""
        for option in self.options:
            yield option.answer(self.to, option.least)
            if option.most > option.least:
                yield option.answer(self.to, option.least + (option.most - option.least) // option.step * option.step)


def _range(option: Option) -> str:
    """``$5.00``, ``$5.00 to $20.00 in steps of $5.00``, ``26 to 286``: the amounts of an option, for people."""

    def say(amount: int) -> str:
        return f"${dollars(amount)}" if option.unit == CENTS else str(amount)

    if option.least == option.most:
        return say(option.most)
    steps = f" in steps of {say(option.step)}" if option.step > 1 else ""
    return f"{say(option.least)} to {say(option.most)}{steps}"


class Draw(msgspec.Struct, frozen=True):
    """A question to chance: every outcome with its exact weight.

    ``weights`` of a shoe is what remains in it, a live view. ``independent`` draws (wheel, dice, continuous
    shuffler) do not depend on an order fixed by an earlier shuffle.
    """

    device: str
    weights: Mapping[str, int]
    cite: str
    independent: bool = False

    @property
    def to(self) -> Who:
        return CHANCE

    def check(self, answer: Answer) -> Answer:
        if answer.by != CHANCE:
            raise Refused(Refusal.NOT_YOUR_TURN, f"The {self.device} decides now, not {name(answer.by)}.", self.cite)
        if self.weights.get(answer.says, 0) <= 0:
            raise Refused(Refusal.IMPOSSIBLE, f"The {self.device} cannot show {answer.says!r} now.", self.cite)
        return answer

    def lawful(self) -> Iterator[Answer]:
        return (Answer(CHANCE, outcome) for outcome, weight in self.weights.items() if weight)


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing a seat may do while betting is open: tender a wager, or act on one that is up."""

    says: str
    wager: str = ""
    on: str = ""
    least: Cents = 0
    most: Cents | None = 0
    step: Cents = 1
    cite: str = ""


class WagerStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a wager that is up stands, where there is something to tell: ``works`` False, the next outcome does not
    count for it; ``locked``, its player may not take it down; ``called``, he called it on or off; ``lies``, the place of
    the felt to which its chips were brought."""

    seat: int
    wager: str
    on: str = ""
    hand: int = 0
    works: bool = True
    locked: bool = False
    called: bool = False
    note: str = ""
    cite: str = ""
    lies: str = ""


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is with what goes from hand to hand: the dice."""

    seat: int
    words: str
    cite: str


class LayoutStatus(msgspec.Struct, frozen=True):
    """How the wagers on the layout stand, and whose turn it is, if it is anyone's. A wager not listed works and is
    free to be taken down while betting is open."""

    wagers: tuple[WagerStatus, ...] = ()
    turn: Turn | None = None


class Menu(Protocol):
    """What an open window offers, takes and refuses: the chapter's betting book.

    ``acts`` are the words, besides a wager, that a seat may say while it is open. ``check`` refuses what may not
    be said; ``take`` refuses in the same way, or does it and tells what was done.
    """

    @property
    def acts(self) -> frozenset[str]: ...

    def check(self, answer: Answer) -> None: ...

    def take(self, answer: Answer) -> Sequence[Event]: ...

    def offers(self, seat: int, player: str = "") -> tuple[Offer, ...]: ...

    def standings(self) -> LayoutStatus: ...


class Window(msgspec.Struct, frozen=True):
    """Betting is open: anyone seated may act, and the dealer may close it."""

    menu: Menu
    cite: str
    kind: str = "wagers"

    @property
    def to(self) -> Who:
        return EVERYONE

    def check(self, answer: Answer) -> Answer:
        if answer.says == NO_MORE_BETS and answer.by != DEALER:
            raise Refused(Refusal.WRONG_ROLE, "Only the dealer announces no more bets.", self.cite)
        self.menu.check(answer)
        return answer


class Each(msgspec.Struct, frozen=True):
    """Questions put to several seats at once; answered in any order, handed over in the order asked."""

    elections: tuple[Election, ...]

    @property
    def to(self) -> Who:
        return EVERYONE

    @property
    def cite(self) -> str:
        return self.elections[0].cite


Question = Election | Draw | Window | Each
Reply = Answer | dict[Who, Answer] | None
T = TypeVar("T")
Told = Event | tuple[Event, ...]  # one fact, or several that follow at once
Procedure = Generator[Question | Told, Reply, T]


def name(who: Who) -> str:
    """``seat 3`` or ``the dealer``, who wagers from seat 0."""
    return f"seat {who}" if isinstance(who, int) and who else f"the {who or DEALER}"


# --- asking ------------------------------------------------------------------------------------------------


def ask(election: Election) -> Procedure[Answer]:
    """Ask one; the choice is told as an ``Elected`` event."""
    reply: Any = yield election
    answer: Answer = reply
    yield elected(answer, election)
    return answer


def ask_each(elections: Sequence[Election], *, secret: bool = False) -> Procedure[dict[Who, Answer]]:
    """Ask several at once; the choices are told in the order asked, whatever the order of answering."""
    if not elections:
        return {}
    answers = yield Each(tuple(elections))
    assert isinstance(answers, dict)
    for election in elections:
        yield elected(answers[election.to], election, secret=secret)
    return answers


def elected(answer: Answer, election: Election, *, secret: bool = False) -> Elected:
    """The event that tells a choice; secret cards are seen by the one who chose."""
    return Elected(
        answer.by,
        answer.says,
        answer.on,
        answer.amount,
        answer.cards,
        election.hand,
        answer.absent,
        election.unit_of(answer),
        cite=election.cite,
        seen_by=(answer.by,) if secret else None,
    )


def draw(device: str, weights: Mapping[str, int], cite: str, *, independent: bool = False) -> Procedure[str]:
    """Ask chance."""
    answer: Any = yield Draw(device, weights, cite, independent)
    says: str = answer.says
    return says


def betting_window(menu: Menu, cite: str) -> Procedure[None]:
    """Take wagers one at a time until the dealer announces no more bets.

    The procedure rests while the window is open: whoever drives the round has the menu check, accept and tell
    each wager, and resumes the procedure when betting closes.
    """
    yield Window(menu, cite)
