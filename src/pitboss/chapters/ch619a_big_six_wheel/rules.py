"""§§ 619a.1, 619a.3: the wheel, what may be wagered, what it pays, and what is filed."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar

import msgspec

from pitboss.equipment.wheel import Wheel
from pitboss.money import Odds
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, Limits, RulesSubmission, betting_positions
from pitboss.wagers import Posted, Spots, Terms, WagerKind

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

POSTED = Posted(
    seats=SEATS,
    limits="I-619a-05",
    chips="I-619a-05",  # chips only
    closed="619a.2(a)",
    seated="619a.1(g)(2)",
    forms=("", "value_chips"),
)


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
