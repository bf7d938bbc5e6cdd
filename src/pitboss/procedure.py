"""The kernel: a round of play is a generator that yields Questions and Events and is resumed with Answers.

Rules of this room:

1. No clock, entropy, I/O, global state or iteration over sets. Chance is asked for.
2. Ask only through ``ask``, ``ask_each``, ``draw`` and ``betting_window``; each Question lists every lawful
   answer and its citation. What a patron can afford is the house's refusal, not the chapter's.
3. A procedure changes only what it created this round and returns the next state. Money moves only by Events.
4. Wagers enter one at a time through an open window, each accepted or refused at once with a cited reason.
5. An irregularity is thrown into the procedure and handled as the chapter's Irregularities section says.
   One that the chapter does not handle at that point comes back out of the generator, and the report is refused.
6. No ``async``: a generator can be driven by anything.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import msgspec

from pitboss.events import CENTS, COUNT, Attested, Elected, Event, Unit
from pitboss.money import Cents, dollars

Who = int | str
CHANCE, DEALER, FLOOR, SYSTEM, EVERYONE = "chance", "dealer", "floor", "system", "everyone"
NO_MORE_BETS = "no_more_bets"
MOST_LISTED, EXAMPLES = 40, 6  # outcomes that a refusal lists, all of them or the first few


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a person or chance answered: a wager tendered, an election, a card, a throw. One flat shape for all.

    An election whose ``amount`` is 0 states no amount: it takes the usual amount of its option, if there is one.
    ``player`` is who answers from a seat, where that is not the seat's own player, whose name is the seat's number.
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
    automatic: bool = False  # given by the software that deals the table, for its dealer or floor


# --- refusals ----------------------------------------------------------------------------------------------


class Refusal(StrEnum):
    """Every reason for a refusal. Those for answers are in order of precedence: a bad answer gets exactly one."""

    MALFORMED = "malformed"
    WIRE_VERSION = "wire_version"
    UNKNOWN_TABLE = "unknown_table"
    NOT_FOUND = "not_found"
    NOT_SIGNED_IN = "not_signed_in"
    FORBIDDEN_ORIGIN = "forbidden_origin"
    WRONG_ROLE = "wrong_role"
    WRONG_MODE = "wrong_mode"
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
    NEEDS_PACKAGE = "needs_package"
    UNAVAILABLE = "unavailable"


class Refused(Exception):
    """A refusal with its citation: ``sentence`` is for people, ``why`` for programs."""

    def __init__(self, why: Refusal, sentence: str, cite: str) -> None:
        super().__init__(f"{sentence} [{cite}]" if cite else sentence)
        self.why, self.sentence, self.cite = why, sentence, cite

    @property
    def code(self) -> str:
        """The reason as messages and reports name it."""
        return self.why.value

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is: a worker in another process refuses whole, too, however a kind of refusal is made."""
        return _refused_again, (type(self), self.args, self.__dict__)


def _refused_again(kind: type[Refused], args: tuple[object, ...], held: dict[str, object]) -> Refused:
    made = kind.__new__(kind, *args)
    made.__dict__.update(held)
    return made


class Irregularity(Exception):
    """Thrown into a procedure: what went wrong, to whom. ``facts`` holds what else was reported."""

    def __init__(self, kind: str, seat: int = 0, /, **facts: object) -> None:
        super().__init__(kind)
        self.kind, self.seat, self.facts = kind, seat, facts
        self.by: Who = ""  # who reported it, where that is known
        self.player = str(seat)  # whom it concerns, where it concerns a seat
        self.answered: frozenset[Who] = frozenset()  # of those who were asked together, the ones who have answered
        self.physical = False  # a person deals: what is in the shoe may differ from what the books say (I-GEN-45)


# --- questions ---------------------------------------------------------------------------------------------


class Price(msgspec.Struct, frozen=True):
    """What an answer would take out of a player's rack, and by which provision."""

    amount: Cents
    cite: str


FREE = Price(0, "")


class GivenUp(msgspec.Struct, frozen=True, omit_defaults=True):
    """What forfeiting a hand loses; ``otherwise``, where that is not 0, if what ``when`` says turns out to be so."""

    loses: Cents
    otherwise: Cents = 0
    when: str = ""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One lawful answer, or a range of amounts of it (``most`` > 0), in a ``unit`` of its own.

    ``usual`` is the amount of an answer that states none; where it is 0, an amount has to be stated.
    """

    says: str
    on: str = ""
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1
    cards: tuple[str, ...] = ()
    wager: str = ""
    unit: Unit = CENTS
    usual: Cents = 0
    extra: Price = FREE  # what it takes besides its amount: the cover of a bank, less the wager that it replaces
    gives_up: GivenUp | None = None  # what is lost by it, where it forfeits a hand

    def admits(self, answer: Answer) -> bool:
        """Whether the answer is this option, its amount included."""
        return self.taken(answer) is not None

    def taken(self, answer: Answer) -> Answer | None:
        """The answer, with the usual amount where it states none; None where it is not this option."""
        if answer.says != self.says or answer.on != self.on or answer.wager != self.wager:
            return None
        cards = answer.cards
        if cards != self.cards and not _same_cards(cards, self.cards):
            return None
        amount = answer.amount
        if not self.most:
            return answer if amount == 0 else None
        if not amount and self.usual:
            return msgspec.structs.replace(answer, amount=self.usual)
        if self.least <= amount <= self.most and (amount - self.least) % self.step == 0:
            return answer
        return None

    def price(self, amount: Cents, cite: str) -> Price:
        """What it costs with this amount; ``cite`` is the provision to name where ``extra`` names none."""
        if self.unit != CENTS:
            return FREE
        return Price(max(0, amount + self.extra.amount), self.extra.cite or cite)

    def answer(self, by: Who, amount: Cents | None = None) -> Answer:
        """This option as an answer, with its usual amount, or else the least, unless one is named."""
        stated = (self.usual or self.least) if amount is None else amount
        return Answer(by, self.says, self.wager, self.on, stated, self.cards)

    def __str__(self) -> str:
        words = [self.says, self.wager, self.on, *self.cards]
        return " ".join(word for word in words if word)


@lru_cache(maxsize=1024)
def costing(says: str, amount: Cents) -> Option:
    """An option that costs exactly this: a raise, a second wager equal to the first."""
    return Option(says, least=amount, most=amount, usual=amount)


@lru_cache(maxsize=1024)
def up_to(says: str, most: Cents, step: Cents) -> Option:
    """An option that costs as much as is allowed, unless less is stated."""
    return Option(says, least=step, most=most, step=step, usual=most)


class Election(msgspec.Struct, frozen=True):
    """A question to one seat, the dealer, the floor or the system. ``default`` is given for the absent.

    A ``courtesy`` (a cut, a confirmation) takes its default when a script has no answer for it. At a live table a person
    is asked, but only for a few seconds; a courtesy that ``waits`` (a surrender) is given the full time. ``player`` is who
    is asked, where that is a right of one person and not of whoever sits there by now.
    """

    to: Who
    kind: str
    options: tuple[Option, ...]
    cite: str
    default: Option | None = None
    hand: int = 0
    courtesy: bool = False
    waits: bool = False
    player: str = ""

    def check(self, answer: Answer) -> Answer:
        """The answer with its amount filled in; raise unless it is lawful."""
        if self.player and answer.player and answer.player != self.player:
            words = f"The question is to the player who was at {name(self.to)}, not to who is there now."
            raise Refused(Refusal.NOT_YOUR_TURN, words, self.cite)
        if answer.by != self.to:
            raise Refused(
                Refusal.NOT_YOUR_TURN,
                f"The question is to {name(self.to)}, not to {name(answer.by)}.",
                self.cite,
            )
        says = answer.says
        for option in self.options:
            if option.says == says:
                taken = option.taken(answer)
                if taken is not None:
                    return taken
        raise self.unlawful(answer)

    def price(self, answer: Answer) -> Price:
        """What an answer would take out of the player's rack; nothing for an answer that is not lawful."""
        for option in self.options if answer.by == self.to and isinstance(self.to, int) else ():
            taken = option.taken(answer)
            if taken is not None:
                return option.price(taken.amount, self.cite)
        return FREE

    def unit_of(self, answer: Answer) -> Unit:
        """What the amount of an answer is."""
        if not answer.amount:
            return CENTS
        return next((option.unit for option in self.options if option.says == answer.says), CENTS)

    def check_nothing(self, answer: Answer) -> None:
        """Raise when an amount of 0 was stated for something that costs money; stating no amount would be lawful."""
        if not any(option.admits(answer) and not option.usual for option in self.options):
            raise self.unlawful(answer)

    def unlawful(self, answer: Answer) -> Refused:
        """The refusal of an unlawful answer; it lists the lawful ones."""
        same = [option for option in self.options if option.says == answer.says]
        if costly := [option for option in same if option.most]:
            return Refused(_amiss(answer.amount, costly[0]), f"{answer.says!r} takes {_range(costly[0])}.", self.cite)
        if same and answer.amount:
            return Refused(Refusal.NOT_LAWFUL, f"{answer.says!r} takes no amount.", self.cite)
        allowed = ", ".join(dict.fromkeys(str(option) for option in self.options[:12]))
        return Refused(Refusal.NOT_LAWFUL, f"{answer.says!r} is not possible now; choose one of: {allowed}.", self.cite)

    def lawful(self) -> Iterator[Answer]:
        """Every lawful answer; of a range of amounts its two ends."""
        for option in self.options:
            yield option.answer(self.to, option.least)
            if option.most > option.least:
                yield option.answer(self.to, option.least + (option.most - option.least) // option.step * option.step)


def _same_cards(these: tuple[str, ...], those: tuple[str, ...]) -> bool:
    """Whether they are the same cards, in whatever order."""
    if len(these) != len(those):
        return False
    for card in these:  # most hands differ in the first or second card
        if card not in those:
            return False
    return sorted(these) == sorted(those)


def _amiss(amount: Cents, option: Option) -> Refusal:
    """Why a stated amount is none that an option takes (I-GEN-36)."""
    if option.unit != CENTS:
        return Refusal.NOT_LAWFUL
    if option.least == option.most:
        return Refusal.NOT_EQUAL
    if amount < option.least:
        return Refusal.BELOW_MINIMUM
    return Refusal.ABOVE_MAXIMUM if amount > option.most else Refusal.NOT_A_UNIT


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
    shuffler) do not depend on an order fixed by an earlier shuffle. What has a ``face`` (a card, a tile) may be dealt face
    down at a table with physical cards (``pitboss.faces``); ``place`` names one that is turned now, ``tells`` one about
    which something is told without its being turned.
    """

    device: str
    weights: Mapping[str, int]
    cite: str
    independent: bool = False
    face: bool = False
    place: str = ""
    tells: str = ""

    @property
    def to(self) -> Who:
        return CHANCE

    def check(self, answer: Answer) -> Answer:
        if answer.by != CHANCE:
            raise Refused(Refusal.NOT_YOUR_TURN, f"The {self.device} decides now, not {name(answer.by)}.", self.cite)
        if self.weights.get(answer.says, 0) <= 0:
            words = f"The {self.device} cannot show {answer.says!r} now; it shows {self._possible()}."
            raise Refused(Refusal.IMPOSSIBLE, words, self.cite)
        if self.place and answer.on != self.place:
            return msgspec.structs.replace(answer, on=self.place)
        return answer

    def _possible(self) -> str:
        """Some of what it may show, as the end of a refusal."""
        names = [outcome for outcome, weight in self.weights.items() if weight > 0]
        if len(names) > MOST_LISTED:
            return f"one of {len(names)} outcomes, such as {', '.join(names[:EXAMPLES])}"
        return f"one of {', '.join(names)}" if names else "nothing any more"

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
    """What is special about a wager that is up: ``works`` False, the next outcome does not count for it; ``locked``, its
    player may not take it down; ``called``, they called it on or off; ``lies``, the place of the felt to which its chips
    were moved."""

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
    """Whose turn it is, in a game with a device that goes from player to player: the dice."""

    seat: int
    words: str
    cite: str


class LayoutStatus(msgspec.Struct, frozen=True):
    """The status of the wagers on the layout, and whose turn it is, if anyone's. A wager that is not listed works and may
    be taken down while betting is open."""

    wagers: tuple[WagerStatus, ...] = ()
    turn: Turn | None = None


class Menu(Protocol):
    """What an open window offers, takes and refuses: the chapter's betting book.

    ``acts`` are the answers, besides a wager, that a seat may give while it is open. ``check`` raises what ``take`` would
    raise and changes nothing; ``price`` is what an answer would cost, lawful or not; ``take`` accepts an answer and
    returns the events that follow; ``status`` describes the wagers that are up. ``notes_leaving``: the house says when a
    player leaves or is moved, because of something that they said in this window.
    """

    @property
    def acts(self) -> frozenset[str]: ...

    @property
    def notes_leaving(self) -> bool: ...

    def check(self, answer: Answer) -> None: ...

    def price(self, answer: Answer) -> Price: ...

    def take(self, answer: Answer) -> Sequence[Event]: ...

    def offers(self, seat: int, player: str = "") -> tuple[Offer, ...]: ...

    def offers_hang_on(self) -> object:
        """What, beside a player's own wagers and anybody's acts, offers depend on: where it is equal, they are."""

    def status(self) -> LayoutStatus: ...


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
EventBatch = Event | tuple[Event, ...]  # what a procedure may yield besides a question
Procedure = Generator[Question | EventBatch, Reply, T]


def name(who: Who) -> str:
    """``seat 3``, or ``the dealer`` for the role and for seat 0, from which a dealer wagers."""
    return f"seat {who}" if isinstance(who, int) and who else f"the {who or DEALER}"


# --- asking ------------------------------------------------------------------------------------------------


def ask(election: Election) -> Procedure[Answer]:
    """Ask one seat or role; the choice follows as an ``Elected`` event."""
    reply: Any = yield election
    answer: Answer = reply
    yield elected(answer, election)
    return answer


def ask_each(elections: Sequence[Election], *, secret: bool = False) -> Procedure[dict[Who, Answer]]:
    """Ask several at once; the ``Elected`` events follow in the order asked, whatever the order of answering."""
    if not elections:
        return {}
    answers = yield Each(tuple(elections))
    assert isinstance(answers, dict)
    for election in elections:
        yield elected(answers[election.to], election, secret=secret)
    return answers


def elected(answer: Answer, election: Election, *, secret: bool = False) -> Elected:
    """The event of a choice; where it is secret, only the one who chose sees the cards."""
    return Elected(
        answer.by,
        answer.says,
        answer.on,
        answer.amount,
        answer.cards,
        election.hand,
        answer.absent,
        election.unit_of(answer),
        answer.automatic,
        cite=election.cite,
        seen_by=(answer.by,) if secret else None,
    )


def attest(to: Who, what: str, cite: str, *, kind: str, says: str = "done", seat: int = 0) -> Procedure[None]:
    """Ask someone to say that they did what the text has them do; what they say is recorded, and nothing else (I-GEN-39).

    ``what`` is in the past tense, without its subject: "counted the stub"; ``kind`` names the question.
    """
    done = Option(says)
    answer: Any = yield Election(to, kind, (done,), cite, done, courtesy=True)
    yield Attested(answer.by, what, seat, automatic=answer.automatic, cite=cite)


def count(
    to: Who, what: str, cite: str, *, kind: str, expected: int, most: int, says: str = "counted"
) -> Procedure[int]:
    """Ask someone to count, and record what they counted; what follows where it is not as ``expected`` is the chapter's."""
    asked = Option(says, least=1, most=most, unit=COUNT, usual=expected)
    usual = Option(says, least=expected, most=expected, unit=COUNT, usual=expected)
    answer: Any = yield Election(to, kind, (asked,), cite, usual, courtesy=True)
    found: int = answer.amount
    yield Attested(answer.by, what, 0, found, answer.automatic, cite=cite)
    return found


def draw(device: str, weights: Mapping[str, int], cite: str, *, independent: bool = False) -> Procedure[str]:
    """Ask chance for an outcome."""
    answer: Any = yield Draw(device, weights, cite, independent)
    says: str = answer.says
    return says


def betting_window(menu: Menu, cite: str) -> Procedure[None]:
    """Take wagers one at a time until the dealer announces no more bets.

    The procedure is not resumed while the window is open: the driver of the round hands each answer to the menu, and
    resumes the procedure when betting closes.
    """
    yield Window(menu, cite)
