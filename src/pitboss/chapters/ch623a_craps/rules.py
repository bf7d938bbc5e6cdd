"""What a certificate holder files for Craps and Mini-Craps, and what follows from it for every wager and throw."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar

import msgspec

from pitboss.chapters.ch623a_craps.wagers import (
    ANY_SEVEN,
    BACKS,
    BOXES,
    BUY,
    BY_NUMBER,
    COME,
    COME_ODDS,
    DONT_COME,
    DONT_PASS,
    EVEN,
    FIRE,
    FIRE_PAYTABLES,
    HARDWAY,
    HORN,
    HORN_HIGH,
    KINDS,
    LAY,
    LINE,
    NUMBERS,
    OFF_ON_COME_OUT,
    ON_NUMBERS,
    ONE_ROLL,
    PASS,
    PLACE,
    PLACE_TO_LOSE,
    STAYS_UP,
    UNITS,
    WAGERS,
    WHIRL,
    Faces,
    Spot,
    Verdict,
    faces,
    verdict,
)
from pitboss.events import Paid, Returned
from pitboss.money import Cents, Odds, Vigorish, least_win
from pitboss.procedure import Offer, Refusal, Refused
from pitboss.submission import CHIP_STEP, ROUNDING, Choice, RulesSubmission, betting_positions
from pitboss.wagers import CASH, WAGER, Charge, Paytable, Posted, Spots, Terms, WagerKind

DOLLAR = 100
NO_MAXIMUM = 10**15
FIRE_MOST = 5 * DOLLAR  # 623a.11(b)(1)
MOST_VIGORISH = Vigorish(5)  # 623a.5(g)(3)


class LayBets(StrEnum):
    """623a.3(a)(42)."""

    NONE = "none"
    IN_ADDITION = "in_addition"
    IN_LIEU = "in_lieu"


class Collection(StrEnum):
    """623a.5(g)(3): when the vigorish on Buy and Lay Bets is taken."""

    ON_WIN = "on_win"
    AT_WAGER = "at_wager"


class Base(StrEnum):
    """I-623a-09: what the vigorish of a Lay Bet is a part of."""

    STAKE = "stake"
    WIN = "win"


class VigorishRounding(StrEnum):
    """I-623a-38: how a vigorish that is not a whole number of chips is rounded."""

    EXACT = "exact"
    DOWN_TO_CHIP = "down_to_chip"
    NEAREST = "nearest"


class FireAfterPass(StrEnum):
    """I-623a-17: what the next shooter's points are for Fire Bets made for a shooter who gave up the dice early."""

    POINTS_COUNT = "points_count"
    POINTS_FROZEN = "points_frozen"


class FirePaytable(StrEnum):
    A = "A"
    B = "B"


class ComeOdds(StrEnum):
    """I-623a-03: whether odds behind Come Bets work on a come out roll."""

    OFF = "off"
    LIVE = "live"


class Calls(StrEnum):
    """I-623a-05: how long a call of "on" or "off" lasts."""

    UNTIL_CHANGED = "until_changed"
    ONE_ROLL = "one_roll"


SEATS, MINI_SEATS = 16, 9  # I-623a-40, 623a.2(c): at most


MOST_TIMES = 10  # 623a.6(e)
PAIRS = {"4": "4_and_10", "10": "4_and_10", "5": "5_and_9", "9": "5_and_9", "6": "6_and_8", "8": "6_and_8"}


def _times(how: str, points: str) -> Choice:
    """A multiple of its own for two points that pay alike."""
    instead = "the odds taken there" if how == "laid" else "odds_multiple"
    measure = "how many times the bet they may win" if how == "laid" else "how many times the bet they may be"
    return Choice("623a.6(e)", f"Odds {how} on {points}, {measure}, where not {instead}.", 1, MOST_TIMES, added=True)


def least_more(terms: Terms, step: Cents, up: Cents = 0) -> Cents:
    """The least that may be wagered on a spot beside what is up there."""
    return -(-max(terms.least - up, step) // step) * step


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """The choices for a Craps table."""

    mini: ClassVar[bool] = False

    seats: Annotated[int, betting_positions("I-623a-40", SEATS)] = SEATS
    buy_bets: Annotated[bool, Choice("623a.3(a)(41)", "Whether Buy Bets are offered besides Place Bets to Win.")] = (
        False
    )
    lay_bets: Annotated[
        LayBets, Choice("623a.3(a)(42)", "Whether Lay Bets are offered, besides or instead of Place Bets to Lose.")
    ] = LayBets.NONE
    vigorish_rate: Annotated[
        Fraction,
        Choice(
            "623a.5(g)(3)",
            "Vigorish on Buy and Lay Bets, in per cent of the amount wagered.",
            0,
            MOST_VIGORISH.percent,
            specify=True,
            only_with=("buy_bets", "lay_bets"),
        ),
    ] = Fraction(5)
    vigorish_collected: Annotated[
        Collection,
        Choice(
            "623a.5(g)(3)",
            "When that vigorish is taken: with the wager, or on a win only.",
            specify=True,
            only_with=("buy_bets", "lay_bets"),
        ),
    ] = Collection.ON_WIN
    lay_vigorish_base: Annotated[
        Base, Choice("I-623a-09", "What a Lay Bet's vigorish is a part of: its stake, or the lesser amount it can win.")
    ] = Base.STAKE
    vigorish_rounding: Annotated[
        VigorishRounding,
        Choice("I-623a-38", "How that vigorish is rounded: to the cent, down to the chip, or to the nearest chip."),
    ] = VigorishRounding.EXACT
    vigorish_refunded: Annotated[
        bool, Choice("I-623a-10", "Whether vigorish taken with a wager comes back as the wager is taken down.")
    ] = True
    fire_bet: Annotated[bool, Choice("623a.3(a)(40)", "Whether the Fire Bet is offered.")] = False
    fire_bet_paytable: Annotated[
        FirePaytable, Choice("623a.5(f)", "The paytable of the Fire Bet.", specify=True, only_with=("fire_bet",))
    ] = FirePaytable.A
    fire_bet_after_pass: Annotated[
        FireAfterPass,
        Choice(
            "I-623a-17",
            "Whether points of the next shooter count for Fire Bets on one who gave up the dice early.",
            added=True,
        ),
    ] = FireAfterPass.POINTS_COUNT
    fire_bet_paid_at_six: Annotated[
        bool, Choice("I-623a-19", "Whether a Fire Bet with all six points is paid at once, not at the loser 7.")
    ] = False
    odds_multiple: Annotated[
        int,
        Choice("623a.6(e)", "How many times a bet its supplemental wager may be, or may win when laid.", 1, MOST_TIMES),
    ] = 1
    odds_on_4_and_10: Annotated[int | None, _times("taken", "4 and 10")] = None
    odds_on_5_and_9: Annotated[int | None, _times("taken", "5 and 9")] = None
    odds_on_6_and_8: Annotated[int | None, _times("taken", "6 and 8")] = None
    odds_laid_on_4_and_10: Annotated[int | None, _times("laid", "4 and 10")] = None
    odds_laid_on_5_and_9: Annotated[int | None, _times("laid", "5 and 9")] = None
    odds_laid_on_6_and_8: Annotated[int | None, _times("laid", "6 and 8")] = None
    come_odds_on_come_out: Annotated[
        ComeOdds, Choice("I-623a-03", "Whether odds behind Come Bets work on a come out roll.")
    ] = ComeOdds.OFF
    calls_last: Annotated[Calls, Choice("I-623a-05", 'How long a call of "on" or "off" lasts.')] = Calls.UNTIL_CHANGED
    winning_wagers_stay_up: Annotated[
        bool, Choice("I-623a-33", "Whether a Place, Buy, Lay or Hardway Bet that has won stays up.")
    ] = True
    dont_bets_again_on_12: Annotated[
        bool, Choice("I-623a-07", "Whether a Don't bet that a 12 returned is made again at once.")
    ] = False
    not_offered: Annotated[
        tuple[str, ...],
        Choice("I-623a-31", "Wagers without an area on the layout; Horn High and Whirl are then broken down."),
    ] = ()

    # --- checks

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        """Those that posted limits apply to: odds (I-623a-30) and the Fire Bet (I-623a-21) have their own."""
        return tuple(name for name in KINDS if name not in BACKS and name != FIRE)

    def check(self) -> None:
        for name in self.not_offered:
            self._may_be_left_out(name)
        if PASS in self.not_offered and DONT_PASS in self.not_offered:
            raise _forbidden("not_offered leaves no line bet for the shooter to make.", "623a.8(a)")
        if self.buy_bets and PLACE in self.not_offered:
            raise _forbidden("Buy Bets are offered besides Place Bets to Win, not without them.", "623a.3(a)(41)")
        if self.lay_bets is LayBets.IN_ADDITION and PLACE_TO_LOSE in self.not_offered:
            raise _forbidden("lay_bets must be in_lieu where Place Bets to Lose are not offered.", "623a.3(a)(42)")

    def _may_be_left_out(self, name: str) -> None:
        kind = KINDS.get(name)
        if kind is None:
            raise _forbidden(f"not_offered names {name!r}, which is not a wager of this game.", "I-623a-31")
        if name in BACKS:
            raise _forbidden(
                f"not_offered may not name the {kind.title}: a player may always back a bet once over.", kind.cite
            )
        if kind.option:
            raise _forbidden(
                f"not_offered may not name the {kind.title}: the choice {kind.option} decides whether it is offered.",
                kind.cite,
            )

    # --- which wagers there are, and on what terms

    def least(self, wager: str) -> Cents:
        return DOLLAR if wager == FIRE else 1 if wager in BACKS else super().least(wager)

    def most(self, wager: str) -> Cents | None:
        return FIRE_MOST if wager == FIRE else None if wager in BACKS else super().most(wager)

    def offers(self, kind: WagerKind) -> bool:
        """Whether a wager has its area on this layout."""
        if kind.name == PLACE_TO_LOSE and self.lay_bets is LayBets.IN_LIEU:
            return False
        if kind.name == LAY:
            return self.lay_bets is not LayBets.NONE
        return bool(getattr(self, kind.option)) if kind.option else kind.name not in self.not_offered

    @cached_property
    def spots(self) -> Spots:
        """Every place where a wager may be tendered; Horn High and Whirl too where they have no area."""
        kinds = [kind for kind in WAGERS if self.offers(kind) or self.broken_down(kind.name)]
        return {(kind.name, on): self._terms(kind, on) for kind in kinds for on in where(kind.name)}

    def _terms(self, kind: WagerKind, on: str) -> Terms:
        step, cite, limits = self.step, CHIP_STEP, ""
        if kind.name == FIRE:
            step, cite, limits = DOLLAR, "623a.11(b)(1)", "623a.11(b)(1)"
        elif kind.name in UNITS:
            step, cite = UNITS[kind.name] * self.chip, kind.cite
        least, most, odds = self.least(kind.name), self.most(kind.name), self.odds(kind.name, on)
        if kind.name in BACKS and (smallest := least_win(odds, self.payout_rounding)) > least:
            least, limits = smallest, ROUNDING  # no minimum is filed for odds: less would win nothing
        return Terms(
            kind=kind,
            on=on,
            least=least,
            most=most,
            step=step,
            step_cite=cite,
            odds=odds,
            limits_cite=limits,
            charge=self._charge(kind.name, on),
        )

    def _charge(self, kind: str, on: str) -> Charge | None:
        """What Buy and Lay bear, by the stake alone (I-623a-38)."""
        if kind not in (BUY, LAY):
            return None
        return Charge(
            words=f"{self.vigorish_rate}% vigorish",
            due=lambda stake, won: self.vigorish(kind, on, stake),
            when="paid with the wager" if self.prepaid else "",
            prepaid=self.prepaid,
        )

    @cached_property
    def places(self) -> frozenset[int]:
        """The seats of the table."""
        return frozenset(range(1, self.seats + 1))

    @cached_property
    def plain(self) -> Mapping[bool, Mapping[Spot, tuple[Cents, Cents, Cents, str, bool]]]:
        """By whether a point is on: least, most, step and citation of the spots that check little else, and whether it is odds."""
        if self.payout_rounding.refuse:
            return {False: {}, True: {}}
        special = {
            FIRE,
            *(kind for kind in UNITS if self.broken_down(kind)),
            *((BUY, LAY) if self.prepaid else ()),
        }
        terms = {
            spot: (
                terms.least,
                NO_MAXIMUM if terms.most is None else terms.most,
                terms.step,
                terms.kind.cite,
                spot[0] in BACKS,
            )
            for spot, terms in self.spots.items()
        }
        return {
            point: {spot: limits for spot, limits in terms.items() if spot[0] not in {*special, *closed}}
            for point, closed in ((False, (COME, DONT_COME)), (True, LINE))
        }

    @cached_property
    def untouched(self) -> Mapping[bool, Mapping[Spot, Offer]]:
        """By whether a point is on: the offers of spots where nothing is up, odds aside; they are the same for every seat."""
        made = {
            (kind, on): Offer(WAGER, kind, on, least_more(terms, terms.step), terms.most, terms.step, terms.kind.cite)
            for (kind, on), terms in self.spots.items()
        }
        return {
            point: {
                spot: made[spot]
                for spot, (_, most, _, _, backs) in plain.items()
                if not backs and made[spot].least <= most
            }
            for point, plain in self.plain.items()
        }

    def odds(self, kind: str, on: str) -> tuple[Odds, ...]:
        """Every odds a wager may be paid at; none for wagers that are paid in parts."""
        if kind in BY_NUMBER:
            return (BY_NUMBER[kind][on],) if on else tuple(dict.fromkeys(odds for _, odds in BY_NUMBER[kind].lines))
        if kind in HARDWAY:
            return (HARDWAY[kind][1],)
        if kind == FIRE:
            return tuple(odds for _, odds in self.fire.lines)
        return tuple(dict.fromkeys(ONE_ROLL[kind].values())) if kind in ONE_ROLL else () if kind in UNITS else (EVEN,)

    def broken_down(self, kind: str) -> bool:
        """623a.3(a)(20)–(21): whether this wager is taken as four units on the Horn and one unit elsewhere."""
        box = {HORN_HIGH: set(BOXES.values()), WHIRL: {ANY_SEVEN}}.get(kind)
        return (
            box is not None
            and kind in self.not_offered
            and not box & set(self.not_offered)
            and (HORN not in self.not_offered)
        )

    @cached_property
    def posted(self) -> Posted:
        """623a.3(b)–(c), 623a.4: chips, plaques, or words with cash; never a call bet (I-623a-28)."""
        seated = "623a.4(e)" if self.mini else "623a.2(d)(4)(i)"
        forms = ("", "value_chips", "plaques", CASH)
        remain = "623a.4(e)" if self.mini else ""
        return Posted(self.seats, "623a.3(b)", "623a.4(b)", "623a.4(a)", seated, forms, remain=remain)

    # --- money

    @cached_property
    def odds_times(self) -> Mapping[bool, Mapping[str, int]]:
        """623a.6(e): by whether they are laid and by point, how many times the bet odds may be, or may win."""
        taken = {point: getattr(self, f"odds_on_{pair}") or self.odds_multiple for point, pair in PAIRS.items()}
        laid = {point: getattr(self, f"odds_laid_on_{pair}") or taken[point] for point, pair in PAIRS.items()}
        return {False: taken, True: laid}

    def told_times(self, *, laid: bool) -> str:
        """The multiples as one number, or as the trade writes them for 4, 5 and 6: 3-4-5."""
        times = [str(self.odds_times[laid][point]) for point in ("4", "5", "6")]
        return times[0] if len(set(times)) == 1 else "-".join(times)

    def times_in_words(self, *, laid: bool) -> str:
        """The multiples as a sentence goes on: 3 times the bet on 4 and 10, 4 times on 5 and 9, 5 times on 6 and 8."""
        four, five, six = (self.odds_times[laid][point] for point in ("4", "5", "6"))
        if four == five == six:
            return f"{four} times the bet"
        return f"{four} times the bet on 4 and 10, {five} times on 5 and 9, {six} times on 6 and 8"

    @property
    def fire(self) -> Paytable:
        return FIRE_PAYTABLES[self.fire_bet_paytable]

    def vigorish(self, kind: str, on: str, amount: Cents) -> Cents:
        """623a.5(g)(3), (h): the charge on a Buy or Lay Bet of this amount; there is none on any other wager."""
        if kind not in (BUY, LAY):
            return 0
        rate = Vigorish(self.vigorish_rate.numerator, 100 * self.vigorish_rate.denominator)
        exact = rate.exact(amount)
        if kind == LAY and self.lay_vigorish_base is Base.WIN:
            exact *= BY_NUMBER[LAY][on].net
        return self._rounded(exact, MOST_VIGORISH.due(amount))

    def _rounded(self, exact: Fraction, most: Cents) -> Cents:
        """I-623a-38: as filed, and never above what may be charged at all."""
        whole = Vigorish(100).rounded(exact)
        if self.vigorish_rounding is VigorishRounding.EXACT:
            return whole
        down = whole - whole % self.chip
        up = down + self.chip
        nearest = self.vigorish_rounding is VigorishRounding.NEAREST and up - exact < exact - down
        return up if nearest and up <= most else down

    @cached_property
    def prepaid(self) -> bool:
        """623a.5(g)(3): whether vigorish is taken when the wager is made."""
        return self.vigorish_collected is Collection.AT_WAGER

    # --- what each throw decides

    def may_be_called(self, kind: str) -> bool:
        """623a.3(a)(5)–(10), (41)–(42), I-623a-03: whether a player may call this wager on or off."""
        return (
            kind in OFF_ON_COME_OUT or kind == LAY or (kind == COME_ODDS and self.come_odds_on_come_out is ComeOdds.OFF)
        )

    def works(self, kind: str, point: int, *, called: bool) -> bool:
        """I-623a-04: whether a wager is on; ``called`` means that its player changed what it is on a come out roll."""
        if point or not self.may_be_called(kind):
            return True
        return called is not (kind == LAY)

    @cached_property
    def decisions(self) -> "Decisions":
        return Decisions(self)


class MiniRules(Rules, frozen=True, kw_only=True):
    """The choices for a Mini-Craps table."""

    mini: ClassVar[bool] = True

    seats: Annotated[int, betting_positions("623a.2(c)", MINI_SEATS)] = MINI_SEATS
    stickperson: Annotated[bool, Choice("623a.7(a)", "Whether the table has an optional stickperson.")] = False
    fire_bet_at_mini_craps: Annotated[
        bool, Choice("I-623a-20", "Whether the Fire Bet may be offered at Mini-Craps too.")
    ] = False

    def check(self) -> None:
        super().check()
        if self.fire_bet and not self.fire_bet_at_mini_craps:
            raise _forbidden("The Fire Bet belongs to Craps; choose fire_bet_at_mini_craps as well.", "I-623a-20")


def _forbidden(sentence: str, cite: str) -> Refused:
    return Refused(Refusal.FORBIDDEN_CHOICE, sentence, cite)


def where(kind: str) -> tuple[str, ...]:
    """The spots of a kind: the numbers, the four of the Horn, or its one area."""
    return NUMBERS if kind in ON_NUMBERS else tuple(BOXES) if kind == HORN_HIGH else ("",)


class Decisions(dict[tuple[int, str, bool], dict[Spot, Verdict]]):
    """For each point, throw and state of calling, what becomes of every wager that the throw decides.

    Computed the first time it is needed; after that a layout of any size is settled by looking up.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules
        self._places = [(kind, on) for kind in KINDS for on in where(kind)]
        self._places += [(kind, on) for kind in (COME, DONT_COME) for on in NUMBERS]
        self._known: dict[Verdict, Verdict] = {}  # few verdicts are different; equal ones share an object

    def __missing__(self, key: tuple[int, str, bool]) -> dict[Spot, Verdict]:
        point, dice, called = key
        low, high = throw = faces(dice)
        if dice == f"{low} {high}":
            found = {spot: self.decide(spot, throw, point, called) for spot in self._places if spot[0] != FIRE}
            decided = {spot: self._known.setdefault(what, what) for spot, what in found.items() if what is not None}
        else:
            decided = self[point, f"{low} {high}", called]
        self[key] = decided
        return decided

    def decide(self, spot: Spot, throw: Faces, point: int, called: bool) -> Verdict | None:
        kind, on = spot
        if not on and kind in BACKS and not point:
            return None  # odds behind a line bet exist only with a point
        what = verdict(kind, on, throw, point)
        if what is not None and not self._rules.works(kind, point, called=called):
            return Verdict(Returned, "I-623a-03") if kind == COME_ODDS else None
        return what and self._filed(kind, what)

    def _filed(self, kind: str, what: Verdict) -> Verdict:
        """The verdict with what the submission adds to it."""
        rules, paid = self._rules, what.event is Paid
        stays = paid and rules.winning_wagers_stay_up and kind in STAYS_UP
        again = rules.dont_bets_again_on_12 and what.event is Returned and kind in (DONT_PASS, DONT_COME)
        vigorish = kind in (BUY, LAY) and (paid or rules.prepaid)
        return msgspec.structs.replace(what, stays=stays, again=again, vigorish=vigorish)
