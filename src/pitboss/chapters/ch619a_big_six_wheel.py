"""Chapter 619a. Big Six Wheel: seven symbols, a wheel of 54 sections and a clapper, no decisions."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar

import msgspec

from pitboss.equipment.wheel import Wheel
from pitboss.events import (
    Announced,
    Event,
    IrregularityReported,
    Noted,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Shown,
)
from pitboss.families.settling import won
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.game import (
    CheckItem,
    Checklist,
    Duty,
    Game,
    IrregularityKind,
    RoundStart,
    Sign,
    StaffQuestion,
    ThingKind,
    signed_by,
)
from pitboss.money import Money, Odds
from pitboss.procedure import (
    DEALER,
    Election,
    Irregularity,
    Option,
    Procedure,
    Refusal,
    Refused,
    ask,
    betting_window,
    draw,
)
from pitboss.roles import Role
from pitboss.submission import Choice, Limits, RulesSubmission, betting_positions
from pitboss.wagers import Book, Posted, Spots, Terms, Wager, WagerKind, collected, returned

# § 619a.1.  Big Six Wheel layout; physical characteristics.

WHEEL = Wheel.of(
    "wheel",
    "joker $1 $2 $1 $5 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1 "
    "flag $2 $5 $2 $1 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1",
)  # 619a.1(a)–(b): 54 sections clockwise
SYMBOLS = ("$1", "$2", "$5", "$10", "$20", "flag", "joker")  # 619a.1(g)(2); flag and joker are two (I-619a-02)

SYMBOL = "symbol"
WAGERS = (WagerKind(SYMBOL, "Symbol Wager", "619a.1(g)(2)", "the symbol at the clapper", pays="619a.3"),)
KINDS = {kind.name: kind for kind in WAGERS}

# § 619a.3.  Payout odds.

FLOORS: Mapping[str, Odds] = {
    symbol: Odds.least(odds)
    for symbol, odds in {
        "$1": "1 to 1",
        "$2": "2 to 1",
        "$5": "5 to 1",
        "$10": "10 to 1",
        "$20": "20 to 1",
        "flag": "45 to 1",
        "joker": "45 to 1",
    }.items()
}  # 619a.3: no less than these (I-619a-01)


class Malfunction(StrEnum):
    """I-619a-05: what a failure of the wheel does to the wagers; the chapter does not say."""

    VOID = "void"
    RESPIN = "respin"


SEATS = 12  # I-619a-07: at most


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Big Six Wheel."""

    floors: ClassVar[Mapping[str, Odds]] = FLOORS

    payouts: Annotated[
        Mapping[str, Odds], Choice("619a.3", "Odds above those of the text, by symbol.", floors="floors")
    ] = msgspec.field(default_factory=dict)
    symbols: Annotated[
        Mapping[str, str],
        Choice("619a.1(c)", "What the sections depict in place of the dollars, the flag or the joker."),
    ] = msgspec.field(default_factory=dict)
    seats: Annotated[int, betting_positions("I-619a-07", SEATS)] = SEATS
    malfunction: Annotated[
        Malfunction, Choice("I-619a-05", "Whether a failure of the wheel returns the wagers or has it spun again.")
    ] = Malfunction.VOID

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return (SYMBOL, *SYMBOLS)

    def check(self) -> None:
        for symbol in self.symbols:
            if symbol not in SYMBOLS:
                names = ", ".join(SYMBOLS)
                raise Refused(
                    Refusal.FORBIDDEN_CHOICE,
                    f"symbols: {symbol!r} is not a symbol of the wheel; expected one of {names}.",
                    "619a.1(c)",
                )
        depicted = [self.label(symbol) for symbol in SYMBOLS]
        if len(set(depicted)) < len(depicted):
            raise Refused(Refusal.FORBIDDEN_CHOICE, "symbols: the seven symbols must all look different.", "619a.1(a)")

    def section(self, symbol: str) -> str:
        """619a.1(d): what a section of the wheel shows, its symbol and the number that it pays."""
        return f"{self.label(symbol)}·{self.odds(symbol).text.removesuffix(' to 1')}"

    def label(self, symbol: str) -> str:
        """619a.1(c), I-619a-06: what the sections show; a theme changes the picture and nothing else."""
        return self.symbols.get(symbol, symbol)

    def odds(self, symbol: str) -> Odds:
        """619a.3: the filed odds, else the floor."""
        return self._odds[symbol]

    @cached_property
    def _odds(self) -> Mapping[str, Odds]:
        return {symbol: self.payouts.get(symbol, floor).never_below(floor) for symbol, floor in FLOORS.items()}

    @cached_property
    def spots(self) -> Spots:
        return {(SYMBOL, symbol): self._terms(symbol) for symbol in SYMBOLS}

    def _terms(self, symbol: str) -> Terms:
        own = self.limits.get(symbol, Limits())
        least, most = own.minimum or self.least(SYMBOL), own.maximum or self.most(SYMBOL)
        terms = self.terms(KINDS[SYMBOL], symbol, odds=(self.odds(symbol),), label=self.label(symbol))
        return msgspec.structs.replace(terms, least=least, most=most)

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, seats=self.seats)


# § 619a.2.  Wagers and rotation of the wheel.

POSTED = Posted(
    seats=SEATS,
    limits="I-619a-05",
    chips="I-619a-05",  # chips only
    closed="619a.2(a)",
    seated="619a.1(g)(2)",
    forms=("", "value_chips"),
)


class Table(msgspec.Struct, frozen=True):
    """The state between rounds: the symbol last spun."""

    last: str = ""


def open_table(rules: Rules) -> Table:
    return Table()


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: wagers, the call, the spin (again while it is not valid), losing wagers collected, winning wagers paid."""
    yield RoundOpened(start.number, cite="619a.2(a)")
    book = Book(rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding)
    last = state.last
    try:
        yield from betting_window(book, "619a.1(g)(2)")
        yield Announced("no more bets", cite="619a.2(a)")  # before the spin, so no wager is made during it (I-GEN-14)
        last = yield from spin(rules)
    except Irregularity as fault:
        yield from void(fault, list(book.wagers()), rules)
    else:
        yield tuple(settlement(list(book.wagers()), last, rules))
    yield RoundClosed(start.number, cite="619a.2(e)")
    return Table(last)


def spin(rules: Rules) -> Procedure[str]:
    """(b)–(d) The symbol at the clapper after a valid spin; a spin that is not valid is repeated, and wagers stand."""
    while True:
        symbol = ""
        try:
            symbol = yield from draw(WHEEL.device, WHEEL.weights, "619a.2(b)", independent=True)
            yield Shown(WHEEL.device, symbol, cite="619a.2(c)")
            yield from ask(VALID_SPIN)
        except Irregularity as fault:
            yield from respin(fault, symbol, rules)
        else:
            return symbol


VALID_SPIN = Election(DEALER, "valid spin", (Option("valid_spin"),), "619a.2(b)", Option("valid_spin"), courtesy=True)
STAFF_QUESTIONS = (StaffQuestion(VALID_SPIN.kind, (Role.DEALER,), VALID_SPIN.cite),)


def settlement(wagers: list[Wager], symbol: str, rules: Rules) -> Iterator[Event]:
    """(c), (e) Collect every losing wager, then pay every winning one, in the order of the layout."""
    for wager in wagers:
        if wager.on != symbol:
            yield collected(wager, cite="619a.2(e)", outcome=symbol)
    for wager in wagers:
        if wager.on == symbol:
            yield won(wager, rules.odds(symbol), rules, cite="619a.3", outcome=symbol)


# --- irregularities: the chapter has no section on them ----------------------------------------------------

IRREGULARITIES = (
    IrregularityKind(
        "clapper_between",
        "Clapper at rest between two sections",
        "619a.2(d)",
        "The spin is void: wagers stand, spin again.",
    ),
    IrregularityKind(
        "under_three_revolutions",
        "Wheel made fewer than three revolutions",
        "619a.2(b)",
        "Not a valid spin: wagers stand, spin again.",
    ),
    IrregularityKind(
        "wheel_malfunction",
        "Wheel malfunctioned",
        "I-619a-05",
        "The round is void and all wagers are returned, unless the house filed that the wheel is spun again.",
    ),
)


def remedies(rules: Rules) -> dict[str, str]:
    """I-619a-05: what was filed for a wheel that fails."""
    again = rules.malfunction is Malfunction.RESPIN
    return {
        "wheel_malfunction": "Wagers stand, spin again." if again else "The round is void and all wagers are returned."
    }


REMEDIES = {kind.name: kind for kind in IRREGULARITIES}


def reported(fault: Irregularity) -> Event:
    kind = REMEDIES[fault.kind]
    return IrregularityReported(kind.name, kind.remedy, cite=kind.cite)


def respin(fault: Irregularity, symbol: str, rules: Rules) -> Procedure[None]:
    """619a.2(b), (d), I-619a-03, -04: the result of the spin is void; the section before it does not count."""
    again = fault.kind in ("clapper_between", "under_three_revolutions")
    if not again and (fault.kind != "wheel_malfunction" or rules.malfunction is Malfunction.VOID):
        raise fault
    yield reported(fault)
    if symbol:
        yield Noted(f"the clapper was at {symbol}; void", cite=REMEDIES[fault.kind].cite)


def void(fault: Irregularity, wagers: list[Wager], rules: Rules) -> Procedure[None]:
    """I-619a-05: after a failure of the wheel every wager goes back."""
    if fault.kind != "wheel_malfunction" or rules.malfunction is Malfunction.RESPIN:
        raise fault
    yield reported(fault)
    yield RoundVoided("wheel malfunction", cite="I-619a-05")
    yield tuple(returned(wager, cite="I-619a-05", outcome="void") for wager in wagers)


# --- paper: layout, signs, inspections ---------------------------------------------------------------------

LEFT, TOP, WIDE, HIGH = 780, 130, 250, 140
TINTS = {"$1": "black", "$2": "red", "$5": "green", "$20": "red", "joker": "green"}
CITES = {"flag": "619a.1(g)(2)(ii)", "joker": "619a.1(g)(2)(iii)"}


def felt(rules: Rules) -> Felt:
    """619a.1(b), (g): the wheel, and an area with its odds for each of the seven symbols, the two rarest on top."""
    return Felt(
        LEFT + 2 * WIDE + 30,
        760,
        "Big Six Wheel",
        tuple(_area(symbol, rules) for symbol in SYMBOLS),
        (
            Place(
                "wheel",
                WHEEL.device,
                Box(20, 20, 720, 720, 360),
                order=WHEEL.order,
                labels=tuple(rules.section(symbol) for symbol in WHEEL.order),
            ),
        ),
        (Inscription(LEFT + WIDE, 76, headed(rules, "Big Six Wheel"), "619a.1(g)(1)", 24),),
    )


def _area(symbol: str, rules: Rules) -> Area:
    """619a.1(g)(2)–(3): the symbol as on the wheel, and what it pays."""
    row, column = {"joker": (0, 0), "flag": (0, 1), "$20": (1, 0), "$10": (1, 1), "$5": (2, 0), "$2": (2, 1)}.get(
        symbol, (3, 0)
    )
    box = Box(LEFT + column * WIDE, TOP + row * HIGH, WIDE if row < 3 else 2 * WIDE, HIGH, 12)
    label, odds = rules.label(symbol), rules.odds(symbol)
    return Area(
        SYMBOL,
        symbol,
        box,
        f"{label.upper()}\n{odds}",
        cite=CITES.get(symbol, "619a.1(g)(2)(i)"),
        tint=TINTS.get(symbol, ""),
        name=f"{label}, pays {odds}",
    )


def signs(rules: Rules) -> tuple[Sign, ...]:
    """619a.1(g)(3): the odds are printed on the layout, and on this sign for players far from it."""
    odds = ", ".join(f"{rules.label(symbol)} {rules.odds(symbol)}" for symbol in SYMBOLS)
    return (Sign("619a.1(g)(3)", f"Payout odds: {odds}."),)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """619a.1: what the wheel must be; the chapter asks for no other inspection."""
    counts = ", ".join(f"{count} {rules.label(symbol)}" for symbol, count in WHEEL.weights.items())
    shown = ", ".join(rules.section(symbol) for symbol in SYMBOLS)
    items = [
        CheckItem(
            "619a.1(a)",
            f"The wheel is round, at least 5 feet across, its rim in 54 equal sections under glass: {counts}.",
        ),
        CheckItem("619a.1(b)", "The sections stand clockwise in the order of the drawing."),
        CheckItem("619a.1(d)", f"Each section also shows what it pays: {shown}."),
        CheckItem("619a.1(e)", "The clapper comes to rest in one section and singles it out."),
        CheckItem(
            "619a.1(f)", "Drop box and tip box are on the dealer's side, to the dealer's right and left, as approved."
        ),
    ]
    if rules.symbols:
        items.append(CheckItem("619a.1(c)", "The symbols on the wheel are those that were approved beforehand."))
    return (Checklist("equipment", "Wheel and table", "619a.1(a)", signed_by(), tuple(items)),)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """619a.1(a), (c): one wheel with its clapper; themed symbols on it want approval."""
    return (ThingKind("wheel", "Big Six Wheel", "619a.1(a)", approval="619a.1(c)" if rules.symbols else ""),)


def duties(rules: Rules) -> tuple[Duty, ...]:
    """The chapter sets no clock."""
    return ()


def example() -> Rules:
    return Rules(minimum=Money(100), maximum=Money(10_000))


GAME = Game(
    name="big-six-wheel",
    title="Big Six Wheel",
    chapter="619a",
    equipment="a wheel of 54 sections and its clapper",
    about="Wager on the symbol where the clapper will rest.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    remedies=remedies,
    state=Table,
    closed="619a.2(a)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    things=things,
    staff_questions=STAFF_QUESTIONS,
)
